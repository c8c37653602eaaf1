"""OSWorld's results, and those of the many harnesses that kept its layout.

RESULTS/ACTION_SPACE/OBSERVATION/MODEL/DOMAIN/EXAMPLE/result.txt    the score of one episode
RESULTS/ACTION_SPACE/OBSERVATION/MODEL/DOMAIN/EXAMPLE/traj.jsonl    its steps
"""

from pathlib import Path

from lifeworld.core.errors import UserError
from lifeworld.report.readers.files import checked, lines, plain_text
from lifeworld.report.readers.table import Episode, Naming, Part, named, part

DEPTH = 6
LEVELS = ("action_space", "observation", "model", "domain", "example")


def is_results(path: Path) -> bool:
    """Return whether a folder has OSWorld's layout."""
    return any(path.rglob("result.txt"))


def read(path: Path, naming: Naming) -> Part:
    """Return the episodes below a folder: the model is the agent, the domain the app, the example the task.

    Where several action spaces or observations were run, they are part of the agent's name. A folder with steps but
    without a result is an unscored episode.

    Raises:
        UserError: the folders are not nested as OSWorld's.
    """
    files = {*path.resolve().rglob("result.txt"), *path.resolve().rglob("traj.jsonl")}
    folders = sorted({file.parent for file in files})
    for folder in folders:
        if len(folder.parts) < DEPTH:
            raise UserError(f"{folder} is not MODEL/DOMAIN/EXAMPLE, as OSWorld's results are")
    several = len({folder.parts[-5:-3] for folder in folders}) > 1
    return part([_episode(folder, several, naming) for folder in folders], naming, str(path))


def _episode(folder: Path, several: bool, naming: Naming) -> Episode:
    fields = dict(zip(LEVELS, folder.parts[-5:], strict=True))
    space, observation, model, domain, example = fields.values()
    agent = f"{model} · {space} · {observation}" if several else model
    result, taken = folder / "result.txt", folder / "traj.jsonl"
    steps = [checked(line, {"step_num": "number"}, place) for place, line in lines(taken)] if taken.exists() else []
    return Episode(
        **named(naming, (agent, domain, example), fields, str(folder)),
        success=plain_text(result) if result.exists() else None,
        origin=str(result if result.exists() else folder),
        rollout=str(folder),
        measures={"steps": len({line.get("step_num") for line in steps}) or None},
    )
