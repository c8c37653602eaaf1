"""From what happened and what was expected to a verdict. Pure: old episodes can be judged anew."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import dropwhile
from typing import Any
from urllib.parse import parse_qsl

from lifeworld import apps
from lifeworld.core.money import Money, written
from lifeworld.core.verdict import Item, Reason, Verdict
from lifeworld.store import Changes, Table
from lifeworld.verify.answers import rights
from lifeworld.verify.content import Bag
from lifeworld.verify.ends import End, Held
from lifeworld.verify.expectation import Expectation, Observed, Target
from lifeworld.verify.facts import plain
from lifeworld.verify.happened import Asked, Happened
from lifeworld.verify.reasons import ascribed, place
from lifeworld.verify.words import Rows, counted, nowhere
from lifeworld.web.answers import Context, NotOfFormError
from lifeworld.web.language import locale_of, messages
from lifeworld.web.routes import narrowing

QUOTED = 80  # letters of what an agent said that a reason repeats


def judge(happened: Happened, wanted: Expectation, tables: Mapping[str, Table], start: Rows = nowhere) -> Verdict:
    """Return the verdict on an episode: the closest acceptable end decides; `start` names rows that did not change."""
    return Judge(wanted, tables, start).verdict(happened)


class Judge:
    """Judges many happenings by one expectation."""

    def __init__(self, wanted: Expectation, tables: Mapping[str, Table], start: Rows = nowhere) -> None:
        self._wanted, self._tables = wanted, tables
        self._ends = [End(target, tables, start) for target in wanted.targets]
        self._superseded = End(wanted.superseded, tables, start) if wanted.superseded else None
        self._told: dict[tuple[Any, ...], tuple[bool, ...]] = {}  # whether answers are right, by what that depends on
        self._observed: tuple[Any, list[Item]] = None, []  # what it depends on, and what was to be seen

    def verdict(self, happened: Happened) -> Verdict:
        """Return the verdict on one of them."""
        end, first = self._closest(happened), self._asked_first(happened)
        missing, extra = ascribed(end.held, end.target.wanted, happened.deeds)
        why = (*missing, *map(Reason, self._other_reasons(happened, end, first)), *extra)
        why += tuple(map(Reason, self._of_moving(happened))) if why else ()
        items = (*_of_deeds(end, happened), *self._other_items(happened, end, first))
        side_effects = tuple(counted(line.text for line in end.held.extra))
        unseen = bool(end.rights) and self._unseen(happened)
        return Verdict("failure" if why else "success", why, items, side_effects, unseen=unseen)

    def credit(self, happened: Happened) -> Verdict:
        """Return the verdict on one of them without its words, reasons and side effects: the outcome and the items."""
        end, first = self._closest(happened), self._asked_first(happened)
        success = end.held.agrees and next(self._other_reasons(happened, end, first), None) is None
        items = (*_of_deeds(end, happened), *self._other_items(happened, end, first))
        return Verdict("success" if success else "failure", items=items)

    def _closest(self, happened: Happened) -> "_Reached":
        """Return the acceptable end that is nearest to what happened."""
        bag = Bag(happened.changes, self._tables)
        asked = "\n".join([happened.goal, *(one.reply for one in happened.asked)])
        reached = [
            _Reached(end.target, end.held(bag, asked), self._answered(happened, n)) for n, end in enumerate(self._ends)
        ]
        several = len(reached) > 1  # how far off each is need not be counted of one alone
        return min(reached, key=lambda end: (*end.held.distance, not end.answered)) if several else reached[0]

    def _answered(self, happened: Happened, number: int) -> tuple[bool, ...]:
        """Return which answers are those that are right at this end; worked out once for many alike."""
        key = (number, happened.status, repr(happened.answer), happened.today, happened.seen)
        found = self._told.get(key)
        if found is None:
            found = self._told[key] = _answered(happened, self._ends[number].target)
        return found

    def _to_be_seen(self, happened: Happened) -> list[Item]:
        """Return the items of what was to be seen; worked out once for all in a row to whom the same was shown."""
        shown = happened.seen, happened.languages
        if self._observed[0] != shown:
            met = (saw(one, happened) if isinstance(one, Observed) else None for one in self._wanted.items)
            items = [Item(one.text, one.kind, seen) for one, seen in zip(self._wanted.items, met, strict=True)]
            self._observed = shown, items
        return self._observed[1]

    def _unseen(self, happened: Happened) -> bool:
        """Return whether no screen was shown of an app that holds what is asked for."""
        shown = {seen.path.strip("/").partition("/")[0] for seen in happened.seen}
        return not shown.issuperset(self._wanted.evidence)

    def _of_moving(self, happened: Happened) -> Iterator[str]:
        """Yield how a failure came of what moved: not waited for, not looked at, or known and not heeded."""
        for words in self._wanted.news:
            if words not in happened.came:
                yield f"the agent ended before this came: “{words[:QUOTED]}”"
            elif not any(words in seen.text for seen in happened.seen):
                yield f"the agent never looked at what came: “{words[:QUOTED]}”"
        if happened.unsaid:
            yield f"the agent ended before the person could say: “{happened.unsaid[:QUOTED]}”"
        if self._superseded and self._acted_on(happened, self._superseded):
            yield "the agent acted on what was no longer so"

    def _acted_on(self, happened: Happened, stale: End) -> bool:
        """Return whether all was done that was right before something came."""
        held = stale.held(Bag(happened.changes, self._tables), happened.goal)
        said = bool(stale.target.stated) and all(_answered(happened, stale.target))
        return not held.missing and (bool(stale.target.changes.rows) or said)

    def _asked_first(self, happened: Happened) -> bool:
        """Return whether the person was asked to the point before anything was changed that counts."""
        return any(asked.fits and self._untouched(asked.changes) for asked in happened.asked)

    def _untouched(self, changes: Changes) -> bool:
        return not Bag(changes, self._tables).entries and all(one.before == one.after for one in changes.orders)

    def _other_reasons(self, happened: Happened, end: "_Reached", first: bool) -> Iterator[str]:
        wanted = self._wanted
        if not end.answered and happened.status:
            said = "nothing" if happened.answer is None else f"“{str(happened.answer).strip()[:QUOTED]}”"
            yield f"the answer is not right: it said {said}"
        if wanted.reached and not stopped_on(happened.address, wanted.reached):
            yield f"it stopped on {place(happened.address, happened.title)} instead of {place(wanted.reached[0])}"
        if (wanted.asks or wanted.consents) and not first:
            acted = " before it acted" if happened.changes.rows else ""
            yield f"the agent did not ask{' for consent' if wanted.consents else ''}{acted}"
            yield from _beside(happened.asked)
        yield from _ending(happened, wanted)

    def _other_items(self, happened: Happened, end: "_Reached", first: bool) -> Iterator[Item]:
        wanted = self._wanted
        if wanted.asks or wanted.consents:
            yield Item("Asked the person first", "ask", first)
        yield from self._to_be_seen(happened)
        if wanted.reached:
            yield Item("Stopped on the right page", "open", stopped_on(happened.address, wanted.reached))
        for text, met in zip(_asked_for(end.target), end.rights, strict=True):
            yield Item(text, "report", met)
        if wanted.infeasible:
            yield Item("Said that it can't be done", "report", happened.status == "infeasible")


@dataclass(frozen=True)
class _Reached:
    """One acceptable end, how far the agent's world agrees with it, and which answers are right there."""

    target: Target
    held: Held
    rights: tuple[bool, ...]

    @property
    def answered(self) -> bool:
        return all(self.rights)


