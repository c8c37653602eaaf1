"""Searches the catalogue's tasks for visitors, and lists the people whose devices can be used."""

from dataclasses import dataclass
from functools import cache, lru_cache

from lifeworld import apps
from lifeworld.core.choices import NAMES
from lifeworld.core.errors import TaskError
from lifeworld.life.biographies import biography
from lifeworld.taskkit.catalogue import apps_of, tasks
from lifeworld.taskkit.configuration import states
from lifeworld.taskkit.draw import drawn
from lifeworld.web.formats import initials
from lifeworld.world.contents import PLAIN

MAX_SHOWN = 12  # tasks shown at once
_ABOUT = {
    "nora": "Product designer, shares bills and plans with many",
    "desmond": "Nurse on nights, father, careful with money",
    "wilma": "Architect with a firm, a board and a boat",
}


@dataclass(frozen=True)
class Task:
    """A task as both agents would get it."""

    id: str
    goal: str
    where: str


@dataclass(frozen=True)
class Owner:
    """A person whose device can be used."""

    id: str
    name: str
    about: str

    @property
    def initials(self) -> str:
        return initials(self.name)


@cache
def owners() -> tuple[Owner, ...]:
    """Return all people whose devices can be used."""
    return tuple(Owner(name, biography(name).me.name, _ABOUT.get(name, "")) for name in NAMES)


@cache
def screens() -> dict[str, list[tuple[str, str]]]:
    """Return the screens that a battle may begin with, by app: what each is called in a configuration, and in words."""
    found: dict[str, list[tuple[str, str]]] = {}
    for state in states():
        app, _, name = state.rpartition(".")
        home = apps.by_id()[app].name if app else "The device"
        found.setdefault(home, []).append((state, name.replace("-", " ").capitalize()))
    return found


def search(words: str, owner: str, content: str = PLAIN) -> tuple[list[Task], int]:
    """Return the first tasks that contain all words, instantiated for a person, and the number of further ones.

    Those come first that hold the words as they were written, the shortest before all. Where the catalogue has none,
    what the tasks say to this person is searched, for which each is instantiated once.
    """
    phrase = " ".join(words.casefold().split())
    wanted = phrase.split()[:8]
    held = [name for name, text in _texts() if all(word in text for word in wanted)]
    texts = dict(_texts())
    found = sorted(held, key=lambda name: (phrase not in texts[name], len(texts[name]))) if words else held
    found = found or [name for name in texts if _says(name, owner, content, wanted)]
    shown = [task for name in found[: 2 * MAX_SHOWN] if (task := _task(name, owner, content))][:MAX_SHOWN]
    return shown, max(0, len(found) - len(shown))


@cache
def count() -> int:
    return len(tasks())


def is_listed(task: str) -> bool:
    """Return whether a task is in the catalogue; composed ones are not."""
    return any(one.id == task for one in tasks())


def fits(task: str, owner: str, content: str = PLAIN) -> bool:
    """Return whether a task can be instantiated for a person with such data."""
    return _task(task, owner, content) is not None


@cache
def _texts() -> tuple[tuple[str, str], ...]:
    """Return the searchable text of each task, sorted by name so that apps are mixed."""
    texts = [(one.id, " ".join([one.id, *one.goals, one.__doc__ or "", _where(one.id)]).casefold()) for one in tasks()]
    return tuple(sorted(texts, key=lambda found: found[0].partition(".")[2]))


def _says(name: str, owner: str, content: str, wanted: list[str]) -> bool:
    task = _task(name, owner, content)
    return task is not None and all(word in task.goal.casefold() for word in wanted)


@lru_cache(maxsize=4096)
def _task(name: str, owner: str, content: str) -> Task | None:
    try:
        goal = drawn(name, owner, 0, content).task.goal(0)
    except TaskError:  # it can't be instantiated for this person
        return None
    return Task(name, goal, _where(name))


@cache
def _where(name: str) -> str:
    called = {app.id: app.name for app in apps.installed()}
    template = next(one for one in tasks() if one.id == name)
    return ", ".join(called[app] for app in apps_of(template))
