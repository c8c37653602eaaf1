"""The leaderboard: laws over all polls, the paper's figures from simulated votes, agreement with other estimators."""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import combinations

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.arena.simulation import AGENTS, PAPER, TRUTH, cast, paper_votes, standing, votes

from lifeworld.arena import standings
from lifeworld.arena.ballots import CHOICES
from lifeworld.arena.poll import Ballot, Poll
from lifeworld.arena.ranking import MODELS, Board, Rule, leaderboard, refreshed_board
from lifeworld.arena.site.rendering import ranked
from lifeworld.arena.standings import Standings
from lifeworld.core.errors import UserError
from lifeworld.stats import bradley_terry, bradley_terry_bootstrap, clopper_pearson, rank_correlation

NAMES = ("a", "b", "c", "d", "e")
BALLOT = st.tuples(
    st.permutations(NAMES).map(lambda names: names[:2]),
    st.sampled_from(CHOICES),
    st.sampled_from(("u", "v", "w")),
    st.sampled_from(("phone", "desktop")),
    st.sampled_from(("single", "cross")),
    st.sampled_from(("public", "paid")),
).map(lambda told: Ballot(*told[0], told[1], voter=told[2], device=told[3], category=told[4], group=told[5]))
POLLS = st.lists(BALLOT, min_size=1, max_size=60)
RULES = st.sampled_from([Rule(model=model) for model in MODELS])
MIRROR = {"left": "right", "right": "left", "tie": "tie", "bad": "bad"}


def poll_of(ballots: list[Ballot]) -> Poll:
    poll = Poll()
    for name in NAMES:
        poll.add_agent(name)
    for ballot in ballots:
        poll.add(ballot)
    return poll


def same(one: Board, other: Board) -> None:
    assert [line.agent for line in other.standings] != [] or not one.standings
    for line in one.standings:
        twin = standing(other, line.agent)
        assert (line.elo, line.low, line.high) == pytest.approx((twin.elo, twin.low, twin.high), abs=1e-5)
        assert (line.votes, line.wins, line.losses, line.ties, line.bad) == (
            twin.votes, twin.wins, twin.losses, twin.ties, twin.bad,
        )  # fmt: skip


@given(POLLS, RULES)
@settings(max_examples=60, deadline=None)
def test_swapping_the_sides_of_every_vote_changes_nothing(ballots: list[Ballot], rule: Rule) -> None:
    swapped = [Ballot(b.right, b.left, MIRROR[b.choice], b.voter, device=b.device) for b in ballots]
    same(leaderboard(poll_of(ballots), rule=rule), leaderboard(poll_of(swapped), rule=rule))


@given(POLLS, RULES)
@settings(max_examples=60, deadline=None)
def test_swapping_who_won_mirrors_the_ratings(ballots: list[Ballot], rule: Rule) -> None:
    lost = [Ballot(b.left, b.right, MIRROR[b.choice], b.voter, device=b.device) for b in ballots]
    if rule.model == "answers":  # where both bad is a bar that all have to pass, so that it has no mirror
        ballots, lost = ([b for b in each if b.choice != "bad"] for each in (ballots, lost))
    one, other = leaderboard(poll_of(ballots), rule=rule), leaderboard(poll_of(lost), rule=rule)
    np.testing.assert_allclose(one.beta, -other.beta, atol=1e-7)


@given(POLLS, st.permutations(NAMES), RULES)
@settings(max_examples=60, deadline=None)
def test_a_vote_for_an_agent_lowers_none_of_its_leads(ballots: list[Ballot], order: list[str], rule: Rule) -> None:
    won, over = order[:2]
    before = leaderboard(poll_of(ballots), rule=rule)
    if rule.model == "answers" and before.tie_chance is before.bar is None and not before.beta.any():
        return
    after = leaderboard(poll_of([*ballots, Ballot(won, over, "left", "z")]), rule=rule)
    me = NAMES.index(won)
    if rule.model == "halves":
        assert (after.beta[me] - after.beta >= before.beta[me] - before.beta - 1e-7).all()
    else:  # a vote also moves the bar, and with it what earlier votes said; the lead on who lost still grows
        beaten = NAMES.index(over)
        assert after.beta[me] - after.beta[beaten] >= before.beta[me] - before.beta[beaten] - 1e-7


@given(POLLS, st.randoms(use_true_random=False), RULES)
@settings(max_examples=60, deadline=None)
def test_the_order_of_votes_does_not_matter(ballots: list[Ballot], random, rule: Rule) -> None:
    shuffled = list(ballots)
    random.shuffle(shuffled)
    same(leaderboard(poll_of(ballots), rule=rule), leaderboard(poll_of(shuffled), rule=rule))