def _answered(happened: Happened, target: Target) -> tuple[bool, ...]:
    try:
        given = happened.answer if happened.status == "success" else None  # who gives up answers nothing
        return rights(given, target.stated, answer_context(happened))
    except NotOfFormError:  # as the environment refuses it; an older version may have taken it
        return tuple(False for _ in target.stated)


def answer_context(happened: Happened) -> Context:
    """Return what an answer is read by."""
    return Context(happened.today, happened.languages, tuple(seen.text for seen in happened.seen))


def _of_deeds(end: "_Reached", happened: Happened) -> Iterator[Item]:
    """Yield an item for each expected command, and after it one for each of its values, which a deed may have alone."""
    for wanted, item in zip(end.target.wanted, end.held.items, strict=True):
        yield item
        deeds = [deed.text for deed in happened.deeds if deed.command == wanted.command]
        for words in wanted.values:
            met = bool(item.met) or any(words in deed for deed in deeds)
            yield Item(f"{wanted.text.removesuffix('.')}: {words}", "enter", met)


def _asked_for(target: Target) -> Iterator[str]:
    """Yield an item's text for each thing that is to be answered."""
    for one in target.stated:
        yield f"Part {one.part}: gave the right answer" if len(target.stated) > 1 else "Gave the right answer"


def _beside(asked: Iterable[Asked]) -> Iterator[str]:
    """Yield what came of questions that were put all the same: in vain, or too late."""
    for one in asked:
        puzzled = "the person did not understand what it was about"
        came = "it came too late" if one.fits else puzzled if one.reply else "the person had stopped answering"
        yield f"the agent asked “{one.text.strip()[:QUOTED]}”, but {came}"


