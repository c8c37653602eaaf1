"""What goes wrong at the command line is told in a line, with what would be right, and nothing is lost."""

import json
import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.cli.running import RUN, told

from lifeworld.cli import group


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("tasks", "--app", "bnak"), "no app “bnak”; did you mean bank"),
        (("tasks", "--app", "Chatter"), "did you mean messenger, the id of Chatter?\n"),
        (("tasks", "--app", "larder"), "(one of your own is found once LIFEWORLD_PATH names its folder"),
        (("check", "--task", "CompletTask"), "did you mean todo.CompleteTask?\n"),
        (("check", "--task", "trips.SaveWithNote"), "(one of your own is found once LIFEWORLD_PATH names its folder"),
        (("tasks", "--tag", "quesiton"), "no tag “quesiton”; did you mean question"),
        (("eval", "--agent", "orcale", "--out", "{out}"), "no agent “orcale”; did you mean oracle"),
        (("eval", "--task", "todo.CompleteTsk", "--out", "{out}"), "did you mean todo.CompleteTask"),
        (("eval", "--profile", "norra", "--out", "{out}"), "no profile “norra”; did you mean nora"),
        (("eval", "--profile", f"person-{9**30}", "--out", "{out}"), "with any number of up to 18 digits"),
        (("eval", "--task", "todo.Postpone", "--set", "phrasings=99", "--out", "{out}"), "these tasks have 7 at most"),
        (("serve", "http", "--profile", "tidy.yaml"), "tidy.yaml: there is no such file"),
        (("serve", "http", "--profile", "zzz"), "no profile “zzz”; there are nora"),
        (("people", "show", "Wilma"), "did you mean wilma, mila? Others are person-17"),
        (("arena", "import", "/nope"), "/nope: no such file"),
        *((("stats", "votes", f"nope.{end}"), f"nope.{end}: no such file") for end in ("parquet", "csv", "json")),
        (("eval", "--agent", "replay", "--out", "{out}"), "replay needs a recorded run"),
        (("eval", "--agent", "null", "--out", "a" * 300), "can't be written: file name too long; choose another place"),
        (("stats", "report", "a" * 300), "a name in it is longer"),
        (("agents", "mock", "--follow", "a" * 300), "a name in it is longer"),
        (("eval", "--set", "max_memory=2", "--out", "{out}"), "max_memory is for agents that run in their own process"),
        (("eval", "--agent", "label", "--max-cost", "2", "--out", "{out}"), "are for agents that use a model"),
        (("eval", "--agent", "label", "--set", "max_tokens=2", "--out", "{out}"), "are for agents that use a model"),
        (("eval", "--across-versions", "--limit", "1", "--out", "{out}"), "--across-versions has no effect"),
        (("eval", "--channel", "pixles", "--out", "{out}"), "choose 'pixels'"),
        (("eval", "--axis", "device=watch", "--out", "{out}"), "no device “watch”; there are phone, desktop"),
        (("report", "{out}"), "holds no run"),
        (("evla",), "did you mean eval"),
        (("eval", "--device", "phone"), "there is no --device; write --axis device=…"),
        (("eval", "--crossed", "teme", "--out", "{out}"), "(did you mean theme?)"),
        (("eval", "--axis", "theme", "--out", "{out}"), "like --axis theme=VALUE"),
        (("eval", "--app", "bank", "--task", "todo.Postpone", "--out", "{out}"), "no task of these in these apps"),
        (("audit", "gaming", "--seed", "3"), "--seed does nothing with gaming, only with forms, commands, screens"),
        (("audit", "forms", "--sample", "2"), "--sample does nothing with forms"),
        (("audit", "forms", "--workers", "2"), "--workers does nothing with forms"),
        (("audit", "screens", "--task", "todo.CompleteTask"), "--task does nothing with screens"),
        (("audit", "gaming", "--driver", "chromium"), "--driver does nothing with gaming, only with replay"),
        (("audit", "form"), "'forms'"),
        (("audit", "commands", "--app", "bnak"), "no app “bnak”; did you mean bank"),
        (("audit", "forms", "--app", "bnak"), "no app “bnak”; did you mean bank"),
        (("audit", "harm", "--app", "todo", "--task", "mail.StarConversation"), "no task is named that touches these"),
        (
            ("audit", "gaming", "--app", "todo", "--task", "mail.StarConversation"),
            "no task is named that touches these",
        ),
        (("check", "--show", "--sample", "2"), "--sample does nothing with --show"),
        (("check", "--show", "--workers", "2"), "--workers does nothing with --show"),
        (("check", "--profile", "norra", "--task", "todo.CompleteTask"), "no profile “norra”; did you mean nora"),
        (("check", "--profile", "gone.yaml"), "gone.yaml: there is no such file"),
        (("play", "--task", "todo.CompleteTask:nora:0.0", "--axis", "theme=dark"), "--profile and --axis do nothing"),
        (("play", "--axis", "theme=dark,light"), "theme has one value here"),
        (("play", "--axis", "instance=few"), "instance=few: it is a whole number from 0"),
        (("eval", "--axis", "them=dark", "--out", "{out}"), "--axis knows no “them”; did you mean theme"),
        (("eval", "--axis", "profile=nora", "--out", "{out}"), "--axis knows no “profile”; write --profile for it"),
        (("eval", "--axis", "dark", "--out", "{out}"), "--axis is NAME=VALUE, like --axis theme=dark"),
        (("eval", "--axis", "theme=dark", "--axis", "theme=light", "--out", "{out}"), "theme is named twice"),
        (("eval", "--engine", "rya", "--out", "{out}"), "no engine “rya”; there are local, ray"),
        (("eval", "--study", "questions", "--config", "a.toml"), "--config has no effect with --study"),
        (("runs", "export", "{out}", "--to", "messages", "--out", "{out}"), "wants whose calls are written"),
        (("runs", "export", "{out}", "--to", "atfi", "--out", "{out}"), "no format “atfi”; did you mean atif"),
        (("stats", "report", "{out}", "--column", "sucess=ok"), "--column knows no “sucess”; did you mean success"),
        (("eval", "--task", "todo.CompleteTask+", "--out", "{out}"), "lacks a part; write two tasks and more with a +"),
        (("eval", "--axis", "goal-language=klingon", "--out", "{out}"), "no goal_language “klingon”"),
    ],
)
def test_mistakes_are_told(arguments: tuple[str, ...], says: str, tmp_path: Path) -> None:
    code, message = told(*(argument.format(out=tmp_path / "run") for argument in arguments))
    assert code == 2
    assert says in message


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("agnets = ['oracle']", "there is no key agnets; did you mean agents"),
        ("driver = 'firefox'", "driver = 'firefox'; choose 'dom' or 'chromium'"),
        ("limit = 0", "limit = 0"),
        ("limit = ", "config.toml: Invalid value"),
        ("limit = true", "limit = true: it is a number, not true or false"),
        ("horizon = [true]", "not true or false"),
        ("agents = 'oracle'", 'agents = "oracle": it is a list, like ["oracle"]'),
        ("states = ['nowhere']", "no state “nowhere”"),
        ("\ufefflimit = 0", "limit = 0"),
    ],
)
@pytest.mark.parametrize("flags", [(), ("--seed", "3")])
def test_a_broken_config_names_file_key_and_choices(
    text: str, says: str, flags: tuple[str, ...], tmp_path: Path
) -> None:
    config = tmp_path / "config.toml"
    config.write_text(text)
    code, message = told("eval", "--config", str(config), *flags, "--out", str(tmp_path / "run"))
    assert code == 2
    assert says in message and "config.toml" in message and "the command line" not in message


