"""The one table that every reader fills: a row an episode, whichever harness ran it.

Columns are agent, app, task, one "axis:NAME" for each axis, rollout, success (null where the harness has no
verdict), those of `OURS` and, where they are known, steps, tokens, cost and seconds.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Any

import numpy as np
import pyarrow as pa

from lifeworld.core.errors import UserError, hint
from lifeworld.report.columns import combined, texts_of
from lifeworld.stats.tally import IntArray, within_cells

AXIS = "axis:"
SCORE = "score"
KEYS = ("agent", "app", "task")
# What only runs of Lifeworld say of an episode: its kind and what holds where nothing is said.
OURS: dict[str, tuple[pa.DataType, Any]] = {
    "category": (pa.string(), "single"),
    "apps": (pa.string(), ""),
    "fault": (pa.bool_(), False),
    "privileged": (pa.bool_(), False),
}
MEASURES = {"steps": pa.float64(), "tokens": pa.float64(), "cost": pa.float64(), "seconds": pa.float64()}
VERDICTS = {"true": True, "false": False, "1": True, "0": False, "1.0": True, "0.0": False}
NOTHING = ("", "nan", "-nan", "none", "null", "na", "<na>", "n/a", "#n/a", "#na")  # in lower case, of a value


@dataclass(frozen=True)
class Naming:
    """The user's names of columns, or of fields of a log.

    Args:
        success, app, task, agent, rollout, episode: names; "" leaves it to the format. "=NAME" for app, task or
            agent gives every row that value.
        axes: names of axes along which the environment was varied.
        success_at: scores of at least so much count as a success; without it a score that is not 0 or 1 is refused.
        score: column of a number whose mean is wanted beside or instead of success; in tables only.
        success_is: the word that is a success, in tables only; every other word is a failure.
        delimiter, encoding: how a CSV is written; see `Dialect`.
    """

    success: str = ""
    app: str = ""
    task: str = ""
    agent: str = ""
    rollout: str = ""
    episode: str = ""
    axes: tuple[str, ...] = ()
    success_at: float | None = None
    success_is: str = ""
    score: str = ""
    delimiter: str = ""
    encoding: str = ""


@dataclass(frozen=True)
class Episode:
    """One episode as a harness tells it; `success` still raw, `rollout` "" where the harness does not number them."""

    agent: str
    app: str
    task: str
    success: Any
    origin: str
    axes: Mapping[str, Any] = field(default_factory=dict)
    rollout: str = ""
    measures: Mapping[str, float | None] = field(default_factory=dict)
    ours: Mapping[str, Any] = field(default_factory=dict)  # by `OURS`, where Lifeworld has played it


@dataclass(frozen=True)
class Part:
    """Rows of one source before they are checked, with how to say where a row comes from."""

    table: pa.Table
    origin: Callable[[int], str]
    notes: tuple[str, ...] = ()
    unit: str = "app"  # what the results call an app
    who: str = "agent"  # and an agent
    apart: Callable[[int, int], str] = lambda row, other: ""  # how two rows of one rollout might be told apart


@dataclass(frozen=True)
class Episodes:
    """Checked episodes: every cell's rollouts are numbered, no episode occurs twice."""

    table: pa.Table
    notes: tuple[str, ...] = ()
    unit: str = "app"  # what the results call an app
    who: str = "agent"  # and an agent

    @property
    def axes(self) -> tuple[str, ...]:
        return tuple(name.removeprefix(AXIS) for name in self.table.column_names if name.startswith(AXIS))

    @property
    def agents(self) -> list[str]:
        """All of them in their order, those that know the tasks last."""
        knowing = {*self.table.filter(self.table["privileged"])["agent"].to_pylist()}
        return sorted(self.values("agent"), key=lambda one: (one in knowing, one))

    def values(self, column: str) -> list[str]:
        """Return the different values of a column, in their order."""
        return sorted(self.table[column].unique().drop_null().to_pylist())

    def __len__(self) -> int:
        return int(self.table.num_rows)