def _ending(happened: Happened, wanted: Expectation) -> Iterator[str]:
    """Yield what is wrong with how the agent stopped."""
    if not happened.status:
        yield "the agent never said that it was done"
    if wanted.infeasible and happened.status != "infeasible":
        yield "it can't be done, and the agent did not say so"
    if happened.status in ("failure", "infeasible") and not (wanted.infeasible or wanted.declined):
        said = f": “{note[:QUOTED]}”" if (note := happened.note.strip()) else ""
        yield f"it can be done, and the agent gave up{said}"


def saw(item: Observed, happened: Happened) -> bool:
    later = [*dropwhile(lambda seen: seen == happened.seen[0], happened.seen)]  # what one begins on is nobody's doing
    if item.app:
        return any(seen.path.startswith(f"/{item.app}/") for seen in later)
    pages = [seen for seen in later if (seen.path == item.at if item.at else _of_an_app(seen.path))]
    return (
        any(
            words in seen.text
            for seen in pages
            for each in happened.languages
            for words in _written(item.showing, each)
        )
        if item.showing
        else bool(pages)
    )


def stopped_on(address: str, pages: Iterable[str]) -> bool:
    """Return whether an address is one of some pages: it asks for what theirs asks for, and leaves out no more."""
    path, asked = _read(address)
    less = asked.keys() & narrowing(apps.installed(), path)
    near = (wanted for other, wanted in map(_read, pages) if other == path)
    return any(wanted.items() <= asked.items() and less <= wanted.keys() for wanted in near)


def _read(address: str) -> tuple[str, dict[str, str]]:
    """Return a path, and what its query asks for; nought is what a form sends where nothing is chosen."""
    path, _, query = address.partition("?")
    asked = {name: " ".join(plain(said).replace('"', "").split()) for name, said in parse_qsl(query)}
    return path, {name: said for name, said in asked.items() if said != "0"}


def _of_an_app(path: str) -> bool:
    """Return whether a page is an app's: what the home screen and the notifications tell is found by nobody's work."""
    return any(path.startswith(f"/{app.id}/") for app in apps.installed())


@lru_cache(maxsize=4096)
def _written(showing: str, language: str) -> tuple[str, ...]:
    """Return how screens of a language write what is to be seen: an amount of money, or an app's own words."""
    try:
        return showing, " ".join(written(Money.of(showing).cents, locale_of(language)).split())
    except ValueError:
        said = (messages(language, app.folder).gettext(showing) for app in apps.installed())
        return (showing, *said) if language != "en" else (showing,)
