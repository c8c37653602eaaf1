"""The world moves while an agent works, and the person changes their mind: seen from outside."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.commands import command

from lifeworld.agents.call_decoding import Call, Result
from lifeworld.core.actions import Action, Done, Invalid, Observe, OpenApp, Wait
from lifeworld.core.errors import LifeworldError
from lifeworld.core.observation import Feedback, Observation
from lifeworld.env.channels import by_tools
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.environment import Environment, SyncEnvironment
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.proof.crawl import get
from lifeworld.proof.honest import episode_of
from lifeworld.run.folder import Folder
from lifeworld.run.plan import tags_of
from lifeworld.store import Changes
from lifeworld.taskkit import Configuration, Task, field, link
from lifeworld.taskkit.catalogue import apps_of, tasks
from lifeworld.taskkit.draw import drawn
from lifeworld.taskkit.parameters import Unfair
from lifeworld.taskkit.reference_run import reference_run
from lifeworld.tasks.bank import send
from lifeworld.tasks.shop import order_of

KINDS = ("wait", "adapt", "ignore")
MOVING = [one for one in tasks() if "moving" in tags_of(one)]
MINDS = [one for one in tasks() if "goal-update" in tags_of(one)]
BY_REPLY = ("cross.AskTheNext", "mail.AskTheNextByMail")  # where a yes leaves it at what was done first
HEADS = {"todo": "Ticked", "bank": "Harbour Bank", "calendar": "Almanac", "shop": "Megacart", "mail": "Post"}
HEADS |= {"messenger": "Chatter"}


@pytest.fixture
def environment() -> Iterator[SyncEnvironment]:
    made = SyncEnvironment(Environment(Dom()))
    yield made
    made.close()


def names(templates: list[type[Task]]) -> list[str]:
    return [template.id for template in templates]


def test_there_are_enough_of_each_kind_in_every_app() -> None:
    assert len(MOVING) >= 24 and len(MINDS) >= 12
    for kind in KINDS:
        assert sum(kind in tags_of(one) for one in MOVING) >= 6, kind
    assert all(sum(kind in tags_of(one) for kind in KINDS) == 1 for one in MOVING)
    assert {app for one in MOVING for app in apps_of(one)} & {app for one in MINDS for app in apps_of(one)} >= {*HEADS}
    assert sum(one.too_late for one in MINDS) >= 2
    assert all(one.trigger for one in (*MOVING, *MINDS))
    assert all(one.says("scheduled_events") or one.goal_update for one in tasks() if one.trigger)


@pytest.mark.parametrize("template", MOVING, ids=names(MOVING))
def test_each_kind_is_what_it_says(template: type[Task]) -> None:
    """What is to be waited for decides what is right; what is to be ignored does not."""
    instance = drawn(template.id, "nora", 0)
    task = template(instance.task.bound)
    task.scheduled_events = lambda: ()  # type: ignore[method-assign]
    try:
        without = reference_run(task, instance.world).targets[0]
    except (LifeworldError, Unfair):  # without what comes, there is nothing that it could be done to
        assert "wait" in template.tags
        return
    wanted = instance.expectation.targets[0]
    same = (told(without.changes), without.answer) == (told(wanted.changes), wanted.answer)
    if "adapt" in tags_of(template):
        assert instance.expectation.superseded or template.id in BY_REPLY
    else:
        assert same == template.distractor


def told(changes: Changes) -> list[str]:
    """Return what was changed, but for the ids of new rows."""
    return sorted(
        f"{change.table} {side and {k: v for k, v in side.items() if not k.endswith('id')}}"
        for change in changes.rows
        for side in (change.removed, change.added)
    )


def test_the_pace_of_taps_decides_nothing(environment: SyncEnvironment) -> None:
    """What is due comes with the world's clock, however much is done before."""
    configuration = Configuration("messenger.TellMeTheirTime", "nora")
    environment.reset(configuration)
    world = episode_of(environment).world
    for _ in range(40):
        environment.step(OpenApp(name="Chatter"))
        environment.step(Observe())
    assert not world.came
    shown = environment.step(Wait(seconds=239))
    assert not world.came and "begins at" not in shown.tree.text
    shown = environment.step(Wait(seconds=1))
    assert len(world.came) == 1
    assert "begins at" in shown.tree.text, "a notification shows on the screen"


