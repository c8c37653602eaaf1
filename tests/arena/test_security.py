"""Attacks on the arena's site, each tried from outside; docs/attacks.md tells of them by these tests' names."""

import gzip
import json
import re
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser
from sqlalchemy import select, update
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect
from tests.arena.stage import ADMIN, LOOSE, NAMES, ORIGIN, PAGES, SECRET, SPECS, Stage, Visit, served, staged, within

from lifeworld.arena import agents, queue, vote_queries, voting
from lifeworld.arena.database import Database
from lifeworld.arena.live import BattleEvent, EventStream
from lifeworld.arena.site import admin_pages, live_pages, moderation, rendering, visitors
from lifeworld.arena.site.data_pages import delete_data
from lifeworld.arena.site.host import address_of
from lifeworld.arena.site.mailing import SmtpMailer, parse_address
from lifeworld.arena.site.settings import Limiter, Limits, Rate, Settings
from lifeworld.arena.tables import SIDES, Agent, Battle, Job, Label, Link, Question, SignIn, Vote, Voter, now
from lifeworld.core.errors import UserError

SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(2)>"


def votes(stage: Stage) -> list[Vote]:
    return stage.rows(select(Vote).order_by(Vote.id))


# ---- forms


def test_a_form_without_its_token_is_refused(visit: Visit, stage: Stage, battle: str) -> None:
    visit.get("/")
    for token in ("", "x", "W10.x.y"):
        assert visit.cast(battle, token).status_code == 403
    assert not votes(stage)


def test_a_token_of_another_browser_is_refused(visit: Visit, stage: Stage, battle: str) -> None:
    victim = visit.another()
    victim.get("/")
    theirs = visit.ballot(battle)
    assert victim.cast(battle, theirs).status_code == 403
    assert not votes(stage)


def test_two_windows_of_a_first_visit_can_both_be_voted_in(visit: Visit, stage: Stage) -> None:
    """Both are asked for before either cookie has come: the last one stays, and both votes are of whom it names."""
    one, other, windows = stage.battle(), stage.battle(), (visit, visit.another())
    tokens = [window.ballot(battle) for window, battle in zip(windows, (one, other), strict=True)]
    browser = visit.another()
    browser.cookies = windows[0].cookies | windows[1].cookies
    for battle, token in zip((one, other), tokens, strict=True):
        assert browser.cast(battle, token).status_code == 303
    assert len({vote.voter for vote in votes(stage)}) == 1 and len(votes(stage)) == 2


def test_a_form_from_before_signing_in_is_none_after_it(visit: Visit, battle: str, token: str) -> None:
    visit.sign_in("somebody@mail.example")
    assert visit.cast(battle, token).status_code == 403


def test_a_token_of_another_form_is_refused(visit: Visit, stage: Stage) -> None:
    one, other = stage.battle(), stage.battle()
    token = visit.ballot(one)
    assert visit.cast(other, token).status_code == 403
    assert visit.post("/data/delete", {"sure": "yes", "token": token}).status_code == 403
    assert visit.post("/battle/%C3%BC/vote", {"choice": "left", "token": token}).status_code == 403


def test_an_old_token_is_refused(visit: Visit, monkeypatch: pytest.MonkeyPatch, battle: str, token: str) -> None:
    monkeypatch.setattr(visitors, "FORM_SECONDS", -1)
    assert visit.cast(battle, token).status_code == 403


def test_a_form_from_another_origin_is_refused(visit: Visit, stage: Stage, battle: str, token: str) -> None:
    for origin in ("https://evil.example", "null", f"{ORIGIN}.evil.example", ORIGIN.replace("http:", "https:")):
        sent = visit.cast(battle, token, origin=origin)
        assert sent.status_code == 403
    assert not votes(stage)


def test_nothing_is_done_by_get(visit: Visit, stage: Stage, battle: str) -> None:
    paths = (f"/battle/{battle}/vote?choice=left", "/data/delete?sure=yes", "/account/leave", f"/battle/{battle}/steer")
    for path in paths:
        assert visit.get(path).status_code in (404, 405)
    assert not votes(stage)


def test_bodies_that_are_no_forms_are_refused(visit: Visit, battle: str) -> None:
    for kind in ("application/json", "text/plain", "multipart/form-data; boundary=x", ""):
        sent = visit.post(f"/battle/{battle}/vote", b'{"choice": "left"}', content_type=kind)
        assert sent.status_code == 415


def test_a_file_is_never_kept(visit: Visit, stage: Stage) -> None:
    """Its words may become letters, dates and lists of a battle's world; no other form takes any."""
    kind = {"content_type": "multipart/form-data; boundary=x"}
    part = '--x\r\ncontent-disposition: form-data; name="{}"{}\r\n\r\n{}\r\n'
    file = part.format("files", '; filename="../../a.zip"', "PK\x03\x04")
    token = part.format("token", "", visit.token("/live", "/live")) + part.format("profile", "", "nora")
    assert visit.post("/live", f"{file}--x--\r\n".encode(), **kind).status_code == 403
    refused = visit.post("/live", f"{token}{file}--x--\r\n".encode(), **kind)
    assert (refused.status_code, "“a.zip” is none of the files that are taken" in refused.text) == (422, True)
    assert visit.post("/data/delete", f"{token}{file}--x--\r\n".encode(), **kind).status_code == 415
    assert visit.post("/live", b"--x\r\n" + b"x" * 2_000_000, **kind).status_code == 413
    assert not [place for place in stage.home.rglob("*") if place.suffix == ".zip"]


