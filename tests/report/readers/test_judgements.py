"""`lifeworld stats votes`, `agreement`, scores, delimiters and encodings at the command line."""

from pathlib import Path

import numpy as np
import pytest
from tests.report.readers.asked import refused, shown, told

from lifeworld import stats
from lifeworld.stats import rating_intervals

VOTES = "a,b,winner,user\n" + "".join(
    f"{a},{b},{winner},u{n % 12}\n"
    for n, (a, b, winner) in enumerate(
        [
            ("x", "y", "a"),
            ("y", "x", "b"),
            ("x", "y", "b"),
            ("y", "z", "tie"),
            ("z", "x", "both bad"),
            ("x", "z", "model_a"),
        ]
        * 20
    )
)
LABELS = "item,me,judge\n" + "".join(f"i{n},{n % 2},{(n % 2) if n % 5 else 1}\n" for n in range(40))


@pytest.fixture
def votes(tmp_path: Path) -> Path:
    (tmp_path / "votes.csv").write_text(VOTES)
    return tmp_path / "votes.csv"


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    (tmp_path / "labels.csv").write_text(LABELS)
    return tmp_path / "labels.csv"


def test_a_leaderboard_is_that_of_the_statistics(votes: Path) -> None:
    found = told("votes", votes)
    assert (found["votes"], found["users"], found["method"]) == (120, 12, "bootstrap of users")
    rows = [(0, 1, 1), (1, 0, 0), (0, 1, 0), (1, 2, 0.5), (2, 0, 0.5), (0, 2, 1)] * 20
    users = [f"u{n % 12}" for n in range(120)]
    expected = stats.bradley_terry_bootstrap(rows, np.random.default_rng(0), users=users)
    place = {one["model"]: one for one in found["places"]}
    for n, model in enumerate("xyz"):
        assert place[model]["elo"] == pytest.approx(expected.elo[n])
        assert place[model]["low"] == pytest.approx(expected.low[n])
    assert [place["z"][name] for name in ("votes", "wins", "losses", "ties", "both_bad")] == [60, 0, 20, 20, 20]
    assert [one["elo"] for one in found["places"]] == sorted((one["elo"] for one in found["places"]), reverse=True)


def test_a_leaderboard_is_printed(votes: Path) -> None:
    printed = shown("votes", votes, "--anchor", "y")
    assert "120 votes of 12 users; y is 1000" in printed and "1000 to 1000" in printed


