"""Exports from outside: the command line writes them, other readers read them, and what was done is still said."""

import io
import json
import re
from datetime import datetime
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import yaml
from PIL import Image
from tests.commands import command

from lifeworld.agents.codecs.rows import Inexpressible
from lifeworld.agents.mock.script import Asked, Turn, scripted
from lifeworld.agents.mock.server import KEY, MODEL, MockServer, served
from lifeworld.bridges.action_space import ACTION_SPACES, Said, offer
from lifeworld.core.actions import Action, Click, Done, Point, Ref, Text, Wait
from lifeworld.core.counting import counted
from lifeworld.core.observation import Node, Observation, View
from lifeworld.play import session
from lifeworld.play.game import Game
from lifeworld.report.render import report
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder
from lifeworld.run.runner import run
from lifeworld.run.sampling import split_of
from lifeworld.taskkit.configuration import Configuration
from lifeworld.web import Request

TASKS = ("todo.CompleteTask", "todo.AddTaskWithDate", "bank.RenameAndMakePrimary")  # the last edits what a field holds
WORDS = "First <b>I look</b> & then I tap."


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run without pictures, of two agents on tasks of all splits."""
    place = tmp_path_factory.mktemp("plain") / "run"
    some = ["--app", "todo,bank", "--limit", 8, "--repeats", 2, "--workers", 1]
    command("eval", "--agent", "oracle,label", *some, "--out", place)
    return place


@pytest.fixture(scope="module")
def pictured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with pictures."""
    pytest.importorskip("playwright")
    place = tmp_path_factory.mktemp("pictured") / "run"
    few = ["--task", ",".join(TASKS), "--profile", "wilma", "--axis", "device=phone"]
    command("eval", "--agent", "oracle", "--driver", "chromium", *few, "--workers", 1, "--out", place)
    return place


def write(name: str, action: Action, words: str, size: tuple[int, int] = (400, 800)) -> Said:
    """Write an action as the adapter of an action space offers it on a screen of this size."""
    drawn = io.BytesIO()
    Image.new("RGB", size).save(drawn, "PNG")
    view = View(url="/", title="", tree=Node("document"), size=size, screenshot=drawn.getvalue())
    now = datetime(2026, 3, 9, 9, 41)
    return offer(name, Observation.of(view, goal="Do it.", now=now)).write([action], size, words)


def exported(run: Path, to: str, out: Path, *more: object, code: int = 0) -> str:
    """Export a run and return what the command says."""
    return command("runs", "export", run, "--to", to, *more, "--out", out, code=code)


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for path in sorted(folder.glob("*.jsonl")) for line in path.read_text().splitlines()]


# ---- ATIF


@pytest.mark.long
def test_our_own_reader_gives_the_same_figures_of_an_atif_export(plain: Path, tmp_path: Path) -> None:
    exported(plain, "atif", tmp_path / "atif")
    own, read = (json.loads(command("stats", "report", each, "--json")) for each in (plain, tmp_path / "atif"))
    known = own.pop("notes"), read.pop("notes")  # the format does not say who knows the tasks
    assert read == own and [len(notes) for notes in known] == [1, 0]
    assert own["standings"][0]["successes"] != own["standings"][1]["successes"]


@pytest.mark.long
def test_an_atif_trajectory_holds_the_screens_that_its_steps_show(pictured: Path, tmp_path: Path) -> None:
    exported(pictured, "atif", tmp_path / "atif")
    first, second, *_ = tmp_path.glob("atif/*/trajectory.json")
    said = json.loads(first.read_text())
    assert [step["step_id"] for step in said["steps"]] == [*range(1, len(said["steps"]) + 1)]
    assert said["steps"][0]["source"] == "user" and {step["source"] for step in said["steps"][1:]} == {"agent"}
    parts = [part for step in said["steps"][1:] for part in step["observation"]["results"][0]["content"]]
    shown = [part["source"]["path"] for part in parts if part["type"] == "image"]
    assert len(shown) == len(said["steps"]) - 1
    assert all((first.parent / path).read_bytes().startswith(b"\x89PNG") for path in shown)
    assert second.parent.name != first.parent.name


# ---- data set


