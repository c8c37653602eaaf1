"""Reports what an author's code breaks with in one line: place in the author's file, what is wrong, what was meant."""

import ast
import builtins
import inspect
import pkgutil
import re
import string
import sys
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, Literal, get_args, get_origin

from apsw import SQLError

import lifeworld
from lifeworld.core.errors import LifeworldError, TaskError, hint
from lifeworld.core.source import place
from lifeworld.store.store import Row

# What wrong code ends in, and none of our own errors.
AUTHORED = (AttributeError, ImportError, LookupError, NameError, SQLError, SyntaxError, TypeError, ValueError)
_HOME = Path(lifeworld.__file__).parent
_UNEXPECTED = re.compile(r"([\w.]+)\(\) got an unexpected keyword argument '(\w+)'")
_MISSING = re.compile(r"([\w.]+)\(\) missing \d+ required (?:positional|keyword-only) arguments?: (.+)")
_IMPORTED = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")
_UNDEFINED = re.compile(r"'(\w+)' is undefined")  # in a template
_PUBLIC = re.compile(r"lifeworld\.(taskkit|apps\.\w+\.(models|commands)|tasks\.\w+\.ways)")
_AT = re.compile(r" at 0x[0-9a-f]+")
_PLAIN_NAMES = {"str": "text", "int": "whole number", "bool": "yes or no", "NoneType": "None", "SolutionDriver": "user"}


# ---- the frame filter: which exceptions are an author's, and where they come from


@contextmanager
def as_task_error(name: str, fallback: Callable[[], str] | None = None) -> Iterator[None]:
    """Raise what an author's code breaks with as a mistake in the task, or file, of this name.

    Args:
        name: of the task, or of its file.
        fallback: returns the place that is named where no line of the author's was being run.

    Raises:
        TaskError: it broke.
    """
    try:
        yield
    except AUTHORED as error:
        own = is_authored(error)
        if not own and fallback is None:
            raise
        where = f"({fallback()}): " if fallback and not own else ""
        raise TaskError(f"{name} {where}{placed(error)}") from error


def placed(error: BaseException, kind: str = "tasks") -> str:
    """Return what an exception says, in one line, after the place of an author's file that it comes from.

    Args:
        error: what a piece of code broke with.
        kind: the folders of authors in which the place is looked for.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return f"({place(error.filename, error.lineno or 1)}): {error.msg}: {(error.text or '').strip()}"
    at = _authored(error.__traceback__, kind)
    text = " ".join(_AT.sub("", _explained(error, at, kind)).split())
    return f"({place(at.tb_frame.f_code.co_filename, at.tb_lineno)}): {text}" if at else text


def breaks(error: BaseException) -> str:
    """Return that a solution breaks, where, and with what."""
    told = placed(error)
    return f"the solution breaks{' ' if told.startswith('(') else ': '}{told}"


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
    """Return whether an exception, or its cause, passed through a file outside of the package."""
    return is_authored(error, "") or (error.__cause__ is not None and is_own(error.__cause__))


def _traced(trace: TracebackType | None) -> Iterator[TracebackType]:
    while trace:
        yield trace
        trace = trace.tb_next


def _authored(trace: TracebackType | None, kind: str) -> TracebackType | None:
    """Return the innermost place in an author's file; of those, in one that is none of ours."""
    places = [at for at in reversed([*_traced(trace)]) if by_author(at.tb_frame.f_code.co_filename, kind)]
    own = (at for at in places if not Path(at.tb_frame.f_code.co_filename).is_relative_to(_HOME))
    return next(own, next(iter(places), None))


# ---- what an exception means, and what was meant instead


