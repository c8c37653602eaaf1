"""A person's episodes, kept as a run's folder, so that `report` and `view` show them like any other."""

import hashlib
import json
import platform
from pathlib import Path

import lifeworld
from lifeworld.core.errors import UserError
from lifeworld.play.game import Game
from lifeworld.run import results
from lifeworld.run.config import RunConfig
from lifeworld.run.episode import Played
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned

AGENT = "person"
DRIVER = "browser"  # the person's own
CHANNEL = "pixels"
_CONFIG = RunConfig(agents=(AGENT,), driver="chromium", channels=(CHANNEL,))


def begun(path: Path) -> Folder:
    """Return the folder that a person's episodes are kept in, a new one or one that an earlier `play` began.

    Raises:
        UserError: it holds something else.
    """
    if (path / "run.json").exists():
        if Folder.opened(path).about()["config"] != _CONFIG.model_dump(mode="json"):
            raise UserError(f"{path} holds a run of agents; name another folder with --record")
    elif path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise UserError(f"{path} is not empty and holds no run; name a new folder with --record")
    try:
        return Folder.begun(path, _CONFIG)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}; name another folder with --record") from error


def keep(game: Game, folder: Folder) -> str:
    """File a finished game as an episode and return its id.

    Raises:
        UserError: the folder can't be written.
    """
    assert game.episode and game.final
    planned = _planned(game, folder)
    changes = game.world.changes().to_json()
    played = Played(game.final, game.episode.goal, game.steps, changes, _fingerprint(game))
    try:
        _file(folder, planned, played)
        results.write(folder)
    except OSError as error:
        raise UserError(f"{folder.path}: {error.strerror or error}; this episode is not kept") from error
    return planned.id


def _planned(game: Game, folder: Folder) -> Planned:
    """Return what was played; the same configuration played again is another repeat of it."""
    configuration = game.choice.configuration
    before = sum(one["planned"]["configuration"] == configuration.to_json() for one in folder.episodes())
    return Planned(AGENT, CHANNEL, DRIVER, configuration, before, 0)


def _file(folder: Folder, planned: Planned, played: Played) -> None:
    """Write an episode as runs do: what marks it finished comes last."""
    place = f"episodes/{planned.id}"
    lines = [json.dumps(step.to_json(), ensure_ascii=False) for step in played.steps]
    folder.write(f"{place}/steps.jsonl", "\n".join(lines).encode())
    folder.write(f"{place}/changes.json", json.dumps(played.changes).encode())
    summary = {
        "episode": planned.id,
        "planned": planned.to_json(),
        "goal": played.goal,
        "privileged": False,
        "verdict": played.verdict.to_json(),
        "counts": played.counts,
        "fingerprint": played.fingerprint,
    }
    folder.write(f"{place}/episode.json", json.dumps(summary, indent=1, ensure_ascii=False).encode())


def _fingerprint(game: Game) -> dict[str, str]:
    assert game.episode
    parts = {
        "versions": f"lifeworld {lifeworld.__version__}, python {platform.python_version()}",
        "driver": DRIVER,
        "database": game.episode.instance.profile.digest,
        "configuration": game.episode.configuration.id,
    }
    written = json.dumps(parts, sort_keys=True)
    return {**parts, "digest": hashlib.blake2b(written.encode(), digest_size=8).hexdigest()}
