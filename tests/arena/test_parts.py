"""Rankings narrowed to a topic, to tasks of the catalogue or of visitors, and to what voters tell of themselves."""

from sqlalchemy import select
from tests.arena.stage import Stage

from lifeworld.arena.battles import topic_of, topic_of_pages
from lifeworld.arena.poll import Where
from lifeworld.arena.tables import Voter


def test_topics_are_apps() -> None:
    assert [topic_of(task) for task in ("todo.CompleteTask", "cross.Dinner")] == ["todo", "several"]
    assert topic_of_pages(["/", "/mail/inbox", "/mail?folder=sent", "/bank"]) == "mail"
    assert topic_of_pages(["/", "/nothing"]) == ""


def test_a_ranking_is_narrowed_to_a_topic_and_to_who_wrote_the_task(stage: Stage) -> None:
    visit = stage.visit()
    boards = visit.boards
    visit.vote(stage.battle())
    visit.vote(stage.battle(topic="mail", written=True, category="written"))
    assert boards.settle(20, parts=True)
    wheres: list[Where] = [(("topic", "todo"),), (("topic", "mail"),), (("source", "written"),)]
    assert [boards.board(where).votes for where in wheres] == [1, 1, 1]
    page = visit.get("/leaderboard?source=written")
    assert page.status_code == 200
    assert "visitors only" in page.text


def test_voters_are_asked_once_and_their_earlier_votes_count_as_theirs(stage: Stage) -> None:
    visit = stage.visit()
    boards = visit.boards
    first, second = stage.battle(), stage.battle()
    visit.vote(first)
    assert boards.settle(20)
    assert "What do you do" in visit.get(f"/battle/{first}").text
    sent = visit.send(f"/battle/{first}", f"/battle/{first}/background", background="builds")
    assert sent.status_code == 303
    visit.vote(second)
    assert "What do you do" not in visit.get(f"/battle/{second}").text
    assert boards.settle(20, parts=True)
    assert (boards.board((("background", "builds"),)).votes, boards.board().votes) == (2, 2)


def test_who_would_not_say_is_in_no_group_and_is_not_asked_again(stage: Stage) -> None:
    visit = stage.visit()
    boards = visit.boards
    battle = stage.battle()
    visit.vote(battle)
    visit.send(f"/battle/{battle}", f"/battle/{battle}/background", background="unsaid")
    assert "What do you do" not in visit.get(f"/battle/{battle}").text
    assert boards.settle(20, parts=True)
    assert boards.values("background") == []
    assert stage.rows(select(Voter.background)) == ["unsaid"]


def test_a_vote_that_is_not_counted_says_so_at_once_and_why(stage: Stage) -> None:
    visit, battle = stage.visit(filters=("too fast",)), stage.battle()
    visit.vote(battle)
    shown = visit.get(f"/battle/{battle}").text
    assert "Your vote is kept, but not counted." in shown
    assert "votes count from 3 s on" in shown