def test_a_parcel_that_arrives_any_minute_is_out_for_delivery(environment: SyncEnvironment) -> None:
    environment.reset(Configuration("shop.ReturnOnceItIsHere", "nora"))
    world, variant = episode_of(environment).world, episode_of(environment).instance.task.variant
    order = order_of(world.store, variant)
    assert order.placed_at and order.arrives == world.store.now.date() == order.placed_at.date() + timedelta(days=4)
    assert b"Out for delivery" in get(world, f"/shop/order/{order.id}").body
    for _ in range(3):
        environment.step(Wait(seconds=240))
    assert b"Delivered Today" in get(world, f"/shop/order/{order.id}").body


def test_how_an_app_is_opened_or_how_often_makes_no_difference(environment: SyncEnvironment) -> None:
    configuration = Configuration("cross.PayWhatTheyFinallySay", "nora")
    for before in ([], [OpenApp(name="Almanac"), OpenApp(name="Ticked")] * 5, [Wait(seconds=300)] * 3):
        environment.reset(configuration)
        world = episode_of(environment).world
        for action in before:
            environment.step(action)
        assert not [event for event in world.came if "add up" in getattr(event, "text", "")]
        shown = environment.step(OpenApp(name="Harbour Bank"))
        assert "add up" in shown.tree.text
        environment.step(OpenApp(name="Harbour Bank"))
        assert len([event for event in world.came if "add up" in getattr(event, "text", "")]) == 1


def ended(environment: SyncEnvironment, task: str, *actions: Action) -> tuple[str, ...]:
    environment.reset(Configuration(task, "nora"))
    for action in (*actions, Done(answer="10:15 AM")):
        environment.step(action)
    return environment.verdict().reasons


def test_who_never_waits_is_told_so(environment: SyncEnvironment) -> None:
    for template in MOVING:
        if "wait" in template.tags:
            reasons = ended(environment, template.id)
            assert any(reason.startswith("the agent ended before this came: “") for reason in reasons), template.id


def test_who_acts_on_the_old_state_is_told_from_who_never_looked(environment: SyncEnvironment) -> None:
    stale = "the agent acted on what was no longer so"
    configuration = Configuration("cross.PayWhatTheyFinallySay", "nora")
    task: Any = drawn(configuration.task, "nora", 0).task
    for world_moves, told in ((True, stale), (False, "the agent never looked at what came")):
        hands = SolutionDriver(environment.step, environment.reset(configuration))
        if world_moves:
            send(hands, task.chat.person, task.account, task.first, task.what)
        hands.finish()
        reasons = environment.verdict().reasons
        assert any(reason.startswith(told) for reason in reasons) is world_moves, reasons
        assert (stale in reasons) is world_moves


def test_a_letter_whose_subject_alone_was_seen_was_never_looked_at(environment: SyncEnvironment) -> None:
    reasons = ended(environment, "mail.PassOnWhatComes", *[Wait(seconds=300)] * 2)
    assert any(reason.startswith("the agent never looked at what came: “") for reason in reasons), reasons


@pytest.mark.parametrize("template", MINDS, ids=names(MINDS))
def test_the_person_speaks_once_and_everybody_hears_it(template: type[Task], environment: SyncEnvironment) -> None:
    configuration = Configuration(template.id, "nora", phrasing=1)
    said: list[str] = []

    def step(action: Action) -> Observation:
        shown = environment.step(action)
        said.append(shown.reply)
        return shown

    hands = SolutionDriver(step, environment.reset(configuration))
    instance = episode_of(environment).instance
    hands.solve(instance)
    hands.finish()
    assert environment.verdict().success, environment.verdict().reasons
    assert [one for one in said if one] == [instance.task.changed(1)]


