"""A whole world as a file: rows by app, laid over a profile or over nothing, checked before they are taken."""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import apsw
import yaml

from lifeworld import apps
from lifeworld.core.errors import UserError, hint
from lifeworld.core.jsontext import json_text
from lifeworld.core.writing import write_for_user
from lifeworld.life.models import MODELS
from lifeworld.store import Due, Row, Sent, Store, Table
from lifeworld.store.tables import Column, SqlValue, to_sql
from lifeworld.web import shell
from lifeworld.world.fitting import broken, dangling, misfit

EMPTY = "empty"
LIFE = "life"
_KEYS = ("over", "now", "rows")
_YEARS = 1980, 2100
_IDS = 1, 2**31


def homes() -> dict[str, dict[str, Table]]:
    """Return the tables of each app by their names; those that belong to none are life's."""
    own = {app.id: {model.table().name: model.table() for model in app.models} for app in apps.installed()}
    rest: tuple[type[Row], ...] = (*MODELS, Sent, Due)
    device = {model.table().name: model.table() for model in shell.MODELS}
    return {LIFE: {model.table().name: model.table() for model in rest}, shell.DEVICE.id: device, **own}


# ---- writing


def exported(store: Store, over: str, only: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return a world as plain data: all rows by app and table, or those of some apps to be laid over a profile."""
    chosen = {home: tables for home, tables in homes().items() if not only or home in only}
    rows = {home: {name: _rows(store, table) for name, table in tables.items()} for home, tables in chosen.items()}
    return {"over": over if only else EMPTY, "now": store.now.isoformat(), "rows": rows}


def _rows(store: Store, table: Table) -> list[dict[str, Any]]:
    columns = ", ".join(f'"{name}"' for name in table.names)
    found = store.sql(f'SELECT {columns} FROM "{table.name}" ORDER BY id')
    return [{c.name: plain(c, value) for c, value in zip(table.columns, row, strict=True)} for row in found]


def plain(column: Column, value: SqlValue) -> Any:
    """Return a stored value as a file has it."""
    return bool(value) if column.type is bool and value is not None else value


def written(world: Mapping[str, Any], path: Path) -> None:
    """Write a world as JSON or YAML, by the ending of its path; raises UserError."""
    as_json = _is_json(path)
    text = json_text(world, indent=1) if as_json else _yaml(world)
    write_for_user(path, text + "\n" * as_json)


def _yaml(world: Mapping[str, Any]) -> str:
    text: str = yaml.dump(world, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, width=4000)
    return text


# ---- reading


def read(path: Path) -> dict[str, Any]:
    """Return what a file says of a world, its outermost keys checked.

    Raises:
        UserError: it can't be read, or is no world; says where.
    """
    try:
        text = path.read_text(encoding="utf-8")
        world = json.loads(text, object_pairs_hook=_once) if _is_json(path) else yaml.load(text, Loader=_Loader)
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise UserError(f"{path}: {' '.join(str(error).split())}") from None
    if not isinstance(world, dict):
        raise UserError(f"{path}: a world has the keys {', '.join(_KEYS)}")
    for key in world:
        if key not in _KEYS:
            raise UserError(f"{path}: there is no key {key}; {hint(str(key), _KEYS)}")
    world = {"over": EMPTY, "rows": {}, **world}
    if not isinstance(world["over"], str):
        raise UserError(f"{path}: over: {world['over']!r} is nobody; name a person, like nora, or write {EMPTY}")
    return world


def _once(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """Return a mapping of pairs; a key that stands twice would hide what it said first."""
    found: dict[Any, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"{key} stands twice")
        found[key] = value
    return found


class _Loader(yaml.CSafeLoader):  # type: ignore[misc]
    """Reads YAML whose keys stand once, and dates that there are not."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        return _once(
            (self.construct_object(key, deep=True), self.construct_object(value, deep=True))
            for key, value in node.value
        )

    def construct_yaml_timestamp(self, node: yaml.ScalarNode) -> Any:
        """Return a day or moment; one that there is not as it is written, for its column to refuse it."""
        try:
            return super().construct_yaml_timestamp(node)
        except ValueError:
            return node.value


_Loader.add_constructor("tag:yaml.org,2002:timestamp", _Loader.construct_yaml_timestamp)


