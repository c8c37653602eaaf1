"""Analyses: what was put into simulated votes is found, what was not is not, and what can't be told is said."""

import numpy as np
import pyarrow as pa
import pytest
from numpy.random import Generator
from tests.arena.simulation import TRUTH, cast, labels, paper_votes, votes

from lifeworld.arena.analysis import (
    PREFERENCE,
    NoEstimate,
    agreement,
    boards_at_equal_verdict,
    clustered_share,
    compare_with_suite,
    label_ratings,
    pairwise_comparisons,
    rating_matrix,
    verdict_agreement,
)
from lifeworld.arena.ballots import CHOICES
from lifeworld.arena.effects import adjusted_ratings, effects_at_equal_verdict, question_effect
from lifeworld.arena.poll import Poll
from lifeworld.arena.ranking import leaderboard
from lifeworld.stats import Comparison, Estimate

STRENGTH = dict(zip("abcdef", np.linspace(1, -1, 6), strict=True))


@pytest.fixture
def rng() -> Generator:
    return np.random.default_rng(11)


def battles(rng: Generator, many: int, position: float = 0.0, length: float = 0.0, correct: float = 0.0) -> pa.Table:
    """Votes on battles of six agents; log odds of the left are strengths, the side's worth, length's and truth's."""
    rows = []
    for number in range(many):
        left, right = rng.permutation(list(STRENGTH))[:2].tolist()
        steps = np.exp(rng.normal(2, 0.7, 2)).round().clip(1).astype(int).tolist()
        right_one = [bool(rng.random() < 1 / (1 + np.exp(-STRENGTH[name]))) for name in (left, right)]
        odds = STRENGTH[left] - STRENGTH[right] + position + length * np.log2(steps[0] / steps[1])
        odds += correct * (right_one[0] - right_one[1])
        better = "left" if rng.random() < 1 / (1 + np.exp(-odds)) else "right"
        rows.append(
            {
                "battle": f"battle {number}",
                "left": left,
                "right": right,
                "choice": better,
                "voter": f"voter {number % (many // 4)}",
                "left_steps": steps[0],
                "right_steps": steps[1],
                "left_seconds": float(steps[0] * 2),
                "right_seconds": float(steps[1] * rng.uniform(1, 4)),
                "left_verdict": "success" if right_one[0] else "failure",
                "right_verdict": "success" if right_one[1] else "failure",
            }
        )
    return votes(rows)


def test_position_and_length_are_found_and_taken_out(rng: Generator) -> None:
    table = battles(rng, 8000, position=0.4, length=0.3)
    found = adjusted_ratings(table)
    for term, true in (("position", 0.4), ("steps", 0.3)):
        assert found.effects[term].covers(true * 173.718) and found.effects[term].significant
    even = np.array([found.elo[name] for name in STRENGTH])
    np.testing.assert_allclose(even, 1000 + 173.718 * np.array(list(STRENGTH.values())), atol=30)
    raw = np.array([found.raw[name] for name in STRENGTH])
    assert np.ptp(raw) < np.ptp(even)  # what is left in adds noise, which draws ratings together


def test_no_bias_is_found_where_there_is_none(rng: Generator) -> None:
    hits = [
        adjusted_ratings(battles(rng, 600)).effects[term].significant
        for _ in range(40)
        for term in ("position", "steps")
    ]
    assert sum(hits) <= 10  # 4 expected of 80; 11 or more: once in 500


def test_mirrored_votes_have_the_mirrored_position(rng: Generator) -> None:
    table = battles(rng, 500, position=0.3)
    swapped = [
        row | {"left": row["right"], "right": row["left"], "choice": {"left": "right", "right": "left"}[row["choice"]]}
        for row in table.to_pylist()
    ]
    one, other = (adjusted_ratings(each, ("position",)) for each in (table, votes(swapped)))
    assert one.effects["position"].value == pytest.approx(-other.effects["position"].value, abs=1e-4)
    assert one.elo == pytest.approx(other.elo, abs=1e-4)


def test_the_vote_goes_with_the_truth_as_often_as_it_was_made_to(rng: Generator) -> None:
    found = verdict_agreement(battles(rng, 6000, correct=3.0))
    assert sum(sum(row.values()) for row in found.table.values()) == 6000
    assert isinstance(found.verified_wins, Estimate) and found.verified_wins.value > 0.85
    assert found.verified_wins == found.verified_wins_of_all  # nobody said tie
    right = found.table["left alone"]["left"] + found.table["right alone"]["right"]
    assert found.verified_wins.value == pytest.approx(right / found.verified_wins.n)
    assert isinstance(found.kappa, Estimate) and 0.3 < found.kappa.value < 0.7


def test_a_vote_that_always_tells_the_truth_has_kappa_one() -> None:
    kinds = [("success", "failure", "left"), ("failure", "success", "right"), ("failure", "failure", "bad")]
    table = votes(
        {"left": "a", "right": "b", "choice": choice, "left_verdict": left, "right_verdict": right}
        for left, right, choice in kinds * 20
    )
    found = verdict_agreement(table)
    assert found.kappa.value == found.verified_wins.value == 1
    assert found.table["neither"] == {"left": 0, "right": 0, "tie": 0, "bad": 20}