@given(POLLS, POLLS, RULES)
@settings(max_examples=60, deadline=None)
def test_votes_one_by_one_a_warm_start_and_votes_taken_back_end_where_a_table_does(
    ballots: list[Ballot], others: list[Ballot], rule: Rule
) -> None:
    poll = poll_of(ballots)
    last = leaderboard(poll, rule=rule)
    for ballot in others:
        poll.add(ballot)
    last = leaderboard(poll, rule=rule, last=last)
    for ballot in others:
        poll.add(ballot, times=-1)
    grown = leaderboard(poll, rule=rule, last=last)
    rows = [
        {"left": b.left, "right": b.right, "choice": b.choice, "voter": b.voter, "device": b.device} for b in ballots
    ]
    scratch = Poll()
    for name in NAMES:
        scratch.add_agent(name)
    scratch.extend(votes(rows))
    same(leaderboard(scratch, rule=rule), grown)
    for where in scratch.parts:
        same(leaderboard(scratch, where, rule), leaderboard(poll, where, rule))


@given(POLLS, RULES)
@settings(max_examples=40, deadline=None)
def test_the_parts_of_a_poll_are_polls_of_their_own(ballots: list[Ballot], rule: Rule) -> None:
    kinds = [("category", "cross"), ("device", "phone"), ("group", "paid")]
    for many in range(4):
        for where in combinations(kinds, many):
            mine = [ballot for ballot in ballots if all(getattr(ballot, name) == value for name, value in where)]
            same(leaderboard(poll_of(ballots), where, rule), leaderboard(poll_of(mine), rule=rule))


@given(POLLS)
@settings(max_examples=40, deadline=None)
def test_every_vote_is_one_win_and_one_loss_or_two_ties(ballots: list[Ballot]) -> None:
    board = leaderboard(poll_of(ballots))
    assert board.votes == len(ballots)
    assert sum(line.wins for line in board.standings) == sum(line.losses for line in board.standings)
    assert sum(line.votes for line in board.standings) == 2 * len(ballots)
    assert {*(line.agent for line in board.standings), *board.unrated} == set(NAMES)
    assert all(line.low < line.elo < line.high for line in board.standings)


def test_without_ties_both_models_and_the_plain_estimator_agree() -> None:
    poll = Poll.of(paper_votes(np.random.default_rng(3), ties=0))
    halves, answers = (leaderboard(poll, rule=Rule(model=model, prior=1e-6)) for model in MODELS)
    rows = [(i, j, y, n) for i, j, y, n in wins_of(poll) if n]
    plain = bradley_terry(rows)
    for agent, elo in zip(poll.agents, plain.elo, strict=True):
        assert standing(halves, agent).elo == pytest.approx(elo, abs=0.01)
        assert standing(answers, agent).elo == pytest.approx(elo, abs=0.01)
        assert standing(halves, agent).low == pytest.approx(standing(answers, agent).low, abs=6)


def wins_of(poll: Poll) -> list[tuple[int, int, float, float]]:
    counts, share = poll.counts(), (1.0, 0.0, 0.5, 0.5)
    size = len(poll.agents)
    return [(i, j, share[k], counts[i, j, k]) for i in range(size) for j in range(size) for k in range(4)]


def test_intervals_are_as_wide_as_the_bootstrap_of_voters() -> None:
    table = paper_votes(np.random.default_rng(5))
    board, poll = leaderboard(Poll.of(table)), Poll.of(table)
    columns = poll.columns()
    rows = np.stack([columns.left, columns.right, np.array([1, 0, 0.5, 0.5])[columns.choice]], axis=1)
    drawn = bradley_terry_bootstrap(rows, np.random.default_rng(6), 1000, users=columns.voter)
    width = {agent: high - low for agent, low, high in zip(poll.agents, drawn.low, drawn.high, strict=True)}
    ratios = [(line.high - line.low) / width[line.agent] for line in board.standings]
    assert 0.95 < np.mean(ratios) < 1.12
    assert min(ratios) > 0.85 and max(ratios) < 1.3


def test_voters_who_repeat_themselves_widen_the_interval_as_they_must() -> None:
    rng = np.random.default_rng(8)
    said = rng.integers(2, size=200)
    told = [{"left": "a", "right": "b", "choice": CHOICES[n], "voter": f"v{i}"} for i, n in enumerate(said)]
    alone, tenfold = leaderboard(Poll.of(votes(told))), leaderboard(Poll.of(votes(told * 10)))
    ratio = (standing(tenfold, "a").high - standing(tenfold, "a").low) / (
        standing(alone, "a").high - standing(alone, "a").low
    )
    assert ratio == pytest.approx(1, abs=0.03)  # ten times the votes of as many voters tell no more


