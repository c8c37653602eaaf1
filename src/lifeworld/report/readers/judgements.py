"""People's judgements in plain tables: votes between two agents, and labels of several raters."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pyarrow as pa

from lifeworld import stats
from lifeworld.core.errors import UserError
from lifeworld.report.readers.files import Dialect, loaded, texts
from lifeworld.report.readers.table import NOTHING, number, unknown
from lifeworld.stats import Estimate
from lifeworld.stats.agreement import Metric
from lifeworld.stats.rating_intervals import bradley_terry_bootstraps
from lifeworld.stats.votes import Unranked

SAID = {"a": "a", "model a": "a", "b": "b", "model b": "b", "tie": "tie"}
SAID |= dict.fromkeys(("both bad", "bothbad", "tie (bothbad)", "tie (both bad)"), "both bad")
Weights = Literal["linear", "quadratic"]
REPLICATES = 1000  # of bootstraps


@dataclass(frozen=True)
class Place:
    """One model of a leaderboard; `rank` is one more than the number of models whose whole interval lies above.

    These intervals are relative to the mean of all, whatever the anchor, as ranks must not depend on it.
    """

    model: str
    rank: int
    elo: float
    low: float
    high: float
    votes: int
    wins: int
    losses: int
    ties: int
    both_bad: int


@dataclass(frozen=True)
class Leaderboard:
    """Models by rating, with what the intervals rest on."""

    places: tuple[Place, ...]
    votes: int
    users: int | None
    method: str
    anchor: str
    level: float
    warnings: tuple[str, ...]


def leaderboard(
    path: Path, named: dict[str, str], anchor: str, level: float, prior: float, dialect: Dialect
) -> Leaderboard:
    """Return the Bradley-Terry leaderboard of a table of votes, CSV or Parquet with a row a vote.

    `named` are the columns of "a", "b", "winner" and "user", "" for the column of that name; `anchor` is the model at
    Elo 1000, "" for the mean of all; `prior` the precision of a normal prior on ratings.

    Raises:
        UserError: a column is missing, a winner is none, or the votes have no ranking; names the row or the models.
    """
    table = loaded(path, dialect)
    a, b, winner = (_full(table, path, what, named[what] or what) for what in ("a", "b", "winner"))
    judged = [_winner(said, f"{path}, row {row}") for row, said in enumerate(winner, 1)]
    wanted = named["user"] or "user"
    users = _full(table, path, "user", wanted) if named["user"] or wanted in table.column_names else None
    rows, models = _rows(a, b, judged, path)
    if anchor and anchor not in models:
        raise UserError(unknown("model", anchor, models))
    pins = (None, models.index(anchor) if anchor else None)
    rng = np.random.default_rng(0)
    try:
        by_mean, found = bradley_terry_bootstraps(rows, rng, pins, REPLICATES, level, users, prior)
    except Unranked as error:
        raise UserError(f"{path}: {error.message(models)}; give --prior (0.16 is a weak one) or more votes") from None
    except ValueError as error:
        raise UserError(f"{path}: {error}") from None
    counts = {model: _counted(model, a, b, judged) for model in models}
    ranks = by_mean.rank_overlap  # relative to an anchor of few votes all would be first
    places = [
        Place(model, int(ranks[n]), float(found.elo[n]), float(found.low[n]), float(found.high[n]), *counts[model])
        for n, model in enumerate(models)
    ]
    places.sort(key=lambda one: -one.elo)
    known = len(set(users)) if users else None
    return Leaderboard(tuple(places), len(rows), known, found.method, anchor, level, found.warnings)


def _rows(a: list[str], b: list[str], judged: list[str], path: Path) -> tuple[Any, list[str]]:
    for row, (one, other) in enumerate(zip(a, b, strict=True), 1):
        if one == other:
            raise UserError(f"{path}, row {row}: {one} was compared with itself")
    rows, models = stats.votes_of_labels(a, b, judged)
    return rows, list(models)


def _full(table: pa.Table, path: Path, what: str, name: str) -> list[str]:
    """Return a column every row of which says something."""
    if name not in table.column_names:
        raise UserError(f"{path}: {unknown('column', name, table.column_names)}. Name it with --column {what}=COLUMN")
    found = ["" if value is None else value.strip() for value in texts(table[name]).to_pylist()]
    if "" in found:
        raise UserError(f"{path}, row {found.index('') + 1}: nothing in column “{name}”")
    if not found:
        raise UserError(f"{path} holds no row")
    return found


def _winner(said: str, place: str) -> str:
    plain = said.lower().replace("_", " ")
    if plain not in SAID:
        raise UserError(f"{place}: a winner is a, b, tie or both bad, not {said!r}")
    return SAID[plain]


def _counted(model: str, a: list[str], b: list[str], judged: list[str]) -> tuple[int, int, int, int, int]:
    """Return a model's votes, wins, losses, ties, and votes that found both bad."""
    own = [
        "won" if said == side else "lost" if said in "ab" else said
        for one, other, said in zip(a, b, judged, strict=True)
        for side in ("a", "b")
        if model == (one if side == "a" else other)
    ]
    return len(own), own.count("won"), own.count("lost"), own.count("tie"), own.count("both bad")


