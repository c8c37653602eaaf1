"""The arena in a real browser: blind to the last byte, by keyboard alone, on phone and desktop, for everybody."""

import json
import re
import threading
import time
from base64 import urlsafe_b64decode
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import Error as PlaywrightError
from selectolax.lexbor import LexborHTMLParser
from sqlalchemy import select
from sqlalchemy.exc import OperationalError
from tests.arena.stage import ADMIN, NAMES, PAGES, SIZES, SPECS, Stage, Visit, opened, shown, within

from lifeworld.arena import vote_queries
from lifeworld.arena.live import BattleEvent, EventStream
from lifeworld.arena.site import board_pages
from lifeworld.arena.site.replay import REDACTED, redacted
from lifeworld.arena.site.visitors import Session
from lifeworld.arena.tables import Battle, Label, Question, Vote, now

AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
SERIOUS = ("serious", "critical")


# ---- blind


@pytest.mark.long
def test_no_byte_before_the_vote_tells_who_plays(chrome: Browser, stage: Stage, battle: str) -> None:
    """Everything that a voter's browser gets: pages, headers, files, pictures, sockets, errors."""
    running = live_one(stage)
    got: list[bytes] = []
    with shown(chrome, stage) as (page, origin):
        page.on("response", lambda answer: got.append(whole(answer)))
        page.on("websocket", lambda socket: socket.on("framereceived", lambda data: got.append(as_bytes(data))))
        battles = (f"/battle/{battle}", f"/battle/{battle}?at=2", f"/battle/{running}")
        for path in ("/", "/live", "/live/tasks?search=bank", "/no-such-page", *battles):
            page.goto(origin + path, wait_until="networkidle")
        for _ in range(4):
            page.goto(f"{origin}/battle/{battle}")
            page.get_by_role("button", name="Pause").click()
            page.get_by_role("link", name="One step forward").click()
        page.goto(f"{origin}/watch/{running}")
        expect(page.locator(".log li").first).to_contain_text("Tapped here")
        expect(page.get_by_label("Which of these two")).to_be_visible()
    everything = b"\n".join(got)
    assert len(got) > 20 and b"Did it end" not in everything and len(everything) > 50_000
    assert REDACTED.encode() in everything  # what agents said of themselves did reach the pages, blanked
    assert not tells(everything, stage)


def whole(answer: object) -> bytes:
    """Return an answer with its address and headers."""
    headers = json.dumps(answer.all_headers())  # type: ignore[attr-defined]
    try:
        body = answer.body()  # type: ignore[attr-defined]
    except PlaywrightError:  # a redirect has none
        body = b""
    return answer.url.encode() + headers.encode() + body  # type: ignore[attr-defined,no-any-return]


def as_bytes(data: object) -> bytes:
    return data.encode() if isinstance(data, str) else bytes(data)  # type: ignore[call-overload]


def tells(everything: bytes, stage: Stage) -> list[str]:
    """Return what gives an agent away in what a browser got."""
    folders = [place.name for place in (stage.home / "battles").iterdir()]
    pictures = [place.stem for place in (stage.home / "battles").rglob("*.png")]
    names = (*NAMES, *(part for name in NAMES for part in name.split()), *SPECS[:2], "slip=", "Claude", "GPT-4")
    fields = ('"agent"', "data-agent", '"verdict"', '"success"', "f1ngerpr1nt")
    low = everything.lower()
    return [word for word in (*names, *fields, *folders, *pictures) if word.lower().encode() in low]


def live_one(stage: Stage) -> str:
    """File a battle that is being played, in which an agent has named itself and asked a question."""
    battle = stage.battle(status="running", made="live")
    stream = EventStream(stage.home, battle)
    picture = next((stage.home / "battles").rglob("*.png")).read_bytes()
    for side in ("left", "right"):
        stream.show(side, picture)  # type: ignore[arg-type]
    stream.publish(
        BattleEvent(
            "acted",
            "left",
            0,
            done="Tapped here",
            said=f"{NAMES[0]} taps, being GPT-4.1",
            action="click",
            aim=(0.1, 0.1, 0, 0),
        )
    )
    stream.publish(BattleEvent("acted", "right", 0, done=f"Said: “{NAMES[1]} is done”", action="message"))
    stream.publish(BattleEvent("asked", "right", 1, question=1, text=f"Which of these two, asks {NAMES[1]}?"))
    return battle


