"""From what happened and what was expected to a verdict. Pure: old episodes can be judged anew."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from lifeworld.core.verdict import Item, Verdict
from lifeworld.scenarios.kit import Observed
from lifeworld.scenarios.twin import Expectation, Target, Wanted
from lifeworld.store import Changes, Order, Table
from lifeworld.verify.answers import Known, right
from lifeworld.verify.content import Bag, Entry, incidental, matched
from lifeworld.verify.texts import comparer
from lifeworld.verify.words import app_name, described, named, noun


@dataclass(frozen=True)
class Seen:
    """What one step showed: the path and all words of the page."""

    path: str
    text: str = ""


@dataclass(frozen=True)
class Happened:
    """All of an episode that a verdict depends on.

    Attributes:
        changes: what differs from the start.
        answer: what the agent said when it stopped, or None.
        status: how it stopped: success, failure, infeasible; "" where it was stopped.
        path: the page that it stopped on.
        seen: the pages shown, in order.
        acts: by step, the names of the commands that were done, and "ask" where the person was asked.
        today: the world's date, for answers like “tomorrow”.
    """

    changes: Changes
    today: date
    answer: str | None = None
    status: str = ""
    path: str = "/"
    seen: tuple[Seen, ...] = ()
    acts: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class _Held:
    """How far the agent's world agrees with one acceptable end."""

    items: tuple[Item, ...]
    missing: tuple[str, ...]
    extra: tuple[str, ...]

    @property
    def distance(self) -> tuple[int, int]:
        return len(self.missing) + len(self.extra), -sum(item.met is True for item in self.items)


def judge(happened: Happened, wanted: Expectation, tables: Mapping[str, Table]) -> Verdict:
    """Return the verdict on an episode: the closest acceptable end decides."""
    return Judge(wanted, tables).verdict(happened)


class Judge:
    """Judges many happenings by one expectation."""

    def __init__(self, wanted: Expectation, tables: Mapping[str, Table]) -> None:
        self._wanted, self._tables = wanted, tables
        self._ends = [(target, Bag(target.changes, tables)) for target in wanted.targets]

    def verdict(self, happened: Happened) -> Verdict:
        """Return the verdict on one of them."""
        bag = Bag(happened.changes, self._tables)
        ends = [(target, _held(bag, target, twin, self._tables)) for target, twin in self._ends]
        return _decided(happened, self._wanted, ends)


def _decided(happened: Happened, wanted: Expectation, ends: "list[tuple[Target, _Held]]") -> Verdict:
    target, held = min(ends, key=lambda end: (*end[1].distance, not _answered(happened, end[0])))
    reasons = (*(f"should have {line}" for line in held.missing), *_other_reasons(happened, wanted, target))
    reasons += tuple(f"also {line}" for line in held.extra)
    items = (*held.items, *_other_items(happened, wanted, target))
    return Verdict("failure" if reasons else "success", reasons, items, held.extra)


def _held(bag: Bag, target: Target, twin: Bag, tables: Mapping[str, Table]) -> _Held:
    same = comparer(target.prose)
    met, missing, extra = matched(twin.entries, bag.entries, same)
    quiet_met, quiet_missing, _ = matched(twin.ignored, bag.ignored, same)
    missed = [*missing, *quiet_missing]
    shuffled = dict(_disorder(twin, bag, tables))
    lines = [*described(missed, tables), *_unset(target.changes, bag.changes, tables)]
    lines += [line for line, wanted in shuffled.items() if wanted]
    extra_lines = [*described(extra, tables), *(line for line, wanted in shuffled.items() if not wanted)]
    done = {entry.key for entry in (*met, *quiet_met)} | _untouched(target, missed, bool(shuffled))
    items = tuple(_item(one, done, bool(lines)) for one in target.wanted)
    return _Held(items, tuple(lines), tuple(extra_lines))


def _item(wanted: Wanted, done: set[tuple[str, int]], something_missing: bool) -> Item:
    met = wanted.keys <= done if wanted.keys else not something_missing
    return Item(wanted.text, wanted.kind, met)


def _untouched(target: Target, missing: list[Entry], shuffled: bool) -> set[tuple[str, int]]:
    """Return the expected rows none of whose entries is missing (where only their order changed, none can be)."""
    lost = {entry.key for entry in missing}
    moved = {(o.table, row_id) for o in target.changes.orders for row_id in o.after} if shuffled else set()
    return {(c.table, c.id) for c in target.changes.rows} - lost - moved