def test_truth_of_written_tasks_is_not_known() -> None:
    found = verdict_agreement(cast(("a", "b", "left")))
    assert isinstance(found.verified_wins, NoEstimate) and isinstance(found.kappa, NoEstimate)


def test_what_is_preferred_at_equal_truth_knows_nothing_of_correctness(rng: Generator) -> None:
    table = battles(rng, 3000, correct=3.0)
    boards = boards_at_equal_verdict(table)
    assert sum(board.votes for board in boards.values()) < 3000
    assert boards["both succeeded"].lead("a", "f").low > 0
    effects = effects_at_equal_verdict(table)
    for found in effects.values():
        assert not any(effect.significant for effect in found.effects.values())
    found = effects_at_equal_verdict(battles(rng, 6000, length=-0.4), ("steps",))["both failed"]
    assert found.effects["steps"].high < 0
    none = effects_at_equal_verdict(cast(("a", "b", "left")))["both failed"]
    assert isinstance(none, NoEstimate) and "no vote has steps and seconds" in none.reason


def told(rng: Generator, noise: float, several: int = 3) -> tuple[pa.Table, pa.Table]:
    """Sixty battles that several voters saw, who see the truth but for noise, and label correct accordingly."""
    cast, marks = [], []
    for battle in range(60):
        true = CHOICES[int(rng.integers(4))]
        for voter in range(several):
            number = len(cast)
            choice = CHOICES[int(rng.integers(4))] if rng.random() < noise else true
            row = {"vote": number, "battle": f"b{battle}", "voter": f"v{battle}-{voter}"}
            cast.append(row | {"left": "a", "right": "b", "choice": choice})
            for side in ("left", "right"):
                value = (choice in (side, "tie")) if rng.random() > noise else bool(rng.random() < 0.5)
                marks.append(row | {"side": side, "label": "correct", "value": value})
                marks.append(row | {"side": side, "step": 1, "label": "good" if value else "bad", "value": True})
    return votes(cast), labels(marks)


def test_agreement_is_one_between_voters_who_agree_and_near_none_between_dice(rng: Generator) -> None:
    for noise, low, high in ((0.0, 1, 1), (1.0, -0.2, 0.2)):
        found = agreement(*told(rng, noise), rng)
        for name in (PREFERENCE, "correct", "step"):
            assert low <= found[name].value <= high, name
    assert isinstance(found["safe"], NoEstimate)  # nobody said so


def test_agreement_is_that_of_the_plain_matrix(rng: Generator) -> None:
    from lifeworld.stats import krippendorff_alpha

    table, marks = told(rng, 0.3)
    found = agreement(table, marks, rng)
    chosen = np.array([CHOICES.index(row["choice"]) for row in table.to_pylist()], float).reshape(60, 3).T
    assert found[PREFERENCE].value == pytest.approx(krippendorff_alpha(chosen))
    assert found[PREFERENCE].low < found[PREFERENCE].value < found[PREFERENCE].high
    correct = [float(row["value"]) for row in marks.to_pylist() if row["label"] == "correct"]
    by_side = np.array(correct).reshape(60, 3, 2).transpose(1, 0, 2).reshape(3, 120)
    assert found["correct"].value == pytest.approx(krippendorff_alpha(by_side))


def test_a_label_left_out_by_somebody_who_labels_is_no() -> None:
    one = {"battle": "x", "side": "left", "label": "safe", "value": True}
    marks = labels([one | {"vote": 0}, one | {"vote": 1, "label": "correct"}])
    unit, value = label_ratings(marks)["safe"]
    left, right = rating_matrix(unit, value).T.tolist()
    assert (sorted(left), right) == ([0, 1], [0, 0])  # one says safe of the left, the other does not


def test_duels_find_who_wins_and_call_equals_equal(rng: Generator) -> None:
    table = battles(rng, 3000)
    clear, alone = (
        pairwise_comparisons(table, [("a", "f"), ("c", "d")], rng),
        pairwise_comparisons(table, [("f", "a")], rng),
    )
    assert clear[0].share > 0.7 and clear[0].p_value < 0.01 and clear[0].d > 0.5
    assert alone[0].share == pytest.approx(1 - clear[0].share) and alone[0].d == pytest.approx(-clear[0].d)
    coins = [
        pairwise_comparisons(
            cast(*[("a", "b", str(rng.choice(["left", "right"]))) for _ in range(30)]), [("a", "b")], rng
        )[0]
        for _ in range(100)
    ]
    assert sum(duel.p_value < 0.05 for duel in coins) <= 11  # 5 expected; 12 or more: once in 200
    assert pairwise_comparisons(table, [("a", "nobody")], rng) == []


