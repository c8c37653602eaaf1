"""The table that a person plays at: one game at a time, another when they like, one lock around it."""

import threading

from lifeworld.core.actions import Done
from lifeworld.core.errors import UserError
from lifeworld.play import record
from lifeworld.play.game import Choice, Game
from lifeworld.run.folder import Folder
from lifeworld.web import Request, Response


class Table:
    """Shared by the two servers.

    Attributes:
        lock: hold it while reading or changing the game.
        round: goes up whenever the world must be shown anew.
        kept: where the last finished game was filed, or why it was not.

    Raises:
        UserError: the first choice can't be played.
    """

    def __init__(self, choice: Choice, folder: Folder | None = None) -> None:
        self.lock = threading.RLock()
        self.folder = folder
        self.game = Game(choice)
        self.round = 0
        self.kept = ""

    def serve(self, request: Request, came_from: str) -> Response:
        """Answer what the world is asked."""
        with self.lock:
            return self.game.serve(request, came_from)

    def start(self, choice: Choice) -> None:
        """Play something else, or the same from the beginning.

        Raises:
            UserError: it can't be played; the game goes on.
        """
        with self.lock:
            game = Game(choice)
            self.game.close()
            self.game, self.kept = game, ""
            self.round += 1

    def wait(self, seconds: int) -> None:
        """Let the world's clock run, and show what it brought."""
        with self.lock:
            self.game.wait(seconds)
            self.round += 1

    def finish(self, done: Done) -> None:
        """End the game, and keep it where that was asked for."""
        with self.lock:
            if self.game.finish(done) and self.folder:
                try:
                    self.kept = f"Kept in {self.folder.path} as {record.keep(self.game, self.folder)}"
                except UserError as problem:
                    self.kept = str(problem)

    def close(self) -> None:
        with self.lock:
            self.game.close()
