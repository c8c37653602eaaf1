"""A page in words, for a model: one line a control, text or region, indented, with its reference.

And a moment as plain data, for a client elsewhere.
"""

import base64
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from lifeworld.agents.picture import Picture
from lifeworld.core.observation import Node, Observation
from lifeworld.env.session import Moved
from lifeworld.env.walker import made_of

Mark = Callable[[Node], str]
_SILENT = {"generic", "listitem", "text"}  # where they have neither name nor value


def in_words(observation: Observation, elements: int = 200, levels: int = 15, mark: Mark | None = None) -> str:
    """Return the page's title and its tree in words; "" in the channel that shows no tree.

    Args:
        observation: with the page.
        elements: of at most so many nodes; the last line says how many more there are.
        levels: those deeper than that are left out, and counted as well.
        mark: what stands at the end of a line; by default the reference.
    """
    tree = observation.tree
    if not tree.children:
        return ""
    if mark is None:
        told = made_of(tree, ("outline", elements, levels), lambda one: _outlined(one, elements, levels, _reference))
    else:
        told = _outlined(tree, elements, levels, mark)
    return f"The page “{observation.title}”:\n{told}"


def _outlined(tree: Node, elements: int, levels: int, mark: Mark) -> str:
    nodes = list(_lines(tree))
    shown = [(level, node) for level, node in nodes if level < levels][:elements]
    lines = ["  " * level + _line(node, mark) for level, node in shown]
    left = len(nodes) - len(shown)
    return "\n".join([*lines, f"({left} more elements)"] if left else lines)


def centres(picture: Picture, size: tuple[int, int], grid: int | None = None) -> Mark:
    """Return the mark that gives a node's centre, in pixels of a picture or in units of a grid.

    Args:
        picture: what the model is shown.
        size: of the screen, the unit of boxes.
        grid: into how many units the model divides each side.
    """
    across, down = (grid, grid) if grid else (picture.width, picture.height)

    def mark(node: Node) -> str:
        if node.box is None:
            return ""
        x, y = node.box.centre
        return f"({round(x / size[0] * across)}, {round(y / size[1] * down)})"

    return mark


def _lines(tree: Node) -> Iterator[tuple[int, Node]]:
    """Yield all nodes with how deep they lie; one that says nothing makes nothing deeper."""
    waiting = [(0, tree)]
    while waiting:
        level, node = waiting.pop()
        if node.role != "document" and (node.name or node.value or node.role not in _SILENT):
            yield level, node
            level += 1
        if node.children:
            waiting += [(level, child) for child in node.children[::-1]]


def _line(node: Node, mark: Mark) -> str:
    parts = ("" if node.role == "text" else node.role, f"“{node.name}”" if node.name else "")
    value, states = (f"= {node.value}" if node.value else ""), ", ".join(sorted(node.states))
    return " ".join(part for part in (*parts, value, f"({states})" if states else "", mark(node)) if part)


def _reference(node: Node) -> str:
    return f"[{node.ref}]" if node.ref and node.role != "text" else ""


# ---- what a client is told of one moment: the same words through every door


def told(observation: Observation) -> dict[str, Any]:
    """Return an observation as JSON data.

    Keys: `goal`, `now` (ISO 8601, to the minute), `answer_schema` (None where no answer is asked for), `url`, `title`,
    `screen` (the tree in words, each control with its reference; "" without a tree), `screenshot` (PNG in base64; None
    without), `feedback` (ok, code, text), `reply` (what the person said), `result` (what a tool gave, as JSON),
    `tools` (name, description, parameters).
    """
    feedback = observation.feedback
    image = observation.screenshot
    return {
        "goal": observation.goal,
        "now": observation.now.isoformat(timespec="minutes"),
        "answer_schema": dict(observation.answer_schema) if observation.answer_schema else None,
        "url": observation.url,
        "title": observation.title,
        "screen": in_words(observation, elements=1000, levels=40),
        "screenshot": base64.b64encode(image).decode() if image else None,
        "feedback": {"ok": feedback.ok, "code": feedback.code, "text": feedback.text},
        "reply": observation.reply,
        "result": observation.result,
        "tools": [
            {"name": one.name, "description": one.description, "parameters": dict(one.parameters)}
            for one in observation.tools
        ],
    }


def wrong(observation: Observation) -> str:
    """Return what was wrong with the last action, or refused; "" where nothing was."""
    feedback = observation.feedback
    return "" if feedback.ok and not feedback.code else f"{feedback.code}: {feedback.text}"


def said(observation: Observation) -> str:
    """Return in words what came of an action: what was wrong, what a tool gave, what the person said, the page."""
    reply = f"The person says: {observation.reply}" if observation.reply else ""
    parts = (wrong(observation), observation.result, reply, in_words(observation))
    return "\n\n".join(part for part in parts if part) or "Done."


def moved_to(moved: Moved) -> dict[str, Any]:
    """Return what a step came to as JSON data.

    Keys: `observation` as in `told`, without `tools`, which stay as they were at the reset; `reward` (None where a
    fault of ours ended the episode: leave it out), `terminated`, `truncated`; `info` (`configuration`, `over`; at the
    end `verdict`, with `fault` where one ended it).
    """
    observation = told(replace(moved.observation, tools=()))
    del observation["tools"]
    info = {key: value for key, value in moved.info.items() if key != "feedback"}  # which the observation has
    return {**moved._asdict(), "observation": observation, "info": info}
