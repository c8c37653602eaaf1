"""What a person rates, in an order of their own, and what they have rated."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from lifeworld.core.errors import UserError
from lifeworld.judges.opinion import MET, Met
from lifeworld.judges.transcript import Transcript
from lifeworld.run.folder import Folder
from lifeworld.run.judging import digest, ratable
from lifeworld.run.labels import OUTCOME, Label, keep, ratings_by

OUTCOME_ASKED = "Is all that was asked for so at the end, and nothing else changed?"


@dataclass(frozen=True)
class Sheet:
    """One trajectory with a person's ratings.

    Attributes:
        number, count: its place in this person's order, from 1, and how many there are.
        shown: what the person sees.
        ratings: by item, `OUTCOME` among them.
    """

    number: int
    count: int
    shown: Transcript
    ratings: dict[int, Met]

    @property
    def questions(self) -> list[tuple[int, str]]:
        """What is asked: each item, and then the outcome."""
        return [*enumerate(self.shown.items, 1), (OUTCOME, OUTCOME_ASKED)]

    @property
    def complete(self) -> bool:
        """Whether all is rated."""
        return all(number in self.ratings for number, _ in self.questions)


class Desk:
    """Hands out a run's trajectories, and files what is said of them.

    Raises:
        UserError: there is nothing to rate.
    """

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._shown = dict(ratable(folder))
        self._digests = {episode: digest(shown) for episode, shown in self._shown.items()}
        views = (view for shown in self._shown.values() for view in shown.views)
        self._pictures = {view.picture.stem: view.picture for view in views if view.picture}
        if not self._shown:
            raise UserError(f"{folder.path} has no episode to rate: none is scored and has steps")

    def sheet(self, name: str, number: int) -> Sheet | None:
        """Return the trajectory at this place of a person's order; None where there is none."""
        order = self._order(name)
        if not 1 <= number <= len(order):
            return None
        episode = order[number - 1]
        said = ratings_by(self._folder, name)
        own = {item: met for (of, item, shown), met in said.items() if (of, shown) == (episode, self._digests[episode])}
        return Sheet(number, len(order), self._shown[episode], own)

    def progress(self, name: str) -> list[bool]:
        """Return whether each trajectory of a person's order is rated throughout."""
        said = ratings_by(self._folder, name)
        return [
            all((episode, item, self._digests[episode]) in said for item in range(len(self._shown[episode].items) + 1))
            for episode in self._order(name)
        ]

    def rate(self, name: str, number: int, item: str, met: str) -> None:
        """File a rating.

        Raises:
            UserError: there is no such trajectory, item or rating, or it can't be written.
        """
        sheet = self.sheet(name, number)
        known = {str(one): one for one, _ in sheet.questions} if sheet else {}
        if item not in known or met not in MET:
            raise UserError("there is no such item, or no such rating")
        episode = self._order(name)[number - 1]
        keep(self._folder, Label(by=name, episode=episode, item=known[item], met=met, shown=self._digests[episode]))

    def picture(self, name: str) -> Path | None:
        """Return where a picture lies that somebody is shown."""
        return self._pictures.get(name)

    def _order(self, name: str) -> list[str]:
        """Return the episodes, mixed in a way of each person's own."""
        return sorted(self._shown, key=lambda one: hashlib.blake2b(f"{name} {one}".encode()).digest())
