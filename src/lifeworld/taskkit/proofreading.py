"""Reads what an author has written, and tells what can't be right before anything is drawn or played.

What a name stands for is followed as far as it can be known from the file; what can't be known is left alone.
"""

import ast
import builtins
import inspect
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from difflib import get_close_matches
from typing import Any

from lifeworld.core.nearest import hint
from lifeworld.core.source import Function, body_of, file_of, methods, place, values
from lifeworld.store import Command, Store
from lifeworld.store import hints as command_hints
from lifeworld.store.blame import no_argument, no_name, undefined
from lifeworld.store.shapes import a, agrees, behind, has, hints_of, names_of, plain, told
from lifeworld.taskkit.kit import Task, chosen
from lifeworld.taskkit.mistakes import kinds
from lifeworld.taskkit.parameters import derived, pick
from lifeworld.taskkit.soundness import misfit
from lifeworld.taskkit.unsaid import unsaid
from lifeworld.taskkit.user import User

_NEAR = 0.8  # how like a name is to one that is meant
_YIELDING = ("given", "effects", "impossible")
_GIVEN = {"user": User, "store": Store, "now": datetime}
Kinds = Mapping[str, Any]  # of names: a kind of value, or None where it can't be known


@dataclass(frozen=True)
class Known:
    """A value that is known itself: a module, a class, a function."""

    value: Any


_NOTHING = Known(None)


def proofread(template: type[Task]) -> Iterator[str]:
    """Yield what can't be right in a task's file, each in one line with its place."""
    body = body_of(template)
    if body is None:
        return
    reader = Reader(template)
    for line, problem in sorted({*reader.of_body(body), *unsaid(template, body)}):
        yield f"{template.id} ({place(file_of(template), line)}): {problem}"


