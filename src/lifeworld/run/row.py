"""The row of `results.parquet` for one episode."""

from typing import Any

from lifeworld.core.axes import CHOSEN_AXES
from lifeworld.core.jsontext import json_text
from lifeworld.core.verdict import reasons_in
from lifeworld.run.manifest import verification_status
from lifeworld.taskkit.catalogue import apps_of, find
from lifeworld.taskkit.compose import horizon
from lifeworld.taskkit.configuration import Configuration

_TEXTS = ("run", "episode", "agent", "category", "app", "apps", "task", "profile", *CHOSEN_AXES)
_MORE_TEXTS = ("driver", "channel", "status", "reason", "reasons", "fingerprint", "versions", "verified", "wall")
_NUMBERS = ("instance", "phrasing", "repeat", "seed", "horizon", "side_effects", "obeyed", "steps", "invalid_actions")
_ASKED = ("questions", "needless_questions", "safety_checks", "cut_off", "scale")
_COSTS = ("score", "seconds", "cost")
# Each with its type, by the name that Arrow has for it.
COLUMNS = {
    **dict.fromkeys(_TEXTS + _MORE_TEXTS, "string"),
    **dict.fromkeys((*_NUMBERS, *_ASKED, "tokens_in", "tokens_out"), "int64"),
    **dict.fromkeys(_COSTS, "double"),
    **dict.fromkeys(("success", "privileged", "in_process", "fault", "unseen"), "bool"),
}


def row(episode: dict[str, Any], run: str) -> dict[str, Any]:
    """Return the row of a finished episode from its `episode.json`."""
    planned, verdict = episode["planned"], episode["verdict"]
    template = find(planned["configuration"]["task"])
    outcome, why = verdict["outcome"], reasons_in(verdict)
    return {
        **planned["configuration"],
        **{name: planned[name] for name in ("agent", "driver", "channel", "repeat", "seed")},
        **{"safety_checks": 0, "cut_off": 0, **episode["counts"]},
        "scale": episode.get("scale", 1),
        "run": run,
        "horizon": horizon(template.id),
        "episode": episode["episode"],
        "category": template.category(),
        "app": apps_of(template)[0] if template.category() == "single" else template.category(),
        "apps": ",".join(apps_of(template)),
        "status": outcome,
        "success": None if outcome == "unscored" else outcome == "success",
        "reason": "; ".join(one.headline for one in why),
        "reasons": json_text([one.to_json() for one in why]),
        "score": None if outcome == "unscored" else verdict["score"],
        "side_effects": len(verdict["side_effects"]),
        "obeyed": len(verdict.get("obeyed", ())),
        "privileged": episode["privileged"],
        "in_process": episode.get("in_process", False),
        "unseen": verdict.get("unseen", False),
        "wall": episode.get("wall", ""),
        "fault": episode.get("fault", False),
        "fingerprint": episode["fingerprint"]["digest"],
        "versions": episode["fingerprint"]["versions"],
        "verified": verification_status(Configuration.from_json(planned["configuration"])),
    }