@pytest.mark.parametrize("template", [one for one in MINDS if one.says("superseded_effects")], ids=lambda one: one.id)
def test_what_was_asked_first_is_refused_by_name(template: type[Task], environment: SyncEnvironment) -> None:
    instance = drawn(template.id, "nora", 0)
    environment.reset(Configuration(template.id, "nora"))
    episode = episode_of(environment)
    environment.step(Done())
    old = instance.expectation.superseded
    assert old
    if old.prose:  # the words of which are the agent's own
        return
    reasons = episode.judged(old.changes).reasons
    assert "the agent acted on what was no longer so" in reasons
    assert any(reason.startswith("the agent ended before the person could say: “") for reason in reasons)


@pytest.mark.parametrize("template", [one for one in MINDS if one.too_late], ids=lambda one: one.id)
def test_too_late_is_to_be_said(template: type[Task], environment: SyncEnvironment) -> None:
    unsaid = ("it can't be done, and the agent did not say so",)
    ends = {
        Done(): unsaid,
        Done(answer="I've stopped it."): unsaid,
        Done(answer="It had gone out before you wrote."): unsaid,
        Done(status="infeasible", answer="It had gone out before you wrote."): (),
    }
    for end, reasons in ends.items():
        hands = SolutionDriver(environment.step, environment.reset(Configuration(template.id, "nora")))
        hands.give_up = lambda end=end, hands=hands: hands.act(end)  # type: ignore[method-assign, misc]
        hands.solve(episode_of(environment).instance)
        assert environment.verdict().reasons == reasons, end


def test_models_are_told_what_the_person_says_beside_what_the_device_says() -> None:
    tapped = Call((OpenApp(name="Post"),))
    spoken = "The person says: Make it Friday."
    assert Result(tapped, [Feedback()], "Make it Friday.").told == spoken
    assert Result(tapped, [Feedback()], "Make it Friday.", '{"done": true}').told == '{"done": true}\n' + spoken
    wrong = Feedback(False, "unknown_target", "There is no e9.")
    assert Result(Call((Invalid(code="parse_error", detail=""),)), [wrong], "Make it Friday.").told.endswith(spoken)


def test_moving_and_minds_are_proved_when_played_by_tools_too() -> None:
    """Where nothing hangs on a page that is opened, the channel without screens has the same events."""
    opened = [one for one in (*MOVING, *MINDS) if one.trigger and one.trigger.opened]
    assert opened and not any(map(by_tools, opened))
    others = [one for one in (*MOVING, *MINDS) if one.trigger and not one.trigger.opened]
    assert len(others) >= 8 and all(map(by_tools, others))


def test_typing_is_not_lost_when_something_comes(environment: SyncEnvironment) -> None:
    hands = SolutionDriver(environment.step, environment.reset(Configuration("messenger.TellMeTheirTime", "nora")))
    hands.open("Ticked")
    hands.click(link("Add task"))
    hands.fill(field("Title"), "half a thought")
    hands.wait(240)
    assert episode_of(environment).world.came
    assert "half a thought" in hands.now.tree.text


@pytest.mark.long
def test_the_oracle_does_them_all_from_the_command_line(tmp_path: Path) -> None:
    """The oracle heeds what comes; who does nothing succeeds nowhere."""
    tags = ("--tag", "moving,goal-update", "--profile", "nora", "--axis", "device=phone")
    command("eval", "--agent", "oracle,null", *tags, "--driver", "dom", "--workers", 1, "--out", tmp_path / "run")
    outcomes: dict[str, dict[str, str]] = {"oracle": {}, "null": {}}
    for one in Folder.opened(tmp_path / "run").episodes():
        planned = one["planned"]
        outcomes[planned["agent"]][planned["configuration"]["task"]] = one["verdict"]["outcome"]
    assert outcomes["oracle"] == {one.id: "success" for one in (*MOVING, *MINDS)}
    assert outcomes["null"] == {one.id: "failure" for one in (*MOVING, *MINDS)}
