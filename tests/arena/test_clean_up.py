"""What a killed worker left on the disk goes; what battles refer to, and what is new, stays."""

from pathlib import Path

from tests.arena.stage import staged

from lifeworld.arena.backup import clean_up


def test_only_old_folders_of_no_battle_go(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        stage.battle()
        filed = {folder.name for folder in (tmp_path / "battles").iterdir()}
        left = tmp_path / "battles" / "left-by-a-kill"
        (left / "episodes").mkdir(parents=True)
        assert clean_up(stage.database, tmp_path) == 0
        assert left.is_dir()
        assert clean_up(stage.database, tmp_path, kept=0.0) == 1
        assert {folder.name for folder in (tmp_path / "battles").iterdir()} == filed
        assert clean_up(stage.database, tmp_path, kept=0.0) == 0
