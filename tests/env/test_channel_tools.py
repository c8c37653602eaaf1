"""The channel `tools`: what the agent is told, what it may do, and what a verdict makes of it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.commands import command

from lifeworld.agents.wire import packed
from lifeworld.apps.calendar.models import Guest
from lifeworld.apps.mail.models import Thread
from lifeworld.core.actions import Action, Click, Done, Message, Navigate, Observe, OpenApp, Ref, SetValue, Tool, Wait
from lifeworld.core.errors import UserError
from lifeworld.core.observation import Feedback, Node, Observation
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.env.tools import Toolbox
from lifeworld.proof.honest import episode_of
from lifeworld.report.pictures import redraw
from lifeworld.run.folder import Folder
from lifeworld.taskkit import Configuration
from lifeworld.world import World

TASK = Configuration("todo.CompleteTask", "nora")
TASKS = [f"todo.{name}" for name in ("CompleteTask", "Postpone", "RaisePriority", "RenameAList", "RewordTask")]


def called(world: World, name: str, **arguments: Any) -> Any:
    """Return what a call gave."""
    return json.loads(Toolbox(world).call(name, arguments).result)


def _call(environment: SyncEnvironment, name: str, /, **arguments: Any) -> Observation:
    return environment.step(Tool(name=name, arguments=arguments))


@pytest.fixture
def environment(request: pytest.FixtureRequest) -> Iterator[SyncEnvironment]:
    """The task begun in a channel: in `tools` unless a test names another."""
    with opened("dom", getattr(request, "param", "tools")) as environment:
        environment.reset(TASK)
        yield environment


def wrong(world: World, name: str, **arguments: Any) -> str:
    """Return what is said of a call that can't be made."""
    found = Toolbox(world).call(name, arguments).feedback
    assert not found.ok and found.code in ("bad_argument", "unknown_action")
    return found.text


