"""First drafts of tasks, the likeliest first: each is written, read again as the author's file, and played."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module, invalidate_caches
from importlib.util import cache_from_source
from itertools import islice, product
from pathlib import Path

import lifeworld.tasks
from lifeworld.core.errors import UserError
from lifeworld.core.source import parsed
from lifeworld.env.environment import SyncEnvironment
from lifeworld.proof.binding import Binding, Unbound, bound, imported
from lifeworld.proof.check import DRAWS, played, prove
from lifeworld.proof.crawl import device_of
from lifeworld.proof.offers import offers
from lifeworld.store import Command
from lifeworld.taskkit import Configuration, Task
from lifeworld.taskkit.catalogue import forget
from lifeworld.taskkit.draw import drawn
from lifeworld.web import App
from lifeworld.web.look import FORMS
from lifeworld.world.profiles import NAMES

_FORMS = 60  # forms of one world that are looked at


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
        with device_of(profile, device) as world:
            for offer in islice(offers(world, app, command), _FORMS):
                try:
                    found.append(bound(command, offer, world.store))
                except Unbound as problem:
                    lacks = str(problem)
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
    said_plainly = re.split(r"[.;](?:\s|$)", doc)[0]  # what follows explains
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


# ---- tried in turn

_DRAFTS = 80  # drafts that are tried
Configurations = Callable[[type[Task], int], Iterable[Configuration]]


@dataclass(frozen=True)
class File:
    """Where a task is written: a folder of tasks, a package in it, and the module and class."""

    folder: Path
    package: str
    module: str
    name: str

    @property
    def path(self) -> Path:
        return self.folder / self.package / f"{self.module}.py"

    @property
    def id(self) -> str:
        return f"{self.package}.{self.name}"

    def write(self, text: str) -> type[Task]:
        """Write the file and read it as the catalogue will; what was known of an older text is forgotten.

        Raises:
            UserError: it can't be written.
        """
        try:
            self._write(text)
        except OSError as error:
            raise UserError(f"{error.filename or self.path}: {error.strerror}; choose another folder") from None
        Path(cache_from_source(str(self.path))).unlink(missing_ok=True)
        module = f"{lifeworld.tasks.__name__}.{self.package}.{self.module}"
        sys.modules.pop(module, None)
        for known in (invalidate_caches, forget, drawn.cache_clear, parsed.cache_clear):
            known()
        if str(self.folder) not in lifeworld.tasks.__path__:
            lifeworld.tasks.__path__.append(str(self.folder))
        return getattr(import_module(module), self.name)  # type: ignore[no-any-return]

    def _write(self, text: str) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        start = self.path.parent / "__init__.py"
        if not start.exists():
            start.write_text('"""Tasks of one\'s own."""\n')
        self.path.write_text(text, encoding="utf-8")


def settled(
    drafts: Iterable[Draft], file: File, environment: SyncEnvironment, configurations: Configurations
) -> Sequence[str]:
    """Leave the first draft that is proved in its file, else the one that came farthest; return what is wrong with it.

    Args:
        drafts: the likeliest first.
        file: where it is written.
        environment: where solutions are played.
        configurations: gives those of a task that must hold, so many instances a person.
    """
    best: tuple[int, Draft, Sequence[str]] | None = None
    for draft in islice(drafts, _DRAFTS):
        template = file.write(draft.text)
        far, problems = played([*configurations(template, DRAWS)], environment)
        if not problems:
            proofs = (prove(one, environment) for one in configurations(template, 1))
            problems = [problem for proof in proofs for problem in proof.problems]
        if not problems:
            return ()
        if any("no fair draw" in problem for problem in problems):  # whichever way is gone
            return problems
        if best is None or far > best[0]:
            best = far, draft, problems
    assert best
    file.write(best[1].text)
    return [best[1].lacks] if best[1].lacks else best[2]
