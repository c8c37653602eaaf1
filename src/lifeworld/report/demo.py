"""The demo's page: each episode's screens as they come, and at the end the finding and where to go next."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lifeworld.core.trajectory import Step
from lifeworld.core.verdict import reasons_in
from lifeworld.report.document import Document
from lifeworld.report.templating import templates
from lifeworld.run.folder import Folder

PLACE = "demo.html"
_SCREENS = 6  # of an episode, at most


@dataclass(frozen=True)
class Progress:
    """How far a run is: episodes done and in all, and the seconds left; None before that can be estimated."""

    done: int
    total: int
    left: float | None = None


@dataclass(frozen=True)
class Strip:
    """One finished episode as a row of pictures."""

    episode: dict[str, Any]
    steps: list[Step]
    more: int
    reason: str


def write(folder: Folder, names: Sequence[str], progress: Progress, made: Document | None = None) -> None:
    """Write the page of a run into its folder, with the episodes named in their order.

    It loads itself again until all is done; each episode's page is linked once the report is made.

    Raises:
        UserError: it can't be written.
    """
    strips = [_strip(folder, episode) for episode in folder.episodes(names)]
    wins, played = Counter[str](), Counter[str]()
    for one in strips:
        agent = one.episode["planned"]["agent"]
        played[agent] += 1
        wins[agent] += one.episode["verdict"]["outcome"] == "success"
    shown = {"strips": strips, "wins": wins, "played": played, "progress": progress, "doc": made}
    folder.write(PLACE, templates().get_template("demo.html").render(shown).encode())


def _strip(folder: Folder, episode: dict[str, Any]) -> Strip:
    """Return an episode's first screens; the last one always shows where it ended."""
    steps = [step for step in folder.steps(episode["episode"]) if step.image]
    kept = steps if len(steps) <= _SCREENS else [*steps[: _SCREENS - 1], steps[-1]]
    why = reasons_in(episode["verdict"])
    return Strip(episode, kept, len(steps) - len(kept), why[0].headline if why else "")