def lay(world: Mapping[str, Any], store: Store, path: Path) -> None:
    """Put a world's rows into a store: one whose id is there replaces it, all others are added; then the device's own.

    Raises:
        UserError: a table, row or column is wrong, or rows that screens need lack; one line for each, with what would
            be right.
    """
    if problem := _time(world, store):
        raise UserError(f"{path}: now: {problem}")
    found = list(_tables(world["rows"], path))
    problems = [told for table, place, rows in found for told in _wrong(table, place, rows)]
    problems = problems or list(dangling(found, store))
    if problems:
        raise UserError("\n".join(problems))
    with store.writing():
        store.sql("PRAGMA defer_foreign_keys = ON")
        for table, place, rows in found:
            for number, row in enumerate(rows, 1):
                _put(store, table, row, f"{place}, row {number}")
        shell.seed(store, apps.installed())
        if problems := [f"{path}: {told}" for told in broken(store, homes())]:
            raise UserError("\n".join(problems))


def _time(world: Mapping[str, Any], store: Store) -> str:
    """Set the clock, and return what is wrong with the time."""
    if "now" not in world:
        return "" if world["over"] != EMPTY else "a world over nothing tells its time, like 2026-03-12T09:41:00"
    try:
        now = datetime.fromisoformat(str(to_sql(world["now"])))
    except ValueError:
        return f"{world['now']!r} is no time, like 2026-03-12T09:41:00"
    if not _YEARS[0] <= now.year <= _YEARS[1]:
        return f"{now} is out of reach; take a year from {_YEARS[0]} to {_YEARS[1]}"
    store.set_clock(now)
    return ""


def _tables(rows: Any, path: Path) -> Iterator[tuple[Table, str, list[dict[str, Any]]]]:
    for home, tables in _mapping(rows, f"{path}: rows").items():
        if home not in homes():
            raise UserError(f"{path}: rows: there is no app {home}; {hint(home, homes())}")
        for name, found in _mapping(tables, f"{path}: {home}").items():
            if name not in homes()[home]:
                raise UserError(f"{path}: {home}: there is no table {name}; {hint(name, homes()[home])}")
            place = f"{path}: {home}: {name}"
            if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
                raise UserError(f"{place}: it should be a list of rows")
            yield homes()[home][name], place, found


def _mapping(found: Any, place: str) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise UserError(f"{place}: {found!r:.60}: it should be a table")
    return {str(key): value for key, value in found.items()}


def _wrong(table: Table, place: str, rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield what is wrong with single rows: ids, columns that are not there or lack, types."""
    seen: set[int] = set()
    required = {c.name for c in table.columns if c.default is None and not c.nullable} | {"id"}
    for number, row in enumerate(rows, 1):
        at = f"{place}, row {number}"
        yield from (f"{at}: there is no column {c}; {hint(str(c), table.names)}" for c in row if c not in table.names)
        yield from (f"{at}: it lacks {name}" for name in table.names if name in required and name not in row)
        for name, value in row.items():
            if name in table.by_name and (problem := misfit(table.by_name[name], value)):
                yield f"{at}, {name} = {value!r:.60}: {problem}"
        yield from _wrong_id(row.get("id"), seen, at)


def _wrong_id(row_id: Any, seen: set[int], at: str) -> Iterator[str]:
    if type(row_id) is not int:
        return  # told as any other column is
    if not _IDS[0] <= row_id <= _IDS[1]:
        yield f"{at}, id = {row_id}: an id is from {_IDS[0]} to {_IDS[1]:,}"
    if row_id in seen:
        yield f"{at}: the id {row_id} stands there twice"
    seen.add(row_id)


def _put(store: Store, table: Table, row: Mapping[str, Any], place: str) -> None:
    whole = [to_sql(row.get(column.name, column.default)) for column in table.columns]
    try:
        if store.stored(table.name, row["id"]) is None:
            store.sql(table.insert, *whole)
        else:  # changed in its place: taking it away first would take what hangs on it
            columns = ", ".join(f'"{name}" = ?' for name in table.names)
            store.sql(f'UPDATE "{table.name}" SET {columns} WHERE id = ?', *whole, row["id"])
    except apsw.ConstraintError as error:
        raise UserError(f"{place}: it breaks a rule of the table: {error}") from None


def _is_json(path: Path) -> bool:
    if path.suffix not in (".json", ".yaml", ".yml"):
        raise UserError(f"{path}: a world is a file that ends in .json, .yaml or .yml")
    return path.suffix == ".json"
