"""Parts of a composed task drawn so that each is feasible after those before it, and none gets in another's way.

The parts can be done in any order: none touches a row that another touches or names, none makes another's goal mean a
second row, and none changes what another answers or rests on.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from lifeworld.core.answers import Stated
from lifeworld.store import Change, Changes, Kind, Store
from lifeworld.taskkit.binding import bind as bind_one
from lifeworld.taskkit.binding import confusions, named
from lifeworld.taskkit.compose import composed
from lifeworld.taskkit.kit import Task, called
from lifeworld.taskkit.parameters import Derived, Parameter, Pick, Unfair, answered
from lifeworld.taskkit.reference_run import rehearse
from lifeworld.taskkit.start import begin, set_up
from lifeworld.taskkit.wording import shown
from lifeworld.verify.expectation import MARK, Key, Wanted
from lifeworld.world import World
from lifeworld.world.tables import by_name

_TRIES = 8  # draws of one part on what the parts before it leave
_ELSEWHERE = (LookupError, AttributeError, TypeError, ValueError)  # what is asked where its rows are not there


def bind(template: type[Task], world: World, rng: random.Random, refused: Counter[str]) -> Task:
    """Bind each part of a composed task on the world that the parts before it leave.

    Args:
        template: composed.
        world: a profile's, as it is before any setup; it is left so.
        rng: where the draws come from.
        refused: counts the draws of parts that were refused, by reason.

    Raises:
        Unfair: no draw of some part fits those before it.
    """
    members: list[Task] = []
    changes = Changes()
    for part in template.parts:
        member, changes = _next(part, members, world, rng, refused)
        members.append(member)
    _same_in_any_order(members, changes, world)
    return template(members)  # type: ignore[arg-type]  # a composed task takes its parts


def _next(
    part: type[Task], before: Sequence[Task], world: World, rng: random.Random, refused: Counter[str]
) -> tuple[Task, Changes]:
    """Draw a part until one fits, and return it with what all parts so far change."""
    for _ in range(_TRIES):
        try:
            with world.branch():
                if before:
                    rehearse(_whole(before), world)
                member = bind_one(part, world.store, rng)
            return member, _fit_together([*before, member], world)
        except Unfair as unfair:
            refused[unfair.reason] += 1
    raise Unfair("no draw of a part fits those before it", part.id)


def _fit_together(members: Sequence[Task], world: World) -> Changes:
    """Return what members change when they are done in turn.

    Raises:
        Unfair: one can't be done after the others, or gets in their way.
    """
    given = _set_up(members, world)
    try:
        [shown(text, member.bound) for member in members for text in member.texts()]
    except LookupError:
        raise Unfair("a part's goal shows what is set up for another") from None
    with world.branch():
        wanted, stated = rehearse(_whole(members), world)
        changes = world.changes()
        rows = [_rows(wanted, number) for number in range(1, len(members) + 1)]
        _does_something(members, rows, stated)
        _apart(members, rows)
        _ordered_apart(changes, rows)
        moved = [given.union(*(one for one in rows if one is not own)) for own in rows]
        _clear(members, world.store, moved, "a part would make another's goal mean a second row")
        _unmoved(enumerate(members, 1), world.store, stated)
    with world.branch():
        begin(_whole(members), world)
        _clear(members, world.store, moved, "a part's goal is clear only after another part")
        asking = [(number, one) for number, one in enumerate(members, 1) if not one.says("effects")]
        _unmoved(asking, world.store, stated)
        _rest_on_nothing([one for one in members if not one.says("setup")], world.store)
    _rest_on_no_setup([one for one in members if one.says("setup")], world)
    return changes


def _whole(members: Sequence[Task]) -> Task:
    if len(members) == 1:
        return members[0]
    return composed([type(one) for one in members])(members)  # type: ignore[arg-type]  # a composed task takes its parts


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


def _ordered_apart(changes: Changes, rows: Sequence[frozenset[Key]]) -> None:
    """See that no two parts put rows into the same order, where it counts who comes first."""
    for order in changes.orders:
        rank = by_name()[order.table].rank
        group = {(order.table, row_id) for row_id in (*order.before, *order.after)}
        if rank and not rank.free and sum(bool(group & own) for own in rows) > 1:
            raise Unfair("two parts would put rows into the same order")


def _same_in_any_order(members: Sequence[Task], changes: Changes, world: World) -> None:
    """See that the parts come to the same from the last to the first, as far as what is kept of them goes."""
    turned = sorted(reversed(members), key=lambda one: one.says("reached"))
    with world.branch():
        rehearse(_whole(turned), world)
        if _kept(world.changes()) != _kept(changes):
            raise Unfair("the parts come to something else in another order")


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


def _clear(members: Sequence[Task], store: Store, moved: Sequence[frozenset[Key]], otherwise: str) -> None:
    """See that what each part's goal shows means one row alone.

    Args:
        members: each drawn on a world in which its goal is clear.
        store: at the start, or when all is done.
        moved: for each, the rows that the others touch or are given; the rest is as it was where it was drawn.
        otherwise: the reason to refuse.
    """
    for member, rows in zip(members, moved, strict=True):
        if any(True for _ in confusions(member, store, rows)):
            raise Unfair(otherwise)


def _set_up(members: Sequence[Task], world: World) -> frozenset[Key]:
    """Return the rows that are made or changed before the start."""
    if not any(one.says("setup") for one in members):
        return frozenset()
    with world.branch():
        recorder = world.recorder()
        try:
            for one in members:
                set_up(one, world)
            return recorder.touched()
        finally:
            recorder.close()


def _unmoved(members: Iterable[tuple[int, Task]], store: Store, stated: Sequence[Stated]) -> None:
    """See that no part changes what another answers."""
    answers = {one.part: one.value for one in stated}
    for number, member in members:
        if number in answers and _answer(member, store) != answers[number]:
            raise Unfair("a part would change what another answers")


def _rest_on_nothing(members: Sequence[Task], start: Store) -> None:
    """See that what was drawn for a part could have been drawn at the start as well."""
    for member in members:
        if not all(_still_follows(member, name, one, start) for name, one in member.parameters.items()):
            raise Unfair("a part rests on what another changes")


def _rest_on_no_setup(members: Sequence[Task], world: World) -> None:
    """See that what was drawn for each could have been drawn where all others but itself are set up.

    Halves share what is set up for both: n log n setups, where each alone would take n².
    """
    if len(members) < 2:
        _rest_on_nothing(members, world.store)
        return
    half = len(members) // 2
    for own, others in ((members[:half], members[half:]), (members[half:], members[:half])):
        with world.branch():
            for other in others:
                set_up(other, world)
            _rest_on_no_setup(own, world)


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
