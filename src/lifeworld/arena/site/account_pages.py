"""Signing in by a link in a mail, and out."""

import secrets
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import func, select
from starlette.responses import Response
from starlette.routing import Route

from lifeworld.arena.database import Database
from lifeworld.arena.site.host import Asked, Host, Refusal, to
from lifeworld.arena.site.mailing import Nowhere, address
from lifeworld.arena.site.settings import Settings
from lifeworld.arena.site.visitors import Visitor, digest
from lifeworld.arena.tables import Link, Vote, Voter
from lifeworld.core.errors import UserError

LINK_MINUTES = 20
_OLD = "This link has been used, or is older than {minutes} minutes. Ask for a new one."
_LETTER = """Somebody, hopefully you, wants to sign in to the Lifeworld Arena with this address.

{link}

The link works once, for {minutes} minutes. If it was not you, do nothing: nobody is signed in without it.
"""


class AccountPages:
    """The pages of one's own account."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def routes(self) -> list[Route]:
        host = self._host
        return [
            host.page("/account", self._account),
            host.form("/account/link", self._link, "link", rate="mail"),
            host.page("/account/enter/{key}", self._arrived),
            host.form("/account/enter/{key}", self._enter, "enter", rate="sign_in"),
            host.form("/account/leave", self._leave, "leave", role="voter"),
        ]

    def _account(self, asked: Asked, problem: str = "", given: str = "") -> Response:
        with self._host.database.reading() as rows:
            votes = rows.scalar(select(func.count()).where(Vote.voter == asked.visitor.id))
        context = {"votes": votes, "problem": problem, "given": given, "oidc": self._host.settings.oidc}
        context["mails"] = not isinstance(self._host.post, Nowhere)
        return self._host.render(asked, "account.html", 422 if problem else 200, **context)

    def _link(self, asked: Asked) -> Response:
        try:
            email = address(asked.field("email"))
            self._host.limit("mail", f"to {email}")
            self._send(email)
        except UserError as problem:
            return self._account(asked, f"{str(problem).rstrip('.')}.", asked.field("email"))
        return self._host.render(asked, "sent.html", email=email, minutes=LINK_MINUTES)

    def _send(self, email: str) -> None:
        """Send a link; whether anybody has an account with this address is not told."""
        link = invitation(self._host.settings, self._host.database, email)
        text = _LETTER.format(link=link, minutes=LINK_MINUTES)
        self._host.post.send(email, "Your link to the Lifeworld Arena", text)

    def _arrived(self, asked: Asked) -> Response:
        """Show a button: programs that look at mails open links, and would use them up."""
        with self._host.database.reading() as rows:
            _valid(rows, asked.path["key"])
        return self._host.render(asked, "enter.html", key=asked.path["key"])

    def _enter(self, asked: Asked) -> Response:
        return self._host.database.write(partial(self._entered, asked))

    def _entered(self, asked: Asked, rows: Any) -> Response:
        link = _valid(rows, asked.path["key"])
        link.used = datetime.now(UTC)
        found = rows.scalar(select(Voter).where(Voter.email == link.email))
        voter = found or self._new(rows, asked)
        voter.email = link.email
        return entered(self._host, rows, voter)

    def _new(self, rows: Any, asked: Asked) -> Voter:
        """Return the row of somebody who signs in for the first time: the votes of this browser come along."""
        anonymous = not asked.visitor.signed_in
        who = asked.visitor if anonymous else self._host.nobody()
        return self._host.visitors.keep(rows, who, asked.address)

    def _leave(self, asked: Asked) -> Response:
        everywhere = asked.field("where") == "everywhere"
        with self._host.database.writing() as rows:
            only = "" if everywhere else asked.visitor.session.digest
            self._host.visitors.end(rows, asked.visitor.id, only)
        answer = to("/account")
        self._host.visitors.forget(answer)
        return answer


def invitation(settings: Settings, database: Database, email: str) -> str:
    """Make a link that signs in once, and return its address.

    Raises:
        UserError: this is no e-mail address.
    """
    key, now = secrets.token_urlsafe(32), datetime.now(UTC)
    with database.writing() as rows:
        expires = now + timedelta(minutes=LINK_MINUTES)
        rows.add(Link(digest=digest(key), email=address(email), created=now, expires=expires))
    return f"{settings.origins[0]}/account/enter/{key}"


def entered(host: Host, rows: Any, voter: Voter) -> Response:
    """Begin a session, and lead to the account."""
    rows.flush()
    session = host.visitors.sign_in(rows, voter)
    answer = to("/account")
    host.visitors.remember(answer, Visitor(session, voter.role, voter.email or "", kept=True))
    return answer


def _valid(rows: Any, key: str) -> Link:
    """Return a link that still works; it is found by its digest, so that no comparing tells how near a guess was."""
    found: Link | None = rows.get(Link, digest(key), with_for_update=True)
    if found is None or found.used or found.expires < datetime.now(UTC):
        raise Refusal(404, _OLD.format(minutes=LINK_MINUTES))
    return found
