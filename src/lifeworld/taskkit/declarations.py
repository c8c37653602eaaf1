"""Validates what a task declares, as its file is loaded: the types of class attributes, then how they go together."""

import re
import sys
from collections.abc import Iterator
from datetime import date
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any, get_args, get_type_hints

from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from lifeworld.core.errors import hint
from lifeworld.core.source import file_of, place_in
from lifeworld.store import Row
from lifeworld.store.author_errors import a, names_of, places_in, plain
from lifeworld.taskkit.parameters import GIVEN, Free, Parameter, Pick, arguments
from lifeworld.taskkit.phrasings import indirect
from lifeworld.taskkit.wording import places, root

_ENDS = ("effects", "outcomes", "answer", "reached", "impossible")  # one of which says what should come of a task
_METHODS = {*_ENDS, "setup", "scheduled_events", "superseded_effects", "nothing", "items", "solution"}
_OF_INSTANCES = ("bound", "agreed", "suffix")
_NEAR = 0.8  # how like a name is to one that is meant
_LIKE = {"confirmation": '; write one for each method, like {"effects": "Yes, do it."}'}
_Mistake = tuple[str, str] | tuple[str, str, str]  # the attribute, what is wrong, and the text in the attribute


def first_mistake(cls: Any, kit: Any) -> str:
    """Return the first thing that can't be right, in one line with its place; "" where nothing is wrong.

    Args:
        cls: the task.
        kit: the class that all tasks are subclasses of.
    """
    checks = (
        _of_types,
        _of_goals_and_ends,
        _of_names,
        _of_questions,
        _of_moments,
        _of_places,
        _of_functions,
        _unnamed,
        _unused,
    )
    for name, told, *text in (mistake for check in checks for mistake in check(cls, kit)):
        return f"{cls.id} ({place_in(cls, name, *text)}): {told}"
    return ""


@cache
def _model(kit: type) -> type[BaseModel]:
    """Return a model of the class attributes that the kit declares with a value: all that a task may set."""
    hints = {name: get_args(hint)[0] for name, hint in get_type_hints(kit).items() if name in vars(kit)}
    fields: dict[str, Any] = {name: (hint, ...) for name, hint in hints.items()}
    return create_model("Declaration", __config__=ConfigDict(strict=True, arbitrary_types_allowed=True), **fields)


def _of_types(cls: Any, kit: Any) -> Iterator[_Mistake]:
    try:
        _model(kit).model_validate({name: getattr(cls, name) for name in _model(kit).model_fields})
    except ValidationError as found:
        for error in found.errors():
            name, told = str(error["loc"][0]), error["msg"][0].lower() + error["msg"][1:]
            value = getattr(cls, name)
            if error["type"] == "sequence_str":
                yield name, f'{name} is one text; write a list of them: {name} = ["{value[:40]}"]'
            else:
                yield name, f"{name} is {value!r:.40}; {told}{_LIKE.get(name, '')}"
    try:
        cls.answer_forms()
    except (NameError, TypeError) as problem:
        yield "answer", f"has an answer without a type that answers have: {problem}"


def _of_goals_and_ends(cls: Any, kit: Any) -> Iterator[_Mistake]:
    if not (cls.__doc__ or "").strip():
        yield "", "has no docstring; write in one line what it is"
    if (count := len(set(cls.goals))) < 3:
        yield "goals", f"has {count} phrasings; write at least three different goals"
    if not any(map(cls.says, _ENDS)):
        yield "", f"says nothing that should come of it; write one of {', '.join(_ENDS)}"
    if cls.step_budgets < 1:
        yield "step_budgets", f"has step_budgets {cls.step_budgets}; write 1 or more times a run's budget"
    if cls.says("effects") and cls.says("outcomes"):
        yield "effects", "has effects and outcomes; put the effects into the first of the outcomes"
    if not cls.says("solution") and (cls.says("answer") or not (cls.says("effects") or cls.says("outcomes"))):
        yield "", "has no solution, which follows from effects alone; write how a person would do it"


def _of_questions(cls: Any, kit: Any) -> Iterator[_Mistake]:
    if cls.hidden_info and cls.confirmation:
        yield "hidden_info", "has both hidden_info and confirmation; one question at a time"
    if cls.confirmation and not cls.question_topics:
        lacks = "lacks what a question must name to be understood; write `question_topics`, like"
        yield "confirmation", f'{lacks} ["{{list.name}}"]'
    if cls.question_topics and not cls.confirmation:
        yield "question_topics", "has topics that no question need name, without confirmation; leave them out"
    for name in cls.confirmation:
        if not callable(getattr(cls, name, None)):
            yield "confirmation", f"has a reply for “{name}”, but no method of this name, which says what follows", name
    if len(cls.confirmation) == 1:
        yield "confirmation", "always gets the same reply; add one that does not agree, like `nothing`"


def _of_moments(cls: Any, kit: Any) -> Iterator[_Mistake]:
    comes, superseded = cls.says("scheduled_events"), cls.says("superseded_effects")
    if (comes or cls.goal_update) and not cls.trigger:
        yield "goal_update", "has no moment at which what comes will come; write `trigger = when(minutes=5)`"
    if cls.trigger and not (comes or cls.goal_update):
        yield "trigger", "triggers nothing; write `scheduled_events` or `goal_update`"
    if superseded and not cls.trigger:
        yield "superseded_effects", "has superseded_effects, but no `trigger`; leave them out, or write one"
    if cls.distractor and (superseded or not comes):
        yield "distractor", "calls what comes a distractor, but nothing comes, or it changes what is right"
    if cls.too_late and not cls.goal_update:
        yield "too_late", "is too late for nothing; write in `goal_update` what the person says"


