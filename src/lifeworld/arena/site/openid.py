"""Signing in by OpenID Connect: the code flow with PKCE, a state and a nonce."""

import secrets
from functools import cached_property
from typing import Any

import httpx
from authlib.integrations.httpx_client import OAuth2Client
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from sqlalchemy import select
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from lifeworld.arena.site.account_pages import entered
from lifeworld.arena.site.host import Asked, Host, Refusal, log
from lifeworld.arena.site.settings import OpenId
from lifeworld.arena.site.visitors import LAX
from lifeworld.arena.tables import Voter

_MINUTES = 10
_SECONDS = 15  # that a provider may take to answer
_COOKIE = "arena-sign-in"
_ALGORITHMS = ["RS256", "RS384", "RS512", "ES256", "ES384", "PS256", "EdDSA"]  # never “none”, never a shared key
_FAILED = "Signing in did not work. Try again from the account page."


class OpenIdPages:
    """The two pages of the code flow; there are none where the host names no provider."""

    def __init__(self, host: Host) -> None:
        self._host = host

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
        """What the provider says of itself; asked once."""
        place = f"{self._provider.issuer.rstrip('/')}/.well-known/openid-configuration"
        found: dict[str, Any] = httpx.get(place, timeout=_SECONDS).raise_for_status().json()
        if found.get("issuer") != self._provider.issuer:
            raise ValueError("the provider calls itself by another name")
        return found

    def _client(self) -> OAuth2Client:
        back = f"{self._host.settings.origins[0]}/account/openid/back"
        more = {"scope": "openid email", "code_challenge_method": "S256", "timeout": _SECONDS}
        return OAuth2Client(self._provider.client, self._provider.secret, redirect_uri=back, **more)

    def _begin(self, asked: Asked) -> Response:
        verifier, nonce = secrets.token_urlsafe(48), secrets.token_urlsafe(24)
        try:
            with self._client() as client:
                place = self._about["authorization_endpoint"]
                url, state = client.create_authorization_url(place, code_verifier=verifier, nonce=nonce)
        except (httpx.HTTPError, ValueError, KeyError) as error:
            raise self._failed(error) from error
        answer = RedirectResponse(url, 303)
        note = self._host.seal.note(_COOKIE, [state, nonce, verifier])
        secure = self._host.settings.secure
        answer.set_cookie(_COOKIE, note, max_age=60 * _MINUTES, httponly=True, secure=secure, samesite=LAX)
        return answer

    def _back(self, asked: Asked) -> Response:
        self._host.limit("sign_in", asked.visitor.id.hex, asked.address)
        known = self._host.seal.read_note(_COOKIE, asked.request.cookies.get(_COOKIE, ""), 60 * _MINUTES)
        state = asked.query.get("state", "").encode()
        if not isinstance(known, list) or not secrets.compare_digest(str(known[0]).encode(), state):
            raise Refusal(403, _FAILED)
        try:
            claims = self._claims(asked.query.get("code", ""), str(known[1]), str(known[2]))
        except (httpx.HTTPError, JoseError, ValueError, KeyError) as error:
            raise self._failed(error) from error
        answer = self._entered(asked, claims)
        answer.delete_cookie(_COOKIE, secure=self._host.settings.secure, httponly=True, samesite=LAX)
        return answer

    def _claims(self, code: str, nonce: str, verifier: str) -> dict[str, Any]:
        """Exchange a code for what the provider says of a person, and believe it only if it is signed for us."""
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

    def _entered(self, asked: Asked, claims: dict[str, Any]) -> Response:
        subject = f"{self._provider.issuer} {claims['sub']}"[:400]

        def enter(rows: Any) -> Response:
            voter = rows.scalar(select(Voter).where(Voter.subject == subject)) or self._new(rows, asked, claims)
            voter.subject = subject
            return entered(self._host, rows, voter)

        return self._host.database.write(enter)

    def _new(self, rows: Any, asked: Asked, claims: dict[str, Any]) -> Voter:
        """Return the row of somebody new; an address counts only if the provider has verified it and nobody has it."""
        who = self._host.nobody() if asked.visitor.signed_in else asked.visitor
        voter = self._host.visitors.keep(rows, who, asked.address)
        email = str(claims.get("email", "")).lower()
        taken = rows.scalar(select(Voter.id).where(Voter.email == email))
        if email and claims.get("email_verified") is True and taken is None and voter.email is None:
            voter.email = email
        return voter

    def _failed(self, error: Exception) -> Refusal:
        log.warning("signing in by OpenID Connect failed: %s", type(error).__name__)  # its text may hold a code
        return Refusal(502, _FAILED)
