"""Faults planted on purpose, each of which the pipeline finds."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from jinja2 import ChoiceLoader, DictLoader
from tests.proof.sound import AddTask, only
from tests.untranslated import speak, untranslated

from lifeworld import apps
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.core.verdict import Verdict
from lifeworld.env.environment import SyncEnvironment
from lifeworld.proof import check, singly
from lifeworld.proof.check import Proof, needless, prove, undeclared
from lifeworld.proof.crawl import device_of
from lifeworld.proof.prying import leaks, pried
from lifeworld.proof.screens import Case, Flaw, flaws
from lifeworld.proof.singly import prove_singly
from lifeworld.proof.sufficient import idle
from lifeworld.store import Change
from lifeworld.taskkit import Configuration, Task, button, field, link, pick
from lifeworld.taskkit.draw import draw, drawn
from lifeworld.tasks.todo.ways import open_list
from lifeworld.verify.happened import Happened
from lifeworld.verify.judge import Judge
from lifeworld.web.kept import kept
from lifeworld.web.own_words import PSEUDO
from lifeworld.web.rendering import environment as templates
from lifeworld.web.request import Request, Response
from lifeworld.web.site import Site
from lifeworld.web.themes import Theme, themes
from lifeworld.world.profiles import NAMES


@pytest.fixture
def found(environment: SyncEnvironment, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Prove a template of this file in full and singly, and return the problems of both."""

    def proved(template: type[Task], number: int = 0) -> tuple[str, str]:
        only(template, monkeypatch)
        drawn.cache_clear()
        configuration = Configuration(template.id, NAMES[0], number)
        try:
            single = prove_singly(configuration, environment)
            return "\n".join(prove(configuration, environment, ()).problems), "\n".join(one.reason for one in single)
        finally:
            drawn.cache_clear()

    return proved


class WrongEffect(AddTask):
    """What is expected is a day later than what is asked for."""

    def effects(self):  # type: ignore[no-untyped-def]
        yield todo.AddTask(self.title, self.list, due=self.due + timedelta(days=1))


class Impossible(AddTask):
    """The app refuses what it takes."""

    def effects(self):  # type: ignore[no-untyped-def]
        yield todo.AddTask("", self.list, due=self.due)


class Ambiguous(Task):
    """The goal does not say which task."""

    goals = [
        "Complete a task in {task.list.name}.",
        "One of the tasks in {task.list.name} is done.",
        "{task.list.name}: tick one.",
    ]
    apps = ["todo"]
    task: TodoTask = pick(TodoTask, lambda task: task.open and not task.list.inbox)

    def effects(self):  # type: ignore[no-untyped-def]
        yield todo.Complete(self.task)

    def solution(self, user):  # type: ignore[no-untyped-def]
        open_list(user, self.task.list)


class Forgets(AddTask):
    """The goal tells the day, and the task does without."""

    def effects(self):  # type: ignore[no-untyped-def]
        yield todo.AddTask(self.title, self.list)

    def solution(self, user):  # type: ignore[no-untyped-def]
        open_list(user, self.list)
        user.click(link("Add task"))
        user.fill(field("Title"), self.title)
        user.click(button("Add task"))


def test_nothing_is_found_in_a_sound_one(found: Any) -> None:
    assert found(AddTask) == ("", "\n" * (len(AddTask.phrasings()) - 1))  # a line for each phrasing


def test_a_wrong_effect(found: Any) -> None:
    told = found(WrongEffect)
    assert all("the solution fails: did not write down" in one for one in told), told


def test_an_impossible_instance(found: Any) -> None:
    assert all("no fair draw" in told for told in found(Impossible))


def test_an_ambiguous_pick(found: Any) -> None:
    assert all("the goal does not single out task" in told for told in found(Ambiguous))


