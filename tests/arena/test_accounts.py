"""Accounts and administration from outside: links in mails, OpenID Connect, roles, agents, rules, data."""

import base64
import hashlib
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest
from joserfc import jwt
from joserfc.jwk import RSAKey
from sqlalchemy import select, update
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from tests.arena.stage import NAMES, Stage, Visit, listened, staged

from lifeworld.arena.backup import backup
from lifeworld.arena.site.settings import OpenId
from lifeworld.arena.tables import Agent, Battle, Job, Question, Vote, Voter, now


@dataclass
class Provider:
    """A small provider of OpenID Connect, which checks what a careful one checks and can be told to lie."""

    issuer: str = ""
    key: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, {"kid": "one", "use": "sig"}))
    claims: dict[str, Any] = field(default_factory=dict)
    challenge: str = ""
    nonce: str = ""
    algorithm: str = "RS256"
    with_key: Any = None

    def application(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/.well-known/openid-configuration", self._about),
                Route("/token", self._token, methods=["POST"]),
                Route("/keys", self._keys),
            ]
        )

    async def _about(self, request: Request) -> JSONResponse:
        places = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
        return JSONResponse({"issuer": self.issuer, **{name: f"{self.issuer}/{path}" for name, path in places.items()}})

    async def _keys(self, request: Request) -> JSONResponse:
        return JSONResponse({"keys": [self.key.as_dict(private=False)]})

    async def _token(self, request: Request) -> JSONResponse:
        sent = dict(parse_qsl((await request.body()).decode()))
        made = base64.urlsafe_b64encode(hashlib.sha256(sent["code_verifier"].encode()).digest()).rstrip(b"=").decode()
        if made != self.challenge or sent["code"] != "the-code":
            return JSONResponse({"error": "invalid_grant"}, 400)
        now = int(time.time())
        known = {"iss": self.issuer, "aud": "the-arena", "sub": "u-1", "nonce": self.nonce, "iat": now, "exp": now + 60}
        header = {"alg": self.algorithm, "kid": "one"}
        token = jwt.encode(header, {**known, **self.claims}, self.with_key or self.key, algorithms=[self.algorithm])
        return JSONResponse({"access_token": "x", "token_type": "Bearer", "id_token": token})


@pytest.fixture
def provider() -> Iterator[Provider]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        made = Provider(f"http://127.0.0.1:{listening.getsockname()[1]}")
        with listened(made.application(), listening):
            yield made


@pytest.fixture
def stage(tmp_path: Path, provider: Provider) -> Iterator[Stage]:
    oidc = OpenId(provider.issuer, "the-arena", "a secret of the two", "Fernhill")
    with staged(tmp_path, admins=("admin@mail.example",), oidc=oidc) as opened:
        yield opened


def people(stage: Stage) -> list[Voter]:
    return stage.rows(select(Voter).order_by(Voter.created))


# ---- OpenID Connect


def begun(visit: Visit, provider: Provider) -> str:
    """Go to the provider; return the state that it gives back."""
    sent = visit.send("/account", "/account/openid")
    assert sent.status_code == 303 and sent.headers["location"].startswith(f"{provider.issuer}/authorize?")
    asked = {name: values[0] for name, values in parse_qs(urlsplit(sent.headers["location"]).query).items()}
    assert asked["code_challenge_method"] == "S256" and asked["scope"] == "openid email"
    provider.challenge, provider.nonce = asked["code_challenge"], asked["nonce"]
    return asked["state"]


def test_a_person_signs_in_with_a_provider_and_keeps_the_votes(
    visit: Visit, stage: Stage, provider: Provider, battle: str
) -> None:
    visit.vote(battle)
    provider.claims = {"email": "Ann@mail.example", "email_verified": True}
    back = visit.get(f"/account/openid/back?code=the-code&state={begun(visit, provider)}")
    assert back.status_code == 303 and "ann@mail.example" in visit.get("/account").text
    (ann,) = people(stage)
    assert stage.rows(select(Vote.voter)) == [ann.id]
    again = visit.another()
    again.get(f"/account/openid/back?code=the-code&state={begun(again, provider)}")
    assert "1 vote so far" in again.get("/account").text  # the same person elsewhere