def test_a_large_body_is_refused_before_it_is_read(visit: Visit, battle: str) -> None:
    assert visit.post(f"/battle/{battle}/vote", b"a=" + b"x" * 40_000).status_code == 413


def test_a_form_of_very_many_fields_does_no_harm(visit: Visit, stage: Stage, battle: str, token: str) -> None:
    fields = [("token", token), ("choice", "tie"), *[("left", "correct")] * 1000]
    assert visit.post(f"/battle/{battle}/vote", fields).status_code == 303
    assert len(stage.rows(select(Label))) == 1


# ---- votes


def test_a_vote_counts_once(visit: Visit, stage: Stage, battle: str, token: str) -> None:
    for choice in ("left", "left", "right"):
        assert visit.cast(battle, token, choice).status_code == 303
    assert [vote.choice for vote in votes(stage)] == ["left"]
    assert visit.boards.settle(5) and visit.boards.board().votes == 1


def test_a_choice_that_there_is_not_is_refused(visit: Visit, stage: Stage, battle: str) -> None:
    for choice in ("", "both", SCRIPT, "left' OR 1=1 --", "right\x00"):
        answer = visit.vote(battle, choice)
        assert answer.status_code == 422 and SCRIPT not in answer.text
    assert not votes(stage)


def test_labels_that_no_page_offers_are_left_out(visit: Visit, stage: Stage, battle: str) -> None:
    of_none = {"left": "winner", "right-1": "great", "middle": "correct"}
    assert visit.vote(battle, **of_none, **{"left-99": "good", "left--1": "good", "right-²": "bad"}).status_code == 303
    assert not stage.rows(select(Label))


def test_the_time_of_a_vote_is_not_the_voters_to_say(visit: Visit, stage: Stage, battle: str) -> None:
    visit.vote(battle, seconds="9999", shown="0")
    assert votes(stage)[0].seconds < 60


def test_the_chance_of_a_draw_cannot_be_forged(visit: Visit, stage: Stage, battle: str) -> None:
    other = stage.battle()
    visit.get("/")
    mine, theirs = visit.session, visitors.Session.new()
    forged = visitors.Signer("another secret, which is as long as that one").draw_token(mine, battle, 0.9)
    visit.vote(battle, drawn=forged)
    borrowed = visit.host.signer.draw_token(mine, battle, 0.9)
    visit.vote(other, drawn=borrowed)
    third = stage.battle()
    visit.vote(third, drawn=visit.host.signer.draw_token(theirs, third, 0.9))
    assert [vote.chance for vote in votes(stage)] == [None, None, None]


def test_a_battle_that_is_not_over_takes_no_vote_and_shows_nothing(visit: Visit, stage: Stage) -> None:
    ready = stage.battle()
    token = visit.ballot(ready)
    for status in ("running", "withdrawn", "failed", "held"):
        with stage.database.writing() as rows:
            rows.get_one(Battle, ready).status = status  # type: ignore[assignment]
        assert visit.get(f"/battle/{ready}").status_code == 404
        assert visit.cast(ready, token).status_code == 404
    assert not votes(stage)


def test_odd_letters_are_kept_or_refused_on_either_database(tmp_path: Path, url: str) -> None:
    """A null byte anywhere is refused, which PostgreSQL can't keep; what is odd, but text, comes back as it was."""
    odd = "e\u0301\u202e\U0001f469\u200d\U0001f680 \ufffd\ufeff \ud7ff 漢字 ﷽ Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢"
    with staged(tmp_path, url) as stage:
        visit, battle = stage.visit(), stage.battle()
        for path in ("/battle/%00", "/watch/x%00", f"/battle/{battle}/picture/%00", "/account/enter/%00", "/%00"):
            assert visit.get(path).status_code == 404
        token = visit.ballot(battle)
        for form in ({"text": "a\0b"}, {"left\0": "correct"}, {"drawn": "\0"}):
            assert visit.post(f"/battle/{battle}/vote", {"token": token, "choice": "left", **form}).status_code == 422
        assert not votes(stage)
        assert visit.vote(battle, text=odd).status_code == 303
        assert votes(stage)[0].text == odd.strip()
        assert visit.get("/data/mine.json").json()["votes"][0]["text"] == odd.strip()


# ---- what others wrote


def test_a_written_task_is_shown_as_text(visit: Visit, stage: Stage) -> None:
    battle = stage.battle(goal=SCRIPT, written=True)
    page = visit.get(f"/battle/{battle}").text
    assert SCRIPT not in page and "&lt;script&gt;alert(1)" in page


def test_words_of_agents_are_shown_as_text_in_the_players_data_too(visit: Visit, stage: Stage, battle: str) -> None:
    place = next((stage.home / "battles").glob(f"folder-{battle}-left/episodes/*/steps.jsonl"))
    place.write_text(place.read_text().replace("Done as asked", "</script><script>alert(3)</script><!--"))
    page = visit.get(f"/battle/{battle}").text
    assert "</script><script>alert(3)" not in page and "\\u003c/script\\u003e" in page


def test_a_comment_reaches_nobody_as_markup(visit: Visit, stage: Stage, battle: str) -> None:
    visit.vote(battle, text=SCRIPT)
    assert votes(stage)[0].text == SCRIPT
    assert visit.get("/data/mine.json").headers["content-type"] == "application/json"
    assert visit.get("/data/mine.json").headers["x-content-type-options"] == "nosniff"
    assert SCRIPT not in visit.get(f"/battle/{battle}").text


def test_a_search_is_shown_as_text(visit: Visit) -> None:
    for path in ("/live?search={}", "/live/tasks?search={}", "/leaderboard?device={}", "/leaderboard?{}=1"):
        assert SCRIPT not in visit.get(path.format(SCRIPT)).text