def told_for_nothing(template: type[Task]) -> list[str]:
    """Return the names of what a goal tells, and nothing depends on for anybody."""
    proofs = [Proof(Configuration(template.id, name), idle=tuple(idle(draw(template, name, 0)))) for name in NAMES]
    return [line.split()[4] for line in needless(proofs)]


def test_a_goal_that_tells_what_decides_nothing() -> None:
    assert told_for_nothing(Forgets) == ["due,"]
    assert told_for_nothing(AddTask) == []


def test_an_app_that_is_declared_in_vain_is_told_of_where_enough_was_tried() -> None:
    proofs = [Proof(Configuration("todo.DeleteListAfterConsent", name), touched=("mail",)) for name in NAMES]
    assert [line.split()[2] for line in undeclared(proofs)] == ["todo,"]
    assert not [*undeclared(proofs[:1])]  # who may not have agreed


def test_a_command_that_drops_what_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = todo.AddTask.run
    monkeypatch.setattr(todo.AddTask, "run", lambda self, store: honest(replace(self, due=None), store))
    assert told_for_nothing(AddTask) == ["due,"]


class Blind(Judge):
    """A judge that does not see all rows."""

    def seen(self, rows: tuple[Change, ...]) -> tuple[Change, ...]:
        raise NotImplementedError

    def verdict(self, happened: Happened) -> Verdict:
        return super().verdict(self._blinded(happened))

    def credit(self, happened: Happened) -> Verdict:
        return super().credit(self._blinded(happened))

    def _blinded(self, happened: Happened) -> Happened:
        return replace(happened, changes=replace(happened.changes, rows=self.seen(happened.changes.rows)))


