"""`lifeworld arena` as a newcomer meets it: started by the command, a live battle between built-in agents, a vote."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from lifeworld.env.drivers.browser import find_chromium

SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 800}}
NAMES = ("oracle 2", "oracle 10", "oracle 30", "slip")  # “label” and “tree” are words of the pages themselves


@pytest.fixture
def origin(tmp_path: Path) -> Iterator[str]:
    config = tmp_path / "arena.toml"
    config.write_text("ahead = 0\npace = 0.0\n")
    command = [sys.executable, "-m", "lifeworld", "arena", "--dir", str(tmp_path / "home"), "--port", "0"]
    process = subprocess.Popen([*command, "--config", str(config)], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    yield process.stdout.readline().split()[0]
    process.terminate()
    process.wait(20)
    process.stdout.close()


@pytest.mark.parametrize("size", SIZES)
def test_a_live_battle_is_fought_and_voted_on_by_keyboard_alone(origin: str, size: str) -> None:
    with sync_playwright() as playwright:
        path = find_chromium(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=os.geteuid() != 0)
        page = browser.new_context(viewport=SIZES[size]).new_page()  # type: ignore[arg-type]
        page.set_default_timeout(60_000)
        page.goto(f"{origin}/live")
        focus(page, "#search")
        page.keyboard.type("tick off", delay=30)
        expect(page.locator(".task-option").first).to_contain_text("Tick off")
        focus(page, "input[name=task]")
        page.keyboard.press("Space")
        focus(page, ".choose .main")
        page.keyboard.press("Enter")
        page.wait_for_url("**/watch/**")
        expect(page.locator(".log li").first).to_be_visible(timeout=60_000)
        assert not told(page)
        page.wait_for_url("**/battle/**", timeout=60_000)
        assert not told(page)
        page.keyboard.press("1")
        expect(page.get_by_role("heading", name="You preferred the left one.")).to_be_visible()
        expect(page.get_by_text("its first vote")).to_have_count(2)
        page.goto(f"{origin}/leaderboard")
        expect(page.get_by_text("1 vote on 2 agents")).to_be_visible()
        browser.close()


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
