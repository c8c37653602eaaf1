"""AgentLab studies: the table that a study writes when it ends, or else each experiment's summary.

STUDY/result_df_trial_2_of_3.csv                  all experiments; a later trial's table replaces an earlier one's
STUDY/DATE_TIME_AGENT_on_TASK_SEED/summary_info.json

`study.pkl.gz`, `exp_args.pkl` and `step_*.pkl.gz` are pickles and never opened.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lifeworld.core.errors import UserError
from lifeworld.report.readers.files import document, loaded
from lifeworld.report.readers.table import (
    NOTHING,
    Episode,
    Naming,
    Part,
    named,
    number,
    part,
    text,
    unknown,
    verdict_in,
)

TABLE = re.compile(r"result_df(?:_trial_(?P<trial>\d+)_of_\d+)?\.csv")
FOLDER = re.compile(r"\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d_(?P<agent>.+?)_on_(?P<task>.+?)_(?P<seed>\d+)(?:_[0-9a-f]{6})?")
AGENT, TASK, SEED, REWARD = "agent.agent_name", "env.task_name", "env.task_seed", "cum_reward"
EXPORT = (
    "an experiment's task and agent are in pickles, which are never opened; export the study's table with "
    "agentlab.experiments.study.Study.load(DIR).get_results(), which writes result_df.csv"
)
ERRORS = "experiments that ended with an error count as AgentLab scored them; those without any reward are unscored"


def is_study(path: Path) -> bool:
    """Return whether a folder is a study, or holds studies."""
    return bool(_tables(path)) or any(path.rglob("summary_info.json")) or any(path.rglob("study.pkl.gz"))


def read(path: Path, naming: Naming) -> Part:
    """Return the experiments of a study; a task's part before the first dot is its app, the seed is an axis.

    Raises:
        UserError: only pickles say what was run; says what to export.
    """
    tables = [path] if path.is_file() else _tables(path)
    told = [one for table in tables for one in _of_table(table)] or list(_of_folders(path))
    if not told:
        raise UserError(f"{path} has neither result_df*.csv nor summary_info.json: {EXPORT}")
    failed = any(str(one[1].get("err_msg") or "").lower() not in NOTHING for one in told)
    episodes = [_episode(row, place, naming) for place, row in told]
    return part(episodes, naming, str(path), (ERRORS,) if failed else ())


def _tables(path: Path) -> list[Path]:
    """Return the last table of each study."""
    last: dict[Path, Path] = {}
    found = [(TABLE.fullmatch(place.name), place) for place in path.rglob("result_df*.csv")]
    for match, place in sorted(found, key=lambda each: (int((each[0] and each[0]["trial"]) or 10**6), each[1])):
        if match:
            last[place.parent] = place
    return sorted(last.values())


def _of_table(path: Path) -> list[tuple[str, dict[str, Any]]]:
    table = loaded(path)
    for name in (AGENT, TASK, REWARD):
        if name not in table.column_names:
            raise UserError(f"{path}: {unknown('column', name, table.column_names)}. Is it a study's result_df?")
    return [(f"{path}, row {row}", one) for row, one in enumerate(table.to_pylist(), 1)]


def _of_folders(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for place in sorted(path.rglob("summary_info.json")):
        if place.parent.name.startswith(("_", ".")):  # AgentLab keeps repeated experiments' first tries so
            continue
        named = FOLDER.fullmatch(place.parent.name)
        if named is None:
            raise UserError(f"{place.parent}: its name does not say agent, task and seed; {EXPORT}")
        keys = {AGENT: named["agent"], TASK: named["task"], SEED: named["seed"], "exp_dir": str(place.parent)}
        yield str(place), {**document(place), **keys}


def _episode(row: dict[str, Any], place: str, naming: Naming) -> Episode:
    app, dot, task = text(row[TASK]).partition(".")
    tokens = [number(row.get(f"stats.cum_{kind}_tokens")) for kind in ("input", "output")]
    return Episode(
        **named(naming, (row[AGENT], app, task if dot else app), row, place, "column", {"seed": row.get(SEED)}),
        success=verdict_in(row, naming.success, REWARD, place, "column"),
        origin=place,
        rollout=text(row.get("exp_id") or Path(text(row.get("exp_dir"))).name),
        measures={
            "steps": number(row.get("n_steps")),
            "tokens": sum(each for each in tokens if each) if any(tokens) else None,
            "cost": number(row.get("stats.cum_cost")),
            "seconds": number(row.get("stats.cum_step_elapsed")),
        },
    )
