"""What a run came to, for the command that plays it: from its tables, or line by line without the extra `run`."""

from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec

from lifeworld.core import counting
from lifeworld.core.verdict import reasons_in
from lifeworld.run.folder import Folder

TABLES = find_spec("pyarrow") is not None
if TABLES:
    from lifeworld.run.ledger import finished
    from lifeworld.run.results import crashed_by_agent, outcome_counts, usage, write
else:
    from lifeworld.run.plain import crashed_by_agent, finished, outcome_counts, usage, write

__all__ = ["TABLES", "crash_summary", "crashed_by_agent", "finished", "outcome_counts", "usage", "write"]
_RAISED = "the agent raised "


def crash_summary(folder: Folder, ids: Sequence[str], total: int) -> str:
    """Return a line that says in how many of its episodes an agent crashed, and what the most frequent reason was.

    Args:
        folder: the run's.
        ids: of the episodes in which it crashed.
        total: the number of its episodes.
    """
    reasons = {one["episode"]: reasons_in(one["verdict"])[0].headline for one in folder.episodes(ids)}
    reason, times = Counter(reasons.values()).most_common(1)[0]
    often = f" ({times:,} of them)" if times < len(ids) else ""
    first = next(episode for episode, why in reasons.items() if why == reason)
    said = f"{len(ids):,} of {counting.counted(total, 'episode')} crashed: {reason.removeprefix(_RAISED)}{often}"
    return said + _log_hint(folder, first, reason)


def _log_hint(folder: Folder, episode: str, reason: str) -> str:
    """Return which log of a crashed episode has more."""
    log = f"episodes/{episode}/agent.log"
    if not (folder.path / log).exists():
        return ""
    return f"; {'the traceback' if reason.startswith(_RAISED) else 'what it printed'} is in {folder.name}/{log}"
