"""What benchmarks have been caught at must fail here."""

from collections.abc import Iterator

import pytest

from lifeworld.agents.simple import LabelAgent
from lifeworld.core.actions import Click, Done, Navigate, Ref, SetValue, System
from lifeworld.core.observation import Observation
from lifeworld.core.verdict import Verdict
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.proof import panel
from lifeworld.taskkit import Configuration, button, field, link
from lifeworld.taskkit.draw import drawn
from lifeworld.world.profiles import NAMES

COMPLETE = Configuration("todo.CompleteTask", NAMES[0])
ADD = Configuration("todo.AddTaskWithDate", NAMES[0])


@pytest.fixture
def environment(either: SyncEnvironment) -> SyncEnvironment:
    return either


@pytest.fixture(scope="module")
def dom() -> Iterator[SyncEnvironment]:
    with opened("dom") as found:
        yield found


def test_who_crashes_on_purpose_is_counted_and_gets_nothing(dom: SyncEnvironment) -> None:
    found = {one.agent: one for one in panel.play([COMPLETE, ADD], dom)}["crashes on purpose"]
    assert sum(found.episodes.values()) == 2 and not found.won and found.suite == 0


def solved(environment: SyncEnvironment, configuration: Configuration) -> Verdict:
    first = environment.reset(configuration)
    instance = drawn(configuration.task, configuration.profile, configuration.instance)
    SolutionDriver(environment.step, first).solve(instance)
    environment.step(Done())
    return environment.verdict()


def test_a_success_left_over_from_the_episode_before(environment: SyncEnvironment) -> None:
    assert solved(environment, COMPLETE).success
    environment.reset(COMPLETE)
    environment.step(Done())
    assert not environment.verdict().success


@pytest.mark.parametrize(
    "address",
    [
        "data:text/html,<form method=post action=/todo/task/1/complete><button>x</button></form>",
        "javascript:fetch('/todo/task/1/complete',{method:'POST'})",
        "file:///etc/passwd",
        "http://127.0.0.1:1/",
        "https://example.org/",
        "view-source:/todo/",
        "chrome://settings",
        "http://localhost/",
        "//other.localhost/",
    ],
)
def test_addresses_outside_the_world_are_blocked(environment: SyncEnvironment, address: str) -> None:
    environment.reset(COMPLETE)
    after = environment.step(Navigate(url=address))
    assert not after.feedback.ok and after.feedback.code == "blocked"
    assert after.url == "/"
    environment.step(Done())
    verdict = environment.verdict()
    assert not verdict.success and not verdict.side_effects


@pytest.mark.parametrize("address", ["/todo/task/1", "/todo/task/1/complete", "/static/../run.json", "/bank/account/1"])
def test_state_behind_an_address_typed_by_hand(environment: SyncEnvironment, address: str) -> None:
    environment.reset(COMPLETE)
    assert environment.step(Navigate(url=address)).feedback.code == "blocked"


def test_an_app_and_a_shown_address_are_open(environment: SyncEnvironment) -> None:
    environment.reset(COMPLETE)
    shown = environment.step(Navigate(url="/todo/"))
    assert shown.feedback.ok
    found = next(node.href for node in shown.tree.all("link") if node.href.startswith("/todo/task/"))
    assert environment.step(Navigate(url=found)).feedback.ok


def test_deleting_what_nobody_asked_to_delete(dom: SyncEnvironment) -> None:
    configuration = COMPLETE
    first = dom.reset(configuration)
    hands = SolutionDriver(dom.step, first)
    hands.solve(drawn(configuration.task, configuration.profile, 0))
    hands.open("Ticked")
    hands.click(link("Browse"), via=())
    other = next(node for node in hands.now.tree.all("link") if node.href == "/todo/list/3")
    hands.click(link(other.name))
    hands.click(link("Delete list"), via=[button("List options")])
    hands.click(button("Delete"))
    dom.step(Done())
    verdict = dom.verdict()
    assert not verdict.success
    assert any("removed a task list in Ticked" in effect for effect in verdict.side_effects)
    assert all(item.met for item in verdict.items), "the task itself was done"


def test_an_edit_that_only_looks_right(dom: SyncEnvironment) -> None:
    first = dom.reset(ADD)
    task = drawn(ADD.task, ADD.profile, 0).task
    hands = SolutionDriver(dom.step, first)
    hands.open("Ticked")
    hands.click(link(task.list.name), via=[link("Browse")])
    hands.click(link("Add task"))
    hands.fill(field("Title"), f"{task.title} {task.due}")  # the date in the title instead of the field
    hands.click(button("Add task"))
    dom.step(Done())
    assert not dom.verdict().success


def test_a_form_of_another_session_writes_nothing(environment: SyncEnvironment) -> None:
    observation = environment.reset(COMPLETE)
    world = environment.environment.episode.world  # type: ignore[union-attr]
    world.token = "another session"
    observation = environment.step(Navigate(url="/todo/"))
    world.token = "yet another"
    done = next(node for node in observation.tree.walk() if node.name.startswith("Complete "))
    environment.step(Click(target=Ref(id=done.ref)))
    assert not world.changes().rows


def test_stale_references_touch_nothing(environment: SyncEnvironment) -> None:
    environment.reset(COMPLETE)
    after = environment.step(Click(target=Ref(id="e99999")))
    assert after.feedback.code == "stale_ref"
    assert environment.step(SetValue(target=Ref(id="nonsense"), value="x")).feedback.code == "stale_ref"
    assert environment.step(System(name="volume_up")).feedback.code in ("", "unsupported_on_target")


def test_the_label_agent_is_told_nothing_of_the_task(dom: SyncEnvironment) -> None:
    observation: Observation = dom.reset(COMPLETE)
    assert not LabelAgent.privileged
    seen = {"url", "title", "tree", "size", "screenshot", "goal", "now", "answer_schema", "feedback", "reply"} | {
        "tools",
        "result",
    }
    assert set(vars(observation)) == seen
