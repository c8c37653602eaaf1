"""Results of any harness, read into one table.

Each file reads one format; `read` finds out which one it is. Nothing is ever unpickled.
"""

from collections.abc import Callable, Sequence
from math import isfinite
from pathlib import Path

from lifeworld.core.counting import joined as joined_words
from lifeworld.core.errors import UserError
from lifeworld.report.readers import agentlab, atif, digiworld, inspect_log, lifeworld_run, osworld, plain_tables
from lifeworld.report.readers.files import document, loaded
from lifeworld.report.readers.table import Episodes, Naming, Part, joined

Reader = Callable[[Path, Naming], Part]

READERS: dict[str, Reader] = {
    "lifeworld": lifeworld_run.read,
    "table": plain_tables.read,
    "inspect": inspect_log.read,
    "atif": atif.read,
    "agentlab": agentlab.read,
    "digiworld": digiworld.read,
    "osworld": osworld.read,
}
# Options of `Naming` that only some formats have a use for; the others are everybody's.
EFFECTIVE = {
    "success": ("lifeworld", "table", "inspect", "atif", "agentlab", "digiworld"),
    **dict.fromkeys(("rollout", "episode", "score"), ("lifeworld", "table")),
    **dict.fromkeys(("delimiter", "encoding", "success_is"), ("table",)),
}
PICKLES = (".pkl", ".pickle", ".pkl.gz", ".pt", ".joblib")
LOOKED_FOR = (
    "run.json (Lifeworld), *.eval (Inspect), trajectories/all_metrics.jsonl (DigiWorld), result_df*.csv or "
    "summary_info.json (AgentLab), trajectory.json or a trial's result.json (ATIF, Harbor), result.txt (OSWorld)"
)


def read(paths: Sequence[Path], naming: Naming | None = None, form: str | None = None) -> Episodes:
    """Return the episodes of files or folders as one checked table.

    Args:
        paths: what the harness left; several are joined.
        naming: the person's names for columns or fields.
        form: one of READERS; found out where it is not given.

    Raises:
        UserError: something can't be read, is missing, is not 0 or 1, or occurs twice; names the file and the row. Or a
            name has no effect in one of the formats.
    """
    said = naming or Naming()
    _refuse_repeated(paths)
    if twice := sorted({axis for axis in said.axes if said.axes.count(axis) > 1}):
        raise UserError(f"--axis {twice[0]} is named twice; name each axis once")
    if said.success_at is not None and said.success_is:
        raise UserError("--read success_at is for numbers and success_is for words; name one of them")
    forms = [form or form_of(path) for path in paths]
    for option, effective in EFFECTIVE.items():
        if getattr(said, option) and (idle := sorted({each for each in forms if each not in effective})):
            flag = "read" if option in ("delimiter", "encoding", "success_is") else "column"
            raise UserError(f"--{flag} {option} has no effect on results of {joined_words(idle)}")
    found = joined([READERS[each](path, said) for path, each in zip(paths, forms, strict=True)])
    _refuse_idle(said.success_at, found)
    return found


def _refuse_idle(success_at: float | None, found: Episodes) -> None:
    """Check that a threshold divides the scores: it is from 0 to 1 or, where scores are beyond, among them.

    Raises:
        UserError: it is not finite, or all episodes succeed by it, or all fail.
    """
    if success_at is None or 0 < success_at <= 1:
        return
    if not isfinite(success_at) or len(found.table["success"].unique().drop_null()) < 2:
        raise UserError(
            f"--read success_at={success_at:g} does not divide the scores; name a number that only some reach, like 0.5"
        )


def _refuse_repeated(paths: Sequence[Path]) -> None:
    """Check that no file is named twice: each row would count twice.

    Raises:
        UserError: two paths are the same file or folder.
    """
    seen: dict[Path, Path] = {}
    for path in paths:
        if (whole := path.resolve()) in seen:
            raise UserError(f"{path} is the same as {seen[whole]}, and each row would count twice; name it once")
        seen[whole] = path


def form_of(path: Path) -> str:
    """Return which format a file or folder has.

    Raises:
        UserError: it does not exist, is a pickle, or is none of them; says what is looked for.
    """
    if not path.exists():
        raise UserError(f"{path} does not exist")
    if path.name.lower().endswith(PICKLES):
        raise UserError(
            f"{path} is a pickle, and opening one runs whatever is in it; export a table instead: CSV or Parquet with "
            "a row an episode (pandas: DataFrame.to_csv)"
        )
    return _of_folder(path) if path.is_dir() else _of_file(path)


def _of_folder(path: Path) -> str:
    if (path / "run.json").exists():
        return "lifeworld"
    if any(path.rglob("*.eval")):
        return "inspect"
    found = (("digiworld", digiworld.is_dump), ("agentlab", agentlab.is_study), ("osworld", osworld.is_results))
    for form, holds in found:
        if holds(path):
            return form
    if any(path.rglob("trajectory.json")) or any(atif.is_trial(document(file)) for file in path.rglob("result.json")):
        return "atif"
    if any(inspect_log.is_log(document(file)) for file in path.glob("*.json")):
        return "inspect"
    raise UserError(f"{path} holds no results in a known format: none of {LOOKED_FOR}")


def _of_file(path: Path) -> str:
    if path.suffix == ".eval":
        return "inspect"
    if path.name == digiworld.METRICS:
        return "digiworld"
    if agentlab.TABLE.fullmatch(path.name) and agentlab.AGENT in loaded(path).column_names:
        return "agentlab"
    if path.suffix == ".parquet":
        return "lifeworld" if lifeworld_run.is_own(loaded(path)) else "table"
    if path.name.endswith((".csv", ".csv.gz", ".tsv", ".tsv.gz")):
        return "table"
    if path.suffix == ".json" and atif.is_trajectory(found := document(path)):
        return "atif"
    if path.suffix == ".json" and inspect_log.is_log(found):
        return "inspect"
    raise UserError(
        f"{path}: of files, .csv, .tsv, .parquet, .eval, Inspect's and ATIF's .json and all_metrics.jsonl can be read"
    )


__all__ = ["READERS", "Episodes", "Naming", "form_of", "read"]
