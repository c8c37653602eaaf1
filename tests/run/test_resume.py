"""A run killed at any moment and started again ends as one left alone."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.run.rows import rows_of

COMMAND = [sys.executable, "-m", "lifeworld", "eval", "--agent", "oracle,random", "--app", "todo", "--limit", "10"]
OF_TIME = {"run", "seconds"}


def rows(path: Path) -> list[dict[str, Any]]:
    found = rows_of(path)
    return sorted(({k: v for k, v in row.items() if k not in OF_TIME} for row in found), key=lambda row: row["episode"])


@pytest.mark.long
def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    alone, killed = tmp_path / "alone", tmp_path / "killed"
    subprocess.run([*COMMAND, "--out", str(alone)], check=True, capture_output=True)
    process = subprocess.Popen([*COMMAND, "--out", str(killed)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while len(list(killed.glob("episodes/*/episode.json"))) < 4:
        assert process.poll() is None, "it was over before it could be killed"
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    finished = {path: path.stat().st_mtime_ns for path in killed.glob("episodes/*/episode.json")}
    assert len(finished) < 20
    subprocess.run([*COMMAND[:4], "--out", str(killed)], check=True, capture_output=True)
    assert all(path.stat().st_mtime_ns == before for path, before in finished.items())
    assert rows(killed) == rows(alone)


@pytest.mark.long
def test_another_run_is_not_written_over(tmp_path: Path) -> None:
    out = ["--out", str(tmp_path / "run")]
    few = [*COMMAND[:-1], "1"]
    subprocess.run([*few, *out], check=True, capture_output=True)
    again = subprocess.run([*few, "--seed", "9", *out], capture_output=True, text=True)
    assert again.returncode == 2
    assert "other settings (seed 0, not 9)" in again.stderr
