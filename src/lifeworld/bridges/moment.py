"""What a client is told of one moment, as plain data: the same words through every door."""

import base64
from dataclasses import replace
from typing import Any

from lifeworld.agents.outline import in_words
from lifeworld.core.observation import Observation
from lifeworld.env.session import Moved


def told(observation: Observation, *, picture: bool = True) -> dict[str, Any]:
    """Return an observation as JSON data.

    Keys: `goal`, `now` (ISO 8601, to the minute), `answer_schema` (None where no answer is asked for), `url`, `title`,
    `screen` (the tree in words, each control with its reference; "" without a tree), `screenshot` (PNG in base64; None
    without), `feedback` (ok, code, text), `reply` (what the person said), `result` (what a tool gave, as JSON),
    `tools` (name, description, parameters).
    """
    feedback = observation.feedback
    image = observation.screenshot if picture else None
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
