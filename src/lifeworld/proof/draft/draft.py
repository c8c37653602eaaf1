"""Drafts of one task, the likeliest first: each a whole file."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product

from lifeworld.proof.draft.binding import Binding, Unbound, bound
from lifeworld.proof.draft.offers import offers
from lifeworld.proof.draft.words import imported
from lifeworld.store import Command
from lifeworld.web import App
from lifeworld.web.look import FORMS, Look
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

MOST = 60  # forms of one world that are looked at


@dataclass(frozen=True)
class Draft:
    """A task's file, and what its author has still to fill in."""

    text: str
    lacks: str = ""


def drafts(app: App, command: type[Command], name: str) -> Iterator[Draft]:
    """Yield drafts of a task in which the command is done; where no screen is found, one that says so."""
    found, lacks = _bindings(app, command)
    for text in dict.fromkeys(_text(app, command, name, binding) for binding in found):
        yield Draft(text)
    if not found:
        lacks = lacks or f"a form of {command.__name__}"
        yield Draft(_text(app, command, name, Binding(), lacks), lacks)


def _bindings(app: App, command: type[Command]) -> tuple[list[Binding], str]:
    """Return what the fields of the command get on the forms that offer it, or what one of them lacks."""
    found, lacks = [], ""
    for profile, device in product(NAMES, FORMS):
        world = World(load(profile).data, Look("light", FORMS[device])).start()
        try:
            for offer in islice(offers(world, app, command), MOST):
                try:
                    found.append(bound(command, offer, world.store))
                except Unbound as problem:
                    lacks = str(problem)
        finally:
            world.close()
        if found:
            break  # forms are alike for all people
    return found, lacks


# ---- the file


def _text(app: App, command: type[Command], name: str, binding: Binding, lacks: str = "") -> str:
    doc = " ".join((command.__doc__ or name).split("\n\n")[0].split())
    body = [
        f"class {name}(Task):",
        f'    """{doc}"""',
        "",
        *_goals(app, doc, binding),
        *_parameters(binding),
    ]
    body += ["", *_effects(app, command, binding), *([f"        # it lacks {lacks}"] if lacks else [])]
    return "\n".join([f'"""{doc}"""', "", *_imports(app, command, binding), "", "", *body, ""])


def _goals(app: App, doc: str, binding: Binding) -> list[str]:
    told = [
        *(_named(parameter, binding) for parameter in binding.rows),
        *(f"{label.lower()} {words}".strip() for label, words in binding.told if words),
    ]
    rest = f": {', '.join(told)}" if told else ""
    said_plainly = doc.rstrip(".")
    lower = said_plainly[:1].lower() + said_plainly[1:]
    goals = [f"{said_plainly}{rest}.", f"In {app.name}, {lower}{rest}.", f"Please {lower} in {app.name}{rest}."]
    return ["    goals = [", *(f"        {_quoted(goal)}," for goal in goals), "    ]"]


def _named(parameter: str, binding: Binding) -> str:
    return ", ".join(f"“{{{place}}}”" for place in binding.named[parameter]) or f"{{{parameter}.id}}"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _parameters(binding: Binding) -> list[str]:
    return [f"    {name}: {kind} = {how}" for name, (kind, how) in binding.parameters.items()]


def _effects(app: App, command: type[Command], binding: Binding) -> list[str]:
    arguments = ", ".join(f"{name}={code}" for name, code in binding.arguments.items())
    head = "    def effects(self, store):" if binding.stored else "    def effects(self):"
    return [head, f"        yield {app.id}.{command.__name__}({arguments})"]


def _imports(app: App, command: type[Command], binding: Binding) -> list[str]:
    package = f"lifeworld.apps.{app.id}"
    kit = ", ".join(sorted({"Task", *binding.needs}, key=_order))
    models: dict[str, set[str]] = {}
    for model in binding.models:
        name = imported(model)
        alias = model.__name__ if name == model.__name__ else f"{model.__name__} as {name}"
        models.setdefault(model.__module__, set()).add(alias)
    known = sorted({kind for kind, _ in binding.parameters.values()} & {"date", "time"})
    lines = [f"from datetime import {', '.join(known)}", ""] if known else []
    lines.append(f"from {package} import commands as {app.id}")
    lines += [f"from {module} import {', '.join(sorted(names))}" for module, names in sorted(models.items())]
    if any(kind == "Money" for kind, _ in binding.parameters.values()):
        lines.append("from lifeworld.core.money import Money")
    return [*lines, f"from lifeworld.taskkit import {kit}"]


def _order(name: str) -> tuple[bool, str]:
    return (not re.match("[A-Z]", name), name)
