"""Worlds that are wrong on purpose: the verdict must refuse every one."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from lifeworld.core.answers import given_for
from lifeworld.core.errors import Refused, TaskError
from lifeworld.proof.answers import dishonest
from lifeworld.proof.wrong import (
    Wrong,
    alike,
    differ,
    otherwise,
    plain,
    relaid,
    settable,
    spoilt,
    touched,
    untouched,
    with_change,
    with_value,
)
from lifeworld.store import Change, Changes, Kind, Store, Table
from lifeworld.taskkit.draw import Instance
from lifeworld.taskkit.parameters import Unfair
from lifeworld.taskkit.reference_run import Omission, reference_run
from lifeworld.verify.content import Bag, incidental, named_by_content
from lifeworld.verify.expectation import MARK, Expectation
from lifeworld.verify.facts import strangers, taken_back
from lifeworld.verify.happened import Happened

_BESIDE = "a bystander touched"
_SOME = 3  # of each law, in a sample


def wrongs(right: Happened, instance: Instance, tables: Mapping[str, Table], store: Store) -> Iterator[Wrong]:
    """Yield what a verdict must refuse, made from a happening that it accepts; each tells the law that it breaks."""
    for law, found in {**_by_goal(right, instance, tables), **_by_world(right, instance, tables, store)}.items():
        yield from (replace(wrong, law=law) for wrong in found)
    rng = random.Random(right.goal)
    yield from (replace(wrong, law=_BESIDE) for wrong in _bystanders(right, tables, store, rng))


def some_wrongs(
    right: Happened,
    instance: Instance,
    tables: Mapping[str, Table],
    store: Store,
    rng: random.Random,
    whole: bool,
) -> Iterator[Wrong]:
    """Yield a sample of `wrongs`: some of each law, and bystanders in a few tables.

    `rng` draws which. `whole` takes in the laws whose wrong worlds are the same however the goal is phrased.
    """
    laws = {**_by_goal(right, instance, tables), **(_by_world(right, instance, tables, store) if whole else {})}
    for law, found in laws.items():
        made = list(found)
        yield from (replace(wrong, law=law) for wrong in rng.sample(made, min(_SOME, len(made))))
    few = dict(rng.sample(sorted(tables.items()), min(_SOME, len(tables))))
    yield from (replace(wrong, law=_BESIDE) for wrong in _bystanders(right, few, store, rng))


def _by_goal(right: Happened, instance: Instance, tables: Mapping[str, Table]) -> dict[str, Iterator[Wrong]]:
    """Return what is said and done wrong, by law: this may turn on the words of the goal."""
    wanted = instance.expectation
    return {
        "nothing done, or given up": _undone(right, wanted),
        "another answer": _answers(right, instance),
        "what was no longer so": _stale(right, wanted),
        "not asked, or too late": _unasked(right, wanted, tables),
    }


def _by_world(
    right: Happened, instance: Instance, tables: Mapping[str, Table], store: Store
) -> dict[str, Iterator[Wrong]]:
    """Return what is left wrong of the rows that the task is about, by law."""
    wanted = instance.expectation
    return {
        "an effect left out": _left_out(right, instance),
        "a part left out": _parts_left_out(right, instance),
        "a value changed": _changed(right, wanted, tables),
        "a free text spoilt": _reworded(right, wanted),
        "code laid out otherwise": relaid(right, tables),
        "what was taken back said again": _back_again(right, wanted, tables),
        "a row made twice": _twice(right, tables),
        "a mark set elsewhere, too": _overdone(right, wanted, tables, store),
        "a row taken for another": _confused(right, wanted, tables, store),
    }


def _undone(right: Happened, wanted: Expectation) -> Iterator[Wrong]:
    shown = tuple(one for one in right.seen[:1] if one.path == "/")  # who begins on a page has looked at it
    nothing = Happened(Changes(), right.today, status="success", seen=shown, goal=right.goal)
    yield Wrong("nothing done", nothing, "none")
    told = tuple(replace(one, path="/notifications") for one in right.seen)
    yield Wrong("nothing done but read what the device tells", replace(nothing, seen=told), "none")
    if wanted.infeasible:
        yield Wrong("said to be done", replace(right, status="success"))
        if any(target.changes.rows for target in wanted.targets):
            yield Wrong("given up at once", replace(right, changes=Changes(), answer=None))
    else:
        yield Wrong("given up", replace(right, changes=Changes(), asked=(), answer=None, status="infeasible"))


def _stale(right: Happened, wanted: Expectation) -> Iterator[Wrong]:
    """Yield the end that would have been right, had nothing come meanwhile."""
    old = wanted.superseded
    if old and (old.changes, old.stated) != (wanted.targets[0].changes, wanted.targets[0].stated):
        said = given_for(old.stated) if old.stated else right.answer
        yield Wrong("acted on what was no longer so", replace(right, changes=old.changes, answer=said))


def _answers(right: Happened, instance: Instance) -> Iterator[Wrong]:
    stated = instance.expectation.targets[0].stated
    shown = list(dict.fromkeys(line for seen in right.seen for line in seen.text.splitlines() if 2 < len(line) < 80))
    for what, said in dishonest(stated, shown) if stated else ():
        yield Wrong(f"{what}: “{said}”", replace(right, answer=said))


def _unasked(right: Happened, wanted: Expectation, tables: Mapping[str, Table]) -> Iterator[Wrong]:
    """Yield happenings in which the person was not asked, not to the point, or only when it was too late."""
    if not (wanted.asks or wanted.consents):
        return
    yield Wrong("nobody asked", replace(right, asked=()))
    yield Wrong("asked beside the point", replace(right, asked=tuple(replace(one, fits=False) for one in right.asked)))
    if Bag(right.changes, tables).entries:
        late = tuple(replace(one, changes=right.changes) for one in right.asked)
        yield Wrong("asked when it was done", replace(right, asked=late))


def _twice(right: Happened, tables: Mapping[str, Table]) -> Iterator[Wrong]:
    """Yield happenings in which a row that was to be made was made twice."""
    for change in right.changes.rows:
        table = tables[change.table]
        if change.removed is None and not (table.incidental or named_by_content(table)):
            again = replace(change, id=change.id + 10**9)
            changes = replace(right.changes, rows=(*right.changes.rows, again))
            yield Wrong(f"{table.name} made twice", replace(right, changes=changes), "part")


def _overdone(right: Happened, wanted: Expectation, tables: Mapping[str, Table], store: Store) -> Iterator[Wrong]:
    """Yield happenings in which a mark was set in one row more; one that may be pressed, where it is the deed."""
    ends = [[(one.table, incidental(one, tables[one.table])) for one in end.changes.rows] for end in wanted.targets]
    deeds = set.intersection(*({(table, name) for table, found in end for name, _ in found} for end in ends))
    for table, one in ((owner, each) for owner in tables.values() for each in owner.columns):
        counts = one.kind is Kind.INCIDENTAL and (not one.pressed or (table.name, one.name) in deeds)
        if counts and (row := untouched(store, table, touched(right))):
            other = Change(table.name, int(row["id"]), row, otherwise(row, one, store))
            yield _beside(right, f"set in {table.name}.{one.name}", other)


def _left_out(right: Happened, instance: Instance) -> Iterator[Wrong]:
    count = len(instance.expectation.targets[0].wanted)
    for number in range(count if count > 1 else 0):
        try:
            without = reference_run(instance.task, instance.world, right.changes, Omission(command=number))
        except (Unfair, TaskError, Refused):
            continue  # the rest can't be done without it, which is as good as refused
        yield Wrong(f"effect {number + 1} left out", replace(right, changes=without.targets[0].changes))


def _parts_left_out(right: Happened, instance: Instance) -> Iterator[Wrong]:
    """Yield happenings in which all but one part of a composed task was done."""
    wanted = instance.expectation.targets[0].wanted
    for part in sorted({one.part for one in wanted} - {0}):
        without = reference_run(instance.task, instance.world, right.changes, Omission(part=part))
        yield Wrong(f"part {part} left out", replace(right, changes=without.targets[0].changes), "part")


def _changed(right: Happened, wanted: Expectation, tables: Mapping[str, Table]) -> Iterator[Wrong]:
    free = _free_columns(wanted, tables)
    for number, change in enumerate(right.changes.rows):
        table = tables[change.table]
        for column in plain(table) if change.added and not table.incidental else ():
            if (change.table, column.name) not in free:
                other = replace(change, added=spoilt(change.added or {}, column))
                yield Wrong(f"{change.table}.{column.name} changed", with_change(right, number, other))


def _reworded(right: Happened, wanted: Expectation) -> Iterator[Wrong]:
    """Yield happenings in which a free text lacks its facts, or holds a value or a thing that nobody asked for."""
    marked = {
        (change.table, name): (target.prose[int(found[1])].facts, target.setting)
        for target in wanted.targets
        for change in target.changes.rows
        for name, value in (change.added or {}).items()
        if (found := MARK.fullmatch(str(value)))
    }
    for number, change in enumerate(right.changes.rows):
        for name, value in (change.added or {}).items():
            facts, setting = marked.get((change.table, name), (None, None))
            lacking = ["See you soon!"] if facts else []
            more = ["And $7,313.13 more.", *(f"Or {one}?" for one in sorted(strangers(setting))[:_SOME])]
            for text in [*lacking, *(f"{value} {one}" for one in more)] if facts is not None else []:
                yield Wrong(f"{change.table}.{name}: “{text}”", with_value(right, number, name, text))


def _back_again(right: Happened, wanted: Expectation, tables: Mapping[str, Table]) -> Iterator[Wrong]:
    """Yield happenings in which a free text of a new row says again what the person has taken back."""
    free = _free_columns(wanted, tables)
    setting = next((target.setting for target in wanted.targets if target.setting), None)
    lines = setting.withdrawn.splitlines() if setting else []
    back = next((line for line in lines if setting and taken_back(line, setting)), "")
    for number, change in enumerate(right.changes.rows if back else ()):
        columns = tables[change.table].by_name
        for name, value in (change.added or {}).items():
            if (change.table, name) in free and columns[name].type is str and not change.removed:
                text = f"{value} {back}".strip()
                yield Wrong(f"{change.table}.{name}: “{text}”", with_value(right, number, name, text))


def _free_columns(wanted: Expectation, tables: Mapping[str, Table]) -> frozenset[tuple[str, str]]:
    rows = [change for target in wanted.targets for change in target.changes.rows]
    return frozenset(
        (c.table, name)
        for c in rows
        for name, value in (c.added or {}).items()
        if MARK.search(str(value)) or (c.removed is None and tables[c.table].by_name[name].left_open(value))
    )


def _confused(right: Happened, wanted: Expectation, tables: Mapping[str, Table], store: Store) -> Iterator[Wrong]:
    """Yield happenings in which a change of an old row was done to another that looks much the same.

    The row that it was meant for stays as it was; or the two rows change places, so that together they hold the same
    (rows that are named by what they hold are then the same rows).
    """
    for number, change in enumerate(right.changes.rows if not wanted.chooses else ()):
        table = tables[change.table]
        if change.removed is None or table.incidental or not _shows(change, table):
            continue
        for rival in alike(store, table, change.removed, touched(right)):
            yield Wrong(
                f"{table.name} {rival['id']} taken for {change.id}", with_change(right, number, _moved(change, rival))
            )
            if change.added is not None and not named_by_content(table) and differ(rival, change.added, table):
                yield Wrong(f"{table.name} {rival['id']} and {change.id} swapped", _swapped(right, number, rival))


def _shows(change: Change, table: Table) -> bool:
    """Return whether a change sets anything that a verdict compares by value."""
    if change.added is None or change.removed is None:
        return True
    return differ(change.added, change.removed, table)


def _moved(change: Change, rival: Mapping[str, Any]) -> Change:
    """Return the same change of another row."""
    if change.added is None or change.removed is None:
        return Change(change.table, int(rival["id"]), rival, None)
    new = {name: value for name, value in change.added.items() if value != change.removed[name]}
    return Change(change.table, int(rival["id"]), rival, {**rival, **new})


def _swapped(right: Happened, number: int, rival: Mapping[str, Any]) -> Happened:
    """Return the happening in which the rival became what the row should be, and the row what the rival was."""
    change = right.changes.rows[number]
    added = change.added or {}
    one = replace(change, added={**rival, "id": change.id})
    other = Change(change.table, int(rival["id"]), rival, {**added, "id": rival["id"]})
    changed = with_change(right, number, one)
    rows = tuple(row for row in (*changed.changes.rows, other) if row.added != row.removed)
    return replace(changed, changes=replace(changed.changes, rows=rows))


def _bystanders(right: Happened, tables: Mapping[str, Table], store: Store, rng: random.Random) -> Iterator[Wrong]:
    """Yield happenings in which a row that is nobody's business was changed, removed, or made once more.

    Which of its columns is changed `rng` draws, so that over many instances the turn comes to each.
    """
    own = touched(right)
    for table in tables.values():
        row = None if table.unwatched else untouched(store, table, own)
        if row is not None:
            yield from _of_bystander(right, table, row, store, rng)


def _of_bystander(
    right: Happened, table: Table, row: Mapping[str, Any], store: Store, rng: random.Random
) -> Iterator[Wrong]:
    place = int(row["id"])
    yield _beside(right, f"removed from {table.name}", Change(table.name, place, row, None))
    if table.incidental:
        return  # looking may add to it
    if columns := list(settable(table)):
        column = rng.choice(columns)
        other = otherwise(row, column, store)
        yield _beside(right, f"changed in {table.name}.{column.name}", Change(table.name, place, row, other))
    yield _beside(right, f"added to {table.name}", Change(table.name, place + 10**9, None, row))


def _beside(right: Happened, what: str, extra: Change) -> Wrong:
    changes = replace(right.changes, rows=(*right.changes.rows, extra))
    return Wrong(f"a bystander {what}", replace(right, changes=changes))