@dataclass
class Reader:
    """Reads one task's class."""

    template: type[Task]
    space: dict[str, Any] = field(init=False)
    kinds: dict[str, type | None] = field(init=False)

    def __post_init__(self) -> None:
        self.space = {**vars(builtins), **vars(sys.modules[self.template.__module__])}
        self.kinds = kinds(self.template)

    def of_body(self, body: ast.ClassDef) -> Iterator[tuple[int, str]]:
        for name, value in values(body).items():
            yield from self._of(value, {**dict.fromkeys(values(body)), "": name})
        for name, method in methods(body).items():
            yield from self._of_method(name, method)
        yield from self._misspelt(body)

    def _misspelt(self, body: ast.ClassDef) -> Iterator[tuple[int, str]]:
        """Yield what is called nearly like something that tasks say, and that nothing uses."""
        said = {name for base in self.template.__mro__[1:] for name in vars(base) if not name.startswith("_")}
        used = said | {*_used(body)} | values(body).keys() - _assigned(body)  # a parameter may be drawn for itself
        for name, node in {**values(body), **methods(body)}.items():
            near = get_close_matches(name, said, n=1, cutoff=_NEAR)
            if near and name not in used and not getattr(node, "decorator_list", ()):
                yield node.lineno, f"nothing uses {name}, and no task says it; did you mean {near[0]}?"

    def _of_method(self, name: str, method: Function) -> Iterator[tuple[int, str]]:
        arguments = [argument.arg for argument in method.args.args]
        env: dict[str, Any] = dict.fromkeys(_stored(method))
        env |= {argument: _GIVEN.get(argument) for argument in arguments}
        if arguments:
            env[arguments[0]] = self.template
        for one in method.body:
            yield from self._of(one, env)
        if name in (*_YIELDING, *self.template.consent):
            yield from self._unyielded(method, env)

    def _unyielded(self, method: Function, env: Kinds) -> Iterator[tuple[int, str]]:
        """Yield the commands of a method that are returned or dropped."""
        for node in ast.walk(method):
            if isinstance(node, ast.Return | ast.Expr) and node.value is not None:
                command = self._command(node.value, env)
                if command:
                    what = "returns" if isinstance(node, ast.Return) else "drops"
                    yield node.lineno, f"{method.name} {what} {command.__name__}; write `yield` before it"

    def _command(self, node: ast.expr, env: Kinds) -> type[Command] | None:
        made = self._value(node.func, env).value if isinstance(node, ast.Call) else None
        return made if isinstance(made, type) and issubclass(made, Command) else None

    # ---- one piece of code

    def _of(self, node: ast.AST, env: Kinds) -> Iterator[tuple[int, str]]:
        """Yield what is wrong in a piece of code whose names stand for `env`."""
        if isinstance(node, ast.Lambda):
            env = {**env, **dict.fromkeys(_arguments(node))}
        elif isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            env = {**env, **dict.fromkeys(_stored(node))}
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield from self._of_name(node, env)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield from self._of_attribute(node, env)
        elif isinstance(node, ast.Call):
            yield from self._of_call(node, env)
            yield from self._of_tests(node, env)
            return
        for child in ast.iter_child_nodes(node):
            yield from self._of(child, env)

    def _of_name(self, node: ast.Name, env: Kinds) -> Iterator[tuple[int, str]]:
        if node.id not in env and node.id not in self.space:
            yield node.lineno, undefined(node.id, sorted(n for n in {*env, *self.space} if not n.endswith("_")))

    def _of_attribute(self, node: ast.Attribute, env: Kinds) -> Iterator[tuple[int, str]]:
        line, name = node.end_lineno or node.lineno, node.attr
        value, kind = self._value(node.value, env).value, self._kind(node.value, env)
        if inspect.ismodule(value) and not hasattr(value, name):
            yield line, no_name(value, name)
        elif kind is self.template:
            if not (hasattr(kind, name) or name in {*names_of(kind), *self._set()}):
                yield line, f"there is no self.{name}; {hint(name, sorted({*self.kinds, *names_of(kind)}))}"
        elif kind is User and not hasattr(User, name):
            yield line, f"a user can't “{name}”; {hint(name, sorted(n for n in vars(User) if n[0] != '_'))}"
        elif kind and kind is not User and not has(kind, name):
            yield line, f"{a(kind)} has no “{name}”; {hint(name, sorted(names_of(kind)))}"

    def _set(self) -> set[str]:
        """Return what the methods of the task set on themselves, and what it knows as an instance."""
        found = {"bound", "agreed", "rider"}
        for body in filter(None, map(body_of, self.template.__mro__[:-2])):
            found |= {n.attr for n in ast.walk(body) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)}
        return found

    def _of_call(self, node: ast.Call, env: Kinds) -> Iterator[tuple[int, str]]:
        function = self._called(node.func, env)
        starred = any(isinstance(one, ast.Starred) for one in node.args) or any(k.arg is None for k in node.keywords)
        if function is None or starred:
            return
        try:
            signature = inspect.signature(function)
        except (TypeError, ValueError):
            return
        name = getattr(function, "__name__", "it")
        for keyword in node.keywords:
            if keyword.arg not in signature.parameters and not _open(signature):
                yield keyword.lineno, no_argument(name, keyword.arg or "", signature.parameters)
                return
        try:
            given = {keyword.arg or "": keyword.value for keyword in node.keywords}
            bound = signature.bind(*node.args, **given).arguments
        except TypeError as problem:
            yield node.lineno, f"{name}: {problem}; it takes {', '.join(signature.parameters) or 'nothing'}"
            return
        yield from self._of_values(name, function, bound, env)

    def _of_values(self, name: str, function: Any, bound: Mapping[str, Any], env: Kinds) -> Iterator[tuple[int, str]]:
        command = isinstance(function, type) and issubclass(function, Command)
        hints = command_hints(function) if command else hints_of(function)
        for argument, value in bound.items():
            if isinstance(value, ast.expr) and argument in hints:
                wrong = self._misfit(value, hints[argument], env)
                if wrong:
                    yield value.lineno, f"{name}: {argument} {wrong}"

    def _misfit(self, value: ast.expr, wanted: Any, env: Kinds) -> str:
        if isinstance(value, ast.Constant):
            return misfit(value.value, wanted)
        kind = self._kind(value, env)
        if kind is None or kind is self.template or agrees(kind, wanted):
            return ""
        return f"is {a(kind)}; it takes {told(wanted)}"

    def _of_tests(self, node: ast.Call, env: Kinds) -> Iterator[tuple[int, str]]:
        """Read a call's parts; the lambdas of a pick, a choice and a derived value with what they are called with."""
        yield from self._of(node.func, env)
        known = dict(env)
        picks = self._value(node.func, env).value
        if picks in (pick, chosen) and node.args:
            known["row"] = self._value(node.args[0], env).value
            known |= {**_GIVEN, **self.kinds, env.get("", ""): known["row"]}
        elif picks is derived:
            known |= {**_GIVEN, **self.kinds}
        for one in (*node.args, *(keyword.value for keyword in node.keywords)):
            if isinstance(one, ast.Lambda) and picks in (pick, chosen, derived):
                own = _arguments(one)
                yield from self._of(one.body, {**env, **{name: known.get(name) for name in own}})
            else:
                yield from self._of(one, env)

    # ---- what a piece of code stands for

    def _value(self, node: ast.expr, env: Kinds) -> Known:
        """Return the module, class or function that a name stands for."""
        if isinstance(node, ast.Name) and node.id not in env:
            return Known(self.space.get(node.id))
        if isinstance(node, ast.Attribute):
            owner = self._value(node.value, env).value
            return Known(getattr(owner, node.attr, None)) if inspect.ismodule(owner) else _NOTHING
        return _NOTHING

    def _kind(self, node: ast.expr, env: Kinds) -> Any:
        """Return what kind of value a piece of code gives; None where it can't be known."""
        if isinstance(node, ast.Constant):
            return type(node.value)
        if isinstance(node, ast.Name):
            return env.get(node.id)
        if isinstance(node, ast.Attribute):
            owner = self._kind(node.value, env)
            if owner is self.template:
                return self.kinds.get(node.attr)
            return behind(owner, node.attr) if owner and owner is not User else None
        if isinstance(node, ast.Call):
            function = self._called(node.func, env)
            if isinstance(function, type):
                return None if issubclass(function, Command) else function
            return plain(hints_of(function).get("return")) if function else None
        return None

    def _called(self, node: ast.expr, env: Kinds) -> Any:
        """Return the function that is called, if its arguments can be told: an author's, the kit's, or a command."""
        if isinstance(node, ast.Attribute) and self._kind(node.value, env) is User:
            method = getattr(User, node.attr, None)
            return method.__get__(object()) if inspect.isfunction(method) else None
        found = self._value(node, env).value
        if isinstance(found, type):
            return found if issubclass(found, Command) else None
        return found if inspect.isfunction(found) and found.__module__.startswith("lifeworld.") else None


def _assigned(body: ast.ClassDef) -> set[str]:
    """Return the names that a class body sets without a type."""
    targets = [target for node in body.body if isinstance(node, ast.Assign) for target in node.targets]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def _used(body: ast.ClassDef) -> Iterator[str]:
    """Yield the names that a class reads, asks for as arguments, or shows in its texts."""
    for node in ast.walk(body):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from (node.value, *re.findall(r"\{(\w+)", node.value))


def _stored(node: ast.AST) -> set[str]:
    """Return the names that a piece of code gives: what it sets, and the arguments of what is defined in it."""
    nodes = list(ast.walk(node))
    found = {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    found |= {n.arg for n in nodes if isinstance(n, ast.arg)}
    return found | {n.name for n in nodes if isinstance(n, Function | ast.ExceptHandler) and n.name}


def _arguments(node: ast.Lambda) -> list[str]:
    return [one.arg for one in (*node.args.args, *node.args.kwonlyargs)]


def _open(signature: inspect.Signature) -> bool:
    return any(one.kind is inspect.Parameter.VAR_KEYWORD for one in signature.parameters.values())
