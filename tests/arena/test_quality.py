"""Filters: each drops what it names and nothing else, and the paper's counts come back."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pyarrow as pa
import pytest
from tests.arena.simulation import cast, paper_votes, standing, votes

from lifeworld.arena.ballots import CHOICES, VOTES
from lifeworld.arena.poll import Poll
from lifeworld.arena.quality import FILTERS, VoteCount, filter_votes, rankings
from lifeworld.arena.ranking import leaderboard
from lifeworld.core.errors import UserError

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
PUBLIC, PAID, KEPT = 1773, 1645, 2201
KNOWN = {"check 1": "left", "check 2": "right"}


def honest(number: int, rng: np.random.Generator, **changed: object) -> dict[str, object]:
    agents = rng.permutation(list("abcdef"))[:2].tolist()
    better = "left" if agents[0] < agents[1] else "right"
    return {
        "vote": number,
        "battle": f"battle {number}",
        "left": agents[0],
        "right": agents[1],
        "choice": better if rng.random() < 0.75 else CHOICES[int(rng.integers(4))],
        "voter": f"voter {number // 2}",
        "group": "public" if number < PUBLIC else "paid",
        "address": f"address {number // 2}",
        "seconds": float(rng.uniform(8, 90)),
        "created": NOON + timedelta(minutes=number),
    } | changed


def papers_votes(rng: np.random.Generator) -> pa.Table:
    """3,418 votes of which 1,217 have a fault; the paper doesn't say how many have which, so these are ours."""
    rows = [honest(number, rng) for number in range(KEPT)]
    fast = [honest(number, rng, seconds=1.0) for number in range(KEPT, KEPT + 500)]
    always = [
        honest(number, rng, choice="left", voter=f"lefty {number // 20}")
        for number in range(KEPT + 519, KEPT + 519 + 400)
    ]
    failing = []
    for number in range(50):
        voter = {"voter": f"careless {number}", "choice": "tie"}
        failing += [honest(9000 + 4 * number + k, rng, battle=check, **voter) for k, check in enumerate(KNOWN)]
        failing += [honest(9000 + 4 * number + k, rng, **voter) for k in (2, 3)]
    missing = 1217 - 500 - 400 - 200
    again = [
        rows[n] | {"vote": 20_000 + n, "voter": f"twin {n}", "created": NOON + timedelta(days=9)}
        for n in range(missing)
    ]
    found = rows + fast + always + failing + again
    order = rng.permutation(len(found))
    groups = ["public"] * PUBLIC + ["paid"] * PAID
    return votes(found[i] | {"group": group} for i, group in zip(order, groups, strict=True))


def test_the_papers_counts_come_back() -> None:
    """Show 4: 3,418 cast (1,773 public and 1,645 paid), 2,201 kept."""
    sifted = filter_votes(papers_votes(np.random.default_rng(1)), known=KNOWN)
    assert sifted.count == VoteCount(3418, 2201) and sifted.count.dropped == 1217
    groups = sifted.by_group()
    assert (groups["public"].cast, groups["paid"].cast) == (1773, 1645)
    assert groups["public"].kept + groups["paid"].kept == 2201
    assert sifted.dropped() == {"known answer": 200, "too fast": 500, "one side": 400, "repeated address": 117}
    both = rankings(sifted)
    assert (both.raw.votes, both.kept.votes) == (3418, 2201)
    assert standing(both.kept, "a").elo > standing(both.raw, "a").elo  # noise has pulled the best down
    assert both.rank_changes().keys() == set("abcdef")


def test_dropping_none_leaves_the_raw_ranking() -> None:
    table = paper_votes(np.random.default_rng(2))
    sifted = filter_votes(table, filters=())
    assert sifted.kept.equals(table)
    both, raw = rankings(sifted), leaderboard(Poll.of(table))
    assert both.kept.standings == both.raw.standings == raw.standings
    assert set(both.rank_changes().values()) == {0}


def test_votes_of_which_nothing_is_known_but_the_choice_are_kept() -> None:
    table = votes({"left": "a", "right": "b", "choice": "left"} for _ in range(50))
    assert filter_votes(table).count == VoteCount(50, 50)


@pytest.mark.parametrize("name", FILTERS)
def test_a_filter_alone_drops_what_it_drops_first(name: str) -> None:
    table = papers_votes(np.random.default_rng(3))
    alone, all_of_them = filter_votes(table, (name,), known=KNOWN), filter_votes(table, known=KNOWN)
    assert all(one == name for one, other in zip(alone.reason, all_of_them.reason, strict=True) if other == name)
    assert set(alone.reason) == {"", name}


def test_a_voter_of_both_sides_is_kept_and_a_short_streak_too() -> None:
    streak = cast(*[("a", "b", "left")] * 9).set_column(VOTES.names.index("voter"), "voter", pa.array(["one"] * 9))
    assert filter_votes(streak).count.kept == 9  # nine in a row: a chance of 0.004
    more = pa.concat_tables([streak, streak.slice(0, 3)])
    assert filter_votes(more).count.kept == 0  # twelve: 0.0005


def test_an_honest_answer_to_known_battles_keeps_the_voters_other_votes() -> None:
    rows = [("check 1", "left"), ("check 2", "right"), ("other", "tie")]
    table = votes({"battle": b, "choice": c, "left": "a", "right": "b", "voter": "v"} for b, c in rows)
    assert filter_votes(table, known=KNOWN).reason == ("known answer", "known answer", "")


def test_of_an_addresss_votes_on_a_battle_the_first_in_time_counts() -> None:
    rows = [("later", NOON + timedelta(hours=1)), ("first", NOON)]
    table = votes(
        {"battle": "x", "choice": "left", "left": "a", "right": "b", "voter": voter, "address": "home", "created": when}
        for voter, when in rows
    )
    assert filter_votes(table).reason == ("repeated address", "")


def test_an_unknown_filter_is_refused_with_the_choices() -> None:
    with pytest.raises(UserError, match="no filter slow; there are known answer, too fast, one side, repeated address"):
        filter_votes(paper_votes(np.random.default_rng(0)), ("slow",))
