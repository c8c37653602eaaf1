"""ATIF trajectories, alone or in a Harbor job (a folder a trial).

JOB/TRIAL/result.json               task, agent, rewards, tokens
JOB/TRIAL/agent/trajectory.json     the trajectory
JOB/TRIAL/verifier/reward.txt       the verdict where result.json has none (or reward.json)

The format itself has no verdict: it is the trial's reward, or a field of the trajectory's `extra`. What
`lifeworld runs export` writes says there along which axes the environment was varied, too.
"""

from pathlib import Path
from typing import Any

from lifeworld.core.errors import UserError
from lifeworld.report.readers.files import Each, Needed, checked, document, plain_text, within
from lifeworld.report.readers.table import Episode, Naming, Part, named, part, text

TRAJECTORY = {
    "schema_version": "text",
    "trajectory_id": "name",
    "session_id": "name",
    "agent": {"name": "text", "model_name": "text"},
    "extra": {
        "task": "text",
        "task_name": "text",
        "app": "text",
        "axes": {},
        "lifeworld": {"category": "text", "apps": "text"},
    },
    "steps": Each({}),
    "final_metrics": {
        **dict.fromkeys(("total_prompt_tokens", "total_completion_tokens", "total_cost_usd"), "number"),
        "extra": {},
    },
}
TRIAL = {
    "id": "name",
    "task_name": Needed("text"),
    "trial_name": "name",
    "source": "text",
    "agent_info": {"name": "text", "model_info": {"name": "text"}},
    "agent_result": dict.fromkeys(("n_input_tokens", "n_output_tokens", "cost_usd"), "number"),
    "verifier_result": {"rewards": {}},
}
VERDICTS = ("success", "reward", "score")


def is_trajectory(found: dict[str, Any]) -> bool:
    """Return whether a JSON object is an ATIF trajectory."""
    return str(found.get("schema_version", "")).startswith("ATIF-")


def is_trial(found: dict[str, Any]) -> bool:
    """Return whether a JSON object is a Harbor trial's result (a job's own result.json is none)."""
    return "task_name" in found and ("trial_name" in found or "verifier_result" in found)


def read(path: Path, naming: Naming) -> Part:
    """Return the episodes of a trajectory, a trial, a job, or a folder of any of them.

    Raises:
        UserError: a trajectory has no verdict; says where one is looked for.
    """
    if path.is_file():
        return part([_alone(path, naming)], naming, str(path))
    trials = {place.parent: document(place) for place in sorted(path.rglob("result.json"))}
    trials = {folder: result for folder, result in trials.items() if is_trial(result)}
    episodes = [_trial(folder, result, naming) for folder, result in trials.items()]
    for place in sorted({*path.rglob("trajectory.json"), *path.rglob("*.atif.json")}):
        if not trials.keys() & set(place.parents) and is_trajectory(document(place)):
            episodes.append(_alone(place, naming))
    return part(episodes, naming, str(path))


def _trial(folder: Path, result: dict[str, Any], naming: Naming) -> Episode:
    place = folder / "agent" / "trajectory.json"
    trajectory = checked(document(place), TRAJECTORY, str(place)) if place.exists() else {}
    checked(result, TRIAL, str(folder / "result.json"))
    told = result.get("agent_info") or {}
    model = within(told, "model_info", "name") or within(trajectory, "agent", "model_name")
    name = told.get("name") or within(trajectory, "agent", "name")
    app, task = _task(result["task_name"], result.get("source"))
    fields = _plain(result) | {"agent": name, "model": model}
    return Episode(
        **named(naming, (_agent(name, model), app, task), fields, str(folder)),
        success=_reward(folder, result, naming.success or "reward"),
        origin=str(folder / "result.json"),
        rollout=text(result.get("id") or result.get("trial_name") or folder),
        measures=_measures(trajectory) | _counted(result.get("agent_result") or {}),
    )


def _alone(path: Path, naming: Naming) -> Episode:
    trajectory = checked(document(path), TRAJECTORY, str(path))
    if not is_trajectory(trajectory):
        raise UserError(f"{path} is no ATIF trajectory: its schema_version is {trajectory.get('schema_version')!r}")
    agent, extra = trajectory.get("agent") or {}, trajectory.get("extra") or {}
    name, model = agent.get("name"), agent.get("model_name")
    app, task = _task(text(extra.get("task") or extra.get("task_name") or path.parent.name), extra.get("app"))
    fields = {"agent": name, "model": model, **_plain(extra)}
    return Episode(
        **named(naming, (_agent(name, model), app, task), fields, str(path), axes=_plain(extra.get("axes") or {})),
        success=_extra_verdict(path, extra, within(trajectory, "final_metrics", "extra") or {}, naming.success),
        origin=str(path),
        rollout=text(trajectory.get("trajectory_id") or trajectory.get("session_id") or path),
        measures=_measures(trajectory),
        ours={} if naming.app else extra.get("lifeworld") or {},
    )


def _task(name: str, source: Any) -> tuple[str, str]:
    """Return app and task of a task: its data set, or what stands before a slash, and the rest."""
    before, slash, after = name.partition("/")
    return (text(source) or before, after) if slash else (text(source) or "tasks", name)


def _plain(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if not isinstance(value, dict | list)}


def _agent(name: Any, model: Any) -> str:
    return " · ".join(text(each) for each in (name, model) if each) or "agent"


def _reward(folder: Path, result: dict[str, Any], name: str) -> Any:
    rewards = within(result, "verifier_result", "rewards")
    if rewards is None and (folder / "verifier" / "reward.json").exists():
        rewards = document(folder / "verifier" / "reward.json")
    if rewards is None and (folder / "verifier" / "reward.txt").exists():
        rewards = {"reward": plain_text(folder / "verifier" / "reward.txt")}
    if rewards and name not in rewards:
        raise UserError(
            f"{folder}: no reward “{name}”; there are {', '.join(sorted(rewards))}. Name one with --column success=NAME"
        )
    return rewards[name] if rewards else None


def _extra_verdict(path: Path, extra: dict[str, Any], final: dict[str, Any], name: str) -> Any:
    for fields in (extra, final):
        for field in (name,) if name else VERDICTS:
            if field in fields:
                return fields[field]
    raise UserError(
        f"{path}: an ATIF trajectory has no verdict of its own. Give the folder of the Harbor job that it is from, or "
        f"put success, 0 or 1, into its extra (there are {', '.join(sorted({*extra, *final})) or 'no fields'})"
    )


def _measures(trajectory: dict[str, Any]) -> dict[str, float | None]:
    final = trajectory.get("final_metrics") or {}
    tokens = [final.get("total_prompt_tokens"), final.get("total_completion_tokens")]
    acts = sum(step.get("source") == "agent" for step in trajectory.get("steps") or [])
    return {
        "steps": acts or None,
        "tokens": sum(each for each in tokens if each) if any(each is not None for each in tokens) else None,
        "cost": final.get("total_cost_usd"),
        "seconds": within(final, "extra", "seconds"),
    }


def _counted(told: dict[str, Any]) -> dict[str, float | None]:
    """Return what the trial's own record counts; it wins over the trajectory's."""
    counted: dict[str, float | None] = {}
    if told.get("n_input_tokens") is not None:
        counted["tokens"] = told["n_input_tokens"] + (told.get("n_output_tokens") or 0)
    if told.get("cost_usd") is not None:
        counted["cost"] = told["cost_usd"]
    return counted
