"""Each format, in files as its harness writes them, becomes the same table."""

import gzip
import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pv
import pyarrow.parquet as pq
import pytest

from lifeworld.core.errors import UserError
from lifeworld.report.readers import Naming, form_of, read
from lifeworld.report.readers.findings import findings
from lifeworld.report.readers.planning import for_power
from lifeworld.report.readers.table import OURS
from lifeworld.stats import Limits

DATA = Path(__file__).parent / "data"
PLAIN = Naming(success="ok", agent="model", app="site", task="task", axes=("theme",))
Rows = list[dict[str, Any]]


def rows(*paths: Path, naming: Naming | None = None) -> Rows:
    found: Rows = read(paths, naming).table.to_pylist()
    return found


def told(found: Rows, *columns: str) -> list[tuple[Any, ...]]:
    return sorted(tuple(row[column] for column in columns) for row in found)


def eval_log(place: Path, *, summaries: bool = True) -> Path:
    """Zip an Inspect log as Inspect does: a header, summaries, and a file a sample."""
    samples = json.loads((DATA / "inspect" / "summaries.json").read_text())
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as log:
        log.write(DATA / "inspect" / "header.json", "header.json" if summaries else "_journal/start.json")
        if summaries:
            log.write(DATA / "inspect" / "summaries.json", "summaries.json")
        for sample in samples:
            log.writestr(f"samples/{sample['id']}_epoch_{sample['epoch']}.json", json.dumps(sample))
    return place


def test_a_csv_with_columns_named_by_the_person() -> None:
    found = read([DATA / "episodes.csv"], PLAIN)
    assert (found.agents, found.values("app"), found.axes) == (["large", "small"], ["mail", "shop"], ("theme",))
    assert len(found) == 16
    first = found.table.slice(0, 1).to_pylist()[0]
    assert first == {
        **{name: otherwise for name, (_, otherwise) in OURS.items()},
        "agent": "small",
        "app": "shop",
        "task": "buy",
        "axis:theme": "light",
        "rollout": 0,
        "success": True,
        "steps": 7.0,
        "tokens": 1200.0,
        "cost": 0.02,
        "seconds": None,
    }
    assert found.table["success"].null_count == 1, "an empty success is an unscored episode"


def test_parquet_reads_as_csv_does(tmp_path: Path) -> None:
    table = pv.read_csv(DATA / "episodes.csv")
    pq.write_table(table, tmp_path / "r.parquet")
    assert form_of(tmp_path / "r.parquet") == "table"
    assert rows(tmp_path / "r.parquet", naming=PLAIN) == rows(DATA / "episodes.csv", naming=PLAIN)


def test_rows_of_one_configuration_are_rollouts_and_this_is_said() -> None:
    found = read([DATA / "episodes.csv"], Naming(success="ok", agent="model", app="site", task="task"))
    assert found.axes == ()
    assert sorted(set(found.table["rollout"].to_pylist())) == [0, 1]
    assert "taken as rollouts" in found.notes[0]