def test_a_list_is_searched_narrowed_and_paged(world: World) -> None:
    every = called(world, "bank_list", kind="entry")
    assert len(every["rows"]) == 20 and every["pages"] == -(-every["total"] // 20) > 2
    second = called(world, "bank_list", kind="entry", page=2)
    assert not {row["id"] for row in every["rows"]} & {row["id"] for row in second["rows"]}
    spent = called(world, "bank_list", kind="entry", where=["amount < -100"], search="rent")
    assert all(row["amount"].startswith("-$") for row in spent["rows"])
    month = called(world, "bank_list", kind="entry", where=["at >= 2026-02", "at < 2026-03", "account = 1"])
    assert month["total"] and all(row["at"].startswith("2026-02") for row in month["rows"])
    assert {row["account"]["id"] for row in month["rows"]} == {1}
    named = called(world, "bank_list", kind="entry", where=["account = Everyday Checking"])
    assert named["total"] == called(world, "bank_list", kind="entry", where=["account = 1"])["total"]


def test_reading_a_thread_shows_its_screen_and_marks_it_as_read(world: World) -> None:
    unread = called(world, "mail_list", kind="thread", where=["unread = true"])["rows"][0]
    letter = world.store.get(Thread, unread["id"]).messages[0]
    found = called(world, "mail_get", kind="thread", id=unread["id"])
    assert letter.sender_name in found["screen"]
    assert not world.store.get(Thread, unread["id"]).unread
    assert not [change for change in world.changes().rows if change.table != "mail_thread"]


def test_a_summing_screen_can_be_read_and_searched(world: World) -> None:
    assert re.search(r"\$\d[\d,]*\.\d\d", called(world, "bank_read", screen="start")["screen"])
    assert called(world, "todo_read", screen="search", search="bike") != called(world, "todo_read", screen="search")


def test_a_row_has_other_screens_too(world: World) -> None:
    account = {"kind": "account", "id": 1}
    assert "Routing number" in called(world, "bank_get", **account, screen="details")["screen"]
    month = called(world, "bank_get", **account, screen="statement 2026-02")["screen"]
    assert len(called(world, "bank_get", **account, screen="statement 2026-02", page=9)["screen"]) > len(month)
    assert "there are details, statements, statement {month}." in wrong(world, "bank_get", **account, screen="vault")


@pytest.mark.parametrize("world", ["desktop"], indirect=True)
def test_what_a_wide_screen_shows_beside_the_rest_is_read_too(world: World) -> None:
    guest = world.store.all(Guest)[0]
    assert guest.person.name in called(world, "calendar_get", kind="event", id=guest.event_id)["screen"]


def test_a_list_tells_what_the_screens_list_tells(world: World) -> None:
    """What rows say of themselves beside their columns: the end of a masked number, an order's total and status."""
    cards = called(world, "bank_list", kind="card")["rows"]
    page = called(world, "bank_read", screen="cards")["screen"]
    assert cards and all(row["ending"] in page for row in cards if not row["closed"])
    orders = called(world, "shop_list", kind="order")["rows"]
    assert all(row["total"] in called(world, "shop_get", kind="order", id=row["id"])["screen"] for row in orders[:3])
    assert {row["status"] for row in orders} <= {"ordered", "shipped", "delivered", "cancelled"}


@pytest.mark.parametrize(
    ("name", "arguments", "path"),
    [
        ("bank_list", {"kind": "entry"}, "/bank/activity"),
        ("bank_list", {"kind": "bill"}, "/bank/bills"),
        ("shop_list", {"kind": "order"}, "/shop/orders"),
        ("mail_list", {"kind": "thread", "search": "parcel"}, "/mail/search"),
        ("mail_list", {"kind": "thread"}, "/mail/"),
        ("messenger_get", {"kind": "chat", "id": 1}, "/messenger/chat/1"),
    ],
)
def test_a_call_counts_as_the_screen_that_shows_the_same(
    world: World, name: str, arguments: dict[str, Any], path: str
) -> None:
    assert Toolbox(world).call(name, arguments).path == path


def test_a_masked_number_is_told_only_once_it_is_asked_for(world: World) -> None:
    card = world.store.sql("SELECT id, number, code FROM bank_card WHERE NOT closed")[0]
    told = json.dumps([called(world, "bank_list", kind="card"), called(world, "bank_get", kind="card", id=card[0])])
    assert card[1] not in told.replace(" ", "") and f'"{card[2]}"' not in told
    assert called(world, "bank_show_number", card=card[0])["done"]
    assert card[1] in called(world, "bank_get", kind="card", id=card[0])["screen"].replace(" ", "")


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("bank_tranfer", {}, "no tool “bank_tranfer”; did you mean bank_transfer"),
        ("bank_transfer", {"source": 1}, "target is missing; needed are source, target, amount."),
        ("bank_transfer", {"source": 1, "to": 2}, "There is no argument “to”; there are source, target, amount"),
        ("bank_transfer", {"source": 1, "target": 999, "amount": 5}, "target: There is no “999” of the kind “account”"),
        ("bank_transfer", {"source": 1, "target": 2, "amount": "five"}, "amount: Enter an amount, like 12.50."),
        ("bank_transfer", {"source": 1, "target": 2, "amount": [5]}, "amount: It takes one value"),
        ("bank_open_account", {"kind": "gold"}, "kind: There is no “gold”; there are checking, savings."),
        ("bank_schedule_payment", {"bill": 1, "account": 1, "on": "some day"}, "on: Enter a date"),
        ("bank_list", {}, "kind is missing; there are account"),
        ("bank_get", {"kind": "card"}, "id is missing; bank_list tells which there are."),
        ("bank_read", {}, "screen is missing; there are start"),
        ("bank_list", {"kind": "acount"}, "kind: There is no “acount”; there are account, entry"),
        ("bank_list", {"kind": "entry", "where": ["foo = 3"]}, "where: There is no column “foo”; there are account"),
        ("bank_list", {"kind": "entry", "where": ["cheap"]}, "where: “cheap” is not written like “amount < 0”."),
        ("bank_list", {"kind": "entry", "page": 0}, "page: Pages are numbered from 1."),
        ("bank_list", {"kind": "card", "where": ["code = 123"]}, "where: There is no column “code”"),
        ("bank_list", {"kind": "outbox"}, "kind: There is no “outbox”"),
        ("bank_read", {"screen": "vault"}, "screen: There is no “vault”; there are start"),
        ("mail_bulk", {"threads": 3, "do": "star"}, "threads: It takes a list."),
    ],
)
def test_a_wrong_call_is_told_what_would_be_right(world: World, name: str, arguments: Any, said: str) -> None:
    assert wrong(world, name, **arguments).startswith(said)
    assert not world.acts and not world.changes().rows


