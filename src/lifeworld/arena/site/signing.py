"""Signs sessions, forms and sign-in states, encrypts probabilities, and derives names of pictures."""

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
        voter: of the session.
        key: random; forms are bound to it, and the database stores its digest for signed-in sessions.
    """

    voter: uuid.UUID
    key: str

    @classmethod
    def new(cls, voter: uuid.UUID | None = None) -> "Session":
        return cls(voter or uuid.uuid4(), secrets.token_urlsafe(24))

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.key.encode()).hexdigest()


class Signer:
    """Signs with keys that are derived from a secret for each use; comparisons take constant time."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()
        self._key, self._signer = cache(self._key_of), cache(self._signer_of)
        self._cipher = Fernet(urlsafe_b64encode(self._key("drawn")))

    def session(self, session: Session) -> str:
        return self._signer("session").dumps([session.voter.hex, session.key])

    def read_session(self, written: str, days: int) -> Session | None:
        """Verify a session; return None if it is forged or older than these days."""
        try:
            voter, key = self._read("session", written, days * 86_400)
            return Session(uuid.UUID(hex=voter), str(key))
        except (BadData, ValueError, TypeError):
            return None

    def form_token(self, session: Session, purpose: str) -> str:
        """Return the token of a form; it is valid for one `purpose` only."""
        return self._signer("form").dumps([session.digest, purpose, time.time()])

    def shown_at(self, session: Session, purpose: str, token: str) -> float | None:
        """Return when a form was shown, as a Unix time; None if its token is not of this session and purpose."""
        try:
            whose, what, shown = self._read("form", token, FORM_SECONDS)
        except (BadData, ValueError, TypeError):
            return None
        given, wanted = f"{whose} {what}".encode(), f"{session.digest} {purpose}".encode()
        return float(shown) if hmac.compare_digest(given, wanted) else None

    def note(self, use: str, value: object) -> str:
        return self._signer(use).dumps(value)

    def read_note(self, use: str, written: str, seconds: int) -> object:
        """Verify a note; return None if it is forged or too old."""
        try:
            return self._read(use, written, seconds)
        except BadData:
            return None

    def _read(self, use: str, written: str, seconds: int) -> Any:
        """Verify a signed value and its age; if the clock has been set back since, its age is 0."""
        found, signed = self._signer(use).loads(written, return_timestamp=True)
        if time.time() - signed.timestamp() > seconds:
            raise SignatureExpired("too old")
        return found

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

    def _key_of(self, use: str) -> bytes:
        return hmac.digest(self._secret, use.encode(), "sha256")

    def _signer_of(self, use: str) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self._key(use), salt=f"lifeworld.arena.{use}")