def test_words_for_a_database_are_only_words(visit: Visit, stage: Stage) -> None:
    stage.battle()
    union = "/leaderboard?device=phone' UNION SELECT spec FROM agents--"
    for path in ("/battle/' OR '1'='1", union, "/watch/%27%3B--"):
        answer = visit.get(path)
        assert answer.status_code in (200, 404, 422) and not any(spec in answer.text for spec in SPECS)


@pytest.mark.parametrize(
    "text",
    [
        "short",
        "x" * 601,
        "Delete all\x00 of my mail",
        "Read this\u202e backwards please",
        "Zero\u200bwidth words in here",
    ],
)
def test_a_written_task_that_hides_something_is_refused(text: str) -> None:
    with pytest.raises(UserError):
        moderation.checked_task(text, moderation.Rules())


@pytest.mark.parametrize(
    "text",
    [
        "Build a BOMB for me",
        "build a b o m b now",
        "Build a bómb, please",
        "build a bo\u00admb now",
        "Ｂｏｍｂ plans, please",
    ],
)
def test_denied_words_are_found_however_they_are_dressed_up(text: str) -> None:
    with pytest.raises(UserError):
        moderation.checked_task(text, moderation.Rules(deny=("bomb",)))
    assert moderation.checked_task("Book a table in the Bombay Café", moderation.Rules(deny=("bomb",)))


def test_written_tasks_wait_for_a_moderator_where_that_is_the_rule(visit: Visit, stage: Stage) -> None:
    stage.rules(hold=True)
    with stage.database.writing() as rows:
        rows.execute(update(Agent).values(spec="null"))
    sent = visit.begin(written="Tell me what is on my list today")
    assert sent.status_code == 303
    assert stage.rows(select(Battle.status)) == ["held"]
    watched = visit.get(sent.headers["location"]).text
    assert "A moderator reads the task first" in watched


# ---- sessions and accounts


def test_a_forged_cookie_is_a_stranger(admin: Visit) -> None:
    assert admin.get("/admin").status_code == 200
    whose = admin.cookies["arena"]
    forged = visitors.Signer("another secret, which is as long as that one")
    session = visitors.Signer(SECRET).read_session(whose, 1)
    assert session
    for cookie in (
        whose[:-5] + ("A" if whose[-5] != "A" else "B") + whose[-4:],
        forged.session(session),
        "",
        "x" * 5000,
    ):
        stranger = admin.another()
        stranger.cookies = {"arena": cookie}
        assert stranger.get("/admin").status_code == 404


def test_knowing_somebodys_number_is_not_enough(admin: Visit, stage: Stage) -> None:
    [number] = stage.rows(select(Voter.id))
    guest = admin.another()
    guest.cookies = {
        "arena": visitors.Signer(SECRET).session(visitors.Session.new(number))
    }  # a signed cookie, no sign-in
    assert guest.get("/admin").status_code == 404


def test_a_session_from_before_signing_in_is_none_after_it(visit: Visit) -> None:
    visit.get("/account")
    before = dict(visit.cookies)
    visit.sign_in("admin@mail.example")
    fixed = visit.another()
    fixed.cookies = before
    assert fixed.get("/admin").status_code == 404 and visit.get("/admin").status_code == 200


def test_signing_out_ends_the_session_everywhere(admin: Visit) -> None:
    stolen = admin.another()
    stolen.cookies = dict(admin.cookies)
    assert stolen.get("/admin").status_code == 200
    assert admin.send("/account", "/account/leave", where="everywhere").status_code == 303
    assert stolen.get("/admin").status_code == 404


def test_sessions_run_out(admin: Visit, stage: Stage) -> None:
    with stage.database.writing() as rows:
        rows.scalars(select(SignIn)).one().expires = now()
    assert admin.get("/admin").status_code == 404
    assert visitors.Signer(SECRET).read_session(admin.cookies["arena"], -1) is None


def test_a_changed_role_ends_the_sessions_that_had_the_old_one(visit: Visit) -> None:
    other = visit.another()
    other.sign_in("ann@mail.example")
    visit.sign_in("admin@mail.example")
    visit.send("/admin/people", "/admin/people", email="ann@mail.example", role="expert", group="experts")
    assert "Send me a link" in other.get("/account").text


def test_the_cookie_is_out_of_reach_of_scripts(stage: Stage) -> None:
    stage.settings = replace(stage.settings, origins=("https://arena.example",))
    cookie = stage.visit().get("/account").headers["set-cookie"]
    assert cookie.startswith("__Host-arena=")
    assert {"HttpOnly", "Secure", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))


def test_a_link_works_once(visit: Visit, stage: Stage) -> None:
    visit.sign_in("ann@mail.example")
    path = stage.link()
    assert visit.another().get(path).status_code == 404


def test_a_link_is_not_used_up_by_a_program_that_opens_it(visit: Visit, stage: Stage) -> None:
    visit.send("/account", "/account/link", email="ann@mail.example")
    path = stage.link()
    assert visit.another().get(path).status_code == 200
    assert visit.send(path, path).status_code == 303


def test_an_old_link_is_refused(visit: Visit, stage: Stage) -> None:
    visit.send("/account", "/account/link", email="ann@mail.example")
    with stage.database.writing() as rows:
        rows.scalars(select(Link)).one().expires = now()
    path = stage.link()
    assert visit.get(path).status_code == 404


def test_no_link_can_be_read_from_the_database(visit: Visit, stage: Stage) -> None:
    visit.send("/account", "/account/link", email="ann@mail.example")
    key = stage.link().rpartition("/")[2]
    assert key.encode() not in (stage.home / "arena.db").read_bytes() + (stage.home / "arena.db-wal").read_bytes()