def test_a_flag_is_not_blamed_on_the_file_beside_it(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text("limit = 3")
    code, message = told("eval", "--config", str(config), "--limit", "0", "--out", str(tmp_path / "run"))
    assert code == 2 and message.startswith("Error: the command line: limit = 0")


def test_a_folder_of_another_version_is_left_alone(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    about = json.dumps({"format": 99, "lifeworld": "9.0", "config": {}})
    (run / "run.json").write_text(about)
    for command in (("report", str(run)), ("eval", "--out", str(run))):
        code, message = told(*command)
        assert code == 2 and "format 99 (Lifeworld 9.0)" in message
    assert (run / "run.json").read_text() == about


def test_a_run_of_another_version_goes_on_only_when_asked_to(tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert told("eval", "--agent", "null", "--app", "todo", "--limit", "2", "--out", str(run))[0] == 0
    about = json.loads((run / "run.json").read_text())
    (run / "run.json").write_text(json.dumps({**about, "lifeworld": "0.0.1"}))
    code, message = told("eval", "--out", str(run))
    assert code == 2 and "a run of Lifeworld 0.0.1" in message and "--across-versions" in message
    assert told("eval", "--out", str(run), "--across-versions")[0] == 0
    assert json.loads((run / "run.json").read_text())["lifeworld"] == f"0.0.1, {about['lifeworld']}"
    assert told("eval", "--out", str(run))[0] == 0
    assert len(list(run.glob("episodes/*/episode.json"))) == 2


def test_a_wrong_agent_is_told_before_anything_is_shown_or_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text(
        "from lifeworld.agents.agent import Agent\nclass Eager(Agent):\n    def act(self, observation): ...\n"
    )
    monkeypatch.chdir(tmp_path)
    for agent in ("mine.py:Eager", "mine:EagerAgent", "mine.py", "mine"):
        code, message = told("eval", "--agent", agent, "--out", "run")
        assert code == 2 and "Eager" in message and "━" not in message and len(message.splitlines()) == 1, message
    assert not (tmp_path / "run").exists()


def test_the_process_itself_ends_so() -> None:
    done = subprocess.run([*RUN, "evla"], capture_output=True, text=True)
    assert done.returncode == 2 and "did you mean eval" in done.stderr and "Traceback" not in done.stderr


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    code, message = told("eval", "--out", str(tmp_path))
    assert code == 2 and "is not empty and not a run" in message


def test_help_has_examples() -> None:
    for command in ("eval", "tasks", "check", "report", "view", "demo", "apps"):
        assert f"lifeworld {command}" in CliRunner().invoke(group, [command, "--help"]).output


@pytest.mark.long
def test_a_pipe_breaks_no_name() -> None:
    narrow = {**os.environ, "COLUMNS": "40"}
    ids = json.loads(CliRunner().invoke(group, ["tasks", "--json"]).stdout)
    done = subprocess.run([*RUN, "tasks"], capture_output=True, text=True, check=True, env=narrow)
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines[1:-1]] == [one["id"] for one in ids]
    assert lines[-1] == f"{len(ids)} tasks"


def test_tasks_as_json() -> None:
    tasks = json.loads(CliRunner().invoke(group, ["tasks", "--json"]).stdout)
    assert len(tasks) >= 72
    for task in tasks:
        assert set(task) >= {"id", "app", "apps", "category", "kind", "tags", "goals", "parameters"}
        assert len(task["goals"]) >= 3


@pytest.mark.long
@pytest.mark.parametrize("after", [0.0, 0.5, 3.0])
def test_ctrl_c_again_and_again_is_told_in_a_line(tmp_path: Path, after: float) -> None:
    words = ("eval", "--agent", "label", "--limit", "200", "--workers", "2", "--out", str(tmp_path / "run"))
    process = subprocess.Popen([*RUN, *words], stderr=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stderr
    process.stderr.readline()  # what is planned
    time.sleep(after)
    for _ in range(5):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.1)
    said = process.communicate(timeout=60)[1]
    kept = "finished episodes are kept" if (tmp_path / "run" / "run.json").exists() else "nothing was begun"
    assert process.returncode == 130 and f"stopped; {kept}" in said and "Traceback" not in said