def part(episodes: Sequence[Episode], naming: Naming, source: str, notes: Iterable[str] = ()) -> Part:
    """Return the rows of episodes that were read one by one.

    Raises:
        UserError: there are none, or a success is not 0 or 1 (the episode's place is named).
    """
    if not episodes:
        raise UserError(f"{source} holds no episode")
    axes = sorted({name for one in episodes for name in one.axes})
    columns: dict[str, Any] = {key: pa.array([str(getattr(one, key)) for one in episodes]) for key in KEYS}
    columns |= {AXIS + name: pa.array([text(one.axes.get(name)) for one in episodes]) for name in axes}
    columns["rollout"] = pa.array([one.rollout or None for one in episodes], pa.string())
    verdicts = [verdict(one.success, naming.success_at, one.origin) for one in episodes]
    columns["success"] = pa.array(verdicts, pa.bool_())
    for name, kind in MEASURES.items():
        columns[name] = pa.array([number(one.measures.get(name)) for one in episodes], kind)
    for name, (kind, otherwise) in OURS.items():
        columns[name] = pa.array([type(otherwise)(one.ours.get(name) or otherwise) for one in episodes], kind)
    unit, who = noun(naming.app, "app"), noun(naming.agent, "agent")
    return Part(pa.table(columns), lambda row: episodes[row].origin, tuple(notes), unit, who)


def noun(name: str, otherwise: str) -> str:
    """Return what a column that a person named is called in a sentence, `otherwise` where that is no word."""
    found = name.removesuffix("_name").replace("_", " ").lower()
    return found if found.replace(" ", "").isalpha() else otherwise


def text(value: Any) -> str:
    return "" if value is None else str(value)


