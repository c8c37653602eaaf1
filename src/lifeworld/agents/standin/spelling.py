"""How models spell what actions hold: places in their own measure, directions, keys."""

from collections.abc import Callable
from typing import Any

from lifeworld.agents.arguments import Measure
from lifeworld.agents.meaning import NOTCH
from lifeworld.core.actions import Done, Key, Point, Scroll
from lifeworld.core.jsontext import json_text

Size = tuple[int, int]
At = Callable[[Any], list[float]]
"""From a point to the two numbers that a model would write."""


def measured(measure: Measure, size: Size | None) -> At:
    """Return how a model writes a place on a picture of this size."""
    units = {"pixels": size, "999": (999, 999), "1000": (1000, 1000)}

    def at(point: Point) -> list[float]:
        if measure == "fractions":
            return [round(point.x, 4), round(point.y, 4)]
        sides = units[measure]
        assert sides, "there is no picture to point at"
        across, down = sides
        return [round(point.x * across), round(point.y * down)]

    return at


def way(action: Scroll) -> str:
    return ("right" if action.dx > 0 else "left") if action.dx else "down" if action.dy > 0 else "up"


def written(answer: Any) -> str:
    """Return an answer as a text: one that is none as JSON; "" where none is given."""
    return "" if answer is None else answer if isinstance(answer, str) else json_text(answer)


def answer_lines(done: Done) -> str:
    """Return the lines that give an answer in a talk: one, or one for each part."""
    if isinstance(done.answer, dict):
        return "\n".join(f"Answer {part}: {written(one)}" for part, one in done.answer.items())
    return "" if done.answer is None else f"Answer: {written(done.answer)}"


def turns(action: Scroll) -> int:
    return round(abs(action.dx or action.dy) / NOTCH)


def keys(action: Key) -> list[str]:
    names = {"Control": "ctrl", "Meta": "win", "Escape": "esc"}
    return [names.get(key, key.lower().removeprefix("arrow")) for key in action.chord]