@pytest.mark.long
def test_the_papers_leaderboard_comes_back() -> None:
    """Show 4: from 2,149 simulated votes with the paper's Elo and vote counts, 200 times."""
    rng = np.random.default_rng(2026)
    covered, decided, wrong, taus = dict.fromkeys(AGENTS, 0), 0, 0, []
    rounds = 200
    for _ in range(rounds):
        board = leaderboard(Poll.of(paper_votes(rng)))
        assert {line.agent: line.votes for line in board.standings} == {name: n for name, (_, n) in PAPER.items()}
        for line in board.standings:
            covered[line.agent] += line.low <= TRUTH[line.agent] <= line.high
        for i, first in enumerate(AGENTS):
            for second in AGENTS[i + 1 :]:
                lead = board.lead(first, second)
                decided += not lead.low <= 0 <= lead.high
                wrong += lead.high < 0 and TRUTH[first] > TRUTH[second]
        found = [standing(board, agent).elo for agent in AGENTS]
        taus.append(rank_correlation([TRUTH[agent] for agent in AGENTS], found).value)
    coverage = {agent: count / rounds for agent, count in covered.items()}
    assert 0.94 < np.mean(list(coverage.values())) < 0.985, coverage
    assert min(coverage.values()) > 0.91, coverage
    assert decided > 40 * rounds and wrong / decided < 0.002  # of 66 pairs, most are told apart, and rightly
    assert np.mean(taus) > 0.85


def test_voters_with_tastes_of_their_own_are_allowed_for() -> None:
    """Forty voters with ten votes each, who differ in what they like: intervals of voters hold, of votes do not."""
    rng, strength = np.random.default_rng(12), np.linspace(-0.6, 0.6, 5)
    many = leaderboard(Poll.of(tasted(rng, strength, 2000)))
    truth = {name: standing(many, name).elo for name in NAMES}
    held, ignored = [], []
    for _ in range(60):
        table = tasted(rng, strength, 40)
        unnamed = table.set_column(table.column_names.index("voter"), "voter", pa.nulls(table.num_rows, pa.string()))
        for cast_by, into in ((table, held), (unnamed, ignored)):
            into += [line.low <= truth[line.agent] <= line.high for line in leaderboard(Poll.of(cast_by)).standings]
    assert np.mean(held) > 0.91
    assert np.mean(ignored) < np.mean(held) - 0.02


def tasted(rng: np.random.Generator, strength: np.ndarray, voters: int) -> pa.Table:
    taste = strength + rng.normal(0, 0.8, (voters, strength.size))
    met = [(voter, *rng.choice(strength.size, 2, replace=False).tolist()) for voter in range(voters) for _ in range(10)]
    return votes(
        {
            "left": NAMES[i],
            "right": NAMES[j],
            "choice": "left" if rng.random() < 1 / (1 + np.exp(taste[voter, j] - taste[voter, i])) else "right",
            "voter": f"voter {voter}",
        }
        for voter, i, j in met
    )


def test_both_bad_tells_the_bar_where_the_model_has_one() -> None:
    rng, size = np.random.default_rng(1), 6000
    beta, bar, tie = np.linspace(-0.8, 0.8, 5), -0.4, 0.5
    rows = []
    for _ in range(size):
        i, j = rng.choice(5, 2, replace=False)
        weight = np.exp([beta[i], beta[j], (beta[i] + beta[j]) / 2 + np.log(tie), bar])
        choice = CHOICES[rng.choice(4, p=weight / weight.sum())]
        rows.append({"left": NAMES[i], "right": NAMES[j], "choice": choice})
    board = leaderboard(Poll.of(votes(rows)), rule=Rule(model="answers"))
    assert board.bar == pytest.approx(1000 + 173.718 * bar, abs=15)
    assert board.tie_chance == pytest.approx(tie / (2 + tie), abs=0.02)
    for agent, strength in zip(NAMES, beta, strict=True):
        assert standing(board, agent).low <= 1000 + 173.718 * strength <= standing(board, agent).high


def test_an_agent_that_only_won_is_rated_and_earns_its_rank() -> None:
    many = [("a", "b", "left"), ("a", "b", "right"), ("a", "c", "left"), ("b", "c", "right")] * 60
    board = leaderboard(Poll.of(cast(*many, ("new", "c", "left"))))
    new = standing(board, "new")
    assert new.elo > 1000 and new.rank == 4  # one win is not worth a high place: the lower bound decides
    before = standing(leaderboard(Poll.of(cast(*many))), "a")  # and a newcomer widens nobody's interval
    assert standing(board, "a").high - standing(board, "a").low == pytest.approx(before.high - before.low, rel=0.02)
    assert new.high - new.low > 1200