def test_a_dataset_holds_every_step_with_its_picture(pictured: Path, tmp_path: Path) -> None:
    exported(pictured, "dataset", tmp_path / "data")
    rows = [row for file in sorted(tmp_path.glob("data/data/*.parquet")) for row in pq.read_table(file).to_pylist()]
    folder = Folder.opened(pictured)
    steps = [step for name in folder.names() for step in folder.steps(name)]
    assert len(rows) == len(steps)
    assert sorted(row["image"] for row in rows) == sorted(step.image for step in steps)
    assert sum(row["action"] is None for row in rows) == len(folder.names())
    for file in tmp_path.glob("data/screens/*.parquet"):  # each picture once
        screens = pq.read_table(file).to_pylist()
        shown = [row["image"] for row in pq.read_table(tmp_path / "data/data" / file.name).to_pylist()]
        assert sorted(one["image"] for one in screens) == sorted(set(shown)) and len(set(shown)) < len(shown)
        assert all(one["screen"]["bytes"].startswith(b"\x89PNG") for one in screens)
        told = json.loads(pq.read_schema(file).metadata[b"huggingface"])
        assert told["info"]["features"]["screen"] == {"_type": "Image"}


def test_a_datasets_card_says_what_hugging_face_asks_for(pictured: Path, tmp_path: Path) -> None:
    exported(pictured, "dataset", tmp_path / "data")
    header = yaml.safe_load((tmp_path / "data/README.md").read_text().split("---")[1])
    assert header["license"] == "apache-2.0" and header["size_categories"] == ["n<1K"]
    assert header["task_categories"] == ["image-text-to-text"]
    named = [file["path"] for config in header["configs"] for file in config["data_files"]]
    assert sorted(named) == sorted(str(one.relative_to(tmp_path / "data")) for one in tmp_path.rglob("*.parquet"))


