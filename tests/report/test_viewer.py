"""What a person meets in a browser: the report on a phone and in print, the index, and screens drawn afterwards."""

import http.client
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pyarrow as pa
import pytest
from playwright.sync_api import Browser, Page
from tests.report.test_report import drawn, of
from tests.surfaces import all_faults, faults

from lifeworld.report import episode_pages, replayed
from lifeworld.report.pictures import redraw
from lifeworld.report.render import page as page_of
from lifeworld.report.render import report
from lifeworld.run.behaviour import MODES
from lifeworld.run.folder import Folder

RUN = [sys.executable, "-m", "lifeworld"]
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
CUT = """() => [...document.querySelectorAll(".card:not(.scroll), .words, h1, p, td, th")]
    .filter(one => one.clientWidth && one.scrollWidth > one.clientWidth + 1).map(one => one.textContent.slice(0, 60))"""

OVERLAPS = """() => [...document.querySelectorAll(".role-axis")].flatMap(axis => {
  const level = [...axis.querySelectorAll(".role-axis-label > text:not([transform*=rotate])")];
  const boxes = level.map(one => one.getBoundingClientRect());
  const within = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  return boxes.filter((one, n) => boxes.slice(n + 1).some(other => within(one, other)));
}).length"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("viewed") / "run"
    wanted = ["--agent", "oracle,null", "--task", "todo.CompleteTask", "--axis", "device=phone", "--out", str(place)]
    subprocess.run([*RUN, "eval", *wanted], check=True, capture_output=True)
    report(Folder.opened(place))
    return place


@contextmanager
def viewing(run: Path) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """Serve a run; give the address and the process."""
    command = [*RUN, "view", str(run), "--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield process.stdout.readline().split()[0], process
        process.terminate()


@pytest.fixture(scope="module")
def viewer(run: Path) -> Iterator[str]:
    with viewing(run) as (address, _):
        yield address


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


@pytest.mark.long
@pytest.mark.parametrize("place", ["report.html", "index.html", "episode"])
def test_nothing_is_cut_on_a_phone(chrome: Browser, run: Path, place: str) -> None:
    file = next(run.glob("episodes/*/index.html")) if place == "episode" else run / place
    page = opened(chrome, file.as_uri(), PHONE)
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate(CUT) == []


def test_a_table_scrolls_sideways_on_a_phone_and_its_first_column_stays(chrome: Browser, run: Path) -> None:
    page = opened(chrome, (run / "report.html").as_uri(), PHONE)
    table, name = page.locator("#suite .scroll"), page.locator("#suite tr > th").last
    table.evaluate("one => { one.scrollLeft = 999; }")
    left, edge = name.bounding_box(), table.bounding_box()
    assert table.evaluate("one => one.scrollLeft") > 50 and left and edge and left["x"] - edge["x"] <= 2


def test_nothing_is_cut_in_print(chrome: Browser, run: Path) -> None:
    page = opened(chrome, (run / "report.html").as_uri(), {"width": 703, "height": 1000})
    page.wait_for_timeout(500)
    page.emulate_media(media="print")
    page.evaluate("document.querySelectorAll('details.fold, details.numbers').forEach(one => { one.open = true; })")
    assert page.evaluate(CUT) == []
    assert page.evaluate("[...document.querySelectorAll('.card')].every(c => c.scrollHeight <= c.clientHeight + 1)")
    assert page.pdf(format="A4").startswith(b"%PDF")


@pytest.mark.long
def test_a_runs_pages_can_be_read_in_all_windows(chrome: Browser, run: Path) -> None:
    """The report, the index, and an episode with pictures as well as one without."""
    folder = Folder.opened(run)
    by_agent = {one["planned"]["agent"]: one["episode"] for one in folder.episodes()}
    redraw(folder, by_agent["null"])
    episodes = [run / "episodes" / name / "index.html" for name in by_agent.values()]
    assert not all_faults(chrome, *(place.as_uri() for place in (run / "report.html", run / "index.html", *episodes)))


def episode_page(run: Path, agent: str) -> str:
    """Return the address of an agent's first episode."""
    found = next(one for one in Folder.opened(run).episodes() if one["planned"]["agent"] == agent)
    return (run / "episodes" / found["episode"] / "index.html").as_uri()


