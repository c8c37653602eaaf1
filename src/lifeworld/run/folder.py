"""A run's folder: one folder an episode, pictures once by content, results as one table.

DIR/run.json                      format, versions, the config
DIR/episodes/<id>/episode.json    what was run and what came of it; written last, so that it marks a finished episode
DIR/episodes/<id>/steps.jsonl     one step a line
DIR/episodes/<id>/changes.json    what the episode changed
DIR/images/<ab>/<hash>.png        screenshots
DIR/results.parquet               one row an episode
"""

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lifeworld
from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text
from lifeworld.core.trajectory import Step
from lifeworld.run.config import RunConfig

FORMAT = 1


class Folder:
    """Reads and writes a run's folder; every file appears whole or not at all."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def begun(cls, path: Path, config: RunConfig) -> "Folder":
        """Return the folder for this config: a new one, or one that the same config has begun.

        Raises:
            UserError: it holds something else, or another run, or one of another version.
        """
        folder = cls(path)
        if (path / "run.json").exists():
            folder._must_continue(config)
        elif path.exists() and any(path.iterdir()):
            raise UserError(f"{path} is not empty and holds no run; name a new folder with --out")
        written = {"format": FORMAT, "lifeworld": lifeworld.__version__, "config": config.model_dump(mode="json")}
        folder.write("run.json", json_text(written, indent=1).encode())
        return folder

    @classmethod
    def opened(cls, path: Path) -> "Folder":
        """Return the folder of a run that exists.

        Raises:
            UserError: there is none, or it is of another format.
        """
        folder = cls(path)
        folder.about()
        return folder

    def about(self) -> dict[str, Any]:
        """Return what `run.json` says.

        Raises:
            UserError: there is no run here that this version can read.
        """
        try:
            said: dict[str, Any] = json.loads((self.path / "run.json").read_text())
        except FileNotFoundError:
            raise UserError(
                f"{self.path} holds no run (no run.json); `lifeworld eval --out {self.path}` makes one"
            ) from None
        except (OSError, ValueError) as error:
            raise UserError(f"{self.path}/run.json can't be read: {error}") from None
        if said.get("format") != FORMAT:
            was = f"format {said.get('format')} (Lifeworld {said.get('lifeworld', '?')})"
            raise UserError(
                f"{self.path} is of {was}; this version reads format {FORMAT}. Use that version, or a new folder"
            )
        return said

    def finished(self) -> set[str]:
        """Return the ids of the episodes that are done and scored."""
        return {one["episode"] for one in self.episodes() if one["verdict"]["outcome"] != "unscored"}

    def episodes(self) -> Iterator[dict[str, Any]]:
        """Yield what each finished episode left, by id."""
        for path in sorted(self.path.glob("episodes/*/episode.json")):
            yield json.loads(path.read_text())

    def steps(self, episode: str) -> list[Step]:
        """Return an episode's steps."""
        path = self.path / "episodes" / episode / "steps.jsonl"
        return [Step.from_json(json.loads(line)) for line in path.read_text().splitlines()]

    def keep_image(self, png: bytes) -> str:
        """Store a picture under its content's name and return that name."""
        name = hashlib.blake2b(png, digest_size=12).hexdigest()
        place = f"images/{name[:2]}/{name}.png"
        if not (self.path / place).exists():
            self.write(place, png)
        return name

    def image(self, name: str) -> Path:
        """Return where a picture lies."""
        return self.path / "images" / name[:2] / f"{name}.png"

    def write(self, place: str, data: bytes) -> None:
        """Write a file whole: under another name first, then moved into place."""
        path = self.path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        passing = path.with_name(f".{path.name}.{os.getpid()}")
        passing.write_bytes(data)
        os.replace(passing, path)

    def _must_continue(self, config: RunConfig) -> None:
        """See that this config goes on with what is here: only how fast it runs may differ."""
        before = build_again(self.about()["config"])
        if before.model_copy(update={"workers": config.workers, "retries": config.retries}) != config:
            raise UserError(f"{self.path} holds a run with other settings; name a new folder with --out")


def build_again(settings: dict[str, Any]) -> RunConfig:
    """Return the config that a folder was begun with."""
    return RunConfig.model_validate(settings)
