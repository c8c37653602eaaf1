"""Reasons name commands: what was not done, and what was done beside it, with the rows that differ beneath."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import pytest
from tests.rotation import some_tasks

from lifeworld.apps import by_id
from lifeworld.apps.bank.commands import PayBill
from lifeworld.apps.bank.models import Account, Bill
from lifeworld.core.errors import Refused
from lifeworld.core.verdict import Reason, Verdict
from lifeworld.env.episode import judged
from lifeworld.proof.coverage import examples
from lifeworld.store import Changes, Command
from lifeworld.taskkit import Configuration, Task
from lifeworld.taskkit.draw import Instance, instance_of
from lifeworld.taskkit.start import initial
from lifeworld.verify.happened import Deed, Happened, deeds_of, in_words
from lifeworld.verify.words import Labels
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES
from lifeworld.world.tables import by_name

TASKS = some_tasks("reasons", 25)
STRAYS = 8  # commands of each app of a task


def of_deeds(verdict: Verdict) -> list[Reason]:
    """Return the reasons that tell of changes, not of answers, questions or how the agent stopped."""
    return [one for one in verdict.why if one.headline.startswith(("did not ", "should have ", "also "))]


def labels(world: World) -> Labels:
    return Labels(by_name(), Changes(), world.store.stored)


def played(instance: Instance, world: World, commands: tuple[Command, ...]) -> Happened:
    world.live()
    for command in commands:
        world.do(command)
    deeds = deeds_of(world.done, labels(world))
    goal = instance.task.goal(0)
    return Happened(world.changes(), world.store.now.date(), status="success", deeds=deeds, goal=goal)


def tried(world: World, command: Command, happened: Happened) -> tuple[str, Happened]:
    """Return what a command is called, and what would have happened had it been done, too."""
    words, name = in_words(command.fresh(world.store), labels(world)), type(command).__name__
    deed = Deed(words, name, frozenset((row.table, row.id) for row in world.trial(command).rows))
    return words, replace(happened, changes=world.after(command), deeds=(*happened.deeds, deed))


@lru_cache(maxsize=16)
def strays(app: str) -> tuple[Command, ...]:
    world = World(load(NAMES[0]).data).start()
    return tuple(example.command for example in examples(by_id()[app], world) if not example.refusal)


def some_strays(template: type[Task]) -> Iterator[Command]:
    for app in template.apps:
        yield from strays(app)[len(template.id) % 3 :: 3][:STRAYS]


@pytest.mark.parametrize("template", TASKS, ids=lambda one: one.id)
def test_nothing_done_is_a_headline_for_each_command_at_most(template: type[Task]) -> None:
    configuration = Configuration(template.id, NAMES[0])
    instance = instance_of(configuration)
    world = initial(instance.task, instance.profile)
    verdict = judged(played(instance, world, ()), instance, configuration.content, world)
    told = of_deeds(verdict)
    commands = [one.deed for target in instance.expectation.targets for one in target.wanted]
    assert all(one.headline.removeprefix("did not ") in commands for one in told), told
    assert len(told) <= max(len(target.wanted) for target in instance.expectation.targets)
    assert all(one.followings for one in told) or len(told) > 1
    world.close()


@pytest.mark.parametrize("template", TASKS, ids=lambda one: one.id)
def test_a_stray_command_is_one_headline_more(template: type[Task]) -> None:
    configuration = Configuration(template.id, NAMES[0])
    instance = instance_of(configuration)
    world = initial(instance.task, instance.profile)
    happened = played(instance, world, instance.commands)
    assert not of_deeds(judged(happened, instance, configuration.content, world))
    for command in some_strays(template):
        try:
            words, more = tried(world, command, happened)
        except Refused:
            continue
        told = of_deeds(judged(more, instance, configuration.content, world))
        assert [one.headline for one in told] in ([], [f"also chose to {words}"]), told
        assert all(one.followings for one in told)
    world.close()


def test_a_command_reads_as_its_description_with_its_values() -> None:
    world = World(load(NAMES[0]).data)
    (bill,) = world.store.all(Bill, "paid_at IS NULL", limit=1)
    account = world.store.get(Account, 1)
    words = in_words(PayBill(bill, account), labels(world))
    assert words.startswith("pay a bill now: “")
    assert bill.number in words and f"” {bill.amount}, account “{account.name}" in words
    world.close()


def test_what_an_older_version_filed_is_read() -> None:
    filed = {"outcome": "failure", "reasons": ["bad luck"], "items": []}
    assert Verdict.from_json(filed).why == (Reason("bad luck"),)
    now = Verdict("failure", (Reason("did not pay", ("should have changed a bill",)),))
    assert Verdict.from_json(now.to_json()) == now and now.reasons == ("did not pay",)


def test_deeds_are_filed_whole() -> None:
    deed = Deed("pay a bill now", "PayBill", frozenset({("bank_bill", 3), ("outbox", 1)}))
    assert Deed.from_json(deed.to_json()) == deed