def shown(page: Page) -> list[str]:
    """Return the step in sight as the page, the list and the timeline say it."""
    (section,) = page.locator("[data-step]:visible").all()
    current = [one.get_attribute("data-show") or "" for one in page.locator("[aria-current=step]").all()]
    return [section.get_attribute("data-step") or "", *current]


def test_the_keys_that_an_episode_tells_move_through_it(chrome: Browser, run: Path) -> None:
    page = opened(chrome, episode_page(run, "oracle"), DESKTOP)
    last = str(page.locator(".strip button").count() - 1)
    assert page.locator("kbd:visible").all_inner_texts() == ["←", "→", "Home", "End", "Space"]
    for key, step in (("ArrowRight", "1"), ("End", last), ("ArrowRight", last), ("ArrowLeft", str(int(last) - 1))):
        page.keyboard.press(key)
        assert shown(page) == [step] * 3
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    page.wait_for_function("now === 1")
    page.keyboard.press("Space")
    page.reload()
    assert shown(page) == ["1"] * 3 and page.url.endswith("#step-2")


def test_an_episode_fills_its_window_and_no_more(chrome: Browser, run: Path) -> None:
    page = opened(chrome, episode_page(run, "oracle"), DESKTOP)
    assert page.evaluate("document.documentElement.scrollHeight") == DESKTOP["height"]
    timeline, stage = page.locator(".time").bounding_box(), page.locator(".stage").bounding_box()
    assert timeline and timeline["y"] + timeline["height"] == DESKTOP["height"]
    assert stage and stage["height"] > DESKTOP["height"] / 2


def test_a_page_without_a_picture_is_shown_itself_and_marks_what_was_acted_on(chrome: Browser, run: Path) -> None:
    page = opened(chrome, episode_page(run, "oracle"), DESKTOP)
    for step in Folder.opened(run).steps(episode_page(run, "oracle").split("/")[-2]):
        source = page.locator(f"[data-step='{step.number}'] iframe").get_attribute("src")
        shown = opened(chrome, (run / "pages" / str(source).split("pages/")[1].removesuffix("#aim")).as_uri(), PHONE)
        assert shown.title() == step.title and shown.locator("script").count() == 0
        assert shown.locator("#aim").count() == bool(step.on)
        assert (
            shown.evaluate("document.fonts.size") and shown.evaluate("getComputedStyle(document.body).margin") == "0px"
        )
    assert page.frame_locator("[data-step='0'] iframe").locator("a").first.get_attribute("href") == "#aim"
    scale = page.locator("[data-step='0'] .screen").bounding_box(), page.locator(".stage").bounding_box()
    assert scale[0] and scale[1] and scale[0]["height"] <= scale[1]["height"] + 1


def test_a_page_that_can_not_be_replayed_is_told_in_words(chrome: Browser, run: Path) -> None:
    """The name that was acted on is marked."""
    name = episode_page(run, "oracle").split("/")[-2]
    pages = run / replayed.PAGES.format(name)
    filed = pages.read_bytes()
    pages.unlink()
    episode_pages.write_one(Folder.opened(run), name)
    page = opened(chrome, episode_page(run, "oracle"), DESKTOP)
    for step in Folder.opened(run).steps(name):
        lines = page.locator(f"[data-step='{step.number}'] .words li")
        assert lines.all_text_contents() == list(filter(None, step.words.splitlines()))
        marked = page.locator(f"[data-step='{step.number}'] .on").all_text_contents()
        assert set(marked) <= {step.on} and bool(marked) == (step.on in step.words.splitlines())
    pages.write_bytes(filed)
    episode_pages.write_one(Folder.opened(run), name)


@pytest.mark.long
def test_an_episode_of_a_large_run_is_replayed_when_it_is_opened(chrome: Browser, viewer: str, run: Path) -> None:
    name = episode_page(run, "oracle").split("/")[-2]
    (run / replayed.PAGES.format(name)).unlink()
    episode_pages.write_one(Folder.opened(run), name)
    page = opened(chrome, f"{viewer}episodes/{name}/", DESKTOP)
    steps = len(Folder.opened(run).steps(name))
    assert page.locator(".screen iframe").count() == steps and page.locator(".words").count() == 0


