"""How often agents broke, and what of: a broken agent is not a weak one."""

from collections import Counter
from collections.abc import Sequence

import pyarrow.compute as pc
import pyarrow.parquet as pq

from lifeworld.core.counting import counted
from lifeworld.run import behaviour, results
from lifeworld.run.folder import Folder

_RAISED = "the agent raised "


def by_agent(folder: Folder) -> dict[str, list[str]]:
    """Return the ids of the episodes that agents broke, by agent; faults of ours are not among them.

    They are read from the tables that a run's folder has once it was played.
    """
    found = pq.read_table(folder.path / results.PLACE, columns=["agent", "episode", "fault"])
    modes = pq.read_table(folder.path / behaviour.PLACE, columns=["mode"])["mode"]  # in the same order
    broke = found.append_column("mode", modes).filter((pc.field("mode") == "broke") & ~pc.field("fault"))
    ids: dict[str, list[str]] = {}
    for agent, episode in zip(broke["agent"].to_pylist(), broke["episode"].to_pylist(), strict=True):
        ids.setdefault(agent, []).append(episode)
    return ids


def told(folder: Folder, ids: Sequence[str], total: int) -> str:
    """Return in words how many of an agent's episodes it broke, and of what most often.

    Args:
        folder: the run's.
        ids: of the episodes that it broke.
        total: how many it has.
    """
    reasons = {one["episode"]: one["verdict"]["reasons"][0] for one in folder.episodes(ids)}
    reason, times = Counter(reasons.values()).most_common(1)[0]
    often = f" ({times:,} of them)" if times < len(ids) else ""
    first = next(episode for episode, why in reasons.items() if why == reason)
    said = f"{len(ids):,} of {counted(total, 'episode')} broke: {reason.removeprefix(_RAISED)}{often}"
    return said + _written(folder, first, reason)


def _written(folder: Folder, episode: str, reason: str) -> str:
    """Return where more is to be read of an episode that broke."""
    log = f"episodes/{episode}/agent.log"
    if not (folder.path / log).exists():
        return ""
    return f"; {'the traceback' if reason.startswith(_RAISED) else 'what it printed'} is in {folder.name}/{log}"