def test_the_test_above_would_see_a_tell(stage: Stage) -> None:
    stage.battle()
    assert tells(f"… {NAMES[1].upper()} …".encode(), stage) and tells(b'{"agent": 3}', stage)
    assert not tells(b"two helpers", stage)


def test_two_battles_that_differ_in_agents_alone_are_the_same_bytes(stage: Stage) -> None:
    """The page depends on neither agents nor verdicts."""
    one = stage.battle()
    visit = stage.visit()
    before = visit.get(f"/battle/{one}").text
    with stage.database.writing() as rows:
        left, right = rows.get_one(Battle, one).sides
        left.agent, right.agent = right.agent, left.agent
        left.verdict, right.verdict, left.reasons, left.seconds = "failure", "success", ["other"], 99
    again = stage.visit()
    again.cookies = visit.cookies
    after = again.get(f"/battle/{one}").text
    assert unsigned(before) == unsigned(after)


def test_the_chance_of_a_draw_is_in_nothing_that_a_browser_gets(stage: Stage) -> None:
    """The chance names the pair: it comes back with the vote, and no decoding of what the page holds shows it."""
    battles = [stage.battle(NAMES[0], NAMES[1]), stage.battle(NAMES[0], NAMES[2]), stage.battle(NAMES[0], NAMES[2])]
    visit = stage.visit()
    page = visit.get("/")
    fields = {one.attributes["name"]: str(one.attributes["value"]) for one in hidden(page.text)}
    battle = next(one for one in battles if f"/battle/{one}/vote" in page.text)
    assert visit.post(f"/battle/{battle}/vote", {**fields, "choice": "left"}).status_code == 303
    [chance] = stage.rows(select(Vote.chance))
    sealed = visit.host.signer
    lengths = {len(sealed.draw_token(Session.new(), battle, one)) for one in (None, 1.0, 0.5, 1 / 3, 1e-30, chance)}
    assert chance is not None and 0 < chance < 1 and len(lengths) == 1
    for one in [page.text, *page.headers.values(), *re.findall(r"[\w=+/-]{12,}", page.text)]:
        assert not re.search(rf"(?<!\d){re.escape(str(chance))}(?!\d)", one) and not re.search(
            rb"[ ,+]0\.\d{2}", decoded(one)
        )


def hidden(page: str) -> list[Any]:
    return LexborHTMLParser(page).css("form[data-vote] input[type=hidden]")


def decoded(word: str) -> bytes:
    """Return what base64 makes of a word; nothing where it is none."""
    try:
        return urlsafe_b64decode(word + "=" * (-len(word) % 4))
    except ValueError:
        return b""


def unsigned(page: str) -> str:
    return re.sub(r'value="[^"]{40,}"|data-token="[^"]*"', "", page)


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("I am Claude 3.7 Sonnet.", f"I am {REDACTED} {REDACTED}."),
        ("gpt-4.1 here", f"{REDACTED} here"),
        ("I, Zyxomma Prime, tap", f"I, {REDACTED}, tap"),
        ("Claudette wrote to me", "Claudette wrote to me"),
        ("Tap the label", "Tap the label"),
    ],
)
def test_names_are_taken_out_of_what_agents_say(said: str, read: str) -> None:
    assert redacted(said, NAMES) == read


# ---- a stranger votes


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_a_stranger_votes_by_keyboard_alone_and_sees_the_ranking_move(chrome: Browser, stage: Stage, size: str) -> None:
    first, second = stage.battle(), stage.battle(NAMES[1], NAMES[2])
    with shown(chrome, stage, size) as (page, origin):
        page.goto(origin)
        expect(page.get_by_text("one task: which one did better?")).to_be_visible()
        expect(page.get_by_role("button", name="Left", exact=True)).to_be_in_viewport()  # without scrolling
        page.keyboard.press("Space")  # it plays by itself; this holds it
        expect(page.get_by_role("button", name="Play")).to_be_visible()
        at = int(page.get_by_role("slider").input_value())
        page.keyboard.press("ArrowRight" if at == 0 else "ArrowLeft")
        expect(page.get_by_role("slider")).not_to_have_value(str(at))
        page.keyboard.press("1")
        expect(page.get_by_role("heading", name="You preferred the left one.")).to_be_visible()
        expect(page.get_by_text("its first vote")).to_have_count(2)
        told = page.locator("main").inner_text()
        assert "Did what was asked" in told and "Did not do what was asked" in told
        assert "Did not tick a task off: “Buy milk” 1 change" in told and "Should have changed a task" not in told
        assert "The verifier agrees with you." in told and "f1ngerpr1nt" in told
        expect(page.get_by_role("link", name="Next battle")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("slider")).to_be_visible()
        tab_to(page, "Right")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="You preferred the right one.")).to_be_visible()
        expect(page.get_by_text("by your vote")).to_have_count(1)  # the other one’s first vote
        page.goto(f"{origin}/leaderboard")
        assert "2 votes on 3 agents" in page.locator("main").inner_text()
        assert page.get_by_role("table").locator("tbody tr").count() == 3
        page.goto(origin)
        expect(page.get_by_role("heading", name="You have seen every battle")).to_be_visible()
    assert first != second


