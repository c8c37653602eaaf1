"""What went wrong in an author's code, in one line: the name, the line of the file, and what may have been meant."""

import ast
import builtins
import inspect
import pkgutil
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

from apsw import SQLError

import lifeworld
from lifeworld.core.errors import LifeworldError
from lifeworld.core.nearest import hint
from lifeworld.core.source import parsed, place
from lifeworld.store.shapes import a, names_of

# What wrong code ends in, and none of our own errors.
AUTHORED = (AttributeError, ImportError, LookupError, NameError, SQLError, SyntaxError, TypeError, ValueError)
_HOME = Path(lifeworld.__file__).parent
_UNEXPECTED = re.compile(r"([\w.]+)\(\) got an unexpected keyword argument '(\w+)'")
_MISSING = re.compile(r"([\w.]+)\(\) missing \d+ required (?:positional|keyword-only) arguments?: (.+)")
_IMPORTED = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")
_UNDEFINED = re.compile(r"'(\w+)' is undefined")  # in a template
_PUBLIC = re.compile(r"lifeworld\.(tasks|apps\.\w+\.(models|commands)|tasks\.\w+\.ways)")
_AT = re.compile(r" at 0x[0-9a-f]+")


def placed(error: BaseException, kind: str = "tasks") -> str:
    """Return what an exception says, in one line, after the place of an author's file that it comes from.

    Args:
        error: what a piece of code broke with.
        kind: of the folders in which authors write, the one that is to blame.
    """
    found = _authored(error.__traceback__, kind)
    if isinstance(error, SyntaxError) and error.filename:
        return f"({place(error.filename, error.lineno or 1)}): {error.msg}: {(error.text or '').strip()}"
    told = " ".join(_AT.sub("", _told(error, found, kind)).split())
    return f"({place(found.tb_frame.f_code.co_filename, found.tb_lineno)}): {told}" if found else told


def is_authored(error: BaseException, kind: str = "tasks") -> bool:
    """Return whether an exception comes from what an author wrote."""
    if isinstance(error, SyntaxError):
        return by_author(error.filename or "", kind)
    return _authored(error.__traceback__, kind) is not None


def by_author(file: str, kind: str = "tasks") -> bool:
    """Return whether a file is an author's: of an app or a task of ours, or outside of the package."""
    path = Path(file)
    if path.is_relative_to(_HOME):
        parts = path.relative_to(_HOME).parts
        return parts[0] == kind and len(parts) > 2
    return path.is_file() and not path.is_relative_to(Path(ast.__file__).parent) and "site-packages" not in path.parts


def is_own(error: BaseException) -> bool:
    """Return whether an exception, or what it comes from, passed through a file outside of the package."""
    return is_authored(error, "") or (error.__cause__ is not None and is_own(error.__cause__))


def _authored(trace: TracebackType | None, kind: str) -> TracebackType | None:
    """Return the innermost place in an author's file."""
    found = None
    while trace:
        if by_author(trace.tb_frame.f_code.co_filename, kind):
            found = trace
        trace = trace.tb_next
    return found


def _told(error: BaseException, at: TracebackType | None, kind: str) -> str:
    if isinstance(error, LifeworldError):
        return str(error)
    if isinstance(error, AttributeError) and error.name:
        return no_name(error.obj, error.name)
    if isinstance(error, NameError) and error.name and at:
        return undefined(error.name, {**at.tb_frame.f_globals, **at.tb_frame.f_locals}, kind)
    if at and (unknown := _UNDEFINED.fullmatch(str(error))):
        return undefined(unknown[1], at.tb_frame.f_locals, kind)
    if isinstance(error, ModuleNotFoundError) and error.name:
        return f"there is no module {error.name}; {hint(error.name, _modules(error.name, at))}"
    if isinstance(error, ImportError) and (missing := _IMPORTED.search(str(error))):
        return no_name(sys.modules[missing[2]], missing[1])
    if isinstance(error, TypeError) and at and (told := _of_arguments(str(error), at)):
        return told
    own = error.args[0] if isinstance(error, LookupError | ValueError) and error.args else ""
    return own if isinstance(own, str) and " " in own else f"{type(error).__name__}: {error}"


