"""Which commands a difference between two worlds came of: a reason names what was not done, or done beside it."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

from lifeworld import apps
from lifeworld.core.verdict import Reason
from lifeworld.verify.ends import Held
from lifeworld.verify.expectation import Key, Wanted
from lifeworld.verify.happened import Deed
from lifeworld.verify.words import Line, counted

_T = TypeVar("_T")
BESIDE = "also "  # how a reason begins that tells of what was done beside the task


def ascribed(held: Held, wanted: Sequence[Wanted], deeds: Sequence[Deed]) -> tuple[list[Reason], list[Reason]]:
    """Return the reasons for which an end is not met: what is missing, then what is too much.

    Each command that was expected and not done is one, and each that was done and not expected, with what followed from
    it beneath; a difference that comes of no known command is one by itself.
    """
    known = _Known.of(held, [one for one in wanted if one.deed], deeds)
    missing = [(line.text, known.behind_missing(line)) for line in held.missing]
    extra = [(line.text, known.behind_extra(line)) for line in held.extra]
    beneath: dict[int, list[str]] = {id(one): [] for _, behind in (*missing, *extra) for one in behind}
    for text, behind in (*((f"should have {text}", behind) for text, behind in missing), *extra):
        if behind:
            beneath[id(behind[0])].append(text)
    lost = [_reason(f"did not {one.deed}", beneath[id(one)]) for one in wanted if id(one) in beneath]
    more = [_reason(f"{BESIDE}chose to {one.text}", beneath[id(one)]) for one in deeds if id(one) in beneath]
    lost += [Reason(f"should have {text}") for text in counted(text for text, behind in missing if not behind)]
    more += [Reason(f"{BESIDE}{text}") for text in counted(text for text, behind in extra if not behind)]
    return lost, more


def _reason(headline: str, followings: list[str]) -> Reason:
    return Reason(headline, tuple(counted(followings)))


@dataclass(frozen=True)
class _Known:
    """What is known of who did what.

    Attributes:
        wanted: the commands that were expected; `undone` are those that were not done.
        deeds: the commands that were done; `strays` are those that were not expected.
        lost: the rows of the reference run that are missing.
    """

    wanted: Sequence[Wanted]
    deeds: Sequence[Deed]
    undone: Sequence[Wanted]
    strays: Sequence[Deed]
    lost: frozenset[Key]

    @classmethod
    def of(cls, held: Held, wanted: Sequence[Wanted], deeds: Sequence[Deed]) -> "_Known":
        """Pair commands expected and done: of the same words, then those whose own words or choices were accepted."""
        lost = frozenset(key for line in held.missing for key in line.rows)
        undone, strays = _unpaired(wanted, deeds, lambda one: one.deed, lambda one: one.text)
        accepted = [one for one in undone if one.keys - lost]
        rest, strays = _unpaired(accepted, strays, lambda one: one.command, lambda one: one.command)
        undone = [one for one in undone if one not in accepted or one in rest]
        return cls(wanted, deeds, undone, strays, lost)

    def behind_missing(self, line: Line) -> Sequence[Wanted | Deed]:
        """Return the commands that should have made a difference, or else the one that undid it."""
        own = [one for one in self.wanted if one.rows & line.rows]
        undone = [one for one in own if one in self.undone]
        return [one for one in undone if one.keys & self.lost] or undone or self._spoilers(line, bool(own)) or own[:1]

    def behind_extra(self, line: Line) -> Sequence[Deed]:
        """Return the commands that a difference came of, first that which wrote it last."""
        strays = [one for one in reversed(self.strays) if one.rows & line.rows]
        return strays or [one for one in reversed(self.deeds) if one.rows & line.rows][:1]

    def _spoilers(self, line: Line, done: bool) -> Sequence[Deed]:
        """Return the unexpected command that wrote to these rows last; where they are done anew, to their table."""
        tables = {table for table, _ in line.rows} if done else set()
        near = [one for one in self.strays if one.rows & line.rows]
        return (near or [one for one in self.strays if tables & {table for table, _ in one.rows}])[-1:]


def _unpaired(
    wanted: Sequence[Wanted], deeds: Sequence[Deed], of_wanted: Callable[[Wanted], str], of_deed: Callable[[Deed], str]
) -> tuple[list[Wanted], list[Deed]]:
    """Pair off what is called alike, in order, and return what is left of both sides."""
    done, expected = Counter(map(of_deed, deeds)), Counter(map(of_wanted, wanted))
    return list(_beyond(wanted, of_wanted, done)), list(_beyond(deeds, of_deed, expected))


def _beyond(ones: Iterable[_T], called: Callable[[_T], str], others: Counter[str]) -> Iterator[_T]:
    """Yield those for which no other is left."""
    for one in ones:
        others[called(one)] -= 1
        if others[called(one)] < 0:
            yield one


_ASKED = {"q": "for"}  # names in addresses that are no words


def place(url: str, title: str = "") -> str:
    """Return where an address leads, in words: the page, its app, and what is filled in; an odd one as it stands.

    Args:
        url: path and query, or a whole address.
        title: of the page, where it is known.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return f"“{url}”"
    if parts.scheme not in ("", "http", "https"):
        return f"“{url}”"
    first, *page = [words(part) for part in parts.path.split("/") if part] or ["the home screen"]
    known = None if parts.netloc else apps.by_id().get(first)
    app = known.name if known else first
    where = f"“{title}”" if title else f"“{' '.join(page)}” in {app}" if page else app
    given = [f"{_ASKED.get(name) or words(name)} “{value}”" for name, value in parse_qsl(parts.query)]
    return where + (f" on {parts.netloc}" if parts.netloc else "") + (f" ({', '.join(given)})" if given else "")


def words(part: str) -> str:
    """Return a name of an address or a tool as words."""
    return re.sub("[-_]+", " ", unquote(part)).strip() or part
