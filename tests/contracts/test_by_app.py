"""Each app may have a theme and a content of its own, after OpenApps' Table 8."""

import re
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from scripts.drawn import ITEMS, amounts
from tests.commands import command

from lifeworld import apps
from lifeworld.core.errors import UserError
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.episode import interrupt
from lifeworld.env.interpreter import driver_for
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import plan
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import instance_of
from lifeworld.web.look import Look
from lifeworld.web.request import Request
from lifeworld.world import World, load

MIXED = "bank:nord+todo:dark"


def of(**varied: str) -> Configuration:
    return Configuration("todo.CompleteTask", "nora", **varied)  # type: ignore[arg-type]


def sheet(world: World, path: str) -> str:
    """Return the app and theme of the style sheet that a page names."""
    answer = world.site.handle(Request("GET", path))
    page = world.site.handle(Request("GET", answer.headers.get("location", path))).body.decode()
    return re.search(r"/static/look/([\w-]+)\.css", page)[1]  # type: ignore[index]


def test_each_app_is_drawn_in_its_own_theme_and_all_else_in_the_other() -> None:
    for theme, rest in ((MIXED, "light"), (f"sepia+{MIXED}", "sepia")):
        world = World(load("nora").data, of(theme=theme).look).start()
        own = {"bank": "nord", "todo": "dark"}
        for app in apps.installed():
            assert sheet(world, app.href) == f"{app.id}-{own.get(app.id, rest)}"
        assert sheet(world, "/") == f"shell-{rest}"
        page = world.site.handle(Request("GET", "/todo/today")).body.decode()
        assert 'data-theme="dark"' in page and Look(theme).base == "light"
        world.close()


def test_each_app_has_its_own_content_and_what_it_says_of_itself_stays_true() -> None:
    plain, mixed = amounts("nora", "plain"), amounts("nora", "mail:full+todo:sparse")
    for app, tables in ITEMS.items():
        for table in tables:
            right = {"mail": mixed[table] >= 2 * plain[table], "todo": 2 * mixed[table] <= plain[table]}
            assert right.get(app, mixed[table] == plain[table]), table
    assert amounts("nora", "mail:full+todo:sparse") != amounts("nora", "mail:full")
    assert load("nora", "mail:full").digest != load("nora", "full").digest != load("nora").digest


def test_each_app_speaks_its_own_language_and_tasks_over_them_are_solved(environment: SyncEnvironment) -> None:
    mixed = "bank:de+todo:fr"
    world = World(load("nora").data, of(language=mixed).look).start()
    for path, language, word in (
        ("/bank/bills", "de", "Rechnungen"),
        ("/todo/today", "fr", "Aujourd"),
        ("/mail/sent", "en", "Sent"),
    ):
        page = world.site.handle(Request("GET", path)).body.decode()
        assert f'lang="{language}"' in page and word in page
    assert 'lang="en"' in world.site.handle(Request("GET", "/")).body.decode()
    world.close()
    for task in ("todo.CompleteTask", "bank.PayBillWhenAsked", "calendar.WhichDayNext", "todo.CountDueBy"):
        for goal in ("en", "es"):
            configuration = Configuration(task, "nora", language=mixed, goal_language=goal)
            hands = driver_for(environment.step, environment.reset(configuration), configuration)
            hands.solve(instance_of(configuration))
            hands.finish()
            assert environment.verdict().success, (task, goal, environment.verdict().why)


def test_pop_ups_come_in_the_apps_that_are_named_alone() -> None:
    world = World(load("nora", "shop:pop-ups").data).start()
    interrupt(world, of(content="shop:pop-ups"))
    for _ in range(20):
        assert "popup-title" not in world.site.handle(Request("GET", "/mail/")).body.decode()
    shown = [world.site.handle(Request("GET", "/shop/cart")).body.decode() for _ in range(8)]
    assert "popup-title" in shown[-1]
    world.close()


def test_an_id_says_it_and_can_be_typed_back_and_episodes_differ_by_it() -> None:
    one = of(theme=MIXED, content="long+mail:full", device="tablet")
    assert one.id == f"todo.CompleteTask:nora:0.0:theme={MIXED}:content=long+mail:full:device=tablet"
    assert Configuration.parse(one.id) == one == Configuration.from_json(one.to_json())
    ids = {plan(RunConfig(tasks=("todo.CompleteTask",), limit=1, themes=(theme,)))[0].id for theme in ("dark", MIXED)}
    assert len(ids) == 2


@pytest.mark.parametrize(
    ("axis", "written", "told"),
    [
        ("theme", "bank:nrod", "no theme “nrod”; did you mean nord?"),
        ("theme", "bnak:nord", "theme “bnak:nord”: no app “bnak”; did you mean bank?"),
        ("theme", "todo:dark+bank:nord", "write bank:nord+todo:dark: apps in the order of their ids"),
        ("theme", "bank:light", "write light: apps in the order"),
        ("theme", "dark+bank:dark", "write dark: apps"),
        ("theme", "bank:dark+bank:nord", "write bank:nord: apps in the order of their ids, each once"),
        ("content", "bank:", "no content “”"),
        ("layout", "bank:top", "no layout “bank:top”"),
        ("goal_language", "bank:de", "no goal_language “bank:de”"),
        ("language", "bank:it", "no language “it”"),
    ],
)
def test_what_is_written_otherwise_is_refused_in_a_line(axis: str, written: str, told: str) -> None:
    with pytest.raises(UserError, match=re.escape(told)):
        of(**{axis: written})
    asked = ("eval", "--agent", "null", "--task", "todo.CompleteTask", "--axis", f"{axis}={written}")
    assert told in command(*asked, code=2)


def test_a_run_and_its_report_name_it(tmp_path: Path) -> None:
    flags = ("--agent", "oracle", "--task", "todo.CompleteTask", "--crossed", "theme,content", "--limit", 4)
    axes = ("--axis", f"theme=light,{MIXED},content=plain,mail:full+todo:long", "--workers", 1)
    assert "oracle: 4 success" in command("eval", *flags, *axes, "--out", tmp_path / "run")
    rows = pq.read_table(tmp_path / "run" / "results.parquet").to_pylist()
    assert {(row["theme"], row["content"]) for row in rows} == {
        (theme, content) for theme in ("light", MIXED) for content in ("plain", "mail:full+todo:long")
    }
    assert MIXED in (tmp_path / "run" / "report.html").read_text()
