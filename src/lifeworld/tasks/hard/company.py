"""The people, things and days of long tasks, the rows that they begin with, and the project in Brackets of some."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, time, timedelta
from typing import TypeVar

from lifeworld.apps.bank.models import Entry
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.code import commands as code
from lifeworld.apps.code.models import Change, File, Project
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.life.models import Business, Person
from lifeworld.taskkit import Line, Setup, Store, User, button, derived, field, link, number
from lifeworld.tasks.cross.beforehand import friends, nth_variant

T = TypeVar("T")


def turned(values: Sequence[T], turn: int) -> tuple[T, ...]:
    """Return the same values, begun from another one."""
    at = turn % len(values)
    return (*values[at:], *values[:at])


class Company:
    """Four friends, in the order of what each of them does in the task: another one is first each time."""

    turn: int = number(0, 5000)
    company: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 4))
    roles: tuple[Person, ...] = derived(lambda company, turn: turned(company, turn // 7))

    def named(self, name: str) -> Person:
        """Return the one of them who has this name on screens."""
        return next(person for person in self.company if person.name == name)


class LargeCompany(Company):
    """Five friends."""

    company: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 5))


def apart(*values: object) -> bool | None:
    """Return whether all these differ; None where they don't, so that each can be told from the others."""
    return len(set(values)) == len(values) or None


def things(store: Store, turn: int, count: int) -> tuple[Variant, ...] | None:
    """Return some things of the shop that were never ordered, of different names and prices, by any number."""
    found = [one for step in range(count) if (one := nth_variant(store, turn + step))]
    differ = len({one.product.name for one in found}) == len({one.product.price for one in found}) == count
    return tuple(found) if differ else None


def quiet(business: Business, days_back: int = 45) -> bool:
    """Return whether nothing was paid to a business lately, so that all one finds there is what was given."""
    since = business.store.now - timedelta(days=days_back)
    return not business.store.count(Entry, "business_id = ? AND at > ?", business.id, since)


def later(at: time, hours: int) -> time:
    """Return the time of day some hours later."""
    return at.replace(hour=at.hour + hours)


def before(on: date) -> date:
    return on - timedelta(days=1)


def event_of(store: Store, title: str) -> Event:
    """Return the event of this title."""
    return store.one(Event, "title = ?", title)


def task_of(store: Store, title: str) -> TodoTask:
    """Return the task of this title, open or done."""
    return store.one(TodoTask, "title = ?", title)


Texts = Mapping[str, str]  # what files say, by their paths


class OnProject:
    """A project of the owner's that begins with the task."""

    project: str

    def the_project(self, store: Store) -> Project:
        return store.one(Project, "name = ?", self.project)

    def file(self, store: Store, path: str) -> File:
        return store.one(File, "path = ? AND project_id = ?", path, self.the_project(store).id)

    def version(self, store: Store, path: str, message: str) -> Change:
        """Return a file as a commit with this message left it."""
        by = "commit_id IN (SELECT id FROM code_commit WHERE message = ? AND project_id = ?)"
        return store.one(Change, f"path = ? AND {by}", path, message, self.the_project(store).id)

    def begin(self, store: Store, texts: Texts, message: str, about: str = "") -> Setup:
        """Make the project, with these files in its first commit."""
        yield code.AddProject(self.project, about)
        yield from self.kept(store, texts, message)

    def kept(self, store: Store, texts: Texts, message: str, note: str = "") -> Setup:
        """Write these texts and commit them."""
        yield from self.written(store, texts)
        yield code.CommitAll(self.the_project(store), message, note)

    def written(self, store: Store, texts: Texts) -> Setup:
        """Write these texts into files that are there or not."""
        for path, text in texts.items():
            if not store.count(File, "path = ? AND project_id = ?", path, self.the_project(store).id):
                yield code.AddFile(self.the_project(store), path)
            yield code.SaveFile(self.file(store, path), text)

    # ---- on the screens

    def go(self, user: User, *ways: str) -> None:
        """Go to the project, and follow links from there."""
        user.open("Brackets")
        user.click(link(self.project).within("Projects"), via=(link("Projects"),))
        for way in ways:
            user.click(link(way))

    def open_file(self, user: User, path: str) -> None:
        self.go(user)
        user.click(link(path).within("Files"))

    def rewrite(self, user: User, path: str, change: Callable[[str], str] | str) -> None:
        """Open a file, change its text as it stands in the editor, or write this one, and save it."""
        self.open_file(user, path)
        user.click(link("Edit"))
        user.fill(field("Text"), change if isinstance(change, str) else change(user.page.value("Text")))
        user.click(button("Save"))

    def commit(self, user: User, message: str) -> None:
        """Commit all that has changed."""
        self.go(user, "Changes")
        user.fill(field("Message"), message)
        user.click(button("Commit"))

    def commits(self, user: User) -> list[Line]:
        """Go to the history and return its commits, the latest first."""
        self.go(user, "History")
        return user.page.lines("Commits")
