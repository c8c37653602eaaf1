"""verifiers' own commands: `vf-validate` checks gold and untouched tasks, `vf-eval` plays against a scripted model."""

import base64
import json
from pathlib import Path
from typing import Any

from tests.bridges import forty
from tests.bridges.called import goal, solution
from tests.bridges.documented import example, ran
from tests.bridges.forty import MOST_STEPS, Play, alike
from tests.bridges.scripted import by_goal, endpoint

from lifeworld.bridges.suite import Suite

SUITE: dict[str, Any] = {"tasks": "todo.CompleteTask", "profiles": "nora", "devices": "phone", "channels": "tree"}
OURS = """
import tests.bridges.forty
import lifeworld.bridges.verifiers as door
from lifeworld.bridges.suite import Suite
from lifeworld.core.errors import Fault

class Device(door.Device):
    async def setup_task(self, task: door.WorldData) -> None:
        await super().setup_task(task)
        {device}

class World(door.World):
    @classmethod
    def toolsets(cls, config): return [Device(door.vf.ToolsetConfig())]

class Worlds(door.Worlds):
    def load(self):
        {load}
        for one in super().load():
            yield World(one.data, one.config)

__all__ = ["Worlds"]

if __name__ == "__main__":
    Device.run()
"""
BROKEN = """
        def broken(action): raise Fault("the disk is full")
        self._calls.session._environment.step = broken
"""
SOME = 12  # of the forty: each rollout is a process of its own, which loads all that a world needs
FIRST = f"Suite.configurations = lambda *_: list(tests.bridges.forty.configurations())[:{SOME}]"


def run(command: str, place: Path, config: str) -> None:
    """Run a command of verifiers in a folder."""
    (place / "config.toml").write_text(config)
    ran(place, command, "@", "config.toml", "--no-rich", KEY="none")


def folder(place: Path) -> Path:
    (place / "worlds.py").write_text(example("verifiers and prime-rl"))
    return place


def settings(size: int, taskset: str = "worlds", **suite: Any) -> str:
    told = ", ".join(f"{name} = {json.dumps(value)}" for name, value in suite.items())
    return f'id = "{taskset}"\nsize = {size}\nsuite = {{ {told} }}\n'


def evaluated(place: Path, url: str, taskset: str) -> list[dict[str, Any]]:
    """Evaluate and return the traces, in the order of their tasks."""
    config = f"""
model = "scripted"
push = false
max_concurrent = 4
output_dir = "evaluated"
[client]
base_url = "{url}"
api_key_var = "KEY"
[env.agent.harness]
id = "null"
[env.agent.runtime]
type = "subprocess"
[env.taskset]
{taskset}"""
    run("vf-eval", place, config)
    (found,) = place.glob("evaluated/**/traces.jsonl")
    traces = [trace for line in found.read_text().splitlines() for trace in json.loads(line)["traces"]]
    return sorted(traces, key=lambda one: one["task"]["data"]["idx"])


def test_gold_is_worth_one_and_an_untouched_task_is_not(tmp_path: Path) -> None:
    config = example("verifiers and prime-rl", "toml", **{"100": "3", 'split = "train"': 'channels = "tree+tools"'})
    run("vf-validate", folder(tmp_path), config)
    (found,) = tmp_path.glob("outputs/**/summary.json")
    summary = json.loads(found.read_text())
    assert summary["checks"]["gold"]["valid"] == summary["checks"]["noop"]["valid"] == 3 and summary["valid_rate"] == 1


def test_a_scripted_model_earns_what_it_does(tmp_path: Path) -> None:
    first, second = Suite(**SUITE).configurations(2)
    played = {goal(first): solution(first), goal(second): [("done", {})]}
    with endpoint(by_goal(played)) as model:
        solved, idle = evaluated(folder(tmp_path), model.url, settings(2, **SUITE))
    assert [solved["rewards"]["verdict"]["score"], idle["rewards"]["verdict"]["score"]] == [1, 0]
    declared = {one["function"]["name"] for one in model.heard[0]["tools"]}
    assert {"tap_element", "ask", "done"} <= declared
    assert len(model.heard) == len(solution(first)) + 1  # an episode that is over is not asked on


def test_a_fault_of_ours_fails_the_rollout_and_is_no_reward(tmp_path: Path) -> None:
    (first,) = Suite(**SUITE).configurations(1)
    (folder(tmp_path) / "broken.py").write_text(OURS.format(device=BROKEN, load=""))
    with endpoint(by_goal({goal(first): [("go", {"to": "home"})]})) as model:
        (trace,) = evaluated(tmp_path, model.url, settings(1, "broken", **SUITE))
    (error,) = trace["errors"]
    assert error["type"] == "TaskError" and "the disk is full" in error["message"]
    assert trace["rewards"]["verdict"] is None and not trace["ok"]


def test_the_first_of_the_forty_come_to_the_same(tmp_path: Path) -> None:
    def door(them: tuple[Play, ...]) -> None:
        for name, plays in (("right", them[::2]), ("wrong", them[1::2])):
            (place := tmp_path / name).mkdir()
            (place / "forties.py").write_text(OURS.format(device="", load=FIRST))
            with endpoint(by_goal({play.goal: play.calls() for play in plays})) as model:
                evaluated(place, model.url, settings(SOME, "forties", **forty.SUITE, max_steps=MOST_STEPS))

    alike(tmp_path, door, can=lambda play: play.configuration in forty.configurations()[:SOME])


def test_pictures_reach_the_model_as_pictures(tmp_path: Path) -> None:
    suite = {**SUITE, "driver": "chromium", "channels": "pixels"}
    (first,) = Suite(**suite).configurations(1)
    with endpoint(by_goal({goal(first): [("tap_point", {"x": 383, "y": 411}), ("done", {})]})) as model:
        evaluated(folder(tmp_path), model.url, settings(1, **suite))
    shown = [
        part["image_url"]["url"]
        for message in model.heard[-1]["messages"]
        if isinstance(message.get("content"), list)
        for part in message["content"]
        if part["type"] == "image_url"
    ]
    assert len(set(shown)) == 2
    assert all(base64.b64decode(one.partition(",")[2]).startswith(b"\x89PNG") for one in shown)
