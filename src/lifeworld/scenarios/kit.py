"""What a scenario says: goals, open parameters, what should come of it, and how a person would do it."""

import inspect
import re
import string
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from datetime import date, time, timedelta
from typing import Any, ClassVar, get_type_hints

from lifeworld.core.errors import ScenarioError
from lifeworld.core.money import Money
from lifeworld.core.verdict import ItemKind
from lifeworld.scenarios.parameters import Parameter, Pick, arguments
from lifeworld.scenarios.person import Knowledge
from lifeworld.scenarios.user import User
from lifeworld.store import Command, Event, Row, Store

Commands = Generator[Command, Any, None] | Iterable[Command]
Answer = Money | date | time | timedelta | int | bool | str | Sequence[str]


@dataclass(frozen=True)
class Observed:
    """An item for having been somewhere: on a page, or where some words stood."""

    text: str
    at: str = ""
    showing: str = ""
    kind: ItemKind = "open"


@dataclass(frozen=True)
class Judged:
    """An item that a judge decides; it never decides success."""

    text: str
    kind: ItemKind = "judged"


@dataclass(frozen=True)
class Chosen:
    """A row that the agent is free to choose among those that fit; the same code means the same choice."""

    model: type[Row]
    code: Any
    fits: Any = dataclass_field(compare=False)


def observed(text: str, *, at: str = "", showing: str = "", kind: ItemKind = "open") -> Observed:
    """Return an item that is met on a page whose path is `at`, or on one that shows the words `showing`."""
    return Observed(text, at, showing, kind)


def judged(text: str) -> Judged:
    """Return an item for a judge."""
    return Judged(text)


def chosen(model: type[Row], fits: Any) -> Any:
    """Return what stands in a command for any row of `model` that fits; the agent's own row decides which.

    `fits` is called by argument names, like a pick's: `row`, `store`, `now`.
    """
    return Chosen(model, fits.__code__, fits)


