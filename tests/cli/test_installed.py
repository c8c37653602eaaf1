"""What `pip install` makes of a clean clone: a wheel and an sdist, each used from an empty environment."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LIGHT = 250_000_000  # bytes that may be installed for training in `dom`, with all packages
_TRAINED = """
import lifeworld
from lifeworld.core.actions import Done
from lifeworld.env.tools.solving import call_of
from lifeworld.taskkit.draw import instance_of

with lifeworld.make("todo.CompleteTask", channel="tree+tools") as session:
    session.reset(seed=3)
    for command in instance_of(session.configuration).commands:
        session.step(call_of(command))
    print(session.step(Done()).info["verdict"]["outcome"])
lifeworld.make("todo.CompleteTask", driver="chromium")
"""


def run(*command: object, **settings: str) -> "subprocess.CompletedProcess[str]":
    """Run a command that finds nothing but what is named; where packages come from is as ever."""
    kept = {name: one for name, one in os.environ.items() if name.lower().startswith(("pip_", "npm_", "http", "ssl_"))}
    return subprocess.run(
        [str(part) for part in command],
        env={**kept, "HOME": os.environ.get("HOME", "/"), **settings},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a clean clone has: the files that git knows, as they are now."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone")
    place = tmp_path_factory.mktemp("clean") / "clone"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, place / name)
    return place


@pytest.fixture(scope="module")
def builder(clone: Path) -> Path:
    """Where the commands of an environment are that builds."""
    subprocess.run([sys.executable, "-m", "venv", clone.parent / "builder"], check=True)
    return clone.parent / "builder/bin"


@pytest.fixture(scope="module")
def built(clone: Path, builder: Path) -> Path:
    """The folder of the wheel and the sdist, built where there is no npm but the one that the build asks for."""
    place = clone.parent
    (place / "shell").mkdir()
    (place / "shell/sh").symlink_to("/bin/sh")
    path = f"{builder}{os.pathsep}{place / 'shell'}"
    assert run(builder / "pip", "install", "--quiet", "build", PATH=path).returncode == 0
    made = run(builder / "python", "-m", "build", "--sdist", "--wheel", "--outdir", place / "dist", clone, PATH=path)
    assert made.returncode == 0, made.stdout[-2000:] + made.stderr[-2000:]
    return place / "dist"


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["*.whl", "*.tar.gz"])
def test_what_is_installed_runs_and_reports(kind: str, built: Path, tmp_path: Path) -> None:
    (package,) = built.glob(kind)
    assert package.stat().st_size < 40_000_000
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "env"], check=True)
    bin, path = tmp_path / "env/bin", "/usr/bin:/bin"
    installed = run(bin / "pip", "install", "--quiet", f"{package}[run]", PATH=path)
    assert installed.returncode == 0, installed.stderr[-2000:]
    own = {"PATH": path, "LIFEWORLD_CACHE": str(tmp_path / "cache")}
    where = ["--task", "todo.CompleteTask", "--profile", "nora", "--workers", 1, "--out", tmp_path / "run"]
    played = run(bin / "lifeworld", "eval", "--agent", "oracle,null", *where, **own)
    assert played.returncode == 0 and "oracle: 1 success" in played.stdout + played.stderr, played.stderr[-2000:]
    told = run(bin / "lifeworld", "report", tmp_path / "run", **own)
    assert told.returncode == 0 and (tmp_path / "run/report.html").exists(), told.stderr[-2000:]


@pytest.mark.slow
def test_without_extras_it_is_light_and_trains_and_plays(built: Path, tmp_path: Path) -> None:
    (package,) = built.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "env"], check=True)
    bin, own = tmp_path / "env/bin", {"PATH": "/usr/bin:/bin", "LIFEWORLD_CACHE": str(tmp_path / "cache")}
    before = size(tmp_path / "env")
    installed = run(bin / "pip", "install", "--quiet", package, PATH=own["PATH"])
    assert installed.returncode == 0, installed.stderr[-2000:]
    assert size(tmp_path / "env") - before < LIGHT
    trained = run(bin / "python", "-c", _TRAINED, **own)
    assert trained.stdout == "success\n"
    assert trained.stderr.splitlines()[-1].endswith(
        "UserError: the driver chromium needs the package playwright: pip install 'lifeworld[chromium]'"
    )
    place = tmp_path / "run"
    where = ["--task", "todo.CompleteTask", "--profile", "nora", "--workers", 1, "--out", place]
    played = run(bin / "lifeworld", "eval", "--agent", "oracle,null", *where, **own)
    assert played.returncode == 0 and "oracle: 1 success, 0 failure" in played.stdout, played.stderr[-2000:]
    assert f"tables and a report: pip install 'lifeworld[run]', then lifeworld report {place}" in played.stdout
    lines = [json.loads(line) for path in place.glob("ledger/*.jsonl") for line in path.read_text().splitlines()]
    assert sorted((line["agent"], line["status"]) for line in lines) == [("null", "failure"), ("oracle", "success")]
    again = run(bin / "lifeworld", "eval", "--out", place, **own)
    assert again.returncode == 0 and "2 of 2 episodes are there" in again.stderr
    browser = run(bin / "lifeworld", "eval", "--agent", "label", "--driver", "chromium", "--out", tmp_path / "b", **own)
    assert (browser.returncode, browser.stderr.count("\n")) == (2, 2) and "'lifeworld[chromium]'" in browser.stderr
    for command in (["report", place], ["stats", "report", place], ["runs", "rescore", place], ["demo"]):
        told = run(bin / "lifeworld", *command, **own)
        assert told.returncode == 2 and told.stderr.count("\n") == 1 and "'lifeworld[run]'" in told.stderr, command


def size(place: Path) -> int:
    """Return the bytes of all files in a folder."""
    return sum(path.stat().st_size for path in place.rglob("*") if path.is_file() and not path.is_symlink())


@pytest.mark.slow
def test_a_build_without_its_fonts_fails_with_a_line(clone: Path, builder: Path, tmp_path: Path) -> None:
    place = tmp_path / "clone"
    shutil.copytree(clone, place, ignore=shutil.ignore_patterns("vendor", "node_modules", ".tools"))
    nowhere = {"npm_config_registry": "http://127.0.0.1:9", "npm_config_fetch_retries": "0"}
    own = {"PATH": os.environ["PATH"], "npm_config_cache": str(tmp_path / "cache")}
    made = run(builder / "pip", "wheel", "--no-deps", "-w", tmp_path / "dist", place, **own, **nowhere)
    said = made.stdout + made.stderr
    assert made.returncode and not list(tmp_path.glob("dist/*.whl"))
    assert "Lifeworld was not built: the npm packages that bring its fonts and pictures could not be fetched" in said