def test_an_axis_that_does_not_vary_is_none(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text("agent,app,task,success,theme\na,b,c,1,dark\na,b,d,0,dark\n")
    assert read([tmp_path / "r.csv"], Naming(axes=("theme",))).axes == ()


@pytest.mark.parametrize("summaries", [True, False])
def test_an_inspect_log(tmp_path: Path, summaries: bool) -> None:
    log = eval_log(tmp_path / "x.eval", summaries=summaries)
    found = rows(log)
    assert told(found, "agent", "app", "task", "success", "steps", "tokens") == [
        ("react · mock/small", "phone_tasks", "pay", False, 8.0, 100.0),
        ("react · mock/small", "phone_tasks", "pay", True, 8.0, 100.0),
        ("react · mock/small", "phone_tasks", "reply", False, 8.0, 100.0),
        ("react · mock/small", "phone_tasks", "reply", True, 8.0, 100.0),
    ]


def test_inspect_logs_of_two_models_in_a_folder_and_as_json(tmp_path: Path) -> None:
    eval_log(tmp_path / "small.eval")
    shutil.copy(DATA / "inspect-json" / "2026-03-02_phone.json", tmp_path / "large.json")
    found = rows(tmp_path, naming=Naming(app="app", axes=("theme",)))
    assert told(found, "agent", "app", "axis:theme", "success")[:4] == [
        ("react · mock/large", "bank", "dark", None),
        ("react · mock/large", "bank", "light", False),
        ("react · mock/large", "mail", "dark", True),
        ("react · mock/large", "mail", "light", True),
    ]


def test_a_harbor_job_with_its_atif_trajectories() -> None:
    found = rows(DATA / "harbor")
    assert told(found, "agent", "app", "task", "success", "steps", "tokens", "cost")[1:] == [
        ("planner · mock-small", "phone-set", "pay", False, 4.0, 550.0, 0.012),
        ("planner · mock-small", "phone-set", "reply", True, 3.0, 550.0, 0.012),
    ]
    assert found[0]["success"] is None, "a trial without a verdict is unscored"


def test_an_atif_trajectory_that_carries_its_verdict() -> None:
    assert told(rows(DATA / "atif" / "reply"), "agent", "app", "task", "success", "steps", "tokens") == [
        ("planner · mock-small", "mail", "reply", True, 2.0, 220.0)
    ]


def test_an_agentlab_study_is_its_last_table() -> None:
    found = read([DATA / "agentlab"])
    assert told(found.table.to_pylist(), "app", "task", "axis:seed", "steps", "tokens")[:1] == [
        ("toybench", "buy", "0", 5.0, 495.0)
    ]
    by_task = {(row["task"], row["axis:seed"]): row["success"] for row in found.table.to_pylist()}
    assert by_task == {("buy", "0"): True, ("return", "0"): False, ("return", "1"): True, ("find", "0"): None}
    assert "error" in found.notes[0]


def test_an_agentlab_study_without_table_is_read_from_its_folders() -> None:
    assert told(rows(DATA / "agentlab-folders"), "agent", "task", "axis:seed", "success", "steps") == [
        ("GenericAgent-mock", "buy", "0", True, 3.0),
        ("GenericAgent-mock", "return", "7", False, 5.0),
    ]


def test_a_digiworld_dump() -> None:
    expected = [
        ("mock/small", "banking", "view_my_transactions", "default", "dark", True, 3.0),
        ("mock/small", "email", "delete_email_with_subject", "default", "light", False, 9.0),
        ("mock/small", "email", "send_email_to", "busy", "dark", False, 6.0),
        ("mock/small", "email", "send_email_to", "default", "light", True, 4.0),
    ]
    columns = ("agent", "app", "task", "axis:profile", "axis:theme", "success", "steps")
    assert told(rows(DATA / "digiworld"), *columns) == expected


def test_a_digiworld_dump_with_compressed_rollouts(tmp_path: Path) -> None:
    copy = shutil.copytree(DATA / "digiworld", tmp_path / "dump")
    plain = copy / "trajectories" / "server_env" / "server_env.jsonl"
    with gzip.open(plain.with_suffix(".jsonl.gz"), "wb") as packed:
        packed.write(plain.read_bytes())
    plain.unlink()
    assert rows(copy) == rows(DATA / "digiworld")


def test_digiworld_metrics_alone_find_their_tasks_in_the_list(tmp_path: Path) -> None:
    copy = shutil.copytree(DATA / "digiworld", tmp_path / "dump")
    shutil.rmtree(copy / "trajectories" / "server_env")
    assert told(rows(copy), "app", "task", "success") == told(rows(DATA / "digiworld"), "app", "task", "success")
    (copy / "tasks.jsonl").unlink()
    with pytest.raises(UserError, match=r"lay the list of tasks, tasks\.jsonl, into .*dump"):
        rows(copy)


def test_osworld_results() -> None:
    found = rows(DATA / "osworld")
    assert told([row for row in found if row["success"] is None], "agent", "app", "task", "steps") == [
        ("mock-small", "gimp", "38f48d40", 4.0)
    ]
    assert told([row for row in found if row["agent"] == "mock-large"], "app", "task", "success", "steps") == [
        ("chrome", "0d8b7de3", True, 2.0),
        ("chrome", "1704f00f", True, 4.0),
        ("gimp", "2a729ded", False, 2.0),
        ("gimp", "38f48d40", True, 4.0),
    ]


def test_several_osworld_runs_are_rollouts(tmp_path: Path) -> None:
    for name in ("first", "second"):
        shutil.copytree(DATA / "osworld", tmp_path / name)
    found = rows(tmp_path)
    assert len(found) == 16
    assert sorted({row["rollout"] for row in found}) == [0, 1]


def test_a_run_of_ours(tmp_path: Path) -> None:
    columns: dict[str, list[Any]] = {
        "run": ["a"] * 3,
        "episode": ["1", "2", "3"],
        "agent": ["label"] * 3,
        "channel": ["tree"] * 3,
        "driver": ["dom"] * 3,
        "category": ["single", "single", "cross"],
        "app": ["bank", "bank", "cross"],
        "task": ["bank.Pay", "bank.Pay", "cross.Trip"],
        "theme": ["dark", "light", "dark"],
        "repeat": [0, 0, 0],
        "success": [True, None, False],
        "fingerprint": ["f"] * 3,
        "privileged": [False] * 3,
        "tokens_in": [10, 20, 30],
        "tokens_out": [1, 2, 3],
    }
    table = pa.table(columns)
    table = table.set_column(
        table.column_names.index("agent"), "agent", table["agent"].dictionary_encode()
    )  # as pandas writes its categories
    pq.write_table(table, tmp_path / "results.parquet")
    found = read([tmp_path / "results.parquet"])
    assert form_of(tmp_path / "results.parquet") == "lifeworld"
    assert found.agents == ["label · tree · dom"] and found.axes == ("theme",)
    assert found.table["tokens"].to_pylist() == [11, 22, 33]
    assert found.table["category"].to_pylist() == ["single", "single", "cross"]
    assert {*read([tmp_path / "results.parquet"], Naming(app="app")).table["category"].to_pylist()} == {"single"}
    knowing = table.set_column(table.column_names.index("privileged"), "privileged", pa.array([True, None, None]))
    pq.write_table(knowing, tmp_path / "results.parquet")
    told = "label · tree · dom knows the tasks and is no result to compare others with"
    assert told in read([tmp_path / "results.parquet"]).notes and told not in found.notes


def test_who_knows_the_tasks_is_no_rival_of_the_others(tmp_path: Path) -> None:
    agents = ["tree", "label", "oracle", "api"] * 6
    columns: dict[str, list[Any]] = {
        "agent": agents,
        **{name: [value] * 24 for name, value in {"channel": "tree", "driver": "dom", "category": "single"}.items()},
        **{name: [value] * 24 for name, value in {"app": "bank", "repeat": 0, "fingerprint": "f"}.items()},
        "task": [f"bank.Task{row // 4}" for row in range(24)],
        "success": [row % 3 > 0 or agents[row] == "oracle" for row in range(24)],
        "privileged": [agent == "oracle" for agent in agents],
        **{name: [1] * 24 for name in ("tokens_in", "tokens_out")},
    }
    pq.write_table(pa.table(columns), tmp_path / "results.parquet")
    found = findings(read([tmp_path / "results.parquet"]))
    assert [one.agent.partition(" · ")[0] for one in found.standings[:3]] == ["api", "label", "tree"]
    assert found.standings[3].agent == "oracle · tree · dom" and found.standings[3].privileged
    assert found.standings[3].suite and found.standings[3].suite.value == 1
    assert not any("oracle" in one.name for one in found.differences) and len(found.differences) == 3


def written(text: str) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        (folder / "r.csv").write_text("agent,app,task,rollout,success\n" + text)
        return folder / "r.csv"

    return write


def doubled_log(folder: Path) -> Path:
    eval_log(folder / "a.eval")
    eval_log(folder / "b.eval")
    return folder


def pickled(folder: Path) -> Path:
    (folder / "exp_args.pkl").write_bytes(b"cos\nsystem\n(S'echo opened'\ntR.")
    return folder / "exp_args.pkl"


def pickled_study(folder: Path) -> Path:
    (folder / "study.pkl.gz").write_bytes(b"anything")
    return folder


def doubled_rollouts(folder: Path) -> Path:
    copy = shutil.copytree(DATA / "digiworld", folder / "dump")
    file = copy / "trajectories" / "server_env" / "server_env.jsonl"
    file.write_text(file.read_text() + file.read_text().splitlines()[0] + "\n")
    return copy


def partial_osworld(folder: Path) -> Path:
    copy = shutil.copytree(DATA / "osworld", folder / "results")
    next(copy.rglob("result.txt")).write_text("0.4\n")
    return copy


@pytest.mark.parametrize(
    ("source", "naming", "says"),
    [
        (written("a,b,c,0,2\n"), Naming(), r"r\.csv, row 1: a success must be 0 or 1, not '2'"),
        (
            written("a,b,c,0,1\na,b,c,1,0.5\n"),
            Naming(),
            r"row 2: a success must be 0 or 1, not '0.5'; --read success_at=1",
        ),
        (written("a,b,c,0,1\na,b,c,1,maybe\n"), Naming(), r"row 2: a success must be 0 or 1, not 'maybe'$"),
        (written("a,b,c,0,1\na,b,c,0,1\n"), Naming(), r"row 2: the same episode as .*row 1 \(a, b, c, 0\)"),
        (
            written("a,b,c,x,1\na,b,d,x,1\n"),
            Naming(episode="rollout"),
            r"row 2: the same episode as .*row 1 \(rollout x\)",
        ),
        (written("a,b,,0,1\n"), Naming(), r"row 1: no task in column “task”"),
        (written("a,b,c,0,1\n"), Naming(success="sucess"), r"no column “sucess”; did you mean success"),
        (written("a,b,c,0,1\n"), Naming(axes=("theme",)), r"no column “theme”.*Name it with --axis COLUMN"),
        (
            written("a,b,c,0,1\n"),
            Naming(agent="model", app="=mail", success="won"),
            r"no columns “model”, “won”; there are “agent”, .*with --column agent=COLUMN,success=COLUMN",
        ),
        (written(""), Naming(), r"holds no episode"),
        (doubled_log, Naming(), r"b\.eval, sample .* the same sample as .*a\.eval"),
        (lambda _: DATA / "atif" / "mute.json", Naming(), r"no verdict of its own"),
        (lambda _: DATA / "inspect-json", Naming(success="verdit"), r"no score “verdit”; did you mean verdict"),
        (lambda _: DATA / "inspect-json", Naming(app="ap"), r"no metadata “ap”; did you mean app"),
        (doubled_rollouts, Naming(), r"line 5: the same rollout as .*line 1"),
        (partial_osworld, Naming(), r"result\.txt: a success must be 0 or 1, not '0.4'; --read success_at=1"),
        (pickled, Naming(), r"is a pickle, and opening one runs whatever is in it; export a table"),
        (pickled_study, Naming(), r"never opened; export the study's table"),
        (lambda folder: folder / "none.csv", Naming(), r"does not exist"),
        (lambda folder: folder, Naming(), r"holds no results in a known format"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(
    source: Callable[[Path], Path], naming: Naming, says: str, tmp_path: Path
) -> None:
    with pytest.raises(UserError, match=says):
        read([source(tmp_path)], naming)


def test_partial_scores_count_from_where_the_person_says(tmp_path: Path) -> None:
    path = written("a,b,c,0,1\na,b,c,1,0.5\na,b,c,2,0.2\n")(tmp_path)
    found = read([path], Naming(success_at=0.5))
    assert found.table["success"].to_pylist() == [True, True, False]


def test_the_same_rows_twice_are_refused(tmp_path: Path) -> None:
    path = written("a,b,c,0,1\n")(tmp_path)
    with pytest.raises(UserError, match="the same episode"):
        read([path, Path(shutil.copy(path, tmp_path / "again.csv"))])


def test_no_reader_can_unpickle() -> None:
    source = "".join(file.read_text() for file in Path(__file__).parents[3].glob("src/lifeworld/report/readers/*.py"))
    assert "import pickle" not in source and "joblib import" not in source and "allow_pickle" not in source


def test_scores_are_judged_in_one_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search of the column for each different score grows with the square of their number."""
    monkeypatch.setattr(pc, "index", lambda *_: pytest.fail("a search of the whole column for one score"))
    scores = [f"{place / 100_000:.6f}" for place in range(100_000)]
    table = pa.table({name: ["x"] * len(scores) for name in ("agent", "app", "task")} | {"success": scores})
    pv.write_csv(table, tmp_path / "r.csv")
    found = read([tmp_path / "r.csv"], Naming(success_at=0.5))
    assert sum(found.table["success"].to_pylist()) == 50_000
    (tmp_path / "b.csv").write_text("agent,app,task,success\nx,x,x,1\nx,x,x,\nx,x,x,0.5\nx,x,x,0.5\n")
    with pytest.raises(UserError, match="row 3: a success must be 0 or 1"):
        read([tmp_path / "b.csv"])


@pytest.mark.parametrize("threshold", [float("nan"), float("inf"), float("-inf"), 7.0, -1.0, 0.0])
def test_a_threshold_that_parts_no_scores_is_refused(tmp_path: Path, threshold: float) -> None:
    table = tmp_path / "r.csv"
    table.write_text("agent,app,task,success\na,b,c,0.2\na,b,c,0.7\n")
    with pytest.raises(UserError, match="does not divide the scores; name a number"):
        read([table], Naming(success_at=threshold))


def test_a_threshold_is_among_the_scores_that_there_are(tmp_path: Path) -> None:
    table = tmp_path / "r.csv"
    table.write_text("agent,app,task,success\na,b,c,3\na,b,c,9\n")
    assert read([table], Naming(success_at=7)).table["success"].to_pylist() == [False, True]
    assert read([table], Naming(success_at=1)).table["success"].to_pylist() == [True, True]


def test_a_file_that_is_named_twice_is_refused(tmp_path: Path) -> None:
    table, other = tmp_path / "r.csv", tmp_path / "same.csv"
    table.write_text("agent,app,task,success\na,b,c,1\n")
    other.symlink_to(table)
    for again in (table, tmp_path / "." / ".." / tmp_path.name / "r.csv", other):
        with pytest.raises(UserError, match="would count twice"):
            read([table, again], Naming())


def test_an_agent_is_not_compared_with_itself(tmp_path: Path) -> None:
    table = tmp_path / "r.csv"
    rows = [f"{agent},b,{task},1" for agent in ("old", "new") for task in ("c", "d")]
    table.write_text("\n".join(["agent,app,task,success", *rows]))
    with pytest.raises(UserError, match="two different agents"):
        for_power(read([table], Naming()), ("old", "old"), 0.1, 0.8, Limits())
