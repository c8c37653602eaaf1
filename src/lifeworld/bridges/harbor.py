"""Harbor: task directories, and an environment without a container that plays them.

```python
from lifeworld.bridges.harbor import tasks

tasks("tasks", limit=40, apps="todo,bank", channels="tree+tools")
```

`harbor run --path tasks --env lifeworld.bridges.harbor:Device` plays them. The environment has no
shell: a command is a call, a function's name and its arguments as JSON.
"""

import json
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from harbor.environments.base import BaseEnvironment, ExecResult
from harbor.models.trial.paths import EnvironmentPaths

from lifeworld.agents.offered import read_arguments
from lifeworld.agents.oracle import solved
from lifeworld.bridges.calls import Calls, called, in_turn, opening, taught
from lifeworld.bridges.suite import Suite
from lifeworld.core.errors import Fault, UserError
from lifeworld.core.jsontext import json_text
from lifeworld.env.session import Reward, Session
from lifeworld.taskkit.configuration import Configuration

_WORLD = "world.json"  # in a task's environment/
_HOW = "Run each call as a command of its own: the function's name, a space, its arguments as JSON. There is no shell."
_SCRIPT = re.compile(r"\((\S+)\) > (\S+) 2>&1")  # how Harbor runs a solution, and a test
_VERDICT = "verdict"
_PATHS = EnvironmentPaths()


def tasks(out: Path | str, limit: int, *, reward: Reward = "success", **settings: Any) -> list[Path]:
    """Write so many different configurations of a suite, a directory each, with its own solution.

    Args:
        out: a new folder.
        limit: how many.
        reward: success or items.
        settings: of the suite, as in a run's file.

    Raises:
        UserError: a setting is unknown or has no such value, or shows pictures; or the folder is there.
        Fault: a world broke.
    """
    suite, place = Suite(**settings).in_words("commands of Harbor are answered in words"), Path(out)
    if place.exists():
        raise UserError(f"{place} is there; name a new folder")
    with suite.session() as played:
        return [_written(place, one, played, suite.arguments(reward=reward)) for one in suite.configurations(limit)]


def _written(out: Path, one: Configuration, played: Session, session: dict[str, Any]) -> Path:
    place = out / re.sub(r"[^\w.-]+", "-", one.id)
    actions = solved(played, one)
    if not (played.verdict and played.verdict.success):
        raise Fault(f"{one.id}: its own solution is no success")
    tools = {tool.name for tool in played.observation.tools}
    lines = [f"{name} {json_text(arguments)}" for name, arguments in (called(action, tools) for action in actions)]
    calls = Calls(played)
    calls.begin(one)
    told = f"{taught(calls.functions, _HOW)}\n\n{opening(played.observation)}\n"
    about = {
        "task": f'name = "lifeworld/{place.name}"',
        "metadata": f"configuration = {json.dumps(one.id, allow_nan=False)}",
    }
    files = {
        "instruction.md": told,
        "task.toml": 'schema_version = "1.4"\n' + "".join(f"\n[{part}]\n{line}\n" for part, line in about.items()),
        f"environment/{_WORLD}": json_text({"configuration": one.id, "session": session}) + "\n",
        "solution/solve.sh": "\n".join(["#!/bin/sh", *lines, ""]),
        "tests/test.sh": f"#!/bin/sh\n{_VERDICT}\n",
    }
    for path, text in files.items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_text(text)
    return place


class Device(BaseEnvironment):
    """The world of a task directory. Files that Harbor sends and fetches lie in a folder of the trial's own."""

    @staticmethod
    def type() -> str:
        return "lifeworld"

    def _validate_definition(self) -> None:
        if not (self.environment_dir / _WORLD).is_file():
            raise UserError(f"{self.environment_dir} has no {_WORLD}; write tasks with lifeworld.bridges.harbor.tasks")

    async def start(self, force_build: bool) -> None:
        self._files = tempfile.TemporaryDirectory(prefix="lifeworld-harbor-")
        for path in (_PATHS.agent_dir, _PATHS.verifier_dir, _PATHS.artifacts_dir):
            self._at(path).mkdir(parents=True)
        self._calls = Calls.of(json.loads((self.environment_dir / _WORLD).read_text()))
        await in_turn(self._calls.begun)

    async def stop(self, delete: bool) -> None:
        await in_turn(self._calls.session.close)
        self._files.cleanup()

    async def exec(
        self,
        command: str,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        timeout_sec: int | None = None,
        user: str | int | None = None,
    ) -> ExecResult:
        """Do a call, or a script of calls as Harbor runs it. What Harbor does as root, to files, has no effect."""
        if user == "root":
            return ExecResult(return_code=0)
        if not (script := _SCRIPT.fullmatch(command.strip())):
            return await in_turn(self._call, command)
        path, log = script.groups()
        lines = self._at(path).read_text().splitlines()[1:]
        judged = path.startswith(f"{_PATHS.tests_dir}/")
        done = [self._judge() if judged else await in_turn(self._call, line) for line in lines]
        self._at(log).write_text("\n\n".join(one.stdout or "" for one in done))
        return ExecResult(return_code=max((one.return_code for one in done), default=0))

    async def upload_file(self, source_path: Path | str, target_path: str) -> None:
        self._at(target_path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source_path, self._at(target_path))

    async def upload_dir(self, source_dir: Path | str, target_dir: str) -> None:
        shutil.copytree(source_dir, self._at(target_dir), dirs_exist_ok=True)

    async def download_file(self, source_path: str, target_path: Path | str) -> None:
        shutil.copy(self._at(source_path), target_path)

    async def download_dir(self, source_dir: str, target_dir: Path | str) -> None:
        shutil.copytree(self._at(source_dir), target_dir, dirs_exist_ok=True)

    async def is_dir(self, path: str, user: str | int | None = None) -> bool:
        return self._at(path).is_dir()

    async def is_file(self, path: str, user: str | int | None = None) -> bool:
        return self._at(path).is_file()

    def _at(self, path: object) -> Path:
        return Path(self._files.name) / str(path).lstrip("/")

    def _call(self, command: str) -> ExecResult:
        name, _, arguments = command.strip().partition(" ")
        came = self._calls.call(name, read_arguments(arguments))
        return ExecResult(stdout=came.text, return_code=int(came.wrong))

    def _judge(self) -> ExecResult:
        """Write the reward where Harbor looks for it.

        Raises:
            Fault: one of ours ended the episode, so that the trial has failed and has no reward.
        """
        self._at(_PATHS.reward_json_path).write_text(json.dumps({"reward": self._calls.worth()}, allow_nan=False))
        return ExecResult(return_code=0)
