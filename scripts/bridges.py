"""Prove the doors of lifeworld.bridges with the packages of the day: `python scripts/bridges.py [all|turn|NAME …]`.

Each door has an environment of its own under .tools/bridges, since their pins exclude each other: Lifeworld and the
dependency group `bridge-NAME` of pyproject.toml. Its tests are tests/bridges/doors/test_NAME.py. `turn` takes one door,
another each day; a door whose Python is not on this machine is named and left out.
"""

import datetime
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from setup import tool

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / ".tools" / "bridges"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
TESTS = "tests/bridges/doors"
NEWER = {"nemo_gym": "3.12", "harbor": "3.12"}  # which want a newer Python than Lifeworld

STRAY = {"verl": "tests"}  # packages that wheels bring by mistake, and that would hide ours


def doors() -> list[str]:
    """Return the doors that have tests, in their order."""
    return sorted(path.stem.removeprefix("test_") for path in (ROOT / TESTS).glob("test_*.py"))


def main(asked: list[str]) -> int:
    known = doors()
    if asked == ["turn"]:
        asked = [known[datetime.datetime.now(datetime.UTC).toordinal() % len(known)]]
    elif asked in ([], ["all"]):
        asked = known
    if unknown := [one for one in asked if one not in known]:
        sys.exit(f"no door “{unknown[0]}”; there are {', '.join(known)}")
    outcomes = {one: proved(one) for one in asked}
    print("\n".join(f"{door:12} {outcome}" for door, outcome in outcomes.items()))
    return int("failed" in outcomes.values())


def proved(door: str) -> str:
    """Run a door's tests in its environment and return what came of it."""
    version = NEWER.get(door, "")
    python = interpreter(version) if version else sys.executable
    if python is None:
        return f"left out: it wants Python {version}, which is not on this machine"
    place = environment(door, python)
    command = [str(place / "bin/python"), "-m", "pytest", "-q", "-c", f"{TESTS}/pytest.ini", f"{TESTS}/test_{door}.py"]
    done = subprocess.run(command, cwd=ROOT, check=False, env={**os.environ, "LIFEWORLD_DOOR": door})
    return "failed" if done.returncode else "passed"


def interpreter(version: str) -> str | None:
    """Return a Python of that version that runs, if there is one: on the path, or pyenv's."""
    places = [shutil.which(f"python{version}")]
    if pyenv := shutil.which("pyenv"):
        told = subprocess.run([pyenv, "prefix", version], check=False, capture_output=True, text=True).stdout.strip()
        places.append(f"{told}/bin/python" if told else None)
    for place in filter(None, places):
        if subprocess.run([place, "--version"], check=False, capture_output=True).returncode == 0:
            return place
    return None


def environment(door: str, python: str) -> Path:
    """Return the folder of a door's environment, made anew where its packages have changed."""
    place, stamp = PLACE / door, PLACE / door / ".ready"
    wanted = repr((python, packages(door), PYPROJECT["project"]))
    if stamp.exists() and stamp.read_text() == wanted:
        return place
    print(f"bridges: packages of {door}", flush=True)
    uv = tool("uv", "uv")
    subprocess.run([uv, "venv", "--quiet", "--clear", "--seed", "--python", python, str(place)], check=True)
    install = [uv, "pip", "install", "--quiet", "--python", str(place / "bin/python")]
    subprocess.run([*install, "pytest", *packages(door), "--editable", str(ROOT)], check=True)
    for stray in place.glob(f"lib/*/site-packages/{STRAY.get(door, '-')}"):
        shutil.rmtree(stray)
    stamp.write_text(wanted)
    return place


def packages(door: str) -> list[str]:
    """Return the packages of a door, as its dependency group names them."""
    found: list[str] = PYPROJECT["dependency-groups"][f"bridge-{door}"]
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
