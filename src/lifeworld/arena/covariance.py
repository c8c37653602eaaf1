"""How certain strengths are: the covariance of votes that hang together by voter."""

import numpy as np
from scipy.special import expit, stdtrit

from lifeworld.arena.poll import Columns
from lifeworld.stats.bradley_terry import information
from lifeworld.stats.even_votes import even_meat
from lifeworld.stats.intervals import z_of
from lifeworld.stats.rating_intervals import user_meat
from lifeworld.stats.tally import FloatArray

SCORE = np.array([1.0, 0.0, 0.5, 0.5])
"""The score that each of `CHOICES` gives the agent on the left."""
MIN_VOTERS = 5
_TINY = 1e-12


def win_counts(counts: FloatArray) -> FloatArray:
    """Return wins[i, j], how often i beat j; a tie or both bad counts half."""
    return np.asarray(counts @ SCORE + (counts @ (1 - SCORE)).T)


def strength_covariance(
    beta: FloatArray, votes: tuple[Columns, FloatArray], cast: FloatArray, pin: FloatArray, prior: float, level: float
) -> FloatArray:
    """Return the covariance of strengths: the sandwich clustered by voter, and at least that of independent votes.

    Votes of one voter are correlated (Liang and Zeger, Biometrika 73, 1986). Few votes or voters make a sandwich too
    narrow: it is corrected for the number of voters, and no variance is below that of the quasi-likelihood, whose
    dispersion is estimated from all votes (Wedderburn, Biometrika 61, 1974), and of what even votes may hide. The prior
    counts both as information and as variance, so that an agent without votes has the variance of the prior.
    """
    (columns, weights), size = votes, len(beta)
    chance, wins = expit(beta[:, None] - beta), win_counts(cast)
    bread = np.linalg.inv(information(beta, wins + wins.T, prior))
    shape = (int(columns.voter.max()) + 1, size)
    pair, outcome = (columns.left, columns.right), SCORE[columns.choice]
    scores = user_meat(columns.voter, pair, weights * (outcome - chance[pair]), shape)
    scores *= few_voters_factor(columns.voters, level)
    by_voters = relative_covariance(pin, bread @ (scores + prior * np.eye(size)) @ bread)
    squares = float((cast * (SCORE - chance[:, :, None]) ** 2).sum())
    dispersion = min(squares / float((cast.sum(axis=2) * chance * (1 - chance)).sum()), 1.0)
    meat = dispersion * (information(beta, wins + wins.T) - 1 / size) + prior * np.eye(size)
    meat += even_meat(pair, outcome, weights, size, columns.voter)
    by_votes = relative_covariance(pin, bread @ meat @ bread)
    grown = np.sqrt(np.maximum(np.diag(by_votes) / np.maximum(np.diag(by_voters), _TINY), 1))
    return np.asarray(by_voters * grown[:, None] * grown)


def relative_covariance(pin: FloatArray, covariance: FloatArray) -> FloatArray:
    """Return the covariance of strengths relative to the pinned mean, which removes what all agents share."""
    contrast = np.eye(pin.size) - pin
    return np.asarray(contrast @ covariance @ contrast.T)


def few_voters_factor(voters: int, level: float) -> float:
    """Return the correction of a variance between few voters: G / (G - 1), and Student's t over the normal.

    See Cameron and Miller (Journal of Human Resources 50, 2015). Fewer than five voters count as five.
    """
    several = max(voters, MIN_VOTERS)
    student = float(stdtrit(several - 1, 0.5 + level / 2))
    return several / (several - 1) * (student / z_of(level)) ** 2
