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


def made() -> list[tuple[type[Task], str]]:
    """Return what is made of written goals, each with its task."""
    own = ((one, one.phrasings()[len(one.goals) :][: len(STYLES)]) for one in tasks())
    return [(one, phrasing) for one, phrasings in own for phrasing in phrasings]


def base(template: type[Task], phrasing: str) -> str:
    return max((goal for goal in template.goals if goal in phrasing), key=len, default="")


def test_each_has_five_or_more_all_different() -> None:
    for one in tasks():
        assert len({*one.phrasings()}) == len(one.phrasings()) >= 6, one.id
        styles = [style_of(number, one.goals) for number in range(len(one.phrasings()))]
        last = (*STYLES, *([INDIRECT] if indirect(one) else []))
        assert styles.count(TERSE) == 1 and tuple(styles[len(one.goals) :]) == last, one.id
        assert one.phrasings()[: len(one.goals)] == tuple(one.goals), one.id


def test_each_holds_a_written_goal_word_for_word() -> None:
    for one, phrasing in made():
        goal = base(one, phrasing)
        assert goal, (one.id, phrasing)
        assert [*places(phrasing)] == [*places(goal)] and QUOTED.findall(phrasing) == QUOTED.findall(goal), one.id


def test_what_is_added_tells_nothing_of_the_task() -> None:
    for one, phrasing in made():
        added = phrasing.replace(base(one, phrasing), " ", 1)
        assert not APPS.search(added) and not TOLD.search(added), (one.id, added)


def test_nobody_is_courteous_twice() -> None:
    for one, phrasing in made():
        said = QUOTED.sub("", phrasing)
        assert all(len(re.findall(word, said, re.IGNORECASE)) <= 1 for word in COURTEOUS), (one.id, phrasing)


def test_sentences_begin_and_end_as_sentences_do() -> None:
    for one, phrasing in made():
        assert re.match(r"[A-Z“{]", phrasing) and phrasing.endswith((".", "?", "!", "”", "}")), (one.id, phrasing)
        assert "  " not in phrasing, (one.id, phrasing)


# ---- the indirect ones

NEED = [template for template in tasks() if indirect(template)]
ALIKE = 4  # words that an indirect goal may have in a row with another goal of its task
MOST = 45  # words that somebody says of a need at once


def words(text: str) -> list[str]:
    return re.findall(r"[\w']+", re.sub(r"“[^”]*”|\{[^}]*\}", "“”", text).lower())


def runs(text: str) -> set[tuple[str, ...]]:
    found = words(text)
    return {tuple(found[start : start + ALIKE + 1]) for start in range(len(found) - ALIKE)}


def test_an_indirect_goal_tells_all_that_every_other_one_tells() -> None:
    """What each written goal names decides; which app it is and what is done there, one has to find out."""
    for one in NEED:
        (goal,) = indirect(one)
        always = set.intersection(*({*places(other)} for other in one.goals))
        assert always <= {*places(goal)}, (one.id, always - {*places(goal)})


def test_an_indirect_goal_names_no_app_and_says_it_in_words_of_its_own() -> None:
    for one in NEED:
        (goal,) = indirect(one)
        assert not [app.name for app in apps.installed() if app.name.lower() in QUOTED.sub("", goal).lower()], one.id
        assert not [told for other in one.goals for told in runs(goal) & runs(other)], one.id
        assert goal.endswith((".", "?", "!", "”", "}")), one.id
        assert len(re.sub(r"\{[^}]*\}", "…", goal).split()) <= MOST, one.id


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
