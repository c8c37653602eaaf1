"""What can't be right in a task, as known from the class alone: each with its place and the mend."""

import string
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from types import FunctionType
from typing import Any, get_type_hints

from lifeworld.core.nearest import hint
from lifeworld.core.source import place_in
from lifeworld.store import Row
from lifeworld.store.shapes import a, behind, has, names_of, plain
from lifeworld.taskkit.parameters import Parameter, Pick, arguments
from lifeworld.taskkit.wording import places, root

_LISTS = ("goals", "tags", "about", "also_in", "mind")
_SAYS = ("effects", "outcomes", "answer", "reached", "impossible")
_MAY_SAY = {*_SAYS, "given", "meanwhile", "stale", "nothing", "items", "solution"}
_OWN_WORDS = ("bound", "agreed", "rider")


@dataclass(frozen=True)
class Mistake:
    """What is wrong, in which name of the class and in which of its texts."""

    told: str
    name: str = ""
    text: str = ""


def first_mistake(cls: Any, kit: Any) -> str:
    """Return the first thing that can't be right, in one line with its place; "" where nothing is wrong.

    Args:
        cls: the task.
        kit: the class that all tasks are subclasses of.
    """
    for found in _mistakes(cls, kit):
        return f"{cls.id} ({place_in(cls, found.name, found.text)}): {found.told}"
    return ""


def _mistakes(cls: Any, kit: Any) -> Iterator[Mistake]:
    yield from _of_lists(cls)
    if not (cls.__doc__ or "").strip():
        yield Mistake("says nothing of itself; give it a docstring of one line")
    if len(set(cls.goals)) < 3:
        yield Mistake(f"has {len(set(cls.goals))} phrasings; write at least three different goals", "goals")
    if not any(map(cls.says, _SAYS)):
        yield Mistake("says nothing that should come of it; write effects, outcomes, an answer, reached or impossible")
    if cls.says("effects") and cls.says("outcomes"):
        yield Mistake("says both effects and outcomes; put the effects into the first of the outcomes", "effects")
    if not cls.says("solution"):
        yield Mistake("has no solution; write how a person would do it")
    for name in cls.parameters:
        if hasattr(kit, name) or name in _OWN_WORDS:
            yield Mistake(f"has a parameter “{name}”, which is a task's own word; give it another name", name)
    yield from _of_answers(cls)
    yield from _hiding(cls, kit)
    if hasattr(cls, "apps"):
        yield Mistake("lists its apps; leave `apps` out: they follow from what it touches", "apps")
    yield from _of_asking(cls)
    yield from _of_moving(cls)
    yield from _of_places(cls)
    yield from _of_functions(cls)
    yield from _unnamed(cls)


def _hiding(cls: Any, kit: Any) -> Iterator[Mistake]:
    """Yield what the class says under a name that the kit calls itself."""
    methods = {name for name, kind in vars(kit).items() if isinstance(kind, FunctionType | classmethod | property)}
    own = {name for base in cls.__mro__[: cls.__mro__.index(kit)] for name in vars(base)}
    for name in sorted(one for one in own & methods - _MAY_SAY if not one.startswith("__")):
        yield Mistake(f"has a “{name}”, and so hides what all tasks call by it; give it another name", name)


def _of_answers(cls: Any) -> Iterator[Mistake]:
    try:
        cls.answer_forms()
    except (NameError, TypeError) as problem:
        yield Mistake(f"has an answer without a type that answers have: {problem}", "answer")


def _of_lists(cls: Any) -> Iterator[Mistake]:
    for name in _LISTS:
        given = getattr(cls, name)
        if isinstance(given, str):
            yield Mistake(f'{name} is one text; write a list of them: {name} = ["{given[:40]}"]', name)
        elif not isinstance(given, list | tuple) or not all(isinstance(one, str) for one in given):
            yield Mistake(f"{name} is {given!r}; write a list of texts", name)


def _of_asking(cls: Any) -> Iterator[Mistake]:
    asks = bool(cls.withheld or cls.consent)
    if isinstance(cls.consent, str):
        yield Mistake(
            'has one text for consent; write a reply for each method, like {"effects": "Yes, do it."}', "consent"
        )
        return
    if cls.withheld and cls.consent:
        yield Mistake("has something withheld and wants consent; one question at a time", "withheld")
    if asks and not cls.about:
        example = '["list"]' if cls.withheld else '["{list.name}"]'
        yield Mistake(
            f"does not say what a question must name to be understood; write `about`, like {example}",
            "withheld" if cls.withheld else "consent",
        )
    if cls.about and not asks:
        told = "says `about`, but has nothing withheld and wants no consent, so nobody need be asked; leave it out"
        yield Mistake(told, "about")
    for name in cls.consent:
        if not callable(getattr(cls, name, None)):
            told = f"has a reply for “{name}”, but no method of this name says what should then come of it"
            yield Mistake(told, "consent", name)
    if len(cls.consent) == 1:
        yield Mistake("always gets the same reply; add one that does not agree, like `nothing`", "consent")