def _of_arguments(told: str, at: TracebackType) -> str:
    """Return what is wrong with the arguments of a call, from what Python tells; "" where it tells of other things."""
    if unexpected := _UNEXPECTED.search(told):
        name = _last(unexpected[1])
        known = _arguments(at.tb_frame, name)
        written, more = _handed_on(at, name)
        return no_argument(name if known else written, unexpected[2], known or more)
    if missing := _MISSING.search(told):
        names = re.findall(r"'(\w+)'", missing[2])
        return f"{_last(missing[1])} is given no {' and no '.join(names)}; write {', '.join(f'{n}=…' for n in names)}"
    return ""


def _last(qualified: str) -> str:
    """Return the name of a function, or of the class that a special method is of."""
    return next(part for part in reversed(qualified.split(".")) if not part.startswith("__"))


def no_name(thing: Any, name: str) -> str:
    """Return that a value has nothing of this name, with what is near."""
    if thing is None:
        return f"None has no “{name}”; what stands before the dot is not there in this world"
    if inspect.ismodule(thing):
        known: Iterable[str] = (one for one in vars(thing) if not one.startswith("_"))
        return f"{thing.__name__.removeprefix('lifeworld.')} has no “{name}”; {hint(name, known)}"
    kind = thing if isinstance(thing, type) else type(thing)
    return f"{a(kind)} has no “{name}”; {hint(name, sorted(names_of(kind)))}"


def undefined(name: str, known: Iterable[str], kind: str = "tasks") -> str:
    """Return that there is no such name, with the import that brings it, or what is near of the author's own names."""
    own = [one for one in known if one and not one.startswith("_") and one not in vars(builtins)]
    return f"there is no “{name}”; {_bringing(name, kind) or (hint(name, own) if own else 'import it')}"


def no_argument(function: str, name: str, known: Iterable[str]) -> str:
    """Return that a function takes no argument of this name, with what is near."""
    return f"{function} takes no “{name}”; {hint(name, known)}"


def _modules(name: str, at: TracebackType | None) -> list[str]:
    """Return the modules beside one that is not there; of a package that could not be read, those of the author's."""
    package = name.rpartition(".")[0]
    own = [str(Path(at.tb_frame.f_code.co_filename).parent)] if at else []
    paths = getattr(sys.modules.get(package), "__path__", own)
    return [f"{package}.{found.name}" for found in pkgutil.iter_modules(paths)]


def _bringing(name: str, kind: str) -> str:
    """Return the imports that bring a public name which an author of tasks lacks; "" where none does."""
    if kind != "tasks":
        return ""
    found = [f"from {module} import {name}" for module in sorted(sys.modules) if _offers(module, name)]
    if f"lifeworld.apps.{name}.commands" in sys.modules:
        found.append(f"from lifeworld.apps.{name} import commands as {name}")
    return f"write `{'` or `'.join(found)}`" if found else ""


def _offers(module: str, name: str) -> bool:
    """Return whether a loaded module is one that tasks import from, and this name is its own."""
    if not _PUBLIC.fullmatch(module):
        return False
    offered = getattr(sys.modules[module], "__all__", None)
    return name in offered if offered else getattr(vars(sys.modules[module]).get(name), "__module__", "") == module


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


def _handed_on(at: TracebackType, function: str) -> tuple[str, list[str]]:
    """Return the function that an author called, which hands its arguments on to this one, and what both take."""
    first, last = at.tb_next or at, at
    while last.tb_next:
        last = last.tb_next
    code = first.tb_frame.f_code
    own = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] if first is not at else ()
    found = _named(function, {**last.tb_frame.f_globals, **last.tb_frame.f_locals})
    taken = [name for one in found for name in inspect.signature(one).parameters]
    return code.co_name if first is not at else function, list(dict.fromkeys(n for n in (*own, *taken) if n != "self"))


def _named(function: str, scope: Mapping[str, Any]) -> list[Callable[..., Any]]:
    """Return the function of this name, as far as a scope holds it; of a base of classes, what subclasses take."""
    known = [one for value in scope.values() for one in (value.__mro__ if isinstance(value, type) else (value,))]
    found = next((one for one in known if callable(one) and getattr(one, "__name__", "") == function), None)
    return [] if found is None else [getattr(found, "__init_subclass__", found) if _takes_subclasses(found) else found]


def _takes_subclasses(kind: Any) -> bool:
    """Return whether what is given at the head of a subclass goes to a method of this class."""
    return isinstance(kind, type) and "__init_subclass__" in vars(kind)
