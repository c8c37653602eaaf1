"""What the site signs: sessions, forms, states of a sign-in; what it encrypts; and the names of pictures."""

import hashlib
import hmac
import secrets
import time
import uuid
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from functools import cache
from typing import Any

from cryptography.fernet import Fernet, InvalidToken
from itsdangerous import BadData, SignatureExpired, URLSafeTimedSerializer

FORM_SECONDS = 12 * 3600


@dataclass(frozen=True)
class Session:
    """A browser's session.

    Attributes:
        voter: whose it is.
        key: random; forms are bound to it, and the database knows its digest once somebody has signed in.
    """

    voter: uuid.UUID
    key: str

    @classmethod
    def new(cls, voter: uuid.UUID | None = None) -> "Session":
        return cls(voter or uuid.uuid4(), secrets.token_urlsafe(24))

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.key.encode()).hexdigest()


class Seal:
    """Signs with a secret, a key of its own for each use; comparing takes the same time whatever differs."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()
        self._key, self._signer = cache(self._key_of), cache(self._signer_of)
        self._cipher = Fernet(urlsafe_b64encode(self._key("drawn")))

    def session(self, session: Session) -> str:
        return self._signer("session").dumps([session.voter.hex, session.key])

    def read_session(self, written: str, days: int) -> Session | None:
        """Return a session; None where it is forged, or older than these days."""
        try:
            voter, key = self._read("session", written, days * 86_400)
            return Session(uuid.UUID(hex=voter), str(key))
        except (BadData, ValueError, TypeError):
            return None

    def form(self, session: Session, purpose: str) -> str:
        """Return the token of a form; `purpose` says what it does, so that no form's token serves another."""
        return self._signer("form").dumps([session.digest, purpose, time.time()])

    def shown(self, session: Session, purpose: str, token: str) -> float | None:
        """Return when a form was shown, as a Unix time; None where it is not this session's form of that purpose."""
        try:
            whose, what, shown = self._read("form", token, FORM_SECONDS)
        except (BadData, ValueError, TypeError):
            return None
        given, wanted = f"{whose} {what}".encode(), f"{session.digest} {purpose}".encode()
        return float(shown) if hmac.compare_digest(given, wanted) else None

    def note(self, use: str, value: object) -> str:
        return self._signer(use).dumps(value)

    def read_note(self, use: str, written: str, seconds: int) -> object:
        """Return what was signed for this use; None where it is forged or old."""
        try:
            return self._read(use, written, seconds)
        except BadData:
            return None

    def _read(self, use: str, written: str, seconds: int) -> Any:
        """Return what was signed; where the clock has been set back since, it counts as of now."""
        found, signed = self._signer(use).loads(written, return_timestamp=True)
        if time.time() - signed.timestamp() > seconds:
            raise SignatureExpired("too old")
        return found

    def drawn(self, session: Session, battle: str, chance: float | None) -> str:
        """Return with which chance a battle was drawn for a session, encrypted: the chance tells which pair plays.

        All are equally long, whatever the chance.
        """
        told = f"{session.voter.hex} {battle} {-1.0 if chance is None else chance:+.17e}"
        return self._cipher.encrypt(told.encode()).decode()

    def read_drawn(self, session: Session, battle: str, written: str) -> float | None:
        """Return the chance; None where there was none, or where it is not of this session and battle."""
        try:
            voter, drawn, chance = self._cipher.decrypt(written.encode(), FORM_SECONDS).decode().split()
        except (InvalidToken, ValueError):
            return None
        same = voter == session.voter.hex and drawn == battle and float(chance) >= 0
        return float(chance) if same else None

    def name(self, *parts: object) -> str:
        """Return a name that tells nothing of the parts, and is the same each time."""
        made = hmac.digest(self._key("name"), repr(parts).encode(), "sha256")
        return urlsafe_b64encode(made[:18]).decode()

    def _key_of(self, use: str) -> bytes:
        return hmac.digest(self._secret, use.encode(), "sha256")

    def _signer_of(self, use: str) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self._key(use), salt=f"lifeworld.arena.{use}")
