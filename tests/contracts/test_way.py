"""The way of a configuration into `reset` stays short: few files, few calls from one to another, all written down."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import lifeworld
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.environment import Environment, SyncEnvironment
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import drawn

ROOT = Path(lifeworld.__file__).parent
PAGE = (ROOT.parents[1] / "ARCHITECTURE.md").read_text(encoding="utf-8")
FILES, CALLS = 12, 30


def own(code: CodeType) -> str:
    """Return the file of the engine or the environment that code stands in; "" of the driver's own and of all else."""
    path = Path(code.co_filename)
    if not path.is_relative_to(ROOT) or path.is_relative_to(ROOT / "env" / "drivers"):
        return ""
    floor, *rest = path.relative_to(ROOT).with_suffix("").parts
    return "/".join((floor, *rest)) if floor in ("taskkit", "env") and "walker" not in rest else ""


def above(frame: FrameType) -> Iterator[FrameType]:
    back = frame.f_back
    while back:
        yield back
        back = back.f_back


def test_a_configuration_passes_few_files_on_its_way_into_reset() -> None:
    environment, configuration = SyncEnvironment(Environment(Dom())), Configuration("todo.CompleteTask", "nora")
    environment.reset(configuration)  # what is read once is not on the way
    drawn.cache_clear()
    files, calls = set[str](), set[tuple[str, str]]()

    def passed(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and (here := own(frame.f_code)):
            files.add(here)
            before = next((file for back in above(frame) if (file := own(back.f_code))), here)
            calls.update({(before, here)} if before != here else ())

    kept = sys.getprofile()
    sys.setprofile(passed)
    try:
        environment.reset(configuration)
    finally:
        sys.setprofile(kept)
    assert len(files) <= FILES and len(calls) <= CALLS, (sorted(files), sorted(calls))
    unnamed = [file for file in sorted(files) if f"`{file}`" not in PAGE and f"`{file.rpartition('/')[2]}`" not in PAGE]
    assert not unnamed
