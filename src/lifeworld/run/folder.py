"""A run's folder: a folder for each episode, pictures named by their content, tables of results.

DIR/run.json                      format, versions, the config
DIR/worlds/<name>.yaml            the worlds of files that it is played in
DIR/episodes/<id>/episode.json    what was run, and its result; written last, so that it marks a finished episode
DIR/episodes/<id>/steps.jsonl     one step a line
DIR/episodes/<id>/changes.json    what the episode changed
DIR/images/<ab>/<hash>.png        screenshots
DIR/ledger/<process>.jsonl        one line an episode, so that a table of many is read fast
DIR/refused/<id>/                 an episode that did not stay as it was filed; counts nowhere
DIR/judgements/<judge>.jsonl      one line an opinion of a model's
DIR/labels/<name>.jsonl           one line a rating of a person's
DIR/results.parquet               one row an episode
DIR/behaviour.parquet             how the agent behaved in it
"""

import hashlib
import os
import re
import secrets
import shutil
import socket
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import lifeworld
from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text
from lifeworld.core.own import add_worlds, own_worlds
from lifeworld.core.trajectory import Step, read_steps
from lifeworld.core.writing import write_file
from lifeworld.run import storage
from lifeworld.run.config import RunConfig, differences, rebuild
from lifeworld.run.episode_schema import read_object, read_summary
from lifeworld.run.plan import Planned

if TYPE_CHECKING:
    import pyarrow as pa

FORMAT = 1
WORLDS_FOLDER = "worlds"
UNREADABLE = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)  # what damaged files raise


