"""What even votes may hide: where nearly all are ties, their spread is no measure of what further votes may say."""

import numpy as np
from scipy.sparse import csr_array

from lifeworld.stats.bradley_terry import laplacian
from lifeworld.stats.tally import FloatArray, IntArray

EVEN = 0.5


def even_meat(
    pair: tuple[IntArray, IntArray], outcome: FloatArray, cast: FloatArray, models: int, user: IntArray | None = None
) -> FloatArray:
    """Meat of a sandwich, as of one user more for each model, who decides what was even so far.

    Of two models each has such a user, which is one for and one against: the idea of Agresti and Coull's added
    successes and failures (The American Statistician 52, 1998). The user decides as much as those on average who
    decided at all, joined by one who decides all that is even; and no more than is even for a user who tied.

    Args:
        pair: the models of each vote.
        outcome: 1, 1/2 or 0 for the first of the pair.
        cast: how often each vote was cast; below 0 where it was taken back.
        models: how many there are.
        user: of each vote; without, each is cast by a user of its own.
    """
    ties = np.where(outcome == EVEN, cast, 0)
    hidden = np.full(models, EVEN**2) if user is None else _hidden(pair, outcome, cast, models, user)
    evens = np.zeros((models, models))
    np.add.at(evens, pair, ties)
    evens += evens.T
    share = evens * (hidden / np.maximum(evens.sum(axis=1), 1))[:, None]
    return laplacian(share + share.T)


def _hidden(
    pair: tuple[IntArray, IntArray], outcome: FloatArray, cast: FloatArray, models: int, user: IntArray
) -> FloatArray:
    """The squared balance of that user's votes on each model, a vote being half for or half against."""
    places = np.tile(user, 2), np.concatenate(pair)
    all_even, tied = _squares(places, np.tile(np.where(outcome == EVEN, cast, 0), 2), models)
    won, deciding = _squares(places, np.concatenate([cast * (outcome - EVEN), cast * (EVEN - outcome)]), models)
    whole = all_even * EVEN**2 / np.maximum(tied, 1)
    return np.asarray(np.minimum(whole, (whole + won) / (1 + deciding)))


def _squares(places: tuple[IntArray, IntArray], values: FloatArray, models: int) -> tuple[FloatArray, IntArray]:
    """By model, the squares of each user's sum, added up, and how many users have a sum."""
    sums = csr_array((values, places), shape=(int(places[0].max()) + 1, models))
    squared = np.bincount(sums.indices, sums.data**2, minlength=models).astype(np.float64)
    return squared, np.bincount(sums.indices[sums.data != 0], minlength=models)
