"""What an agent's process does to the run that plays it: behind a wall nothing, and without one nothing unnoticed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from tests.rotation import some_tasks
from tests.run.rows import rows_of
from tests.run.test_broken_agents import lifeworld

from lifeworld.agents.walls import NO_WALL, WALL
from lifeworld.cli.running import summary
from lifeworld.core.answers import given
from lifeworld.core.errors import UserError
from lifeworld.report.caveats import trust_caveats
from lifeworld.report.cells import cells
from lifeworld.report.columns import episodes
from lifeworld.run import results
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned
from lifeworld.run.runner import RunListener, run
from lifeworld.taskkit.draw import instance_of

_MAY_MOUNT = ["unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/tmp"]
_NO_MORE = 'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"'
WAYS = {  # as this machine is; as an ordinary user; where the system offers no namespace
    "here": [],
    "user": ["unshare", "--user", "--map-user=1000", "--map-group=1000"],
    "none": ["unshare", "--user", "--map-root-user", "sh", "-c", _NO_MORE, "sh"],
}


def does(command: list[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True).returncode == 0
    except OSError:
        return False


OFFERED = does(_MAY_MOUNT)
each_way = pytest.mark.parametrize("way", [way for way in WAYS if way == "here" or does([*WAYS[way], "true"])])


def expected(way: str) -> str:
    return WALL if OFFERED and way != "none" else NO_WALL


def evaluated(way: str, cwd: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return lifeworld("eval", *arguments, "--out", "run", cwd=cwd, within=WAYS[way])


def played(way: str, cwd: Path, kind: str, *settings: str) -> "subprocess.CompletedProcess[str]":
    return evaluated(way, cwd, "--agent", f"hostile_agents:{kind}", "--app", "todo", *settings)


def rows(cwd: Path) -> list[dict[str, Any]]:
    return rows_of(cwd / "run")


def found(cwd: Path) -> list[int]:
    """Return what each agent said that it found."""
    logs = [path.read_text().split() for path in cwd.glob("run/*/*/agent.log")]
    return [int(words[words.index("found") + 1]) for words in logs]


@pytest.mark.long
@each_way
def test_nobody_makes_successes_of_earlier_episodes(way: str, tmp_path: Path) -> None:
    done = played(way, tmp_path, "Rewrites", "--limit", "3", "--workers", "1")
    assert not any(row["success"] for row in rows(tmp_path))
    assert {row["wall"] for row in rows(tmp_path)} == {expected(way)}
    if expected(way) == WALL:
        assert done.returncode == 0 and len(rows(tmp_path)) == 3, done.stderr
        assert found(tmp_path) and not any(found(tmp_path))
        return
    assert done.returncode == 2 and "did not stay as filed" in done.stderr and done.stderr.count("Error: ") == 1
    assert max(found(tmp_path)) > 2
    refused = [json.loads(path.read_text()) for path in tmp_path.glob("run/refused/*/episode.json")]
    assert len(refused) == 2 and all(one["verdict"]["outcome"] == "success" for one in refused)
    assert len(rows(tmp_path)) == 1


@pytest.mark.long
@each_way
def test_nobody_makes_successes_of_lines_of_the_ledger(way: str, tmp_path: Path) -> None:
    done = played(way, tmp_path, "RewritesLedger", "--limit", "3", "--workers", "1")
    assert done.returncode == 0, done.stderr
    assert [row["status"] for row in rows(tmp_path)] == ["failure"] * 3


@pytest.mark.long
@each_way
@pytest.mark.parametrize("workers", ["1", "2"])
def test_who_ends_the_process_above_has_failed(workers: str, way: str, tmp_path: Path) -> None:
    done = played(way, tmp_path, "KillsAbove", "--limit", "2", "--workers", workers)
    assert done.returncode == 0, done.stderr
    assert [row["status"] for row in rows(tmp_path)] == ["failure"] * 2
    assert {row["wall"] for row in rows(tmp_path)} == {expected(way)}
    if expected(way) == NO_WALL:
        assert all("no wall kept the agent from ending them" in row["reason"] for row in rows(tmp_path))
        assert any("2 of 2 episodes crashed" in line for line in summary(Folder.opened(tmp_path / "run")))


@pytest.mark.long
@each_way
def test_the_persons_year_can_not_be_read_nor_what_the_next_run_loads_be_written(way: str, tmp_path: Path) -> None:
    """Behind a wall: without one an agent may do as its user may, and the second is left out."""
    walled = expected(way) == WALL
    kinds = ["ReadsTheYear", *(["Persists"] if walled else [])]
    done = played(way, tmp_path, ",hostile_agents:".join(kinds), "--limit", "1", "--workers", "1")
    assert done.returncode == 0 and len(rows(tmp_path)) == len(kinds), done.stderr
    logs = {one["agent"]: (tmp_path / "run/episodes" / one["episode"] / "agent.log") for one in rows(tmp_path)}
    said = {agent.rpartition(":")[2]: path.read_text() for agent, path in logs.items()}
    assert ("found 0\n" in said["ReadsTheYear"]) == walled and said.get("Persists") != "wrote\n"
    assert not (Path(results.__file__).parents[1] / "planted.py").exists()


@pytest.mark.skipif(sys.platform != "linux" or not OFFERED, reason="there are no namespaces here")
def test_network_and_devices_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look = "repr((os.readlink('/proc/self/ns/net'), sorted(os.listdir('/dev'))))"
    (tmp_path / "looking.py").write_text(
        "import os\nfrom lifeworld.agents.agent import Agent\nfrom lifeworld.core.actions import Done\n"
        f"class Looks(Agent):\n    def act(self, observation):\n        print({look})\n        return Done()\n"
    )
    monkeypatch.chdir(tmp_path)
    run(RunConfig(agents=("looking:Looks",), tasks=("todo.CompleteTask",), workers=1), Path("run"))
    (log,) = Path("run").glob("episodes/*/agent.log")
    assert log.read_text().strip() == repr((os.readlink("/proc/self/ns/net"), sorted(os.listdir("/dev"))))


NULL = RunConfig(agents=("hostile_agents:Says:=no",), apps=("todo",), limit=3, workers=1)


@pytest.fixture
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run where the hostile agents can be imported from."""
    (tmp_path / "hostile_agents.py").write_bytes((Path(__file__).parent / "hostile_agents.py").read_bytes())
    monkeypatch.chdir(tmp_path)


