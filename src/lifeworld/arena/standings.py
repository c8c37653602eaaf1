"""Boards that keep up with the votes in a thread of their own: casting a vote and reading a board wait for no fit."""

import time
from collections import deque
from collections.abc import Callable
from threading import Condition, Lock, Thread
from typing import Self

from lifeworld.arena.poll import ALL, Ballot, Poll, Where, parts_of
from lifeworld.arena.ranking import Board, Rule, Verified, leaderboard

_AT_ONCE = 10_000  # votes counted before the boards are made again
_BEHIND = 3.0  # seconds that the boards of parts may lag while votes keep coming
_RESTS = 3.0  # times as long as the boards took is waited before they are made again,
_SHORTEST, _LONGEST = 0.25, 1.0  # between these seconds


def _unknown(_: Where) -> Verified:
    return {}


class Standings:
    """The newest boards, of all votes and of each part.

    A vote is put into a line, which takes a microsecond. The thread counts what is in the line and makes the boards
    that it changes: that of all votes at once, those of parts by one thing when no more votes wait. Read and cast
    from any thread; use it as a context, or call `close`.

    Args:
        poll: the votes so far, which belong to this object from now on.
        rule: how votes become ratings.
        verified: what the verifier says of the agents in a part; asked in the thread, each time a board is made.
    """

    def __init__(self, poll: Poll, rule: Rule | None = None, verified: Callable[[Where], Verified] = _unknown) -> None:
        self._poll, self._rule, self._verified = poll, rule or Rule(), verified
        self._line: deque[tuple[Ballot, int]] = deque()
        self._changed, self._closing = Condition(), False
        self._taken = self._shown = self._done = 0
        self._behind: dict[Where, None] = {}
        self._since = 0.0
        self._failed = ""
        self._polling, self._crossing = Lock(), Lock()
        self._crosses: dict[Where, tuple[int, float, Board]] = {}
        self._boards = {where: self._made(where, None) for where in poll.parts}
        self._thread = Thread(target=self._run, name="standings", daemon=True)
        self._thread.start()

    def cast(self, ballot: Ballot, times: int = 1) -> int:
        """Count a vote soon, and return its place in the line; with `times` -1, take back one that was counted."""
        with self._changed:
            self._line.append((ballot, times))
            self._taken += 1
            self._changed.notify_all()
            return self._taken

    def holds(self, place: int) -> bool:
        """Return whether the board of all votes holds the vote that was cast at this place."""
        return place <= self._shown

    def board(self, where: Where = ALL) -> Board:
        """Return the newest board; of a part without votes an empty one.

        The board of a part by several things is made when somebody asks, who waits for it, and kept for some seconds.
        """
        if len(where) > 1 and all((one,) in self._boards for one in where):
            return self._crossed(where)
        whole = self._boards[ALL]
        empty = Board(self._rule, where, (), (), (), whole.beta[:0], whole.covariance[:0, :0], 0)
        return self._boards.get(where, empty)

    def _crossed(self, where: Where) -> Board:
        with self._crossing:  # one at a time: whoever asks for all of them takes no more than one processor
            shown, at, board = self._crosses.get(where, (0, 0.0, None))
            if board is None or (shown != self._shown and time.monotonic() - at > _BEHIND):
                verified, shown = self._verified(where), self._shown
                with self._polling:
                    board = leaderboard(self._poll, where, self._rule, verified, board)
                self._crosses[where] = shown, time.monotonic(), board
            return board

    @property
    def parts(self) -> tuple[Where, ...]:
        """All votes first, then each part by one thing that has any."""
        return tuple(self._boards)

    @property
    def failed(self) -> str:
        """Why the boards are not kept up any more; "" while they are."""
        return self._failed

    def settle(self, seconds: float, parts: bool = False) -> bool:
        """Wait until the board of all votes holds every vote cast so far; whether that came in time.

        Args:
            seconds: to wait at most.
            parts: wait for the boards of all parts, too.
        """
        with self._changed:
            until = self._taken
            self._changed.wait_for(lambda: self._failed or until <= (self._done if parts else self._shown), seconds)
            return not self._failed and until <= (self._done if parts else self._shown)

    def close(self) -> None:
        """End the thread; what is still in the line is not counted."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        counted = 0
        while taken := self._next():
            began = time.monotonic()
            try:
                self._show(taken)
            except (ValueError, ArithmeticError) as problem:  # a fit that can't be; the last boards stay
                self._failed = f"{type(problem).__name__}: {problem}"
                self._behind.clear()
            with self._changed:
                self._shown = counted = counted + len(taken)
                self._done = self._done if self._behind else counted
                self._changed.notify_all()
            self._rest(time.monotonic() - began)

    def _rest(self, took: float) -> None:
        """Leave the processor to the voters for a while; what is cast meanwhile is counted in one go."""
        with self._changed:
            self._changed.wait_for(lambda: self._closing, min(max(_RESTS * took, _SHORTEST), _LONGEST))

    def _next(self) -> list[tuple[Ballot, int]]:
        """Wait for votes and return them; nothing when the end has come."""
        with self._changed:
            while not self._line and not self._closing:
                self._changed.wait()
            if self._closing:
                return []
            return [self._line.popleft() for _ in range(min(len(self._line), _AT_ONCE))]

    def _show(self, taken: list[tuple[Ballot, int]]) -> None:
        if not self._behind:
            self._since = time.monotonic()
        with self._polling:
            for ballot, times in taken:
                self._poll.add(ballot, times)
                self._behind |= dict.fromkeys(parts_of(ballot)[1:])
        self._make(ALL)
        with self._changed:
            self._shown += len(taken)
            self._changed.notify_all()
        if not self._line or time.monotonic() - self._since > _BEHIND:
            for where in self._behind:
                self._make(where)
            self._behind.clear()
        self._failed = ""

    def _make(self, where: Where) -> None:
        self._boards = {**self._boards, where: self._made(where, self._boards.get(where))}

    def _made(self, where: Where, last: Board | None) -> Board:
        return leaderboard(self._poll, where, self._rule, self._verified(where), last)
