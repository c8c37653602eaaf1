"""Kinds of plans, read from the files in `plans/`; lending.toml explains their notation."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from lifeworld.core.errors import UserError
from lifeworld.life.words.files import Lines, Text, folder, merge, read
from lifeworld.life.words.placeholders import check, slots
from lifeworld.life.words.talk import fills
from lifeworld.life.words.vocabulary import NAMED, RELATIONS, voices

_UNITS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}
_SPAN = re.compile(r"([+-]?\d+)([mhd])\.\.([+-]?\d+)([mhd])")
_PAYS = re.compile(r"([a-d]) pays ([a-d])")
_TELLS = re.compile(r"([a-d]) tells (\w+)")
OF_WHOM = re.compile(r"([a-d])_(\w+)")
OWN = frozenset({"them", "at", "day", "date", "clock", "sum"})  # what a plan fills: who else, where, when, how much
DEEDS = ("entry", "drop", "move", "visit", "sum", "note", "done")


def _spelt(text: str) -> str:
    if not _SPAN.fullmatch(text):
        raise ValueError("it should be two waits with m, h or d, like 5m..3h or -1d..-2h")
    return text


def _deed(text: str) -> str:
    if text not in DEEDS and not _PAYS.fullmatch(text) and not _TELLS.fullmatch(text):
        raise ValueError(f"it should be one of {', '.join(DEEDS)}, “a pays b” or “b tells allergy”")
    return text


Span = Annotated[str, AfterValidator(_spelt)]
Deed = Annotated[str, AfterValidator(_deed)]
Weekdays = tuple[Annotated[int, Field(ge=0, le=6)], ...]
_ALL_DAYS = (0, 1, 2, 3, 4, 5, 6)  # from Monday on
Letter = Annotated[str, Field(pattern="^[a-d]$")]


@dataclass(frozen=True)
class Step:
    """One state of a plan: who acts, how long after the last step (or `around` the start), what is said and done.

    Attributes:
        says: lines of which one is said, each once in a life; a stroke parts messages that follow at once.
        needs: facts without which this is no way, as `b.allergy`; with `not ` before it, with which.
        next: the ways on, with weights; none ends the plan.
    """

    by: Letter
    says: Text = ""
    after: Span = "1m..14m"
    around: Span | Literal[""] = ""
    does: tuple[Deed, ...] = ()
    needs: Lines = ()
    facts: dict[str, str] = field(default_factory=dict)  # what is so from then on, b.lent = "the ladder"; "": no more
    next: dict[str, Annotated[float, Field(gt=0)]] = field(default_factory=dict)

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(line.strip() for line in self.says.splitlines() if line.strip())


@dataclass(frozen=True)
class Entry:
    """What a plan puts into the calendar, `ahead` of its first step."""

    title: Text
    ahead: Span
    minutes: int
    clocks: Lines
    calendar: Literal["Personal", "Family", "Work"] = "Personal"
    weekdays: Weekdays = _ALL_DAYS
    alone: bool = False  # nobody else comes along


@dataclass(frozen=True)
class Money:
    """What is owed between two, or paid at a house: from and to, in dollars; whole ones, or not."""

    dollars: tuple[float, float]
    note: str = ""
    whole: bool = False


@dataclass(frozen=True)
class Noting:
    """A to-do that comes of a plan, due so long after it is noted."""

    title: Text
    due: Span | Literal[""] = ""


@dataclass(frozen=True)
class Kind:
    """A kind of plan: who takes part, how often a year, in what months and hours it begins, and its steps.

    Attributes:
        cast: by letter `me`, or the relations that suit; in a group everyone is a `member`.
        group: topics of the groups in which it is talked about; none: between two.
        swap: whether the owner may as well be the other one.
        weekdays: on which it begins, 0 is Monday.
        grave: whether nobody smiles about it.
        child: whether somebody under sixteen may take part.
        at: keys of businesses, one of which `{at}` is.
        words: by slot what is drawn once for a plan, and once only in a life.
    """

    cast: dict[Letter, Text]
    often: float
    steps: dict[str, Step]
    group: Lines = ()
    swap: bool = False
    child: bool = False
    months: tuple[Annotated[int, Field(ge=1, le=12)], ...] = tuple(range(1, 13))
    hours: tuple[int, int] = (8, 21)
    weekdays: Weekdays = _ALL_DAYS
    grave: bool = False
    at: Lines = ()
    words: dict[str, Lines] = field(default_factory=dict)
    needs: Lines = ()
    entry: Entry | None = None
    money: Money | None = None
    note: Noting | None = None

    @property
    def begin(self) -> str:
        return next(iter(self.steps))


@cache
def plans() -> Mapping[str, Kind]:
    """Return all kinds of plans by key.

    Raises:
        UserError: a file is wrong; one line for each fault.
    """
    found: dict[str, Kind] = {}
    for path in sorted((folder(__file__) / "plans").glob("*.toml")):
        written = read(dict[str, Kind], path)
        for key, kind in written.items():
            _checked(path, key, kind)
        merge(found, written, path)
    return found


def span(text: str) -> tuple[timedelta, timedelta]:
    """Return the two ends of a wait."""
    low, unit, high, other = _SPAN.fullmatch(text).groups()  # type: ignore[union-attr]  # checked when it was read
    return int(low) * _UNITS[unit], int(high) * _UNITS[other]


def pays(deed: str) -> tuple[str, str] | None:
    """Return who pays whom, by letters, if that is what is done."""
    found = _PAYS.fullmatch(deed)
    return (found[1], found[2]) if found else None


def tells(deed: str) -> tuple[str, str] | None:
    """Return who tells what fact of their own, if that is what is done."""
    found = _TELLS.fullmatch(deed)
    return (found[1], found[2]) if found else None


# ---- what may be wrong


def _checked(path: Path, key: str, kind: Kind) -> None:
    texts = {f"{key}.steps.{name}.says": step.lines for name, step in kind.steps.items()}
    texts |= {f"{key}.{part}.title": (one.title,) for part in ("entry", "note") if (one := getattr(kind, part))}
    facts = {slot for lines in texts.values() for line in lines for slot in slots(line) if _of_cast(slot, kind)}
    check(path, texts, fills() | OWN | kind.words.keys() | set(kind.cast) | facts)
    if faults := [f"{path}: {key}{fault}" for fault in _faults(kind)]:
        raise UserError("\n".join(faults))


def _of_cast(slot: str, kind: Kind) -> bool:
    found = OF_WHOM.fullmatch(slot.removesuffix("_c"))
    return bool(found and found[1] in kind.cast)


def _faults(kind: Kind) -> Iterator[str]:
    who = {"me", "member", *RELATIONS}
    if list(kind.cast.values()).count("me") != 1:
        yield ".cast: one of them should be “me”"
    for letter, among in kind.cast.items():
        if wrong := set(among.split()) - who:
            yield f".cast.{letter}: “{min(wrong)}” should be one of {', '.join(sorted(who))}"
    for slot in sorted(kind.words.keys() & (OWN | NAMED | voices().parts.keys() | kind.cast.keys())):
        yield f".words: all talk has a {{{slot}}}; rename it"
    for name, step in kind.steps.items():
        yield from (f".steps.{name}{fault}" for fault in _step_faults(kind, step))
    for name in kind.steps.keys() - _reached(kind):
        yield f".steps.{name}: no step leads to it"


def _step_faults(kind: Kind, step: Step) -> Iterator[str]:
    if step.by not in kind.cast:
        yield f".by: “{step.by}” is not in the cast"
    for other in step.next.keys() - kind.steps.keys():
        yield f".next: there is no step “{other}”"
    if step.around and not kind.entry:
        yield ".around: the plan has no entry around which it could be"
    needed = {"entry": "entry", "drop": "entry", "move": "entry", "visit": "at", "sum": "money", "note": "note"}
    for deed in step.does:
        part = "money" if pays(deed) else needed.get(deed, "")
        if part and not getattr(kind, part):
            yield f".does: “{deed}” needs [{part}]"


def _reached(kind: Kind) -> set[str]:
    found, left = set[str](), {kind.begin}
    while left:
        found |= left
        left = {other for name in left for other in kind.steps[name].next if other in kind.steps} - found
    return found