def test_whether_an_address_is_known_is_not_told(visit: Visit) -> None:
    other = visit.another()
    other.sign_in("ann@mail.example")
    told = [visit.send("/account", "/account/link", email=f"{name}@mail.example").text for name in ("ann", "bob")]
    assert plain(told[0].replace("ann@", "bob@")) == plain(told[1])


def plain(page: str) -> str:
    """Return a page without its tokens."""
    return re.sub(r'value="[^"]{40,}"', "", page)


@pytest.mark.parametrize(
    "written",
    [
        "a@b.example\r\nBcc: c@d.example",
        "a@b.example, c@d.example",
        "<a@b.example>",
        "a b@c.example",
        "@b.example",
        "a@b",
        "x" * 250 + "@b.example",
    ],
)
def test_an_address_can_carry_nothing_else_into_a_mail(written: str) -> None:
    with pytest.raises(UserError):
        parse_address(written)


def test_a_link_asked_for_elsewhere_does_not_bind_a_strangers_votes(visit: Visit, stage: Stage, battle: str) -> None:
    """Somebody asks for a link to another's address; whoever opens it gets no votes of the asker's."""
    victim = visit.another()
    visit.vote(battle)
    visit.send("/account", "/account/link", email="ann@mail.example")
    path = stage.link()
    assert victim.send(path, path).status_code == 303
    [ann] = stage.rows(select(Voter.id).where(Voter.email == "ann@mail.example"))
    assert votes(stage)[0].voter != ann
    assert "Send me a link" in visit.get("/account").text


# ---- administration


def test_there_is_no_administration_for_others(visit: Visit) -> None:
    missing = plain(visit.get("/no-such-page").text)
    voter = visit.another()
    voter.sign_in("ann@mail.example")
    for path in ADMIN:
        assert visit.get(path).status_code == voter.get(path).status_code == 404
        assert plain(visit.get(path).text) == missing
        assert voter.post(path, {"token": "x"}).status_code in (404, 405)


def test_an_administrators_form_wants_its_own_token(admin: Visit) -> None:
    wrong = admin.token("/admin/rules", "/admin/rules")
    sent = admin.post("/admin/agents/status", {"token": wrong, "name": NAMES[0], "status": "retired"})
    assert sent.status_code == 403


def test_keys_in_specs_are_never_shown(visit: Visit, stage: Stage) -> None:
    with stage.database.writing() as rows:
        rows.add(Agent(name="Keyed", spec="mine:Agent?key=sk-abcdef123456&temperature=0.7", created=now()))
    visit.sign_in("admin@mail.example")
    page = visit.get("/admin/agents").text
    assert "sk-abcdef" not in page and "key=…" in page and "temperature=0.7" in page
    assert admin_pages.redacted_spec("chat:model?token=12345678901234") == "chat:model?token=…"


def test_an_administrator_cannot_be_locked_out_by_mistake(admin: Visit) -> None:
    sent = admin.send("/admin/people", "/admin/people", email="admin@mail.example", role="voter", group="public")
    assert sent.status_code == 422 and admin.get("/admin").status_code == 200


