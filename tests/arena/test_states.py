"""The pages about votes where there are none, one, some that don't count, and many: true, and readable everywhere."""

import random
from itertools import permutations

import pytest
from playwright.sync_api import Browser
from tests.arena.stage import NAMES, Stage, Visit, served
from tests.surfaces import all_faults

PAGES = ("/leaderboard", "/leaderboard/votes", "/findings")


def cast(stage: Stage, choices: list[str]) -> Visit:
    """Vote on a battle for each choice, and return the voter, who has seen the empty pages, once all are filtered."""
    visit = stage.visit()
    assert all("No votes yet" in visit.get(page).text for page in PAGES)
    for choice in choices:
        assert visit.vote(stage.battle(), choice).status_code == 303
    assert visit.boards.settle(20)
    return visit


@pytest.mark.parametrize("choice", ["left", "right", "tie", "bad"])
def test_one_vote_of_any_kind_has_all_pages(stage: Stage, choice: str) -> None:
    """Two agents that nothing tells apart have a scale, too."""
    visit = cast(stage, [choice])
    for page in PAGES:
        found = visit.get(page)
        assert found.status_code == 200 and "No vote" not in found.text, page
    assert "1 vote on 2 agents" in visit.get("/leaderboard").text


def test_only_where_none_was_cast_is_it_said(stage: Stage) -> None:
    """Votes that are just being counted are votes, and so are those that a filter excludes."""
    visit = stage.visit(filters=("too fast",))
    assert "<h1>No battle is ready yet</h1>" in visit.get("/").text
    for page in PAGES:
        assert "No votes yet" in visit.get(page).text
    boards = visit.boards
    boards._updating.acquire()
    for _ in range(5):
        visit.vote(stage.battle())
    assert "5 votes cast" in visit.get("/leaderboard").text and "being counted" in visit.get("/leaderboard").text
    boards._updating.release()
    assert boards.settle(20)
    for page in PAGES:
        assert "No votes yet" not in visit.get(page).text
    for page in ("/leaderboard", "/findings"):
        assert "5 votes cast, but excluded" in visit.get(page).text
    assert "No vote counts yet" in visit.get("/findings").text


def test_the_page_on_filters_speaks_of_those_that_the_host_chose(stage: Stage) -> None:
    visit = cast(stage, ["left", "right"])  # both in no time
    page = visit.get("/leaderboard/votes").text
    assert "<dt>counted</dt><dd>2</dd>" in page and "too fast" not in page


@pytest.mark.long
@pytest.mark.parametrize("votes", [0, 1, 120])
def test_all_pages_can_be_read_in_all_windows(chrome: Browser, stage: Stage, votes: int) -> None:
    pairs = [*permutations(NAMES, 2)] if votes else []
    battles = [stage.battle(*pair, device=device) for pair in pairs for device in ("phone", "desktop")]
    chance = random.Random(5)
    with served(stage) as site:
        visits = [site.another(f"203.0.113.{n}") for n in range(10)]
        for visit, battle in [(visit, battle) for visit in visits for battle in battles][:votes]:
            visit.vote(battle, chance.choice(["left", "left", "right", "tie", "bad"]))
        assert site.boards.settle(30)
        others = ("/", "/live", "/account", "/data", "/about", "/nothing") if votes != 1 else ("/",)
        shown = [f"/battle/{battle}" for battle in battles[:2]] if votes > 1 else []
        assert not all_faults(chrome, *(site.origin + path for path in (*PAGES, *others, *shown)))
