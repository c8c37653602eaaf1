"""The catalogue's tasks as a visitor searches and chooses them, and the people whose devices there are."""

from dataclasses import dataclass
from functools import cache, lru_cache

from lifeworld import apps
from lifeworld.core.choices import NAMES
from lifeworld.core.errors import TaskError
from lifeworld.life.biographies import biography
from lifeworld.taskkit.catalogue import apps_of, tasks
from lifeworld.taskkit.draw import drawn

MOST = 12  # tasks shown at once
_ABOUT = {
    "nora": "Product designer, shares bills and plans with many",
    "desmond": "Nurse on nights, father, careful with money",
    "wilma": "Architect with a firm, a board and a boat",
}


@dataclass(frozen=True)
class Task:
    """A task as it would be told to both agents."""

    id: str
    goal: str
    where: str


@dataclass(frozen=True)
class Owner:
    """Somebody whose device is used."""

    id: str
    name: str
    about: str


@cache
def owners() -> tuple[Owner, ...]:
    """Return everybody whose device there is."""
    return tuple(Owner(name, biography(name).me.name, _ABOUT.get(name, "")) for name in NAMES)


def search(words: str, owner: str) -> tuple[list[Task], int]:
    """Return tasks in which all of these words occur, as they are for one person, and how many more there are."""
    wanted = words.casefold().split()[:8]
    found = [name for name, text in _texts() if all(word in text for word in wanted)]
    shown = [task for name in found[: 2 * MOST] if (task := _task(name, owner))][:MOST]
    return shown, max(0, len(found) - len(shown))


@cache
def count() -> int:
    return len(tasks())


def listed(task: str) -> bool:
    """Return whether a task is one of the catalogue's; those composed of several are not."""
    return any(one.id == task for one in tasks())


def fits(task: str, owner: str) -> bool:
    """Return whether a person's life holds what a task of the catalogue is about."""
    return _task(task, owner) is not None


@cache
def _texts() -> tuple[tuple[str, str], ...]:
    """Return what each task is found by; those of several apps come in turn with those of one."""
    texts = [(one.id, " ".join([one.id, *one.goals, one.__doc__ or "", _where(one.id)]).casefold()) for one in tasks()]
    return tuple(sorted(texts, key=lambda found: found[0].partition(".")[2]))


@lru_cache(maxsize=4096)
def _task(name: str, owner: str) -> Task | None:
    try:
        goal = drawn(name, owner, 0).task.goal(0)
    except TaskError:  # this person's life holds nothing that fits
        return None
    return Task(name, goal, _where(name))


@cache
def _where(name: str) -> str:
    called = {app.id: app.name for app in apps.installed()}
    template = next(one for one in tasks() if one.id == name)
    return ", ".join(called[app] for app in apps_of(template))
