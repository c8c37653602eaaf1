"""Back-up and restore, from either database into either; what is cleaned up, counted, and logged."""

import json
import logging
import tarfile
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select
from tests.arena.people import PAIR, TASK, battle, voter
from tests.arena.stage import Stage

from lifeworld.arena import backup, battles, hosting, voting
from lifeworld.arena.database import Database
from lifeworld.arena.site.admin_pages import figures
from lifeworld.arena.tables import Battle, Side, Table, now
from lifeworld.arena.voting import LabelMark, VoteForm
from lifeworld.core.errors import UserError


def filled(database: Database, home: Path) -> None:
    with database.writing() as session:
        for number in range(3):
            one = battle(session)
            for side in battles.find_battle(session, one.id).sides:
                side.folder = f"folder-{number}-{side.side}"
                (home / "battles" / side.folder / "images").mkdir(parents=True)
                (home / "battles" / side.folder / "images" / "a.png").write_bytes(bytes([number]))
            voting.cast(
                session, one.id, voter(session), VoteForm("tie", 3.5, (LabelMark("left", "good", 2),), "“fine”")
            )


def rows(database: Database) -> dict[str, list[tuple[object, ...]]]:
    found = {}
    with database.engine.connect() as connection:
        for table in Table.metadata.sorted_tables:
            ordered = connection.execute(select(table).order_by(*table.primary_key))
            found[table.name] = [tuple(row) for row in ordered]
    return found


def test_all_comes_back_in_either_database(database: Database, tmp_path: Path, other_url: str) -> None:
    home, other, archive = tmp_path / "home", tmp_path / "other", tmp_path / "arena.tar.gz"
    filled(database, home)
    assert backup.backup(database, home, archive)["votes"] == 3
    with Database(other_url) as restored:
        assert backup.restore(restored, other, archive)["votes"] == 3
        assert rows(restored) == rows(database)
        with restored.writing() as session:  # numbers go on where they were
            again = battle(session)
            assert voting.cast(session, again.id, voter(session), VoteForm("left", 1)).new
            folders = session.scalars(select(Side.folder).where(Side.folder != "")).all()
        assert all((other / "battles" / folder / "images" / "a.png").exists() for folder in folders)


def test_nothing_is_restored_over_what_is_there(database: Database, tmp_path: Path) -> None:
    archive = tmp_path / "arena.tar.gz"
    filled(database, tmp_path)
    backup.backup(database, tmp_path, archive)
    with pytest.raises(UserError, match="not empty"):
        backup.restore(database, tmp_path, archive)
    with pytest.raises(UserError, match="exists"):
        backup.backup(database, tmp_path, archive)


@pytest.mark.parametrize("damage", ["cut", "no archive", "other tables", "outside"])
def test_an_archive_that_is_none_is_refused_and_leaves_no_row(tmp_path: Path, damage: str) -> None:
    archive = tmp_path / "arena.tar.gz"
    with Database(f"sqlite:///{tmp_path}/one.db") as database:
        database.migrate()
        filled(database, tmp_path)
        backup.backup(database, tmp_path, archive)
    match damage:
        case "cut":
            archive.write_bytes(archive.read_bytes()[:-400])
        case "no archive":
            archive.write_text("hello")
        case _:
            remade(archive, damage)
    with Database(f"sqlite:///{tmp_path}/two.db") as other:
        with pytest.raises(UserError):
            backup.restore(other, tmp_path / "two", archive)
        assert not any(rows(other).values())
    assert not (tmp_path / "out").exists()


def remade(archive: Path, damage: str) -> None:
    """Write an archive of other tables, or one with a file that would lie outside of the folder."""
    with tarfile.open(archive) as old, tarfile.open(archive.with_suffix(".new"), "w:gz") as new:
        for member in old.getmembers():
            data = old.extractfile(member)
            if damage == "other tables" and member.name == "arena.json":
                backup._add_member(new, member.name, json.dumps({"lifeworld": "9", "revision": "9999"}).encode())
            else:
                new.addfile(member, data)
        if damage == "outside":
            backup._add_member(new, "battles/../../out", b"x")
    archive.with_suffix(".new").replace(archive)


def test_only_old_folders_of_no_battle_are_cleaned_up(stage: Stage) -> None:
    """What a killed worker left on the disk goes; what battles refer to, and what is new, stays."""
    stage.battle()
    filed = set((stage.home / "battles").iterdir())
    left = stage.home / "battles" / "left-by-a-kill"
    (left / "episodes").mkdir(parents=True)
    assert backup.clean_up(stage.database, stage.home) == 0
    assert left.is_dir()
    assert backup.clean_up(stage.database, stage.home, kept=0.0) == 1
    assert set((stage.home / "battles").iterdir()) == filed
    assert backup.clean_up(stage.database, stage.home, kept=0.0) == 0


def test_figures_come_from_the_database_and_show_how_long_battles_wait(database: Database, tmp_path: Path) -> None:
    filled(database, tmp_path)
    with database.writing() as session:
        battles.new_battle(session, TASK, PAIR, "ahead")
        battles.withdraw(session, battle(session).id, "rude")
    text = figures(database, now(), 1).decode()
    assert 'lifeworld_arena_votes_total{choice="tie"} 3.0' in text
    assert 'lifeworld_arena_battles{status="ready"} 3.0' in text
    assert 'lifeworld_arena_battles{status="withdrawn"} 1.0' in text
    with database.reading() as session:
        assert "rude" in session.scalars(select(Battle.reason)).all()
    assert "lifeworld_arena_voters 3.0" in text and "lifeworld_arena_dropped_votes 2.0" in text
    waits = figures(database, now() + timedelta(minutes=2), 1).decode().partition("\nlifeworld_arena_queue_seconds ")[2]
    assert float(waits.split()[0]) >= 120


def test_a_log_is_lines_of_json_with_what_was_given(caplog: pytest.LogCaptureFixture) -> None:
    given = ("x", logging.INFO, "f", 1, "battle “%s”\nbegun", ("a",), None)
    record = logging.getLogger("x").makeRecord(*given, extra={"n": 3})
    line = hosting.JsonFormatter().format(record)
    assert "\n" not in line
    said = json.loads(line)
    assert (said["said"], said["n"], said["level"]) == ("battle “a”\nbegun", 3, "info")