def named(
    naming: Naming,
    own: tuple[Any, Any, Any],
    fields: Mapping[str, Any],
    place: str,
    what: str = "field",
    axes: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return an episode's agent, app, task and axes: fields that a person names, else the format's `own` and `axes`.

    Raises:
        UserError: there is no such field, or it is empty.
    """
    parts = zip(("agent", "app", "task"), (naming.agent, naming.app, naming.task), own, strict=True)
    told = {part: _chosen(name, otherwise, fields, place, what) for part, name, otherwise in parts}
    return {**told, "axes": those(naming.axes, fields, place, what) or axes or {}}


def _chosen(name: str, otherwise: Any, fields: Mapping[str, Any], place: str, what: str) -> str:
    """Return what a person's name for the agent, the app or the task says: "" the format's own, =NAME itself.

    Raises:
        UserError: there is no such field, or it is empty.
    """
    if name.startswith("="):
        return literal(name)
    if name and name not in fields:
        raise UserError(f"{place}: {unknown(what, name, sorted(fields))}. =NAME gives every row that value")
    found = text(fields[name] if name else otherwise)
    if name and not found:
        raise UserError(f"{place}: the {what} “{name}” is empty")
    return found


def literal(name: str) -> str:
    """Return NAME of a person's =NAME.

    Raises:
        UserError: nothing follows the sign.
    """
    if name == "=":
        raise UserError("after = a name is wanted, like =mine")
    return name[1:]


def verdict_in(fields: Mapping[str, Any], name: str, usual: str, place: str, what: str = "field") -> Any:
    """Return the raw verdict in the field that a person names, which must exist, or in the usual one."""
    return those([name], fields, place, what)[name] if name else fields.get(usual)


def those(names: Sequence[str], fields: Mapping[str, Any], place: str, what: str = "field") -> dict[str, Any]:
    """Return the values of the fields that a person names.

    Raises:
        UserError: there is no such field.
    """
    for name in names:
        if name not in fields:
            raise UserError(f"{place}: {unknown(what, name, sorted(fields))}")
    return {name: fields[name] for name in names}


def verdict(raw: Any, success_at: float | None, origin: str) -> bool | None:
    """Parse a raw success; None where there is no verdict.

    Raises:
        UserError: it is neither 0 nor 1, and no threshold is given.
    """
    said = str(raw).strip().lower()
    if raw is None or said in NOTHING:
        return None
    if success_at is not None and (score := number(VERDICTS.get(said, said))) is not None:
        return score >= success_at
    if said in VERDICTS:
        return VERDICTS[said]
    if (score := number(said)) is not None and score in (0, 1):
        return score == 1
    hint = "" if number(said) is None else "; --read success_at=1 counts only full scores as successes"
    raise UserError(f"{origin}: a success must be 0 or 1, not {raw!r}{hint}")


def number(value: Any) -> float | None:
    """Return a finite number, or None for what is none."""
    try:
        found = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return found if isfinite(found) else None


def joined(parts: Sequence[Part]) -> Episodes:
    """Return the episodes of all sources as one table.

    Raises:
        UserError: an episode occurs twice; both places are named.
    """
    axes = sorted({name for one in parts for name in one.table.column_names if name.startswith(AXIS)})
    table = pa.concat_tables([_filled(one.table, axes) for one in parts])
    starts = np.cumsum([0, *(one.table.num_rows for one in parts)])

    def place(row: int) -> tuple[Part, int]:
        which = int(np.searchsorted(starts, row, side="right")) - 1
        return parts[which], row - int(starts[which])

    notes = tuple(dict.fromkeys(note for one in parts for note in one.notes))
    cells, _ = combined([texts_of(table, name).codes for name in (*KEYS, *axes)])
    _refuse_twice(table, cells, place)
    said = {key: {getattr(one, key) for one in parts} for key in ("unit", "who")}
    called = {key: words.pop() for key, words in said.items() if len(words) == 1}
    table = table.drop_columns([name for name in axes if len(table[name].unique()) < 2])
    return replace(_numbered(table, cells, notes), **called)


def unknown(what: str, name: str, known: Sequence[str]) -> str:
    """Return the message for a name that does not exist, with the nearest ones or all."""
    return " ".join(f"there is no {what} “{name}”; {hint(name, known)}".split())


def _filled(table: pa.Table, axes: Sequence[str]) -> pa.Table:
    for name, (kind, otherwise) in {**{name: (pa.string(), "") for name in axes}, **OURS}.items():
        if name not in table.column_names:
            table = table.append_column(name, pa.array([otherwise] * table.num_rows, kind))
    told = [SCORE] if SCORE in table.column_names else []
    return table.select([*KEYS, *axes, "rollout", "success", *told, *OURS, *MEASURES])


def _refuse_twice(table: pa.Table, cells: IntArray, place: Callable[[int], tuple[Part, int]]) -> None:
    rows = np.flatnonzero(table["rollout"].is_valid().to_numpy())
    if not rows.size:
        return
    keys, _ = combined([cells[rows], texts_of(table, "rollout").codes[rows]])
    order = np.argsort(keys, kind="stable")
    twice = np.flatnonzero(np.diff(keys[order]) == 0)
    if twice.size:
        first, second = (int(rows[order[twice[0] + step]]) for step in (0, 1))
        what = ", ".join(str(table[name][second].as_py()) for name in (*KEYS, "rollout"))
        (part, row), (other, there) = place(first), place(second)
        advice = part.apart(row, there) if part is other else ""
        raise UserError(
            f"{other.origin(there)}: the same episode as {part.origin(row)} ({' '.join(what.split())}){advice}"
        )


def _numbered(table: pa.Table, cells: IntArray, notes: tuple[str, ...]) -> Episodes:
    """Number the rollouts of each cell in the order of the rows."""
    within = within_cells(cells)
    unnumbered = table["rollout"].null_count > 0 and int(within.max(initial=0)) > 0
    told = ("rows that agree in agent, app, task and axes are taken as rollouts of one configuration",)
    place = table.column_names.index("rollout")
    return Episodes(table.set_column(place, "rollout", pa.array(within)), notes + (told if unnumbered else ()))
