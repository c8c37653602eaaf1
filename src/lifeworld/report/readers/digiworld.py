"""DigiWorld's results: what its harness leaves in a dump folder.

DUMP/rl_eval_config.yaml                   the model, under litellm_args
DUMP/trajectories/all_metrics.jsonl        a line a rollout: verdict and axes, but no task
DUMP/trajectories/NAME/NAME.jsonl[.gz]     a line a rollout: also start_args, with task id APP__TASK__INSTANCE
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from lifeworld.core.errors import UserError
from lifeworld.report.readers.files import Each, checked, lines, plain_text, within
from lifeworld.report.readers.table import Episode, Naming, Part, named, part, text, verdict_in

METRICS = "all_metrics.jsonl"
MODEL = re.compile(r"^litellm_args:\n(?:[ ]+.*\n)*?[ ]+model: *['\"]?([^'\"\n]+)", re.M)
START = dict.fromkeys(("task_id", "app_name", "task_name", "instance"), "name")
ROLLOUT = {
    "start_args": START,
    "traj": {"transitions": Each({})},
    "metrics": {"rollout/duration": "number"},
}
LINE = {
    "rollouts": Each(ROLLOUT),
    "metrics": Each({"terminal_metrics": {}}),
    "data_src": {"path": "text", "line_no": "number"},
}
AXES = ("instance", "profile", "theme", "ui_state")


def is_dump(path: Path) -> bool:
    """Return whether a folder is a dump of DigiWorld's harness, or holds some."""
    return any(path.rglob(f"trajectories/{METRICS}")) or (path / METRICS).exists()


def read(path: Path, naming: Naming) -> Part:
    """Return the rollouts of one dump folder or of several in a folder; the model is the agent.

    Raises:
        UserError: the rollouts are not there and the list of tasks is not found, so that apps are unknown.
    """
    folders = [path.parent] if path.is_file() else sorted({place.parent for place in path.rglob(METRICS)})
    episodes = [episode for folder in folders for episode in _dump(folder, naming)]
    return part(episodes, naming, str(path))


def _dump(folder: Path, naming: Naming) -> Iterator[Episode]:
    model = _model(folder.parent)
    rollouts = sorted(place for place in folder.glob("*/*.jsonl*") if place.name.endswith((".jsonl", ".jsonl.gz")))
    seen: dict[str, str] = {}
    for place, line in _lines(folder, rollouts):
        checked(line, LINE, place)
        key = repr(line)
        if seen.setdefault(key, place) != place:
            raise UserError(f"{place}: the same rollout as {seen[key]}")
        yield _episode(line, place, model, naming)


def _lines(folder: Path, rollouts: list[Path]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each rollout with its task id, from the rollouts themselves or through the list of tasks."""
    for file in rollouts:
        yield from lines(file)
    if rollouts:
        return
    for place, line in lines(folder / METRICS):
        checked(line, LINE, place)
        yield place, {**line, "rollouts": [{"start_args": _task(folder, place, line.get("data_src") or {})}]}


def _task(folder: Path, place: str, source: dict[str, Any]) -> dict[str, Any]:
    """Return the line of the list of tasks that a rollout was started from."""
    named = Path(text(source.get("path")))
    for file in (named, folder.parent / named.name, folder / named.name):
        if file.is_file():
            number = int(source.get("line_no") or 0) + 1  # DigiWorld counts lines from 0, empty ones too
            if (task := _tasks(file).get(number)) is not None:
                return task
    raise UserError(
        f"{place}: {METRICS} does not say which task was run. Keep the rollouts (trajectories/NAME/NAME.jsonl) beside "
        f"it, or lay the list of tasks, {named.name or 'tasks.jsonl'}, into {folder.parent}"
    )


@lru_cache(maxsize=8)
def _tasks(file: Path) -> dict[int, dict[str, Any]]:
    return {int(place.rpartition(" ")[2]): line for place, line in lines(file)}


def _model(dump: Path) -> str:
    """Return the model that a dump's config names, else the folder's name; one line is wanted, so no YAML is parsed."""
    config = dump / "rl_eval_config.yaml"
    found = MODEL.search(plain_text(config) + "\n") if config.exists() else None
    return found[1].strip() if found else dump.name


def _episode(line: dict[str, Any], place: str, model: str, naming: Naming) -> Episode:
    rollout, metrics = (line.get("rollouts") or [{}])[0], (line.get("metrics") or [{}])[0]
    outcome, start = metrics.get("terminal_metrics") or {}, rollout.get("start_args") or {}
    app, task, instance = _names(start, place)
    axes = {axis: outcome.get(axis) for axis in AXES} | {"instance": outcome.get("instance") or instance}
    fields = {**start, **outcome, **axes, "model": model, "app": app, "task": task}
    taken = within(rollout, "traj", "transitions") or []
    return Episode(
        **named(naming, (model, app, task), fields, place, axes=axes),
        success=verdict_in(outcome, naming.success, "pass", place) if outcome else None,
        origin=place,
        measures={
            "steps": len(taken) - 1 if taken else None,
            "seconds": within(rollout, "metrics", "rollout/duration"),
        },
    )


def _names(start: dict[str, Any], place: str) -> tuple[str, str, str]:
    if "task_id" in start:
        app, task, instance, *_ = (*text(start["task_id"]).split("__", 2), "", "")
    else:
        app, task, instance = (text(start.get(key)) for key in ("app_name", "task_name", "instance"))
    if not (app and task):
        raise UserError(
            f"{place}: no task_id such as email__send_email_to__1; it has {', '.join(sorted(start)) or 'nothing'}"
        )
    return app, task, instance
