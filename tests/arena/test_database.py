"""The tables, on both databases."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import func, inspect, select, text
from sqlalchemy.exc import IntegrityError

from lifeworld.arena.database import Database, alembic_config
from lifeworld.arena.tables import Setting, Side, Table, Vote
from lifeworld.core.errors import UserError


def test_the_migrations_end_where_the_models_are(database: Database) -> None:
    database.migrate()  # again, which changes nothing
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Table.metadata) == []


def test_a_table_that_no_migration_makes_would_be_seen(database: Database) -> None:
    with database.writing() as session:
        session.execute(text("DROP TABLE known"))
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Table.metadata)


def test_an_arena_of_the_first_tables_keeps_its_votes(url: str) -> None:
    with Database(url) as database:
        with database.engine.execution_options(writes=True).begin() as connection:
            command.upgrade(alembic_config(connection), "0001")
            for written in FIRST:
                connection.execute(text(written))
        database.migrate()
        with database.reading() as session:
            assert session.execute(select(Vote.battle, Vote.choice)).all() == [("b", "tie")]
            assert session.scalars(select(Side.reasons)).all() == [["should have added a task", "also sent a letter"]]
        assert "drops" not in inspect(database.engine).get_table_names()


_AT = "'2026-01-02 12:00:00'"
FIRST = (
    'INSERT INTO voters (id, created, last_seen, role, "group", address_hash) '
    f"VALUES ('00000000000000000000000000000001', {_AT}, {_AT}, 'visitor', 'public', '')",
    "INSERT INTO battles (id, configuration, device, category, goal, written, fingerprint, made, status, wanted, "
    f"reason, created) VALUES ('b', '{{}}', 'phone', 'single', 'x', false, '', 'ahead', 'ready', 'go', '', {_AT})",
    "INSERT INTO agents (id, name, spec, status, created, steps, seconds) "
    f"VALUES (1, 'one', 'null', 'active', {_AT}, 30, 180)",
    "INSERT INTO sides (id, battle, side, agent, folder, status, verdict, reason, steps, seconds, questions, "
    "side_effects) VALUES (1, 'b', 'left', 1, '', 'done', 'failure', 'should have added a task; also sent a letter', "
    "1, 1, 0, 1)",
    "INSERT INTO votes (id, battle, voter, choice, seconds, text, created, reviewed) "
    f"VALUES (1, 'b', '00000000000000000000000000000001', 'tie', 9, '', {_AT}, '{{}}')",
    "INSERT INTO drops (vote, filter) VALUES (1, 'too fast')",
)


def test_many_may_migrate_at_once(url: str) -> None:
    def migrate(_: int) -> None:
        with Database(url) as database:
            database.migrate()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(migrate, range(4)))
    with Database(url) as database:
        assert "votes" in inspect(database.engine).get_table_names()


def test_a_new_file_may_be_opened_by_many_at_once(tmp_path: Path) -> None:
    # The switch to a write-ahead log was refused to one of four in one round of ten.
    for round_ in range(60):
        ready = Barrier(6)

        def connect(number: int, ready: Barrier = ready) -> str:
            with Database(f"sqlite:///{tmp_path}/{number}.db") as database:
                ready.wait()
                with database.engine.connect() as connection:
                    return str(connection.execute(text("PRAGMA journal_mode")).scalar())

        with ThreadPoolExecutor(6) as pool:
            assert set(pool.map(connect, [round_] * 6)) == {"wal"}


def test_a_writer_that_fails_leaves_nothing(database: Database) -> None:
    with pytest.raises(KeyError), database.writing() as session:
        session.add(Setting(key="deny", value={}))
        session.flush()
        raise KeyError
    with database.reading() as session:
        assert session.scalar(select(func.count()).select_from(Setting)) == 0


def test_writers_wait_their_turn_and_lose_nothing(database: Database) -> None:
    with database.writing() as session:
        session.add(Setting(key="count", value={"n": 0}))

    def add(_: int) -> None:
        with database.writing() as session:
            counted = session.scalars(select(Setting).with_for_update()).one()
            counted.value = {"n": counted.value["n"] + 1}

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, range(80)))
    with database.reading() as session:
        assert session.scalars(select(Setting)).one().value == {"n": 80}


def test_the_database_itself_refuses_words_that_are_none(database: Database) -> None:
    written = text("INSERT INTO known (battle, choice) VALUES ('x', 'both')")
    with pytest.raises(IntegrityError), database.writing() as session:
        session.execute(written)


@pytest.mark.parametrize("url", ["mysql://a:secret@b/c", "arena.db", "sqlite://"])
def test_another_database_is_refused_in_one_line_without_its_password(url: str) -> None:
    with pytest.raises(UserError, match="sqlite:////path") as refused:
        Database(url)
    assert "secret" not in str(refused.value)