def test_an_anchor_costs_no_second_bootstrap(votes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[None] = []
    refit = rating_intervals.refit
    monkeypatch.setattr(rating_intervals, "refit", lambda *given: drawn.append(None) or refit(*given))
    place = {one["model"]: one for one in told("votes", votes, "--anchor", "y")["places"]}
    assert len(drawn) == 1 and place["y"]["low"] == place["y"]["high"] == 1000


def test_one_user_has_width_and_a_warning(votes: Path) -> None:
    votes.write_text(
        "\n".join(line.rpartition(",")[0] + ",me" if n else line for n, line in enumerate(VOTES.split("\n")) if line)
    )
    found = told("votes", votes)
    assert all(one["high"] - one["low"] > 20 for one in found["places"])
    assert "1 user can't say" in found["warnings"][0]


def test_agreement_is_that_of_the_statistics(labels: Path) -> None:
    kappa, fleiss, alpha = told("agreement", labels)["measures"]
    me, judge = [n % 2 for n in range(40)], [(n % 2) if n % 5 else 1 for n in range(40)]
    expected = stats.cohen_kappa_interval(me, judge)
    assert (kappa["found"]["value"], kappa["found"]["low"]) == pytest.approx((expected.value, expected.low))
    assert fleiss["found"]["value"] == pytest.approx(stats.fleiss_kappa([me, judge]))
    assert alpha["found"]["value"] == pytest.approx(stats.krippendorff_alpha([me, judge]))
    assert "Cohen's kappa" in shown("agreement", labels)


def test_items_without_a_label_are_counted(labels: Path) -> None:
    labels.write_text(LABELS.replace("i1,1,1", "i1,,").replace("i3,1,1", "i3,1,"))
    kappa, _, alpha = told("agreement", labels, "--raters", "judge,me")["measures"]
    assert kappa["found"]["n"] == alpha["found"]["n"] == 38
    assert kappa["found"]["warnings"] == ["2 of 40 items lack a label and are left out"]


def test_what_never_varies_is_said(labels: Path) -> None:
    labels.write_text("me,judge\nyes,yes\nyes,yes\n")
    assert all("undefined" in one["why_not"] for one in told("agreement", labels)["measures"])


@pytest.mark.parametrize(
    ("command", "text", "options", "says"),
    [
        ("votes", "a,b,winner\nx,y,left\n", (), "row 1: a winner is a, b, tie or both bad, not 'left'"),
        ("votes", "a,b,winner\nx,x,a\n", (), "row 1: x was compared with itself"),
        ("votes", "a,b,winner\nx,y,\n", (), "row 1: nothing in column “winner”"),
        ("votes", "a,b,verdict\nx,y,a\n", (), "no column “winner”"),
        ("votes", "a,b,winner\nx,y,a\n", (), "never loses to the others"),
        ("votes", "a,b,winner\nx,y,a\n", (), "model x never loses to the others; model y never wins"),
        ("votes", "a,b,winner\nx,y,a\nx,y,b\n", ("--anchor", "w"), "no model “w”"),
        ("votes", "a,b,winner\nx,y,a\n", ("--column", "user=who"), "no column “who”"),
        ("votes", "a,b,winner\n", (), "holds no row"),
        ("agreement", "me\n1\n", (), "two raters or more; there are me"),
        ("agreement", "me,you\n1,2\n", ("--raters", "me,yo"), "no column “yo”; did you mean you"),
        ("agreement", "me,you\n1,good\n", ("--metric", "ordinal"), "row 1: you's 'good' is no number"),
        ("agreement", "me,you,he\n1,2,1\n", ("--weights", "linear"), "takes two raters"),
        ("agreement", "me,you\n", (), "holds no item"),
        ("agreement", "me;you\n1;2\n", (), "two raters or more"),
        ("agreement", "me,you\n1,2\n", ("--read", "delimiter=::"), "--read delimiter is one character"),
        ("agreement", "me,you\n1,2\n", ("--read", "encoding=utf-9"), "no encoding “utf-9”"),
    ],
)
def test_mistakes_are_one_line(command: str, text: str, options: tuple[str, ...], says: str, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(text)
    assert says in refused(command, tmp_path / "t.csv", *options)


TABLE = "agent,app,task,success,points\n" + "".join(
    f"é,x{s % 3},s{s},{int(s % 4 > 0)},{(s % 5) / 5}\n" for s in range(12)
)


def test_delimiter_and_encoding_of_tables(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_bytes(TABLE.replace(",", ";").encode("latin-1"))
    found = told("report", tmp_path / "r.csv", "--read", "delimiter=;,encoding=latin-1")
    assert found["standings"][0]["agent"] == "é" and found["episodes"] == 12
    (tmp_path / "r.tsv").write_text(TABLE.replace(",", "\t"))
    assert told("report", tmp_path / "r.tsv")["standings"] == found["standings"]
    assert "encoding=latin-1" in refused("report", tmp_path / "r.csv", "--read", "delimiter=;")


def test_a_mean_score_beside_success_and_without_it(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text(TABLE)
    (one,) = told("report", tmp_path / "r.csv", "--column", "score=points")["standings"]
    apps = [[(s % 5) / 5 for s in range(12) if s % 3 == app] for app in range(3)]
    expected = stats.score_interval(np.array(apps)[..., None])
    assert (one["score"]["value"], one["score"]["low"]) == pytest.approx((expected.value, expected.low))
    assert one["successes"] == 9
    (tmp_path / "s.csv").write_text(TABLE.replace("success", "ok"))
    (alone,) = told("report", tmp_path / "s.csv", "--column", "score=points")["standings"]
    assert alone["suite"] is None and alone["score"] == one["score"]
    assert "Mean score" in shown("report", tmp_path / "s.csv", "--column", "score=points")


def test_options_without_effect_are_refused(tmp_path: Path) -> None:
    data = Path(__file__).parent / "data"
    for name, *option in (
        ("osworld", "--column", "success=reward"),
        ("harbor", "--column", "score=reward"),
        ("digiworld", "--read", "delimiter=;"),
        ("inspect-json", "--read", "encoding=latin-1"),
    ):
        named = f"{option[0]} {option[1].partition('=')[0]}"
        assert f"{named} has no effect" in refused("report", data / name, *option)
    (tmp_path / "r.csv").write_text(TABLE.replace("0.4", "much"))
    said = refused("report", tmp_path / "r.csv", "--column", "score=points")
    assert "row 3: column “points” wants a number, not 'much'" in said


def test_a_prior_ranks_votes_that_have_no_finite_ranking(tmp_path: Path) -> None:
    (tmp_path / "v.csv").write_text("a,b,winner\n" + "x,y,a\ny,z,a\n" * 6)
    said = refused("votes", tmp_path / "v.csv")
    assert "model x never loses" in said and "--prior" in said and "model 0" not in said and "[0]" not in said
    found = told("votes", tmp_path / "v.csv", "--prior", "0.16")
    assert [one["model"] for one in found["places"]] == ["x", "y", "z"] and "prior 0.16" in found["method"]
    names = [f"a model with quite a long name, number {n}" for n in range(9)]
    rows = "".join(f'"{one}","{names[n - 1]}",a\n' for n, one in enumerate(names))
    (tmp_path / "v.csv").write_text("a,b,winner\n" + rows * 20)
    assert all(name in shown("votes", tmp_path / "v.csv") for name in names)


def test_a_constant_rater_has_no_kappa_of_zero_width(tmp_path: Path) -> None:
    (tmp_path / "l.csv").write_text("me,judge\n" + "".join(f"1,{n % 3}\n" for n in range(30)))
    kappa = next(one for one in told("agreement", tmp_path / "l.csv")["measures"] if one["measure"] == "Cohen's kappa")
    assert (kappa["found"]["low"], kappa["found"]["high"]) == (-1, 1)
    assert "one rater uses one label throughout" in shown("agreement", tmp_path / "l.csv")


def test_ranks_do_not_depend_on_the_anchor(tmp_path: Path) -> None:
    """Relative to an anchor of few votes every interval is wide, and all would be first."""
    many = [("x", "y", "a")] * 90 + [("x", "y", "b")] * 10
    few = [(one, "z", winner) for one in "xy" for winner in "aaaabb"]
    rows = "".join(f"{','.join(row)}\n" for row in many + few)
    (tmp_path / "v.csv").write_text("a,b,winner\n" + rows)
    ranks = [
        {one["model"]: one["rank"] for one in told("votes", tmp_path / "v.csv", *anchor)["places"]}
        for anchor in ((), ("--anchor", "z"), ("--anchor", "x"))
    ]
    assert ranks[0] == ranks[1] == ranks[2] and ranks[0]["y"] > ranks[0]["x"]
