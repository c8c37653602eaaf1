"""Inspect logs: `.eval` (a zip of JSON) and `.json`.

The verdict is a sample's score; the model is the agent, the task the app, the sample the task, the epoch a rollout.
A name given for the agent, the app, the task or an axis is one of the sample's metadata, or model, solver or task.
"""

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lifeworld.core.errors import UserError
from lifeworld.report.readers.files import Each, Needed, Values, an_object, checked, document, within
from lifeworld.report.readers.table import Episode, Naming, Part, named, part, unknown

GRADES = {"C": 1, "I": 0, "P": 0.5, "N": 0}
HEADER = ("model", "solver", "task")
ABOUT = {"task": Needed("text"), "solver": "text", "model": "text", "eval_id": "name", "run_id": "name"}
SAMPLE = {
    "id": "name",
    "epoch": "number",
    "uuid": "name",
    "metadata": {},
    "scores": Values({}),
    "model_usage": Values({"total_tokens": "number"}),
    "message_count": "number",
    "total_time": "number",
}
LOG = {"eval": Needed(ABOUT), "samples": Each(SAMPLE)}
HEADERS = ("header.json", "_journal/start.json", "start.json")


def is_log(found: dict[str, Any]) -> bool:
    """Return whether a JSON object is an Inspect log."""
    return isinstance(within(found, "eval", "task"), str) and "status" in found


def read(path: Path, naming: Naming) -> Part:
    """Return the samples of a log, or of all logs in a folder.

    Raises:
        UserError: a log can't be read, or has several scores and none is named.
    """
    logs = sorted(each for each in path.rglob("*") if each.suffix in (".eval", ".json")) if path.is_dir() else [path]
    episodes, seen = [], dict[str, str]()
    for log in logs:
        for episode, uuid in _samples(log, naming):
            if uuid and seen.setdefault(uuid, episode.origin) != episode.origin:
                raise UserError(f"{episode.origin}: the same sample as {seen[uuid]} (uuid {uuid})")
            episodes.append(episode)
    return part(episodes, naming, str(path))


def _samples(path: Path, naming: Naming) -> Iterator[tuple[Episode, str]]:
    if path.suffix == ".eval":
        header, samples = _unzipped(path)
    else:
        header = document(path)
        samples = header.get("samples") or []
        if not is_log(header):
            return
    checked({**header, "samples": samples}, LOG, str(path))
    for sample in samples:
        place = f"{path}, sample {sample.get('id')} epoch {sample.get('epoch')}"
        yield _episode(header["eval"], sample, naming, place), str(sample.get("uuid") or "")


def _unzipped(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    try:
        with zipfile.ZipFile(path) as log:
            names = log.namelist()
            header = next((name for name in HEADERS if name in names), None)
            if header is None:
                raise UserError(f"{path} is no Inspect log: it has none of {', '.join(HEADERS)}")
            return an_object(json.loads(log.read(header)), f"{path}: {header}"), list(_told(log, names, path))
    except NotImplementedError as error:
        raise UserError(f"{path}: {error}; `inspect log convert --to json` writes one that can be read") from None
    except (OSError, ValueError, RecursionError, zipfile.BadZipFile) as error:
        raise UserError(f"{path} can't be read as an Inspect log: {error}") from None


def _told(log: zipfile.ZipFile, names: list[str], path: Path) -> Iterator[dict[str, Any]]:
    """Yield summaries where the log has them: samples hold whole transcripts."""
    if "summaries.json" in names:
        yield from checked(json.loads(log.read("summaries.json")), Each({}), f"{path}: summaries.json")
        return
    whole = sorted(name for name in names if name.startswith("samples/") and name.endswith(".json"))
    parts = sorted(name for name in names if name.startswith("_journal/summaries/"))
    for name in whole or parts:
        found = json.loads(log.read(name))
        yield from found if isinstance(found, list) else [an_object(found, f"{path}: {name}")]


def _episode(about: dict[str, Any], sample: dict[str, Any], naming: Naming, place: str) -> Episode:
    fields = {name: about[name] for name in HEADER if name in about} | (sample.get("metadata") or {})
    agent = " · ".join(filter(None, (about.get("solver"), str(about.get("model", "")))))
    usage = (sample.get("model_usage") or {}).values()
    return Episode(
        **named(naming, (agent, about["task"], sample.get("id")), fields, place, "metadata"),
        success=_score(sample, naming.success, place),
        origin=place,
        rollout=f"{about.get('eval_id') or about.get('run_id') or ''}/{sample.get('id')}/{sample.get('epoch', 1)}",
        measures={
            "steps": sample.get("message_count"),
            "tokens": sum((one or {}).get("total_tokens") or 0 for one in usage) if usage else None,
            "cost": None,
            "seconds": sample.get("total_time"),
        },
    )


def _score(sample: dict[str, Any], name: str, place: str) -> Any:
    """Return a sample's score; `name` is SCORER, or SCORER.KEY where a scorer gives several values."""
    scores = {key: within(score, "value") for key, score in (sample.get("scores") or {}).items()}
    flat = {
        f"{key}.{inner}": each
        for key, value in scores.items()
        if isinstance(value, dict)
        for inner, each in value.items()
    }
    scores = {key: value for key, value in scores.items() if not isinstance(value, dict)} | flat
    if not scores:
        return None
    if not name and len(scores) > 1:
        raise UserError(f"{place} has several scores: {', '.join(sorted(scores))}. Name one with --column success=NAME")
    if name and name not in scores:
        raise UserError(f"{place}: {unknown('score', name, sorted(scores))}")
    value = scores[name] if name else next(iter(scores.values()))
    return GRADES.get(value, value) if isinstance(value, str) else value
