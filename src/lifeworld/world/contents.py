"""What a life's data may be like: long, misleading or hostile words in it, very much of it, or very little."""

import random
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import count, cycle
from pathlib import Path
from typing import Annotated, Any, Self, TypeVar

import apsw
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from lifeworld.core.errors import UserError, hint
from lifeworld.core.own import own_files
from lifeworld.core.toml import not_empty, read_named
from lifeworld.life import Life
from lifeworld.life.earlier import earlier
from lifeworld.life.events import Answered, BillIssued, GroupMade, Mailed, Messaged, Noted, Planned, Purchase
from lifeworld.store import Changes, Store
from lifeworld.world.files import LIFE, homes
from lifeworld.world.tables import by_name, tables

T = TypeVar("T")
PLAIN = "plain"
_ROOTS = (GroupMade, Planned)  # without which later events make no sense
_ALL = 1000  # days, more than there are
_LATELY = timedelta(days=45)
_GAP = re.compile(r"\{([a-z])\}")  # in a text, where anything stands: “Lunch with {a}” is any of them


def _place(place: str) -> str:
    """Return TABLE.COLUMN, once sure that there is such a column."""
    table, _, column = place.partition(".")
    if table not in by_name():
        raise ValueError(f"{place}: there is no table {table}; {hint(table, by_name())}")
    if column not in by_name()[table].by_name:
        raise ValueError(f"{place}: {table} has no column {column}; {hint(column, by_name()[table].by_name)}")
    return place


def _text_place(place: str) -> str:
    """Return TABLE.COLUMN, once sure that there is such a column and that it takes any words."""
    table, _, column = _place(place).partition(".")
    if table in homes()[LIFE]:
        raise ValueError(f"{place}: what people and businesses are called stands in every app; name an app's table")
    if by_name()[table].by_name[column].type is not str:
        raise ValueError(f"{place}: no column for words; name one that holds a text of any kind")
    return place


def _apart(words: dict[str, str]) -> dict[str, str]:
    """Return what stands for what, once sure that no two texts become alike, and none another one's."""
    others = list(words.values())
    if twice := next((other for other in others if others.count(other) > 1 or words.get(other, other) != other), ""):
        raise ValueError(f"“{twice}” would stand for two texts; what differs stays different")
    for text, other in words.items():
        if gaps(text) != gaps(other) or len(set(gaps(text))) < len(gaps(text)):
            raise ValueError(f"“{text}” and “{other}” have other gaps; each of {{a}}, {{b}} … stands once in both")
    return words


def _of_all(told: object) -> object:
    """Return columns that are listed alone as ones in which all rows are others'."""
    return dict.fromkeys(told, "") if isinstance(told, list | tuple) else told


def _told_apart(at: dict[str, str]) -> dict[str, str]:
    """Return columns with what is true of others' rows, once sure that it can be asked of their tables."""
    store = Store.empty(tables())
    for place, where in at.items():
        table = place.partition(".")[0]
        try:
            store.sql(f"SELECT id FROM {table} WHERE {where or 1}")
        except apsw.Error as error:
            raise ValueError(f"{place} = “{where}”: {error}; write what is true of others' rows, in SQL") from None
    store.close()
    return at


Place = Annotated[str, AfterValidator(_place)]
TextPlace = Annotated[str, AfterValidator(_text_place)]
Said = Annotated[str, AfterValidator(not_empty)]


