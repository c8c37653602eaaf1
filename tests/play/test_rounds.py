"""A page acts on the game that it was drawn for, and forms of an earlier round are refused; in a real browser."""

from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect

from lifeworld.play.panel import play_servers
from lifeworld.run.folder import Folder
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import instance_of

COMPLETE = Configuration("todo.CompleteTask", "nora")
ADD = Configuration("todo.AddTaskWithDate", "nora")
STALE = "Nothing was done: that page was from before the task or the time changed. This is how it stands now."


def goal(choice: Configuration) -> str:
    return instance_of(choice).task.goal(0)


def test_a_page_of_an_earlier_round_does_nothing_and_shows_the_current_task(chrome: Browser, tmp_path: Path) -> None:
    context = chrome.new_context(java_script_enabled=False, viewport={"width": 1440, "height": 1000})
    with play_servers(COMPLETE, folder=tmp_path / "me") as servers:
        for kept, name in enumerate(("Done", "It can’t be done", "Ask", "Wait 10 minutes", "Start again")):
            stale = context.new_page()
            servers.session.start(COMPLETE)
            stale.goto(servers.panel)
            stale.get_by_label("Question to Nora").fill("Which one?")
            servers.session.start(ADD)  # in another tab
            current = servers.session.game
            stale.get_by_role("button", name=name, exact=True).click()
            expect(stale.get_by_role("alert")).to_have_text(STALE)
            expect(stale.locator("h1")).to_have_text(goal(ADD))
            assert servers.session.game is current and current.final is None and not current.steps, name
            assert len(list(Folder.opened(tmp_path / "me").episodes())) == kept
            stale.get_by_role("button", name="It can’t be done").click()  # it is current now
            expect(stale.locator("#live")).to_contain_text("you gave up")
            stale.close()
    context.close()


def test_a_stale_choice_of_a_task_is_refused_and_an_open_tab_follows(chrome: Browser) -> None:
    page = chrome.new_page(viewport={"width": 1440, "height": 900})
    with play_servers(COMPLETE) as servers:
        page.goto(f"{servers.panel}/tasks")
        servers.session.start(ADD)
        page.get_by_role("button", name="Free play").click()
        expect(page.get_by_role("alert")).to_have_text(STALE)
        assert servers.session.game.configuration == ADD
        servers.session.start(COMPLETE)
        expect(page.locator("h1")).to_have_text(goal(COMPLETE))
        expect(page.get_by_role("alert")).to_have_count(0)
    page.close()


def test_a_form_of_another_games_device_is_refused_and_no_step(tmp_path: Path) -> None:
    with play_servers(ADD, folder=tmp_path / "me") as servers:
        token = servers.session.game.world.token
        servers.session.start(ADD)
        with pytest.raises(HTTPError, match="403"):
            urlopen(f"{servers.world}/todo/add", f"token={token}&title=Milk".encode(), timeout=10)
        assert not servers.session.game.steps and not servers.session.game.changed()
