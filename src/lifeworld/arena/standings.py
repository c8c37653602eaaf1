"""Boards that keep up with the votes in a thread of their own: casting a vote and reading a board wait for no fit."""

import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Condition, Lock, Thread
from typing import Self

from lifeworld.arena.poll import ALL, Ballot, Poll, Where, parts_of
from lifeworld.arena.ranking import Board, Rule, Verified, leaderboard, refreshed

_AT_ONCE = 10_000  # votes counted before the boards are made again
_STALE = 3.0  # seconds that a board by several things may lag
_FEW = 0.001  # of a board's votes may be newer than its intervals
_RESTS = 8.0  # times as long as the boards took is waited before they are made again,
_SHORTEST, _LONGEST = 0.25, 1.0  # between these seconds


def _unknown(_: Where) -> Verified:
    return {}


class Standings:
    """The newest boards, of all votes and of each part.

    A vote is put into a line, which takes a microsecond. The thread counts what is in the line and makes the boards
    that it changes, that of all votes first. Where there are many votes their intervals take a second, and a few more
    votes hardly change them: ratings, ranks and counts are made anew at once, intervals when no vote waits. Read and
    cast from any thread; use it as a context, or call `close`.

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
        self._beside: tuple[Where, Future[Board]] | None = None
        self._began = self._next_whole = 0.0
        self._failed = ""
        self._polling, self._crossing = Lock(), Lock()
        self._crosses: dict[Where, tuple[int, float, Board]] = {}
        self._boards = {where: self._made(where, None, poll) for where in poll.parts}
        self._whole = {where: board.votes for where, board in self._boards.items()}  # what their intervals were made of
        self._pool = ThreadPoolExecutor(1, "intervals")
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
            if board is None or (shown != self._shown and time.monotonic() - at > _STALE):
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
        self._pool.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        while not self._closing:
            taken, began = self._next(), time.monotonic()
            try:
                if taken:
                    self._show(taken)
                elif not self._closing:
                    self._widen()
                self._failed = ""
            except (ValueError, ArithmeticError) as problem:  # a fit that can't be; the last boards stay
                self._failed = f"{type(problem).__name__}: {problem}"
                self._behind.clear()
            self._tell(len(taken))
            self._rest(time.monotonic() - began, bool(taken))

    def _tell(self, taken: int) -> None:
        with self._changed:
            self._done = self._shown = self._done + taken
            self._changed.notify_all()

    def _rest(self, took: float, voted: bool) -> None:
        """Leave the processor to the voters for a while; what is cast meanwhile is counted in one go."""
        if voted:
            with self._changed:
                self._changed.wait_for(lambda: self._closing, min(max(_RESTS * took, _SHORTEST), _LONGEST))

    def _next(self) -> list[tuple[Ballot, int]]:
        """Wait for votes and return them; nothing when the end has come, or it is time for a board's intervals."""
        with self._changed:
            while not self._line and not self._closing:
                left = self._next_whole - time.monotonic() if self._behind and not self._beside else None
                if (left is not None and left <= 0) or (self._beside and self._beside[1].done()):
                    return []
                self._changed.wait(left)
            return [] if self._closing else [self._line.popleft() for _ in range(min(len(self._line), _AT_ONCE))]

    def _show(self, taken: list[tuple[Ballot, int]]) -> None:
        touched: dict[Where, None] = {}
        with self._polling:
            for ballot, times in taken:
                self._poll.add(ballot, times)
                touched |= dict.fromkeys(parts_of(ballot))
        for where in touched:
            self._hurry(where)
            if where == ALL:  # which comes first
                with self._changed:
                    self._shown += len(taken)
                    self._changed.notify_all()

    def _hurry(self, where: Where) -> None:
        """Show the votes at once; where they are few among many, with intervals as wide as before."""
        last, votes = self._boards.get(where), int(self._poll.counts(where).sum())
        if last is None or last.agents != self._poll.agents or self._rule != Rule():
            return self._make(where)
        if abs(votes - self._whole[where]) > _FEW * votes:
            return self._make(where)
        self._boards = {**self._boards, where: refreshed(self._poll, last)}
        self._behind[where] = None

    def _widen(self) -> None:
        """Take over the intervals that were made beside, with the votes since; or have the next ones made."""
        if self._beside is None:
            where = next(iter(self._behind))
            del self._behind[where]
            self._began = time.monotonic()
            self._beside = where, self._pool.submit(self._made, where, self._boards[where], self._poll.frozen(where))
            self._beside[1].add_done_callback(self._woken)
            return
        (where, made), self._beside = self._beside, None
        now = time.monotonic()
        self._next_whole = now + _RESTS * (now - self._began)
        board = made.result()
        self._whole[where] = board.votes
        if board.agents == self._poll.agents:  # otherwise somebody new has come, whose vote made all of it anew
            self._boards = {**self._boards, where: refreshed(self._poll, board)}

    def _woken(self, _: object) -> None:
        with self._changed:
            self._changed.notify_all()

    def _make(self, where: Where) -> None:
        self._behind.pop(where, None)
        board = self._made(where, self._boards.get(where), self._poll)
        self._whole[where] = board.votes
        self._boards = {**self._boards, where: board}

    def _made(self, where: Where, last: Board | None, poll: Poll) -> Board:
        return leaderboard(poll, where, self._rule, self._verified(where), last)
