"""Rows, commands and events compare, hash and show themselves as dataclasses do."""

import dataclasses
from typing import Any

import pytest

from lifeworld import apps
from lifeworld.life import events
from lifeworld.store import Event, Row
from lifeworld.store.tables import Value
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES


def told(one: Any) -> str:
    fields = ", ".join(f"{each.name}={getattr(one, each.name)!r}" for each in dataclasses.fields(one))
    return f"{type(one).__qualname__}({fields})"


def all_differ(one: Any, other: Any) -> None:
    """See that two values that differ in one field alone are two, and that each shows itself."""
    assert one != other and len({one, other}) == 2
    assert (repr(one), repr(other)) == (told(one), told(other))


@pytest.mark.parametrize("app", [one.id for one in apps.installed()])
def test_rows_of_every_kind_are_what_their_columns_hold(app: str) -> None:
    models: list[type[Row]] = [*apps.by_id()[app].models]
    here, there = (World(load(NAMES[0]).data).store for _ in range(2))
    rows = [(a, b) for model in models if (a := here.first(model)) and (b := there.first(model))]
    assert rows
    for one, same in rows:
        assert one is not same and one == same and hash(one) == hash(same)
        all_differ(one, dataclasses.replace(one, id=one.id + 1))


def test_commands_and_events_are_what_their_fields_hold() -> None:
    brought = [one for one in vars(events).values() if isinstance(one, type) and issubclass(one, Event)]
    kinds = [*brought, *(command for app in apps.installed() for command in app.commands)]
    assert len(kinds) > 150
    for kind in kinds:
        names = [each.name for each in dataclasses.fields(kind)]
        one, same, other = (kind(**{name: (name, number) for name in names}) for number in (1, 1, 2))
        assert one == same and hash(one) == hash(same)
        if names:
            all_differ(one, other)


def test_a_value_of_another_kind_is_another_and_none_can_be_changed() -> None:
    @dataclasses.dataclass(frozen=True, eq=False, repr=False)
    class One(Value):
        number: int

    @dataclasses.dataclass(frozen=True, eq=False, repr=False)
    class Other(One):
        pass

    assert One(1) == One(1) and One(1) != Other(1) and One(1) != 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        One(1).number = 2  # type: ignore[misc]
