"""A person's episodes, kept as a run's folder, so that `report` and `view` show them like any other."""

from dataclasses import replace
from pathlib import Path

from lifeworld.core.errors import UserError
from lifeworld.play.game import Game
from lifeworld.run import results
from lifeworld.run.config import RunConfig
from lifeworld.run.episode import PlayedEpisode
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
        if Folder.opened(path).config() != _CONFIG:
            raise UserError(f"{path} holds a run of agents; name another folder with --record")
    elif path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise UserError(f"{path} is not empty and holds no run; name a new folder with --record")
    return Folder.begun(path, _CONFIG)


def keep(game: Game, folder: Folder) -> str:
    """File a finished game as an episode and return its id.

    Raises:
        UserError: the folder can't be written.
    """
    assert game.episode and game.final
    planned = _planned(game, folder)
    played = PlayedEpisode.left_by(game.episode, game.steps, DRIVER, game.episode.unanswered)
    played = replace(played, verdict=game.final)  # as it was at the end
    played.file(folder, planned)
    results.write(folder)
    return planned.id


def _planned(game: Game, folder: Folder) -> Planned:
    """Return what was played; the same configuration played again is another repeat of it."""
    configuration = game.choice.configuration
    before = sum(one["planned"]["configuration"] == configuration.to_json() for one in folder.episodes())
    return Planned(AGENT, CHANNEL, DRIVER, configuration, before, 0)
