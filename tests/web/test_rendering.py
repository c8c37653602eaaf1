"""Templates are compiled once on a machine, or in each process where nothing can be kept."""

from pathlib import Path

import pytest

from lifeworld.apps import installed
from lifeworld.web import rendering

PAGE = "page.html"


def drawn_from(cache: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the template that a new process would load, with that folder to keep compiled ones in."""
    monkeypatch.setenv("LIFEWORLD_CACHE", str(cache))
    return rendering.environment.__wrapped__(installed()).get_template(PAGE).name or ""


def test_a_template_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn_from(tmp_path, monkeypatch) == PAGE and list(tmp_path.rglob("*.cache"))
    monkeypatch.setattr(rendering.Quick, "_generate", lambda *_, **__: pytest.fail("compiled anew"))
    assert drawn_from(tmp_path, monkeypatch) == PAGE


def test_a_damaged_one_is_compiled_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn_from(tmp_path, monkeypatch)
    for kept in tmp_path.rglob("*.cache"):
        kept.write_bytes(kept.read_bytes()[:-200])
    assert drawn_from(tmp_path, monkeypatch) == PAGE


def test_where_nothing_can_be_kept_all_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    assert drawn_from(tmp_path / "file", monkeypatch) == PAGE
