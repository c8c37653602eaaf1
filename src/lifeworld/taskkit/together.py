"""Parts of a composed task drawn so that each is feasible after those before it, and none gets in another's way.

The parts can be done in any order: none touches a row that another touches or names, none makes another's goal mean a
second row, and none changes what another answers or rests on.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from lifeworld.core.answers import Stated
from lifeworld.store import Change, Changes, Kind, Store
from lifeworld.taskkit.binding import bind as bind_one
from lifeworld.taskkit.binding import confusions, named
from lifeworld.taskkit.compose import composed
from lifeworld.taskkit.kit import Task, called
from lifeworld.taskkit.parameters import Derived, Parameter, Pick, Unfair, answered
from lifeworld.taskkit.start import give, initial
from lifeworld.taskkit.twin import rehearsed
from lifeworld.verify.expectation import MARK, Key, Wanted
from lifeworld.world import Profile, World
from lifeworld.world.world import by_name

_TRIES = 8  # draws of one part on what the parts before it leave
_ELSEWHERE = (LookupError, AttributeError, TypeError, ValueError)  # what is asked where its rows are not there


def bind(template: type[Task], profile: Profile, rng: random.Random, refused: Counter[str]) -> Task:
    """Bind each part of a composed task on the world that the parts before it leave.

    Args:
        template: composed.
        profile: whose world it is.
        rng: where the draws come from.
        refused: counts the draws of parts that were refused, by reason.

    Raises:
        Unfair: no draw of some part fits those before it.
    """
    members: list[Task] = []
    stage = World(profile.data)  # left open with those that follow, so that rows can be followed
    for part in template.parts:
        member, stage = _next(part, members, stage, profile, rng, refused)
        members.append(member)
    _same_in_any_order(members, stage.changes(), profile)
    return template(members)


def _next(
    part: type[Task],
    before: Sequence[Task],
    stage: World,
    profile: Profile,
    rng: random.Random,
    refused: Counter[str],
) -> tuple[Task, World]:
    """Draw a part until one fits, and return it with the world that it leaves."""
    for _ in range(_TRIES):
        try:
            member = bind_one(part, stage.store, rng)
            return member, _left([*before, member], profile)
        except Unfair as unfair:
            refused[unfair.reason] += 1
    raise Unfair("no draw of a part fits those before it", part.id)


def _left(members: Sequence[Task], profile: Profile) -> World:
    """Return the world that members leave when they are done in turn.

    Raises:
        Unfair: one can't be done after the others, or gets in their way.
    """
    world, wanted, stated = rehearsed(_whole(members), profile)
    start = initial(_whole(members), profile)
    try:
        given = _given(members, profile)
        rows = [_rows(wanted, number) for number in range(1, len(members) + 1)]
        _does_something(members, rows, stated)
        _apart(members, rows)
        _ordered_apart(world, rows)
        for number, member in enumerate(members, 1):
            others = frozenset[Key]().union(*(one for place, one in enumerate(rows, 1) if place != number))
            _clear(member, world.store, start.store, others | given)
            _unmoved(member, world.store, start.store, next((s for s in stated if s.part == number), None))
            _rests_on_nothing(member, [one for one in members if one is not member], start.store, profile)
    except Unfair:
        world.close()
        raise
    finally:
        start.close()
    return world


def _whole(members: Sequence[Task]) -> Task:
    if len(members) == 1:
        return members[0]
    return composed([type(one) for one in members])(members)


def _rows(wanted: Sequence[Wanted], number: int) -> frozenset[Key]:
    """Return the rows that a part touches, but for what is only incidental."""
    found = frozenset[Key]().union(*(one.rows for one in wanted if (one.part or 1) == number))
    return frozenset(key for key in found if not by_name()[key[0]].incidental)


def _does_something(members: Sequence[Task], rows: Sequence[frozenset[Key]], stated: Sequence[Stated]) -> None:
    for number, (member, own) in enumerate(zip(members, rows, strict=True), 1):
        if member.says("effects") and not own:
            raise Unfair("nothing would change")
        if member.says("answer") and number not in {one.part for one in stated}:
            raise Unfair("there is no answer")


def _apart(members: Sequence[Task], rows: Sequence[frozenset[Key]]) -> None:
    told = [{(type(row).table().name, row.id) for row in named(member)} for member in members]
    for one, other in combinations(range(len(members)), 2):
        if rows[one] & rows[other]:
            raise Unfair("two parts would touch the same row")
        if rows[one] & told[other] or rows[other] & told[one]:
            raise Unfair("a part would touch a row that another names")


def _ordered_apart(world: World, rows: Sequence[frozenset[Key]]) -> None:
    """See that no two parts put rows into the same order, where it counts who comes first."""
    for order in world.changes().orders:
        rank = by_name()[order.table].rank
        group = {(order.table, row_id) for row_id in (*order.before, *order.after)}
        if rank and not rank.free and sum(bool(group & own) for own in rows) > 1:
            raise Unfair("two parts would put rows into the same order")


def _same_in_any_order(members: Sequence[Task], changes: Changes, profile: Profile) -> None:
    """See that the parts come to the same from the last to the first, as far as what is kept of them goes."""
    turned = sorted(reversed(members), key=lambda one: one.says("reached"))
    world, _, _ = rehearsed(_whole(turned), profile)
    try:
        if _kept(world.changes()) != _kept(changes):
            raise Unfair("the parts come to something else in another order")
    finally:
        world.close()


def _kept(changes: Changes) -> Counter[tuple[Any, ...]]:
    """Return what changes hold but for the names of rows that were made, for references and for the clock's doing."""
    return Counter(
        (change.table, change.id if change.removed else 0, change.added is None, *_values(change))
        for change in changes.rows
        if not by_name()[change.table].incidental
    )