def tab_to(page: Page, name: str) -> None:
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()").endswith(name):
            return
    raise AssertionError(f"no way to {name} by Tab")


@pytest.mark.long
def test_it_plays_at_once_and_without_moving_where_motion_is_not_wanted(chrome: Browser, stage: Stage) -> None:
    stage.battle()
    with shown(chrome, stage) as (page, origin):
        page.goto(origin)
        expect(page.get_by_role("slider")).to_have_value("1", timeout=5000)
        with opened(chrome, reduced_motion="reduce") as still:
            still.goto(origin)
            expect(still.get_by_role("button", name="Play")).to_be_visible()
            still.wait_for_timeout(1500)
            expect(still.get_by_role("slider")).to_have_value("0")


def test_labels_and_words_go_with_the_vote(chrome: Browser, stage: Stage, battle: str) -> None:
    with shown(chrome, stage) as (page, origin):
        page.goto(f"{origin}/battle/{battle}")
        tie = page.get_by_role("button", name="Tie")
        before = tie.bounding_box()
        page.get_by_text("Say why, if you like").click()
        expect(page.get_by_role("group", name="The left one …")).to_be_in_viewport()
        assert tie.bounding_box() == before  # the bar does not move from under the pointer
        page.get_by_role("group", name="The left one …").get_by_label("Was careful").check()
        page.get_by_label("Right step 2: bad").check()
        page.get_by_label("Left step 1: good").check()
        page.get_by_label("Left step 1: good").click()  # and off again
        page.get_by_label("In your own words").fill("It asked 1 thing too many.")  # digits do not vote here
        page.get_by_role("button", name="Tie").click()
        expect(page.get_by_role("heading", name="You called it a tie.")).to_be_visible()
    labels = {(one.side, one.step, one.label) for one in stage.rows(select(Label))}
    assert stage.rows(select(Vote.text)) == ["It asked 1 thing too many."] and labels == {
        ("left", None, "safe"),
        ("right", 1, "bad"),
    }


def test_everything_but_the_playing_works_without_scripts(chrome: Browser, stage: Stage) -> None:
    stage.battle()
    with shown(chrome, stage, java_script_enabled=False) as (page, origin):
        page.goto(origin)
        before = page.get_by_role("img", name="The left one’s screen").get_attribute("src")
        page.get_by_role("link", name="One step forward").click()
        assert page.get_by_role("img", name="The left one’s screen").get_attribute("src") != before
        page.get_by_role("button", name="Both bad").click()
        expect(page.get_by_role("heading", name="You found both bad.")).to_be_visible()


# ---- live


@pytest.mark.long
def test_a_visitor_watches_is_asked_and_answers(chrome: Browser, stage: Stage) -> None:
    with shown(chrome, stage) as (page, origin):
        page.goto(f"{origin}/live")
        with page.expect_response("**/live/tasks?**"):
            page.get_by_label("Search the tasks").fill("todo complete")
        expect(page.locator("#tasks.htmx-request, #tasks.htmx-swapping, #tasks.htmx-settling")).to_have_count(0)
        page.get_by_role("radiogroup").get_by_role("radio").first.check(force=True)
        page.get_by_role("button", name="Start the battle").click()
        expect(page.get_by_text("Waiting for a free worker")).to_be_visible()
        battle = page.url.rpartition("/")[2]
        stream = EventStream(stage.home, battle)
        with stage.database.writing() as rows:
            found = rows.get_one(Battle, battle)
            found.status = "running"
            rows.add(Question(id=5, side=found.sides[0].id, step=1, text="Which list?", asked=now()))
        stream.publish(BattleEvent("acted", "left", 0, done="Tapped “Lists”", action="click", aim=(0.5, 0.5, 0.0, 0.0)))
        stream.publish(BattleEvent("asked", "left", 1, question=5, text="Which list?"))
        expect(page.get_by_text("Both agents are working")).to_be_visible()
        expect(page.get_by_text("Tapped “Lists”")).to_be_visible()
        page.get_by_label("Which list?").fill("The one for the coast")
        page.get_by_role("button", name="Answer").click()
        expect(page.get_by_label("Which list?")).not_to_be_visible()
        page.get_by_role("button", name="Pause").click()
        expect(page.get_by_text("Paused")).to_be_visible()
    assert stage.rows(select(Question.reply)) == ["The one for the coast"]
    assert stage.rows(select(Battle.wanted)) == ["pause"]


