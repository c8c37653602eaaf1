"""Values that are drawn and never said: to the agent, or to anybody."""

import ast
import inspect
from collections.abc import Iterable, Iterator
from functools import lru_cache

from lifeworld.core.source import Function, body_of, methods, values
from lifeworld.taskkit.kit import Task
from lifeworld.taskkit.mistakes import named
from lifeworld.taskkit.parameters import Free, Parameter


def unsaid(template: type[Task], body: ast.ClassDef) -> Iterator[tuple[int, str]]:
    """Yield the parameters that nothing uses, and the values that nobody is told."""
    used, given = _uses(template, None), _uses(template, ("given", "meanwhile"))
    if used is None or given is None:
        return
    told = named(template.withheld, *template.mind, *template.consent.values())
    said = set.intersection(*(named(goal) for goal in template.goals)) | told | given
    shown = named(*template.goals, *template.about) | told
    for name, parameter in template.parameters.items():
        line = values(body)[name].lineno if name in values(body) else body.lineno
        if not isinstance(parameter, Free):
            continue  # a pick is always named, and what is derived may only be a condition
        if name not in used | shown and not _asked_by_others(template, name):
            yield line, f"{name} is drawn and never used; say it in the goals, or leave it out"
        elif name in used and not _follows(template, name, said):
            goal = next((goal for goal in template.goals if name not in named(goal)), "")
            yield line, f"{name} is drawn, but “{goal}” never says it; write {{{name}}} into it"


def _uses(template: type[Task], starts: Iterable[str] | None) -> set[str] | None:
    """Return what methods read of the task; None where one hands the whole task on."""
    found: dict[str, Function] = {}
    for cls in reversed(template.__mro__[:-2]):
        own = body_of(cls)
        found |= methods(own) if own else {}
    waiting, used = list(found if starts is None else starts), set[str]()
    while waiting:
        method = found.get(waiting.pop())
        own_name = method.args.args[0].arg if method and method.args.args else ""
        read = {attr for owner, attr in _reads(method)[0] if owner.id == own_name} if method else set()
        if method and _handed_on(method, own_name):
            return None
        waiting += [name for name in read - used if name in found]
        used |= read
    return used


@lru_cache(maxsize=4096)
def _reads(method: Function) -> tuple[list[tuple[ast.Name, str]], list[ast.Name]]:
    """Return whose attributes a method reads, with which, and every name in it."""
    nodes = list(ast.walk(method))
    owned = [(n.value, n.attr) for n in nodes if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name)]
    return owned, [node for node in nodes if isinstance(node, ast.Name)]


def _handed_on(method: Function, own: str) -> bool:
    """Return whether a method uses itself as a whole, as an argument."""
    owned, names = _reads(method)
    owners = {id(owner) for owner, _ in owned}
    return any(name.id == own and id(name) not in owners for name in names)


def _asked_by_others(template: type[Task], name: str) -> set[str]:
    return {other for other, parameter in template.parameters.items() if other != name and _asks(parameter, name)}


def _asks(parameter: Parameter, name: str) -> bool:
    return any(name in inspect.signature(function).parameters for function in parameter.functions)


def _follows(template: type[Task], name: str, said: set[str]) -> bool:
    """Return whether a value is said, or something that is made from it."""
    made = {other for other in _asked_by_others(template, name) if not template.parameters[other].picked}
    return name in said or any(_follows(template, other, said) for other in made)
