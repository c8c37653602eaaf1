"""Which battle comes next, and which pair plays the next one: drawn so that votes tell most, with known chances."""

from collections.abc import Callable, Sequence

import numpy as np

from lifeworld.arena import sampling
from lifeworld.arena.ranking import Board
from lifeworld.arena.sampling import Drawn, Plan
from lifeworld.arena.site.boards import Boards
from lifeworld.arena.voting import Waiting


class Draws:
    """Draws by the newest board."""

    def __init__(self, boards: Boards) -> None:
        self._boards = boards
        self._plan: tuple[Board, frozenset[str], Plan] | None = None

    def pair(self, agents: Sequence[str]) -> Drawn:
        """Draw who plays, and on which side.

        Raises:
            UserError: fewer than two can play.
        """
        return sampling.pair(self._boards.board(), np.random.default_rng(), tuple(agents))

    def battle(self) -> "BattleDraw":
        """Return what draws one battle for one voter."""
        return BattleDraw(self._planned)

    def _planned(self, agents: frozenset[str]) -> Plan:
        """Return the plan by the newest board; the last one, where it is of the same."""
        board, last = self._boards.board(), self._plan
        if last is None or last[0] is not board or last[1] != agents:
            self._plan = last = board, agents, sampling.plan(board, agents)
        return last[2]


class BattleDraw:
    """Draws one battle, and keeps the chance that it had."""

    def __init__(self, planned: Callable[[frozenset[str]], Plan]) -> None:
        self._planned = planned
        self.chance: float | None = None

    def __call__(self, offered: Sequence[Waiting]) -> str | None:
        agents = frozenset(name for one in offered for name in (one.left, one.right))
        if not agents:
            return None
        served = sampling.battle(self._planned(agents), offered, (), np.random.default_rng())
        self.chance = served.chance if served else None
        return served.battle if served else None