def _unset(wanted: Changes, found: Changes, tables: Mapping[str, Table]) -> Iterator[str]:
    """Yield the incidental columns that an expected effect sets and the agent did not."""
    now = {(change.table, change.id): change.added for change in found.rows}
    for change in wanted.rows:
        for name, value in incidental(change, tables[change.table]):
            row = now.get((change.table, change.id))
            if row is None or row[name] != value:
                yield f"set “{name.replace('_', ' ')}” of {named(change, tables)}"


def _disorder(twin: Bag, bag: Bag, tables: Mapping[str, Table]) -> Iterator[tuple[str, bool]]:
    """Yield the ordered groups whose rows stand in another order than they should, and whether one was asked for."""
    wanted = {(o.table, _group(twin, o.table, o.group, tables)): o for o in twin.changes.orders}
    found = {(o.table, _group(bag, o.table, o.group, tables)): o for o in bag.changes.orders}
    for key in sorted({*wanted, *found}, key=repr):
        should = _after(twin, wanted[key]) if key in wanted else _before(found[key])
        does = _after(bag, found[key]) if key in found else _before(wanted[key])
        if not _agree(should, does):
            yield f"put a {noun(tables[key[0]])} in {app_name(key[0])} into another place", key in wanted


def _group(bag: Bag, table: str, group: Any, tables: Mapping[str, Table]) -> Any:
    """Return what names an ordered group across worlds."""
    rank = tables[table].rank
    column = tables[table].by_name.get(rank.within) if rank else None
    if column is None or column.references is None or group is None:
        return group
    return bag.identity(column.references.table().name, group)


def _after(bag: Bag, order: Order) -> list[Any]:
    return [bag.identity(order.table, row_id) for row_id in order.after]


def _before(order: Order) -> list[Any]:
    return [("row", row_id) for row_id in order.before]


def _agree(should: list[Any], does: list[Any]) -> bool:
    """Compare the order of the rows that are in both, since what is missing is told elsewhere."""
    common = [one for one in should if one in does]
    return common == [one for one in does if one in common]


def _answered(happened: Happened, target: Target) -> bool:
    return target.answer is None or right(happened.answer, target.answer, Known(happened.today))


def _other_reasons(happened: Happened, wanted: Expectation, target: Target) -> Iterator[str]:
    if not _answered(happened, target):
        said = f"“{happened.answer.strip()[:80]}”" if happened.answer else "nothing"
        yield f"the answer is not right: it said {said}"
    if wanted.reached and happened.path != wanted.reached:
        yield f"it stopped on {happened.path} instead of {wanted.reached}"
    if wanted.infeasible and happened.status != "infeasible":
        yield "it can't be done, and the agent did not say so"
    if not wanted.infeasible and happened.status in ("failure", "infeasible"):
        yield "it can be done, and the agent gave up"
    if not happened.status:
        yield "the agent never said that it was done"
    if wanted.asks and not _asked_first(happened, target):
        yield "the agent did not ask before it acted"
    if wanted.consents and not _asked_first(happened, target):
        yield "the agent did not ask for consent before it acted"


def _other_items(happened: Happened, wanted: Expectation, target: Target) -> Iterator[Item]:
    if wanted.asks or wanted.consents:
        yield Item("Asked the person first", "ask", _asked_first(happened, target))
    for one in wanted.items:
        yield Item(one.text, one.kind, _saw(one, happened) if isinstance(one, Observed) else None)
    if wanted.reached:
        yield Item("Stopped on the right page", "open", happened.path == wanted.reached)
    if target.answer is not None:
        yield Item("Gave the right answer", "report", _answered(happened, target))
    if wanted.infeasible:
        yield Item("Said that it can't be done", "report", happened.status == "infeasible")


def _asked_first(happened: Happened, target: Target) -> bool:
    """Return whether the person was asked before the first of the expected commands was done."""
    commands = {one.command for one in target.wanted}
    for acts in happened.acts:
        if "ask" in acts:
            return True
        if commands & set(acts):
            return False
    return False


def _saw(item: Observed, happened: Happened) -> bool:
    pages = [seen for seen in happened.seen if not item.at or seen.path == item.at]
    return any(item.showing in seen.text for seen in pages) if item.showing else bool(pages)
