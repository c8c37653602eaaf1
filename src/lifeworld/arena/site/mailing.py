"""Sends the arena's mails."""

import smtplib
from email.message import EmailMessage
from email.utils import parseaddr
from typing import Protocol
from urllib.parse import urlsplit

from lifeworld.core.errors import UserError

MAX_ADDRESS = 254  # characters
_TIMEOUT = 20


class Mailer(Protocol):
    """Sends mails."""

    def send(self, to: str, subject: str, text: str) -> None:
        """Send a mail.

        Raises:
            UserError: it can't be sent now.
        """


class SmtpMailer:
    """Sends mails through a server: smtps://name:password@mail.example:465, or smtp:// for STARTTLS.

    Raises:
        UserError: the URL is invalid.
    """

    def __init__(self, url: str, sender: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise UserError("the URL of the mail server must be like smtps://name:password@mail.example:465")
        self._parts, self._sender = parts, sender

    def send(self, to: str, subject: str, text: str) -> None:
        secure = self._parts.scheme == "smtps"
        kind = smtplib.SMTP_SSL if secure else smtplib.SMTP
        try:
            with kind(
                str(self._parts.hostname), self._parts.port or (465 if secure else 587), timeout=_TIMEOUT
            ) as server:
                self._hand_over(server, message(self._sender, to, subject, text), secure)
        except (OSError, smtplib.SMTPException) as error:
            raise UserError("the mail could not be sent; try again later") from error

    def _hand_over(self, server: smtplib.SMTP, letter: EmailMessage, secure: bool) -> None:
        if not secure:
            server.starttls()
        if self._parts.username:
            server.login(self._parts.username, self._parts.password or "")
        server.send_message(letter)


def parse_address(written: str) -> str:
    """Validate and normalize an e-mail address.

    Raises:
        UserError: it is invalid; names, lists and line breaks are not allowed.
    """
    found = written.strip().lower()
    local, at, host = found.rpartition("@")
    plain = found.isprintable() and found.isascii() and not set(found) & set(' ,;:<>()[]\\"')
    if not (
        plain and at and local and "." in host.strip(".") and len(found) <= MAX_ADDRESS and parseaddr(found)[1] == found
    ):
        raise UserError("This is not an e-mail address like name@mail.example")
    return found


def message(sender: str, to: str, subject: str, text: str) -> EmailMessage:
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = sender, to, subject
    letter.set_content(text, cte="7bit" if text.isascii() else "8bit")  # so that links are not wrapped
    return letter
