"""Studies from outside: each runs with agents that need no key, and its tables say what the run holds."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from tests import rotation
from tests.commands import command

from lifeworld.agents.mock.script import scripted
from lifeworld.agents.mock.server import KEY, MODEL, MockServer, served
from lifeworld.core.errors import UserError
from lifeworld.report.document import document
from lifeworld.run.folder import Folder
from lifeworld.run.plan import configured
from lifeworld.studies import studies, study
from lifeworld.studies.crossing import crossed
from lifeworld.studies.tables import TABLES, channels, questions, settings
from lifeworld.taskkit.catalogue import tasks


@pytest.mark.parametrize("one", studies(), ids=lambda one: one.name)
def test_each_has_a_question_and_tables(one) -> None:  # type: ignore[no-untyped-def]
    assert one.tables in TABLES and one.title.endswith("?") and one.source


@pytest.mark.long
@pytest.mark.parametrize("one", [one for one in studies() if one.name != "horizon"], ids=lambda one: one.name)
def test_each_can_be_planned(one) -> None:  # type: ignore[no-untyped-def]
    """That of horizons is planned to the task in `tests/run/test_horizons.py`."""
    limit = 60 if rotation.whole else 30
    assert len(configured(one.config(("oracle",), {"limit": limit}))) >= limit * 5 / 6


def test_they_are_listed() -> None:
    said = command("eval", "--study", "list")
    assert all(one.name in said and one.title in said for one in studies())


def test_the_study_of_questions_runs_goes_on_and_is_written(tmp_path: Path) -> None:
    wanted = ("eval", "--study", "questions", "--agent", "oracle", "--tag", "clarify", "--limit", 2, "--workers", 1)
    first, again = command(*wanted, "--out", tmp_path / "run"), command(*wanted, "--out", tmp_path / "run")
    assert "oracle (knows the tasks)" in first and "1 or 2" in first
    assert first.splitlines()[-1] == again.splitlines()[-1]
    written = (tmp_path / "run" / "study.md").read_text()
    assert written.startswith("# Do questions") and "| oracle (knows the tasks) | yes | 1 or 2 | 100 % |" in written


def test_a_model_is_run_at_each_temperature_and_others_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    mock = MockServer(scripted())
    with served(mock) as origin:
        model = f"openai:{MODEL}?base_url={origin}/openai/v1"
        few = ("--app", "todo", "--limit", 1, "--repeats", 1, "--workers", 1)
        command("eval", "--study", "temperature", "--agent", f"{model},null", *few, "--out", tmp_path / "run")
    sent = {heard.body["temperature"] for heard in mock.heard if heard.body.get("input")}
    assert sent == {0, 0.5, 1}
    ran = {one["planned"]["agent"] for one in Folder.opened(tmp_path / "run").episodes()}
    assert ran == {"null", *(f"openai {MODEL} at {each}" for each in ("0", "0.5", "1"))}


def test_an_own_temperature_is_kept() -> None:
    config = study("temperature").config(("openai:m?temperature=0.3",), {})
    assert config.agents == ("openai:m?temperature=0.3",) and not config.aliases


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["questionz"], "did you mean questions"),
        (["questions"], "wants --agent, who is studied, and --out"),
        (["modalities", "--agent", "oracle", "--driver", "dom", "--out", "x"], "the dom driver draws nothing"),
        (["questions", "--agent", "nobody", "--out", "x"], "no agent “nobody”"),
    ],
)
def test_what_is_not_right_is_one_line(
    args: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert told in command("eval", "--study", *args, code=2)
    assert not (tmp_path / "x").exists()


# ---- tables, on results whose truth is known


def results(rows: list[dict[str, object]]) -> pa.Table:
    same = {"driver": "chromium", "category": "single", "privileged": False, "channel": "pixels", "questions": 0}
    return pa.Table.from_pylist([{**same, "app": str(row["task"]).split(".")[0], **row} for row in rows])


def cells(figure) -> dict[str, tuple[str, ...]]:  # type: ignore[no-untyped-def]
    return {" ".join(row[: 2 if figure.name == "study" else 1]): row for row in figure.table.rows}


def test_channels_of_one_agent_are_compared_on_the_same_tasks() -> None:
    rows = [
        {"agent": agent, "channel": channel, "task": f"todo.T{n}", "status": "success" if won(n) else "failure"}
        for agent, channel, won in (
            ("a", "pixels", lambda n: n % 4 == 0),
            ("a", "pixels+tree", lambda n: n % 4 != 1),
            ("b", "pixels", lambda n: n % 2 == 0),
            ("b", "pixels+tree", lambda n: n % 2 == 0),
        )
        for n in range(24)
    ]
    shown, compared = channels(document(results(rows)))
    assert cells(shown)["a pixels"][2] == "25 %" and cells(shown)["a pixels+tree"][2] == "75 %"
    found = cells(compared)
    assert len(found) == 2  # an agent's channels only, never two agents
    better = found["a: pixels+tree over a: pixels"]
    assert better[1] == "+50.0" and better[-1] == "significant" and better[5] == "24"
    assert found["b: pixels+tree over b: pixels"][1] == "0.0"


def test_deviation_is_told_apart_from_luck_by_setting() -> None:
    """One agent whose success depends on the theme alone, and one whose every try is a coin."""
    rng = np.random.default_rng(5)
    rows = [
        {"agent": agent, "task": f"todo.T{n}", "theme": theme, "repeat": k, "status": status}
        for n in range(12)
        for theme in ("light", "dark")
        for k in range(4)
        for agent, status in (
            ("by theme", "success" if theme == "light" else "failure"),
            ("coin", "success" if rng.random() < 0.5 else "failure"),
        )
    ]
    shown, _ = settings(document(results(rows)))
    by_theme, coin = (next(row for row in shown.table.rows if row[0] == name) for name in ("by theme", "coin"))
    assert by_theme[3] == "0.0 %" and by_theme[4] == "50.0 %" and by_theme[5] == "0.00"
    assert float(coin[5]) > 0.7


def test_an_inverse_u_is_seen_where_there_is_one() -> None:
    """In tasks that call for no question one or two win, none and many lose; those that call for one stand apart."""

    ordinary = [one.id for one in tasks() if one.kind() == "modify" and one.category() == "single"][:12]
    (asking, *_) = [one.id for one in tasks() if one.kind() == "clarify"]
    tries = ((0, "failure"), (1, "success"), (2, "success"), (3, "failure"), (9, "failure"))
    rows = [
        {"agent": "a", "task": name, "repeat": k, "questions": count, "status": won}
        for name in ordinary
        for k, (count, won) in enumerate(tries)
    ]
    rows.append({"agent": "a", "task": asking, "repeat": 0, "questions": 1, "status": "success"})
    shown, compared = questions(document(results(rows)))
    told = {row[1:3]: row[3:] for row in shown.table.rows}
    assert told["no", "none"][0] == "0 %" and told["no", "1 or 2"][0] == "100 %" and told["no", "3 or more"][0] == "0 %"
    assert told["no", "1 or 2"][2:] == ("24", "12") and told["yes", "1 or 2"][2:] == ("1", "1")
    found = cells(compared)
    for other in ("none", "3 or more"):
        row = found[f"a, other tasks: 1 or 2 over {other}"]
        assert row[1] == "+100.0" and row[-1] == "significant" and row[5] == "12"
    assert found["a, tasks that call for it: 1 or 2 over none"][-1] == "too few tasks in common"


def test_what_two_values_do_together_is_told_from_what_each_does_alone() -> None:
    """An agent that fails where both the theme and the content differ, and one that fails wherever the theme does."""
    rows = [
        {"agent": agent, "task": f"todo.T{n}", "theme": theme, "content": content, "status": status}
        for n in range(12)
        for theme in ("light", "nord")
        for content in ("plain", "long")
        for agent, status in (
            ("together", "failure" if (theme, content) == ("nord", "long") else "success"),
            ("alone", "failure" if theme == "nord" else "success"),
        )
    ]
    shown, beyond = crossed(document(results(rows)))
    success = {row[:3]: row[3:] for row in shown.table.rows}
    assert success["together", "nord", "long"][0] == "0 %" and success["together", "nord", "plain"][0] == "100 %"
    assert success["alone", "nord", "plain"][2] == "−100.0" and success["alone", "light", "long"][2] == "0.0"
    found = {row[0]: row for row in beyond.table.rows}
    assert found["together"][1] == "nord and long" and found["together"][2] == "−100.0" and found["alone"][2] == "0.0"


def test_five_tasks_claim_no_difference_of_values() -> None:
    """Five signs agree by chance in 2^-4 of cases, six in 2^-5: only the latter can be significant at .05."""
    for number, ends in ((5, "−100.0 to +100.0"), (6, "−100.0 to −21.9")):
        rows = [
            {"agent": "a", "task": f"todo.T{n}", "theme": theme, "status": status}
            for n in range(number)
            for theme, status in (("light", "success"), ("nord", "failure"))
        ]
        (shown,) = crossed(document(results(rows)))
        assert shown.table.rows[1][-2:] == ("−100.0", ends)


def test_without_an_axis_that_varies_there_is_nothing_to_cross() -> None:
    with pytest.raises(UserError, match="no axis has two values in this run"):
        crossed(document(results([{"agent": "a", "task": "todo.T1", "theme": "light", "status": "success"}])))
