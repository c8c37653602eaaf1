"""Holo: one JSON object with a note, a thought and an action, over a browser's page."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from lifeworld.agents.model import Call
from lifeworld.agents.reading import Arguments, Named, Seen, Verb, scrolled, understood
from lifeworld.agents.toolcall import objects, spoken
from lifeworld.core.actions import Action, Click, Done, Navigate, System, Text, Wait

_PART = 0.5  # of the screen, for a scroll


def _written(given: Arguments) -> Action:
    return Text(text=given.text("content"), target=given.x_y(), submit=True)


VERBS: dict[str, Verb] = {
    "click_element": lambda given: Click(target=given.x_y()),
    "click_absolute": lambda given: Click(target=given.x_y()),
    "write_element_abs": _written,
    "scroll": lambda given: scrolled(given.direction(), _PART, unit="viewport"),
    "go_back": lambda given: System(name="back"),
    "refresh": lambda given: System(name="reload"),
    "goto": lambda given: Navigate(url=given.text("url")),
    "wait": lambda given: Wait(seconds=given.number("seconds", default=1)),
    "restart": lambda given: Navigate(url="/"),
    "answer": lambda given: Done(answer=given.text("content")),
}


def read(text: str, seen: Seen) -> tuple[Call, ...]:
    """Return the call of an answer."""
    said = spoken(text)
    found = list(objects(said))
    words = "\n".join(str(one["thought"]) for one in found if one.get("thought")) or said.partition("{")[0]
    return understood(_called(found), VERBS, replace(seen, words=words.strip() if found else said.strip()))


def _called(found: list[dict[str, Any]]) -> Iterator[Named]:
    for one in found[:1]:
        action = one.get("action")
        call = action if isinstance(action, dict) else one
        yield Named(str(call.get("action", "")), {name: value for name, value in call.items() if name != "action"})
