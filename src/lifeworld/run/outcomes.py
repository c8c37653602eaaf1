"""What a run came to, for the command that plays it: from its tables, or line by line without the extra `run`."""

from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec

from lifeworld.core import counting
from lifeworld.core.errors import UserError
from lifeworld.core.trajectory import Usage
from lifeworld.core.verdict import reasons_in
from lifeworld.run.folder import Folder

TABLES = find_spec("pyarrow") is not None
if TABLES:
    from lifeworld.run.ledger import finished
    from lifeworld.run.results import columns, write
else:
    from lifeworld.run.plain import columns, finished, write

__all__ = ["TABLES", "crash_summary", "crashed_by_agent", "finished", "outcome_counts", "usage", "write"]
_RAISED = "the agent raised "


def outcome_counts(folder: Folder) -> dict[str, Counter[str]]:
    """Return for each agent how many episodes had each outcome, and its infrastructure errors under “fault”.

    Raises:
        UserError: no episode has finished.
    """
    counts: dict[str, Counter[str]] = {}
    for (agent, status, fault), times in Counter(columns(folder, "agent", "status", "fault")).items():
        counts.setdefault(agent, Counter()).update({status: times, "fault": times * bool(fault)})
    if not counts:
        raise UserError(folder.unplayed)
    return dict(sorted(counts.items()))


def crashed_by_agent(folder: Folder) -> dict[str, list[str]]:
    """Return the ids of the episodes in which agents crashed, by agent; infrastructure errors are not among them."""
    ids: dict[str, list[str]] = {}
    for agent, episode, mode, fault in columns(folder, "agent", "episode", "mode", "fault"):
        if mode == "broke" and not fault:
            ids.setdefault(agent, []).append(episode)
    return ids


def usage(folder: Folder) -> Usage:
    """Return the tokens and dollars that a run's models took in its finished episodes."""
    told = (Usage(*(value or 0 for value in one)) for one in columns(folder, "tokens_in", "tokens_out", "cost"))
    return sum(told, Usage())


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