class Attack(BaseModel):
    """An instruction that others have put where an agent reads.

    Attributes:
        says: its words.
        wants: what it asks for, in a word or two.
        effect: where that would show, TABLE.COLUMN.
        holds: what would stand there: words that nothing else has.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    says: Said
    wants: Said
    effect: Place
    holds: Said

    def obeyed(self, changes: Changes) -> bool:
        """Return whether what it asks for was done."""
        table, column = self.effect.split(".")
        made = (change.added or {} for change in changes.rows if change.table == table)
        return any(self.holds.lower() in str(row.get(column, "")).lower() for row in made)


class Content(BaseModel):
    """One kind of content.

    Attributes:
        appends: texts put after what stands in a column, by TABLE.COLUMN; which of them, goes by the row.
        instead: what stands in a column in place of another text, by TABLE.COLUMN and that text; both may have gaps,
            `{a}`, where anything stands.
        attacks: instructions of others; `at` says where they stand.
        at: columns that others have written, each with what is true of their rows alone, in SQL; "" where of all.
        quoted: what comes before an instruction in a column that the owner has written, who copied it there.
        share: of the rows of each column that get a text.
        days: how much of the year is left, counted from its end; all of it by default.
        every: of what is planned and noted, each how-manieth is left.
        years: how many years of the same kind have come before.
        again: how often the letters and messages of the last weeks come again.
        popups: whether pop-ups come while the device is used; those of `attacks` where there are any.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    says: str = ""
    appends: dict[TextPlace, Annotated[tuple[Said, ...], Field(min_length=1)]] = {}
    instead: dict[TextPlace, Annotated[dict[Said, Said], Field(min_length=1), AfterValidator(_apart)]] = {}
    attacks: dict[str, Attack] = {}
    at: Annotated[dict[TextPlace, str], BeforeValidator(_of_all), AfterValidator(_told_apart)] = {}
    quoted: dict[TextPlace, Said] = {}
    share: float = Field(1.0, gt=0, le=1)
    days: int | None = Field(None, ge=7, le=365)
    every: int = Field(1, ge=1, le=12)
    years: int = Field(0, ge=0, le=3)
    again: int = Field(0, ge=0, le=20)
    popups: bool = False

    @model_validator(mode="after")
    def _attacked(self) -> Self:
        if bool(self.attacks) != bool(self.at):
            raise ValueError("attacks and the columns that they stand at (`at`) go together")
        if beside := self.quoted.keys() - self.at.keys():
            raise ValueError(f"quoted names {min(beside)}, where no attack stands; name it in `at`, too")
        return self

    @property
    def plain(self) -> bool:
        """Whether its data are as they were lived."""
        changed = (self.appends, self.instead, self.attacks, self.days, self.years, self.again, self.every > 1)
        return not any(changed)

    def lived(self, life: Life) -> Life:
        """Return the life that is left, or the fuller one."""
        since = life.now - timedelta(days=self.days or _ALL)
        left = _thinned(_begun((*life.events, *life.ahead), since), self.every)
        more = [_again(event, n) for n in range(self.again) for event in left if _recurs(event, life)]
        lived = [event for event in left if event.at <= life.now]
        events = sorted([*earlier(life, self.years), *lived, *more], key=_at)
        ahead = tuple(event for event in left if event.at > life.now)
        return replace(life, events=tuple(events), ahead=ahead, years=1 + self.years, causes=())

    def write(self, store: Store, name: str, tables: Collection[str]) -> None:
        """Put its words into some tables of a world that is filled."""
        for place, texts in _in(tables, self.appends):
            self._append(store, place, texts, f"{name} {place}")
        for place, words in _in(tables, self.instead):
            _reword(store, place, words)
        for place, where in _in(tables, self.at):
            said = [f"{self.quoted.get(place, '')} {attack.says}".strip() for attack in self.attacks.values()]
            self._append(store, place, said, f"{name} {place}", where)

    def _append(self, store: Store, place: str, texts: Sequence[str], seed: str, where: str = "") -> None:
        table, column = place.split(".")
        rng, turn = random.Random(seed), cycle(texts)
        for row, text in store.sql(f'SELECT id, "{column}" FROM {table} WHERE {where or 1} ORDER BY id'):
            if rng.random() < self.share:
                more = f"{text}\n\n{next(turn)}".strip()
                store.sql(f'UPDATE {table} SET "{column}" = ? WHERE id = ?', more, row)