class Scenario:
    """A task template. Subclass it, annotate parameters, and say what should come of it.

    Class attributes:
        goals: three phrasings or more, as people speak; `{source.name}` shows a parameter.
        tags: words to select suites by.
        withheld: what only the person knows and tells when asked; makes it an `ask`.
        consent: what the person says when asked to agree, by the method that then says what should come of it:
            `{"effects": "Yes, delete it.", "nothing": "No, better not."}`; makes it a `consent`: asking comes before
            doing. Instances and people get each of the replies in turn.
        about: what a question must name to be understood, in an `ask` or a `consent`: of each entry one of the
            wordings that `|` parts, like `["which|what", "list"]` or `["delete|remove", "{list.name}"]`.
        apps: ids of the apps that it touches, where its file does not say so (cross and memory).
    """

    goals: ClassVar[Sequence[str]] = ()
    tags: ClassVar[Sequence[str]] = ()
    withheld: ClassVar[str] = ""
    consent: ClassVar[Mapping[str, str]] = {}
    about: ClassVar[Sequence[str]] = ()
    apps: ClassVar[Sequence[str]] = ()

    id: ClassVar[str]
    parameters: ClassVar[Mapping[str, Parameter]]

    # ---- what can be said

    def given(self) -> Iterable[Command | Event]:
        """Say what comes before the start; may take `store` as an argument, or none."""
        return ()

    def effects(self) -> Commands:
        """Say which commands should have been done; may take `store`, or none; `row = yield …` gives the row made."""
        return ()

    def nothing(self) -> Commands:
        """Say that nothing should come of it: what follows where the person does not agree."""
        return ()

    def outcomes(self) -> Sequence[Commands]:
        """Say several acceptable lists of commands, instead of `effects`."""
        return ()

    def answer(self, store: Store) -> Answer | None:
        """Say what should be answered, on the world as it is after the effects; the solution reads it off screens."""
        return None

    def reached(self) -> str:
        """Say the path of the page that the agent should stop on."""
        return ""

    def impossible(self) -> Commands:
        """Say the commands that it would take and that are refused: the task is to say so and change nothing."""
        return ()

    def items(self) -> Iterable[Observed | Judged]:
        """Say what else earns partial credit: pages to be seen, things to be judged."""
        return ()

    def solution(self, user: User) -> None:
        """Do it, as a person would."""
        raise NotImplementedError

    # ---- what follows

    def __init_subclass__(cls) -> None:
        home = cls.__module__.removeprefix("lifeworld.scenarios.").split(".")[0]
        cls.id = f"{home}.{cls.__name__}"  # so that a file may be cut in two without renaming tasks
        found = {name: value for name, value in _annotated(cls) if isinstance(value, Parameter)}
        cls.parameters = found
        _check(cls)

    def __init__(self, bound: Mapping[str, Any]) -> None:
        for name, value in bound.items():
            setattr(self, name, value)
        self.bound = dict(bound)
        self.agreed = next(iter(self.consent), "effects")  # the method that says what should come of it
        self.rider = ""  # what is added to the goal, whatever kind of task it is

    def goal(self, phrasing: int) -> str:
        """Return the goal in one of its phrasings."""
        return f"{self.asked(phrasing)} {self.rider}".rstrip()

    def asked(self, phrasing: int) -> str:
        """Return what the goal asks for, without what is added to goals of any kind."""
        return shown(self.goals[phrasing % len(self.goals)], self.bound)

    @property
    def told(self) -> str:
        """What the person says when asked."""
        return shown(self.withheld or self.consent.get(self.agreed, ""), self.bound)

    @property
    def knowledge(self) -> Knowledge:
        """What the person can tell, and what a question must name for it."""
        about = tuple(shown(entry, self.bound) for entry in self.about)
        goals = tuple(map(self.asked, range(len(self.goals))))
        return Knowledge(self.told, about, goals, agreeing=bool(self.consent))

    @classmethod
    def says(cls, method: str) -> bool:
        """Return whether the scenario says something of its own under this name."""
        return getattr(cls, method) is not getattr(Scenario, method)

    @classmethod
    def ways(cls) -> tuple[str, ...]:
        """Return the names of the other honest ways that the scenario names."""
        return tuple(name for name in dir(cls) if getattr(getattr(cls, name), "honest_way", False))

    @classmethod
    def kind(cls) -> str:
        """Return what kind of task it is: ask, refuse, consent, question, change, reach."""
        if cls.withheld:
            return "ask"
        if cls.says("impossible"):
            return "refuse"
        if cls.consent:
            return "consent"
        if cls.says("effects") or cls.says("outcomes"):
            return "change"
        return "question" if cls.says("answer") else "reach"

    @classmethod
    def category(cls) -> str:
        """Return single, cross or memory, after the folder that it stands in."""
        first = cls.id.split(".")[0]
        return first if first in {"cross", "memory"} else "single"


def way(method: Any) -> Any:
    """Mark another honest way to do the task, beside the solution; the verdict must accept it, too."""
    method.honest_way = True
    return method


_AN = re.compile(r"(?!(?:one|once|uni|use|usu|eur|ukulele)|u[snt]\b|us[ab]\b)[aeiou]|hour|honest|heir", re.IGNORECASE)


class Shown(string.Formatter):
    """Writes values into goals as people write them: $45.00, March 14, 2:30 PM.

    After a colon: `{due:weekday}` is “Saturday, March 14”, `{product.name:a}` puts “a” or “an” before a name, and
    `{business.name:bare}` leaves out its “The”, for use after “my”.
    """

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, date) and format_spec in ("", "weekday"):
            return f"{value:%A, %B} {value.day}" if format_spec else f"{value:%B} {value.day}"
        if isinstance(value, time) and not format_spec:
            return f"{value.hour % 12 or 12}:{value.minute:02} {'PM' if value.hour >= 12 else 'AM'}"
        if isinstance(value, Row):
            raise TypeError(f"a {type(value).__name__} can't be shown as a whole; name a column, like .name")
        return _as_name(str(value), format_spec)