@pytest.mark.parametrize(
    "lie", [{"nonce": "another"}, {"aud": "another"}, {"iss": "https://evil.example"}, {"exp": 1_000_000_000}]
)
def test_a_token_that_is_not_for_us_and_for_now_is_refused(
    visit: Visit, stage: Stage, provider: Provider, lie: dict[str, Any]
) -> None:
    provider.claims = lie
    assert visit.get(f"/account/openid/back?code=the-code&state={begun(visit, provider)}").status_code == 502
    assert "Send me a link" in visit.get("/account").text and not people(stage)


def test_a_token_of_another_key_is_refused(visit: Visit, stage: Stage, provider: Provider) -> None:
    provider.with_key = RSAKey.generate_key(2048)
    assert visit.get(f"/account/openid/back?code=the-code&state={begun(visit, provider)}").status_code == 502
    assert not people(stage)


def test_an_answer_that_nobody_asked_for_is_refused(visit: Visit, stage: Stage, provider: Provider) -> None:
    state = begun(visit, provider)
    other = visit.another()
    other.get("/account")
    assert other.get(f"/account/openid/back?code=the-code&state={state}").status_code == 403
    for wrong in ("", state + "x", "%00", "%C3%BC"):
        assert visit.get(f"/account/openid/back?code=the-code&state={wrong}").status_code == 403
    assert not people(stage)


def test_an_unverified_address_makes_nobody_an_administrator(visit: Visit, stage: Stage, provider: Provider) -> None:
    provider.claims = {"email": "admin@mail.example"}
    visit.get(f"/account/openid/back?code=the-code&state={begun(visit, provider)}")
    assert people(stage)[0].email is None and visit.get("/admin").status_code == 404


# ---- by mail


def test_a_person_signs_in_by_mail_and_out(visit: Visit) -> None:
    assert visit.send("/account", "/account/link", email="no address").status_code == 422
    assert visit.sign_in("Ann@Mail.example").status_code == 303
    assert "ann@mail.example" in visit.get("/account").text
    visit.send("/account", "/account/leave", where="here")
    assert "Send me a link" in visit.get("/account").text


def test_looking_leaves_no_row_behind(visit: Visit, stage: Stage) -> None:
    stage.battle()
    for path in ("/", "/live", "/leaderboard", "/account"):
        visit.get(path)
    assert not people(stage)


# ---- administration


def test_agents_are_added_paused_and_retired(admin: Visit, stage: Stage) -> None:
    sent = admin.send("/admin/agents", "/admin/agents", name="Fourth", spec="null", steps="12", seconds="60")
    assert sent.status_code == 303 and "Fourth" in admin.get("/admin/agents").text
    for status in ("paused", "active", "retired"):
        admin.send("/admin/agents", "/admin/agents/status", name="Fourth", status=status)
        assert stage.rows(select(Agent.status).where(Agent.name == "Fourth")) == [status]
    for wrong in ({"spec": "no-such-agent"}, {"steps": "many"}, {"steps": "0"}, {"name": NAMES[0]}, {"name": ""}):
        fields = {"name": "Fifth", "spec": "null", "steps": "12", "seconds": "60", **wrong}
        answer = admin.send("/admin/agents", "/admin/agents", **fields)
        assert answer.status_code == 422 and 'role="alert"' in answer.text


def test_an_agent_of_ones_own_is_tried_before_it_is_listed(admin: Visit, stage: Stage) -> None:
    fields = {"steps": "12", "seconds": "60"}
    wrong = {"tests.arena.contestants:Breaks": "no model here", "no_such_module:Agent": "no_such_module"}
    for spec, why in wrong.items():
        answer = admin.send("/admin/agents", "/admin/agents", name="Mine", spec=spec, **fields)
        assert answer.status_code == 422 and why in answer.text and 'role="alert"' in answer.text
    spec = "tests.arena.contestants:Asks"
    assert admin.send("/admin/agents", "/admin/agents", name="Mine", spec=spec, **fields).status_code == 303
    assert stage.rows(select(Agent.spec).where(Agent.name == "Mine")) == [spec]


