"""Laws over the phrasings that are made of written goals, and over the indirect ones."""

import inspect
import re
from pathlib import Path

import pytest

from lifeworld import apps
from lifeworld.core.errors import TaskError
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.kit import Task
from lifeworld.taskkit.phrasings import INDIRECT, STYLES, TERSE, indirect, indirect_in, style_of
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
    return template.phrasings()[len(template.goals) :][: len(STYLES)]


def base(template: type[Task], phrasing: str) -> str:
    return max((goal for goal in template.goals if goal in phrasing), key=len, default="")


def test_each_has_five_or_more_all_different(template: type[Task]) -> None:
    assert len({*template.phrasings()}) == len(template.phrasings()) >= 6
    styles = [style_of(number, template.goals) for number in range(len(template.phrasings()))]
    last = (*STYLES, *([INDIRECT] if indirect(template) else []))
    assert styles.count(TERSE) == 1 and tuple(styles[len(template.goals) :]) == last


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


# ---- the indirect ones

NEED = [template for template in tasks() if indirect(template)]
ALIKE = 4  # words that an indirect goal may have in a row with another goal of its task
MOST = 45  # words that somebody says of a need at once


def words(text: str) -> list[str]:
    return re.findall(r"[\w']+", re.sub(r"“[^”]*”|\{[^}]*\}", "“”", text).lower())


def runs(text: str) -> set[tuple[str, ...]]:
    found = words(text)
    return {tuple(found[start : start + ALIKE + 1]) for start in range(len(found) - ALIKE)}


@pytest.mark.parametrize("template", NEED, ids=lambda template: template.id)
def test_an_indirect_goal_tells_all_that_every_other_one_tells(template: type[Task]) -> None:
    """What each written goal names decides; which app it is and what is done there, one has to find out."""
    (goal,) = indirect(template)
    always = set.intersection(*({*places(other)} for other in template.goals))
    assert always <= {*places(goal)}, always - {*places(goal)}


@pytest.mark.parametrize("template", NEED, ids=lambda template: template.id)
def test_an_indirect_goal_names_no_app_and_says_it_in_words_of_its_own(template: type[Task]) -> None:
    (goal,) = indirect(template)
    assert not [app.name for app in apps.installed() if app.name.lower() in QUOTED.sub("", goal).lower()]
    assert not [told for other in template.goals for told in runs(goal) & runs(other)]
    assert goal.endswith((".", "?", "!", "”", "}")) and len(re.sub(r"\{[^}]*\}", "…", goal).split()) <= MOST


def test_every_task_has_an_indirect_goal() -> None:
    """Even who changes an app's settings does so because of some need."""
    assert [template.id for template in tasks() if not indirect(template)] == []


def test_an_indirect_goal_is_no_other_task_s_unless_both_ask_alike() -> None:
    """What can't be done is asked for as if it could, in the words of the task that it resembles."""
    asked: dict[str, type[Task]] = {}
    for template in NEED:
        (goal,) = indirect(template)
        assert asked.setdefault(goal, template).goals == template.goals, goal


def test_an_indirect_goal_of_no_task_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(inspect.getfile(NEED[0])).parent
    known = {**indirect_in(folder), "SendMonney": "I owe somebody something."}
    monkeypatch.setattr("lifeworld.taskkit.catalogue.indirect_in", lambda found: known if found == folder else {})
    tasks.cache_clear()
    with pytest.raises(TaskError, match=f"{folder.name}/indirect.toml: there is no task “SendMonney” in this folder"):
        tasks()


@pytest.mark.parametrize(("text", "told"), [("A = 3", "A is no text"), ("A = ", "can't be read")])
def test_what_is_no_file_of_indirect_goals_is_refused(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "indirect.toml").write_text(text, encoding="utf-8")
    with pytest.raises(TaskError, match=told):
        indirect_in(tmp_path)
