"""What docs/bridges.md shows runs: here what needs no door's package, and a law that a test runs each of the others."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.bridges.documented import DOCS, example, examples, serving

HERE = Path(__file__).parent
ADDRESS = "http://127.0.0.1:8404"


def test_each_example_is_run_by_a_test() -> None:
    code = re.sub(r"\(\s+", "(", "".join(path.read_text() for path in HERE.rglob("test_*.py")))
    missing, before = [], set[tuple[str, str]]()
    for door, language, text in examples():
        by = {"python": [f'example("{door}")', f'example("{door}", **'], "sh": [f'("{door}"', f'("{door}", **']}
        calls = by.get(language, [f'example("{door}", "{language}"'])
        if (door, language) in before:  # a second one is named by how it begins
            begun = re.findall(rf'example\("{door}", "{language}\\n([^"]+)"', code)
            calls = [f'example("{door}", "{language}\\n{one}"' for one in begun if text.startswith(one)]
        helpers = ("serving", "commands") if language == "sh" else ("",)
        if not any(f"{helper}{call}" in code for helper in helpers for call in calls):
            missing.append((door, language, text))
        before.add((door, language))
    assert not missing


def test_extras_that_are_named_are_there() -> None:
    told = tomllib.loads((DOCS.parents[1] / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    named = {extra for found in re.findall(r"lifeworld\[([\w,]+)\]", DOCS.read_text()) for extra in found.split(",")}
    assert named and named <= told.keys()


def test_a_batch_steps() -> None:
    told: dict[str, Any] = {}
    exec(example("Batch"), told)
    assert told["stepped"].rewards.shape == (16,)


@pytest.mark.long
def test_a_server_of_the_command_serves_javascript(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node on this machine")
    with serving("HTTP and WebSocket") as origin:
        code = example("HTTP and WebSocket", "js", **{ADDRESS: origin})
        script = tmp_path / "example.mjs"
        script.write_text(f"{code}console.log(moved.reward, moved.observation.feedback.ok);")
        told = subprocess.run([node, str(script)], capture_output=True, text=True, timeout=120, check=False)
    assert told.returncode == 0 and told.stdout == "0 true\n", told.stdout + told.stderr