@pytest.mark.long
def test_two_administrators_at_once_are_as_one_after_the_other(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both release the same task, add the same agent, set rules for the first time, and say what is right."""
    meeting = threading.Barrier(2)
    with staged(tmp_path, url, admins=("one@mail.example", "two@mail.example")) as stage:
        held, ready = stage.battle(status="held"), stage.battle()
        both = [stage.visit()]
        both.append(both[0].another())
        for admin, name in zip(both, ("one", "two"), strict=True):
            admin.sign_in(f"{name}@mail.example")
        for module, function in ((queue, "enqueue"), (agents, "now"), (moderation, "asdict"), (voting, "delete")):
            monkeypatch.setattr(module, function, met(meeting, getattr(module, function)))
        rules = {"deny": "bomb", "longest": "600", "a_day": "500", "waiting": "40"}
        agent = {"name": "Somebody New", "spec": "null", "steps": "30", "seconds": "180"}
        for path, form in (
            ("/admin/battles", {"battle": held, "do": "release"}),
            ("/admin/agents", agent),
            ("/admin/rules", rules),
            ("/admin/battles/known", {"battle": ready, "choice": "left"}),
        ):
            assert sorted(together(both, path, form)) in ([303, 303], [303, 422]), path
        with stage.database.reading() as rows:
            assert len(rows.scalars(select(Job).where(Job.battle == held)).all()) == 1
            assert len(rows.scalars(select(Agent).where(Agent.name == "Somebody New")).all()) == 1
            assert moderation.load_rules(rows).deny == ("bomb",) and vote_queries.known_answers(rows) == {ready: "left"}


def met(meeting: threading.Barrier, act: Callable[..., Any]) -> Callable[..., Any]:
    """Return what waits for the other one, and then does the same; where only one can come it goes on alone."""

    def both(*given: Any, **named: Any) -> Any:
        with suppress(threading.BrokenBarrierError):
            meeting.wait(0.3)
        meeting.reset()
        return act(*given, **named)

    return both


def together(people: list[Visit], path: str, form: dict[str, str]) -> list[int]:
    page = "/".join(path.split("/")[:3])
    assert all(one.get(page).status_code == 200 for one in people)
    forms = [{**form, "token": one.signed(f"admin {path}")} for one in people]
    with ThreadPoolExecutor(2) as pool:
        return [sent.status_code for sent in pool.map(Visit.post, people, [path] * 2, forms)]


def test_nobody_brings_an_agent_back_that_is_being_retired(database: Database) -> None:
    """One administrator retires it while another, who still sees it paused, activates it."""
    with database.writing() as rows:
        agents.register(rows, "it", "null")
    seen = threading.Event()

    def retire() -> None:
        with database.writing() as rows:
            agents.set_status(rows, "it", "retired")
            seen.set()
            time.sleep(0.3)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(retire)
        assert seen.wait(10)
        with pytest.raises(UserError, match="is retired, which is final"), database.writing() as rows:
            agents.set_status(rows, "it", "active")


def test_figures_want_the_collectors_token(visit: Visit, tmp_path: Path) -> None:
    assert visit.get("/metrics").status_code == 404
    assert visit.get("/metrics", authorization="Bearer the collector").status_code == 404
    assert visit.get("/metrics", authorization="Bearer ").status_code == 404
    assert visit.get("/health").text == "ok"


# ---- other people's battles


def test_nobody_steers_a_battle_of_another(visit: Visit, stage: Stage) -> None:
    battle = live(visit, stage)
    other = visit.another()
    other.get("/")
    assert 'name="wanted"' not in other.get(f"/watch/{battle}").text
    token = other.signed(f"steer {battle}")
    assert other.post(f"/battle/{battle}/steer", {"token": token, "wanted": "stop"}).status_code == 404
    assert other.post(f"/battle/{battle}/reply", {"token": token, "question": "1", "text": "no"}).status_code == 404
    assert stage.rows(select(Battle.wanted)) == ["go"]


def live(visit: Visit, stage: Stage) -> str:
    sent = visit.begin(task="todo.CompleteTask")
    assert sent.status_code == 303, sent.text
    return str(sent.headers["location"]).rpartition("/")[2]


def test_a_question_of_another_battle_is_not_answered(visit: Visit, stage: Stage) -> None:
    mine, other = live(visit, stage), live(visit.another(), stage)
    with stage.database.writing() as rows:
        side = rows.get_one(Battle, other).sides[0].id
        rows.add(Question(id=77, side=side, step=0, text="Which?", asked=now()))
    form = {"token": visit.signed(f"steer {mine}"), "question": "77", "text": "x"}
    assert visit.post(f"/battle/{mine}/reply", form).status_code == 404
    assert stage.rows(select(Question.reply)) == [None]


def test_a_written_task_never_goes_to_an_agent_that_reads_definitions(visit: Visit) -> None:
    sent = visit.begin(written="Tell me what is on my list today")
    assert sent.status_code == 422 and "not enough agents" in sent.text  # two of the three are privileged


def test_a_task_is_of_the_catalogue(visit: Visit) -> None:
    for task in ("../../etc/passwd", "Written", "os.system", "written.Written"):
        sent = visit.begin(task=task)
        assert sent.status_code == 422
    for task in ("todo.CompleteTask+todo.AddTask", "todo.NoSuchTask"):
        sent = visit.begin(task=task)
        assert sent.status_code == 422 and "This task is not in the list" in sent.text
        assert task not in LexborHTMLParser(sent.text).text()
    for wrong in ({"device": "../phone"}, {"profile": "../../nora"}):
        assert visit.begin(task="todo.CompleteTask", **wrong).status_code == 422


# ---- pictures and files


def test_pictures_are_named_by_nothing_that_can_be_guessed(visit: Visit, stage: Stage, battle: str) -> None:
    other = stage.battle()
    page = visit.get(f"/battle/{battle}").text
    token = re.findall(rf"/battle/{battle}/picture/([\w-]+)", page)[0]
    assert visit.get(f"/battle/{battle}/picture/{token}").headers["content-type"] == "image/png"
    name = next((stage.home / "battles").rglob("*.png")).stem
    for forged in (name, token[:-1], "0", "..%2f..%2farena.db", "%2e%2e/secret"):
        assert visit.get(f"/battle/{battle}/picture/{forged}").status_code == 404
    assert visit.get(f"/battle/{other}/picture/{token}").status_code == 404


def test_no_file_but_the_sites_own_is_served(visit: Visit) -> None:
    own = ("/own/../app.py", "/own/%2e%2e%2fapp.py", "/own/base.html")
    for path in (*own, "/static/../../secret", "/static/vendor/..%2f..%2fpage.html", "/arena.db"):
        assert visit.get(path).status_code == 404


# ---- headers, hosts, sockets


def test_headers_hold_on_every_answer(visit: Visit, battle: str) -> None:
    for path in (*PAGES, "/health", f"/battle/{battle}", "/own/site.css", "/battle/x/vote"):
        headers = visit.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff" and headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "same-origin"


def test_no_page_needs_a_script_or_style_inside_it(visit: Visit, battle: str) -> None:
    visit.sign_in("admin@mail.example")
    for path in (*PAGES, f"/battle/{battle}", *ADMIN):
        page = visit.get(path).text
        for script in re.findall(r"<script\b[^>]*>", page):
            assert " src=" in script or 'type="application/json"' in script
        assert not re.search(r"<style\b|\sstyle=|\son[a-z]+=|javascript:", page), path


def test_an_unknown_host_is_refused(visit: Visit) -> None:
    assert visit.get("/", host="evil.example").status_code == 400


def test_the_address_of_a_visitor_is_not_theirs_to_say(visit: Visit, stage: Stage, battle: str, token: str) -> None:
    told = {"x_forwarded_for": "198.51.100.7", "forwarded": "for=198.51.100.7"}
    assert visit.cast(battle, token, **told).status_code == 303
    [kept] = stage.rows(select(Voter.address_hash))
    assert kept == visit.host.visitors.address_hash("203.0.113.9") and "203.0.113" not in kept


@pytest.mark.parametrize("origin", ["https://evil.example", "null", ""])
def test_a_socket_from_another_page_is_refused(visit: Visit, stage: Stage, origin: str) -> None:
    assert refusal(visit, live(visit, stage), origin) == 4403


def test_a_socket_of_no_battle_is_refused(visit: Visit) -> None:
    assert refusal(visit, "none")


def refusal(visit: Visit, battle: str, origin: str = ORIGIN) -> int:
    """Return the code with which the live view of a battle is refused."""
    with pytest.raises(WebSocketDisconnect) as closed, view_of(visit, battle, TestClient(visit.made, ORIGIN), origin):
        pass
    return closed.value.code


def view_of(visit: Visit, battle: str, client: TestClient, origin: str = ORIGIN) -> WebSocketTestSession:
    """Return a live view of a battle, not entered yet."""
    headers = {"origin": origin} if origin else {}
    cookies = {"cookie": f"arena={visit.cookies['arena']}"} if visit.cookies else {}
    return client.websocket_connect(f"ws://127.0.0.1/battle/{battle}/socket", headers=headers | cookies)


@pytest.mark.parametrize("said", ["{", "[" * 20_000, '{"seen": "middle"}', '"left"', "null"])
def test_nonsense_on_a_socket_ends_it(visit: Visit, stage: Stage, said: str) -> None:
    with view_of(visit, live(visit, stage), TestClient(visit.made, ORIGIN)) as socket:
        assert socket.receive_json()[0]["kind"] == "status"
        ended(socket, said)


def test_a_picture_that_was_never_sent_is_not_drawn(visit: Visit, stage: Stage) -> None:
    with view_of(visit, live(visit, stage), TestClient(visit.made, ORIGIN)) as socket:
        assert socket.receive_json()[0]["kind"] == "status"
        ended(socket, '{"seen": "left"}')


def test_opening_sockets_counts_like_asking_for_pages(stage: Stage) -> None:
    visit, battle = stage.visit(limits=replace(LOOSE, page=Rate(10, 600, 1000))), stage.battle(status="running")
    visit.get("/about")
    opened = 0
    with TestClient(visit.made, ORIGIN) as client:
        for _ in range(15):
            with suppress(WebSocketDisconnect), view_of(visit, battle, client) as view:
                opened += 1
                ended(view)
    assert opened == 10 and visit.get("/about").status_code == 429


def test_a_browser_that_takes_nothing_loses_its_view(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """It opens a live view and reads no byte of it, so that what is sent waits in the server."""
    monkeypatch.setattr(live_pages, "SEND_TIMEOUT", 0.3)
    battle = stage.battle(status="running")
    with served(stage) as site, socket.socket() as silent:
        limiter, host = site.host.limiter, site.origin.partition("//")[2]
        silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        silent.connect(("127.0.0.1", int(host.partition(":")[2])))
        silent.sendall(UPGRADE.format(battle=battle, host=host).encode())
        within(10, lambda: limiter.views == 1)
        stream = EventStream(stage.home, battle)
        stream.publish(BattleEvent("begun"))
        for side in SIDES:
            stream.show(side, bytes(32_000_000))
        within(10, lambda: limiter.views == 0)


UPGRADE = """GET /battle/{battle}/socket HTTP/1.1\r
host: {host}\r
origin: http://{host}\r
connection: Upgrade\r
upgrade: websocket\r
sec-websocket-version: 13\r
sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r
\r
"""


def ended(view: WebSocketTestSession, said: str = "null") -> None:
    """End a view by what it may not say, and wait until the server has let it go."""
    view.send_text(said)
    with pytest.raises(WebSocketDisconnect):
        while True:
            view.receive_text()


def test_words_that_nobody_has_read_are_shown_to_who_wrote_them_alone(visit: Visit, stage: Stage) -> None:
    battle = live(visit, stage)
    with stage.database.writing() as rows:
        found = rows.get_one(Battle, battle)
        found.status, found.goal = "held", "words that a moderator would not let pass"
    other = visit.another()
    other.get("/")
    assert "would not let pass" in visit.get(f"/watch/{battle}").text
    assert other.get(f"/watch/{battle}").status_code == 404
    assert refusal(other, battle) == 4404


@pytest.mark.parametrize("said", ["bomb it", "b o m b", "one\u202etwo", "\x00", "", "x" * 501])
def test_an_answer_is_moderated_like_a_task(visit: Visit, stage: Stage, said: str) -> None:
    battle = live(visit, stage)
    stage.rules(deny=("bomb",))
    with stage.database.writing() as rows:
        rows.add(Question(id=5, side=rows.get_one(Battle, battle).sides[0].id, step=0, text="Which?", asked=now()))
    sent = {"token": visit.signed(f"steer {battle}"), "question": "5"}
    assert visit.post(f"/battle/{battle}/reply", {**sent, "text": said}).status_code == 422
    assert visit.post(f"/battle/{battle}/reply", {**sent, "text": "The first"}).status_code == 303
    assert stage.rows(select(Question.reply)) == ["The first"]


@pytest.mark.parametrize("moved", [-3600, 3600])
def test_a_clock_that_is_set_makes_nobody_a_stranger(
    visit: Visit, stage: Stage, moved: int, monkeypatch: pytest.MonkeyPatch, battle: str
) -> None:
    right = time.time
    token = visit.ballot(battle)
    cookie = dict(visit.cookies)
    monkeypatch.setattr(time, "time", lambda: right() + moved)
    for _ in range(2):
        assert visit.cast(battle, token).status_code == 303
    assert visit.cookies == cookie and len(votes(stage)) == 1


def test_a_vote_while_ones_data_is_deleted_leaves_nothing(visit: Visit, stage: Stage, battle: str) -> None:
    """The other window's form is on its way when the deletion comes through."""
    visit.vote(stage.battle())
    token, host = visit.ballot(battle), visit.host
    known = host.visitors.identify
    with pytest.MonkeyPatch.context() as patch:

        def deleted_since(connection: HTTPConnection) -> object:
            found = known(connection)
            with stage.database.writing() as rows:
                delete_data(rows, found.id)
            return found

        patch.setattr(host.visitors, "identify", deleted_since)
        assert visit.cast(battle, token).status_code == 422
    assert not votes(stage)


def test_two_windows_of_one_browser_have_one_vote(visit: Visit, stage: Stage, battle: str) -> None:
    tokens = [visit.ballot(battle) for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        sent = pool.map(visit.cast, [battle] * 2, tokens, ("left", "right"))
    assert [one.status_code for one in sent] == [303, 303]
    (kept,) = votes(stage)
    assert rendering.CHOICE_TEXTS[kept.choice] in visit.get(f"/battle/{battle}").text
    assert visit.cast(battle, visit.signed(f"vote {battle}"), "tie").status_code == 303  # after who was who was told
    assert [one.choice for one in votes(stage)] == [kept.choice]


def test_a_packed_body_is_not_unpacked(visit: Visit, stage: Stage, battle: str, token: str) -> None:
    bomb = gzip.compress(f"token={token}&choice=left&text=".encode() + b"x" * 20_000_000)
    assert len(bomb) < 32_768
    sent = visit.post(f"/battle/{battle}/vote", bomb, content_encoding="gzip")
    assert sent.status_code in (403, 422) and not votes(stage)


# ---- too much


@pytest.mark.long
def test_one_visitor_cannot_flood(stage: Stage) -> None:
    visit = stage.visit(limits=Limits(page=LOOSE.page, address=LOOSE.page, vote=Rate(2, 3600, 1000)))
    ids = [stage.battle() for _ in range(3)]
    assert [visit.vote(battle).status_code for battle in ids] == [303, 303, 429]
    assert visit.another().vote(ids[2]).status_code == 303


def test_throwing_the_cookie_away_does_not_help(stage: Stage) -> None:
    visit = stage.visit(limits=Limits(address=Rate(5, 3600, 1000)))
    codes = [visit.another().get("/about").status_code for _ in range(8)]
    assert codes == [200] * 5 + [429] * 3


def test_new_cookies_share_the_votes_of_their_address(stage: Stage) -> None:
    """Each browser loads the page, as it must for a token, and comes with a cookie of its own."""
    visit, battle = stage.visit(limits=replace(LOOSE, vote=Rate(1, 3600, 1000))), stage.battle()
    codes = [visit.another().vote(battle).status_code for _ in range(12)]
    elsewhere = visit.another("203.0.113.10").vote(battle).status_code
    assert codes == [303] * 10 + [429] * 2 and elsewhere == 303
    assert len(votes(stage)) == 11


def test_a_second_vote_from_one_address_moves_no_ranking(stage: Stage) -> None:
    """Who has voted knows who played; a new cookie shows the ballot again, and its vote is kept and set aside."""
    first, battle = stage.visit(filters=("repeated address",)), stage.battle()
    boards, second = first.boards, first.another()
    first.vote(battle), second.vote(battle, "right"), first.another("203.0.113.10").vote(battle)
    boards.settle(5)
    assert len(votes(stage)) == 3 and boards.board().votes == 2
    assert "not counted" in second.get(f"/battle/{battle}").text
    assert "not counted" not in first.get(f"/battle/{battle}").text
    assert "2 votes on 2 agents, of 3 cast" in first.get("/leaderboard").text
    assert stage.visit(filters=("repeated address",)).boards.board().votes == 2


@pytest.mark.long
def test_votes_that_are_set_aside_later_leave_the_ranking(stage: Stage) -> None:
    visit = stage.visit(filters=("one side",))
    told = []
    for battle in [stage.battle() for _ in range(12)]:
        visit.vote(battle)
        visit.boards.settle(5)
        told.append(visit.boards.board().votes)
    assert told == [*range(1, 11), 0, 0]  # eleven times left is less than a fair coin's 0.1 %
    visit.another().vote(battle)  # from the same address, whose votes on it are filtered together
    visit.boards.settle(5)
    assert "not counted" in visit.get(f"/battle/{battle}").text


def test_new_cookies_share_the_battles_of_their_address(stage: Stage) -> None:
    visit = stage.visit(limits=replace(LOOSE, battle=Rate(1, 3600, 1000)))
    codes = [visit.another().begin(task="todo.CompleteTask").status_code for _ in range(12)]
    assert codes == [303] * 10 + [429] * 2


def test_new_cookies_share_the_live_views_of_their_address(stage: Stage) -> None:
    visit, battle = stage.visit(limits=replace(LOOSE, sockets=(1, 400))), stage.battle(status="running")
    refused = 0
    with TestClient(visit.made, ORIGIN) as client, ExitStack() as open_ones:
        for _ in range(12):
            one = visit.another()
            one.get("/about")
            try:
                open_ones.callback(ended, open_ones.enter_context(view_of(one, battle, client)))
            except WebSocketDisconnect as closed:
                refused += closed.code == 4429
    assert refused == 2


@pytest.mark.parametrize(
    ("come", "counted"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("::1", "::/64"),
        ("testclient", "testclient"),
    ],
)
def test_addresses_of_one_customer_count_as_one(come: str, counted: str) -> None:
    assert address_of(HTTPConnection({"type": "http", "client": (come, 5000)})) == counted


def test_all_together_have_a_limit() -> None:
    time_now = [0.0]
    limiter = Limiter(Limits(vote=Rate(10, 60, 15)), clock=lambda: time_now[0])
    taken = [limiter.wait("vote", f"voter {number}") == 0 for number in range(20)]
    assert taken == [True] * 15 + [False] * 5
    time_now[0] = 60
    assert limiter.wait("vote", "voter 0") == 0


def test_one_address_cannot_be_flooded_with_letters(stage: Stage) -> None:
    visit = stage.visit(limits=Limits(page=LOOSE.page, address=LOOSE.page, mail=Rate(2, 3600, 100)))
    for _ in range(4):
        visit.another().send("/account", "/account/link", email="ann@mail.example")
    assert len(stage.letters) == 2


def test_live_views_are_counted() -> None:
    limiter = Limiter(Limits(sockets=(2, 3)))
    assert [limiter.enter(one, f"home of {one}") for one in "aaabc"] == [True, True, False, True, False]
    limiter.leave("a", "home of a")
    assert limiter.enter("c", "home of c")


def test_battles_have_a_budget(visit: Visit, stage: Stage) -> None:
    stage.rules(a_day=1)
    live(visit, stage)
    sent = visit.begin(task="todo.CompleteTask")
    assert sent.status_code == 422 and "today" in sent.text


# ---- what is told, and kept


def test_a_fault_of_ours_tells_nothing(
    visit: Visit, stage: Stage, caplog: pytest.LogCaptureFixture, battle: str
) -> None:
    for place in (stage.home / "battles").glob("*/episodes/*/steps.jsonl"):
        place.write_text("not JSON at all: sk-secret")
    answer = visit.get(f"/battle/{battle}")
    assert answer.status_code == 500 and "logged under" in answer.text
    for told in ("Traceback", "sk-secret", str(stage.home), *NAMES, *SPECS):
        assert told not in answer.text


def test_deleting_leaves_nothing_of_a_person(visit: Visit, stage: Stage, battle: str) -> None:
    visit.vote(battle, text="my own words", left="correct")
    visit.sign_in("ann@mail.example")
    assert visit.post("/data/delete", {"token": visit.token("/data", "/data/delete")}).status_code == 422
    assert visit.send("/data", "/data/delete", sure="yes").status_code == 303
    assert not votes(stage)
    [left] = stage.rows(select(Voter))
    assert (left.email, left.subject, left.address_hash, left.consented) == (None, None, "", None) and left.deleted
    assert not stage.rows(select(Label)) and not stage.rows(select(SignIn))
    visit.boards.settle(5)
    assert visit.boards.board().votes == 0


def test_the_download_holds_ones_own_and_nobody_elses(visit: Visit, battle: str) -> None:
    other = visit.another()
    visit.vote(battle, text="words of mine")
    other.vote(battle, "right", text="words of theirs")
    mine = json.dumps(visit.get("/data/mine.json").json())
    assert "words of mine" in mine and "words of theirs" not in mine
    assert visit.another().get("/data/mine.json").json() == {}


def test_a_short_secret_and_a_wrong_origin_are_refused() -> None:
    with pytest.raises(UserError, match="32"):
        Settings("short", (ORIGIN,))
    for wrong in ("arena.example", "https://arena.example/", "javascript:alert(1)", "https://arena.example/path"):
        with pytest.raises(UserError, match="origin"):
            Settings(SECRET, (wrong,))
    with pytest.raises(UserError, match="smtps"):
        SmtpMailer("http://mail.example", "arena@mail.example")


def test_secrets_stand_in_no_page_and_no_log(
    visit: Visit, stage: Stage, caplog: pytest.LogCaptureFixture, battle: str
) -> None:
    caplog.set_level(0)
    visit.vote(battle)
    visit.sign_in("admin@mail.example")
    key = stage.link().rpartition("/")[2]
    pages = "".join(visit.get(path).text for path in ("/", f"/battle/{battle}", "/account", *ADMIN))
    logged = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("lifeworld"))
    for told in (SECRET, key, "the collector’s token"):
        assert told not in pages and told not in logged


def test_signed_names_take_the_same_path_whatever_differs() -> None:
    """The digests that are compared have one length, and are compared whole."""
    sealed, mine = visitors.Signer(SECRET), visitors.Session.new()
    token = sealed.form_token(mine, "vote a")
    assert sealed.shown_at(mine, "vote a", token) == pytest.approx(time.time(), abs=5)
    assert sealed.shown_at(mine, "vote b", token) is None
    assert sealed.shown_at(visitors.Session.new(), "vote a", token) is None
    assert len({len(sealed.name("picture", part)) for part in ("a", "b" * 90)}) == 1


def test_each_attack_of_the_list_has_its_test() -> None:
    """The page numbers what was tried from 1, and each test that it names stands in the file named above."""
    page = (Path(__file__).parents[2] / "docs/attacks.md").read_text()
    numbers, named = [], 0
    for part in page.split("\n## Tried on ")[1:]:
        [place] = re.findall(r"^`(tests/[\w/]+\.py)`$", part, re.MULTILINE)
        code = (Path(__file__).parents[2] / place).read_text()
        for number, row in re.findall(r"^\| (\d+) \|(.*)\|$", part, re.MULTILINE):
            tests = re.findall(r"`(test_\w+)`", row)
            assert tests and all(f"def {name}(" in code for name in tests), row
            numbers.append(int(number))
            named += len(tests)
    assert numbers == list(range(1, len(numbers) + 1)) and named > 80
