"""What a person meets in a browser: the report on a phone and in print, the index, and screens drawn afterwards."""

import http.client
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from lifeworld.report.render import report
from lifeworld.run.folder import Folder

RUN = [sys.executable, "-m", "lifeworld"]
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
CUT = """() => [...document.querySelectorAll(".card, .words, h1, p, td, th")]
    .filter(one => one.clientWidth && one.scrollWidth > one.clientWidth + 1).map(one => one.textContent.slice(0, 60))"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("viewed") / "run"
    wanted = ["--agent", "oracle,null", "--task", "todo.CompleteTask", "--axis", "device=phone", "--out", str(place)]
    subprocess.run([*RUN, "eval", *wanted], check=True, capture_output=True)
    report(Folder.opened(place))
    return place


@pytest.fixture(scope="module")
def viewer(run: Path) -> Iterator[str]:
    command = [*RUN, "view", str(run), "--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield process.stdout.readline().split()[0]
        process.terminate()


def opened(chrome: Browser, address: str, size: dict[str, int]) -> Page:
    page = chrome.new_page(viewport=size)  # type: ignore[arg-type]
    page.goto(address)
    return page


@pytest.mark.long
def test_all_charts_are_there_in_the_reports_own_typeface(chrome: Browser, run: Path) -> None:
    asked: list[str] = []
    page = chrome.new_page(viewport=DESKTOP)  # type: ignore[arg-type]
    page.on("request", lambda request: asked.append(request.url))
    page.goto((run / "report.html").as_uri())
    page.wait_for_function(
        "document.querySelectorAll('[data-figure]').length && open().every(p => 'drawn' in p.dataset)"
    )
    assert page.evaluate("scrollY") == 0 and page.evaluate("document.fonts.check('15px Inter')")
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Inter")
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    chart = page.locator('[data-figure="suite"]').bounding_box()
    assert chart and chart["y"] + chart["height"] < DESKTOP["height"]


@pytest.mark.parametrize("place", ["report.html", "index.html", "episode"])
def test_nothing_is_cut_on_a_phone(chrome: Browser, run: Path, place: str) -> None:
    file = next(run.glob("episodes/*/index.html")) if place == "episode" else run / place
    page = opened(chrome, file.as_uri(), PHONE)
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate(CUT) == []


def test_nothing_is_cut_in_print(chrome: Browser, run: Path) -> None:
    page = opened(chrome, (run / "report.html").as_uri(), {"width": 703, "height": 1000})
    page.wait_for_timeout(500)
    page.emulate_media(media="print")
    page.evaluate("document.querySelectorAll('details.fold, details.numbers').forEach(one => { one.open = true; })")
    assert page.evaluate(CUT) == []
    assert page.evaluate("[...document.querySelectorAll('.card')].every(c => c.scrollHeight <= c.clientHeight + 1)")
    assert page.pdf(format="A4").startswith(b"%PDF")


@pytest.mark.long
def test_the_viewers_root_is_the_index_of_the_episodes(chrome: Browser, viewer: str) -> None:
    page = opened(chrome, viewer, DESKTOP)
    assert page.locator("h1").inner_text() == "2 episodes, step by step"
    page.locator("select").select_option("failure")
    assert page.locator("tbody tr:visible").count() == 1
    page.locator("tbody tr:visible a").click()
    assert "todo.CompleteTask" in page.locator(".run").inner_text()


@pytest.mark.long
def test_screens_of_an_episode_without_pictures_are_drawn_on_demand(chrome: Browser, viewer: str, run: Path) -> None:
    episode = next(one for one in Folder.opened(run).episodes() if one["planned"]["agent"] == "oracle")
    page = opened(chrome, f"{viewer}episodes/{episode['episode']}/", DESKTOP)
    assert page.locator(".shot").count() == 0
    with page.expect_navigation(timeout=60_000):
        page.locator(".draw button").click()
    steps = len(Folder.opened(run).steps(episode["episode"]))
    assert page.locator(".shot img").count() == steps and page.locator(".draw").count() == 0
    shot, steps_list = page.locator(".shot").first.bounding_box(), page.locator(".steps").bounding_box()
    aim = page.locator(".aim").first
    assert shot and steps_list and steps_list["x"] - shot["x"] - shot["width"] <= 32  # no hole between the two
    assert aim.evaluate("one => getComputedStyle(one).backgroundColor") == "rgba(0, 0, 0, 0)"


def test_only_the_viewers_own_pages_may_have_screens_drawn(viewer: str) -> None:
    host = viewer.removeprefix("http://").rstrip("/")
    for origin in (None, "http://elsewhere.example"):
        connection = http.client.HTTPConnection(host)
        connection.request("POST", "/draw/x", headers={"Origin": origin} if origin else {})
        assert connection.getresponse().status == 403
    connection = http.client.HTTPConnection(host)
    connection.request("POST", "/draw/x", headers={"Origin": f"http://{host}"})
    answer = connection.getresponse()
    assert answer.status == 409 and b"has no episode x" in answer.read()


def test_what_followed_from_a_reason_unfolds(chrome: Browser, run: Path) -> None:
    """In the episode's page and in the report's list of side effects alike: one headline, its rows folded beneath."""
    folder = Folder.opened(run)
    failed = next(one for one in folder.episodes() if one["planned"]["agent"] == "null")
    (first, *_) = failed["verdict"]["reasons"]
    page = opened(chrome, (run / "episodes" / failed["episode"] / "index.html").as_uri(), PHONE)
    headline = page.locator(".reasons summary").first
    assert headline.inner_text() == f"{first['headline']} 1 change".replace("did", "Did", 1).replace("1 c", "1\xa0c")
    row = page.get_by_text(first["followings"][0])
    assert not row.is_visible()
    headline.click()
    assert row.is_visible() and page.evaluate(CUT) == []
