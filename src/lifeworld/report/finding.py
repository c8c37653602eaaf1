"""What a run shows, in the one sentence that its report begins with."""

from collections.abc import Sequence

from lifeworld.report.cells import Contender
from lifeworld.report.comparing import Difference, positive
from lifeworld.report.figure import joined, percent, points
from lifeworld.stats import Estimate

_OF = "of single-app tasks"
_AMONG = "Of the agents that don't know the tasks, "


def finding(
    contenders: Sequence[Contender], scores: Sequence[Estimate | None], differences: Sequence[Difference]
) -> str:
    """Return who is ahead and by how much, or that nobody can be told to be; agents that know the task come last."""
    known = [(one, score) for one, score in zip(contenders, scores, strict=True) if score]
    known.sort(key=lambda each: -each[1].value)
    rivals = [each for each in known if not each[0].privileged]
    if not known:
        return "No episode of a single-app task was scored, so there is no suite score."
    if len(rivals) < 2:
        one, score = (rivals or known)[0]
        who = f"{one.label}, which knows the tasks," if one.privileged else one.label
        return f"{who} solves {percent(score.value)} {_OF} ({_ends(score)})."
    among = _AMONG if len(rivals) < len(known) else ""
    if rivals[0][1].value == rivals[-1][1].value:
        names = joined([one.label for one, _ in rivals]) if len(rivals) < 5 else f"All {len(rivals)} agents"
        return f"{among}{names} solve {percent(rivals[0][1].value)} {_OF} each: none is ahead."
    return among + _ahead(*rivals[0], *rivals[1], differences)


def _ahead(
    best: Contender, score: Estimate, second: Contender, next_score: Estimate, differences: Sequence[Difference]
) -> str:
    """Return whether the best agent is surely better than the one after it."""
    pair = next((positive(one) for one in differences if {one.a, one.b} == {best, second}), None)
    if pair and pair.found and pair.differs and pair.b == best:
        ends = f"{points(pair.found.low)} to {points(pair.found.high)}"
        by = f"Over all tasks it is {points(pair.found.value).removeprefix('+')} points ahead ({ends})."
        solves = f"it solves {percent(score.value)} {_OF}, {second.label} {percent(next_score.value)}"
        return f"{best.label} is ahead: {solves}. {by}"
    than = f"{second.label} ({percent(next_score.value)})"
    return f"{best.label} solves most, {percent(score.value)} {_OF}, but can't be told apart from {than}."


def _ends(score: Estimate) -> str:
    return f"between {100 * score.low:.0f} and {percent(score.high)} with other tasks"
