"""What a visitor chooses of a live battle: one of the catalogue's tasks, which are searched, a device, a beginning."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from lifeworld import apps
from lifeworld.arena import uploads
from lifeworld.arena.beginning import Beginning
from lifeworld.arena.site import moderation
from lifeworld.arena.site.host import PageRequest
from lifeworld.core.choices import NAMES
from lifeworld.core.errors import TaskError, UserError
from lifeworld.life.biographies import biography
from lifeworld.taskkit.catalogue import apps_of, tasks
from lifeworld.taskkit.compose import Written
from lifeworld.taskkit.configuration import Configuration, states
from lifeworld.taskkit.draw import drawn
from lifeworld.web.formats import initials
from lifeworld.web.look import FORMS
from lifeworld.world.contents import PLAIN, contents

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


def task_list(given: dict[str, str]) -> dict[str, Any]:
    """Return the tasks that fit what was typed, for the person and the data that were chosen."""
    known = {one.id for one in owners()}
    owner = given["profile"] if given["profile"] in known else owners()[0].id
    shown, more = search(given["search"][:80], owner, given["content"] if given["content"] in contents() else PLAIN)
    return {"tasks": shown, "more": more}


def begun(request: PageRequest, rules: moderation.Rules) -> Beginning:
    """Return where the battle begins.

    Raises:
        UserError: a choice is none, or a file can't be read or holds what is not allowed.
    """
    if request.field("profile") not in {one.id for one in owners()}:
        raise UserError("Choose whose device it is")
    own = uploads.read(request.files)
    if any(moderation.denied(text, rules.deny) for one in own for text in one.texts):
        raise UserError("A file holds words that are not allowed here. Choose another one")
    state, content, preset = (request.field(name) for name in ("state", "content", "preset"))
    return Beginning.chosen(request.field("profile"), state, content, preset, own)


def configured(request: PageRequest, written: str, start: Beginning) -> Configuration:
    """Return the configuration of both worlds.

    Raises:
        UserError: a choice is none, or the task has nothing to be about there.
    """
    task = request.field("task")
    if written and task:
        raise UserError("Choose a task from the list or write one, not both")
    if not written and not task:
        raise UserError("Choose a task from the list, or write one")
    if request.field("device") not in FORMS:
        raise UserError("Choose a phone or a computer")
    if task and not is_listed(task):
        raise UserError("This task is not in the list; choose one from it, or write one")
    if task and not fits(task, request.field("profile"), start.content):
        raise UserError("This person’s device has nothing that the task could be about; choose another person or task")
    asked, person, device = Written.id if written else task, request.field("profile"), request.field("device")
    return Configuration(asked, person, state=start.state, content=start.content, device=device)
