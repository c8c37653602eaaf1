"""Every bench that a page names runs, at its smallest size."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SMALLEST = {
    "arena": ["--agents", "3", "--votes", "200", "--voters", "20"],
    "arena_board": "--agents 3 --votes 50 --voters 20 --battles 20 --visitors 2 --seconds 1 --think 0.5".split(),
    "arena_load": "--visitors 2 --live 1 --seconds 1 --think 0.5".split(),
    "doors": "--worlds 4 --steps 8".split(),
    "serving": "--clients 2 --seconds 0.5".split(),
    "soak": "--clients 4 --minutes 0.05".split(),
}
OTHERS = {"floors", "project"}  # these take a run or a browser, and have no smaller size than minutes


def named() -> set[str]:
    pages = [*ROOT.glob("docs/*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    return {name for page in pages for name in re.findall(r"-m\s+bench\.(\w+)", page.read_text())}


def test_each_bench_that_a_page_names_is_run_here() -> None:
    assert named() == set(SMALLEST) | OTHERS


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALLEST)
def test_it_runs(name: str) -> None:
    command = [sys.executable, "-m", f"bench.{name}", *SMALLEST[name]]
    path = os.pathsep.join((str(ROOT / "src"), os.environ.get("PYTHONPATH", "")))
    ran = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    said = r"votes lost +0\b" if name.startswith("arena") else r"\d"
    assert re.search(said, ran.stdout), ran.stdout
