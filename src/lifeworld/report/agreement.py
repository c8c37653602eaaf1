"""Agreement of judges and people with the verifier's ground truth, and with one another."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import nan

import numpy as np

from lifeworld.report.ratings import Place, Rater, Truth
from lifeworld.stats.agreement import binary_agreement
from lifeworld.stats.agreement_intervals import cohen_kappa_interval, krippendorff_alpha_interval
from lifeworld.stats.estimate import Estimate
from lifeworld.stats.intervals import wilson


@dataclass(frozen=True)
class Agreed:
    """A rater compared with the ground truth, over some outcomes or items.

    Attributes:
        what: which outcomes or items.
        n: how many both rated.
        unclear: how many more the rater could not decide.
        kappa, accuracy: None where they can't be estimated.
        f1: of “met”; NaN where neither rates any as met.
        false_positives: the rate at which unmet items are rated as met.
        false_negatives: the rate at which met items are rated as unmet.
        too_kind, too_strict: the numbers of false positives and of false negatives.
    """

    what: str
    n: int
    unclear: int
    kappa: Estimate | None
    accuracy: Estimate | None
    f1: float
    false_positives: Estimate | None
    false_negatives: Estimate | None
    too_kind: int
    too_strict: int

    @property
    def direction(self) -> str:
        """The direction in which the rater errs."""
        if self.too_kind == self.too_strict:
            return "even" if self.too_kind else "none"
        return "too kind" if self.too_kind > self.too_strict else "too strict"


@dataclass(frozen=True)
class Between:
    """Two raters against each other."""

    first: str
    second: str
    outcomes: Estimate | None
    items: Estimate | None


@dataclass(frozen=True)
class Among:
    """Agreement of several raters by Krippendorff's alpha; None where it can't be estimated, with the reason."""

    what: str
    raters: int
    alpha: Estimate | None
    why_not: str = ""


def against(truth: Truth, rater: Rater) -> list[Agreed]:
    """Return a rater's agreement with the truth: outcomes, items, items by kind, outcomes by category."""
    found = []
    for what, outcome in (("outcomes", True), ("items", False)):
        said = rater.of(outcome)
        groups = {
            place: truth.categories[place[0]] if outcome else truth.kinds[place] for place in said if place in truth.met
        }
        found.append(agreed(what, truth, said))
        for group in sorted(set(groups.values())):
            own = {place: said[place] for place, one in groups.items() if one == group}
            found.append(agreed(f"{what}: {group}", truth, own))
    return found


def families(truth: Truth, rater: Rater) -> list[Agreed]:
    """Return a judge's agreement on the outcomes of its own family's agents, and on those of the others.

    Nothing where there is no episode of its own family's.
    """
    outcomes = rater.of(True)
    own = {place: said for place, said in outcomes.items() if truth.families.get(place[0]) == rater.family}
    others = {place: said for place, said in outcomes.items() if place not in own}
    if not own:
        return []
    parts = ((f"agents of {rater.family}", own), ("other agents", others))
    return [agreed(what, truth, said) for what, said in parts]


def agreed(what: str, truth: Truth, said: dict[Place, bool | None]) -> Agreed:
    """Return how far ratings agree with the truth."""
    known = {place: one for place, one in said.items() if place in truth.met}
    pairs = [(truth.met[place], one) for place, one in known.items() if one is not None]
    tp, fp, fn, tn = (pairs.count(one) for one in ((True, True), (False, True), (True, False), (False, False)))
    return Agreed(
        what,
        len(pairs),
        len(known) - len(pairs),
        kappa(pairs),
        share(tp + tn, len(pairs)),
        binary_agreement(tp, fp, fn, tn).f1 if pairs else nan,
        share(fp, fp + tn),
        share(fn, fn + tp),
        fp,
        fn,
    )


def between(raters: Sequence[Rater]) -> list[Between]:
    """Return each two raters' agreement on what both rated."""
    return [
        Between(a.name, b.name, *(kappa(_both(a.of(outcome), b.of(outcome))) for outcome in (True, False)))
        for a, b in combinations(raters, 2)
    ]


def among(raters: Sequence[Rater]) -> list[Among]:
    """Return the raters' agreement among themselves, on outcomes and on items."""
    return [
        _among(what, [rater.of(outcome) for rater in raters])
        for what, outcome in (("outcomes", True), ("items", False))
    ]


def _among(what: str, said: Sequence[dict[Place, bool | None]]) -> Among:
    places = sorted({place for one in said for place in one})
    table = [[_number(one.get(place)) for place in places] for one in said]
    try:
        found = krippendorff_alpha_interval(table, np.random.default_rng(0))
    except ValueError as why:
        return Among(what, len(said), None, str(why))
    return Among(what, len(said), found)


def kappa(pairs: Sequence[tuple[bool, bool]]) -> Estimate | None:
    """Return Cohen's kappa with its interval; None where it is not defined."""
    try:
        return cohen_kappa_interval([a for a, _ in pairs], [b for _, b in pairs])
    except ValueError:
        return None


def share(k: int, n: int) -> Estimate | None:
    """Return a share with Wilson's interval; None of nothing."""
    return wilson(k, n) if n else None


def _both(a: dict[Place, bool | None], b: dict[Place, bool | None]) -> list[tuple[bool, bool]]:
    said = ((one, b.get(place)) for place, one in a.items())
    return [(one, other) for one, other in said if one is not None and other is not None]


def _number(said: bool | None) -> float:
    return nan if said is None else float(said)
