"""Which battle comes next, and which pair plays the next one: drawn so that votes tell most, with known chances."""

from collections.abc import Sequence

import numpy as np

from lifeworld.arena import sampling
from lifeworld.arena.sampling import Drawn
from lifeworld.arena.site.boards import Boards
from lifeworld.arena.voting import Waiting


class Draws:
    """Draws by the newest board."""

    def __init__(self, boards: Boards) -> None:
        self._boards = boards

    def pair(self, agents: Sequence[str]) -> Drawn:
        """Draw who plays, and on which side.

        Raises:
            UserError: fewer than two can play.
        """
        return sampling.pair(self._boards.board(), np.random.default_rng(), tuple(agents))

    def battle(self) -> "BattleDraw":
        """Return what draws one battle for one voter."""
        return BattleDraw(self._boards)


class BattleDraw:
    """Draws one battle, and keeps the chance that it had."""

    def __init__(self, boards: Boards) -> None:
        self._boards = boards
        self.chance: float | None = None

    def __call__(self, offered: Sequence[Waiting]) -> str | None:
        agents = tuple({name: None for one in offered for name in (one.left, one.right)})
        if not agents:
            return None
        plan = sampling.plan(self._boards.board(), agents)
        served = sampling.battle(plan, offered, (), np.random.default_rng())
        self.chance = served.chance if served else None
        return served.battle if served else None