@pytest.mark.parametrize("shape", [(6, 8), (30, 3), (50, 1)])
def test_the_difference_of_two_agents_has_an_interval_that_holds(shape: tuple[int, int], rng: Generator) -> None:
    """People differ in what they like, a third of close votes are ties, and some pairs are hardly ever decided."""
    people, each = shape
    for strength, taste, deciding in ((0.0, 0.8, 0.7), (1.5, 0.8, 0.7), (1.0, 0.0, 0.1)):
        wins = 1 / (1 + np.exp(-rng.normal(strength, taste, 100_000)))
        truth, held = deciding * float(np.mean(2 * wins - 1)), []
        for _ in range(80):
            table = duels(rng, rng.normal(strength, taste, people), each, deciding)
            (found,) = pairwise_comparisons(table, [("a", "b")], rng)
            assert found.difference.value == pytest.approx(2 * found.share - 1) and found.voters == people
            held.append(found.difference.covers(truth))
        assert np.mean(held) > 0.9, (strength, taste, deciding)


def duels(rng: Generator, strengths: np.ndarray, each: int, deciding: float) -> pa.Table:
    """Votes of a voter for each strength of a over b, of which so many are no ties."""
    return votes(
        {"left": "a", "right": "b", "choice": said, "voter": f"v{number}"}
        for number, strength in enumerate(strengths)
        for said in np.where(
            rng.random(each) < deciding,
            np.where(rng.random(each) < 1 / (1 + np.exp(-strength)), "left", "right"),
            "tie",
        )
    )


def test_one_voters_votes_are_one_vote_in_a_duel(rng: Generator) -> None:
    rows = [{"left": "a", "right": "b", "choice": "left", "voter": "the only one"}] * 50
    assert pairwise_comparisons(votes(rows), [("a", "b")], rng)[0].p_value == 1


def test_shares_of_hanging_votes_are_less_sure() -> None:
    values = np.tile([1.0, 0.0], 200)
    alone, together = (
        clustered_share(values, np.arange(400)),
        clustered_share(values, np.tile([0, 1], 200) + 2 * np.repeat(np.arange(20), 20)),
    )
    assert (alone.value, alone.n) == (together.value, together.n) == (0.5, 400)
    assert together.width > 2.5 * alone.width


def asked(rng: Generator, effect: dict[int, float], many: int = 6000) -> pa.Table:
    rows = []
    for number in range(many):
        left, right = rng.permutation(list(STRENGTH))[:2].tolist()
        questions = rng.choice(6, 2, p=[0.35, 0.2, 0.15, 0.1, 0.1, 0.1]).tolist()
        odds = STRENGTH[left] - STRENGTH[right] + effect[questions[0]] - effect[questions[1]]
        choice = "left" if rng.random() < 1 / (1 + np.exp(-odds)) else "right"
        told = {"left_questions": questions[0], "right_questions": questions[1], "voter": f"v{number // 3}"}
        rows.append({"left": left, "right": right, "choice": choice} | told)
    return votes(rows)


def test_an_inverse_u_is_found_and_a_slope_is_not_called_one(rng: Generator) -> None:
    bent = asked(rng, {0: 0, 1: 0.6, 2: 0.8, 3: 0.4, 4: 0, 5: -0.4})
    for board in (None, leaderboard(Poll.of(bent))):
        found = question_effect(bent, board)
        assert found.inverse_u
        assert isinstance(found.rising, Comparison) and found.rising.value > 0 > found.falling.value
    assert set(found.rates) == {0, 1, 2, 3, 4} and found.rates[2].value > found.rates[0].value
    straight = asked(rng, {n: 0.2 * n for n in range(6)})
    assert not question_effect(straight).inverse_u
    level = [question_effect(asked(rng, dict.fromkeys(range(6), 0.0), 500)).inverse_u for _ in range(20)]
    assert sum(level) <= 1


def test_nobody_asked_is_said(rng: Generator) -> None:
    found = question_effect(cast(("a", "b", "left"), left_questions=0, right_questions=0))
    assert not found.inverse_u and isinstance(found.rising, NoEstimate)


def test_flips_between_suite_and_arena_are_marked(rng: Generator) -> None:
    board = leaderboard(Poll.of(paper_votes(rng)))
    suite = dict(TRUTH) | {"Gemini 2.5 Pro": 1200.0}  # the arena's last leads the suite
    orders = compare_with_suite(suite, board)
    assert orders.ranks["Gemini 2.5 Pro"][0] == 1 and orders.ranks["Gemini 2.5 Pro"][1] >= 11
    of_gemini = [flip for flip in orders.flips if flip.first == "Gemini 2.5 Pro"]
    assert len(of_gemini) >= 10 and sum(flip.significant for flip in of_gemini) >= 9
    assert all(flip.lead.value < 0 < flip.gap for flip in orders.flips)
    assert not any(flip.significant for flip in compare_with_suite(TRUTH, board).flips)
    same = compare_with_suite({one.agent: one.elo for one in board.standings}, board)
    assert same.flips == () and same.tau.value == pytest.approx(1)
    assert isinstance(compare_with_suite({"Operator": 1.0}, board).tau, NoEstimate)
