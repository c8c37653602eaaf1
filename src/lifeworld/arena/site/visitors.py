"""Identifies visitors by a signed cookie, and by name after signing in; signs their forms, and names pictures."""

import hashlib
import hmac
import secrets
import time
import uuid
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from typing import Any, Literal

from cryptography.fernet import Fernet, InvalidToken
from itsdangerous import BadData, URLSafeTimedSerializer
from sqlalchemy import bindparam, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session as Rows
from starlette.requests import HTTPConnection
from starlette.responses import Response

from lifeworld.arena.database import Database
from lifeworld.arena.site.settings import Settings
from lifeworld.arena.tables import Role, SignIn, Voter, now
from lifeworld.core.errors import UserError

FORM_SECONDS = 12 * 3600


@dataclass(frozen=True)
class Session:
    """A browser's session; forms are bound to its random key, whose digest is stored once somebody has signed in."""

    voter: uuid.UUID
    key: str

    @classmethod
    def new(cls, voter: uuid.UUID | None = None) -> "Session":
        return cls(voter or uuid.uuid4(), secrets.token_urlsafe(24))

    @property
    def digest(self) -> str:
        return digest(self.key)


class Signer:
    """Signs with keys that are derived from a secret for each use; comparisons take constant time."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()
        self._signer = cache(self._signer_of)
        self._cipher = Fernet(urlsafe_b64encode(self._key("drawn")))

    def session(self, session: Session) -> str:
        return self.note("session", [session.voter.hex, session.key])

    def read_session(self, written: str, days: int) -> Session | None:
        """Verify a session; return None if it is forged or older than these days."""
        found = self.read_note("session", written, days * 86_400)
        return Session(uuid.UUID(hex=found[0]), found[1]) if found else None

    def form_token(self, session: Session, purpose: str) -> str:
        """Return the token of a form; it is valid for one `purpose` only."""
        return self.note("form", [session.digest, purpose, time.time()])

    def shown_at(self, session: Session, purpose: str, token: str) -> float | None:
        """Return when a form was shown, as a Unix time; None if its token is not of this session and purpose."""
        found = self.read_note("form", token, FORM_SECONDS)
        if found is None:
            return None
        whose, what, shown = found
        given, wanted = f"{whose} {what}".encode(), f"{session.digest} {purpose}".encode()
        return float(shown) if hmac.compare_digest(given, wanted) else None

    def note(self, use: str, value: object) -> str:
        """Sign a value; `read_note` of the same use returns it."""
        return self._signer(use).dumps(value)

    def read_note(self, use: str, written: str, seconds: int) -> Any:
        """Return a signed value; None if it is forged or too old. If the clock was set back since, its age is 0."""
        try:
            found, signed = self._signer(use).loads(written, return_timestamp=True)
        except (BadData, ValueError):
            return None
        return found if time.time() - signed.timestamp() <= seconds else None

    def draw_token(self, session: Session, battle: str, chance: float | None) -> str:
        """Return the probability with which a battle was drawn, encrypted, as it would reveal the pair.

        All tokens have the same length.
        """
        text = f"{session.voter.hex} {battle} {-1.0 if chance is None else chance:+.17e}"
        return self._cipher.encrypt(text.encode()).decode()

    def read_draw_token(self, session: Session, battle: str, written: str) -> float | None:
        """Return the probability; None if there is none, or the token is of another session or battle."""
        try:
            voter, drawn, chance = self._cipher.decrypt(written.encode(), FORM_SECONDS).decode().split()
        except (InvalidToken, ValueError):
            return None
        same = voter == session.voter.hex and drawn == battle and float(chance) >= 0
        return float(chance) if same else None

    def name(self, *parts: object) -> str:
        """Return a stable name that reveals nothing about the parts."""
        made = hmac.digest(self._key("name"), repr(parts).encode(), "sha256")
        return urlsafe_b64encode(made[:18]).decode()

    def _key(self, use: str) -> bytes:
        return hmac.digest(self._secret, use.encode(), "sha256")

    def _signer_of(self, use: str) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self._key(use), salt=f"lifeworld.arena.{use}")


RANKS: tuple[Role, ...] = ("visitor", "voter", "expert", "admin")
_SEEN_RESOLUTION = timedelta(minutes=1)  # the resolution of `last_seen`
_MAX_WINDOWS = 8
_LAX: Literal["lax"] = "lax"  # links in mails come from other sites; forms are protected by tokens


@dataclass(frozen=True)
class Visitor:
    """The visitor of a request: `fresh` if the browser has no cookie yet, `kept` if they are in the database."""

    session: Session = field(default_factory=Session.new)
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
    """Reads and writes the cookies and rows of visitors."""

    def __init__(self, settings: Settings, signer: Signer, database: Database) -> None:
        self._settings, self._signer, self._database = settings, signer, database
        self.cookie = "__Host-arena" if settings.secure else "arena"

    def identify(self, connection: HTTPConnection) -> Visitor:
        """Return the visitor of a connection; a new one if the cookie is missing, forged, expired or signed out."""
        visitor = self.from_cookie(connection)
        if visitor.fresh:
            return visitor
        with self._database.reading() as rows:
            known = rows.execute(_KNOWN, {"voter": visitor.id, "digest": visitor.session.digest}).one_or_none()
        return _known(visitor.session, known) if known else visitor

    def from_cookie(self, connection: HTTPConnection) -> Visitor:
        """Return the visitor of a cookie without looking it up in the database."""
        written = connection.cookies.get(self.cookie, "")
        session = self._signer.read_session(written, self._settings.days[0]) if written else None
        return Visitor(session) if session else Visitor(fresh=True)

    def form_sessions(self, connection: HTTPConnection, visitor: Visitor) -> list[Session]:
        """Return the sessions whose forms a browser may send.

        A browser that opens several windows at its first visit gets a cookie in each, and the last one stays; forms of
        the others are accepted, too, unless the visitor has signed in.
        """
        if visitor.fresh or visitor.signed_in:
            return [visitor.session]
        names = [name for name in connection.cookies if name.startswith(f"{self.cookie}-")][:_MAX_WINDOWS]
        first = (self._signer.read_session(connection.cookies[name], self._settings.days[0]) for name in names)
        return [visitor.session, *filter(None, first)]

    def get_or_create(self, rows: Rows, visitor: Visitor, address: str) -> Voter:
        """Return a visitor's row, which is created if there is none.

        Raises:
            UserError: their data was just deleted.
        """
        moment, voter = now(), rows.get(Voter, visitor.id)
        if voter is None:
            voter = Voter(id=visitor.id, created=moment, last_seen=moment, address_hash=self.address_hash(address))
            try:
                with rows.begin_nested():
                    rows.add(voter)
            except IntegrityError:  # created by a concurrent request of the same browser
                voter = rows.get_one(Voter, visitor.id)
        if voter.deleted:
            raise UserError("Your data was deleted in another window. Load the page again")
        if moment - voter.last_seen > _SEEN_RESOLUTION:
            voter.last_seen = moment
        return voter

    def address_hash(self, address: str) -> str:
        """Return a keyed hash of a network address."""
        return self._signer.name("address", address)

    def set_cookie(self, answer: Response, visitor: Visitor) -> None:
        """Set the cookie of a browser, and for a new one also one that other windows don't replace."""
        days = self._settings.days[1 if visitor.signed_in else 0]
        written = self._signer.session(visitor.session)
        self.put_cookie(answer, self.cookie, written, days * 86_400)
        if visitor.fresh:
            self.put_cookie(answer, f"{self.cookie}-{visitor.session.digest[:16]}", written, FORM_SECONDS)

    def put_cookie(self, answer: Response, name: str, written: str, seconds: int) -> None:
        secure = self._settings.secure
        answer.set_cookie(name, written, max_age=seconds, httponly=True, secure=secure, samesite=_LAX)

    def delete_cookie(self, answer: Response, name: str = "") -> None:
        answer.delete_cookie(name or self.cookie, secure=self._settings.secure, httponly=True, samesite=_LAX)

    def sign_in(self, rows: Rows, voter: Voter) -> Session:
        """Start a signed-in session, always with a new key."""
        session, moment = Session.new(voter.id), now()
        if (voter.email or "").lower() in self._settings.admins:
            voter.role = "admin"
        elif voter.role == "visitor":
            voter.role = "voter"
        voter.last_seen = moment
        expires = moment + timedelta(days=self._settings.days[1])
        rows.add(SignIn(digest=session.digest, voter=voter.id, created=moment, expires=expires))
        return session

    def end_sessions(self, rows: Rows, voter: uuid.UUID, only: str = "") -> None:
        """End a voter's sessions, or only the one with this digest."""
        open_ones = select(SignIn).where(SignIn.voter == voter, SignIn.ended.is_(None))
        for one in rows.scalars(open_ones.where(SignIn.digest == only) if only else open_ones):
            one.ended = now()


_COLUMNS = (Voter.email, Voter.subject, Voter.role, Voter.consented, Voter.deleted, SignIn.expires, SignIn.ended)
_KNOWN = (
    select(*_COLUMNS)
    .join_from(Voter, SignIn, (SignIn.voter == Voter.id) & (SignIn.digest == bindparam("digest")), isouter=True)
    .where(Voter.id == bindparam("voter"))
)


def _known(session: Session, voter: Any) -> Visitor:
    """Return the visitor of a known voter; a new one if their session has ended."""
    named = voter.email is not None or voter.subject is not None
    begun = voter.expires is not None and voter.ended is None and voter.expires > now()
    if voter.deleted or (named and not begun):
        return Visitor(fresh=True)
    role: Role = voter.role if named else "visitor"
    return Visitor(session, role, voter.email or "", voter.consented is not None, kept=True)


def digest(written: str) -> str:
    """Return the digest of a secret, which the database stores instead."""
    return hashlib.sha256(written.encode()).hexdigest()
