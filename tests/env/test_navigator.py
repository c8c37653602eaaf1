"""The navigator: each command that a task of one app asks for is done through the screens, by the map of the app."""

import time
from collections.abc import Iterator
from itertools import count

import pytest

from lifeworld import apps
from lifeworld.apps.calendar.commands import SetReminder
from lifeworld.apps.calendar.models import Event
from lifeworld.core.errors import Lost, TaskError
from lifeworld.env.atlas import FOUND
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.going import Going, detours
from lifeworld.env.navigator import Errand
from lifeworld.env.solution_driver import SolutionDriver, commands_of, other_ways
from lifeworld.env.survey import atlas
from lifeworld.taskkit.catalogue import find, tasks
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import drawn
from lifeworld.taskkit.kit import Task
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

# What it can't do, and why.
_SELECTED = "the conversations are ticked in a list that shows both at once, which takes a search of its own"
_READ = "looking at it on the way marks it as read, which leaves no form to press"
BEYOND = {
    "bank.WithdrawDispute": "nobody has a dispute in the world of the map, so that no page is known to offer it",
    "calendar.SkipOne": "it tries one day of the series after the other, and gives up before the right one",
    "mail.LabelTwoOfSender": _SELECTED,
    "mail.ReadAndLabelled": _READ,
    "mail.TakeOutOfTheBin": "no search finds what is in the bin, and it looks through all other folders first",
    "mail.TwoAtOnce": _SELECTED,
    "messenger.ForwardToTwo": "it can't tell the chat that the message is in from those that it is forwarded to",
    "messenger.NothingNewThere": _READ,
    "shop.ChangeQuantity": "a quantity is changed one by one, by a button for the next number",
}
DRAWS = 3
ONE_OF_EACH = ("todo.Postpone", "bank.TransferBetweenAccounts", "mail.ArchiveConversation")


def changing(app: str) -> list[type[Task]]:
    """Return the tasks of one app of which nothing but changes should come."""
    return [one for one in tasks() if one.home() == app and one.kind() == "modify" and not one.says("answer")]


def fair(template: type[Task]) -> Iterator[Configuration]:
    """Yield configurations of a task, on either device in turn."""
    for number, profile in zip(count(), NAMES, strict=False):
        try:
            drawn(template.id, profile, 0)
        except TaskError:
            continue
        yield Configuration(template.id, profile, 0, device=("phone", "desktop")[number % 2])


def failed(environment: SyncEnvironment, configuration: Configuration, detour: int = 0) -> str:
    """Do a task by its commands alone, and return what came of it; "" where the end is that of the reference run."""
    instance = drawn(configuration.task, configuration.profile, configuration.instance)
    hands = SolutionDriver(environment.step, environment.reset(configuration))
    hands.instance, hands.detour = instance, detour
    try:
        hands.follow(instance.task)
    except Lost as lost:
        return str(lost)
    hands.finish()
    return "; ".join(environment.verdict().reasons)


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_a_task_is_done_by_its_commands(name: str, environment: SyncEnvironment) -> None:
    assert not failed(environment, Configuration(name, "nora"))


@pytest.mark.slow
@pytest.mark.parametrize("app", [app.id for app in apps.installed()])
def test_every_command_that_tasks_of_an_app_ask_for_is_done(app: str, environment: SyncEnvironment) -> None:
    found = {}
    for template in changing(app):
        whys = (failed(environment, one) for _, one in zip(range(DRAWS), fair(template), strict=False))
        if why := next(filter(None, whys), ""):
            found[template.id] = why
    beyond = {name for name in BEYOND if name.startswith(f"{app}.")}
    assert set(found) == beyond, found


@pytest.mark.parametrize(("device", "language"), [("phone", "de"), ("tablet", "zh"), ("small", "en")])
def test_it_goes_by_addresses_and_not_by_words(device: str, language: str, environment: SyncEnvironment) -> None:
    for layout in ("usual", "top", "top-cards"):
        shown = {"device": device, "language": language, "layout": layout, "theme": "dark"}
        assert not failed(environment, Configuration("todo.AddTaskWithDate", "nora", **shown)), layout  # type: ignore[arg-type]


@pytest.mark.long
def test_it_works_in_a_browser(chromium: SyncEnvironment) -> None:
    for name in ONE_OF_EACH:
        assert not failed(chromium, Configuration(name, "nora"))


def test_other_ways_lead_to_the_same_form(environment: SyncEnvironment) -> None:
    usual = Configuration("mail.ArchiveConversation", "nora")
    instance = drawn(usual.task, usual.profile, usual.instance)
    (command,) = commands_of(instance, instance.task)
    ways = detours(command, atlas(apps.by_id()["mail"], False), instance.world.store)
    assert ways
    for number in range(1, len(ways) + 1):
        assert not failed(environment, usual, number)


def test_a_task_without_a_solution_is_solved(environment: SyncEnvironment) -> None:
    template = find("mail.ArchiveConversation")
    assert not template.says("solution")
    configuration = Configuration(template.id, "nora")
    instance = drawn(template.id, "nora", 0)
    hands = SolutionDriver(environment.step, environment.reset(configuration))
    hands.solve(instance)
    hands.finish()
    assert environment.verdict().success
    assert other_ways(instance, False) > 0


def test_what_asks_for_an_answer_is_not_derived(environment: SyncEnvironment) -> None:
    template = next(one for one in tasks() if one.kind() == "question")
    hands = SolutionDriver(environment.step, environment.reset(next(fair(template))))
    instance = drawn(template.id, "nora", 0)
    hands.instance = instance
    with pytest.raises(Lost, match="has no commands"):
        hands.follow(instance.task)


def test_a_map_knows_where_searches_lead() -> None:
    found = atlas(apps.by_id()["todo"], True)
    assert f"/todo/search{FOUND}" in found.leads
    assert "/todo/task/{task}" in found.leads[f"/todo/search{FOUND}"]
    assert "Complete" in found.offers["/todo/list/{list_id}"]


@pytest.mark.parametrize("wide", [False, True])
def test_a_map_knows_what_a_letter_offers_by_each_folder(wide: bool) -> None:
    """In the bin it can be restored, in the archive it can go back to the inbox."""
    assert {"Archive", "Delete", "Restore", "MoveToInbox"} <= {
        *atlas(apps.by_id()["mail"], wide).offers["/mail/thread/{thread}"]
    }


def test_where_to_go_is_planned_in_no_time() -> None:
    instance = drawn("bank.TransferBetweenAccounts", "nora", 0)
    (command,) = commands_of(instance, instance.task)
    known, store = atlas(apps.by_id()["bank"], False), instance.world.store
    started = time.process_time()
    for _ in range(20):
        Going(command, known, store)
    assert (time.process_time() - started) / 20 < 0.005


@pytest.mark.parametrize("profile", ["nora", "wilma"])
def test_what_else_a_row_has_pages_for_is_looked_at_last(profile: str, environment: SyncEnvironment) -> None:
    hands = SolutionDriver(environment.step, environment.reset(Configuration("shop.ReturnItem", profile, 5)))
    hands.solve(drawn("shop.ReturnItem", profile, 5))  # by the order, not by all that its product has
    assert hands.steps < 35


def test_a_value_that_no_form_offers_is_named(environment: SyncEnvironment) -> None:
    hands = SolutionDriver(environment.step, environment.reset(Configuration("todo.CompleteTask", "nora")))
    event = World(load("nora").data).store.one(Event, "title = ?", "Quarterly review")
    with pytest.raises(Lost, match=r"no form of SetReminder is found from .* does not offer reminder=34"):
        Errand(hands, SetReminder(event, 34)).run()
