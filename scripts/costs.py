"""Measures what apps and tasks cost, for docs/sizes.md.

python scripts/costs.py apps            # what each app takes: lines by kind, style, pictures
python scripts/costs.py parcel          # what is shipped
python scripts/costs.py solutions RUN   # how many actions solutions take, by a run of the oracle
"""

import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import quantiles
from zipfile import ZipFile

import pyarrow.parquet as pq
from measured import put, table

import lifeworld
from lifeworld import apps
from lifeworld.taskkit.catalogue import tasks

PAGE = "sizes.md"
CODE = Path(lifeworld.__file__).parent
PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".svg")


def lines(folder: Path, kind: str) -> int:
    """Return the lines of all files of a kind in a folder."""
    return sum(path.read_text("utf-8").count("\n") for path in folder.rglob(f"*.{kind}"))


def weight(folder: Path, *kinds: str) -> int:
    """Return the bytes of all files of these kinds in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.suffix in kinds)


def of_apps() -> str:
    """Return what each app takes."""
    rows = []
    for app in apps.installed():
        code, own = CODE / "apps" / app.id, CODE / "tasks" / app.id
        count = sum(one.home() == app.id and one.category() == "single" for one in tasks())
        python, told = lines(code, "py"), lines(own, "py")
        a_task = f"{told / count:.0f}"
        rows.append((app.name, len(app.commands), f"{python:,}", f"{lines(code, 'html'):,}"))
        rows[-1] += (f"{weight(code, '.css') / 1000:.1f} kB", count, f"{told:,}", a_task)
    head = ("app", "commands", "Python", "templates", "style", "tasks", "their Python", "lines a task")
    return table(head, rows)


def parcel() -> str:
    """Return what is shipped, by a wheel that is built."""
    with tempfile.TemporaryDirectory() as place:
        made = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", place, "."]
        subprocess.run(made, check=True, cwd=CODE.parent.parent)
        wheel = next(Path(place).glob("*.whl"))
        inside = [one.compress_size for one in ZipFile(wheel).infolist() if one.filename.endswith(PICTURES)]
        rows = [("the wheel", wheel.stat().st_size), ("pictures in it", sum(inside))]
    rows += [("pictures, unpacked", weight(CODE, *PICTURES)), ("style", weight(CODE, ".css"))]
    return table(("what", "MB"), [(name, f"{size / 1e6:.2f}") for name, size in rows])


def solutions(run: str) -> str:
    """Return how many actions solutions take by suite, the last “done” left out."""
    kept = pq.read_table(Path(run) / "results.parquet", columns=["task", "agent", "steps", "success"]).to_pylist()
    if not all(row["agent"] == "oracle" and row["success"] for row in kept):
        raise SystemExit(f"{run} is no run of the oracle alone in which every episode succeeds")
    suites = {one.id: "hard" if "hard" in one.tags else one.category() for one in tasks()}
    found = defaultdict[str, list[int]](list)
    for row in kept:
        found[suites[row["task"]]].append(row["steps"] - 1)
    found["all"] = [row["steps"] - 1 for row in kept]
    head = ("suite", "episodes", "least", "quarter", "median", "three quarters", "most")
    return table(head, spread(found))


def spread(found: Mapping[str, list[int]]) -> Iterable[tuple[object, ...]]:
    """Yield a row of each suite: how its numbers are spread."""
    for suite, numbers in found.items():
        yield suite, f"{len(numbers):,}", min(numbers), *map(round, quantiles(numbers, n=4)), max(numbers)


def main(part: str = "", run: str = "") -> None:
    """Write one part of the page."""
    if part == "apps" and not run:
        put(PAGE, part, "costs.py", of_apps())
    elif part == "parcel" and not run:
        put(PAGE, part, "costs.py", parcel())
    elif part == "solutions" and run:
        put(PAGE, part, "costs.py", solutions(run), f" {run}")
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(*sys.argv[1:])
