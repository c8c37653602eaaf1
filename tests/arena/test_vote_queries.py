"""The same votes out of both databases as went in, without those that aren't to be published."""

import uuid
from datetime import UTC, datetime

import pyarrow.parquet as pq
import pytest
from sqlalchemy.orm import Session
from tests.arena.simulation import standing

from lifeworld.arena import vote_queries
from lifeworld.arena.database import Database
from lifeworld.arena.exchange import Dataset, dataset, export
from lifeworld.arena.importing import read_votes
from lifeworld.arena.poll import Poll
from lifeworld.arena.ranking import leaderboard
from lifeworld.arena.site.boards import Boards
from lifeworld.arena.site.data_pages import delete_data
from lifeworld.arena.tables import Agent, Battle, Label, Side, Vote, Voter

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
PEOPLE = [uuid.UUID(int=n) for n in range(1, 5)]


@pytest.fixture
def filled(database: Database) -> Database:
    """Three agents, four battles, four voters: one of them paid, one too fast, one deleted."""
    with database.writing() as session:
        session.add_all(Agent(id=n, name=name, spec="tree", created=NOON) for n, name in enumerate("abc", 1))
        for n, person in enumerate(PEOPLE):
            told = {"group": "paid" if n == 1 else "public", "deleted": NOON if n == 3 else None}
            consented = NOON if n == 0 else None
            session.add(
                Voter(id=person, created=NOON, last_seen=NOON, address_hash=f"h{n}", consented=consented, **told)
            )
        session.flush()
        for n, (left, right) in enumerate([(1, 2), (2, 3), (3, 1), (1, 3)]):
            battle(session, n, left, right)
    return database


def battle(session: Session, number: int, left: int, right: int) -> None:
    name = f"battle{number}"
    session.add(
        Battle(
            id=name,
            configuration={"task": "mail.SendIt"},
            device="phone" if number % 2 else "desktop",
            category="single",
            goal="Send it",
            made="ahead",
            status="ready",
            chance=0.25,
            created=NOON,
        )
    )
    session.flush()
    for side, agent, verdict in (("left", left, "success"), ("right", right, "failure" if number else "unscored")):
        session.add(Side(battle=name, side=side, agent=agent, verdict=verdict, steps=number + 3, seconds=9.0))
    for n, person in enumerate(PEOPLE):
        vote = Vote(battle=name, voter=person, choice="left", seconds=1.0 if n == 2 else 20.0, created=NOON)
        vote.text = f"said {n}"
        vote.labels = [Label(side="left", label="safe", value=True), Label(side="right", label="good", step=2)]
        session.add(vote)
        session.flush()


def test_votes_come_out_as_they_went_in(filled: Database) -> None:
    with filled.reading() as session:
        table, marks = vote_queries.votes(session), vote_queries.labels(session)
    assert table.num_rows == 16 and marks.num_rows == 32
    first = table.to_pylist()[0]
    assert first | {"vote": 0} == {
        "vote": 0, "battle": "battle0", "task": "mail.SendIt", "category": "single", "device": "desktop",
        "topic": None, "source": "catalogue", "background": None,
        "left": "a", "right": "b", "choice": "left", "voter": str(PEOPLE[0]), "group": "public", "address": "h0",
        "seconds": 20.0, "created": NOON, "chance": 0.25, "left_verdict": "success", "left_steps": 3,
        "left_seconds": 9.0, "left_questions": 0, "right_verdict": "unscored", "right_steps": 3,
        "right_seconds": 9.0, "right_questions": 0,
    }  # fmt: skip
    assert leaderboard(Poll.of(table), (("device", "phone"),)).votes == 8


def test_verified_success_is_of_sides_that_were_scored(filled: Database) -> None:
    with filled.reading() as session:
        assert vote_queries.verified_counts(session) == {"a": (2, 3), "b": (1, 1), "c": (1, 3)}
        assert vote_queries.verified_counts(session, (("device", "phone"),)) == {"a": (1, 1), "b": (1, 1), "c": (0, 2)}
        assert vote_queries.verified_counts(session, (("group", "paid"),)) == vote_queries.verified_counts(session)
        assert vote_queries.verified_counts(session, (("group", "expert"),)) == {}


def test_what_is_published_leaves_out_who_had_their_data_deleted(filled: Database, tmp_path) -> None:
    with filled.reading() as session:
        public = vote_queries.votes(session, public=True)
        words, marks = vote_queries.texts(session), vote_queries.labels(session)
    assert public.num_rows == 12 and str(PEOPLE[3]) not in public["voter"].to_pylist()
    assert set(words.values()) == {"said 0"}  # the only one who consented
    rows = export(Dataset(public, marks, texts=words), tmp_path / "out", "Votes")
    assert rows == {"votes": 12, "labels": 24, "boards": 6, "pairs": 3, "trajectories": 8}
    again = leaderboard(Poll.of(read_votes(tmp_path / "out").votes))
    once = leaderboard(Poll.of(public))
    assert [line.agent for line in again.standings] == [line.agent for line in once.standings]
    assert standing(again, "a").elo == pytest.approx(standing(once, "a").elo, abs=1e-9)


def test_an_export_ranks_by_the_votes_that_the_site_counts_and_says_so(filled: Database, tmp_path) -> None:
    with filled.writing() as session:
        delete_data(session, PEOPLE[3])
    with filled.reading() as session:
        data = dataset(session)
    export(data, tmp_path / "out", "Votes")
    boards, found = Boards(filled), read_votes(tmp_path / "out")
    try:
        site = boards.board()
    finally:
        boards.close()
    again = leaderboard(Poll.of(found.votes))
    listed = pq.read_table(tmp_path / "out/boards.parquet").to_pylist()
    of = {name: [row for row in listed if row["of"] == name] for name in ("counted", "all")}
    assert found.dropped == 4 and site.votes == again.votes == 8  # of the 12 of people who are still here
    for one, other, row in zip(site.standings, again.standings, of["counted"], strict=True):
        assert (
            (one.agent, one.rank, one.votes)
            == (other.agent, other.rank, other.votes)
            == (row["agent"], row["rank"], row["votes"])
        )
        assert one.elo == pytest.approx(other.elo, abs=1e-6) == pytest.approx(row["elo"], abs=1e-6)
    assert sum(row["votes"] for row in of["all"]) == 2 * 12


def test_an_empty_arena_has_empty_tables(database: Database) -> None:
    with database.reading() as session:
        assert vote_queries.votes(session).num_rows == vote_queries.labels(session).num_rows == 0
        assert vote_queries.verified_counts(session) == {} and vote_queries.known_answers(session) == {}
        assert leaderboard(Poll.of(vote_queries.votes(session))).standings == ()
