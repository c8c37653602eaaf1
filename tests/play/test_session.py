"""A person plays: real servers, a real browser."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect
from tests.closing import closing
from tests.run.rows import rows_of
from tests.surfaces import all_faults

from lifeworld.cli.play import chosen
from lifeworld.core.actions import Click, Done, Message, SetValue, Wait
from lifeworld.play.panel import SETTINGS, PlayServers, play_servers
from lifeworld.report.render import report
from lifeworld.run.folder import Folder
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import instance_of

COMPLETE = Configuration("todo.CompleteTask", "nora")
ADD = Configuration("todo.AddTaskWithDate", "nora")


@pytest.fixture
def page(chrome: Browser) -> Iterator[Page]:
    page = chrome.new_page(viewport={"width": 1440, "height": 900})
    page.set_default_timeout(10_000)
    yield page
    page.close()


def world(page: Page) -> FrameLocator:
    return page.frame_locator("#world")


def task_of(configuration: Configuration) -> Any:
    """Return what is done in a game, as it was drawn."""
    return instance_of(configuration).task


def add_candles(page: Page) -> None:
    screen = world(page)
    screen.get_by_role("link", name="Ticked").first.click()
    screen.get_by_role("link", name="Add task").first.click()
    screen.get_by_label("Title").fill("Buy candles")
    screen.get_by_role("button", name="Add task").click()
    expect(page.locator("#live")).to_contain_text("added a task in Ticked: “Buy candles”")


def complete(page: Page) -> None:
    task, screen = task_of(COMPLETE).task, world(page)
    screen.get_by_role("link", name="Ticked").first.click()
    screen.get_by_role("link", name="Browse").first.click()
    screen.get_by_role("link", name=task.list.name).first.click()
    screen.get_by_role("button", name=f"Complete {task.title}", exact=True).click()


@pytest.mark.long
def test_a_task_is_done_and_kept(page: Page, tmp_path: Path) -> None:
    folder = tmp_path / "me"
    with play_servers(COMPLETE, folder=folder) as servers:
        page.goto(servers.panel)
        expect(page.locator("h1")).to_have_text(task_of(COMPLETE).goal(0))
        expect(page.locator("#live")).to_contain_text("Nothing.")
        complete(page)
        expect(page.locator("#live")).to_contain_text("done from no to yes")
        page.get_by_role("button", name="Done", exact=True).click()
        expect(page.locator("#live")).to_contain_text("Success")
        expect(page.locator("#live")).to_contain_text(f"Kept in {folder}")
    kept = Folder.opened(folder)
    (row,) = rows_of(kept)
    assert (row["agent"], row["status"], row["steps"]) == ("person", "success", 5)
    steps = kept.steps(row["episode"])
    assert [step.on for step in steps[:3]] == ["Ticked", "Browse", task_of(COMPLETE).task.list.name]
    assert all(isinstance(step.action, Click) for step in steps[:4])
    assert steps[3].acts == ("Complete",)
    assert isinstance(steps[4].action, Done) and steps[5].action is None
    assert "Ticked" in steps[0].words
    html = report(kept)[1].read_text()
    assert "person" in html
    assert (folder / "episodes" / row["episode"] / "index.html").exists()


@pytest.mark.long
def test_side_effects_are_told_and_a_wrong_answer_of_done(page: Page) -> None:
    with play_servers(COMPLETE) as servers:
        page.goto(servers.panel)
        add_candles(page)
        page.get_by_role("button", name="Done", exact=True).click()
        expect(page.locator("#live")).to_contain_text("Failure")
        expect(page.get_by_role("button", name="Done", exact=True)).to_have_count(0)
        fields = [step.action for step in servers.session.game.steps if isinstance(step.action, SetValue)]
        assert [action.value for action in fields] == ["Buy candles"]


def test_before_the_end_nothing_of_the_verdict_is_told(page: Page) -> None:
    """Of a transfer that the owner makes smaller, once asked to confirm it, the verdict names the smaller amount."""
    with play_servers(Configuration("bank.TransferLess", "nora")) as servers:
        assert servers.session.game.episode
        verdict = servers.session.game.episode.verdict()
        page.goto(servers.panel)
        page.locator(".panel details").evaluate_all("all => all.forEach(one => { one.open = true; })")
        said = page.locator(".panel").inner_text()
        assert not [item.text for item in verdict.items if item.text in said] and "$" in verdict.reasons[0]
        page.get_by_role("button", name="Done", exact=True).click()
        expect(page.locator("#live")).to_contain_text(verdict.items[0].text)


def test_asking_waiting_giving_up_and_starting_again(page: Page) -> None:
    with play_servers(COMPLETE) as servers:
        page.goto(servers.panel)
        page.get_by_label("Question to Nora").fill("Which list is it on?")
        page.get_by_role("button", name="Ask").click()
        expect(page.locator(".them")).to_have_text("I have nothing to add. Please go on with what I asked for.")
        page.get_by_role("button", name="Wait 10 minutes").click()
        expect(page.locator(".state")).to_contain_text("9:51 AM")
        assert [type(step.action) for step in servers.session.game.steps] == [Message, Wait, Wait]
        page.get_by_role("button", name="It can’t be done").click()
        expect(page.locator("#live")).to_contain_text("it can be done, and you gave up")
        page.get_by_role("button", name="Start again").click()
        expect(page.locator("#live")).to_contain_text("Nothing.")
        expect(page.locator(".state")).to_contain_text("9:41 AM")
        assert servers.session.game.steps == []


def test_a_refused_answer_is_told_and_what_was_typed_stays(page: Page) -> None:
    with play_servers(Configuration("bank.ClosingBalance", "nora")) as servers:
        page.goto(servers.panel)
        field = page.get_by_label("Answer: an amount of money, like 12.50")
        field.fill("I <b>don't</b> know")
        page.get_by_role("button", name="Done", exact=True).click()
        expect(page.get_by_role("alert")).to_contain_text("The answer must be an amount of money")
        expect(field).to_have_value("I <b>don't</b> know")
        field.fill(closing())
        page.get_by_role("button", name="Done", exact=True).click()
        expect(page.locator("#live")).to_contain_text("Success")


def test_another_task_person_and_device_are_chosen(page: Page) -> None:
    with play_servers(Configuration("", "nora")) as servers:
        page.goto(servers.panel)
        expect(page.locator("h1")).to_have_text("Look around. Nothing is judged.")
        expect(page.locator("#live")).to_contain_text("Nothing.")
        page.get_by_role("link", name="Choose a task").click()
        page.get_by_label("Find a task").fill("completetask")
        page.get_by_label("Whose device").select_option("desmond")
        page.locator("[name=device]").select_option("desktop")
        page.get_by_label("Theme").select_option("dark")
        page.get_by_role("button", name="todo.CompleteTask", exact=False).filter(visible=True).first.click()
        expect(page.get_by_text("Desmond asks")).to_be_visible()
        assert page.locator("iframe").get_attribute("width") == "1280"
        expect(world(page).locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.long
def test_free_play_tells_what_has_changed(page: Page) -> None:
    with play_servers(Configuration("", "nora")) as servers:
        page.goto(servers.panel)
        add_candles(page)


def test_the_panel_works_without_scripts(chrome: Browser) -> None:
    context = chrome.new_context(java_script_enabled=False, viewport={"width": 1440, "height": 1000})
    page = context.new_page()
    with play_servers(COMPLETE) as servers:
        page.goto(servers.panel)
        complete(page)
        page.get_by_role("button", name="Done", exact=True).click()
        expect(page.locator("#live")).to_contain_text("Success")
    context.close()


# ---- two origins


@pytest.fixture(scope="module")
def servers() -> Iterator[PlayServers]:
    with play_servers(ADD) as servers:
        yield servers


def fetched(address: str, data: bytes | None = None, **headers: str) -> tuple[int, str]:
    try:
        with urlopen(Request(address, data, headers), timeout=10) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


def test_the_world_knows_nothing_of_tasks(servers: PlayServers) -> None:
    goal = task_of(ADD).goal(0)
    assert goal in unescape(fetched(servers.panel)[1])
    for path in ("/live", "/tasks", "/ask", "/done", "/own/panel.js", "/verdict"):
        assert fetched(servers.world + path)[0] == 404, path
    status, home = fetched(f"{servers.world}/")
    assert status == 200
    assert goal not in unescape(home) and ADD.task not in home and servers.panel not in home
    assert servers.panel != servers.world


def test_another_site_can_neither_read_nor_write(servers: PlayServers) -> None:
    assert fetched(servers.panel, None, Host="elsewhere.example")[0] == 400
    assert fetched(servers.world, None, Host="elsewhere.example")[0] == 400
    assert fetched(f"{servers.panel}/done", b"how=success", Origin=servers.world)[0] == 403
    assert servers.session.game.final is None


def test_what_cant_be_played_is_told_and_the_game_goes_on(servers: PlayServers) -> None:
    before = servers.session.game
    status, html = fetched(f"{servers.panel}/start", b"round=0&task=todo.CompletTask")
    assert status == 200 and "did you mean todo.CompleteTask" in html
    for wrong, told in (
        (b"instance=few", "Variant of the task is “few”; write a whole number"),
        (b"device=watch", "no device “watch”; there are phone, desktop"),
        (b"task=todo.CompleteTask&phrasing=9", "todo.CompleteTask has phrasings 0 to 6, not 9"),
    ):
        refused = fetched(f"{servers.panel}/start", b"round=0&" + wrong)[1]
        assert told in refused and "The owner speaks" in refused
    assert servers.session.game is before


@pytest.mark.long
def test_the_panels_pages_can_be_read_in_all_windows(chrome: Browser) -> None:
    with play_servers(COMPLETE) as servers:
        assert not all_faults(chrome, servers.panel, f"{servers.panel}/tasks")
        servers.session.finish(Done())
        assert not all_faults(chrome, servers.panel)


@pytest.mark.long
def test_the_panel_speaks_to_people(page: Page) -> None:
    """Neither the names of our settings nor those of the kinds of tasks and items stand on a page."""
    with play_servers(COMPLETE) as servers:
        assert servers.session.game.episode
        verdict = servers.session.game.episode.verdict()
        kinds = {item.kind for item in verdict.items} | {one.kind() for one in tasks()}
        for place in ("/", "/tasks"):
            page.goto(servers.panel + place)
            page.locator("details:not([data-group])").evaluate_all("all => all.forEach(one => { one.open = true; })")
            said = page.locator("body").inner_text()
            lines = {line.strip().lower() for line in said.splitlines()}
            assert not lines & {*kinds, *SETTINGS} - {"device", "theme", "layout"}, place
            assert not re.search(r"instance|phrasing|submit|profile|goal_", said), place
        page.goto(servers.panel)
        page.get_by_text("About this task").click()
        command = page.locator("code").inner_text().split()
        assert command[:3] == ["lifeworld", "play", "--task"]
        assert chosen(command[-1]) == servers.session.game.configuration


def test_a_task_is_found_by_words_in_groups_that_are_folded(page: Page) -> None:
    with play_servers(COMPLETE) as servers:
        page.goto(f"{servers.panel}/tasks")
        assert page.locator("details[data-group][open] h2").all_inner_texts() == [
            page.locator("[open] h2").inner_text()
        ]
        page.get_by_label("Find a task").fill("bank.TransferLess")
        expect(page.locator("[data-words]:visible")).to_have_count(1)
        expect(page.locator("h2:visible small")).to_have_text(re.compile("^1 of [0-9]+ tasks$"))
        page.get_by_label("Find a task").fill("no such task at all")
        expect(page.get_by_text("No task has these words.")).to_be_visible()
