"""The prompts of a judge."""

from collections.abc import Iterator
from pathlib import Path

from lifeworld.judges.transcript import Transcript, View

_RULES = """\
You judge what a helper did on somebody's phone or computer. You see what it was asked, its steps with the screens, and
what it said at the end. Judge only by what the screens show: what the helper says of itself is no evidence.

The goal: {goal}

Items, each wanted for the goal:
{items}
"""
_OPINION = """\
Answer with one JSON object and nothing else:

{{"items": [{{"item": 1, "met": "yes" | "no" | "unclear", "why": "…"}}, …],
 "success": true | false, "why": "…",
 "failures": [{{"step": 3, "what": "…", "controllable": true | false}}, …]}}

- items: each of 1 to {count} once. “yes” wants clear evidence on a screen or in what was done; an item that was done
  and undone again is “no”; “unclear” is for what the screens can't tell. Judge each item by itself: that
  another one is not met is no reason.
- success is the outcome alone: at the end all that the goal asks for is so, with the right values, an answer that was
  asked for is right, and nothing else was changed. How it came about does not count here.
- failures is the process alone: each thing that went wrong on the way, once, at the step where it began; what only
  follows from it is not listed again. controllable is true where the helper could have known better from what it had
  seen, false where it could not (something broke, would not load, or was nowhere to be seen). Empty if nothing did."""
_NOTES = """\
This is only a part of the steps. Look at every screen and note what bears on each item, for or against it, with the
values that are shown; and as item 0 whatever else was changed, or went wrong. You will not see these screens again.
Answer with one JSON object and nothing else:

{"notes": [{"item": 1, "step": 3, "what": "…"}, …]}"""
_STEP = """\
This is one step of several. Which items does it show to be met? Answer with one JSON object and nothing else:

{"met": [{"item": 1, "why": "…"}, …],
 "failures": [{"step": 3, "what": "…", "controllable": true | false}]}

- met: the items of which this screen, or what was done on it, is clear evidence. Empty if there is none.
- failures: what went wrong in this step, if anything did; controllable is true where the helper could have known better
  from what the screen shows."""
_AGAIN = "That can't be read: {wrong}. Answer once more, with nothing but the JSON object that was asked for."


def opinion_wanted(shown: Transcript) -> str:
    """Return what an opinion must look like."""
    return _OPINION.format(count=len(shown.items))


def notes_wanted() -> str:
    """Return what notes must look like."""
    return _NOTES


def step_wanted() -> str:
    """Return what an opinion of one step must look like."""
    return _STEP


def again(wrong: str) -> str:
    """Return what is said of an answer that can't be read."""
    return _AGAIN.format(wrong=wrong)


def rules(shown: Transcript) -> str:
    """Return the goal and the items."""
    items = "\n".join(f"{number}. {text}" for number, text in enumerate(shown.items, 1))
    return _RULES.format(goal=shown.goal, items=items)


def screens(shown: Transcript, views: tuple[View, ...]) -> Iterator[str | Path]:
    """Yield steps with their screens: the picture, or else the page's words."""
    for view in views:
        page = "" if view.picture else f"\n{view.words}"
        yield f"Step {view.number} of {len(shown.views)}, on the page “{view.title}”:{page}"
        if view.picture:
            yield view.picture
        yield f"What was done at step {view.number}: {view.done}"


def outline(shown: Transcript) -> str:
    """Return all steps in words, without their screens."""
    lines = (f"Step {view.number} of {len(shown.views)}, on “{view.title}”: {view.done}" for view in shown.views)
    return "All steps:\n" + "\n".join(lines)


def ending(shown: Transcript) -> str:
    """Return how it ended."""
    return f"The end: {shown.ending}"