@pytest.mark.slow
def test_hugging_faces_library_loads_it(pictured: Path, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    exported(pictured, "dataset", tmp_path / "data")
    loaded = datasets.load_dataset(str(tmp_path / "data"), cache_dir=str(tmp_path / "cache"))
    assert set(loaded) == {file.stem for file in tmp_path.glob("data/data/*.parquet")}
    screens = datasets.load_dataset(str(tmp_path / "data"), "screens", cache_dir=str(tmp_path / "cache"))
    assert next(iter(screens.values()))[0]["screen"].size == (390, 844)


# ---- messages


@pytest.mark.long
def test_a_demonstration_said_again_solves_the_task(
    pictured: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What messages say in a model's vocabulary, word for word out of that model's mouth, does the same once more."""
    left = exported(pictured, "messages:qwen-3", tmp_path / "said")
    found = lines(tmp_path / "said")
    kept = tuple(task for task in TASKS if task != "todo.AddTaskWithDate")  # whose list of choices wants arrow keys
    assert {one["task"] for one in found} == set(kept) and "1 episode left out, which qwen-3 can't express" in left
    spoken = {
        one["task"]: [part["content"][0]["text"] for part in one["messages"] if part["role"] == "assistant"]
        for one in found
    }
    goals = {one["goal"]: one["planned"]["configuration"]["task"] for one in Folder.opened(pictured).episodes()}

    def say(asked: Asked) -> Turn:
        task = next((task for goal, task in goals.items() if goal in asked.task), TASKS[0])  # the dry call has none
        return Turn(words=spoken[task][asked.turn])

    monkeypatch.setenv("QWEN_API_KEY", KEY)
    with served(MockServer(say)) as origin:
        agent = f"qwen:{MODEL}?form=3&base_url={origin}/chat/v1&key_from=QWEN_API_KEY"
        settings: dict[str, Any] = {"profiles": ("wilma",), "devices": ("phone",), "tasks": kept, "workers": 1}
        done = run(RunConfig(agents=(agent,), driver="chromium", **settings), tmp_path / "again")
    verdicts = [episode["verdict"] for episode in done.episodes()]
    assert [one["outcome"] for one in verdicts] == ["success"] * len(kept), (verdicts, spoken)


@pytest.mark.parametrize("name", ["anthropic", "openai", "gemini"])
def test_calls_are_answered_and_pictures_are_there(name: str, pictured: Path, tmp_path: Path) -> None:
    exported(pictured, f"messages:{name}", tmp_path / "said")
    found = lines(tmp_path / "said")
    lacks = name == "openai"  # a call for three taps, by which a phone's field is cleared: told, and left out
    assert len(found) == len(TASKS) - lacks and {one["action_space"] for one in found} == {name}
    for one in found:
        calls = [call["id"] for part in one["messages"] for call in part.get("tool_calls", ())]
        answered = [part["tool_call_id"] for part in one["messages"] if part["role"] == "tool"]
        assert calls == answered and calls
        images = [inner["image"] for part in one["messages"] for inner in part["content"] if inner["type"] == "image"]
        assert len(images) == sum(part["role"] == "assistant" for part in one["messages"])
        assert all((tmp_path / "said" / image).exists() for image in images)


@pytest.mark.parametrize("name", ACTION_SPACES)
def test_a_vocabulary_says_what_it_has_words_for_and_nothing_else(name: str) -> None:
    said = write(name, Click(target=Point(x=0.5, y=0.25)), "I tap.")
    assert said.text and (said.calls or "0.25" in said.text or "200" in said.text or "25" in said.text)
    assert "I tap." in said.text
    with pytest.raises(Inexpressible, match="reference"):
        write(name, Click(target=Ref(id="e1")), "")
    with pytest.raises(Inexpressible):
        write(name, Click(target=Point(x=0.5, y=0.5), button="back", hold_ms=700, modifiers=("Alt",)), "")


@pytest.mark.parametrize("name", ACTION_SPACES)
@pytest.mark.parametrize("answer", ["12.50", 7, ["Zoe", "Bo"], {"1": "12.50", "3": ["Zoe"]}])
def test_a_vocabulary_says_the_answer(name: str, answer: Any) -> None:
    said = write(name, Done(answer=answer, note="So."), WORDS)
    told = f"{said.text} {json.dumps(said.calls)}"
    assert all(part in told for part in re.findall(r"[\w.]+", str(answer))) and WORDS.split()[0] in told


def test_what_answer_was_asked_for_stands_in_exports(tmp_path: Path) -> None:
    where = ["--task", "bank.ClosingBalance,todo.CompleteTask", "--profile", "nora", "--workers", 1]
    command("eval", "--agent", "oracle", *where, "--out", tmp_path / "run")
    exported(tmp_path / "run", "dataset", tmp_path / "data")
    rows = [row for path in tmp_path.glob("data/data/*") for row in pq.read_table(path).to_pylist()]
    asked = {row["task"]: row["answer_schema"] and json.loads(row["answer_schema"])["description"] for row in rows}
    assert asked["bank.ClosingBalance"].startswith("an amount of money") and asked["todo.CompleteTask"] is None
    exported(tmp_path / "run", "atif", tmp_path / "atif")
    found = [json.loads(path.read_text())["extra"] for path in tmp_path.glob("atif/*/trajectory.json")]
    assert {one["task"] for one in found if one["answer_schema"]} == {"bank.ClosingBalance"}


def test_typing_into_a_place_is_never_said_without_the_place() -> None:
    """Where a grammar types into what has the focus, the tap before it is said, too."""
    action = Text(text="tea", target=Point(x=0.5, y=0.5), clear=True)
    said = write("qwen-3", action, "", (800, 400))
    assert said.text.count("<tool_call>") == 3 and "left_click" in said.text and "ctrl" in said.text


def test_a_models_words_are_in_the_viewer_and_in_exports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    with served(MockServer(scripted(Turn((Wait(seconds=1),), WORDS), Turn((Done(),), "That is all.")))) as origin:
        agent = f"anthropic:{MODEL}?base_url={origin}/anthropic"
        folder = run(RunConfig(agents=(agent,), tasks=("todo.CompleteTask",)), tmp_path / "run")
    report(folder)
    (page,) = tmp_path.glob("run/episodes/*/index.html")
    assert "First &lt;b&gt;I look&lt;/b&gt; &amp; then I tap." in page.read_text() and WORDS not in page.read_text()
    exported(tmp_path / "run", "atif", tmp_path / "atif")
    (trajectory,) = tmp_path.glob("atif/*/trajectory.json")
    said = [step["message"] for step in json.loads(trajectory.read_text())["steps"]]
    assert said[1:] == [WORDS, "That is all.\nDone."]


def test_a_persons_demonstration_becomes_messages(tmp_path: Path) -> None:
    folder, game = session.open_folder(tmp_path / "mine"), Game(Configuration("todo.CompleteTask", "nora"))
    try:
        for path in ("/", "/todo/", "/todo/today"):
            game.serve(Request("GET", path))
        game.finish(Done())
        session.save_episode(game, folder)
    finally:
        game.close()
    left = exported(tmp_path / "mine", "messages:openai", tmp_path / "no", code=2)
    assert "--draw" in left and not (tmp_path / "no").exists()
    exported(tmp_path / "mine", "messages:openai", tmp_path / "said", "--draw")
    (one,) = lines(tmp_path / "said")
    assert one["agent"] == "person"
    calls = [call["function"] for part in one["messages"] for call in part.get("tool_calls", ())]
    assert calls[0]["name"] == "computer" and calls[0]["arguments"]["actions"][0]["type"] == "click"


# ---- splits


@pytest.mark.long
def test_splits_share_nothing_and_are_whole(plain: Path, tmp_path: Path) -> None:
    found: dict[str, set[str]] = {}
    exported(plain, "dataset", tmp_path / "all")
    for file in tmp_path.glob("all/data/*.parquet"):
        exported(plain, "dataset", tmp_path / file.stem, "--split", file.stem)
        (alone,) = tmp_path.glob(f"{file.stem}/data/*.parquet")
        assert alone.name == file.name and pq.read_table(alone).equals(pq.read_table(file))
        found[file.stem] = set(pq.read_table(file)["task"].to_pylist())
    assert sum(map(len, found.values())) == len(set.union(*found.values()))
    ran = {one["planned"]["configuration"]["task"] for one in Folder.opened(plain).episodes()}
    assert set.union(*found.values()) == ran and len(found) > 1


@pytest.mark.parametrize("by", ["task", "profile", "instance"])
def test_a_run_of_one_split_is_of_that_alone_and_never_exported_as_another(by: str, tmp_path: Path) -> None:
    held = ["--split", "test", "--set", f"held_out={by}", "--instances", "30", "--app", "todo", "--limit", "3"]
    command("eval", "--agent", "null", "--workers", 1, *held, "--out", tmp_path / "run")
    planned = [one["planned"]["configuration"] for one in Folder.opened(tmp_path / "run").episodes()]
    assert len(planned) == 3 and {split_of(Configuration.from_json(one), by) for one in planned} == {"test"}  # type: ignore[arg-type]
    other = exported(tmp_path / "run", "atif", tmp_path / "a", "--split", "train", code=2)
    assert f"the split test by {by}" in other
    exported(tmp_path / "run", "atif", tmp_path / "b")
    about = json.loads((tmp_path / "b" / "export.json").read_text())
    assert about["held out"] == by and about["episodes"] == {"test": 3}
    assert "so that no two exports mix" in exported(tmp_path / "run", "atif", tmp_path / "b", code=2)


def test_what_is_composed_of_several_splits_is_in_no_dataset(tmp_path: Path) -> None:
    some = ["--axis", "horizon=2", "--app", "todo,bank", "--limit", 12, "--workers", 1]
    command("eval", "--agent", "null", *some, "--out", tmp_path / "run")
    planned = [one["planned"]["configuration"] for one in Folder.opened(tmp_path / "run").episodes()]
    none = [split_of(Configuration.from_json(one)) for one in planned].count("")
    assert 0 < none < len(planned)
    said = exported(tmp_path / "run", "dataset", tmp_path / "data")
    assert f"{counted(none, 'episode')} left out, composed of tasks of several splits" in said
    files = list(tmp_path.glob("data/data/*"))
    assert {path.stem for path in files} <= {"train", "validation", "test"}
    assert len({one for path in files for one in pq.read_table(path)["episode"].to_pylist()}) == len(planned) - none
    assert f"{none} in no split" in exported(tmp_path / "run", "atif", tmp_path / "atif")


# ---- mistakes


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--to", "messages"], "--to messages:ACTION-SPACE wants whose calls are written"),
        (["--to", "messages:openai"], "no episode can be written in the action space openai"),
        (["--to", "csv"], "no format “csv”; there are atif, dataset, messages"),
        (["--to", "dataset", "--split", "exam"], "'train', 'validation', 'test'"),
    ],
)
def test_what_is_not_right_is_one_line(args: list[str], told: str, plain: Path, tmp_path: Path) -> None:
    said = command("runs", "export", plain, *args, "--out", tmp_path / "out", code=2)
    assert told in said and "Traceback" not in said
    assert not (tmp_path / "out").exists()


def test_success_only_leaves_failures_out(plain: Path, tmp_path: Path) -> None:
    exported(plain, "atif", tmp_path / "good", "--success-only")
    found = [json.loads(path.read_text())["extra"]["success"] for path in tmp_path.glob("good/*/trajectory.json")]
    won = sum(one["verdict"]["outcome"] == "success" for one in Folder.opened(plain).episodes())
    assert found == [True] * won and won