@dataclass(frozen=True)
class Agreement:
    """A measure of agreement of raters who labelled the same items; `why_not` where it is undefined."""

    measure: str
    found: Estimate | None
    why_not: str = ""


@dataclass(frozen=True)
class Agreements:
    """All measures of agreement of a table of labels."""

    raters: tuple[str, ...]
    items: int
    labels: tuple[str, ...]
    measures: tuple[Agreement, ...]


def agreements(
    path: Path, raters: Sequence[str], metric: Metric, weights: Weights | None, level: float, dialect: Dialect
) -> Agreements:
    """Return how far the raters of a table agree: a row an item, a column a rater; without names, all but “item”.

    The metric is of Krippendorff's alpha, the weights of Cohen's kappa, which takes two raters.

    Raises:
        UserError: a column is missing, there are fewer than two raters, or a label is no number where one is needed.
    """
    table = loaded(path, dialect)
    chosen = tuple(raters) or tuple(name for name in table.column_names if name != "item")
    for name in chosen:
        if name not in table.column_names:
            raise UserError(f"{path}: {unknown('column', name, table.column_names)}. Name raters with --raters A,B")
    if len(chosen) < 2 or len(set(chosen)) < len(chosen):
        raise UserError(f"{path}: agreement needs two raters or more; there are {', '.join(chosen) or 'none'}")
    if weights and len(chosen) > 2:
        raise UserError("--weights are those of Cohen's kappa, which takes two raters; name them with --raters A,B")
    ratings, kinds = _ratings(table, chosen, path, metric != "nominal" or weights is not None)
    if not ratings.size:
        raise UserError(f"{path} holds no item")
    whole = ratings[:, ~np.isnan(ratings).any(axis=0)]
    lost = ratings.shape[1] - whole.shape[1]
    told = (f"{lost} of {ratings.shape[1]} items lack a label and are left out",) if lost else ()
    rng = np.random.default_rng(0)
    made: list[tuple[str, Callable[[], Estimate], tuple[str, ...]]] = []
    if len(chosen) == 2:
        made.append(("Cohen's kappa", lambda: stats.cohen_kappa_interval(whole[0], whole[1], weights, level), told))
    made.append(("Fleiss' kappa", lambda: stats.fleiss_kappa_interval(whole, rng, REPLICATES, level), told))
    alpha = lambda: stats.krippendorff_alpha_interval(ratings, rng, metric, REPLICATES, level)  # noqa: E731
    made.append((f"Krippendorff's alpha, {metric}", alpha, ()))
    measures = tuple(_measured(name, make, more) for name, make, more in made)
    return Agreements(chosen, ratings.shape[1], kinds, measures)


def _measured(name: str, make: Callable[[], Estimate], more: tuple[str, ...]) -> Agreement:
    try:
        found = make()
    except ValueError as error:
        return Agreement(name, None, str(error))
    return Agreement(name, replace(found, warnings=(*more, *found.warnings)))


def _ratings(
    table: pa.Table, raters: Sequence[str], path: Path, numeric: bool
) -> tuple[np.ndarray[Any, Any], tuple[str, ...]]:
    """Return labels as numbers [rater, item], NaN where there is none, and the labels in their order."""
    said = {name: [_label(value) for value in texts(table[name]).to_pylist()] for name in raters}
    kinds = sorted({label for column in said.values() for label in column if label})
    values = {label: number(label) for label in kinds}
    strange = next((label for label, value in values.items() if value is None or not isfinite(value)), None)
    if numeric and strange is not None:
        name = next(rater for rater in raters if strange in said[rater])
        row = said[name].index(strange) + 1
        raise UserError(f"{path}, row {row}: {name}'s {strange!r} is no number, which this metric needs")
    if strange is not None:
        values = {label: float(place) for place, label in enumerate(kinds)}
    told = [[np.nan if not label else values[label] for label in said[name]] for name in raters]
    return np.array(told, dtype=np.float64), tuple(kinds)


def _label(value: str | None) -> str:
    plain = (value or "").strip()
    return "" if plain.lower() in NOTHING else plain