def _values(change: Change) -> Iterator[object]:
    for column in by_name()[change.table].columns[1:]:
        if column.kind is Kind.PLAIN and not column.references and change.added is not None:
            value = change.added[column.name]
            yield MARK.sub("", value) if isinstance(value, str) else value


def _clear(member: Task, end: Store, start: Store, moved: frozenset[Key]) -> None:
    """See that what a part's goal shows means one row alone, at the start and at the end.

    Args:
        member: was drawn on a world in which its goal is clear.
        end: when all is done.
        start: when nothing is.
        moved: the rows that the others touch or are given; the rest is as it was where the part was drawn.
    """
    if any(True for _ in confusions(member, start, moved)):
        raise Unfair("a part's goal is clear only after another part")
    if any(True for _ in confusions(member, end, moved)):
        raise Unfair("a part would make another's goal mean a second row")


def _given(members: Sequence[Task], profile: Profile) -> frozenset[Key]:
    """Return the rows that are made or changed before the start."""
    if not any(one.says("given") for one in members):
        return frozenset()
    world = World(profile.data)
    recorder = world.recorder()
    try:
        for one in members:
            give(world, one)
        return recorder.touched()
    finally:
        recorder.close()
        world.close()


def _unmoved(member: Task, end: Store, start: Store, stated: Stated | None) -> None:
    """See that no part changes what another answers."""
    if stated is None:
        return
    moments = [end] if member.says("effects") else [end, start]
    if any(_answer(member, store) != stated.value for store in moments):
        raise Unfair("a part would change what another answers")


def _rests_on_nothing(member: Task, others: Sequence[Task], start: Store, profile: Profile) -> None:
    """See that what was drawn for a part could have been drawn at the start as well, with what is given to others."""
    given = [one for one in others if one.says("given")]
    world = None
    if member.says("given"):
        world = initial(_whole(given), profile) if given else World(profile.data)
    try:
        for name, parameter in member.parameters.items():
            if not _still_follows(member, name, parameter, world.store if world else start):
                raise Unfair("a part rests on what another changes")
    finally:
        if world:
            world.close()


def _still_follows(member: Task, name: str, parameter: Parameter, start: Store) -> bool:
    """Return whether a picked row fits, or a value follows, at the start as well."""
    own = member.bound[name]
    try:
        if isinstance(parameter, Pick) and parameter.fits:
            return bool(answered(parameter.fits, start, {**member.bound, "row": own}))
        return not isinstance(parameter, Derived) or answered(parameter.find, start, member.bound) == own
    except _ELSEWHERE:
        return False


def _answer(member: Task, store: Store) -> object:
    try:
        return called(member.answer, store)
    except _ELSEWHERE:
        return None
