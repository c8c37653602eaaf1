"""Keeps boards up to date in a thread, so that neither casting a vote nor reading a board waits for a fit."""

import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Condition, Lock, Thread
from typing import Self

from lifeworld.arena.poll import ALL, Ballot, Poll, Where, parts_of
from lifeworld.arena.ranking import Board, Rule, Verified, leaderboard, refreshed_board

_BATCH = 10_000  # votes that are counted before the boards are computed again
_CACHE_SECONDS = 3.0  # seconds that a board by several dimensions may lag
_FEW_VOTES = 0.001  # the share of a board's votes that may be newer than its intervals
_RESTS = 8.0  # the pause between two computations, in durations of the last one,
_SHORTEST, _LONGEST = 0.25, 1.0  # within these bounds in seconds


class Standings:
    """The newest boards, of all votes and of each subset by one dimension.

    A vote is put into a queue, which takes a microsecond. The thread counts the queued votes and computes the boards
    that they change, that of all votes first. Where there are many votes, intervals take a second and a few more votes
    hardly change them: ratings, ranks and counts are updated at once, intervals when no vote waits. It is thread-safe;
    use it as a context manager, or call `close`.

    Args:
        poll: the votes so far; this object owns it from now on.
        verified: returns the verifier's counts for a subset; called in the thread for each board.
    """

    def __init__(self, poll: Poll, verified: Callable[[Where], Verified] = lambda _: {}) -> None:
        self._poll, self._verified = poll, verified
        self._queue: deque[tuple[Ballot, int]] = deque()
        self._changed, self._closing = Condition(), False
        self._taken = self._shown = self._done = 0
        self._stale_intervals: dict[Where, None] = {}
        self._interval_job: tuple[Where, Future[Board]] | None = None
        self._began = self._next_whole = 0.0
        self._failed = ""
        self._polling, self._combining = Lock(), Lock()
        self._combined: dict[Where, tuple[int, float, Board]] = {}
        self._boards = {where: self._made(where, None, poll) for where in poll.parts}
        self._whole = {where: board.votes for where, board in self._boards.items()}  # votes behind their intervals
        self._pool = ThreadPoolExecutor(1, "intervals")
        self._thread = Thread(target=self._run, name="standings", daemon=True)
        self._thread.start()

    def cast(self, ballot: Ballot, times: int = 1) -> int:
        """Queue a vote and return its position; with `times` -1, remove one that was counted."""
        with self._changed:
            self._queue.append((ballot, times))
            self._taken += 1
            self._changed.notify_all()
            return self._taken

    def includes(self, place: int) -> bool:
        """Return whether the board of all votes includes the vote at this position."""
        return place <= self._shown

    def board(self, where: Where = ALL) -> Board:
        """Return the newest board, which is empty for a subset without votes.

        A board by several dimensions is computed on request, and cached for some seconds.
        """
        if len(where) > 1 and all((one,) in self._boards for one in where):
            return self._combined_board(where)
        whole = self._boards[ALL]
        empty = Board(Rule(), where, (), (), (), whole.beta[:0], whole.covariance[:0, :0], 0)
        return self._boards.get(where, empty)

    def _combined_board(self, where: Where) -> Board:
        with self._combining:  # one at a time: requests for many boards take at most one processor
            shown, at, board = self._combined.get(where, (0, 0.0, None))
            if board is None or (shown != self._shown and time.monotonic() - at > _CACHE_SECONDS):
                verified, shown = self._verified(where), self._shown
                with self._polling:
                    board = leaderboard(self._poll, where, Rule(), verified, board)
                self._combined[where] = shown, time.monotonic(), board
            return board

    @property
    def parts(self) -> tuple[Where, ...]:
        """All votes first, then each subset by one dimension."""
        return tuple(self._boards)

    def settle(self, seconds: float, parts: bool = False) -> bool:
        """Wait until the board of all votes includes every vote so far; return whether it did within `seconds`.

        With `parts`, wait for the boards of all subsets, too.
        """
        with self._changed:
            until = self._taken
            self._changed.wait_for(lambda: self._failed or until <= (self._done if parts else self._shown), seconds)
            return not self._failed and until <= (self._done if parts else self._shown)

    def close(self) -> None:
        """Stop the thread; votes that are still queued are not counted."""
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
                    self._refresh_intervals()
                self._failed = ""
            except (ValueError, ArithmeticError) as problem:  # the fit failed; the last boards stay
                self._failed = f"{type(problem).__name__}: {problem}"
                self._stale_intervals.clear()
            with self._changed:
                self._done = self._shown = self._done + len(taken)
                self._changed.notify_all()
            self._rest(time.monotonic() - began, bool(taken))

    def _rest(self, took: float, voted: bool) -> None:
        """Pause so that requests get the processor; votes cast meanwhile are counted together."""
        if voted:
            with self._changed:
                self._changed.wait_for(lambda: self._closing, min(max(_RESTS * took, _SHORTEST), _LONGEST))

    def _next(self) -> list[tuple[Ballot, int]]:
        """Wait for votes and return them; return none when closing, or when intervals are due."""
        with self._changed:
            while not self._queue and not self._closing:
                left = self._next_whole - time.monotonic() if self._stale_intervals and not self._interval_job else None
                if (left is not None and left <= 0) or (self._interval_job and self._interval_job[1].done()):
                    return []
                self._changed.wait(left)
            return [] if self._closing else [self._queue.popleft() for _ in range(min(len(self._queue), _BATCH))]

    def _show(self, taken: list[tuple[Ballot, int]]) -> None:
        touched: dict[Where, None] = {}
        with self._polling:
            for ballot, times in taken:
                self._poll.add(ballot, times)
                touched |= dict.fromkeys(parts_of(ballot))
        for where in touched:
            self._show_quickly(where)
            if where == ALL:  # which comes first
                with self._changed:
                    self._shown += len(taken)
                    self._changed.notify_all()

    def _show_quickly(self, where: Where) -> None:
        """Update a board at once; if few of many votes are new, keep the widths of its intervals."""
        last, votes = self._boards.get(where), int(self._poll.counts(where).sum())
        if last is None or last.agents != self._poll.agents:
            return self._make(where)
        if abs(votes - self._whole[where]) > _FEW_VOTES * votes:
            return self._make(where)
        self._boards = {**self._boards, where: refreshed_board(self._poll, last)}
        self._stale_intervals[where] = None

    def _refresh_intervals(self) -> None:
        """Take over intervals that were computed in the pool, with the votes since; or start the next computation."""
        if self._interval_job is None:
            where = next(iter(self._stale_intervals))
            del self._stale_intervals[where]
            self._began = time.monotonic()
            self._interval_job = (
                where,
                self._pool.submit(self._made, where, self._boards[where], self._poll.snapshot(where)),
            )
            self._interval_job[1].add_done_callback(self._wake)
            return
        (where, made), self._interval_job = self._interval_job, None
        now = time.monotonic()
        self._next_whole = now + _RESTS * (now - self._began)
        board = made.result()
        self._whole[where] = board.votes
        if board.agents == self._poll.agents:  # otherwise a new agent's vote has recomputed the board
            self._boards = {**self._boards, where: refreshed_board(self._poll, board)}

    def _wake(self, _: object) -> None:
        with self._changed:
            self._changed.notify_all()

    def _make(self, where: Where) -> None:
        self._stale_intervals.pop(where, None)
        board = self._made(where, self._boards.get(where), self._poll)
        self._whole[where] = board.votes
        self._boards = {**self._boards, where: board}

    def _made(self, where: Where, last: Board | None, poll: Poll) -> Board:
        return leaderboard(poll, where, Rule(), self._verified(where), last)
