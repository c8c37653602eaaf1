"""The recipes for clusters say what the command line understands."""

import re
import shlex
import subprocess
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import yaml

from lifeworld.cli.evaluate import eval_command
from lifeworld.cli.places import Output

ROOT = Path(__file__).parent.parent.parent
CORES = '"$SLURM_CPUS_PER_TASK"'
SCALE = (ROOT / "docs" / "scale.md").read_text()


def understood(line: str) -> dict[str, Any]:
    """Return the options of an `eval`, which click must take; its folders are another machine's."""
    words = shlex.split(line.partition("#")[0])
    assert words[:2] == ["lifeworld", "eval"]
    with patch.object(Output, "look"):
        return eval_command.make_context("eval", words[2:]).params


def test_the_job_for_kubernetes_runs_lifeworld_on_nodes_with_a_browser() -> None:
    spec = yaml.safe_load((ROOT / "deploy" / "rayjob.yaml").read_text())["spec"]
    asked = understood(spec["entrypoint"])
    assert (asked["engine"], asked["driver"]) == (("ray", "auto"), "chromium")
    head, (workers,) = spec["rayClusterSpec"]["headGroupSpec"], spec["rayClusterSpec"]["workerGroupSpecs"]
    assert "browser" in workers["rayStartParams"]["resources"] and head["rayStartParams"]["num-cpus"] == "0"
    for group in (head, workers):
        (container,) = group["template"]["spec"]["containers"]
        mounted = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
        assert str(asked["out"]).startswith(mounted["runs"])
        assert [volume["name"] for volume in group["template"]["spec"]["volumes"]] == ["runs"]


def test_the_lines_of_the_page_are_understood() -> None:
    lines = [line.strip() for line in SCALE.splitlines() if line.strip().startswith("lifeworld eval")]
    assert len(lines) > 5
    for line in lines:
        assert understood(line)["out"]


@pytest.mark.parametrize("script", re.findall(r"```sh\n(#!/bin/bash.*?)```", SCALE, re.DOTALL))
def test_scripts_are_right_for_the_shell(script: str) -> None:
    assert subprocess.run(["bash", "-n", "-c", script], capture_output=True).stderr == b""


def test_what_is_asked_of_ray_is_understood() -> None:
    scripts = pytest.importorskip("ray.scripts.scripts")
    lines = re.findall(
        r"(ray start .*?)(?: &)?(?:  +#.*)?$", SCALE.replace("\\\n", " ").replace(CORES, "16"), re.MULTILINE
    )
    starts = [line for line in lines if " --" in line]
    assert len(starts) > 3
    for line in starts:
        assert scripts.start.make_context("start", shlex.split(line)[2:]).params["resources"]


def test_the_container_is_made_by_what_makes_a_checkout() -> None:
    text = (ROOT / "deploy" / "Containerfile").read_text()
    assert "make setup" in text and "/lifeworld/.venv/bin" in text
