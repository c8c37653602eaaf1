"""`lifeworld arena` as a newcomer meets it: started by the command, a live battle between built-in agents, a vote."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect
from tests.arena import stage
from tests.arena.stage import SIZES

from lifeworld.cli import group

opened = partial(stage.opened, timeout=60_000)
ROOT = Path(__file__).parent.parent.parent  # where `tests.arena.contestants` is found from
ARENA = [sys.executable, "-m", "lifeworld", "arena"]
NAMES = ("slips 2", "slips 10", "slips 30", "slip")  # “label” and “tree” are words of the pages themselves


def add(folder: Path, name: str, spec: str, steps: int = 30) -> None:
    """Add an agent by the command; an arena that has some when it starts gets none that ship."""
    words = ["arena", "--dir", str(folder / "home"), "agents", "add", name, spec, "--steps", str(steps)]
    assert CliRunner().invoke(group, words).exit_code == 0


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One arena for all who meet it: it starts empty, and each of them adds a vote."""
    with started(tmp_path_factory.mktemp("whole")) as address:
        yield address


@contextmanager
def started(folder: Path, pace: float = 0.0, workers: int = 1) -> Iterator[str]:
    """Start an arena by the command, with workers; its address."""
    config = folder / "arena.toml"
    config.write_text(f"ahead = 0\npace = {pace}\n")
    where = ["--dir", str(folder / "home"), "--port", "0", "--config", str(config), "--workers", str(workers)]
    command = [*ARENA, *where]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout
    try:
        yield process.stdout.readline().split()[0]
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_a_live_battle_is_fought_and_voted_on_by_keyboard_alone(chrome: Browser, origin: str, size: str) -> None:
    with opened(chrome, size) as page:
        page.goto(f"{origin}/leaderboard")
        before = votes(page)
        page.goto(f"{origin}/live")
        focus(page, "#search")
        page.keyboard.type("tick off", delay=30)
        expect(page.locator(".task-option").first).to_contain_text("tick off", ignore_case=True)
        focus(page, "input[name=task]")
        page.keyboard.press("Space")
        focus(page, ".choose .main")
        page.keyboard.press("Enter")
        page.wait_for_url("**/watch/**")
        expect(page.locator(".log li").first).to_be_visible(timeout=60_000)
        assert not told(page)
        page.wait_for_url("**/battle/**", timeout=60_000)
        assert not told(page)
        page.wait_for_timeout(3100)  # what is cast sooner is set aside as too fast
        page.keyboard.press("1")
        expect(page.get_by_role("heading", name="You preferred the left one.")).to_be_visible()
        expect(page.get_by_text(re.compile("its first vote|by your vote"))).to_have_count(2)
        page.goto(f"{origin}/leaderboard")
        assert votes(page) == before + 1


@pytest.mark.long
def test_two_visitors_watch_at_once_vote_at_the_end_and_see_the_ranking_move(chrome: Browser, tmp_path: Path) -> None:
    """On a phone and on a desktop, each the own battle; the vote comes at once when it is over, and counts."""
    for spec in ("tree", "label"):  # both need some twenty steps: nobody is done before both watch, or much later
        add(tmp_path, spec, spec, steps=12)
    with started(tmp_path, pace=0.5, workers=2) as origin, opened(chrome, "phone") as one, opened(chrome) as other:
        for page in (one, other):
            page.goto(f"{origin}/live")
            page.locator("#search").fill("todo.CompleteTask")
            expect(page.locator(".task-option")).to_have_count(1)
            page.locator(".task-option").click()
            page.locator(".choose .main").click()
            page.wait_for_url("**/watch/**")
        for page in (one, other):
            expect(page.locator(".log li").first).to_be_visible(timeout=120_000)
        assert all("/watch/" in page.url for page in (one, other))  # both are at work now
        for number, page in enumerate((one, other), 1):
            page.wait_for_url("**/battle/**", timeout=120_000)
            page.locator("button[value=left]").click()
            expect(page.get_by_role("heading", name="You preferred the left one.")).to_be_visible()
            expect(page.get_by_text(re.compile("its first vote|by your vote"))).to_have_count(2)
            expect(page.locator(".aside-note")).to_have_count(0)
            page.get_by_role("link", name="See the whole ranking").click()
            expect(page.get_by_role("status")).to_contain_text(f"{number} vote")
        one.reload()
        expect(one.get_by_role("status")).to_contain_text("2 votes")


@pytest.mark.long
def test_a_visitor_answers_what_an_agent_of_ones_own_asks(chrome: Browser, tmp_path: Path) -> None:
    for name, spec in (("curious", "tests.arena.contestants:Asks"), ("idle", "null")):
        add(tmp_path, name, spec)
    with started(tmp_path) as origin, opened(chrome) as page:
        page.goto(f"{origin}/live")
        page.locator("textarea[name=written]").fill("Add milk to the list that I mean")
        page.locator(".choose .main").click()
        page.wait_for_url("**/watch/**")
        question = page.locator("form.question")
        expect(question).to_contain_text("Which list do you mean?", timeout=120_000)
        question.get_by_role("textbox").fill("The red one")
        question.get_by_role("button", name="Answer").click()
        expect(question).to_have_count(0)
        page.wait_for_url("**/battle/**", timeout=60_000)
        expect(page.get_by_text("The person replied: “The red one”").first).to_be_visible()


def votes(page: Page) -> int:
    """Return how many votes the ranking says that it counts."""
    told = re.search(r"(\d+) votes? on \d+ agents", page.locator("main").inner_text())
    return int(told[1]) if told else 0


def focus(page: Page, wanted: str) -> None:
    """Press Tab until it has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"no way to {wanted} by Tab")


def told(page: Page) -> list[str]:
    html = page.content().lower()
    return [name for name in NAMES if name in html]
