"""What a person says about names is done by every reader, or refused: never half a name, never nothing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from lifeworld.core.errors import UserError
from lifeworld.report.readers import READERS, Naming, form_of, read

DATA = Path(__file__).parent / "data"


def a_run(folder: Path) -> Path:
    columns: dict[str, list[Any]] = {
        "agent": ["able", "able", "brisk"],
        "model": ["m1", "m1", "m2"],
        "channel": ["tree"] * 3,
        "driver": ["dom"] * 3,
        "app": ["bank", "mail", "bank"],
        "task": ["bank.Pay", "mail.Send", "bank.Pay"],
        "repeat": [0, 0, 1],
        "success": [True, None, False],
        "fingerprint": ["f"] * 3,
        "privileged": [False] * 3,
        "tokens_in": [10, 20, 30],
        "tokens_out": [1, 2, 3],
    }
    pq.write_table(pa.table(columns), folder / "results.parquet")
    return folder / "results.parquet"


def there(name: str) -> Callable[[Path], Path]:
    return lambda _: DATA / name


# every format: where results of it are, a field and its values, and what names these need anyway
SOURCES: dict[str, tuple[Callable[[Path], Path], str, set[str], dict[str, Any]]] = {
    "lifeworld": (a_run, "model", {"m1", "m2"}, {}),
    "table": (
        there("episodes.csv"),
        "theme",
        {"dark", "light"},
        {"success": "ok", "agent": "model", "app": "site", "task": "task", "axes": ("theme",)},
    ),
    "inspect": (there("inspect-json"), "theme", {"dark", "light"}, {}),
    "atif": (there("harbor"), "task_name", set(), {}),
    "agentlab": (there("agentlab"), "env.task_seed", {"0", "1"}, {}),
    "digiworld": (there("digiworld"), "theme", {"dark", "light"}, {}),
    "osworld": (there("osworld"), "domain", {"chrome", "gimp"}, {}),
}
KEYS = ("agent", "app", "task")


def values(form: str, folder: Path, key: str, said: str) -> set[str]:
    source, _, _, usual = SOURCES[form]
    found = read([source(folder)], Naming(**{**usual, key: said}))
    return set(found.values(key))


def test_every_format_is_tried(tmp_path: Path) -> None:
    assert SOURCES.keys() == READERS.keys()
    assert all(form_of(source(tmp_path)) == form for form, (source, *_) in SOURCES.items())


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("form", SOURCES)
def test_a_name_after_a_sign_is_every_rows_value(form: str, key: str, tmp_path: Path) -> None:
    assert values(form, tmp_path, key, "=me") == {"me"}
    with pytest.raises(UserError, match="after = a name is wanted"):
        values(form, tmp_path, key, "=")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("form", SOURCES)
def test_a_name_is_a_field_of_the_format(form: str, key: str, tmp_path: Path) -> None:
    _, name, expected, _ = SOURCES[form]
    found = values(form, tmp_path, key, name)
    assert found == expected if expected else len(found) > 1


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("form", SOURCES)
def test_a_name_that_is_no_field_is_refused_with_those_that_are(form: str, key: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"there is no (field|column|metadata) “modell”; (did you mean|there are)"):
        values(form, tmp_path, key, "modell")


@pytest.mark.parametrize("form", SOURCES)
def test_an_axis_is_a_field_of_the_format(form: str, tmp_path: Path) -> None:
    source, name, expected, usual = SOURCES[form]
    found = read([source(tmp_path)], Naming(**{**usual, "axes": (name,)}))
    assert found.axes == (name,)
    assert not expected or set(found.values(f"axis:{name}")) == expected
    with pytest.raises(UserError, match=r"there is no .* “no such”"):
        read([source(tmp_path)], Naming(**{**usual, "axes": ("no such",)}))


@pytest.mark.parametrize("form", SOURCES)
def test_a_verdict_that_is_not_there_is_refused(form: str, tmp_path: Path) -> None:
    source, _, _, usual = SOURCES[form]
    with pytest.raises(UserError, match=r"there is no .* “no such”|no reward “no such”|--column success has no effect"):
        read([source(tmp_path)], Naming(**{**usual, "success": "no such"}))


@pytest.mark.parametrize("option", ["rollout", "episode"])
@pytest.mark.parametrize("form", sorted(set(SOURCES) - {"table", "lifeworld"}))
def test_names_of_rollouts_are_refused_where_the_format_numbers_them(form: str, option: str, tmp_path: Path) -> None:
    source, name, _, usual = SOURCES[form]
    with pytest.raises(UserError, match=f"--column {option} has no effect"):
        read([source(tmp_path)], Naming(**{**usual, option: name}))
