"""What must have been seen on the way to an end: each app of a task, and the pages and words that lead through it.

Which pages and words these are is read off the solutions: `scripts/rubrics.py` plays each, and every other way that a
task names, for each person, and keeps in `tasks/seen.json` what all of these plays have shown.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from lifeworld import apps
from lifeworld.store import Row
from lifeworld.taskkit.catalogue import needed_apps
from lifeworld.taskkit.compose import Written
from lifeworld.taskkit.kit import Task
from lifeworld.taskkit.wording import places, root, shown
from lifeworld.verify.expectation import Judged, Observed

KEPT = Path(__file__).parents[1] / "tasks" / "seen.json"
_CALLED = ("name", "title", "subject", "number", "full_name")


def rubric(task: Task) -> tuple[Observed | Judged, ...]:
    """Return the items of a task beside its commands and its answer: what was derived, then what its author wrote.

    Where the person does not agree, having asked is all: that takes no look at anything.
    """
    own = tuple(task.items())
    if task.agreed == "nothing":
        return own
    known = {(item.at, item.showing) for item in own if isinstance(item, Observed)}
    derived = (item for item in seen(task) if (item.at, item.showing) not in known)
    return (*_opened(type(task)), *derived, *own)


def _opened(template: type[Task]) -> Iterator[Observed]:
    """Yield an item for each app that a task makes one open."""
    wanted = set() if template is Written else needed_apps(template)
    yield from (Observed(f"Opened {app.name}", app=app.id) for app in apps.installed() if app.id in wanted)


def seen(task: Task) -> Iterator[Observed]:
    """Yield an item for each page, and for each name of a row, that every play of the task's solutions has shown."""
    yield from (item_of(text, task) for text in (() if task.parts else kept().get(task.id, ())))


def item_of(text: str, task: Task) -> Observed:
    """Return the item for a page or a text, in which places stand for the task's parameters."""
    value = shown(text, task.bound)
    if text.startswith("/"):
        return Observed(f"Saw {_page(text, task.bound)}", at=value, kind="open")
    return Observed(f"Saw “{value}”", showing=value, kind="identify")


@lru_cache(maxsize=1)
def kept() -> Mapping[str, Sequence[str]]:
    """Return what is kept of each task: paths of pages and texts, in which places stand for its parameters."""
    found: Mapping[str, Sequence[str]] = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def _page(path: str, bound: Mapping[str, Any]) -> str:
    """Return what a page is called: the words of its address, with the names of the rows that it is about."""
    app, *steps = path.strip("/").split("/")
    told = " ".join(_step(step, bound) for step in steps)
    return f"“{told}” in {apps.by_id()[app].name}"


def _step(step: str, bound: Mapping[str, Any]) -> str:
    value = bound.get(root(next(places(step)))) if step.startswith("{") else step
    if not isinstance(value, Row):
        return str(value).replace("-", " ")
    return next((name for column in _CALLED if (name := str(getattr(value, column, "")))), "")
