"""Votes: once each, whoever casts them and however often; names only afterwards."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select
from tests.arena.people import battle, voter

from lifeworld.arena import battles, voting
from lifeworld.arena.database import Database
from lifeworld.arena.site.serving import ReadyBattles
from lifeworld.arena.tables import CHOICES, Label, Vote
from lifeworld.arena.voting import LabelMark, NotVotedYet, VoteConflict, VoteForm
from lifeworld.core.errors import UserError

LEFT = VoteForm(
    "left", 12.5, (LabelMark("left", "correct"), LabelMark("right", "bad", step=2)), "the right one got lost"
)


def counted(database: Database, table: type[Vote] | type[Label]) -> int:
    with database.reading() as session:
        return session.scalar(select(func.count()).select_from(table)) or 0


def test_a_vote_is_taken_once_the_same_again_says_so_and_another_is_refused(database: Database) -> None:
    with database.writing() as session:
        one, person = battle(session).id, voter(session)
    casts = []
    for _ in range(3):
        with database.writing() as session:
            casts.append(voting.cast(session, one, person, LEFT))
    assert [each.new for each in casts] == [True, False, False]
    assert len({each.vote for each in casts}) == 1
    with pytest.raises(VoteConflict), database.writing() as session:
        voting.cast(session, one, person, VoteForm("right", 3))
    assert (counted(database, Vote), counted(database, Label)) == (1, 2)


def test_a_vote_sent_many_times_at_once_counts_once(database: Database) -> None:
    with database.writing() as session:
        one, people = battle(session).id, [voter(session) for _ in range(5)]

    def send(number: int) -> bool:
        with database.writing() as session:
            return voting.cast(session, one, people[number % 5], LEFT).new

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(send, range(40))) == 5
    assert (counted(database, Vote), counted(database, Label)) == (5, 10)


def test_names_are_told_to_those_alone_who_have_voted(database: Database) -> None:
    with database.writing() as session:
        one, person, other = battle(session).id, voter(session), voter(session)
        voting.cast(session, one, person, VoteForm("tie", 3))
        told = voting.reveal(session, one, person)
        assert {side: each.name for side, each in told.items()} == {"left": "left one", "right": "right one"}
        with pytest.raises(NotVotedYet):
            voting.reveal(session, one, other)


@pytest.mark.parametrize(
    "opinion",
    [
        VoteForm("both", 1),  # type: ignore[arg-type]
        VoteForm("left", -1),
        VoteForm("left", float("nan")),
        VoteForm("left", 1, text="x" * 2001),
        VoteForm("left", 1, (LabelMark("left", "good"),)),
        VoteForm("left", 1, (LabelMark("left", "correct", step=1),)),
        VoteForm("left", 1, (LabelMark("left", "good", step=-1),)),
        VoteForm("left", 1, (LabelMark("middle", "safe"),)),  # type: ignore[arg-type]
        VoteForm("left", 1, (LabelMark("left", "nice"),)),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_vote_is_refused_and_leaves_nothing(database: Database, opinion: VoteForm) -> None:
    with database.writing() as session:
        one, person = battle(session).id, voter(session)
    with pytest.raises(UserError), database.writing() as session:
        voting.cast(session, one, person, opinion)
    assert counted(database, Vote) == 0


def test_only_what_is_ready_is_served_and_voted_on_and_nothing_twice(database: Database) -> None:
    with database.writing() as session:
        person, other = voter(session), voter(session)
        first, second, unready = battle(session), battle(session), battle(session, ready=False)
        with pytest.raises(UserError, match="can't be voted on"):
            voting.cast(session, unready.id, person, LEFT)
        served = []
        while offered := ReadyBattles(database).unseen(session, person):
            served.append(offered[0].battle)
            voting.cast(session, served[-1], person, LEFT)
        assert served == [first.id, second.id]
        battles.withdraw(session, first.id, "not fit")
        assert {each.battle for each in ReadyBattles(database).unseen(session, other)} == {second.id}


def test_the_least_voted_on_come_first(database: Database) -> None:
    with database.writing() as session:
        people = [voter(session) for _ in range(4)]
        first, second = battle(session).id, battle(session).id
        for person, choice in zip(people, CHOICES[:3], strict=False):
            voting.cast(session, first, person, VoteForm(choice, 1))
        offered = ReadyBattles(database).unseen(session, people[3])
        assert [(each.battle, each.votes) for each in offered] == [(second, 0), (first, 3)]
