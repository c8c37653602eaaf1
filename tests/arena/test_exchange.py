"""The public dataset: nothing personal leaves, and the leaderboard made again from it is the one that was."""

import json
import uuid
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.arena.simulation import labels, paper_votes, votes

from lifeworld.arena.ballots import CHOICES, VOTES
from lifeworld.arena.exchange import Dataset, export, pair_counts
from lifeworld.arena.importing import read_votes
from lifeworld.arena.poll import Poll
from lifeworld.arena.quality import filter_votes
from lifeworld.arena.ranking import MODELS, Rule, leaderboard
from lifeworld.cli import group
from lifeworld.core.errors import UserError

NOON = datetime(2026, 3, 4, 12, 34, 56, tzinfo=UTC)
SECRETS = ("ada@mail.example", "hash-of-an-address", "0000aaaa", "my street", "12:34")


@pytest.fixture
def cast() -> pa.Table:
    rng = np.random.default_rng(4)
    rows = paper_votes(rng).to_pylist()
    voter = {row["voter"]: str(uuid.UUID(int=rng.integers(2**62))) for row in rows}
    more = {"address": "hash-of-an-address", "task": "mail.SendIt", "category": "single", "device": "phone"}
    return votes(
        row
        | more
        | {"voter": voter[row["voter"]], "battle": f"b{n}", "created": NOON + timedelta(seconds=n), "seconds": 9.0}
        | {"left_verdict": "success", "left_steps": 4, "address": f"hash-of-an-address{n}", "chance": 0.01}
        for n, row in enumerate(rows)
    )


def marks(table: pa.Table) -> pa.Table:
    rows = table.slice(0, 50).to_pylist()
    found = [{name: row[name] for name in ("vote", "battle", "voter")} for row in rows]
    return labels(
        row | {"side": "left", "label": "safe", "value": True} for row in [*found, found[0] | {"vote": 99_999}]
    )


@pytest.mark.parametrize("model", MODELS)
def test_the_leaderboard_made_again_is_the_one_exported(cast: pa.Table, tmp_path: Path, model: str) -> None:
    sifted = filter_votes(cast)
    reasons = {n: why for n, why in zip(cast["vote"].to_pylist(), sifted.reason, strict=True) if why}
    rows = export(Dataset(cast, marks(cast), reasons=reasons), tmp_path / "out", "An arena's votes")
    assert rows["votes"] == cast.num_rows
    found = read_votes(tmp_path / "out")
    assert (found.dropped, found.ignored) == (len(reasons), ())
    one, other = (leaderboard(Poll.of(t), rule=Rule(model=model)) for t in (sifted.kept, found.votes))
    for mine, theirs in zip(one.standings, other.standings, strict=True):
        assert (mine.rank, mine.agent, mine.votes, mine.wins) == (theirs.rank, theirs.agent, theirs.votes, theirs.wins)
        assert (mine.elo, mine.low, mine.high) == pytest.approx((theirs.elo, theirs.low, theirs.high), abs=1e-8)


