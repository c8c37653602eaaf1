"""Agents by name: the roster's own, and anyone's by the place of their class."""

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from lifeworld.agents.agent import Agent
from lifeworld.agents.label import LabelAgent
from lifeworld.agents.null import NullAgent
from lifeworld.agents.oracle import OracleAgent
from lifeworld.agents.random_agent import RandomAgent
from lifeworld.agents.replay import ReplayAgent
from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint

ROSTER: dict[str, Callable[[str], Agent]] = {
    "label": lambda rest: LabelAgent(),
    "null": lambda rest: NullAgent(),
    "oracle": lambda rest: OracleAgent(),
    "random": lambda rest: RandomAgent(),
    "replay": ReplayAgent,
}


def create(name: str) -> Agent:
    """Return a new agent of this name, `name:rest` where it takes more (a model, a run to repeat).

    `package.module:Class` names a class of your own, importable from the working directory or installed;
    `package.module:Class:rest` hands `rest` to its constructor.

    Raises:
        UserError: there is none of this name, or what it needs is missing.
    """
    first, _, rest = name.partition(":")
    if first in ROSTER:
        return ROSTER[first](rest)
    if rest and _is_module(first):
        return _own(name, first, rest)
    raise UserError(f"no agent “{first}”; {hint(first, ROSTER)} (a class of your own is package.module:Class)")


def _is_module(name: str) -> bool:
    """Return whether there is a module of this name; the working directory counts, as for `python -m`."""
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)
    parts = name.split(".")
    try:
        return all(part.isidentifier() for part in parts) and importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def _own(name: str, module: str, rest: str) -> Agent:
    wanted, _, argument = rest.partition(":")
    kind: Any = getattr(_imported(module), wanted, None)
    if not (isinstance(kind, type) and issubclass(kind, Agent)):
        what = "is no subclass of lifeworld.agents.agent.Agent" if kind is not None else f"is not in {module}"
        raise UserError(f"{name}: {wanted} {what}")
    if inspect.isabstract(kind):
        raise UserError(f"{name}: {wanted} is not finished; write {', '.join(sorted(kind.__abstractmethods__))}")
    arguments = (argument,) if argument else ()
    try:
        inspect.signature(kind).bind(*arguments)
    except TypeError as error:
        raise UserError(f"{name}: {error}; {wanted} is made with what follows “{wanted}:”, or with nothing") from None
    made: Agent = kind(*arguments)
    return made


def _imported(module: str) -> ModuleType:
    try:
        return importlib.import_module(module)
    except (ImportError, SyntaxError) as error:
        raise UserError(f"{module} can't be imported: {error}") from error
