"""What form an answer has: the type that a task declares, before any value of it is known."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from lifeworld.core.money import Money

Kind = Literal["money", "number", "decimal", "date", "time", "moment", "duration", "yes_no", "text", "code", "list"]
Code = Annotated[str, "code"]  # what is compared by its letters and digits: an order's number, a phone's
Percent = Annotated[int, "percent"]
Days = Annotated[int, "day"]
Minutes = Annotated[int, "minute"]
FULL_NAME = "full name"
FullName = Annotated[str, FULL_NAME]  # for which a first name does not stand
Texts = Sequence[str]
FullNames = Sequence[FullName]
NONE = "none"  # what JSON's null is in an answer: that there is nothing
Value = Money | date | time | timedelta | int | float | bool | str | Sequence[str]

_KINDS: dict[Any, Kind] = {
    Money: "money",
    int: "number",
    float: "decimal",
    date: "date",
    time: "time",
    datetime: "moment",
    timedelta: "duration",
    bool: "yes_no",
    str: "text",
}


@dataclass(frozen=True)
class Form:
    """The form of one answer.

    Attributes:
        kind: what type of value it is.
        unit: of a number, what it counts as Babel names it (percent, day, minute); it may stand behind the number, and
            a length of time may be told in other units. Of a text, or of each in a list, “full name”: a person's whole.
    """

    kind: Kind
    unit: str = ""


@dataclass(frozen=True)
class Stated:
    """A true answer.

    Attributes:
        value: the value.
        form: the form that it is asked for in.
        part: the number of the part of a composed task that asks for it; 1 of any other.
        aliases: other texts that mean the same, each with the true one: a first name that is nobody else's.
    """

    value: Value
    form: Form
    part: int = 1
    aliases: tuple[tuple[str, str], ...] = ()


def forms_of(hint: Any) -> tuple[Form, ...]:
    """Return the forms that a type stands for: one, or of a union one for each member but None.

    Raises:
        TypeError: no answer has this type; the message lists those that there are.
    """
    return tuple(_forms(hint))


def _forms(hint: Any) -> Iterator[Form]:
    if get_origin(hint) in (Union, UnionType):
        for member in get_args(hint):
            if member is not type(None):
                yield from _forms(member)
    elif hint == Code:
        yield Form("code")
    elif get_origin(hint) is Annotated:
        yield Form(_KINDS[get_args(hint)[0]], get_args(hint)[1])
    elif get_origin(hint) in (list, tuple, Sequence) and get_args(hint)[:1] in ((str,), (FullName,)):
        yield Form("list", "" if get_args(hint)[0] is str else FULL_NAME)
    elif hint in _KINDS:
        yield Form(_KINDS[hint])
    else:
        if hint is None:
            raise TypeError("write what it returns, like `-> Money`")
        named = getattr(hint, "__name__", None) or type(hint).__name__
        known = "Money, int, float, Percent, Days, Minutes, date, datetime, time, timedelta, bool, str, Code, FullName"
        known += ", Texts, FullNames"
        raise TypeError(f"it returns {named}, which is no type of an answer; there are {known}")


def fits(form: Form, value: Any) -> bool:
    """Return whether a value is of the type of a form."""
    if form.kind in ("text", "code"):
        return isinstance(value, str)
    if form.kind == "list":
        return not isinstance(value, str) and isinstance(value, Sequence)
    return _KINDS.get(type(value)) == form.kind


def given(value: Any) -> Any:
    """Return a value as JSON gives it in an answer: in ISO form, an amount without a mark; of several, by part."""
    if isinstance(value, dict):
        return {str(part): given(value[part]) for part in sorted(value)}
    if isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Money):
        return value.plain
    if isinstance(value, timedelta):
        return f"{value.total_seconds() / 60:g} min"
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M}"
    if isinstance(value, time):
        return f"{value:%H:%M}"
    return value.isoformat() if isinstance(value, date) else list(value)


def given_for(stated: Sequence[Stated]) -> Any:
    """Return the true answer as JSON gives it; None where nothing is asked for."""
    if len(stated) < 2:
        return given(stated[0].value) if stated else None
    return given({one.part: one.value for one in stated})


def answered(answer: Any) -> str:
    """Return an answer in words: a list with commas, an object by its parts; "" where none was given."""
    if isinstance(answer, dict):
        return "; ".join(f"{part}: {answered(one) or NONE}" for part, one in answer.items())
    if isinstance(answer, list):
        return ", ".join(map(answered, answer)) or NONE
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return "" if answer is None else str(answer)
