"""Signing in, by a link in a mail or by OpenID Connect (the code flow with PKCE, a state and a nonce), and out."""

import secrets
from datetime import timedelta
from functools import cached_property, partial
from typing import Any

import httpx
from authlib.integrations.httpx_client import OAuth2Client
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from sqlalchemy import func, select
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from lifeworld.arena.database import Database
from lifeworld.arena.site.host import Host, PageRequest, Pages, Refusal, log, redirect
from lifeworld.arena.site.mailing import parse_address
from lifeworld.arena.site.settings import OpenId, Settings
from lifeworld.arena.site.visitors import Visitor, digest
from lifeworld.arena.tables import Link, Vote, Voter, now
from lifeworld.core.errors import UserError

LINK_MINUTES = 20
_OLD = "This link has been used, or is older than {minutes} minutes. Ask for a new one."
_LETTER = """Somebody, hopefully you, wants to sign in to the Lifeworld Arena with this address.

{link}

The link works once, for {minutes} minutes. If it was not you, do nothing: nobody is signed in without it.
"""
_MINUTES = 10
_SECONDS = 15  # the timeout of a provider
_COOKIE = "arena-sign-in"
_ALGORITHMS = ["RS256", "RS384", "RS512", "ES256", "ES384", "PS256", "EdDSA"]  # never “none”, never a shared key
_FAILED = "Signing in did not work. Try again from the account page."


class AccountPages(Pages):
    def routes(self) -> list[Route]:
        host = self._host
        return [
            host.page("/account", self._account),
            host.form("/account/link", self._link, "link", rate="mail"),
            host.page("/account/enter/{key}", self._arrived),
            host.form("/account/enter/{key}", self._enter, "enter", rate="sign_in"),
            host.form("/account/leave", self._leave, "leave", role="voter"),
        ]

    def _account(self, request: PageRequest, problem: str = "", given: str = "") -> Response:
        with self._host.database.reading() as rows:
            votes = rows.scalar(select(func.count()).where(Vote.voter == request.visitor.id))
        context = {"votes": votes, "problem": problem, "given": given, "oidc": self._host.settings.oidc}
        context["mails"] = self._host.mailer is not None
        return self._host.render(request, "account.html", 422 if problem else 200, **context)

    def _link(self, request: PageRequest) -> Response:
        try:
            email = parse_address(request.field("email"))
            self._host.limit("mail", f"to {email}")
            self._send(email)
        except UserError as problem:
            return self._account(request, f"{str(problem).rstrip('.')}.", request.field("email"))
        return self._host.render(request, "sent.html", email=email, minutes=LINK_MINUTES)

    def _send(self, email: str) -> None:
        """Send a link; the answer does not reveal whether the address has an account."""
        if self._host.mailer is None:
            raise UserError("this arena sends no mail")
        link = sign_in_link(self._host.settings, self._host.database, email)
        text = _LETTER.format(link=link, minutes=LINK_MINUTES)
        self._host.mailer.send(email, "Your link to the Lifeworld Arena", text)

    def _arrived(self, request: PageRequest) -> Response:
        """Show a button: mail scanners open links, and would use them up."""
        with self._host.database.reading() as rows:
            _valid(rows, request.path["key"])
        return self._host.render(request, "enter.html", key=request.path["key"])

    def _enter(self, request: PageRequest) -> Response:
        return self._host.database.write(partial(self._entered, request))

    def _entered(self, request: PageRequest, rows: Any) -> Response:
        link = _valid(rows, request.path["key"])
        link.used = now()
        found = rows.scalar(select(Voter).where(Voter.email == link.email))
        voter = found or new_voter(self._host, rows, request)
        voter.email = link.email
        return sign_in_response(self._host, rows, voter)

    def _leave(self, request: PageRequest) -> Response:
        everywhere = request.field("where") == "everywhere"
        with self._host.database.writing() as rows:
            only = "" if everywhere else request.visitor.session.digest
            self._host.visitors.end_sessions(rows, request.visitor.id, only)
        answer = redirect("/account")
        self._host.visitors.delete_cookie(answer)
        return answer


def sign_in_link(settings: Settings, database: Database, email: str) -> str:
    """Create a link that signs in once, and return its address.

    Raises:
        UserError: this is not an e-mail address.
    """
    key, began = secrets.token_urlsafe(32), now()
    with database.writing() as rows:
        expires = began + timedelta(minutes=LINK_MINUTES)
        rows.add(Link(digest=digest(key), email=parse_address(email), created=began, expires=expires))
    return f"{settings.origins[0]}/account/enter/{key}"


def new_voter(host: Host, rows: Any, request: PageRequest) -> Voter:
    """Return the row of a voter who signs in for the first time, with the votes of this browser."""
    who = Visitor() if request.visitor.signed_in else request.visitor
    return host.visitors.get_or_create(rows, who, request.address)


def sign_in_response(host: Host, rows: Any, voter: Voter) -> Response:
    """Start a session and redirect to the account page."""
    rows.flush()
    session = host.visitors.sign_in(rows, voter)
    answer = redirect("/account")
    host.visitors.set_cookie(answer, Visitor(session, voter.role, voter.email or "", kept=True))
    return answer