def test_what_is_named_twice_is_taken_once(world: World) -> None:
    event = world.store.sql("SELECT id FROM calendar_event WHERE organiser_id IS NULL OR organiser_id = 1")[0][0]
    asked = {person for (person,) in world.store.sql("SELECT person_id FROM calendar_guest WHERE event_id = ?", event)}
    other = next(one for one in range(2, 50) if one not in asked)
    assert called(world, "calendar_invite", event=event, people=[other, str(other), other])["done"]
    assert world.store.sql("SELECT count(*) FROM calendar_guest WHERE event_id = ?", event) == [(len(asked) + 1,)]


def test_a_refusal_is_an_error_and_no_invalid_action(world: World) -> None:
    found = Toolbox(world).call("bank_transfer", {"source": "1", "target": "2", "amount": "99999999"})
    assert found.feedback.ok and found.feedback.code == "refused"
    assert found.data == {
        "error": {"code": "limit", "message": "One transfer can be $25,000.00 at most.", "argument": "amount"}
    }


def test_the_agent_sees_tools_and_results_and_no_screen(environment: SyncEnvironment) -> None:
    first = environment.reset(TASK)
    assert first.goal and first.tools and not first.result
    said = _call(environment, "todo_list", kind="task", search="a")
    assert json.loads(said.result)["rows"]
    for one in (first, said):
        assert one.tree == Node("document") and one.screenshot is None and not one.url and not one.title
    assert b"todo_list" in packed({}, said)


@pytest.mark.parametrize(
    "action", [Click(target=Ref(id="e1")), OpenApp(name="Ticked"), Navigate(url="/todo/"), Observe()], ids=repr
)
def test_what_belongs_to_screens_is_refused(environment: SyncEnvironment, action: Action) -> None:
    found = environment.step(action)
    assert found.feedback.code == "unsupported_on_target" and "call one of the tools" in found.feedback.text


@pytest.mark.parametrize("environment", ["tree"], indirect=True)
def test_tools_are_refused_where_there_are_screens(environment: SyncEnvironment) -> None:
    found = _call(environment, "todo_list", kind="task")
    assert found.feedback.code == "unsupported_on_target" and not found.result and not found.tools


def test_something_done_beside_the_task_is_a_side_effect(environment: SyncEnvironment) -> None:
    _call(environment, "todo_add_list", name="Odds")
    environment.step(Done())
    found = environment.verdict()
    assert not found.success and any("Odds" in one for one in found.side_effects)


def test_what_a_call_told_counts_as_seen(environment: SyncEnvironment) -> None:
    """Partial credit for a question is the same, whether a screen or a tool has shown what the answer rests on."""
    for looked in (False, True):
        environment.reset(Configuration("bank.CountPaymentsToPerson", "nora"))
        if looked:
            person = episode_of(environment).instance.task.bound["person"]
            _call(environment, "bank_list", kind="entry", search=person.name)
        environment.step(Done(answer="Answer: 0"))
        assert {item.met for item in environment.verdict().items if item.kind == "search"} == {looked}


def test_waiting_and_asking_work_as_on_screens(environment: SyncEnvironment) -> None:
    before = environment.reset(TASK).now
    assert (environment.step(Wait(seconds=60)).now - before).total_seconds() == 60
    assert environment.step(Message(text="Which list?", expects_reply=True)).reply


@pytest.mark.long
def test_channels_are_run_on_the_same_configurations_and_compared_in_pairs(tmp_path: Path) -> None:
    wanted = ("--agent", "oracle,null", "--channel", "tree,tools", "--task", f"todo.ShowList,{','.join(TASKS)}")
    command("eval", *wanted, "--out", tmp_path / "run")
    filed = [json.loads(path.read_text()) for path in (tmp_path / "run").glob("episodes/*/episode.json")]
    under: dict[str, set[str]] = {"tree": set(), "tools": set()}
    for one in filed:
        under[one["planned"]["channel"]].add(json.dumps(one["planned"]["configuration"]))
        assert one["verdict"]["outcome"] == ("success" if one["planned"]["agent"] == "oracle" else "failure")
    assert under["tree"] == under["tools"] and len(under["tree"]) == len(TASKS)
    assert not [one for one in under["tree"] if "todo.ShowList" in one]
    command("report", tmp_path / "run")
    page = (tmp_path / "run" / "report.html").read_text()
    assert "null · tree over null · tools" in page or "null · tools over null · tree" in page
    by_tools = next(one["episode"] for one in filed if one["planned"]["channel"] == "tools")
    with pytest.raises(UserError, match="played by tools: there are no screens to draw"):
        redraw(Folder(tmp_path / "run"), by_tools)