def _explained(error: BaseException, at: TracebackType | None, kind: str) -> str:
    if isinstance(error, LifeworldError):
        return str(error)
    if isinstance(error, AttributeError) and error.name:
        return no_name(error.obj, error.name)
    if isinstance(error, NameError) and error.name and at:
        return _undefined(error.name, {**at.tb_frame.f_globals, **at.tb_frame.f_locals}, kind)
    if at and (unknown := _UNDEFINED.fullmatch(str(error))):
        return _undefined(unknown[1], at.tb_frame.f_locals, kind)
    if isinstance(error, ModuleNotFoundError) and error.name:
        return f"there is no module {error.name}; {hint(error.name, _modules(error.name, at))}"
    if isinstance(error, ImportError) and (missing := _IMPORTED.search(str(error))):
        return no_name(sys.modules[missing[2]], missing[1])
    if isinstance(error, TypeError) and at and (text := _of_arguments(str(error), at)):
        return text
    own = error.args[0] if isinstance(error, LookupError | ValueError) and error.args else ""
    return own if isinstance(own, str) and " " in own else f"{type(error).__name__}: {error}"


def no_name(thing: Any, name: str) -> str:
    """Return that a value, or a class or module, has nothing of this name, with what is near."""
    if thing is None:
        return f"None has no “{name}”; what stands before the dot is not there in this world"
    if inspect.ismodule(thing):
        known: Iterable[str] = (one for one in vars(thing) if not one.startswith("_"))
        return f"{thing.__name__.removeprefix('lifeworld.')} has no “{name}”; {hint(name, known)}"
    kind = thing if isinstance(thing, type) else type(thing)
    return f"{a(kind)} has no “{name}”; {hint(name, sorted(names_of(kind)))}"


def _undefined(name: str, scope: Iterable[str], kind: str) -> str:
    """Return that there is no such name, with the import that brings it, or the nearest of the author's own names."""
    own = [one for one in scope if one and not one.startswith("_") and one not in vars(builtins)]
    imports = [f"from {module} import {name}" for module in sorted(sys.modules) if _offers(module, name)]
    if f"lifeworld.apps.{name}.commands" in sys.modules:
        imports.append(f"from lifeworld.apps.{name} import commands as {name}")
    if imports and kind == "tasks":
        return f"there is no “{name}”; write `{'` or `'.join(imports)}`"
    return f"there is no “{name}”; {hint(name, own) if own else 'import it'}"


def _offers(module: str, name: str) -> bool:
    """Return whether a loaded module is one that tasks import from, and this name is its own."""
    if not _PUBLIC.fullmatch(module):
        return False
    offered = getattr(sys.modules[module], "__all__", None)
    return name in offered if offered else getattr(vars(sys.modules[module]).get(name), "__module__", "") == module


def _modules(name: str, at: TracebackType | None) -> list[str]:
    """Return the modules beside one that is not there; of a package that could not be read, those of the author's."""
    package = name.rpartition(".")[0]
    own = [str(Path(at.tb_frame.f_code.co_filename).parent)] if at else []
    paths = getattr(sys.modules.get(package), "__path__", own)
    return [f"{package}.{found.name}" for found in pkgutil.iter_modules(paths)]


def _of_arguments(text: str, at: TracebackType) -> str:
    """Return what is wrong with the arguments of a call, from Python's message; "" where it is about other things."""
    if missing := _MISSING.search(text):
        names = re.findall(r"'(\w+)'", missing[2])
        return f"{_last(missing[1])} is given no {' and no '.join(names)}; write {', '.join(f'{n}=…' for n in names)}"
    if not (unexpected := _UNEXPECTED.search(text)):
        return ""
    called, known = _last(unexpected[1]), _arguments(unexpected[1], [*_traced(at)][-1].tb_frame)
    if at.tb_next:  # the author's call hands its arguments on
        code = at.tb_next.tb_frame.f_code
        called, known = code.co_name, [*code.co_varnames[: code.co_argcount + code.co_kwonlyargcount], *known]
    return f"{called} takes no “{unexpected[2]}”; {hint(unexpected[2], dict.fromkeys(known))}"


def _last(qualified: str) -> str:
    """Return the name of a function, or of the class that a special method is of."""
    return next(part for part in reversed(qualified.split(".")) if not part.startswith("__"))


