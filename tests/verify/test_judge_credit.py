"""The outcome and items that a proof looks at, of many in a row, are those of each one's whole verdict."""

import pytest

from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.episode import expected
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.proof.honest import episode_of
from lifeworld.proof.tamper import wrongs
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import instance_of
from lifeworld.verify.judge import Judge, judge
from lifeworld.world.tables import by_name

# A change, an order, two ends, a free choice, what moves, what has to be asked, a question, what can't be done.
KINDS = (
    "todo.CompleteTask",
    "todo.FinishSomethingLate",
    "calendar.TheHourAfter",
    "cross.RememberTheBill",
    "bank.TransferTooMuch",
    "todo.WhenIsItDue",
    "todo.CompleteTask+bank.TransferBetweenAccounts",
)


@pytest.mark.parametrize("name", KINDS)
def test_credit_is_the_verdict_without_its_words(name: str, environment: SyncEnvironment) -> None:
    configuration = Configuration(name, "nora")
    instance = instance_of(configuration)
    hands = SolutionDriver(environment.step, environment.reset(configuration))
    hands.solve(instance)
    hands.finish()
    episode = episode_of(environment)
    right = episode.happened()
    wanted, start = expected(instance, right), episode.world.store.stored
    court = Judge(wanted, by_name(), start)
    others = [one.happened for one in wrongs(right, instance, by_name(), episode.world.store)]
    assert court.credit(right).success and len(others) > 20
    for happened in (right, *others):
        whole, credit = judge(happened, wanted, by_name(), start), court.credit(happened)
        assert (credit.outcome, credit.items) == (whole.outcome, whole.items)
        assert whole.success is not bool(whole.reasons)
