"""A person's session: one game at a time, and finished games saved as a run's folder for `report` and `view`."""

import threading
from dataclasses import replace
from pathlib import Path

from lifeworld.core.actions import Done
from lifeworld.core.errors import UserError
from lifeworld.play.game import Game
from lifeworld.run import outcomes
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned
from lifeworld.run.played_episode import PlayedEpisode
from lifeworld.taskkit.configuration import Configuration
from lifeworld.web import Request, Response

AGENT = "person"
DRIVER = "browser"  # the person's own
CHANNEL = "pixels"
_CONFIG = RunConfig(agents=(AGENT,), driver="chromium", channels=(CHANNEL,))


class PlaySession:
    """The state that both servers share.

    Attributes:
        lock: must be held to read or change the game.
        round: increases whenever the world must be reloaded.
        kept: where the last finished game was saved, or why it was not.

    Raises:
        UserError: the first game can't be played.
    """

    def __init__(self, configuration: Configuration, folder: Folder | None = None) -> None:
        self.lock = threading.RLock()
        self.folder = folder
        self.game = Game(configuration)
        self.round = 0
        self.kept = ""

    def serve(self, request: Request, came_from: str) -> Response:
        """Answer a request to the world."""
        with self.lock:
            return self.game.serve(request, came_from)

    def start(self, configuration: Configuration) -> None:
        """Start another game, or the same again.

        Raises:
            UserError: it can't be played; the current game continues.
        """
        with self.lock:
            game = Game(configuration)
            self.game.close()
            self.game, self.kept = game, ""
            self.round += 1

    def wait(self, seconds: int) -> None:
        """Advance the world's clock and reload the world."""
        with self.lock:
            self.game.wait(seconds)
            self.round += 1

    def finish(self, done: Done) -> None:
        """End the game, and save it if a folder was given."""
        with self.lock:
            if self.game.finish(done) and self.folder:
                try:
                    self.kept = f"Kept in {self.folder.path} as {save_episode(self.game, self.folder)}"
                except UserError as problem:
                    self.kept = str(problem)

    def close(self) -> None:
        with self.lock:
            self.game.close()


def open_folder(path: Path) -> Folder:
    """Open the folder of a person's episodes, a new one or one of an earlier `play`.

    Raises:
        UserError: it holds something else.
    """
    if (path / "run.json").exists():
        if Folder.opened(path).config() != _CONFIG:
            raise UserError(f"{path} holds a run of agents; name another folder with --record")
    elif path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise UserError(f"{path} is not empty and holds no run; name a new folder with --record")
    return Folder.begun(path, _CONFIG)


def save_episode(game: Game, folder: Folder) -> str:
    """Save a finished game as an episode and return its id.

    Raises:
        UserError: the folder can't be written.
    """
    assert game.episode and game.final
    planned = _planned(game, folder)
    played = PlayedEpisode.left_by(game.episode, game.steps, DRIVER, game.episode.unanswered)
    played = replace(played, verdict=game.final)  # as it was at the end
    played.file(folder, planned)
    outcomes.write(folder)
    return planned.id


def _planned(game: Game, folder: Folder) -> Planned:
    """Return the plan of the episode; the same configuration again is another repeat."""
    before = sum(one["planned"]["configuration"] == game.configuration.to_json() for one in folder.episodes())
    return Planned(AGENT, CHANNEL, DRIVER, game.configuration, before, 0)