def _arguments(qualified: str, frame: FrameType) -> list[str]:
    """Return the arguments of the function of this name, as far as what the frame names leads to it."""
    first, _, method = qualified.partition(".")
    seen = [*{**frame.f_globals, **frame.f_locals}.values()]
    seen += [one for module in seen if inspect.ismodule(module) for one in vars(module).values()]
    kinds = [base for one in seen for base in (one if isinstance(one, type) else type(one)).__mro__]
    found = next((one for one in (*seen, *kinds) if getattr(one, "__name__", "") == first and callable(one)), None)
    taken = inspect.signature(getattr(found, method, found)).parameters if found else ()
    return [name for name in taken if name != "self"]


# ---- what values of a class have


def a(kind: Any) -> str:
    """Return the name of a class with its article."""
    name = _PLAIN_NAMES.get(kind.__name__, kind.__name__)
    return name if name in ("None", "yes or no") else f"{'an' if name[0] in 'AEIO' else 'a'} {name}"


def names_of(kind: type) -> frozenset[str]:
    """Return the public names of a class: columns, fields, properties, methods."""
    if issubclass(kind, Row):
        own = {name for name in vars(kind) if not callable(getattr(kind, name, None))} - {"store"}
        found = [*kind.table().names, *own]
    else:
        found = [*dir(kind), *(name for base in kind.__mro__ for name in vars(base).get("__annotations__", ()))]
    return frozenset(name for name in found if not name.startswith("_"))


def along(path: str, kind: type | None) -> tuple[str, type | None]:
    """Follow the names after the first of `task.list.name`; return what is wrong, and the class of the value."""
    for name in path.split(".")[1:]:
        if kind is not None and not (name in names_of(kind) or hasattr(kind, name) or hasattr(kind, "__getattr__")):
            return f"a text has no “{name}”; leave .{name} out" if kind is str else no_name(kind, name), None
        kind = behind(kind, name) if kind else None
    return "", kind


def places_in(text: str, kinds: Mapping[str, type | None], lacking: str) -> Iterator[tuple[str, str, type | None]]:
    """Yield each place of a text as it is written, what is wrong with it, and the class of its value.

    Args:
        text: with places like `{task.list.name}`.
        kinds: by name, the classes of what a place may begin with; None where it can't be known.
        lacking: what is said of another name, which stands for `{}`.
    """
    try:
        parts = list(string.Formatter().parse(text))
    except ValueError as problem:
        yield "", f"“{text}” can't be read: {problem}; double a brace that is meant", None
        return
    for _, path, spec, conversion in parts:
        if path is not None:
            name = re.split(r"[.\[]", path, maxsplit=1)[0]
            told, kind = along(path, kinds.get(name))
            if name not in kinds:
                told = f"{lacking.format(name)}; {hint(name, kinds)}"
            written = f"{path}{f'!{conversion}' if conversion else ''}{f':{spec}' if spec else ''}"
            yield written, f"shows {{{written}}}, but {told}" if told else "", kind


@lru_cache(maxsize=4096)
def behind(kind: type, name: str) -> type | None:
    """Return the class of the value behind a name; None where it can't be known."""
    if issubclass(kind, Row) and name in kind.table().by_name:
        return plain(kind.table().by_name[name].type)
    own = inspect.getattr_static(kind, name, None)
    noted = (own.fget, "return") if isinstance(own, property) else (kind, name)
    try:
        return plain(typing.get_type_hints(noted[0]).get(noted[1]))
    except (NameError, TypeError, AttributeError):  # names that only type checkers import
        return None


def plain(hint: Any) -> type | None:
    """Return the class that a type hint names, with or without None; None where it names another thing."""
    if get_origin(hint) in (typing.Union, types.UnionType):
        members = [member for member in get_args(hint) if member is not type(None)]
        return plain(members[0]) if len(members) == 1 else None
    if get_origin(hint) is Literal:
        return type(get_args(hint)[0])
    closed = isinstance(hint, type) and get_origin(hint) is None and hint not in (object, typing.Any)
    return hint if closed and not getattr(hint, "_is_protocol", False) else None
