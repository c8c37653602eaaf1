"""Ratings of trajectories by the verifier, by judges and by people, in one form."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from lifeworld.agents.roster import EXTRAS
from lifeworld.judges.opinion import MET, Met
from lifeworld.run.folder import Folder
from lifeworld.run.judging import Judgement
from lifeworld.run.labels import OUTCOME
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