def _as_name(text: str, spec: str) -> str:
    if spec == "a":
        return f"{'an' if _AN.match(text) else 'a'} {text}"
    if spec not in ("", "bare"):
        raise ValueError(f"“:{spec}” is no way to show {text!r}; there are weekday (for days), a and bare (for names)")
    return text.removeprefix("The ") if spec else text


def shown(text: str, bound: Mapping[str, Any]) -> str:
    """Return a text with its parameters filled in."""
    return Shown().vformat(text, (), bound)


def places(text: str) -> Iterator[str]:
    """Yield the places of a text, like `source.name`."""
    for _, name, _, _ in string.Formatter().parse(text):
        if name:
            yield name


def root(place: str) -> str:
    """Return the parameter that a place shows something of."""
    return re.split(r"[.\[]", place, maxsplit=1)[0]


def _annotated(cls: type[Scenario]) -> Iterator[tuple[str, Any]]:
    for name in get_type_hints(cls):
        if hasattr(cls, name):
            yield name, getattr(cls, name)


def _check(cls: type[Scenario]) -> None:
    for problem in _problems(cls):
        raise ScenarioError(f"{cls.id}: {problem}")


def _problems(cls: type[Scenario]) -> Iterator[str]:
    if not (cls.__doc__ or "").strip():
        yield "says nothing of itself; give it a docstring of one line"
    if len(set(cls.goals)) < 3:
        yield f"has {len(set(cls.goals))} phrasings; write at least three different goals"
    if not any(map(cls.says, ("effects", "outcomes", "answer", "reached", "impossible"))):
        yield "says nothing that should come of it; write effects, outcomes, an answer, reached or impossible"
    if cls.says("effects") and cls.says("outcomes"):
        yield "says both effects and outcomes; put the effects into the first of the outcomes"
    if not cls.says("solution"):
        yield "has no solution; write how a person would do it"
    for name in cls.parameters:
        if hasattr(Scenario, name) or name in ("bound", "agreed", "rider"):
            yield f"has a parameter “{name}”, which is a scenario's own word; give it another name"
    yield from _asking(cls)
    yield from _unknown(cls)
    yield from _unnamed(cls)


def _asking(cls: type[Scenario]) -> Iterator[str]:
    asks = bool(cls.withheld or cls.consent)
    if cls.withheld and cls.consent:
        yield "has something withheld and wants consent; one question at a time"
    if asks and not cls.about:
        yield 'does not say what a question must name to be understood; write `about`, like ["which|what", "list"]'
    if cls.about and not asks:
        yield "says `about`, but has nothing withheld and wants no consent, so nobody need be asked; leave it out"
    for name in cls.consent:
        if not callable(getattr(cls, name, None)):
            yield f"has a reply for “{name}”, but no method of this name says what should then come of it"
    if len(cls.consent) == 1:
        yield "always gets the same reply; add one that does not agree, like `nothing`"


def _unknown(cls: type[Scenario]) -> Iterator[str]:
    known = set(cls.parameters)
    for text in (*cls.goals, cls.withheld, *cls.consent.values(), *cls.about):
        for place in places(text):
            if root(place) not in known:
                yield f"“{text}” shows {{{place}}}, but there is no parameter {root(place)}; there are {_list(known)}"
    for name, parameter in cls.parameters.items():
        functions = [parameter.fits, parameter.among] if isinstance(parameter, Pick) else []
        for asked in {a for f in functions if f for a in arguments(f)} - known - {"row", "store", "now"}:
            yield f"{name} asks for “{asked}”, which is no parameter; there are {_list(known)}, row, store and now"


def _unnamed(cls: type[Scenario]) -> Iterator[str]:
    told = {root(place) for text in (cls.withheld, *cls.consent.values()) for place in places(text)}
    for name, parameter in cls.parameters.items():
        for goal in cls.goals if parameter.picked and name not in told else ():
            if name not in {root(place) for place in places(goal)}:
                yield f"picks {name}, but “{goal}” never names it; show what singles it out, like {{{name}.name}}"


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def called(method: Any, store: Store) -> Any:
    """Call one of a scenario's methods, with the store if it asks for it."""
    return method(store) if "store" in inspect.signature(method).parameters else method()