def test_written_tasks_are_released_and_withdrawn(admin: Visit, stage: Stage) -> None:
    held = [stage.battle(status="held", goal=f"Words {number} of a visitor", written=True) for number in range(2)]
    page = admin.get("/admin/battles").text
    assert page.count("of a visitor") >= 2
    token = admin.token("/admin/battles", "/admin/battles")
    for battle, do in zip(held, ("release", "withdraw"), strict=True):
        assert admin.post("/admin/battles", {"token": token, "battle": battle, "do": do}).status_code == 303
    with stage.database.reading() as rows:
        assert [rows.get_one(Battle, battle).status for battle in held] == ["queued", "withdrawn"]
        assert rows.scalars(select(Job.battle)).all() == [held[0]]
    assert admin.get(f"/battle/{held[1]}").status_code == 404


def test_rules_hold_for_the_next_task(admin: Visit, stage: Stage) -> None:
    fields = {"deny": "Bomb\nbomb\n", "longest": "100", "a_day": "5", "waiting": "3"}
    assert admin.send("/admin/rules", "/admin/rules", **fields).status_code == 303
    with stage.database.writing() as rows:
        rows.execute(update(Agent).values(spec="null"))
    for written, told in (("Please plan a bomb for me", "not allowed"), ("x" * 101, "100 characters")):
        answer = admin.begin(written=written)
        assert answer.status_code == 422 and told in answer.text
    assert admin.begin(written="What is on my list?").status_code == 303
    assert admin.send("/admin/rules", "/admin/rules", **{**fields, "waiting": "0"}).status_code == 422


def test_the_overview_tells_what_there_is(admin: Visit, stage: Stage) -> None:
    admin.vote(stage.battle(), "tie")
    page = admin.get("/admin").text
    assert "<dt>votes</dt><dd>1</dd>" in page and "<dt>battles to vote on</dt><dd>1</dd>" in page


# ---- one's data


def test_consent_is_given_and_taken_back(visit: Visit, stage: Stage) -> None:
    visit.send("/data", "/data/consent", consent="yes")
    assert people(stage)[0].consented and "You agreed." in visit.get("/data").text
    visit.send("/data", "/data/consent", consent="no")
    assert people(stage)[0].consented is None


def test_a_written_task_goes_with_whoever_deletes_it(visit: Visit, stage: Stage) -> None:
    visit.send("/data", "/data/consent", consent="yes")
    battle = stage.battle(goal="My private words", written=True, visitor=people(stage)[0].id)
    assert "My private words" in visit.get("/data/mine.json").text
    visit.send("/data", "/data/delete", sure="yes")
    assert not list((stage.home / "battles").iterdir())  # where the runs hold the words, too
    assert backup(stage.database, stage.home, stage.home / "arena.tar.gz")["battles"] == 1
    with stage.database.reading() as rows:
        found = rows.get_one(Battle, battle)
        assert (found.visitor, found.status) == (None, "withdrawn") and "private" not in found.goal


def test_answers_to_agents_go_with_whoever_deletes_them(visit: Visit, stage: Stage) -> None:
    visit.send("/data", "/data/consent", consent="yes")
    mine = people(stage)[0].id
    answered, other = stage.battle(visitor=mine), stage.battle(visitor=mine)
    with stage.database.writing() as rows:
        side = rows.get_one(Battle, answered).sides[0].id
        rows.add(Question(side=side, step=1, text="Which?", reply="My private words", asked=now(), answered=now()))
    visit.send("/data", "/data/delete", sure="yes")
    states = {one.id: (one.status, one.visitor) for one in stage.rows(select(Battle))}
    assert stage.rows(select(Question.reply)) == [""]
    assert states == {answered: ("withdrawn", None), other: ("ready", None)}
    assert visit.get(f"/battle/{answered}").status_code == 404 and visit.get(f"/battle/{other}").status_code == 200
    assert sorted(place.name for place in (stage.home / "battles").iterdir()) == [
        f"folder-{other}-{side}" for side in ("left", "right")
    ]