def test_a_view_that_was_cut_off_comes_back_and_tells_nothing_twice(chrome: Browser, stage: Stage) -> None:
    battle = live_one(stage)
    with shown(chrome, stage) as (page, origin):
        page.add_init_script(KEEP_SOCKETS)
        page.goto(f"{origin}/watch/{battle}")
        expect(page.locator(".log li")).to_have_count(2)
        page.get_by_label("Which of these two").fill("The fi")
        page.evaluate("sockets[0].close()")
        for _ in range(400):
            if page.evaluate("sockets.length === 2 && sockets[1].readyState === 1"):
                break
            page.wait_for_timeout(50)
        EventStream.publish(
            reopened(stage, battle), BattleEvent("acted", "left", 1, done="Tapped there", action="click")
        )
        expect(page.get_by_text("Tapped there")).to_be_visible()
        expect(page.locator(".log li")).to_have_count(3)
        expect(page.get_by_label("Which of these two")).to_have_value("The fi")


KEEP_SOCKETS = """window.sockets = [];
window.WebSocket = class extends WebSocket { constructor(...given) { super(...given); sockets.push(this); } };"""


def reopened(stage: Stage, battle: str) -> EventStream:
    """Return the stream of a battle that is being played, without beginning it anew."""
    stream = EventStream.__new__(EventStream)
    stream.folder = stage.home / "live" / battle
    stream._events = stream.folder / "events.jsonl"
    return stream


# ---- for everybody


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_serious(chrome: Browser, stage: Stage, size: str, scheme: str) -> None:
    battle, voted, running = stage.battle(), stage.battle(device="desktop", goal="Long words. " * 60), live_one(stage)
    with shown(chrome, stage, size, color_scheme=scheme) as (page, origin):
        page.goto(f"{origin}/battle/{voted}")
        assert not serious(page), "the first page"
        page.keyboard.press("2")
        expect(page.get_by_role("link", name="Next battle")).to_be_visible()
        for path in (f"/battle/{voted}", f"/battle/{battle}", f"/watch/{running}", *PAGES):
            page.goto(origin + path)
            assert not serious(page), path
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} is too wide"


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_serious_in_administration(chrome: Browser, stage: Stage, size: str) -> None:
    stage.battle(status="held", goal="A long unbroken wordlikethisonewhichgoesonandon " * 8, written=True)
    with shown(chrome, stage, size) as (page, origin):
        page.goto(f"{origin}/account")
        page.get_by_label("E-mail address").fill("admin@mail.example")
        page.get_by_role("button", name="Send me a link").click()
        expect(page.get_by_role("heading", name="Check your mail")).to_be_visible()
        page.goto(origin + stage.link())
        page.get_by_role("button", name="Sign in").click()
        for path in ("/account", *ADMIN):
            page.goto(origin + path)
            assert not serious(page), path
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} is too wide"


def serious(page: Page) -> list[str]:
    if not AXE.exists():
        pytest.skip("axe-core is not there; make setup brings it")
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run().then(found => found.violations)")
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]} {one['nodes'][0]['failureSummary'][:300]}"
        for one in found
        if one["impact"] in SERIOUS
    ]


def test_the_rankings_filters_combine(stage: Stage) -> None:
    site = stage.visit()
    for number, (device, category) in enumerate(product(("phone", "desktop"), ("single", "cross"))):
        battle = stage.battle(device=device, category=category)
        for _ in range(number + 1):
            assert site.another().vote(battle).status_code == 303
    assert site.boards.settle(30, parts=True)
    for query, votes in (("", 10), ("device=phone", 3), ("category=cross", 6), ("category=cross&device=phone", 2)):
        page = LexborHTMLParser(site.get(f"/leaderboard?{query}").text)
        assert page.css_first(".count").text().strip().startswith(f"{votes} votes on 2 agents")
    links = {link.text().strip(): link.attributes for link in page.css("nav.filters a")}
    assert [name for name, one in links.items() if "aria-current" in one] == ["Several apps", "Phone"]
    assert links["Phone"]["href"] == "/leaderboard?category=cross"  # again: wider
    assert links["Computer"]["href"] == "/leaderboard?category=cross&device=desktop"
    assert links["All votes"]["href"] == "/leaderboard"


