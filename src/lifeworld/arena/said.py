"""What voters said of sides and steps, as ratings that can be compared."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from lifeworld.arena.ballots import codes
from lifeworld.arena.tables import LABELS, SIDES, STEP_LABELS
from lifeworld.stats.tally import FloatArray, IntArray

STEP = "step"
WHOLE = tuple(label for label in LABELS if label not in STEP_LABELS)


def ratings_of(unit: IntArray, value: FloatArray) -> FloatArray:
    """Return ratings [one of its raters, unit], NaN where a unit has fewer; who the raters are makes no difference."""
    order = np.argsort(unit, kind="stable")
    _, start, many = np.unique(unit[order], return_index=True, return_counts=True)
    ratings = np.full((int(many.max(initial=0)), many.size), np.nan)
    place = np.arange(unit.size) - np.repeat(start, many)
    ratings[place, np.repeat(np.arange(many.size), many)] = value[order]
    return ratings


def said(labels: pa.Table) -> dict[str, tuple[IntArray, FloatArray]]:
    """Return the units and ratings of each label of a whole side, and those of steps."""
    whole = labels.filter(pc.is_null(labels["step"]))
    found = {name: _of_whole(whole, name) for name in WHOLE}
    return found | {STEP: _of_steps(labels.filter(pc.is_valid(labels["step"])))}


def _of_whole(labels: pa.Table, name: str) -> tuple[IntArray, FloatArray]:
    """A voter who labelled a battle rates both its sides: what was left out is no."""
    votes, place = np.unique(labels["vote"].to_numpy(), return_inverse=True)
    battle = np.zeros(votes.size, dtype=np.int64)
    battle[place] = codes(labels, "battle")[0].of
    value = np.zeros((votes.size, len(SIDES)))
    mine = pc.equal(labels["label"], name).to_numpy()
    side = pc.index_in(labels["side"], pa.array(SIDES)).to_numpy()
    value[place[mine], side[mine]] = labels["value"].to_numpy()[mine]
    return (battle[:, None] * len(SIDES) + np.arange(len(SIDES))).ravel(), value.ravel()


def _of_steps(labels: pa.Table) -> tuple[IntArray, FloatArray]:
    """Good is 1, bad is 0, and what is not so is the other."""
    good = pc.equal(labels["label"], "good").to_numpy() == labels["value"].to_numpy()
    battle, side = (codes(labels, name)[0].of for name in ("battle", "side"))
    units = np.stack([battle, side, labels["step"].to_numpy().astype(np.int64)], axis=1)
    if not units.size:
        return np.zeros(0, dtype=np.int64), np.zeros(0)
    return np.unique(units, axis=0, return_inverse=True)[1].ravel(), good.astype(np.float64)
