"""A value of the wrong kind anywhere in a harness's files gives a table, or one line that names the file."""

import json
import random
import shutil
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from lifeworld.core.errors import UserError
from lifeworld.report.readers import Naming, read
from lifeworld.report.readers.findings import findings

pytestmark = pytest.mark.slow

DATA = Path(__file__).parent / "data"
SEED = 20260302
EACH = 250
WRONG: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 7, 0.5, 1e308, -1e308, 10**30, float("nan"), float("inf"), float("-inf")),
    *("", "x", "1", "-1", "nan", "null", "1e999", "C", "a\nb", "é" * 300, "a/b", "=x", "0x10", "1_000", "١"),
    *([], {}, [1], ["x"], [None], [[]], [{}], {"x": 1}, {"": None}, {"value": {"x": 1}}, {"name": 3}),
)
SOURCES: dict[str, Naming] = {
    "episodes.csv": Naming(success="ok", agent="model", app="site", task="task", axes=("theme",)),
    "inspect-json": Naming(app="app", axes=("theme",)),
    "inspect": Naming(),
    "harbor": Naming(),
    "atif/reply": Naming(),
    "agentlab": Naming(),
    "agentlab-folders": Naming(),
    "digiworld": Naming(),
    "osworld": Naming(),
}
FORMS = {
    "inspect-json": "inspect",
    "inspect": "inspect",
    "harbor": "atif",
    "atif/reply": "atif",
    "episodes.csv": "table",
}


def copied(name: str, folder: Path) -> Path:
    """The sample, anew, in a folder of its own."""
    shutil.rmtree(folder, ignore_errors=True)
    source = DATA / name
    if source.is_dir():
        return Path(shutil.copytree(source, folder))
    folder.mkdir()
    return Path(shutil.copy(source, folder))


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where values stand in JSON, the whole included."""
    yield at
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(each, (*at, key))


def changed(value: Any, at: tuple[Any, ...], new: Any) -> Any:
    if not at:
        return new
    made = dict(value) if isinstance(value, dict) else list(value)
    made[at[0]] = changed(value[at[0]], at[1:], new)
    return made


def mutated(file: Path, rng: random.Random) -> str:
    """Change one value of a file; return how."""
    text, new = file.read_text(), rng.choice(WRONG)
    if file.suffix == ".json":
        found = json.loads(text)
        at = rng.choice(list(places(found)))
        file.write_text(json.dumps(changed(found, at, new)))
        return f"{at} = {new!r}"
    lines = text.splitlines()
    row = rng.randrange(len(lines))
    if file.suffix == ".jsonl":
        found = json.loads(lines[row])
        at = rng.choice(list(places(found)))
        lines[row] = json.dumps(changed(found, at, new))
    elif file.suffix == ".csv":
        cells = lines[row].split(",")
        at = (rng.randrange(len(cells)),)
        cells[at[0]] = json.dumps(new) if isinstance(new, list | dict | str) and new else str(new)
        lines[row] = ",".join(cells)
    else:
        at = ()
        lines[row] = str(new)
    file.write_text("\n".join(lines) + "\n")
    return f"line {row + 1} {at} = {new!r}"


def zipped(folder: Path) -> Path:
    """Inspect's files as the zip that they stand in."""
    with zipfile.ZipFile(folder / "x.eval", "w") as log:
        for name in ("header.json", "summaries.json"):
            log.write(folder / name, name)
    return folder / "x.eval"


def told(read_it: Callable[[], object], what: str, folder: Path) -> str:
    """Return what a UserError says, nothing where there is a table; anything else fails."""
    try:
        read_it()
    except UserError as error:
        said = str(error)
        assert "\n" not in said, f"{what}: {said!r} is no line"
        assert str(folder) in said or "no episode is scored" in said or "mean score" in said, f"{what}: {said}"
        return said
    except Exception as error:
        raise AssertionError(f"{what}: {error!r}") from error
    return ""


@pytest.mark.parametrize("name", SOURCES)
def test_one_wrong_value_is_a_table_or_a_line(name: str, tmp_path: Path) -> None:
    refused = 0
    for what, folder, found in mutants(name, tmp_path / "sample", mutated):
        refused += bool(told(found, what, folder))
    assert 0 < refused < EACH


@pytest.mark.parametrize("name", SOURCES)
def test_bytes_that_are_no_text_are_a_table_or_a_line(name: str, tmp_path: Path) -> None:
    for what, folder, found in mutants(name, tmp_path / "sample", garbled, 30):
        told(found, what, folder)


def mutants(
    name: str, folder: Path, change: Callable[[Path, random.Random], str], number: int = EACH
) -> Iterator[tuple[str, Path, Callable[[], object]]]:
    """Yield how each copy of a sample was changed, where it is, and what reads it; the change is taken back after."""
    rng = random.Random(f"{SEED} {name}")
    place, form = copied(name, folder), FORMS.get(name, name.split("-")[0])
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    for _ in range(number):
        file = rng.choice(files)
        before = file.read_bytes()
        what = f"{file.relative_to(folder)}: {change(file, rng)}"
        source = zipped(folder) if name == "inspect" else place
        yield what, folder, lambda source=source: findings(read([source], SOURCES[name], form)).to_json()
        file.write_bytes(before)


def garbled(file: Path, rng: random.Random) -> str:
    """Put bytes that are no UTF-8, or a NUL, or far too deep a list into a file."""
    kept, new = file.read_bytes(), rng.choice((b"\xff\xfe\x80", b"\0", b"[" * 20_000, b""))
    at = rng.randrange(len(kept))
    file.write_bytes(kept[:at] + new + kept[at + (0 if new else 9) :])
    return f"{new[:4]!r} at {at}"


KINDS: tuple[Any, ...] = (
    *("text", 3, -3, 0.5, 1e308, True, float("nan"), float("inf")),
    *([1], {"a": 1}, b"x", b"\xff"),
)
COLUMNS: dict[str, tuple[dict[str, Any], Naming | None]] = {  # of one episode, by format
    "lifeworld": (
        dict.fromkeys(("agent", "channel", "driver", "app", "task", "fingerprint"), "x")
        | {"repeat": 0, "success": True, "privileged": False, "tokens_in": 1, "tokens_out": 2},
        None,
    ),
    "table": (
        dict.fromkeys(("agent", "app", "task", "theme"), "x") | {"success": 1, "steps": 3, "cost": 0.5},
        Naming(axes=("theme",)),
    ),
}


@pytest.mark.parametrize(("form", "name"), [(form, name) for form, (usual, _) in COLUMNS.items() for name in usual])
def test_no_column_of_the_wrong_kind_is_a_traceback(form: str, name: str, tmp_path: Path) -> None:
    (usual, naming), place = COLUMNS[form], tmp_path / "results.parquet"
    others = {other: [value] for other, value in usual.items() if other != name}
    for column in ({}, {name: [None]}, *({name: [value]} for value in KINDS)):
        pq.write_table(pa.table(others | column), place)
        told(lambda: findings(read([place], naming, form)).to_json(), str(column), tmp_path)


def test_what_is_wrong_is_named_with_its_place(tmp_path: Path) -> None:
    log = json.loads((DATA / "inspect-json" / "2026-03-02_phone.json").read_text())
    (tmp_path / "x.json").write_text(json.dumps(changed(log, ("samples", 1, "metadata"), 7)))
    with pytest.raises(UserError, match=r"x\.json: samples\[1\]\.metadata must be an object, not 7$"):
        read([tmp_path / "x.json"])