def test_a_voter_waits_for_no_filter_and_the_page_tells_when_the_vote_is_counted(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, battle: str
) -> None:
    """The database is away just then, too: the vote is counted when it is back."""
    going = threading.Event()
    beside, asked = vote_queries.votes_of_voter, []

    def slowly(*given: Any) -> Any:
        going.wait(20)
        asked.append(given)
        if len(asked) == 1:
            raise OperationalError("", {}, Exception("away"))
        return beside(*given)

    monkeypatch.setattr(vote_queries, "votes_of_voter", slowly)
    assert visit.vote(battle).status_code == 303
    page = visit.get(f"/battle/{battle}").text
    assert "Your vote is being counted" in page and "excluded from" not in page
    going.set()
    within(20, lambda: len(asked) == 2)
    assert visit.boards.settle(20) and visit.boards.board().votes == 1
    page = visit.get(f"/battle/{battle}").text
    assert "its first vote" in page and page.count("Anywhere from 1st to 2nd of 2 after 1 vote;") == 2


def test_who_asks_for_findings_while_they_are_made_gets_the_last_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_pages, "_MIN_SECONDS", 0.0)
    monkeypatch.setattr(board_pages, "_REST_FACTOR", 0.0)
    going, numbers = threading.Event(), iter(range(10))

    def slowly() -> int:
        number = next(numbers)
        assert number == 0 or going.wait(20)
        return number

    found = board_pages.RefreshingCache(slowly)
    assert found() == 0
    with ThreadPoolExecutor(1) as pool:
        computing = pool.submit(found)
        while not found._lock.locked():
            time.sleep(0.01)
        assert found() == 0  # nobody waits
        going.set()
        assert computing.result(20) == 1


def test_who_misses_known_answers_is_set_aside_and_comes_back_when_they_are_taken_back(stage: Stage) -> None:
    admin, ready = stage.visit(filters=("known answer",)), [stage.battle() for _ in range(3)]
    boards, good, bad = admin.boards, admin.another(), admin.another()
    admin.sign_in("admin@mail.example")
    for battle in ready:
        good.vote(battle)
        bad.vote(battle, "right")
    counted = []
    for battle, choice in ((ready[0], "left"), (ready[1], "left"), (ready[1], "")):
        token = admin.token("/admin/battles", "/admin/battles/known")
        form = {"token": token, "battle": battle, "choice": choice}
        assert admin.post("/admin/battles/known", form).status_code == 303
        assert boards.settle(20)
        counted.append(boards.board().votes)
    assert counted == [4, 1, 4]  # without those on known battles; without all of who missed two of two; as before
    page = LexborHTMLParser(admin.get("/admin/battles").text)
    assert len(page.css('select[name=choice] option[value="left"][selected]')) == 1
    refused = admin.post("/admin/battles/known", {**form, "choice": "both"})
    assert refused.status_code == 422 and "no choice “both”" in refused.text


TABLES = """[...document.querySelectorAll("main table")].map((one) => one.parentElement)
    .map((one) => [one.scrollWidth, one.clientWidth])"""


def test_no_table_runs_out_of_its_card_on_a_phone(chrome: Browser, stage: Stage) -> None:
    admin = stage.visit()
    for left, right in combinations(NAMES, 2):
        assert admin.another().vote(stage.battle(left, right), "left").status_code == 303
    admin.sign_in("admin@mail.example")
    with shown(chrome, stage, "phone") as (page, origin):
        page.context.add_cookies(
            [{"name": name, "value": value, "url": origin} for name, value in admin.cookies.items()]
        )
        seen = 0
        for path in (*PAGES, *ADMIN):
            page.goto(origin + path)
            wide = page.evaluate(TABLES)
            assert all(whole <= shown for whole, shown in wide), path
            assert page.evaluate("document.documentElement.scrollWidth") == SIZES["phone"]["width"]
            seen += len(wide)
        assert seen >= 7
