"""Laws over the items of tasks: enough of them, none met by who does nothing; proofs see that solutions meet all."""

from dataclasses import replace

import pytest
from tests.draws import first
from tests.rotation import some_tasks

from lifeworld.apps.bank.commands import SendMoney
from lifeworld.core.actions import Done
from lifeworld.core.money import Money
from lifeworld.env.environment import SyncEnvironment
from lifeworld.proof.honest import episode_of
from lifeworld.taskkit import Configuration, Task
from lifeworld.taskkit.catalogue import apps_of, needed_apps, tasks
from lifeworld.taskkit.configuration import values
from lifeworld.taskkit.draw import drawn
from lifeworld.taskkit.kit import OVER
from lifeworld.taskkit.rubric import item_of, kept
from lifeworld.verify.happened import Happened
from lifeworld.verify.judge import judge
from lifeworld.world.profiles import NAMES
from lifeworld.world.tables import by_name

FEW, MANY = 3, 6  # items of a task of one app, and of one of several apps or of memory
LEAST = 2  # items of those that have fewer
AT_ONCE = {  # done or read on the page that an app opens with or that is the end itself, off one list, in one chat
    "bank.CoverNumbers",
    "cross.PaidLongAgo",
    "mail.GoToFolder",
    "memory.NameOfTheAnimal",
    "memory.NextPayday",
    "memory.WhatMustTheyNotEat",
    "memory.WhatTheLoanWasFor",
    "memory.WhatTheyKept",
    "memory.WhichBookWasIt",
    "memory.WhoCallsOff",
    "memory.WhomIPayMost",
    "messenger.UnreadAndHeard",
    "messenger.WhatIsMuted",
    "todo.FinishSomethingLate",
}
TURNS = some_tasks("rubrics", 25)


def items(template: type[Task]) -> int:
    instance = first(template.id)
    nothing = Happened(instance.expectation.targets[0].changes, instance.world.store.now.date())
    return len(judge(nothing, instance.expectation, by_name()).items)


def too_few(template: type[Task]) -> bool:
    """Return whether a task has fewer items than it should; one that is to be declined may have any number."""
    several = template.home() in OVER or len(needed_apps(template)) > 1
    return items(template) < (MANY if several else FEW) and not first(template.id).expectation.declined


def test_each_task_has_enough_items() -> None:
    few = [one for one in tasks() if too_few(one)]
    assert {one.id for one in few} == AT_ONCE and min(map(items, few)) >= LEAST


def test_what_was_seen_is_kept_of_tasks_that_there_are_and_has_a_name() -> None:
    assert kept().keys() <= {one.id for one in tasks()}
    for name, texts in kept().items():
        task = first(name).task
        assert all(item_of(text, task).text.count("“") for text in texts)


@pytest.mark.parametrize("template", TURNS, ids=lambda template: template.id)
def test_who_does_nothing_meets_no_item_wherever_the_episode_begins(
    template: type[Task], environment: SyncEnvironment
) -> None:
    begun = [state for state in values("state") if state.partition(".")[0] in apps_of(template)]
    for state in ("home", begun[len(template.id) % len(begun)]):
        environment.reset(Configuration(template.id, NAMES[0], state=state))
        environment.step(Done())
        met = [item.text for item in environment.verdict().items if item.met]
        assert not met or drawn(template.id, NAMES[0], 0).expectation.declined, (state, met)


def test_a_value_of_a_command_is_met_without_the_rest(environment: SyncEnvironment) -> None:
    """Money to the right person with the right note, but another amount: neither the deed nor the amount is met."""
    instance = drawn("bank.SendToPerson", "nora", 0)
    (command,) = instance.commands
    assert isinstance(command, SendMoney)
    environment.reset(Configuration("bank.SendToPerson", "nora"))
    episode = episode_of(environment)
    episode.world.do(replace(command, amount=command.amount + Money(1)))
    environment.step(Done())
    items = environment.verdict().items
    deeds = {
        item.text.partition(": ")[2].partition(" ")[0]: item.met for item in items if item.kind in ("submit", "enter")
    }
    assert deeds == {
        "": False,
        f"“{instance.task.bound['person'].first}": True,
        "account": True,
        "amount": False,
        "note": True,
    }
