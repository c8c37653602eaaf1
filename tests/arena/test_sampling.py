"""Which pair next: known chances that teach much, sides by a coin, no battle twice."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, chisquare
from tests.arena.simulation import AGENTS, paper_votes, standing, votes

from lifeworld.arena.ballots import CHOICES
from lifeworld.arena.poll import Poll
from lifeworld.arena.ranking import Board, Rule, leaderboard
from lifeworld.arena.site.serving import EVEN, draw_battle, draw_pair, pair_probabilities
from lifeworld.arena.vote_queries import ReadyBattle
from lifeworld.core.errors import UserError

DRAWS = 10_000


@pytest.fixture(scope="module")
def board() -> Board:
    return leaderboard(Poll.of(paper_votes(np.random.default_rng(0))))


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(7)


def test_sides_are_balanced_over_ten_thousand_draws(board: Board, rng: np.random.Generator) -> None:
    """Show 2's: in all, and for each agent, left is as often as a fair coin has it."""
    made = pair_probabilities(board, AGENTS)
    drawn = [draw_pair(made, rng) for _ in range(DRAWS)]
    left = [one.left for one in drawn]
    both = [agent for one in drawn for agent in (one.left, one.right)]
    for agent in AGENTS:
        assert binomtest(left.count(agent), both.count(agent)).pvalue > 0.001 / len(AGENTS)
    assert binomtest(sum(one.left < one.right for one in drawn), DRAWS).pvalue > 0.001


def test_pairs_come_as_often_as_their_recorded_chance_says(board: Board, rng: np.random.Generator) -> None:
    made = pair_probabilities(board, [*AGENTS, "newcomer"])
    seen = dict.fromkeys(zip(made.first.tolist(), made.second.tolist(), strict=True), 0)
    for _ in range(DRAWS):
        one = draw_pair(made, rng)
        assert one.chance == made.of(one.left, one.right)
        low, high = sorted((made.agents.index(one.left), made.agents.index(one.right)))
        seen[low, high] += 1
    assert chisquare(list(seen.values()), DRAWS * made.chance).pvalue > 0.001


@given(st.sets(st.text(min_size=1, max_size=4), min_size=2, max_size=12), st.floats(0.01, 1))
@settings(max_examples=50, deadline=None)
def test_every_pair_has_a_chance_and_they_come_to_one(agents: set[str], even: float) -> None:
    made = pair_probabilities(leaderboard(Poll()), agents, even)
    assert made.chance.sum() == pytest.approx(1)
    assert made.chance.min() >= even / made.chance.size * (1 - 1e-12)


def test_newcomers_and_uncertain_pairs_come_first(board: Board) -> None:
    made = pair_probabilities(board, [*AGENTS, "newcomer"])
    of_newcomer = sum(made.of("newcomer", agent) for agent in AGENTS)
    assert of_newcomer > 0.5  # one of thirteen agents, of which nothing is known
    made = pair_probabilities(board, AGENTS)
    few, many = made.of("CoAct-1", "OpenCUA"), made.of("UI-TARS-1.5", "Operator")  # 110 votes each, and 520
    assert few > 1.5 * many


def test_seeking_information_narrows_the_board_faster_than_even_draws(rng: np.random.Generator) -> None:
    """Two new agents among twelve: after the same 300 votes their intervals are a quarter narrower at least."""
    old = paper_votes(rng)
    names = [*AGENTS, "new 1", "new 2"]
    widths = []
    for even in (EVEN, 1.0):
        poll = Poll.of(old)
        for _ in range(10):
            made = pair_probabilities(leaderboard(poll), names, even)
            poll.extend(votes(coin(made, rng) for _ in range(30)))
        found = leaderboard(poll)
        widths.append(sum(standing(found, name).high - standing(found, name).low for name in ("new 1", "new 2")))
    assert widths[0] < 0.75 * widths[1]


def coin(made, rng: np.random.Generator) -> dict[str, object]:
    one = draw_pair(made, rng)
    return {"left": one.left, "right": one.right, "choice": CHOICES[rng.integers(2)], "chance": one.chance}


def test_chances_make_a_skewed_sampling_unbiased(rng: np.random.Generator) -> None:
    """Agents whose strength depends on whom they meet: weights give the ratings that even draws would."""
    win = {("a", "b"): 0.9, ("a", "c"): 0.3, ("b", "c"): 0.5}  # no line of strengths fits these
    made = pair_probabilities(leaderboard(Poll()), "abc", 0.3)
    skewed = type(made)(made.agents, made.first, made.second, np.array([0.8, 0.1, 0.1]))
    found = {}
    for name, by, weighted in (("even", made, False), ("skewed", skewed, False), ("weighted", skewed, True)):
        rows = []
        for _ in range(20_000):
            one = draw_pair(by, rng)
            first, second = sorted((one.left, one.right))
            better = first if rng.random() < win[first, second] else second
            choice = "left" if better == one.left else "right"
            rows.append({"left": one.left, "right": one.right, "choice": choice, "chance": one.chance})
        found[name] = leaderboard(Poll.of(votes(rows)), rule=Rule(weighted=weighted)).lead("a", "b").value
    assert abs(found["weighted"] - found["even"]) < 25
    assert abs(found["skewed"] - found["even"]) > 80


def test_a_voter_never_sees_a_battle_twice(board: Board, rng: np.random.Generator) -> None:
    made = pair_probabilities(board, AGENTS)
    ready = [ReadyBattle(f"{n}", *rng.permutation(AGENTS)[:2].tolist(), votes=int(n % 3)) for n in range(40)]
    seen: set[str] = set()
    while served := draw_battle(made, [one for one in ready if one.battle not in seen], rng):
        assert served.battle not in seen and 0 < served.chance <= 1
        seen.add(served.battle)
    assert len(seen) == 40


def test_a_ready_battle_comes_as_often_as_its_chance_says(board: Board, rng: np.random.Generator) -> None:
    made = pair_probabilities(board, AGENTS)
    ready = [
        ReadyBattle("x", *AGENTS[:2], 3),
        ReadyBattle("y", *AGENTS[4:6], 0),
        ReadyBattle("z", "gone", AGENTS[2], 0),
    ]
    served = [draw_battle(made, ready, rng) for _ in range(4000)]
    for name in "xyz":
        chances = {one.chance for one in served if one and one.battle == name}
        assert len(chances) == 1
        count = sum(one is not None and one.battle == name for one in served)
        assert binomtest(count, 4000, chances.pop()).pvalue > 0.001


@pytest.mark.parametrize(
    ("agents", "even", "told"),
    [
        (["a"], EVEN, "a battle needs two agents, and there are 1"),
        (["a", "b"], 0, "the even share must be above 0 and at most 1, not 0"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    agents: list[str], even: float, told: str, board: Board, rng: np.random.Generator
) -> None:
    with pytest.raises(UserError, match=told):
        pair_probabilities(board, agents, even)
