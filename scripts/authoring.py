"""Writes docs/authoring.md: what authors of tasks and apps import, from the docstrings of the code."""

import dataclasses
import importlib
import inspect
import pkgutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from lifeworld import apps, store, taskkit, web
from lifeworld.life import events
from lifeworld.store import Event
from lifeworld.tasks.messenger import news
from lifeworld.web import formats

sys.path.insert(0, str(Path(__file__).parent))
from solving import part as solving_part

_HEAD = """# What authors import

A task's file imports from `lifeworld.taskkit`, its app's commands and models, and the ready-made ways of
`lifeworld.tasks.APP`; an app's from `lifeworld.store`, `lifeworld.web` and `lifeworld.life`. An app never imports
another. [Add a task](add-a-task.md) and [Add an app](add-an-app.md) show them at work.

`family` in `app(__name__, name=…, family=…)` is a word for the kind of app, like work or money: `lifeworld apps --json`
has it, and nothing depends on it.
"""
_TOLD = {  # of names that are no class or function with a docstring of its own
    "Base": "Type of a database as it was opened, which many worlds share.",
    "Code": "Type of an answer that is compared by its letters and digits: an order's number, a phone's.",
    "Commands": "Type of commands, yielded or listed.",
    "DEVICES": "The devices, by name.",
    "Days": "Type of an answer that is a number of days.",
    "Effects": "Type of a generator of commands, in which `row = yield …` gives the row made.",
    "Events": "Type of several events of a life.",
    "FullName": "Type of an answer that is a person's whole name.",
    "FullNames": "Type of an answer that is several persons' whole names.",
    "Handlers": "Type of what an app does for events, by their kind.",
    "Items": "Type of several items that a task wants beside its commands (`observed`, `judged`).",
    "KEPT": "As a field of a command: what the row has there stays.",
    "Minutes": "Type of an answer that is a number of minutes.",
    "NOW": "In a command's `sets`: the world's time when it is done.",
    "Outcomes": "Type of several acceptable ends, each as commands.",
    "PART": "Stands between the parts of a text that others read; nobody can type it.",
    "Percent": "Type of an answer in percent.",
    "Setup": "Type of what was there before: commands and events.",
    "Texts": "Type of an answer that is several texts.",
}


def page() -> str:
    """Return the page."""
    return (
        "\n".join([_HEAD, *_modules(), *solving_part(), *_coming(), *_filters(), *_events(), *_ways()]).rstrip() + "\n"
    )


def _modules() -> Iterator[str]:
    for module, what in ((taskkit, "tasks"), (store, "rows and commands"), (web, "screens")):
        yield f"## lifeworld.{module.__name__.partition('.')[2]}: {what}\n"
        yield "| name | what it is |\n|---|---|"
        for name in module.__all__:
            value = getattr(module, name)
            yield _row(name, _TOLD.get(name) or _said(value), value if inspect.isfunction(value) else None)
        yield ""


def _filters() -> Iterator[str]:
    yield "## Filters of templates\n"
    yield "`{{ task.due|day }}`. All of them write as the language of the screens does.\n"
    yield "| filter | what it gives |\n|---|---|"
    yield from (_row(name, _said(each)) for name, each in sorted(formats.FILTERS.items()))
    yield ""


def _events() -> Iterator[str]:
    yield "## Events of a life\n"
    yield "`lifeworld.life.events`: facts that several apps show. `life.events` has those of the year, and `ON` in an"
    yield "app's `life.py` names the handlers of those that come. Each has `at`, when it happens.\n"
    yield "| event | what happened | fields |\n|---|---|---|"
    for kind in vars(events).values():
        if inspect.isclass(kind) and issubclass(kind, Event) and kind.__module__ == events.__name__:
            fields = ", ".join(f"`{one.name}`" for one in dataclasses.fields(kind) if one.name != "at")
            yield f"{_row(kind.__name__, _said(kind))} {fields or 'none'} |"
    yield ""


def _ways() -> Iterator[str]:
    yield "## Ready-made ways\n"
    yield "What a `solution` calls with its `user`, so that it need not find every link by itself."
    for app in apps.installed():
        yield f"\n### {app.name}\n\n| from `lifeworld.tasks.{app.id}` | what it does |\n|---|---|"
        for module in _parts(f"lifeworld.tasks.{app.id}"):
            within = module.__name__.removeprefix(f"lifeworld.tasks.{app.id}").lstrip(".")
            for name, way in vars(module).items():
                if inspect.isfunction(way) and way.__module__ == module.__name__ and _takes_user(name, way):
                    yield _row(f"{within}.{name}" if within else name, _said(way), way)


def _coming() -> Iterator[str]:
    yield "## What others write and say\n"
    yield "`lifeworld.tasks.messenger.news`: events for a task's `scheduled_events` (what comes while an agent works),"
    yield "`setup` (what was there before) and a command that brings something.\n"
    yield "| helper | what it gives | as in |\n|---|---|---|"
    for name, helper in vars(news).items():
        if inspect.isfunction(helper) and helper.__module__ == news.__name__:
            _, used = (inspect.getdoc(helper) or "").split("\n\n")
            yield f"{_row(name, _said(helper), helper)} {used} |"
    yield ""


def _parts(package: str) -> Iterator[ModuleType]:
    found = importlib.import_module(package)
    yield found
    yield from (importlib.import_module(one.name) for one in pkgutil.walk_packages(found.__path__, f"{package}."))


def _takes_user(name: str, way: Any) -> bool:
    return not name.startswith("_") and next(iter(inspect.signature(way).parameters), "") == "user"


def _row(name: str, said: str, function: Any = None) -> str:
    taken = f"({', '.join(map(_taken, inspect.signature(function).parameters.values()))})" if function else ""
    return f"| `{name}{taken}` | {said} |"


def _taken(one: inspect.Parameter) -> str:
    """Return a parameter as one gives it, with its default where that is short."""
    stars = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
    plain = isinstance(one.default, str | int | None)
    return f"{stars}{one.name}" + ("" if one.default is one.empty else f"={one.default!r}" if plain else "=…")


def _said(value: Any) -> str:
    first = (inspect.getdoc(value) or "").split("\n\n")[0]
    return " ".join(first.split()).replace("|", "\\|")