def test_nothing_personal_is_in_any_byte(cast: pa.Table, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(Dataset(cast, marks(cast)), out, "Votes")
    known = [*cast["voter"].to_pylist(), *SECRETS]
    for file in out.iterdir():
        table = pq.read_table(file) if file.suffix == ".parquet" else None
        said = file.read_text() if table is None else json.dumps(table.to_pylist(), default=str)
        assert not [word for word in known if word in said], file.name
    published = pq.read_table(out / "votes.parquet")
    assert "address" not in published.column_names and "text" not in published.column_names
    assert {when.strftime("%H:%M:%S") for when in published["created"].to_pylist()} == {"00:00:00"}


def test_pseudonyms_hold_within_an_export_and_not_between_two(cast: pa.Table, tmp_path: Path) -> None:
    tables = []
    for name in ("one", "two"):
        export(Dataset(cast, marks(cast)), tmp_path / name, "Votes")
        tables.append(pq.read_table(tmp_path / name / "votes.parquet")["voter"].to_pylist())
        known = dict(zip(cast["vote"].to_pylist(), tables[-1], strict=True))
        for row in pq.read_table(tmp_path / name / "labels.parquet").to_pylist():
            assert row["voter"] == known[row["vote"]]
    assert not set(tables[0]) & set(tables[1])
    assert len(set(tables[0])) == len(set(cast["voter"].to_pylist()))


def test_labels_of_votes_that_are_not_published_are_not_either(cast: pa.Table, tmp_path: Path) -> None:
    export(Dataset(cast.slice(0, 10), marks(cast)), tmp_path / "out", "Votes")
    assert pq.read_table(tmp_path / "out/labels.parquet").num_rows == 10


def test_words_are_there_only_when_asked_for(cast: pa.Table, tmp_path: Path) -> None:
    export(Dataset(cast, marks(cast), texts={3: "it asked first"}), tmp_path / "out", "Votes")
    said = pq.read_table(tmp_path / "out/votes.parquet")["text"].to_pylist()
    assert said[3] == "it asked first" and set(said) == {"it asked first", None}


def test_the_card_names_every_table_and_column(cast: pa.Table, tmp_path: Path) -> None:
    out = tmp_path / "out"
    rows = export(Dataset(cast, marks(cast), {("b0", "left"): "runs/x"}), out, 'The "first" arena')
    text = (out / "README.md").read_text()
    assert 'pretty_name: "The \\"first\\" arena"' in text and "2,149 votes of" in text
    for name, many in rows.items():
        assert f"data_files: {name}.parquet" in text and f"## {name}.parquet ({many:,} rows)" in text
        for column in pq.read_schema(out / f"{name}.parquet").names:
            assert f"| {column} |" in text
    places = pq.read_table(out / "trajectories.parquet").to_pylist()
    assert len(places) == 2 * cast.num_rows
    assert (places[0]["battle"], places[0]["side"], places[0]["trajectory"]) == ("b0", "left", "runs/x")


@given(
    st.lists(st.tuples(st.permutations("abc").map(lambda p: p[:2]), st.sampled_from(CHOICES)), min_size=1, max_size=30)
)
@settings(max_examples=40, deadline=None)
def test_pairs_add_up_whatever_the_sides(told: list) -> None:
    table = votes({"left": i, "right": j, "choice": choice} for (i, j), choice in told)
    found = pair_counts(table).to_pylist()
    assert sum(row["votes"] for row in found) == len(told)
    for row in found:
        one, other = row["agent_first"], row["agent_second"]
        assert one < other and row["votes"] == row["first"] + row["second"] + row["tie"] + row["bad"]
        won = {((one, other), "left"), ((other, one), "right")}
        assert row["first"] == sum((tuple(sides), choice) in won for sides, choice in told)


def test_a_full_folder_is_refused(cast: pa.Table, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("mine")
    with pytest.raises(UserError, match="is not empty"):
        export(Dataset(cast, marks(cast)), tmp_path, "Votes")


WINNERS = ("model_a", "model_b", "tie", "tie (bothbad)")


def published() -> list[dict[str, object]]:
    """Rows as Chatbot Arena's files have them."""
    rng = np.random.default_rng(9)
    rows = []
    for number in range(300):
        a, b = rng.permutation(["x", "y", "z"])[:2].tolist()
        row = {"question_id": f"q{number}", "model_a": a, "model_b": b, "winner": WINNERS[int(rng.integers(4))]}
        rows.append(row | {"judge": f"user {number % 40}", "language": "English", "tstamp": 1_690_000_000.5 + number})
    return rows


@pytest.mark.parametrize("kind", ["parquet", "csv", "json", "jsonl"])
def test_other_arenas_files_are_read_in_every_format(kind: str, tmp_path: Path) -> None:
    rows, file = published(), tmp_path / f"votes.{kind}"
    if kind == "parquet":
        pq.write_table(pa.Table.from_pylist(rows), file)
    elif kind == "csv":
        pyarrow.csv.write_csv(pa.Table.from_pylist(rows), file)
    else:
        file.write_text(json.dumps(rows) if kind == "json" else "\n".join(json.dumps(row) for row in rows))
    found = read_votes(file)
    meant = dict(zip(WINNERS, CHOICES, strict=True))
    assert found.ignored == ("language",) and found.votes.schema.equals(VOTES)
    assert found.votes["choice"].to_pylist() == [meant[row["winner"]] for row in rows]
    assert found.votes["left"].to_pylist() == [row["model_a"] for row in rows]
    assert found.votes["voter"].to_pylist() == [row["judge"] for row in rows]
    assert found.votes["created"].to_pylist()[0] == datetime.fromtimestamp(1_690_000_000.5, UTC)
    assert leaderboard(Poll.of(found.votes)).votes == 300


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("v.csv", "model_a,model_b,winner\nx,y,model_c\n", "vote 0: no winner “model_c”; "),
        ("v.csv", "model_a,model_b,winner\nx,x,tie\n", "vote 0: both sides name the same agent"),
        ("v.csv", "model_a,winner\nx,tie\n", "no column model_b (or right); there are model_a, winner"),
        ("v.csv", "left,right,choice,seconds\nx,y,tie,soon\n", "the column seconds has the type string, not double"),
        ("v.json", '{"model_a": 1}', "is no JSON list of objects"),
        ("v.jsonl", "{nothing", "line 1 is no JSON: Expecting"),
        ("v.parquet", "PAR1", "v.parquet: "),
        ("v.json", "[" * 100_000, "is no JSON: maximum recursion depth"),
        ("v.csv", "model_a,model_a,model_b,winner\na,a,b,tie\n", "there are several columns model_a"),
        ("v.csv", "left,right,choice,chance\nx,y,tie,0.5\nx,y,tie,-1\n", "vote 1: chance must be above 0"),
        ("v.csv", "left,right,choice\nx,y,x\n", "vote 0: choice must be one of left, right, tie, bad"),
        ("v.jsonl", '{"right": "y"}\n{"left": "x", "choice": "tie"}', "vote 0: left is missing"),
        ("v.txt", "", "a vote file ends in .parquet, .csv, .json, .jsonl"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_in_a_line(name: str, content: str, told: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(UserError) as caught:
        read_votes(tmp_path / name)
    assert told in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("ending", ["json", "jsonl", "csv"])
def test_the_same_files_of_votes_are_ranked_by_both_commands(ending: str, tmp_path: Path) -> None:
    rows = [{"model_a": "Ann", "model_b": "Bob", "winner": winner} for winner in ("model_a", "model_b", "tie")]
    text = {"json": json.dumps(rows), "jsonl": "\n".join(map(json.dumps, rows))}
    lines = "\n".join(",".join(row.values()) for row in rows)
    file = tmp_path / f"v.{ending}"
    file.write_text(text.get(ending, f"model_a,model_b,winner\n{lines}\n"))
    for command in (["arena", "import"], ["stats", "votes", "--column", "a=model_a,b=model_b"]):
        done = CliRunner().invoke(group, [*command, str(file)])
        assert done.exit_code == 0 and "3 votes" in done.output and "Ann" in done.output, done.output
        assert "Rank" in done.output and "Elo" in done.output


@pytest.mark.parametrize(
    "columns",
    [
        {"model_a": ["a"], "model_b": ["b"], "winner": [{"x": 1}]},
        {"model_a": [["a"]], "model_b": ["b"], "winner": ["tie"]},
        {"left": ["a"], "right": ["b"], "choice": ["tie"], "created": [date(2026, 1, 1)]},
        {"left": ["a"], "right": ["b"], "choice": ["tie"], "dropped": [["x"]]},
    ],
)
def test_columns_of_kinds_that_no_vote_has_are_told_in_a_line(columns: dict, tmp_path: Path) -> None:
    pq.write_table(pa.table(columns), tmp_path / "v.parquet")
    with pytest.raises(UserError, match="it can't be read"):
        read_votes(tmp_path / "v.parquet")


def test_a_damaged_file_is_read_or_told_wherever_the_damage_is(tmp_path: Path) -> None:
    pq.write_table(pa.table({"left": ["a"], "right": ["b"], "choice": ["tie"]}), tmp_path / "v.parquet")
    whole = (tmp_path / "v.parquet").read_bytes()
    for place in range(0, len(whole), 7):
        (tmp_path / "v.parquet").write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        with suppress(UserError):
            leaderboard(Poll.of(read_votes(tmp_path / "v.parquet").votes))


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such file"):
        read_votes(tmp_path / "votes.csv")
    with pytest.raises(UserError, match="no such file"):
        read_votes(tmp_path)
