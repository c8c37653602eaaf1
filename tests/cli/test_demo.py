"""The demo shows a screen at work before it ends, and at the end a finding, pictures, and where to go next."""

import re
from pathlib import Path
from typing import Any

import pytest
from tests.commands import command

from lifeworld.cli import demonstrating
from lifeworld.run.folder import Folder


@pytest.mark.long
def test_the_demo_shows_screens_as_they_come_and_leads_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    while_played: list[str] = []
    write = demonstrating.write_page

    def watched(folder: Folder, *rest: Any, **more: Any) -> None:
        write(folder, *rest, **more)
        while_played.append((folder.path / demonstrating.PLACE).read_text())

    monkeypatch.setattr(demonstrating, "write_page", watched)
    monkeypatch.setattr(demonstrating, "AGENTS", ("oracle", "null"))
    out = tmp_path / "demo"
    said = command("demo", "--no-open", "--limit", 1, "--workers", 1, "--out", out)
    first, *between, last = while_played
    assert 'http-equiv="refresh"' in first and "<img" not in first
    assert any("<img" in one and 'http-equiv="refresh"' in one and "seconds left" in one for one in between)
    assert 'http-equiv="refresh"' not in last and "Where to go next" in last and 'href="report.html"' in last
    linked = re.findall(r'(?:src|href)="([^"]+)"', last)
    assert len([one for one in linked if one.endswith(".png")]) >= 3
    assert not [one for one in linked if not (out / one).exists()]
    assert (out / demonstrating.PLACE).as_uri() in said and "lifeworld play" in said
