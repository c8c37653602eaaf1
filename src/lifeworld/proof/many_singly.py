"""A manifest brought up to date: what has changed is proved again, by several processes, and nothing else."""

import json
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from lifeworld import apps
from lifeworld.core.jsontext import json_text
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.proof.check import Proof
from lifeworld.proof.singly import FAULTY, Single, as_row, phrased, prove_singly
from lifeworld.run import manifest as verified_manifest
from lifeworld.run.manifest import KEY, PROVED, proof_digest
from lifeworld.run.task_queue import Notify, PoolListener, TaskFunction, WorkerDeath, ignore
from lifeworld.run.worker_pool import Engine
from lifeworld.taskkit.catalogue import apps_of, find, tasks
from lifeworld.taskkit.configuration import Configuration
from lifeworld.world import load

SINGLE, FULL = "single", "full"
_OFTEN = 60.0  # seconds from one writing of the manifest to the next, so that a killed check loses no more
Key = tuple[Any, ...]


def key(level: str, configuration: Configuration) -> Key:
    """Return what a row is known by."""
    return (level, *(getattr(configuration, name) for name in KEY))


@dataclass
class Manifest:
    """The rows that a check has, by their keys, and those of them that hold still."""

    path: Path
    rows: dict[Key, dict[str, Any]] = field(default_factory=dict)
    _written: float = field(default_factory=monotonic)

    @classmethod
    def opened(cls, path: Path) -> "Manifest":
        """Return the manifest of a file, without the rows that rest on what is no longer so."""
        known = {(one.id, n) for one in tasks() for n in range(len(one.phrasings()))}
        rows = (row for row in verified_manifest.read(path) if (row["task"], row["phrasing"]) in known)
        held = [row for row in rows if set(row["touched"]) <= apps.by_id().keys() and verified_manifest.is_current(row)]
        return cls(path, {(row["level"], *(row[name] for name in KEY)): row for row in held})

    def lacks(self, level: str, configuration: Configuration) -> bool:
        """Return whether a configuration in any of its phrasings is not there."""
        these = phrased(configuration) if level == SINGLE else [configuration]
        return any(key(level, one) not in self.rows for one in these)

    def take(self, level: str, singles: Iterable[Single]) -> None:
        """Put proofs in, and write the file now and then."""
        for one in singles:
            drawn = one.configuration
            resting = proof_digest(drawn.task, drawn.profile, drawn.content, one.touched)
            self.rows[key(level, drawn)] = as_row(one, level, resting)
        if monotonic() - self._written > _OFTEN:
            self.write()

    def take_full(self, proof: Proof) -> None:
        """Put a full proof in."""
        told = Single(
            proof.configuration,
            apps_of(find(proof.configuration.task)),
            PROVED if proof.holds else FAULTY,
            "; ".join(proof.problems),
            proof.steps,
            int(proof.answer) if isinstance(proof.answer, int) else None,
            proof.refused,
            dict(proof.unfair),
        )
        self.take(FULL, [told])
        self.rows[key(FULL, proof.configuration)]["accepted"] = dict(proof.accepted)

    def write(self) -> None:
        verified_manifest.write(self.path, self.rows.values())
        self._written = monotonic()


def prove_all_singly(
    configurations: Sequence[Configuration],
    engine: Engine,
    proved: Callable[[int, list[Single]], None],
    begun: Callable[[int, int], None] = ignore,
    died: Callable[[WorkerDeath], None] = ignore,
) -> None:
    """Prove every phrasing of configurations, and tell each as it comes.

    Args:
        configurations: each in its first phrasing.
        engine: what starts the processes that share them; in chromium where it has a browser, else in dom.
        proved: told a place and the proofs of its phrasings.
        begun: told a process's number and the place that it is at.
        died: told of each process that dies.
    """
    for profile, content in sorted({(one.profile, one.content) for one in configurations}):
        load(profile, content)  # made once, and then read by all
    watch = PoolListener(lambda place, text: proved(place, _read(configurations[place], text)), begun, died=died)
    texts = (json_text({**one.to_json(), "driver": driver(engine)}) for one in configurations)
    engine.run_tasks(texts, proving_singly, watch)


def driver(engine: Engine) -> str:
    """Return where an engine's work is played."""
    return "chromium" if engine.browser else "dom"


@asynccontextmanager
async def proving_singly() -> AsyncIterator[TaskFunction]:
    """Open what proofs need, and give what makes the texts of proofs of a configuration's text."""
    with ExitStack() as open_:
        environments: dict[str, SyncEnvironment] = {}

        async def do(text: str, _: Notify) -> str:
            written = json.loads(text)
            named = written.pop("driver")
            if named not in environments:
                environments[named] = open_.enter_context(opened(named, pictures=False))
            found = prove_singly(Configuration.from_json(written), environments[named])
            return json_text([{**vars(one), "configuration": one.configuration.to_json()} for one in found])

        yield do


def _read(configuration: Configuration, text: str | None) -> list[Single]:
    if text is None:
        died = "each process that tried to prove it died"
        return [Single(one, apps_of(find(one.task)), FAULTY, died) for one in phrased(configuration)]
    return [
        Single(
            **{**one, "configuration": Configuration.from_json(one["configuration"]), "touched": tuple(one["touched"])}
        )
        for one in json.loads(text)
    ]
