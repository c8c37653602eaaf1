"""Episodes as ATIF trajectories (v1.6), a folder each: `OUT/EPISODE/trajectory.json`, screens in `images/` beside it.

ATIF has no verdict of its own; `extra` says success, score and configuration, which `lifeworld stats` reads back.
Calls are our own actions: `function_name` is the type of an action, `arguments` its fields.
"""

from pathlib import Path
from typing import Any

import lifeworld
from lifeworld.bridges.records import Record
from lifeworld.core.actions import dump_action
from lifeworld.core.choices import EVERY_AXIS
from lifeworld.core.jsontext import json_text
from lifeworld.core.trajectory import Step, Usage

SCHEMA = "ATIF-v1.6"
_TOLD = ("success", "score", "reason", "side_effects", "repeat", "seed", "channel", "driver", "fingerprint", "versions")


def write(record: Record, out: Path) -> None:
    """Write one episode."""
    place = out / record.id
    place.mkdir()
    for step in record.steps:
        if png := record.picture(step):
            (place / "images").mkdir(exist_ok=True)
            (place / _image(step)).write_bytes(png)
    (place / "trajectory.json").write_text(json_text(trajectory(record), indent=1), errors="replace")


def trajectory(record: Record) -> dict[str, Any]:
    """Return an episode as a trajectory; the agent's name tells its channel and driver, as in reports."""
    row = record.row
    name = " · ".join(row[part] for part in ("agent", "channel", "driver"))
    first = {"step_id": 1, "source": "user", "message": _content(record.goal, next(iter(record.steps), None))}
    acts = [_act(record, step) for step in record.acted]
    return {
        "schema_version": SCHEMA,
        "session_id": record.id,
        "agent": {"name": name, "version": f"lifeworld {lifeworld.__version__}"},
        "steps": [first, *acts],
        "final_metrics": _total(record, len(acts) + 1),
        "extra": {
            "app": row["app"],
            "task": row["task"],
            "answer_schema": record.answer_schema,
            **{key: row[key] for key in _TOLD},
            "ended": record.ended,
            "split": record.split,
            "axes": {axis: row[axis] for axis in EVERY_AXIS},
            "lifeworld": {name: row[name] for name in ("category", "apps", "fault", "privileged")},
        },
    }


def _act(record: Record, step: Step) -> dict[str, Any]:
    assert step.action
    call = dump_action(step.action)
    made = {"tool_call_id": f"call_{step.number}", "function_name": call.pop("type"), "arguments": call}
    result = {"source_call_id": made["tool_call_id"], "content": _content(step.came, record.after(step))}
    return {
        "step_id": step.number + 2,
        "source": "agent",
        "message": step.said,
        "tool_calls": [made],
        "observation": {"results": [result]},
        "metrics": _metrics(step.usage),
        "extra": _beside(step),
    }


def _content(words: str, screen: Step | None) -> str | list[dict[str, Any]]:
    """Return words with the screen after them: its picture, or what is written on it."""
    if screen is None or not screen.image:
        return "\n\n".join(part for part in (words, screen.words if screen else "") if part)
    source = {"media_type": "image/png", "path": _image(screen)}
    told = [{"type": "text", "text": words}] if words else []
    return [*told, {"type": "image", "source": source}]


def _image(step: Step) -> str:
    return f"images/{step.image}.png"


def _metrics(usage: Usage) -> dict[str, Any]:
    return {"prompt_tokens": usage.tokens_in, "completion_tokens": usage.tokens_out, "cost_usd": usage.cost}


def _total(record: Record, steps: int) -> dict[str, Any]:
    told = {f"total_{name}": value for name, value in _metrics(record.usage).items()}
    return {**told, "total_steps": steps, "extra": {"seconds": record.row["seconds"]}}


def _beside(step: Step) -> dict[str, Any]:
    """Return what else is known of a step, as our own files write it."""
    plain = step.to_json()
    kept = ("url", "title", "box", "on", "role", "nth", "pressed", "by_points", "feedback", "acts", "seconds", "native")
    return {name: plain[name] for name in kept if name in plain}