def _of_moving(cls: Any) -> Iterator[Mistake]:
    comes = cls.says("meanwhile") or bool(cls.mind)
    if comes and not cls.moves:
        yield Mistake("does not say when what comes meanwhile comes; write `moves = when(minutes=5)`", "mind")
    if cls.moves and not comes:
        yield Mistake("says when something comes, but not what; write `meanwhile` or `mind`", "moves")
    if cls.says("stale") and not cls.moves:
        yield Mistake("says what is stale, but nothing comes meanwhile; leave `stale` out, or write `moves`", "stale")
    if cls.noise and (cls.says("stale") or not cls.says("meanwhile")):
        yield Mistake("says that what comes is noise, but nothing comes, or it changes what is right", "noise")
    if cls.too_late and not cls.mind:
        yield Mistake("is too late for nothing; write in `mind` what the person says", "too_late")


# ---- what goals show


def texts_of(cls: Any) -> Iterator[tuple[str, str]]:
    """Yield each text with places, and the name that it belongs to."""
    yield from ((goal, "goals") for goal in cls.goals)
    yield from ((cls.withheld, "withheld"), *((reply, "consent") for reply in cls.consent.values()))
    yield from ((said, "mind") for said in cls.mind)
    yield from ((entry, "about") for entry in cls.about)


def kinds(cls: Any) -> dict[str, type | None]:
    """Return what kind of value each parameter is bound to; None where it can't be known."""
    noted = get_type_hints(cls)
    return {name: p.model if isinstance(p, Pick) else plain(noted[name]) for name, p in cls.parameters.items()}


def _of_places(cls: Any) -> Iterator[Mistake]:
    known = kinds(cls)
    for text, name in texts_of(cls):
        try:
            parts = [part for part in string.Formatter().parse(text) if part[1] is not None]
        except ValueError as problem:
            yield Mistake(f"“{text}” can't be read: {problem}; double a brace that is meant", name, text)
            continue
        for _, shown, spec, conversion in parts:
            told = _of_place(shown or "", spec or "", conversion, known)
            if told:
                yield Mistake(f"“{text}” {told}", name, text)


def _of_place(shown: str, spec: str, conversion: str | None, known: dict[str, type | None]) -> str:
    """Return what is wrong with one place of a text; "" where nothing is."""
    if root(shown) not in known:
        return f"shows {{{shown}}}, but there is no parameter {root(shown)}; {hint(root(shown), known)}"
    kind = known[root(shown)]
    for name in shown.split(".")[1:]:
        if kind is not None and not has(kind, name):
            mend = f"leave .{name} out" if kind is str else hint(name, sorted(names_of(kind)))
            return f"shows {{{shown}}}, but {a(kind)} has no “{name}”; {mend}"
        kind = behind(kind, name) if kind else None
    if kind is not None and issubclass(kind, Row):
        return f"shows {{{shown}}}, but {a(kind)} can't be shown as a whole; name a column, like .name"
    if conversion or spec not in _forms(kind):
        forms = " and ".join(f"“:{form}”" for form in _forms(kind) if form) or "none for it"
        written = f"{shown}{f'!{conversion}' if conversion else ''}{f':{spec}' if spec else ''}"
        return f"shows {{{written}}}, a form that means nothing; there are {forms}"
    return ""


def _forms(kind: type | None) -> tuple[str, ...]:
    """Return what may stand after the colon of a place."""
    if kind is None:
        return ("", "weekday", "a", "bare")
    return ("", "weekday") if issubclass(kind, date) else ("", "a", "bare") if issubclass(kind, str) else ("",)


# ---- what picks ask for, and what goals leave out


def _of_functions(cls: Any) -> Iterator[Mistake]:
    before: set[str] = set()
    for name, parameter in cls.parameters.items():
        for asked in sorted(_asked(parameter) - before - {name, "row", "store", "now"}):
            if asked not in cls.parameters:
                near = hint(asked, [*cls.parameters, "row", "store", "now"])
                yield Mistake(f"{name} asks for “{asked}”, which is no parameter; {near}", name)
            elif not _rivalry(parameter, asked):
                yield Mistake(f"{name} asks for “{asked}”, which is bound after it; write {asked} above {name}", name)
        before.add(name)


def _asked(parameter: Parameter) -> set[str]:
    return {argument for function in parameter.functions for argument in arguments(function)}


def _rivalry(parameter: Parameter, asked: str) -> bool:
    """Return whether only `among` asks for it, which is called when all is bound."""
    return isinstance(parameter, Pick) and not (parameter.fits and asked in arguments(parameter.fits))


def _unnamed(cls: Any) -> Iterator[Mistake]:
    told = named(cls.withheld, *cls.mind, *cls.consent.values())
    for name, parameter in cls.parameters.items():
        for goal in cls.goals if parameter.picked and name not in told else ():
            if name not in named(goal):
                wanted = f"show what singles it out, like {{{name}.{_called(parameter)}}}"
                yield Mistake(f"picks {name}, but “{goal}” never names it; {wanted}", "goals", goal)


def _called(parameter: Pick) -> str:
    """Return the column by which people call a row."""
    texts = [column.name for column in parameter.model.table().columns if column.type is str]
    return next((name for name in ("name", "title", "subject", "text", *texts) if has(parameter.model, name)), "id")


def named(*texts: Any) -> set[str]:
    """Return the parameters that texts show."""
    return {root(place) for text in texts for place in places(text)}
