"""What pages say while there are few votes, no mail server, or little room."""

import re
from importlib.resources import files

import pytest
from selectolax.lexbor import LexborHTMLParser
from sqlalchemy import select
from tests.arena.simulation import votes
from tests.arena.stage import NAMES, Stage, Visit

from lifeworld.arena.poll import Poll
from lifeworld.arena.ranking import leaderboard
from lifeworld.arena.site.findings import BoardChart
from lifeworld.arena.tables import Vote


def test_findings_of_few_votes_have_no_programmers_words(stage: Stage) -> None:
    visit = stage.visit()
    visit.vote(stage.battle())
    visit.vote(stage.battle(NAMES[0], NAMES[2]), "right")
    page = visit.get("/findings").text
    assert "Not known yet: too few votes of this kind" in page
    for word in ("connected", "model 0", "raters", "alpha needs", "component", "[", "&gt;="):
        assert word not in page.partition("<main")[2], word


def test_no_page_gives_an_interval_over_too_few_people(stage: Stage) -> None:
    site = stage.visit()
    for voters in range(1, 6):
        visit, battle = site.another(), stage.battle()
        visit.vote(battle)
        assert site.boards.settle(20, parts=True)
        pages = [visit.get(path).text for path in ("/leaderboard", f"/battle/{battle}")]
        assert ["too few votes yet" in page for page in pages] == [voters < 5] * 2, voters
        assert bool(re.search(r"95 % interval: \d+ to \d+", pages[1])) == (voters == 5)


@pytest.mark.parametrize("voters", [4, 5])
def test_findings_compare_two_agents_with_an_interval_once_five_people_voted(voters: int, stage: Stage) -> None:
    site = stage.visit()
    for _ in range(voters):
        site.another().vote(stage.battle())
    assert site.boards.settle(20)
    page = LexborHTMLParser(site.get("/findings").text)
    (cell,) = page.css('td[data-of="Difference"]')
    interval = re.fullmatch(r"[+−]100 \((\S+) to (\S+)\)", cell.text())
    assert (cell.text().endswith("100 (too few votes yet)"), interval is None) == (voters < 5, voters < 5)
    if interval:
        assert "±0" not in interval.groups() and {one[0] for one in interval.groups()} == {"+"}
    assert "Wilson’s" in page.body.text()


def test_every_class_of_a_page_has_a_rule() -> None:
    """A note that looks like any other text was nobody's wish; what scripts alone look for begins with data-."""
    site = files("lifeworld.arena.site")
    rules = "".join(one.read_text() for one in site.joinpath("static").iterdir() if one.name.endswith(".css"))
    pages = "".join(one.read_text() for one in site.joinpath("templates").iterdir())
    used = {
        name
        for found in re.findall(r'class="([^"]*)"', pages)
        for name in re.sub(r"\{[%{].*?[%}]\}", " ", found).split()
    }
    assert sorted(name for name in used if f".{name}" not in rules) == []


def test_an_arena_without_mail_offers_no_link(stage: Stage) -> None:
    assert "Send me a link" in stage.visit().get("/account").text
    page = stage.visit(mails=False).get("/account").text
    assert "Send me a link" not in page and "sends no mail" in page


def test_the_picture_of_few_votes_keeps_to_its_points() -> None:
    table = votes({"left": "a", "right": "b", "choice": "left"} for _ in range(2))
    board = leaderboard(Poll.of(table))
    picture = BoardChart.of(board)
    points = [one.elo for one in board.standings]
    assert picture.ratings.low >= min(points) - 600 and picture.ratings.high <= max(points) + 600
    assert all(0 <= picture.ratings.at(end) <= 100 for one in board.standings for end in (one.low, one.elo, one.high))


def test_a_vote_right_after_watching_live_counts_from_the_start_of_watching(stage: Stage) -> None:
    visits = [stage.visit(filters=("too fast",)) for _ in range(2)]
    for visit in visits:
        battle, host = stage.battle(made="live"), visit.host
        visit.get(f"/battle/{battle}")
        if visit is visits[0]:
            host.watch(battle, visit.session.voter)
            host.watched[battle, visit.session.voter] -= 60
        visit.vote(battle)
        assert host.boards.settle(20)
        assert host.boards.board().votes == (1 if visit is visits[0] else 0)
    watched, fast = stage.rows(select(Vote.seconds).order_by(Vote.id))
    assert watched >= 60 > fast


def test_a_live_battle_that_is_tried_again_says_so(visit: Visit, stage: Stage) -> None:
    battle = stage.battle(made="live", status="queued", reason="its browser crashed")
    assert "Starting again after an error" in visit.get(f"/watch/{battle}").text