def test_the_reports_contents_stay_in_sight(chrome: Browser, run: Path) -> None:
    """Beside the text on a desktop, a fold above it on a phone."""
    for size in (DESKTOP, PHONE):
        page = opened(chrome, (run / "report.html").as_uri(), size)
        page.evaluate("document.querySelector('#unscored').scrollIntoView()")
        page.wait_for_function("document.querySelector('.contents [aria-current]').textContent === 'Unscored'")
        if size is PHONE:
            assert not page.get_by_role("link", name="Scores").is_visible()
            page.locator(".contents summary").click()
        page.locator(".contents").get_by_role("link", name="Scores").click(timeout=2000)
        heading = page.locator("h2#scores").bounding_box()
        bar = page.locator(".contents").bounding_box()
        assert heading and bar and bar["y"] == 0
        assert heading["y"] >= (bar["height"] if size is PHONE else 0)


@pytest.mark.long
def test_the_viewers_root_is_the_index_of_the_episodes(chrome: Browser, viewer: str) -> None:
    page = opened(chrome, viewer, DESKTOP)
    assert page.locator("h1").inner_text() == "2 episodes, step by step"
    page.get_by_label("Outcome").select_option("failure")
    assert page.locator(".task a:visible").count() == 1
    assert page.locator("h1").inner_text() == "1 of 2 episodes, step by step"
    assert page.locator(".solved:visible").inner_text().startswith("0 of 1 solved")
    page.locator(".task a:visible").click()
    assert "todo.CompleteTask" in page.locator(".run").inner_text()


@pytest.mark.long
def test_screens_of_an_episode_without_pictures_are_drawn_on_demand(chrome: Browser, viewer: str, run: Path) -> None:
    episode = next(one for one in Folder.opened(run).episodes() if one["planned"]["agent"] == "oracle")
    page = opened(chrome, f"{viewer}episodes/{episode['episode']}/", DESKTOP)
    assert page.locator(".shot img").count() == 0
    with page.expect_navigation(timeout=60_000):
        page.locator(".draw button").click()
    steps = len(Folder.opened(run).steps(episode["episode"]))
    assert page.locator(".shot img").count() == steps and page.locator(".draw").count() == 0
    shot, side = page.locator(".shot").first.bounding_box(), page.locator(".side").bounding_box()
    aim = page.locator(".aim").first
    assert shot and side and side["x"] - shot["x"] - shot["width"] <= 32  # no hole between the two
    assert aim.evaluate("one => getComputedStyle(one).backgroundColor") == "rgba(0, 0, 0, 0)"


def test_a_path_that_no_file_can_have_is_not_found(run: Path) -> None:
    with viewing(run) as (address, process):
        for path, status in (("/%00", 404), (f"/{'a' * 9000}", 404), ("/report.html", 200)):
            with closing(http.client.HTTPConnection(urlsplit(address).netloc, timeout=20)) as connection:
                connection.request("GET", path)
                assert connection.getresponse().status == status, path
        process.kill()
        assert process.stderr and process.stderr.read() == ""


def test_only_the_viewers_own_pages_may_have_screens_drawn(viewer: str) -> None:
    host = urlsplit(viewer).netloc
    for origin, status in ((None, 403), ("http://elsewhere.example", 403), (f"http://{host}", 409)):
        with closing(http.client.HTTPConnection(host)) as connection:
            connection.request("POST", "/draw/x", headers={"Origin": origin} if origin else {})
            answer = connection.getresponse()
            assert answer.status == status and (b"has no episode x" in answer.read()) is (status == 409)


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


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1280])
def test_long_names_of_agents_stand_in_lines_of_their_own(chrome: Browser, tmp_path: Path, width: int) -> None:
    agents = ("anthropic:claude-opus-4-1-20250805 pixels+tree", "openai:gpt-5-computer-use-preview", "ui-tars-72b-dpo")
    rows = drawn(agents, apps=3)
    modes = [{"episode": one["episode"], "mode": MODES[n % 7]} for n, one in enumerate(rows) if not one["score"]]
    place = tmp_path / "report.html"
    place.write_text(page_of(of(rows, pa.Table.from_pylist(modes))))
    shown = chrome.new_page(viewport={"width": width, "height": 800})
    shown.goto(place.as_uri())
    assert not [*faults(shown)] and shown.locator(".role-axis").count() > 20
    assert shown.evaluate(OVERLAPS) == 0
    shown.close()