def test_a_verifier_that_ignores_a_table(found: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Ignores(Blind):
        table = ""

        def seen(self, rows: tuple[Change, ...]) -> tuple[Change, ...]:
            return tuple(row for row in rows if row.table != self.table)

    for module in (check, singly):
        monkeypatch.setattr(module, "Judge", Ignores)
    Ignores.table = "bank_card"
    assert "the verdict accepts a wrong world: a bystander changed in bank_card" in found(AddTask)[0]
    Ignores.table = "todo_task"
    assert "the solution fails" in found(AddTask)[1]


def test_a_verifier_that_ignores_a_column(found: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """One in a row that is none of the task's business; each instance draws which column it changes in a table."""

    class Ignores(Blind):
        def seen(self, rows: tuple[Change, ...]) -> tuple[Change, ...]:
            return tuple(map(self._seen, rows))

        def _seen(self, change: Change) -> Change:
            if change.table != "todo_task" or change.removed is None or change.added is None:
                return change
            return replace(change, added={**change.added, "list_id": change.removed["list_id"]})

    monkeypatch.setattr(check, "Judge", Ignores)
    told = "the verdict accepts a wrong world: a bystander changed in todo_task.list_id"
    assert any(told in found(AddTask, instance)[0] for instance in range(40))


@pytest.mark.long
def test_nothing_is_pried_from_a_sound_one(environment: SyncEnvironment) -> None:
    assert pried(Configuration("todo.CountDueBy", NAMES[0]), environment) == ([], [])


def commented(response: Response, answer: object) -> Response:
    return replace(response, drawn=None, own=response.body + f"<!-- answer: {answer} -->".encode())


def hidden(response: Response, answer: object) -> Response:
    return replace(response, drawn=None, own=response.body + f"<p hidden>Answer: <b>{answer}</b></p>".encode())


def in_a_header(response: Response, answer: object) -> Response:
    return replace(response, headers={**response.headers, "x-answer": f"{answer}"})


@pytest.mark.long
@pytest.mark.parametrize("tells", [commented, hidden, in_a_header])
def test_a_page_that_leaks(tells: Callable[[Response, object], Response], monkeypatch: pytest.MonkeyPatch) -> None:
    configuration = Configuration("todo.CountDueBy", NAMES[0])
    instance = drawn("todo.CountDueBy", NAMES[0], 0)
    answered, honest = instance.expectation.targets[0].answer, Site.handle
    assert not list(leaks(configuration, instance))

    def told(self: Site, request: Request) -> Response:
        response = honest(self, request)
        return tells(response, answered) if request.path == "/todo/" else response

    monkeypatch.setattr(Site, "handle", told)
    assert {(one.what, one.address) for one in leaks(configuration, instance)} == {("the answer", "/todo/")}


def looked_at(theme: str) -> list[Flaw]:
    values = {"theme": theme, "device": "phone", "language": "en", "layout": "usual", "content": "plain"}

    async def found() -> list[Flaw]:
        return [flaw async for flaw in flaws([Case("todo", "/todo/add", tuple(values.items()))])]

    return asyncio.run(found())


@pytest.mark.long
def test_a_button_that_one_theme_hides(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = Theme(base="light", tokens={"ink-2": "var(--pressed)"})  # what a button says that has nothing to send yet
    monkeypatch.setitem(themes(), "planted", hidden)  # type: ignore[arg-type]
    assert not [flaw for flaw in looked_at("light") if flaw.law == "color-contrast"]
    assert any(flaw.law == "color-contrast" and "button" in flaw.where for flaw in looked_at("planted"))


@pytest.mark.long
def test_a_button_narrower_than_its_word_and_a_letter_without_a_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not {flaw.law for flaw in looked_at("sepia")} & {"broken word", "missing glyph"}
    kept().clear()
    narrow, main = "<button style='inline-size:4em;overflow-wrap:anywhere'>Accepter</button>", "{% block layer %}"
    planted = careless("todo/add.html", main, f"{main}{narrow}<p>\U0010abcd</p>")
    monkeypatch.setattr("lifeworld.web.site.environment", lambda installed: planted)
    told = {(flaw.law, flaw.what.rpartition(" ” ")[2]) for flaw in looked_at("sepia")}
    assert ("broken word", "button “Accepter” breaks “Accepter” over 2 lines") in told
    assert ("missing glyph", "p “\U0010abcd” has no shape for “\U0010abcd”") in told
    kept().clear()


@pytest.mark.long
def test_a_page_wider_than_a_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone’s own width grows with such a page, so that only the width it was laid out for tells."""
    assert "sideways" not in {flaw.law for flaw in looked_at("sepia")}
    kept().clear()
    planted = careless("todo/add.html", "{% block layer %}", "{% block layer %}<p style='inline-size: 500px'>wide</p>")
    monkeypatch.setattr("lifeworld.web.site.environment", lambda installed: planted)
    told = [flaw.what for flaw in looked_at("sepia") if flaw.law == "sideways"]
    assert told and told[0].endswith("px wide on a screen of 390")
    kept().clear()


def careless(template: str, right: str, wrong: str) -> Any:
    """Return templates of which one says something otherwise."""
    every = templates(apps.installed()).overlay(cache_size=400)
    assert every.loader
    source = every.loader.get_source(every, template)[0]
    assert right in source
    every.loader = ChoiceLoader([DictLoader({template: source.replace(right, wrong)}), every.loader])
    return every


def plain_english(planted: Any = None) -> list[str]:
    """Return what the to-do app says in English where all else is said in the pseudo-language."""
    kept().clear()
    try:
        with device_of() as world:
            speak(world, PSEUDO)
            world.site.templates = planted or world.site.templates
            return [one.text for one in untranslated(world, "/todo/add")]
    finally:
        kept().clear()


def test_an_untranslated_control() -> None:
    """A button, and one that only a screen reader names."""
    assert not plain_english()
    assert "Sweep up" in plain_english(careless("todo/add.html", '_("Add task")', '"Sweep up"'))
    named = "<button aria-label='Turn away'></button>"
    assert "Turn away" in plain_english(careless("todo/add.html", "{% block layer %}", "{% block layer %}" + named))
