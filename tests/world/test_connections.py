"""A world over a connection that another world has let go of is like one over a connection of its own."""

import gc
import random
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress

import apsw
import pytest

from lifeworld.apps.todo.models import Task, TaskList
from lifeworld.store import Store, overlay
from lifeworld.store.overlay import CONNECTIONS, OVERLAY, Base
from lifeworld.world import World, load, untouched

ROUNDS = 80


@pytest.fixture
def base() -> Iterator[Base]:
    """The bytes of a world over which no connection waits yet."""
    yield bytes(load("nora").data)
    CONNECTIONS.__init__()  # type: ignore[misc]  # nor waits afterwards


def written(store: Store, rng: random.Random) -> None:
    """Add, change, remove; sometimes take it back; sometimes let the file grow, or shrink to less."""
    with store.writing():
        lists = store.all(TaskList)
        for _ in range(rng.choice((1, 3, 400))):
            store.add(Task, title="x" * rng.randint(1, 900), list_id=rng.choice(lists).id)
    with store.tentatively(), store.writing():
        store.add(Task, title="taken back", list_id=1)
    with store.writing():
        for task in rng.sample(store.all(Task), 3):
            store.change(task, title=f"changed {rng.random()}")
        store.remove(rng.choice(store.all(Task)))


def told(store: Store) -> list[tuple[object, ...]]:
    return [
        (store.state, store.now),
        *store.sql("SELECT * FROM todo_task ORDER BY id"),
        *store.sql("PRAGMA quick_check"),
    ]


def differing(base: Base, rounds: int) -> int:
    """Return in how many rounds of writing and closing a world differs from one of its own connection."""
    found = 0
    for number in range(rounds):
        taken, own = Store.over(base), Store(*OVERLAY.connect(base))
        rng = random.Random(number)
        state = rng.getstate()
        alike = told(taken) == told(own)
        for store in (taken, own):
            rng.setstate(state)
            written(store, rng)
        found += not (alike and told(taken) == told(own))
        taken.close()
        own.connection.close()
    return found


def test_a_connection_that_is_taken_again_shows_nothing_of_the_world_before(base: Base) -> None:
    assert differing(base, ROUNDS) == 0


def test_one_that_keeps_its_pages_shows_the_world_before(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overlay, "_forget", lambda connection: None)
    with suppress(apsw.Error):  # pages of two worlds make no database
        assert differing(base, 4)


def test_a_closed_world_reads_nothing_although_another_has_its_connection(base: Base) -> None:
    one = World(base)
    connection, row = one.store.connection, one.store.get(Task, 1)
    one.close()
    other = World(base)
    assert other.store.connection is connection
    one.close()  # once more: it is not given away twice
    assert World(base).store.connection is not connection
    for read in (
        lambda: one.store.all(Task),
        lambda: row.follow(TaskList, row.list_id),
        lambda: one.store.value("SELECT 1"),
    ):
        with pytest.raises(apsw.ConnectionClosedError):
            read()


def test_a_connection_with_a_query_under_way_serves_no_other_world(base: Base) -> None:
    one = Store.over(base)
    connection = one.connection
    running = connection.execute("SELECT id FROM todo_task")
    next(running)
    one.close()
    assert Store.over(base).connection is not connection


@pytest.mark.long
def test_many_worlds_after_one_another_hold_no_more_memory(base: Base) -> None:
    def some(count: int) -> int:
        for _ in range(count):
            world = World(base).start()
            with world.store.writing():
                world.store.add(Task, title="x", list_id=1)
            world.close()
        gc.collect()  # a world and its site hold each other
        return tracemalloc.get_traced_memory()[0] + apsw.memory_used()

    tracemalloc.start()
    before = some(100)
    more = some(400) - before
    tracemalloc.stop()
    assert more < 100_000


def test_what_has_been_read_is_read_anew_once_it_may_differ() -> None:
    with untouched(load("nora")).branch() as world:
        before = world.store.all(Task)
        assert world.store.all(Task) is not before  # whoever asks may sort it
        with world.branch(), world.store.writing():
            world.store.change(before[0], title="other")
            assert world.store.all(Task)[0].title == world.store.get(Task, before[0].id).title == "other"
        assert world.store.all(Task) == before
        with world.store.writing():
            world.store.set_clock(world.store.now.replace(hour=3))
            assert world.store.now.hour == 3
