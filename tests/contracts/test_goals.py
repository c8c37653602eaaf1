"""Laws over what goals say: they tell nothing of the kind of task, read well, and vary."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

import pytest
from tests.contracts.draws import most_common, spread
from tests.draws import first

from lifeworld.core.errors import TaskError
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.draw import draw
from lifeworld.taskkit.kit import Task
from lifeworld.world.profiles import NAMES

SPECIAL = ("clarify", "confirm", "infeasible")
FOUND = 0.3  # share of a kind's goals that a phrase must be in to be worth knowing
SURE = 0.5  # share of the goals with a phrase that may be of one kind
LONGEST = 4  # words of a phrase
DRAWS = 2
MOST_ALIKE = 0.84  # share of twelve draws that may have one answer: ten of them, where it is yes or no
TRIED = 14  # draws of each task of which ten should differ

# What the review found 29 of 30 refuse goals, and all ask and consent goals, by.
TOLD = re.compile(
    r"\b(can.t be done|isn.t possible|impossible|not possible|say so|tell me (that|if)|ask me|check with me|"
    r"my (ok|confirmation|consent)|once more before|before you do)\b",
    re.IGNORECASE,
)


@pytest.fixture(scope="module")
def goals() -> list[tuple[str, str, str]]:
    """(kind, task, goal) of some draws of every task, each in another phrasing."""
    return [(template.kind(), template.id, goal) for template in tasks() for goal in drawn_goals(template)]


def drawn_goals(template: type[Task]) -> Iterator[str]:
    for number in range(DRAWS):
        try:
            instance = draw(template, NAMES[number % len(NAMES)], number) if number else first(template.id)
            yield instance.task.goal(number)
        except TaskError:
            continue


def phrases(goal: str) -> set[str]:
    words = re.findall(r"[\w']+", goal.lower())
    return {" ".join(words[i : i + n]) for n in range(1, LONGEST + 1) for i in range(len(words) - n + 1)}


def test_no_phrase_gives_a_kind_away(goals: list[tuple[str, str, str]]) -> None:
    by_phrase: dict[str, Counter[str]] = defaultdict(Counter)
    for kind, _, goal in goals:
        for phrase in phrases(goal):
            by_phrase[phrase][kind] += 1
    kinds = Counter(kind for kind, _, _ in goals)
    telling = [
        f"“{phrase}”: {counted[kind]} of {kinds[kind]} {kind} goals, {sum(counted.values())} in all"
        for phrase, counted in by_phrase.items()
        for kind in SPECIAL
        if counted[kind] >= FOUND * kinds[kind] and counted[kind] > SURE * sum(counted.values())
    ]
    assert not telling, "\n".join(telling)


def test_what_gave_them_away_no_longer_does(goals: list[tuple[str, str, str]]) -> None:
    hits = Counter(kind for kind, _, goal in goals if TOLD.search(goal))
    assert sum(hits[kind] for kind in SPECIAL) <= SURE * sum(hits.values()), hits


def test_goals_read_well(goals: list[tuple[str, str, str]]) -> None:
    wrong = re.compile(
        r"\ba [AEIO]\w|\ba [aeio]\w(?!ne?\b)|\ban [bcdfgjklmnpqrstvwxz]|\b(my|a|an|the|your) The\b|  |\bNone\b|\( ?\)"
    )
    odd = [f"{name}: {goal}" for _, name, goal in goals if wrong.search(re.sub(r"“[^”]*”", "“”", goal))]
    assert not odd, "\n".join(odd)


def test_goals_end_as_sentences_do(goals: list[tuple[str, str, str]]) -> None:
    assert not [goal for _, _, goal in goals if not goal.rstrip().endswith((".", "?", "!", "”"))]


def test_what_is_to_be_answered_by_yes_or_no_offers_no_other_choice() -> None:
    """“Is it paid, or still open?” would be answered by “still open”, which says neither yes nor no."""
    either = re.compile(r"\bor (?:is|are|was|were|do|does|did|has|have|will|not)\b")
    goals = [(one, goal) for one in tasks() for goal in one.goals if "Yes means" not in goal]
    odd = [f"{one.id}: {goal}" for one, goal in goals if either.search(goal) and yes_or_no(one)]
    assert not odd, "\n".join(odd)


def yes_or_no(template: type[Task]) -> bool:
    try:
        instance = first(template.id)
    except TaskError:
        return False
    return isinstance(instance.expectation.targets[0].answer, bool)


@pytest.fixture(scope="module")
def spreads() -> dict[str, int]:
    found = tasks()
    return {
        template.id: spread(template, NAMES[place % len(NAMES)], TRIED).distinct for place, template in enumerate(found)
    }


@pytest.mark.slow
def test_draws_differ(spreads: dict[str, int]) -> None:
    assert sum(spreads.values()) / len(spreads) >= 10


@pytest.mark.slow
@pytest.mark.parametrize("template", [t for t in tasks() if t.says("answer")], ids=lambda template: template.id)
def test_no_question_has_one_answer_for_nearly_everybody(template: type[Task]) -> None:
    assert most_common([spread(template, name, 4) for name in NAMES]) <= MOST_ALIKE