def test_weights_take_out_whom_the_sampling_preferred() -> None:
    """b loses to a on phones and beats a on desktops; drawn nine times as often on phones, the weights even it out."""
    rows = [("a", "b", "left", 0.9)] * 900 + [("a", "b", "right", 0.1)] * 100
    table = votes({"left": i, "right": j, "choice": said, "chance": p} for i, j, said, p in rows)
    raw, even = leaderboard(Poll.of(table)), leaderboard(Poll.of(table), rule=Rule(weighted=True))
    assert raw.lead("a", "b").value > 350
    assert even.lead("a", "b").value == pytest.approx(0, abs=1e-6)
    with pytest.raises(UserError, match="1 votes have no chance; rank them without weights"):
        leaderboard(Poll.of(cast(("a", "b", "left"))), rule=Rule(weighted=True))


def test_verified_success_stands_beside_preference() -> None:
    board = leaderboard(Poll.of(cast(("a", "b", "left"))), verified={"a": (8, 10), "b": (0, 0)})
    found = standing(board, "a").verified
    assert found is not None and (found.value, found.n) == (0.8, 10) and found.low < 0.8 < found.high
    assert standing(board, "b").verified is None


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"model": "elo"}, "the model of votes must be one of halves, answers, not 'elo'"),
        ({"prior": 0}, "the precision of the prior must be above 0, not 0"),
        ({"model": "answers", "weighted": True}, "weighted ratings need the model halves"),
    ],
)
def test_a_rule_that_cannot_be_is_refused(given: dict, told: str) -> None:
    with pytest.raises(UserError, match=told):
        Rule(**given)


def test_an_empty_poll_has_an_empty_board() -> None:
    poll = Poll()
    poll.add_agent("a")
    board = leaderboard(poll)
    assert (board.votes, board.standings, board.unrated) == (0, (), ("a",))


def test_one_agent_with_many_votes_is_no_less_uncertain_for_it() -> None:
    """1000 is the mean of those with 30 votes; were it one alone, it would be 1000 with an interval of no width."""
    board = leaderboard(Poll.of(cast(*(("a", f"n{n % 5}", "left") for n in range(35)))))
    first = standing(board, "a")
    assert first.votes == 35 and first.elo > 1100 and first.high - first.low > 100


def test_of_fewer_than_five_people_no_interval_is_shown() -> None:
    """How people differ can't be told from so few of them, however many votes they cast."""
    told = [("a", "b", "left"), ("b", "a", "left"), ("a", "b", "tie")] * 20
    few, enough = (leaderboard(Poll.of(by(voters, told))).standings for voters in (4, 5))
    assert {line.interval for line in few} == {"too few votes yet"}
    assert all(line.ends == (line.elo, line.elo) for line in few)
    assert all(line.interval == f"{line.ends[0]:.0f} to {line.ends[1]:.0f}" for line in enough)
    assert all(line.ends == (line.low, line.high) for line in enough)


def test_ranks_are_as_wide_as_agents_are_not_told_apart() -> None:
    told = [("a", "b", "tie"), ("b", "a", "tie"), ("a", "c", "left"), ("b", "c", "left")] * 40
    few, enough = (leaderboard(Poll.of(by(voters, told))) for voters in (4, 40))
    assert {ranked(line, 3) for line in few.standings} == {"Anywhere from 1st to 3rd of 3"}
    a, b, c = (ranked(standing(enough, agent), 3) for agent in "abc")
    assert a == b == "Anywhere from 1st to 2nd of 3" and c == "3rd of 3"
    assert enough.lead("a", "c").low > 0 > enough.lead("a", "b").low


def by(voters: int, told: list[tuple[str, str, str]]) -> pa.Table:
    rows = cast(*told).to_pylist()
    return votes({**row, "voter": f"voter {n % voters}"} for n, row in enumerate(rows))


def test_ties_alone_rate_everybody_alike_in_both_models() -> None:
    table = cast(("a", "b", "tie"), ("b", "c", "bad"))
    for model in MODELS:
        board = leaderboard(Poll.of(table), rule=Rule(model=model))
        assert {line.elo for line in board.standings} == {1000.0}