@pytest.mark.long
def test_a_task_that_ends_on_a_page_is_left_out_with_a_reason(tmp_path: Path) -> None:
    wanted = ("--task", "todo.ShowList", "--channel", "tools", "--out", tmp_path / "run")
    assert "page, which “tools” has none of" in command("eval", *wanted, code=2)


def test_screens_and_tools_stand_in_one_episode() -> None:
    """A call changes what the screen shows, is told its result, and is refused where a channel has no tools."""
    with opened("dom", "tree+tools") as environment:
        now = environment.reset(TASK)
        assert now.tools and now.tree.children
        now = environment.step(OpenApp(name="Ticked"))
        title = episode_of(environment).instance.commands[0].task.title
        row = json.loads(_call(environment, "todo_list", kind="task", search=title).result)["rows"][0]
        shown = _call(environment, "todo_complete", task=row["id"])
        assert json.loads(shown.result)["done"] and shown.tree.children and shown.feedback.ok
        assert environment.step(Done()).feedback.ok and environment.verdict().success
    with opened("dom", "tree") as environment:
        environment.reset(TASK)
        assert "“tree+tools”" in _call(environment, "todo_list", kind="task").feedback.text


@pytest.mark.parametrize("environment", ["tree+tools"], indirect=True)
def test_a_call_loses_nothing_that_is_typed(environment: SyncEnvironment) -> None:
    add = environment.step(OpenApp(name="Ticked")).tree.find("link", "Add task")
    now = environment.step(Click(target=Ref(id=add.ref if add else "")))
    field = next(one for one in now.tree.walk() if one.role == "textbox")
    environment.step(SetValue(target=Ref(id=field.ref), value="Half a title"))
    now = _call(environment, "todo_list", kind="task")
    assert now.result and next(one for one in now.tree.walk() if one.role == "textbox").value == "Half a title"


@pytest.mark.parametrize("environment", ["tree+tools"], indirect=True)
def test_a_call_that_writes_nothing_leaves_the_page_as_it_is(
    environment: SyncEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what a call has written is shown anew: a list costs no page, reading a letter marks it on the screen."""
    driver, done = environment.environment.driver, list[Action]()
    honest = driver.act

    async def noted(action: Action) -> Feedback:
        done.append(action)
        return await honest(action)

    monkeypatch.setattr(driver, "act", noted)
    letters = json.loads(_call(environment, "mail_list", kind="thread", where=["unread = true"]).result)["rows"]
    assert not done
    _call(environment, "mail_get", kind="thread", id=letters[0]["id"])
    assert [one.type for one in done] == ["system"]


@pytest.mark.parametrize("environment", ["tree+tools"], indirect=True)
def test_what_a_call_told_was_seen(environment: SyncEnvironment) -> None:
    told = json.loads(_call(environment, "bank_list", kind="account").result)["rows"][0]["product"]
    assert any(told in one.text for one in episode_of(environment).seen)


def test_a_letter_takes_files_by_their_names_or_ids(world: World) -> None:
    one, other = called(world, "mail_list", kind="attachment", where=["name ~ Payslip"])["rows"][:2]
    to = {"to": "somebody@far.example", "subject": "Papers"}
    called(world, "mail_send", **to, files=[one["name"], str(other["id"])])
    sent = world.store.all(Thread, order="id DESC", limit=1)[0].messages[-1]
    assert [file.name for file in sent.attachments] == sorted((one["name"], other["name"]))
    assert wrong(world, "mail_send", **to, files=["/etc/passwd"]).startswith("files: There is no “/etc/passwd”")
    assert "are called “invite.ics”: give the id" in wrong(world, "mail_send", **to, files=["invite.ics"])
    many = [str(row["id"]) for row in called(world, "mail_list", kind="attachment")["rows"][:11]]
    refused = Toolbox(world).call("mail_send", {**to, "files": many})
    assert "Attach up to 10 files." in refused.feedback.text + refused.result
