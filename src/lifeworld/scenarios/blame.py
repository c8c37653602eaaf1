"""What went wrong in an author's code, in one line: the name, the line of the file, and what may have been meant."""

import ast
import builtins
import inspect
import pkgutil
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

from apsw import SQLError

import lifeworld
from lifeworld.core.errors import LifeworldError, ScenarioError
from lifeworld.core.nearest import hint
from lifeworld.core.source import parsed, place
from lifeworld.scenarios.shapes import a, names_of

# What wrong code ends in, and none of our own errors.
AUTHORED = (AttributeError, ImportError, LookupError, NameError, SQLError, SyntaxError, TypeError, ValueError)
_HOME = Path(lifeworld.__file__).parent
_UNEXPECTED = re.compile(r"(?:(\w+)(?:\.\w+)*)\(\) got an unexpected keyword argument '(\w+)'")
_IMPORTED = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")
_AT = re.compile(r" at 0x[0-9a-f]+")


@contextmanager
def blamed(name: str, of: Callable[[], str] | None = None) -> Iterator[None]:
    """Tell what an author's code breaks with as a mistake in the scenario of this name.

    Args:
        name: of the scenario, or of its file.
        of: gives the place that is to blame where no line of the author's was being run.

    Raises:
        ScenarioError: it broke.
    """
    try:
        yield
    except AUTHORED as problem:
        if not is_authored(problem) and of is None:
            raise
        fallback = f"({of()}): " if of and not is_authored(problem) else ""
        raise ScenarioError(f"{name} {fallback}{placed(problem)}") from problem


def placed(error: BaseException) -> str:
    """Return what an exception says, in one line, after the place of an author's file that it comes from."""
    found = _authored(error.__traceback__)
    if isinstance(error, SyntaxError) and error.filename:
        return f"({place(error.filename, error.lineno or 1)}): {error.msg}: {(error.text or '').strip()}"
    told = " ".join(_AT.sub("", _told(error, found[0] if found else None)).split())
    return f"({place(found[0].f_code.co_filename, found[1])}): {told}" if found else told


def is_authored(error: BaseException) -> bool:
    """Return whether an exception comes from what an author wrote."""
    if isinstance(error, SyntaxError):
        return by_author(error.filename or "")
    return _authored(error.__traceback__) is not None


def by_author(file: str) -> bool:
    """Return whether a file is a scenario's: one of those of the catalogue, or outside of the package."""
    path = Path(file)
    if path.is_relative_to(_HOME):
        parts = path.relative_to(_HOME).parts
        return parts[0] == "scenarios" and len(parts) > 2
    return path.is_file() and not path.is_relative_to(Path(ast.__file__).parent) and "site-packages" not in path.parts


def _authored(trace: TracebackType | None) -> tuple[FrameType, int] | None:
    """Return the innermost frame of an author's file, and its line."""
    found = None
    while trace:
        if by_author(trace.tb_frame.f_code.co_filename):
            found = trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next
    return found


def _told(error: BaseException, frame: FrameType | None) -> str:
    if isinstance(error, LifeworldError):
        return str(error)
    if isinstance(error, AttributeError) and error.name:
        return no_name(error.obj, error.name)
    if isinstance(error, NameError) and error.name and frame:
        return f"there is no “{error.name}”; {hint(error.name, _around(frame))}"
    if isinstance(error, ModuleNotFoundError) and error.name:
        return f"there is no module {error.name}; {hint(error.name, _modules(error.name))}"
    if isinstance(error, ImportError) and (missing := _IMPORTED.search(str(error))):
        return no_name(sys.modules[missing[2]], missing[1])
    unexpected = _UNEXPECTED.search(str(error))
    if isinstance(error, TypeError) and unexpected and frame:
        name, argument = unexpected.groups()
        return no_argument(name, argument, _arguments(frame, name))
    own = error.args[0] if isinstance(error, LookupError | ValueError) and error.args else ""
    return own if isinstance(own, str) and " " in own else f"{type(error).__name__}: {error}"


def no_name(thing: Any, name: str) -> str:
    """Return that a value has nothing of this name, with what is near."""
    if thing is None:
        return f"None has no “{name}”; what stands before the dot is not there in this world"
    if inspect.ismodule(thing):
        known: Iterable[str] = (one for one in vars(thing) if not one.startswith("_"))
        return f"{thing.__name__.removeprefix('lifeworld.')} has no “{name}”; {hint(name, known)}"
    kind = thing if isinstance(thing, type) else type(thing)
    return f"{a(kind)} has no “{name}”; {hint(name, sorted(names_of(kind)))}"


def no_argument(function: str, name: str, known: Iterable[str]) -> str:
    """Return that a function takes no argument of this name, with what is near."""
    return f"{function} takes no “{name}”; {hint(name, known)}"


def _modules(name: str) -> list[str]:
    """Return the modules beside one that is not there."""
    package = name.rpartition(".")[0]
    paths = getattr(sys.modules.get(package), "__path__", [])
    return [f"{package}.{found.name}" for found in pkgutil.iter_modules(paths)]


def _around(frame: FrameType) -> list[str]:
    return [name for name in {**vars(builtins), **frame.f_globals, **frame.f_locals} if not name.startswith("_")]


def _arguments(frame: FrameType, function: str) -> list[str]:
    """Return the arguments of the function that a line calls, as far as it can be found."""
    tree = parsed(frame.f_code.co_filename)
    known = {**vars(builtins), **frame.f_globals, **frame.f_locals}
    for node in ast.walk(tree) if tree else ():
        called = node.func if isinstance(node, ast.Call) and node.lineno <= frame.f_lineno else None
        found = known.get(called.id) if isinstance(called, ast.Name) else None
        if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
            found = getattr(known.get(called.value.id), called.attr, None)
        if callable(found) and getattr(found, "__name__", "") == function:
            return list(inspect.signature(found).parameters)
    return []
