"""Goals in other languages: catalogues that are whole, the same places, values as the language writes them."""

import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from tests.rotation import some_tasks

from lifeworld.core.errors import UserError
from lifeworld.env.episode import Episode
from lifeworld.proof.catalogue import path_of, task_folders, template_of, written
from lifeworld.taskkit import Task
from lifeworld.taskkit.catalogue import find, tasks
from lifeworld.taskkit.compose import composed
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import drawn, instance_of
from lifeworld.taskkit.wording import HERE, IN_ENGLISH, folder_of, said, word
from lifeworld.web.look import LANGUAGES

OTHERS = LANGUAGES[1:]
all_said = cache(template_of)  # of a folder, read once for all languages
ENGLISH_DAYS = re.compile(
    r"\b(January|February|March|April|June|July|August|September|October|November|December"
    r"|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b"
)
ALIKE = {
    "de": re.compile(r"(April|August|September|November)( \d{4})?|Shopping")
}  # what a language writes as English does
QUOTED = re.compile(r"„[^“]*“|“[^”]*”|«[^»]*»")


def catalogue(folder: Path, language: str) -> Catalog:
    with path_of(folder, language).open("rb") as file:
        return read_po(file, locale=language)


def places_of(text: str) -> set[str]:
    """Return what a text shows, however it is written."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def faults(text: str, other: str) -> Iterator[str]:
    """Yield what a translation lacks of its text, or has too much."""
    if not other or other == text:
        yield "is not translated"
    elif places_of(text) != places_of(other):
        yield f"shows {sorted(places_of(other))}, not {sorted(places_of(text))}"
    elif numbers(text) != numbers(other):
        yield f"tells {numbers(other)}, not {numbers(text)}"
    elif ":a}" in other:
        yield "has an English article"


def numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", re.sub(r"\{[^}]*\}", "", text)))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("folder", task_folders(), ids=lambda folder: folder.name)
def test_each_catalogue_is_whole_and_shows_what_its_text_shows(folder: Path, language: str) -> None:
    template, found = all_said(folder), catalogue(folder, language)
    assert path_of(folder, language).read_bytes() == written(found)
    assert {(one.id, one.context) for one in found if one.id} == {(one.id, one.context) for one in template if one.id}
    spoken = [one for one in found if one.id and not one.context]
    assert [(one.id, fault) for one in spoken for fault in faults(str(one.id), str(one.string))] == []


def test_a_translation_that_shows_something_else_is_found() -> None:
    assert list(faults("Pay {sum} to {who.name} in 2 days.", "Zahl {sum} an {who.name} in 2 Tagen.")) == []
    for wrong in ("Zahl an {who.name} in 2 Tagen.", "Zahl {sum} an {who.id} in 2 Tagen.", "{sum}, {who.name}, 3", ""):
        assert list(faults("Pay {sum} to {who.name} in 2 days.", wrong)), wrong


def shown_in(template: type[Task], task: Task) -> set[str]:
    """Return the texts of the world that the goals show."""
    places = {name for goal in template.texts() for name in places_of(goal)}
    values = (string.Formatter().get_field(name, (), task.bound)[0] for name in places)
    return {value for value in values if isinstance(value, str)}


def alike(word: str, language: str) -> bool:
    return language in ALIKE and ALIKE[language].fullmatch(word) is not None


def without(values: set[str], text: str) -> str:
    return re.sub("|".join(map(re.escape, values)) or "^$", "", text)


@pytest.mark.parametrize("template", some_tasks("goal languages", 40), ids=lambda template: template.id)
def test_a_goal_tells_the_same_in_every_language(template: type[Task]) -> None:
    task = drawn(template.id, "nora", 1).task
    for language in OTHERS:
        goals = [task.goal(number, language) for number in range(len(template.phrasings()))]
        assert len({*goals}) == len(goals)
        for goal in goals:
            assert goal.endswith(said(IN_ENGLISH, language)) and not re.search(r"[{}]", goal)
            found = ENGLISH_DAYS.search(without(shown_in(template, task), QUOTED.sub("", goal)))
            assert not found or alike(found[0], language), goal


@pytest.mark.parametrize("template", some_tasks("words in goals", 40), ids=lambda template: template.id)
def test_a_word_of_ours_has_a_translation(template: type[Task]) -> None:
    texts = (*template.texts(), template.hidden_info, *template.confirmation.values(), *template.goal_update)
    for language in OTHERS:
        marked = {
            name
            for text in texts
            for _, name, spec, _ in string.Formatter().parse(said(text, language, folder_of(template)))
            if spec == "said"
        }
        for number in range(6) if marked else ():
            bound = drawn(template.id, ("nora", "desmond", "wilma")[number % 3], number).task.bound
            for name in marked:
                value = str(string.Formatter().get_field(name, (), bound)[0])
                assert word(value, language) != value or alike(value, language), (language, name, value)


def test_values_are_written_as_the_language_does() -> None:
    task = instance_of(Configuration("bank.TransferBetweenAccounts", "nora")).task
    assert re.search(r"\$\d[\d,]*\.\d\d", task.goal(0)) and re.search(r"\d,\d\d\xa0\$", task.goal(0, "de"))


def test_parts_are_joined_in_the_language_of_the_goal() -> None:
    template = composed([find("todo.CompleteTask"), find("calendar.MyWeek")])
    task = drawn(template.id, "nora", 0).task
    for number, english in enumerate(template.phrasings()):
        goal = task.goal(number, "fr")
        assert goal.endswith(said(IN_ENGLISH, "fr")) and len(template.phrasings("fr")) == len(template.phrasings())
        assert not re.search(r"\b(First|Then|Next|Please|After|Once|today)\b", QUOTED.sub("", goal)), (english, goal)


def test_the_person_answers_in_the_language_of_the_goal() -> None:
    configuration = Configuration("todo.DeleteListAfterConsent", "nora", goal_language="de")
    episode = Episode(configuration, instance_of(configuration), "token")
    assert episode.person.reply("How is the weather?").text == said("Which one do you mean?", "de")
    told = episode.instance.task.knowledge("de").told
    assert told and told != episode.instance.task.knowledge().told


def test_an_answer_may_be_in_the_language_of_the_goal() -> None:
    assert Configuration("bank.AverageBill", "nora", language="fr", goal_language="de").spoken == ("fr", "de")


def test_a_task_without_goals_in_a_language_is_refused() -> None:
    class Lonely(Task):
        """One that only its author has told."""

        goals = ["Do it.", "Please do it.", "It wants doing."]

        def reached(self) -> str:
            return "/"

        def solution(self, user: object) -> None:
            raise NotImplementedError

    with pytest.raises(UserError, match="no goals in “de”; write them into"):
        Lonely.phrasings("de")


def test_all_tasks_have_goals_in_every_language() -> None:
    assert all(template.phrasings(language) for template in tasks() for language in OTHERS)
    assert folder_of(find("todo.CompleteTask")).parent == HERE.parent / "tasks"
