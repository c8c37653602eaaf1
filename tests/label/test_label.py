"""People rate a run: real server, real browser; blind, kept at once, and held against one another."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.commands import command

from lifeworld.judges.opinion import Met
from lifeworld.label.site import Desk, Site
from lifeworld.report.agreement import truth as verified
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder
from lifeworld.run.labels import Label, everybody, keep
from lifeworld.run.runner import run
from lifeworld.web.loopback import Loopback

TOKEN = "the-token-of-this-test"
Serve = Callable[[Folder], Loopback]
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c4944415408d763f8ffff3f0005fe02fedccc59e70000000049454e44ae426082"
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "played"
    run(RunConfig(agents=("oracle", "null"), apps=("todo", "bank"), limit=4, max_steps=20, workers=1), path)
    folder = Folder.opened(path)
    for name in folder.names():  # one picture for all: what it shows does not matter here
        image = folder.keep_image(PICTURE)
        place = path / "episodes" / name / "steps.jsonl"
        steps = [json.loads(line) for line in place.read_text().splitlines()]
        steps[0]["image"] = image
        place.write_text("".join(json.dumps(step) + "\n" for step in steps))
        episode = json.loads(place.with_name("episode.json").read_text())
        place.with_name("episode.json").write_text(json.dumps({**episode, "bytes": {}}))
    return path


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Folder:
    shutil.copytree(played, tmp_path / "run")
    return Folder.opened(tmp_path / "run")


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    monkeypatch.setattr("lifeworld.label.site.secrets.token_urlsafe", lambda _: TOKEN)
    open_ones: list[Loopback] = []

    def serve(folder: Folder) -> Loopback:
        server = Loopback()
        open_ones.append(server)
        server.start(Site(Desk(folder)).application())
        return server

    yield serve
    for one in open_ones:
        one.stop()


def got(server: Loopback, path: str, name: str = "Ann") -> tuple[int, bytes]:
    return sent(server, "GET", path, {}, {"Cookie": f"annotator={name}"})


def posted(server: Loopback, path: str, name: str = "Ann", **fields: str) -> tuple[int, bytes]:
    return sent(server, "POST", path, {"token": TOKEN, **fields}, {"Cookie": f"annotator={name}"})


def sent(
    server: Loopback, method: str, path: str, fields: dict[str, str], headers: dict[str, str]
) -> tuple[int, bytes]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
    body = urlencode(fields) if method == "POST" else None
    connection.request(method, path, body, {"Content-Type": "application/x-www-form-urlencoded", **headers})
    answer = connection.getresponse()
    whole = answer.status, str(answer.headers).encode() + answer.read()
    connection.close()
    return whole


# ---- blind


def test_no_byte_depends_on_verdict_agent_or_judges(folder: Folder, tmp_path: Path, served: Serve) -> None:
    other = tmp_path / "other"
    shutil.copytree(folder.path, other)
    for path in other.glob("episodes/*/episode.json"):
        whole = json.loads(path.read_text())
        verdict = whole["verdict"]
        flipped = [{**item, "met": not item["met"], "kind": "report", "found": "no"} for item in verdict["items"]]
        ends = {"success": "failure", "failure": "success"}
        verdict.update(outcome=ends[verdict["outcome"]], items=flipped, reasons=["no"], side_effects=["no"])
        whole["planned"]["agent"] = "replay:x"
        whole.update(privileged=not whole["privileged"])
        path.write_text(json.dumps(whole))
    (other / "judgements").mkdir()
    (other / "judgements" / "x.jsonl").write_text('{"judge": "openai:x"}\n')
    label(Folder.opened(other), "Bob", "yes")
    first, second = served(folder), served(Folder.opened(other))
    pictures = [f"/picture/{path.stem}" for path in folder.path.glob("images/*/*.png")]
    pages = ["/", *(f"/rate/{number}" for number in range(1, 9)), "/own/label.js", "/own/label.css", *pictures]
    for page in pages:
        one, two = got(first, page), got(second, page)
        assert one[0] == 200 and len(one[1]) > 60
        assert plain(one[1], first) == plain(two[1], second), page
        assert b"oracle" not in one[1] and b"privileged" not in one[1]


def plain(whole: bytes, server: Loopback) -> list[bytes]:
    """Return an answer without when it was made and when its files were."""
    told = (b"date:", b"last-modified:", b"etag:")
    return [line for line in whole.splitlines() if not line.lower().startswith(told)]


def label(folder: Folder, name: str, met: Met, most: int = 100) -> None:
    """Rate everything alike."""
    desk = Desk(folder)
    for number in range(1, min(len(desk.progress(name)), most) + 1):
        sheet = desk.sheet(name, number)
        assert sheet
        for item, _ in sheet.questions:
            desk.rate(name, number, str(item), met)


def test_an_episode_without_pictures_is_shown_by_its_pages(folder: Folder, served: Serve) -> None:
    server = served(folder)
    sheets = [got(server, f"/rate/{number}")[1].decode() for number in range(1, 9)]
    pages = [found for sheet in sheets for found in re.findall(r'<iframe src="(/pages/[^"#]+)#aim"', sheet)]
    assert len(pages) > 8 and not any('class="words"' in sheet for sheet in sheets)
    for place in pages[:3]:
        status, page = got(server, place)
        (look, *_) = re.findall(r'href="../../(look/[^"]+[.]css)"', page.decode())
        assert status == 200 and got(server, f"/{look}")[0] == 200 and b"<script" not in page
    for path in folder.path.glob("episodes/*/pages.json"):
        path.unlink()
        steps = path.with_name("steps.jsonl")  # as another version's world would have it
        steps.write_text(steps.read_text().replace('"title": "', '"title": "Once '))
    again = served(Folder.opened(folder.path))
    assert any('class="words"' in got(again, f"/rate/{number}")[1].decode() for number in range(1, 9))


# ---- what is kept


def test_ratings_are_kept_at_once_and_taken_up_again(folder: Folder, served: Serve) -> None:
    server = served(folder)
    assert posted(server, "/rate/3", item="0", met="no")[0] == 303
    assert posted(server, "/rate/3", item="0", met="yes")[0] == 303  # which is meant now
    (said,) = everybody(folder)["Ann"].values()
    assert said == "yes"
    again = served(Folder.opened(folder.path))
    page = got(again, "/rate/3")[1].decode()
    assert page.count('aria-pressed="true"') == 1
    assert 'aria-pressed="true"' not in got(again, "/rate/3", "Bob")[1].decode()


def test_each_person_has_an_order_of_their_own(folder: Folder) -> None:
    desk = Desk(folder)
    goals = {name: [desk.sheet(name, n).shown.goal for n in range(1, 9)] for name in ("Ann", "Bob")}  # type: ignore[union-attr]
    assert sorted(goals["Ann"]) == sorted(goals["Bob"]) and goals["Ann"] != goals["Bob"]


def test_ratings_of_what_is_shown_no_more_do_not_count(folder: Folder) -> None:
    label(folder, "Ann", "yes", most=1)
    keep(folder, Label(by="Bob", episode=folder.names()[0], item=0, met="yes", shown="something else"))
    assert list(everybody(folder)) == ["Ann"]
    with next((folder.path / "labels").glob("ann-*")).open("ab") as file:
        file.write(b'{"by": "Ann", "epi')
    label(folder, "Ann", "no", most=1)
    assert {*everybody(folder)["Ann"].values()} == {"no"}


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"item": "77", "met": "yes"}, 422),
        ({"item": "1", "met": "perhaps"}, 422),
        ({"item": "1"}, 422),
        ({"item": "1", "met": "yes", "token": "guessed"}, 403),
        ({"item": "1", "met": "yes", "token": "é"}, 403),
    ],
)
def test_what_is_no_rating_is_refused(folder: Folder, served: Serve, fields: dict[str, str], status: int) -> None:
    assert posted(served(folder), "/rate/1", **fields)[0] == status
    assert everybody(folder) == {}


def test_only_pages_of_this_server_may_rate(folder: Folder, served: Serve) -> None:
    server = served(folder)
    fields, own = {"token": TOKEN, "item": "1", "met": "yes"}, {"Cookie": "annotator=Ann"}
    assert sent(server, "POST", "/rate/1", fields, {**own, "Origin": "http://elsewhere.example"})[0] == 403
    assert sent(server, "POST", "/rate/1", fields, {**own, "Host": "elsewhere.example"})[0] == 400
    assert sent(server, "POST", "/rate/1", fields, {})[0] == 403
    assert got(server, "/picture/..%2F..%2Frun.json")[0] == 404
    assert everybody(folder) == {}


@pytest.mark.parametrize("name", ["", "  ", "../x", "<b>", "x" * 41, "a\nb/c"])
def test_a_name_that_can_not_be_is_told(folder: Folder, served: Serve, name: str) -> None:
    status, page = sent(served(folder), "POST", "/name", {"token": TOKEN, "name": name}, {})
    assert status == 422 and b"A name begins with a letter or digit" in page


def test_a_picture_that_is_gone_is_no_fault(folder: Folder, served: Serve) -> None:
    server, (picture,) = served(folder), folder.path.glob("images/*/*.png")
    assert got(server, f"/picture/{picture.stem}")[0] == 200
    picture.unlink()
    assert got(server, f"/picture/{picture.stem}")[0] == 404 and got(server, "/rate/1")[0] == 200


def test_damaged_episodes_are_named_and_nobody_is_asked_about_them(folder: Folder) -> None:
    names = folder.names()
    for name in names:
        (folder.path / "episodes" / name / "steps.jsonl").write_text('{"number": 0, "act')
    said = command("runs", "rate", folder.path, "--no-open", "--port", 0, code=2)
    assert "has no episode to rate" in said and "Traceback" not in said
    assert said.count(" is damaged") == len(names)


# ---- agreement


def test_agreement_between_people_and_with_the_verifier(folder: Folder) -> None:
    truth = verified(folder)
    desk = Desk(folder)
    for (episode, item), met in truth.met.items():
        for name in ("Ann", "Bob", "Cleo"):
            said: Met = "yes" if met is (name != "Cleo") else "no"  # Cleo says the opposite of what is so
            keep(folder, Label(by=name, episode=episode, item=item, met=said, shown=desk._digests[episode]))
    found = json.loads(command("runs", "rate", folder.path, "--agreement", "--json"))
    values = {(one["first"], one["second"]): one["items"]["value"] for one in found["between"]}
    assert values["Ann", "Bob"] == 1 > 0 > values["Ann", "Cleo"]
    accuracy = {one["name"]: one["agreement"][0]["accuracy"]["value"] for one in found["people"]}
    assert accuracy == {"Ann": 1, "Bob": 1, "Cleo": 0}
    (items,) = (one for one in found["among"] if one["what"] == "items")
    assert items["alpha"]["low"] < items["alpha"]["value"] < 0.5
    shown = command("runs", "rate", folder.path, "--agreement")
    assert "Krippendorff's alpha" in shown and "Cleo against the verifier" in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--agreement",), "has no ratings yet"),
        (("--agreement", "--port", "1"), "no effect with --agreement"),
        (("--json",), "no effect without --agreement"),
    ],
)
def test_what_has_no_sense_is_refused(folder: Folder, arguments: tuple[str, ...], said: str) -> None:
    assert said in command("runs", "rate", folder.path, *arguments, code=2)


# ---- in the browser


def begun(page: Page, server: Loopback) -> None:
    page.set_default_timeout(20_000)
    page.goto(server.origin)
    page.get_by_label("Your name").fill("José")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("link", name="Start").click()
    page.wait_for_selector("[data-current]")


def test_a_trajectory_is_rated_by_keys_alone(folder: Folder, served: Serve, chrome: Browser) -> None:
    page = chrome.new_page()
    begun(page, served(folder))
    sheet = Desk(folder).sheet("José", 1)
    assert sheet
    expect(page.locator("article:visible")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page.locator("article:visible header")).to_contain_text("Step 2 of")
    for _ in sheet.questions:
        page.keyboard.press("y")
    page.keyboard.press("n")  # of the last one, which is thought over
    page.keyboard.press("g")
    expect(page.locator(".top")).to_contain_text("2 of 8")
    assert sorted(everybody(folder)["José"].values()) == ["no", *["yes"] * len(sheet.shown.items)]
    page.close()


def test_without_scripts_the_same_forms_rate_on_a_phone(folder: Folder, served: Serve, chrome: Browser) -> None:
    context = chrome.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page, server = context.new_page(), served(folder)
    page.goto(server.origin)
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Start").click()
    page.goto(f"{server.origin}/rate/1")
    page.locator("#item-1").get_by_role("button", name="Can’t tell").click()
    expect(page.locator("#item-1 [aria-pressed=true]")).to_have_text("Can’t tell")
    assert list(everybody(folder)["Ann"].values()) == ["unclear"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()