def forge(path: Path) -> None:
    path.write_text(path.read_text().replace('"failure"', '"success"'))


@pytest.mark.usefixtures("beside")
@pytest.mark.parametrize("name", ["episode.json", "steps.jsonl", "changes.json"])
def test_what_did_not_stay_as_filed_is_refused_and_played_again(name: str) -> None:
    ids: list[str] = []

    def ended(planned: Planned, outcome: str) -> None:
        ids.append(planned.id)
        file = Path(f"run/episodes/{ids[0]}/{name}")
        file.write_text(file.read_text().replace("a", "b") + "\n")

    with pytest.raises(UserError, match=r"1 episode did not stay as filed.*run/refused"):
        run(NULL, Path("run"), RunListener(ended=ended))
    assert len(rows(Path())) == 2 and Path(f"run/refused/{ids[0]}/{name}").exists()
    assert len(rows_of(run(NULL, Path("run")))) == 3


@pytest.mark.usefixtures("beside")
def test_episodes_from_before_are_kept_under_seal() -> None:
    run(NULL.model_copy(update={"part": "1/3"}), Path("run"))
    (first,) = Path("run/episodes").iterdir()

    def ended(planned: Planned, outcome: str) -> None:
        forge(first / "episode.json")

    with pytest.raises(UserError, match=f"1 episode did not stay as filed.*{first.name}"):
        run(NULL, Path("run"), RunListener(ended=ended))
    assert not any(row["success"] for row in rows(Path()))


@pytest.mark.usefixtures("beside")
def test_a_line_that_nobody_noted_is_read_by_nobody() -> None:
    def ended(planned: Planned, outcome: str) -> None:
        for path in Path("run/ledger").glob("*.jsonl"):
            path.write_text(path.read_text().replace('"failure"', '"success"'))

    folder = run(NULL, Path("run"), RunListener(ended=ended))
    assert {row["status"] for row in rows_of(folder)} == {"failure"}


QUESTION = "bank.DearestPurchase"


def asked(app: str, channel: str = "tree") -> tuple[Folder, dict[str, Any]]:
    """Return a run of one question, whose answer the agent knows, and its row."""
    settings: dict[str, Any] = {"tasks": (QUESTION,), "profiles": ("nora",), "channels": (channel,), "workers": 1}
    config = RunConfig(agents=("null",), **settings)
    (planned,) = [Planned.from_json(one["planned"]) for one in run(config, Path("null")).episodes()]
    value = given(instance_of(planned.configuration).expectation.targets[0].answer)
    folder = run(RunConfig(agents=(f"hostile_agents:Says:{app}={value}",), **settings), Path("run"))
    (row,) = rows_of(folder)
    return folder, row


def caveats(folder: Folder) -> list[str]:
    told = episodes(results.table(folder), pq.read_table(folder.path / "behaviour.parquet"))
    return [one for one in trust_caveats(told, cells(told)) if "question" in one]


@pytest.mark.usefixtures("beside")
def test_who_knows_an_answer_that_no_screen_showed_is_marked_and_counted() -> None:
    folder, row = asked("")
    assert row["success"] and row["unseen"]
    (told,) = caveats(folder)
    assert "answered 1 question right without having been shown any app that was asked about" in told


@pytest.mark.usefixtures("beside")
@pytest.mark.parametrize(("app", "channel"), [("Harbour Bank", "tree"), ("bank", "tools")])
def test_who_looked_is_not_marked(app: str, channel: str) -> None:
    folder, row = asked(app, channel)
    assert row["success"] and not row["unseen"] and not caveats(folder)


@pytest.mark.long
def test_the_oracle_answers_nothing_unseen(tmp_path: Path) -> None:
    asking = tuple(one.id for one in some_tasks("unseen", 12) if one.says("answer")) or (QUESTION,)
    won = rows_of(run(RunConfig(agents=("oracle",), tasks=asking, workers=1), tmp_path / "run"))
    assert won and all(row["success"] and not row["unseen"] and not row["wall"] for row in won)
