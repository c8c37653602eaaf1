"""Reasons to doubt a report's finding: agents on other tasks, that crashed, had no wall, or knew too much."""

from collections.abc import Iterator

import numpy as np

from lifeworld.agents.walls import NO_WALL
from lifeworld.core.counting import counted
from lifeworld.report.cells import Cells
from lifeworld.report.columns import BoolArray, Episodes

ONLY_CRASHES = "Every agent crashed in every episode, so no score says what it can do; each episode names the reason."


def only_crashes(episodes: Episodes) -> str:
    """Return that every scored episode ended with a crash of its agent, as it is told; "" where one did not."""
    return ONLY_CRASHES if episodes.scored.any() and _broke(episodes)[episodes.scored].all() else ""


def crash_caveats(episodes: Episodes, cells: Cells) -> Iterator[str]:
    """Yield a caveat for each contender that crashed: its score then understates what it can do."""
    broke = _broke(episodes)
    for n, one in enumerate(cells.contenders):
        mine = cells.contender == n
        if times := int((broke & mine).sum()):
            yield (
                f"{one.label} crashed in {times:,} of {counted(int(mine.sum()), 'episode')}; these count as failures. "
                "Each such episode names the reason, and its agent.log has the traceback."
            )


def trust_caveats(episodes: Episodes, cells: Cells) -> Iterator[str]:
    """Yield a caveat for each contender that no wall kept from the answers, or that knew what no screen had shown."""
    open_, unseen = episodes.texts["wall"].where(NO_WALL), episodes.marked("unseen") & episodes.success
    for n, one in enumerate(cells.contenders):
        mine = cells.contender == n
        if (times := int((open_ & mine).sum())) and not one.in_process:
            told = "it could read the person's year, write in the run's folder, and leave files without limit"
            yield f"{one.label} had no wall around it in {counted(times, 'episode')}: {told}."
        if (times := int((unseen & mine).sum())) and not one.privileged:
            told = "without having been shown any app that was asked about"
            yield f"{one.label} answered {counted(times, 'question')} right {told}."


def unequal_caveats(cells: Cells) -> Iterator[str]:
    """Yield a caveat for each contender whose headline lacks an app, or configurations, that others have in theirs."""
    about = cells.headline
    scored = np.array([cells.dense(trials)[about].any(axis=(1, 2)) for trials in cells.trials])
    ran = (cells.trials + cells.lost > 0)[:, np.isin(cells.app, about)]
    for one, own, configurations in zip(cells.contenders, scored, ran, strict=True):
        if lacking := [cells.apps[about[app]] for app in np.flatnonzero(scored.any(axis=0) & ~own)]:
            told = f"has no scored episode in {', '.join(lacking)}: its suite score is over other apps than the others'"
            yield f"{one.label} {told}"
        elif not configurations.all():
            count, every = int(configurations.sum()), configurations.size
            told = "its score is over other ones than the others', paired differences are over common ones"
            yield f"{one.label} ran {count:,} of {every:,} configurations: {told}"


def of(episodes: Episodes, cells: Cells) -> tuple[str, ...]:
    """Return all of them: agents on other tasks first."""
    unequal = (f"{one}." for one in unequal_caveats(cells))
    return (*unequal, *crash_caveats(episodes, cells), *trust_caveats(episodes, cells))


def _broke(episodes: Episodes) -> BoolArray:
    """Return which episodes ended with a crash of their agent that is nobody else's fault."""
    return episodes.texts["mode"].where("broke") & ~episodes.marked("fault")