def _valid(rows: Any, key: str) -> Link:
    """Return a valid link; it is looked up by its digest, so that timing reveals nothing about the key."""
    found: Link | None = rows.get(Link, digest(key), with_for_update=True)
    if found is None or found.used or found.expires < now():
        raise Refusal(404, _OLD.format(minutes=LINK_MINUTES))
    return found


class OpenIdPages(Pages):
    """The two pages of the code flow; without a provider in the settings there are none."""

    def routes(self) -> list[Route]:
        if self._host.settings.oidc is None:
            return []
        return [
            self._host.form("/account/openid", self._begin, "openid", rate="sign_in"),
            self._host.page("/account/openid/back", self._back, outside=True),
        ]

    @property
    def _provider(self) -> OpenId:
        assert self._host.settings.oidc
        return self._host.settings.oidc

    @cached_property
    def _about(self) -> dict[str, Any]:
        """The metadata of the provider, fetched once."""
        place = f"{self._provider.issuer.rstrip('/')}/.well-known/openid-configuration"
        found: dict[str, Any] = httpx.get(place, timeout=_SECONDS).raise_for_status().json()
        if found.get("issuer") != self._provider.issuer:
            raise ValueError("the provider's metadata name another issuer")
        return found

    def _client(self) -> OAuth2Client:
        back = f"{self._host.settings.origins[0]}/account/openid/back"
        more = {"scope": "openid email", "code_challenge_method": "S256", "timeout": _SECONDS}
        return OAuth2Client(self._provider.client, self._provider.secret, redirect_uri=back, **more)

    def _begin(self, request: PageRequest) -> Response:
        verifier, nonce = secrets.token_urlsafe(48), secrets.token_urlsafe(24)
        try:
            with self._client() as client:
                place = self._about["authorization_endpoint"]
                url, state = client.create_authorization_url(place, code_verifier=verifier, nonce=nonce)
        except (httpx.HTTPError, ValueError, KeyError) as error:
            raise self._failed(error) from error
        answer = RedirectResponse(url, 303)
        note = self._host.signer.note(_COOKIE, [state, nonce, verifier])
        self._host.visitors.put_cookie(answer, _COOKIE, note, 60 * _MINUTES)
        return answer

    def _back(self, request: PageRequest) -> Response:
        self._host.limit("sign_in", request.visitor.id.hex, request.address)
        known = self._host.signer.read_note(_COOKIE, request.http.cookies.get(_COOKIE, ""), 60 * _MINUTES)
        state = request.query.get("state", "").encode()
        if not isinstance(known, list) or not secrets.compare_digest(str(known[0]).encode(), state):
            raise Refusal(403, _FAILED)
        try:
            claims = self._claims(request.query.get("code", ""), str(known[1]), str(known[2]))
        except (httpx.HTTPError, JoseError, ValueError, KeyError) as error:
            raise self._failed(error) from error
        answer = self._entered(request, claims)
        self._host.visitors.delete_cookie(answer, _COOKIE)
        return answer

    def _claims(self, code: str, nonce: str, verifier: str) -> dict[str, Any]:
        """Exchange a code for the claims about a person, and verify that they are signed for this client."""
        with self._client() as client:
            token = client.fetch_token(self._about["token_endpoint"], code=code, code_verifier=verifier)
        keys = KeySet.import_key_set(httpx.get(self._about["jwks_uri"], timeout=_SECONDS).raise_for_status().json())
        found = jwt.decode(token["id_token"], keys, algorithms=_ALGORITHMS)
        wanted = {"iss": self._provider.issuer, "aud": self._provider.client, "nonce": nonce}
        rules: Any = {name: {"essential": True, "value": value} for name, value in wanted.items()}
        jwt.JWTClaimsRegistry(leeway=60, exp={"essential": True}, sub={"essential": True}, **rules).validate(
            found.claims
        )
        return found.claims

    def _entered(self, request: PageRequest, claims: dict[str, Any]) -> Response:
        subject = f"{self._provider.issuer} {claims['sub']}"[:400]

        def enter(rows: Any) -> Response:
            voter = rows.scalar(select(Voter).where(Voter.subject == subject)) or self._new(rows, request, claims)
            voter.subject = subject
            return sign_in_response(self._host, rows, voter)

        return self._host.database.write(enter)

    def _new(self, rows: Any, request: PageRequest, claims: dict[str, Any]) -> Voter:
        """Return the row of a new voter; an e-mail address is used only if it is verified and not taken."""
        voter = new_voter(self._host, rows, request)
        email = str(claims.get("email", "")).lower()
        taken = rows.scalar(select(Voter.id).where(Voter.email == email))
        if email and claims.get("email_verified") is True and taken is None and voter.email is None:
            voter.email = email
        return voter

    def _failed(self, error: Exception) -> Refusal:
        log.warning("signing in by OpenID Connect failed: %s", type(error).__name__)  # its text may hold a code
        return Refusal(502, _FAILED)
