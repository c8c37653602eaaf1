"""Which battles could be voted on, kept at hand: counting their votes takes longer than anything else on the page."""

import threading
import time
from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from lifeworld.arena import voting
from lifeworld.arena.database import Database
from lifeworld.arena.tables import Battle, Vote
from lifeworld.arena.voting import Waiting

_FRESH = 5.0  # seconds; votes that came meanwhile shift what is drawn a little
_RESTS = 20.0  # times as long as counting took, if that is more


class Offers:
    """All battles that are ready, the least voted on first, for all visitors together.

    A battle that becomes ready or is withdrawn is seen at once. The votes of each are counted at first, and then anew
    every few seconds, less often where there are millions, beside the visitors, who are served by the last count.
    """

    def __init__(self, database: Database) -> None:
        self._database, self._lock = database, threading.Lock()
        self._mark: object = None
        self._ready: Sequence[Waiting] = ()
        self._next, self._counting = 0.0, False

    def to(self, rows: Session, voter: UUID) -> list[Waiting]:
        """Return what a voter could be shown: what they have not voted on."""
        mine = set(rows.scalars(_MINE, {"voter": voter}))
        found = (one for one in self._all(rows) if one.battle not in mine)
        return [one for one, _ in zip(found, range(voting.OFFERED), strict=False)]

    def _all(self, rows: Session) -> Sequence[Waiting]:
        mark = tuple(rows.execute(_MARK).one())
        with self._lock:
            if self._mark is None:
                self._count(rows)
            elif mark != self._mark:
                self._ready = voting.ready(rows, {one.battle: one.votes for one in self._ready})
            elif time.monotonic() > self._next and not self._counting:
                self._counting = True
                threading.Thread(target=self._count_beside, name="offers", daemon=True).start()
            self._mark = mark
            return self._ready

    def _count(self, rows: Session) -> None:
        began = time.monotonic()
        self._ready = voting.ready(rows)
        took = time.monotonic() - began
        self._next = began + took + max(_FRESH, _RESTS * took)

    def _count_beside(self) -> None:
        try:
            with self._database.reading() as rows:
                self._count(rows)
            self._mark = ()  # what has become ready meanwhile is read by whoever asks next
        finally:
            self._counting = False


_MINE = select(Vote.battle).where(Vote.voter == bindparam("voter"))
_MARK = select(func.count(), func.max(Battle.finished)).where(Battle.status == "ready")