def _of_names(cls: Any, kit: Any) -> Iterator[_Mistake]:
    """Yield names that are the kit's own, and those that are nearly like what a task declares."""
    declared = {name for name in (*vars(kit), *kit.__annotations__) if not name.startswith("_")}
    for name in cls.parameters:
        if hasattr(kit, name) or name in _OF_INSTANCES:
            yield name, f"has a parameter “{name}”, which is a task's own word; give it another name"
    methods = {name for name, kind in vars(kit).items() if isinstance(kind, FunctionType | classmethod | property)}
    own = {name for base in cls.__mro__[: cls.__mro__.index(kit)] for name in vars(base) if name[0] != "_"}
    for name in sorted(own - cls.parameters.keys()):
        if name in methods - _METHODS:
            yield name, f"has a “{name}”, and so hides what all tasks call by it; give it another name"
        elif name not in declared and (near := get_close_matches(name, declared, n=1, cutoff=_NEAR)):
            yield name, f"nothing reads {name}; did you mean {near[0]}? (Else give it another name.)"


# ---- what goals show


def _texts_of(cls: Any) -> Iterator[tuple[str, str]]:
    """Yield each text with places, and the attribute that it stands in."""
    yield from ((text, "goals") for text in indirect(cls))
    for name in ("goals", "goal_update", "question_topics"):
        yield from ((text, name) for text in getattr(cls, name))
    yield from ((text, "confirmation") for text in cls.confirmation.values())
    yield cls.hidden_info, "hidden_info"


def _of_places(cls: Any, kit: Any) -> Iterator[_Mistake]:
    noted = _noted(cls, kit)
    kinds = {name: p.model if isinstance(p, Pick) else plain(noted[name]) for name, p in cls.parameters.items()}
    for text, name in _texts_of(cls):
        for written, told, kind in places_in(text, kinds, "there is no parameter {}"):
            if told := told or _of_form(written, kind):
                yield name, told if "can't be read" in told else f"“{text}” {told}", text


def _noted(cls: Any, kit: Any) -> dict[str, Any]:
    """Return the types that a task notes; `get_type_hints` of a class would read those of the kit for each task."""
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__[: cls.__mro__.index(kit)]):
        own = SimpleNamespace(__annotations__=vars(base).get("__annotations__", {}))
        found |= get_type_hints(own, getattr(sys.modules.get(base.__module__), "__dict__", {}), dict(vars(base)))
    return found


def _of_form(written: str, kind: type | None) -> str:
    """Return what is wrong with how a place shows its value; "" where nothing is."""
    if kind is not None and issubclass(kind, Row):
        return f"shows {{{written}}}, but {a(kind)} can't be shown as a whole; name a column, like .name"
    of_days, of_texts = kind is None or issubclass(kind, date), kind is None or issubclass(kind, str)
    forms = [*([":weekday"] if of_days else []), *([":a", ":bare"] if of_texts else [])]
    form = re.sub(r"^[^!:]*", "", written)
    known = " and ".join(f"“{one}”" for one in forms) or "none for it"
    return f"shows {{{written}}}, a form that means nothing; there are {known}" if form and form not in forms else ""


# ---- what parameters ask for, and what goals leave out


def _of_functions(cls: Any, kit: Any) -> Iterator[_Mistake]:
    before: set[str] = set()
    for name, parameter in cls.parameters.items():
        for asked in sorted(_asked(parameter) - before - {name, *GIVEN}):
            if asked not in cls.parameters:
                near = hint(asked, [*cls.parameters, *GIVEN])
                yield name, f"{name} asks for “{asked}”, which is no parameter; {near}"
            elif not (isinstance(parameter, Pick) and not (parameter.fits and asked in arguments(parameter.fits))):
                yield name, f"{name} asks for “{asked}”, which is bound after it; write {asked} above {name}"
        before.add(name)


def _asked(parameter: Parameter) -> set[str]:
    return {argument for function in parameter.functions for argument in arguments(function)}


def _unnamed(cls: Any, kit: Any) -> Iterator[_Mistake]:
    """Yield the picked rows that a goal leaves out."""
    told = _named(cls.hidden_info, *cls.goal_update, *cls.confirmation.values())
    for name, parameter in cls.parameters.items():
        for goal in cls.texts() if parameter.picked and name not in told else ():
            if name not in _named(goal):
                wanted = f"show what singles it out, like {{{name}.{_calling(parameter.model)}}}"
                yield "goals", f"picks {name}, but “{goal}” never names it; {wanted}", goal


def _calling(model: type[Row]) -> str:
    """Return the column by which people call a row."""
    texts = [column.name for column in model.table().columns if column.type is str]
    usual = (name for name in ("name", "title", "subject", "text") if name in names_of(model))
    return next(usual, next(iter(texts), "id"))


def _unused(cls: Any, kit: Any) -> Iterator[_Mistake]:
    """Yield the values that are drawn, and that no text shows, no parameter asks for and no code reads."""
    used = _named(*(text for text, _ in _texts_of(cls))).union(*map(_asked, cls.parameters.values()))
    for name, parameter in cls.parameters.items():
        if isinstance(parameter, Free) and name not in used:
            files = {file_of(base) for base in cls.__mro__[: cls.__mro__.index(kit)]} - {""}
            if files and not any(re.search(rf"\.{name}\b", Path(file).read_text(encoding="utf-8")) for file in files):
                yield name, f"{name} is drawn and never used; say it in the goals, or leave it out"


def _named(*texts: str) -> set[str]:
    """Return the parameters that texts show."""
    return {root(place) for text in texts for place in places(text)}
