"""Runs that tests read or damage: each is played once in a process, and every test gets a copy of its own."""

import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder
from lifeworld.run.runner import run

_PLAYED = TemporaryDirectory(prefix="lifeworld-played-")  # until the process ends


def copied(path: Path, **settings: Any) -> Folder:
    """Return a copy at `path` of the run of these settings, which other tests may have played."""
    config = RunConfig(**{"workers": 1, **settings})
    return Folder(shutil.copytree(_played(config.model_dump_json(exclude_unset=True)), path))


@cache
def _played(config: str) -> Path:
    place = Path(_PLAYED.name) / str(_played.cache_info().currsize)
    return run(RunConfig.model_validate_json(config), place).path
