"""Measures of an agent's behaviour in an episode, from its steps; filed beside a run's results.

Definitions are those of the papers where they have one, see docs/report.md. The names of columns and modes are those
that earlier versions filed; reports show plainer ones.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import hypot
from typing import Any, Literal, TypeAlias, get_args

from lifeworld import apps
from lifeworld.core.action_errors import Code
from lifeworld.core.actions import Action, ActionAdapter, Click, Done, Drag, Point, dump_action
from lifeworld.core.answers import answered
from lifeworld.core.trajectory import Step
from lifeworld.core.verdict import LOOKS, Item, Verdict
from lifeworld.taskkit.catalogue import apps_of, find
from lifeworld.web.look import DEVICES

Row: TypeAlias = dict[str, Any]
Mode = Literal["broke", "refused", "budget exhausted", "side effect", "wrong act", "premature stop", "gave up"]

MODES: tuple[Mode, ...] = get_args(Mode)
CODES: tuple[str, ...] = get_args(Code)
ACTIONS: tuple[str, ...] = tuple(ActionAdapter.json_schema()["discriminator"]["mapping"])
PLACE = "behaviour.parquet"
NEAR = 60.0  # CSS pixels between two taps in a row, the second of which then is a second try (iOSWorld, appendix K)
EDGE = 24.0  # CSS pixels from the left edge within which a swipe means “back”
LARGELY = 0.7  # share of items met from which stopping was premature rather than giving up

_COUNTS = ("loops", "looped_steps", "taps", "near_retaps", "swipes", "edge_swipes")
_FLAGS = ("three_in_a_row", "item_met", "strayed")
COLUMNS = {
    **dict.fromkeys(("episode", "mode", "strayed_to"), "string"),
    **dict.fromkeys(_FLAGS, "bool"),
    **dict.fromkeys(_COUNTS, "int32"),
    **dict.fromkeys([*(f"action_{name}" for name in ACTIONS), *(f"invalid_{name}" for name in CODES)], "int32"),
}


def measures(steps: Sequence[Step], verdict: Verdict, needed: frozenset[str], size: tuple[int, int]) -> Row:
    """Return the measures of one episode.

    Args:
        steps: the episode, its last page included.
        verdict: its verdict.
        needed: ids of the apps that the task needs.
        size: of the screen in CSS pixels.
    """
    acted = [step for step in steps if step.action is not None]
    actions = [step.action for step in acted if step.action is not None]
    taken = [step.action for step in acted if step.action and (step.feedback.ok or not isinstance(step.action, Done))]
    found = loops([same(action) for action in actions])
    elsewhere = sorted(set(opened(steps)) - needed)
    return {
        "mode": mode(taken, verdict, any(set(step.acts) - {"ask"} for step in acted)) or "",
        "strayed": bool(elsewhere),
        "strayed_to": ",".join(elsewhere),
        "item_met": any(item.met for item in verdict.items) or verdict.success,
        "loops": len(found),
        "looped_steps": len({place for one in found for place in one}),
        "three_in_a_row": three_in_a_row(actions, size),
        **touches(actions, size),
        **{f"action_{name}": sum(action.type == name for action in actions) for name in ACTIONS},
        **{f"invalid_{code}": sum(step.feedback.code == code for step in acted) for code in CODES},
    }


def loops(actions: Sequence[Hashable]) -> list[range]:
    """Return the loops: maximal stretches that consist entirely of one repeated sequence (OpenApps, table 11)."""
    found = sorted(_repeats(actions), key=lambda one: (one.start, -one.stop))
    kept: list[range] = []
    for one in found:
        if not kept or one.stop > kept[-1].stop:
            kept.append(one)
    return kept


def _repeats(actions: Sequence[Hashable]) -> Iterator[range]:
    """Yield for each period the longest stretches of at least two whole repetitions."""
    for period in range(1, len(actions) // 2 + 1):
        start = 0
        while start + 2 * period <= len(actions):
            end = start
            while end + period < len(actions) and actions[end] == actions[end + period]:
                end += 1
            repeats = (end - start) // period + 1
            if repeats > 1:
                yield range(start, start + repeats * period)
            start = end + 1


def same(action: Action) -> str:
    """Return a key that equal actions share."""
    return repr(sorted(dump_action(action).items()))


def three_in_a_row(actions: Sequence[Action], size: tuple[int, int]) -> bool:
    """Return whether an action was repeated three times in a row, near taps being equal (iOSWorld's heuristic)."""
    alike = [_alike(a, b, size) for a, b in pairwise(actions)]
    return any(a and b for a, b in pairwise(alike))


def _alike(a: Action, b: Action, size: tuple[int, int]) -> bool:
    if isinstance(a, Click) and isinstance(b, Click) and _near(a, b, size):
        return a.model_copy(update={"target": None}) == b.model_copy(update={"target": None})
    return a == b


def _near(a: Click, b: Click, size: tuple[int, int]) -> bool:
    if not isinstance(a.target, Point) or not isinstance(b.target, Point):
        return False
    return hypot((a.target.x - b.target.x) * size[0], (a.target.y - b.target.y) * size[1]) <= NEAR


def touches(actions: Sequence[Action], size: tuple[int, int]) -> Row:
    """Return the counts of taps at a point, of those that follow another one closely, of swipes and of edge swipes."""
    pairs = pairwise(actions)
    swipes = [action for action in actions if isinstance(action, Drag)]
    return {
        "taps": sum(isinstance(action, Click) and isinstance(action.target, Point) for action in actions),
        "near_retaps": sum(isinstance(a, Click) and isinstance(b, Click) and _near(a, b, size) for a, b in pairs),
        "swipes": len(swipes),
        "edge_swipes": sum(_from_edge(swipe, size) for swipe in swipes),
    }


def _from_edge(swipe: Drag, size: tuple[int, int]) -> bool:
    first, last = swipe.path[0], swipe.path[-1]
    return isinstance(first, Point) and isinstance(last, Point) and first.x * size[0] <= EDGE and last.x > first.x


def opened(steps: Sequence[Step]) -> Iterator[str]:
    """Yield the apps that the agent went to, in order; the one it started in is not counted until it comes back."""
    known = apps.by_id()
    places = [step.url.strip("/").partition("/")[0].partition("?")[0] for step in steps]
    for before, after in pairwise(places):
        if after != before and after in known:
            yield after


def mode(actions: Sequence[Action], verdict: Verdict, wrote: bool) -> Mode | None:
    """Return how an episode failed; each failure has one mode, the first that applies.

    Args:
        actions: all of them but refused answers; the last is `Done` unless a budget ended the episode.
        verdict: its verdict.
        wrote: whether any command was carried out.
    """
    if verdict.outcome != "failure":
        return None
    last = actions[-1] if actions else None
    if not isinstance(last, Done):
        return "budget exhausted"
    if last.status == "infeasible":
        return "refused"
    if verdict.side_effects:
        return "side effect" if all(item.met is not False for item in _beside_looking(verdict)) else "wrong act"
    answered_wrongly = answered(last.answer).strip() and _unmet("report", verdict)
    if answered_wrongly or (wrote and _unmet("ask", verdict)):
        return "wrong act"
    done = replace(verdict, items=tuple(_beside_looking(verdict)))
    return "premature stop" if done.score >= LARGELY and last.status == "success" else "gave up"


def _beside_looking(verdict: Verdict) -> list[Item]:
    """Return the items that take more than a look: deeds, answers, questions."""
    return [item for item in verdict.items if item.kind not in LOOKS]


def _unmet(kind: str, verdict: Verdict) -> bool:
    return any(item.kind == kind and item.met is False for item in verdict.items)


def row(episode: Row, steps: Sequence[Step]) -> Row:
    """Return the row of an episode from its `episode.json` and its steps."""
    configuration = episode["planned"]["configuration"]
    needed, device = frozenset(apps_of(find(configuration["task"]))), DEVICES[configuration["device"]]
    found = measures(steps, Verdict.from_json(episode["verdict"]), needed, (device.width, device.height))
    broke: Mode = "broke"
    mode = broke if episode.get("broke") or episode.get("fault") else found["mode"]
    return {"episode": episode["episode"], **found, "mode": mode}
