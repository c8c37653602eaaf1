"""Whether answers are right: each is a value, and equals the true one."""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from decimal import Decimal
from typing import Any

from lifeworld.core.answers import Kind, Stated
from lifeworld.web.answer_forms import lines_of
from lifeworld.web.answers import Context, Day, NotOfFormError, value_of
from lifeworld.web.text_matching import folded, squeezed


def rights(given: Any, stated: Sequence[Stated], context: Context) -> tuple[bool, ...]:
    """Return whether each answer that is asked for is right, by its place; nothing that is given is never right.

    Raises:
        NotOfFormError: one is not of its form.
    """
    if not stated:
        return ()
    parts, known = _parts(given), {str(one.part) for one in stated}
    if strangers := sorted(parts.keys() - known):
        raise NotOfFormError(f"no part {', '.join(strangers)} asks for an answer")
    if len(stated) == 1 and given is not None and not parts:
        return (right(given, stated[0], context),)
    if lacking := [str(one.part) for one in stated if str(one.part) not in parts]:
        raise NotOfFormError(f"nothing is given for part {', '.join(lacking)}" if parts else "nothing is given")
    return tuple(right(parts[str(one.part)], one, context) for one in stated)


def right(given: Any, true: Stated, context: Context) -> bool:
    """Return whether what is given stands for the true value.

    Raises:
        NotOfFormError: it stands for no value of the form.
    """
    value = value_of(given, true.form, context, [alias for alias, _ in true.aliases])
    if value is None:
        return not true.value and not isinstance(true.value, bool | str)
    return _SAME[true.form.kind](value, true)


def _parts(given: Any) -> Mapping[str, Any]:
    """Return what is given for each part: of an object, or of lines of a talk."""
    if isinstance(given, str) and given.strip()[:1] == "{":
        with suppress(ValueError, RecursionError):
            given = json.loads(given, object_pairs_hook=_once)
    if isinstance(given, str):
        return lines_of(given)
    return given if isinstance(given, dict) else {}


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object in which no name stands twice.

    Raises:
        ValueError: one does.
    """
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name stands twice")
    return dict(pairs)


def _meant(text: str, true: Stated) -> str:
    """Return a text as it is compared; an alias is what it stands for."""
    return {folded(alias): folded(own) for alias, own in true.aliases}.get(folded(text), folded(text))


def _same_day(said: Day, true: date) -> bool:
    return (said.month, said.day) == (true.month, true.day) and said.year in (None, true.year)


_SAME: dict[Kind, Callable[[Any, Any], bool]] = {
    "money": lambda value, true: abs(value) == abs(true.value),
    "number": lambda value, true: value == true.value,
    "decimal": lambda value, true: value == Decimal(str(true.value)),
    "date": lambda value, true: _same_day(value, true.value),
    "time": lambda value, true: value == true.value.replace(second=0),
    "moment": lambda value, true: _same_day(value[0], true.value.date()) and value[1] == true.value.time(),
    "duration": lambda value, true: value == true.value,
    "yes_no": lambda value, true: value is true.value,
    "text": lambda value, true: _meant(value, true) == folded(true.value),
    "code": lambda value, true: squeezed(value) == squeezed(true.value),
    "list": lambda value, true: {_meant(one, true) for one in value} == set(map(folded, true.value)),
}