def nearly_even(rng: np.random.Generator, voters: int, each: int, deciding: float) -> pa.Table:
    """Votes of people of whom some prefer a in all of their votes, while the others never see a difference."""
    said = np.where(rng.random(voters) < deciding, "left", "tie")
    return votes(
        {"left": "a", "right": "b", "choice": said[who], "voter": f"voter {who}"}
        for who in range(voters)
        for _ in range(each)
    )


def lead_of(deciding: float) -> float:
    return float(400 * np.log10((1 + deciding) / (1 - deciding)))


@pytest.mark.parametrize("shape", [(50, 1), (200, 1), (20, 10), (10, 5)])
def test_intervals_hold_where_hardly_a_vote_decides(shape: tuple[int, int]) -> None:
    """Fifty ties tell no more than that few people see a difference: before, their lead was 0 ± 8, now it is 0 ± 21."""
    rng = np.random.default_rng(29)
    for deciding in (0.01, 0.05, 0.1, 0.3):
        truth, held = lead_of(deciding), []
        for _ in range(100):
            lead = leaderboard(Poll.of(nearly_even(rng, *shape, deciding))).lead("a", "b")
            held.append(lead.low <= truth <= lead.high)
        assert np.mean(held) >= 0.89, deciding
    alone = [leaderboard(Poll.of(nearly_even(rng, people, each, 0.0))) for people, each in (shape, (shape[0], 1))]
    one, other = (board.lead("a", "b") for board in alone)
    assert one.high == pytest.approx(other.high, rel=0.15)  # ties of the same people again tell nothing new
    assert one.high >= 0.75 * lead_of(clopper_pearson(0, shape[0]).high)


def test_votes_that_are_taken_back_hide_nothing() -> None:
    table = nearly_even(np.random.default_rng(1), 20, 3, 0.2)
    kept, poll = Poll.of(table), Poll.of(table)
    for times in (1, -1):
        for number in range(40):
            poll.add(Ballot("a", "b", "tie", f"voter {number}"), times)
    same(leaderboard(kept), leaderboard(poll))
    assert leaderboard(poll).voters == 20


def test_boards_keep_up_with_votes_from_many_threads_and_lose_none() -> None:
    with Standings(Poll.of(cast(("a", "b", "left"), ("a", "b", "right"), device="phone"))) as kept:
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(partial(cast_many, kept), range(8)))
        assert kept.settle(60, parts=True)
        assert kept.board().votes == 2 + 8 * 50
        assert kept.board((("device", "desktop"),)).votes == 8 * 50
        assert kept.board((("device", "phone"),)).votes == 2
        assert kept.board((("device", "watch"),)).standings == ()
        assert kept.board((("device", "phone"), ("group", "nobody’s"))).standings == ()
        kept.cast(Ballot("a", "b", "left", "voter 0", device="desktop"), times=-1)
        assert kept.settle(60) and kept.board().votes == 1 + 8 * 50


def test_boards_by_several_things_follow_the_votes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standings, "_CACHE_SECONDS", 0.0)
    where = (("category", "cross"), ("device", "phone"))
    ballots = [Ballot("a", "b", "left", device="phone", category=kind) for kind in ("cross", "single", "cross")]
    with Standings(poll_of(ballots)) as kept:
        assert kept.board(where).votes == 2
        kept.cast(ballots[0])
        kept.cast(ballots[1])
        assert kept.settle(60, parts=True)
        same(kept.board(where), leaderboard(poll_of([ballots[0], ballots[2], ballots[0]])))


def test_few_votes_among_many_are_ranked_at_once_and_their_intervals_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standings, "_FEW_VOTES", 0.5)
    table = paper_votes(np.random.default_rng(3))
    first, other = AGENTS[:2]
    more = [Ballot(first, other, "left", f"new voter {number}") for number in range(40)]
    poll = Poll.of(table)
    with Standings(Poll.of(table), verified=lambda _: {first: (3, 4)}) as kept:
        before = kept.board()
        quick = refreshed_board(poll, before)
        same(quick, before)
        assert standing(quick, first).verified == standing(before, first).verified is not None
        for ballot in more:
            kept.cast(ballot)
            poll.add(ballot)
        assert kept.settle(60, parts=True)
        now = kept.board()
        exact = leaderboard(poll)
        assert now.votes == exact.votes and standing(now, first).wins == standing(exact, first).wins
        assert standing(now, first).elo == pytest.approx(standing(exact, first).elo, abs=1e-5)
        deadline = time.monotonic() + 60
        while kept.board().voters != exact.voters and time.monotonic() < deadline:
            time.sleep(0.01)
        same(kept.board(), exact)


def cast_many(kept: Standings, number: int) -> None:
    for _ in range(50):
        kept.cast(Ballot("a", f"agent {number}", "left", f"voter {number}", device="desktop"))
