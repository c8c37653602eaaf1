"""Laws over the phrasings that are made of written goals."""

import re

import pytest

from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.kit import Task
from lifeworld.taskkit.styles import STYLES, TERSE, style_of
from lifeworld.taskkit.wording import places

QUOTED = re.compile(r"“[^”]*”")
APPS = re.compile(r"\b(Post|Almanac|Chatter|Ticked|Megacart|Harbour|bank|mail|calendar|chat|list|shop)\b", re.I)
TOLD = re.compile(r"[\d$%]|\b(today|tomorrow|yesterday|week|month|year|morning|evening|night)\b", re.IGNORECASE)
COURTEOUS = (r"\bplease\b", r"\bthank\w*", r"\b(hello|hi there)\b")


@pytest.fixture(scope="module", params=tasks(), ids=lambda template: template.id)
def template(request: pytest.FixtureRequest) -> type[Task]:
    found: type[Task] = request.param
    return found


def made(template: type[Task]) -> tuple[str, ...]:
    return template.phrasings()[len(template.goals) :]


def base(template: type[Task], phrasing: str) -> str:
    return max((goal for goal in template.goals if goal in phrasing), key=len, default="")


def test_each_has_five_or_more_all_different(template: type[Task]) -> None:
    assert len({*template.phrasings()}) == len(template.phrasings()) >= 6
    styles = [style_of(number, template.goals) for number in range(len(template.phrasings()))]
    assert styles.count(TERSE) == 1 and tuple(styles[-len(STYLES) :]) == STYLES


def test_each_holds_a_written_goal_word_for_word(template: type[Task]) -> None:
    assert template.phrasings()[: len(template.goals)] == tuple(template.goals)
    for phrasing in made(template):
        goal = base(template, phrasing)
        assert goal
        assert [*places(phrasing)] == [*places(goal)] and QUOTED.findall(phrasing) == QUOTED.findall(goal)


def test_what_is_added_tells_nothing_of_the_task(template: type[Task]) -> None:
    for phrasing in made(template):
        added = phrasing.replace(base(template, phrasing), " ", 1)
        assert not APPS.search(added) and not TOLD.search(added), added


def test_nobody_is_courteous_twice(template: type[Task]) -> None:
    for phrasing in made(template):
        said = QUOTED.sub("", phrasing)
        assert all(len(re.findall(courtesy, said, re.IGNORECASE)) <= 1 for courtesy in COURTEOUS), phrasing


def test_sentences_begin_and_end_as_sentences_do(template: type[Task]) -> None:
    for phrasing in made(template):
        assert re.match(r"[A-Z“{]", phrasing) and phrasing.endswith((".", "?", "!", "”", "}")), phrasing
        assert "  " not in phrasing