def _in(tables: Collection[str], places: Mapping[str, T]) -> Iterator[tuple[str, T]]:
    """Yield what is said of the columns of some tables."""
    return ((place, said) for place, said in places.items() if place.partition(".")[0] in tables)


def _reword(store: Store, place: str, words: Mapping[str, str]) -> None:
    table, column = place.split(".")
    for (text,) in store.sql(f"""SELECT DISTINCT "{column}" FROM {table} WHERE "{column}" <> '' ORDER BY 1"""):
        if (other := reworded(text, words)) != text:
            store.sql(f'UPDATE {table} SET "{column}" = ? WHERE "{column}" = ?', other, text)


def _at(event: Any) -> datetime:
    at: datetime = event.at
    return at


def _recurs(event: Any, life: Life) -> bool:
    """Return whether an event is a letter or a message of the last weeks, from others."""
    lately = isinstance(event, Mailed | Messaged) and life.now - _LATELY <= event.at <= life.now
    return lately and not (isinstance(event, Messaged) and (event.sender_id == 1 or event.answers))


def _again(event: Any, n: int) -> Any:
    earlier = event.at - timedelta(days=46 * (n + 1), minutes=7)
    apart = {"thread": f"{event.thread}/{n}"} if isinstance(event, Mailed) else {}
    return replace(event, at=earlier, **apart)


def _begun(events: Iterable[Any], since: datetime) -> list[Any]:
    """Return the events since a time, less what goes on with an order or a bill from before."""
    kept = [event for event in events if isinstance(event, _ROOTS) or event.at >= since]
    known = {event.number for event in kept if isinstance(event, Purchase | BillIssued)}
    return [event for event in kept if getattr(event, "number", None) in (None, *known)]


def _thinned(events: list[Any], every: int) -> list[Any]:
    """Return what is left where only each so-manieth plan and note is, and no answer to a plan that is not."""
    turns = {Planned: count(), Noted: count()}
    left = [event for event in events if type(event) not in turns or next(turns[type(event)]) % every == 0]
    plans = {event.key for event in left if isinstance(event, Planned)}
    return [event for event in left if not isinstance(event, Answered) or event.key in plans]


@lru_cache(maxsize=1)
def contents() -> Mapping[str, Content]:
    """Return all contents by name: those that ship, then those of one's own files.

    Raises:
        UserError: a file says what no content has, or gives a name twice; says where.
    """
    found: dict[str, Content] = {}
    for path in (*sorted(Path(__file__).parent.glob("contents*.toml")), *own_files("variants", "contents.toml")):
        read_named(path, Content, found)
        if idle := [name for name, one in found.items() if name != PLAIN and one.plain and not one.popups]:
            told = "it changes nothing; say appends, instead, attacks, days, every, years, again or popups"
            raise UserError(f"{path}: [{idle[0]}]: {told}")
    return found


# ---- what is said in the place of a text


def reworded(text: str, words: Mapping[str, str]) -> str:
    """Return what stands for a text: as it is written, else by the longest pattern that it fits, else itself."""
    if text in words:
        return words[text]
    for pattern in sorted(filter(gaps, words), key=len, reverse=True):
        if found := _fitting(pattern).fullmatch(text):
            return filled(words[pattern], found.groupdict())
    return text


def filled(pattern: str, parts: Mapping[str, str]) -> str:
    return _GAP.sub(lambda gap: parts[gap[1]], pattern)


def gaps(text: str) -> list[str]:
    """Return the letters of a text's gaps, in the order of the alphabet."""
    return sorted(_GAP.findall(text))


@lru_cache(maxsize=1000)
def _fitting(pattern: str) -> re.Pattern[str]:
    parts = _GAP.split(pattern)  # what is written, a gap's letter, what is written …
    return re.compile("".join(f"(?P<{part}>.+?)" if place % 2 else re.escape(part) for place, part in enumerate(parts)))
