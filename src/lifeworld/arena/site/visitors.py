"""Who is at a browser: known by a signed cookie, and by name only after signing in."""

import hashlib
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from sqlalchemy import bindparam, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session as Rows
from starlette.requests import HTTPConnection
from starlette.responses import Response

from lifeworld.arena.database import Database
from lifeworld.arena.site.seal import FORM_SECONDS, Seal, Session
from lifeworld.arena.site.settings import Settings
from lifeworld.arena.tables import Role, SignIn, Voter
from lifeworld.core.errors import UserError

RANKS: tuple[Role, ...] = ("visitor", "voter", "expert", "admin")
_SEEN = timedelta(minutes=1)  # how exactly it is kept when somebody was here
_MOST_WINDOWS = 8
LAX: Literal["lax"] = "lax"  # a link in a mail leads here from elsewhere; forms are held by their tokens


@dataclass(frozen=True)
class Visitor:
    """Whoever asked for a page.

    Attributes:
        fresh: whether the browser has no cookie yet.
        kept: whether the database knows them.
    """

    session: Session
    role: Role = "visitor"
    email: str = ""
    consented: bool = False
    fresh: bool = False
    kept: bool = False

    @property
    def id(self) -> uuid.UUID:
        return self.session.voter

    @property
    def signed_in(self) -> bool:
        return self.role != "visitor"

    def may(self, role: Role) -> bool:
        return RANKS.index(self.role) >= RANKS.index(role)


class Visitors:
    """Reads and writes who is there."""

    def __init__(self, settings: Settings, seal: Seal, database: Database) -> None:
        self._settings, self._seal, self._database = settings, seal, database
        self.cookie = "__Host-arena" if settings.secure else "arena"

    def at(self, connection: HTTPConnection) -> Visitor:
        """Return who is at a browser; somebody new where the cookie is missing, forged, old or ended."""
        visitor = self.claimed(connection)
        if visitor.fresh:
            return visitor
        with self._database.reading() as rows:
            known = rows.execute(_KNOWN, {"voter": visitor.id, "digest": visitor.session.digest}).one_or_none()
        return _known(visitor.session, known) if known else visitor

    def claimed(self, connection: HTTPConnection) -> Visitor:
        """Return who a browser's cookie says it is; whether that is still so is not looked up."""
        written = connection.cookies.get(self.cookie, "")
        session = self._seal.read_session(written, self._settings.days[0]) if written else None
        return Visitor(session) if session else Visitor(Session.new(), fresh=True)

    def sessions(self, connection: HTTPConnection, visitor: Visitor) -> list[Session]:
        """Return the sessions whose forms a browser may send: its own, and those that it was first given.

        A browser that opens several windows at its first visit is given a cookie in each, and the last one stays; the
        forms of the others are good, too, as long as it is nobody who has signed in.
        """
        if visitor.fresh or visitor.signed_in:
            return [visitor.session]
        names = [name for name in connection.cookies if name.startswith(f"{self.cookie}-")][:_MOST_WINDOWS]
        first = (self._seal.read_session(connection.cookies[name], self._settings.days[0]) for name in names)
        return [visitor.session, *filter(None, first)]

    def keep(self, rows: Rows, visitor: Visitor, address: str) -> Voter:
        """Return a visitor's row, made if this is the first that they leave behind.

        Raises:
            UserError: they have just had their data deleted.
        """
        now = datetime.now(UTC)
        voter = rows.get(Voter, visitor.id)
        if voter is None:
            voter = Voter(id=visitor.id, created=now, last_seen=now, address_hash=self.hashed(address))
            try:
                with rows.begin_nested():
                    rows.add(voter)
            except IntegrityError:  # made by another request of the same browser just now
                voter = rows.get_one(Voter, visitor.id)
        if voter.deleted:
            raise UserError("Your data was deleted in another window. Load the page again")
        if now - voter.last_seen > _SEEN:
            voter.last_seen = now
        return voter

    def hashed(self, address: str) -> str:
        """Return what stands for a network address; nobody without the arena's secret can tell which."""
        return self._seal.name("address", address)

    def remember(self, answer: Response, visitor: Visitor) -> None:
        """Give the browser its cookie; one that has none yet also one that no other window's takes the place of."""
        days = self._settings.days[1 if visitor.signed_in else 0]
        self._set(answer, self.cookie, visitor.session, days * 86_400)
        if visitor.fresh:
            self._set(answer, f"{self.cookie}-{visitor.session.digest[:16]}", visitor.session, FORM_SECONDS)

    def _set(self, answer: Response, name: str, session: Session, seconds: int) -> None:
        secure, written = self._settings.secure, self._seal.session(session)
        answer.set_cookie(name, written, max_age=seconds, httponly=True, secure=secure, samesite=LAX)

    def forget(self, answer: Response) -> None:
        answer.delete_cookie(self.cookie, secure=self._settings.secure, httponly=True, samesite=LAX)

    def sign_in(self, rows: Rows, voter: Voter) -> Session:
        """Begin a session of somebody whose name is proved; a session from before never becomes one of these."""
        session, now = Session.new(voter.id), datetime.now(UTC)
        voter.role = "admin" if (voter.email or "").lower() in self._settings.admins else _at_least(voter.role)
        voter.last_seen = now
        expires = now + timedelta(days=self._settings.days[1])
        rows.add(SignIn(digest=session.digest, voter=voter.id, created=now, expires=expires))
        return session

    def end(self, rows: Rows, voter: uuid.UUID, only: str = "") -> None:
        """End a voter's sessions, or only the one of this digest."""
        open_ones = select(SignIn).where(SignIn.voter == voter, SignIn.ended.is_(None))
        for one in rows.scalars(open_ones.where(SignIn.digest == only) if only else open_ones):
            one.ended = datetime.now(UTC)


_COLUMNS = (Voter.email, Voter.subject, Voter.role, Voter.consented, Voter.deleted, SignIn.expires, SignIn.ended)
_KNOWN = (
    select(*_COLUMNS)
    .join_from(Voter, SignIn, (SignIn.voter == Voter.id) & (SignIn.digest == bindparam("digest")), isouter=True)
    .where(Voter.id == bindparam("voter"))
)


def _known(session: Session, voter: Any) -> Visitor:
    """Return who has a cookie of somebody whom the database knows; somebody new where their session has ended."""
    named = voter.email is not None or voter.subject is not None
    begun = voter.expires is not None and voter.ended is None and voter.expires > datetime.now(UTC)
    if voter.deleted or (named and not begun):
        return Visitor(Session.new(), fresh=True)
    role: Role = voter.role if named else "visitor"
    return Visitor(session, role, voter.email or "", voter.consented is not None, kept=True)


def _at_least(role: Role) -> Role:
    return "voter" if role == "visitor" else role


def digest(written: str) -> str:
    """Return what the database keeps of something that only its owner may know."""
    return hashlib.sha256(written.encode()).hexdigest()
