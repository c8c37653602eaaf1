"""Where the arena's mails go: to a mail server, or into a folder."""

import secrets
import smtplib
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from lifeworld.core.errors import UserError

LONGEST = 254  # characters of an address
_SECONDS = 20


class Post(Protocol):
    """Takes a mail."""

    def send(self, to: str, subject: str, text: str) -> None:
        """Send it.

        Raises:
            UserError: it can't be sent now.
        """


class Nowhere:
    """An arena that sends no mail: nobody can sign in by one."""

    def send(self, to: str, subject: str, text: str) -> None:
        raise UserError("this arena sends no mail")


class Drop:
    """Puts each mail into a folder, for a host who tries the arena out, and for tests."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def send(self, to: str, subject: str, text: str) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        place = self._folder / f"{len(list(self._folder.iterdir())):06}-{secrets.token_hex(4)}.eml"
        place.write_bytes(_letter("arena@localhost", to, subject, text).as_bytes())


class Server:
    """Hands mails to a mail server.

    Args:
        url: like smtps://name:password@mail.example:465, or smtp:// for a server that is asked to encrypt first.
        sender: whom the mails come from.

    Raises:
        UserError: the URL is none.
    """

    def __init__(self, url: str, sender: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise UserError("the mail server is given like smtps://name:password@mail.example:465")
        self._parts, self._sender = parts, sender

    def send(self, to: str, subject: str, text: str) -> None:
        secure = self._parts.scheme == "smtps"
        kind = smtplib.SMTP_SSL if secure else smtplib.SMTP
        try:
            with kind(
                str(self._parts.hostname), self._parts.port or (465 if secure else 587), timeout=_SECONDS
            ) as server:
                self._hand_over(server, _letter(self._sender, to, subject, text), secure)
        except (OSError, smtplib.SMTPException) as error:
            raise UserError("the mail could not be sent; try again later") from error

    def _hand_over(self, server: smtplib.SMTP, letter: EmailMessage, secure: bool) -> None:
        if not secure:
            server.starttls()
        if self._parts.username:
            server.login(self._parts.username, self._parts.password or "")
        server.send_message(letter)


def address(written: str) -> str:
    """Return an e-mail address as it is kept.

    Raises:
        UserError: it is none; names, lists and line ends are none.
    """
    found = written.strip().lower()
    local, at, host = found.rpartition("@")
    plain = found.isprintable() and found.isascii() and not set(found) & set(' ,;:<>()[]\\"')
    if not (
        plain and at and local and "." in host.strip(".") and len(found) <= LONGEST and parseaddr(found)[1] == found
    ):
        raise UserError("This is no e-mail address; one is like name@mail.example")
    return found


def _letter(sender: str, to: str, subject: str, text: str) -> EmailMessage:
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = sender, to, subject
    letter.set_content(text, cte="7bit" if text.isascii() else "8bit")  # so that no link is broken over two lines
    return letter