class Folder:
    """Reads and writes a run's folder; every file appears whole or not at all.

    Attributes:
        damaged: files of episodes that can't be read, with the reason. Such an episode counts as not finished.
        noted: the digests of the lines of the ledger that it has written.
    """

    def __init__(self, path: "Path | str") -> None:
        self.path = Path(path)
        self.damaged: dict[str, str] = {}
        self.noted: set[str] = set()
        self._sound: dict[Path, tuple[int, int]] = {}  # files of steps that were read, and how they were then

    @property
    def place(self) -> str:
        """Its path or address, for another process."""
        return str(self.path.absolute())

    @property
    def name(self) -> str:
        """Its name in messages."""
        return str(self.path)

    @property
    def unplayed(self) -> str:
        """What is told where no finished episode can be read."""
        if self.damaged:
            damage = " is damaged: ".join(next(iter(self.damaged.items())))
            return f"{self.name}: none of its episodes can be read; {damage}"
        if (self.path / "results.parquet").exists() and not self.names():
            return f"{self.name} holds tables and no episodes; `lifeworld report {self.name}` reports what they say"
        return f"{self.name} has no finished episodes yet; run `lifeworld eval --out {self.name}` again"

    @property
    def alone(self) -> bool:
        """Whether no other process can see it."""
        return False

    def sync(self, images: bool = False) -> None:
        """Update the local copy of a remote folder; a local folder needs none."""

    def remove(self, place: str) -> None:
        """Remove a file, or a folder with all that is in it."""
        path = self.path / place
        shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)

    def is_taken(self) -> bool:
        """Return whether it holds anything."""
        return self.path.exists() and any(self.path.iterdir())

    @classmethod
    def begun(cls, path: "Path | str", config: RunConfig, across: bool = False) -> "Folder":
        """Return the folder for this config: a new one, or that of a run of the same config, which is resumed.

        Args:
            path: where it is; an address for `RemoteFolder`.
            config: what is run.
            across: resume a run of another version; `run.json` then names both.

        Raises:
            UserError: it holds other files, or another run, or one of another version.
        """
        folder, versions = cls(path), lifeworld.__version__
        try:
            folder.sync()
            add_worlds(folder.path / WORLDS_FOLDER)
            if (folder.path / "run.json").exists():
                versions = folder._must_continue(config, across)
            elif folder.is_taken():
                raise UserError(f"{path} is not empty and not a run; name a new folder with --out")
            if across and versions == lifeworld.__version__:
                raise UserError("--across-versions has no effect: this version began the run; leave it out")
        except OSError as error:
            raise UserError(f"{path}: {error.strerror or error}; name a new folder with --out") from error
        written = {"format": FORMAT, "lifeworld": versions, "config": config.model_dump(mode="json")}
        for name, file in own_worlds().items():
            place = f"{WORLDS_FOLDER}/{file.name}"
            if name in config.profiles and not (folder.path / place).exists():
                folder.write(place, file.read_bytes())
        folder.write("run.json", json_text(written, indent=1).encode())
        return folder

    @classmethod
    def opened(cls, path: "Path | str", images: bool = False) -> "Folder":
        """Return the folder of a run that exists; where it is elsewhere, with its pictures only if they are wanted.

        Raises:
            UserError: there is none, or it is of another format.
        """
        folder = cls(path)
        folder.sync(images)
        folder.about()
        add_worlds(folder.path / WORLDS_FOLDER)
        return folder

    def about(self) -> dict[str, Any]:
        """Return what `run.json` says.

        Raises:
            UserError: there is no run here that this version can read.
        """
        try:
            said: dict[str, Any] = read_object((self.path / "run.json").read_text())
        except FileNotFoundError:
            raise UserError(
                f"{self.name} holds no run (no run.json); `lifeworld eval --agent label --out {self.name}` makes one"
            ) from None
        except (OSError, ValueError, RecursionError) as error:
            raise UserError(f"{self.name}/run.json can't be read: {error}") from None
        if said.get("format") != FORMAT:
            was = f"{self.name} is of format {said.get('format')} (Lifeworld {said.get('lifeworld', '?')})"
            raise UserError(f"{was}; this version reads format {FORMAT}. Use that version, or a new folder")
        if not isinstance(said.get("config"), dict):
            raise UserError(f"{self.name}/run.json can't be read: its config is no object")
        return said

    def _forget_unscored(self) -> None:
        """Remove the unscored episodes of another version, since they are run again under other ids."""
        for one in self.episodes():
            if one["verdict"]["outcome"] == "unscored" and Planned.from_json(one["planned"]).id != one["episode"]:
                self.remove(f"episodes/{one['episode']}")

    def leave_no_trace(self) -> None:
        """Remove a run without any episode."""
        with suppress(OSError):
            for name in ("run.json", "results.parquet", "behaviour.parquet", WORLDS_FOLDER):
                self.remove(name)
            self.path.rmdir()

    def names(self) -> list[str]:
        """Return the ids of all episodes that were begun, sorted."""
        place = self.path / "episodes"
        return sorted(os.listdir(place)) if place.is_dir() else []

    def version(self) -> str:
        """Return the version that made it, or several."""
        return str(self.about().get("lifeworld", "?"))

    def episodes(self, names: Iterable[str] | None = None) -> Iterator[dict[str, Any]]:
        """Yield the `episode.json` of finished episodes, these or all by id; unreadable ones go to `damaged`."""
        for name in self.names() if names is None else names:
            path = self.path / "episodes" / name / "episode.json"
            said = self._read(path) if path.exists() else None
            if said is not None:
                yield said

    def _read(self, path: Path) -> dict[str, Any] | None:
        place = path
        try:
            said = read_summary(path)
            for name, size in said.get("bytes", {}).items():
                place = path.with_name(name)
                if place.stat().st_size != size:
                    raise ValueError(f"it has {place.stat().st_size} bytes of {size}")
            place = path.with_name("steps.jsonl")
            self._check_steps(place)
        except (*UNREADABLE, UserError) as error:
            told = f"{error}" if isinstance(error, UserError) else f"{type(error).__name__}: {error}"
            self.damaged[str(place.relative_to(self.path))] = " ".join(told.split())
            return None
        return said

    def steps(self, episode: str) -> list[Step]:
        """Return an episode's steps."""
        return read_steps((self.path / "episodes" / episode / "steps.jsonl").read_text())

    def _check_steps(self, path: Path) -> None:
        """Check once that a file of steps can be read."""
        now = path.stat()
        if self._sound.get(path) != (now.st_mtime_ns, now.st_size):
            read_steps(path.read_text())
            self._sound[path] = (now.st_mtime_ns, now.st_size)

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

    def note(self, rows: Iterable[dict[str, Any]]) -> list[str]:
        """Append a line for each row to the ledger of this process, and return the lines' digests.

        Raises:
            UserError: it can't be written.
        """
        lines = [json_text(row).encode(errors="replace") + b"\n" for row in rows]
        if not lines:
            return []
        data, digests = b"".join(lines), [storage.digest(line) for line in lines]
        self.noted.update(digests)
        place = self.path / "ledger" / self._process
        with storage.errors_named(self.path):
            place.parent.mkdir(parents=True, exist_ok=True)
            with place.open("ab", buffering=0) as file:
                file.write(data)
        return digests

    @cached_property
    def _process(self) -> str:
        machine = re.sub(r"[^\w.-]", "_", socket.gethostname())
        return f"{machine}-{os.getpid()}-{secrets.token_hex(4)}.jsonl"

    def file(self, episode: str, files: dict[str, bytes]) -> None:
        """Write all files of an episode, in the place of what may be there: they appear at once.

        Raises:
            UserError: they can't be written; finished episodes are kept.
        """
        with storage.errors_named(self.path):
            storage.write_folder(self.path / "episodes" / episode, files, self.path)

    def write(self, place: str, data: "bytes | pa.Buffer") -> None:
        """Write a file, which appears whole or not at all.

        Raises:
            UserError: it can't be written; finished episodes are kept.
        """
        with storage.errors_named(self.path):
            write_file(self.path / place, data)

    def config(self) -> RunConfig:
        """Return the config that the run was begun with.

        Raises:
            UserError: there is no run, or this version can't read its config.
        """
        return rebuild(self.about()["config"], f"{self.name}/run.json")

    def _must_continue(self, config: RunConfig, across: bool) -> str:
        """Check that this config can resume the run: only execution settings may differ. Return the run's versions."""
        was, now = self.version(), lifeworld.__version__
        ours = was.split(", ")[-1] == now
        if not (ours or across):
            advice = "use that version, name a new folder with --out, or continue this one with --across-versions"
            raise UserError(f"{self.name} holds a run of Lifeworld {was}, this is {now}; {advice}")
        self.must_have(config)
        if ours:
            return was
        self._forget_unscored()
        return f"{was}, {now}"

    def must_have(self, config: RunConfig) -> None:
        """Raise `UserError` unless the run has the settings of this config; only execution settings may differ."""
        if told := "; ".join(differences(self.config(), config)):
            raise UserError(f"{self.name} holds a run with other settings ({told}); name a new folder with --out")
