"""Agreement of judges and people with the verifier's ground truth, and with one another."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import nan
from typing import Any, TypeAlias

import numpy as np

from lifeworld.agents.roster import EXTRAS
from lifeworld.judges.opinion import MET, Met
from lifeworld.run.folder import Folder
from lifeworld.run.judging import Judgement
from lifeworld.run.labels import OUTCOME
from lifeworld.stats.agreement import binary_agreement
from lifeworld.stats.agreement_intervals import cohen_kappa_interval, krippendorff_alpha_interval
from lifeworld.stats.intervals import Estimate, wilson
from lifeworld.taskkit.catalogue import find

Place: TypeAlias = tuple[str, int]
"""An episode, and the number of an item of it or `OUTCOME`."""


@dataclass(frozen=True)
class Rater:
    """A judge or a person, with their ratings.

    Attributes:
        name: the judge's or the person's.
        family: its model's, see `family`; "" of a person.
        said: whether outcomes and items are met; None where the rater can't decide.
    """

    name: str
    family: str = ""
    said: Mapping[Place, bool | None] = field(default_factory=dict)

    def of(self, outcome: bool) -> dict[Place, bool | None]:
        """Return what they said of outcomes, or of items."""
        return {place: said for place, said in self.said.items() if (place[1] == OUTCOME) is outcome}


@dataclass(frozen=True)
class Truth:
    """The verifier's verdicts on a run's episodes: the ground truth.

    Attributes:
        met: of outcomes and of items; unjudged items are omitted.
        kinds: of each item.
        categories: of each episode: single, cross, memory, prose.
        families: of each episode, its agent's model's.
    """

    met: Mapping[Place, bool]
    kinds: Mapping[Place, str]
    categories: Mapping[str, str]
    families: Mapping[str, str]


def truth(folder: Folder) -> Truth:
    """Return what the verifier says of a run."""
    met: dict[Place, bool] = {}
    kinds: dict[Place, str] = {}
    categories, families = {}, {}
    config = folder.config()
    for episode in folder.episodes():
        name, planned = episode["episode"], episode["planned"]
        categories[name] = find(planned["configuration"]["task"]).category()
        families[name] = family(config.agent(planned["agent"]))
        for place, kind, said in _places(episode):
            met[place], kinds[place] = said, kind
    return Truth(met, kinds, categories, families)


def _places(episode: dict[str, Any]) -> Iterator[tuple[Place, str, bool]]:
    verdict, name = episode["verdict"], episode["episode"]
    if verdict["outcome"] == "unscored":
        return
    yield (name, OUTCOME), "outcome", verdict["outcome"] == "success"
    for number, item in enumerate(verdict["items"], 1):
        if item["met"] is not None:
            yield (name, number), item["kind"], item["met"]


def family(name: str) -> str:
    """Return what a judge or an agent may have in common: the provider, or else the model where anyone may serve it."""
    first, _, model = name.partition("?")[0].partition(":")
    return first if first in EXTRAS or not model else model


def judges(judgements: Sequence[Judgement]) -> list[Rater]:
    """Return the judges, by name; a failed judgement is not a rating."""
    found = []
    for (judge, _), (name, own) in named(judgements).items():
        said = {place: one for judgement in own for place, one in _said(judgement).items()}
        found.append(Rater(name, family(judge), said))
    return found


def people(labels: Mapping[str, Mapping[Place, Met]]) -> list[Rater]:
    """Return the people who rated, by name."""
    return [Rater(name, "", {place: MET[met] for place, met in said.items()}) for name, said in sorted(labels.items())]


def named(judgements: Sequence[Judgement]) -> dict[tuple[str, str], tuple[str, list[Judgement]]]:
    """Return each judge's name for people, and its judgements; settings are named only where they tell judges apart."""
    keys = sorted({(one.judge, one.mode) for one in judgements})
    short = {key: key[0].partition("?")[0] + (" by steps" if key[1] == "steps" else "") for key in keys}
    many = Counter(short.values())
    return {
        key: (
            short[key] if many[short[key]] == 1 else f"{short[key]} ({key[0].partition('?')[2]})",
            [one for one in judgements if (one.judge, one.mode) == key],
        )
        for key in keys
    }


def _said(judgement: Judgement) -> dict[Place, bool | None]:
    opinion, episode = judgement.opinion, judgement.episode
    if opinion is None:
        return {}
    items: dict[Place, bool | None] = {(episode, one.item): MET[one.met] for one in opinion.items}
    return {(episode, OUTCOME): opinion.success, **items}


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
