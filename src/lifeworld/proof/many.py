"""Proofs of many configurations, in full or singly, shared out to processes; and the manifest that is kept of them.

A manifest is brought up to date by proving again what has changed, and nothing else.
"""

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Literal

from pydantic import TypeAdapter

from lifeworld import apps
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.proof.check import Proof, prove
from lifeworld.proof.singly import phrased, prove_singly
from lifeworld.run import manifest as verified_manifest
from lifeworld.run.manifest import KEY, proof_digest
from lifeworld.run.task_queue import Notify, PoolListener, TaskFunction, Watch
from lifeworld.run.worker_pool import Engine
from lifeworld.taskkit.catalogue import apps_of, find, tasks
from lifeworld.taskkit.configuration import Configuration
from lifeworld.world import load

Level = Literal["single", "full"]
SINGLE: Level = "single"
FULL: Level = "full"
_WORTH = {SINGLE: 50, FULL: 20}  # proofs that take longer than to start a process
_DIED = "each process that tried to prove it died"


@dataclass(frozen=True)
class Claim:
    """What is to be proved.

    Attributes:
        configuration: that it is of; of singly proved ones in its first phrasing, and all are proved.
        driver: where it is played.
        level: singly, or in full.
        panel: in full, the kit's honest ways that are tried.
        further: in full, other draws, in which the solution alone is played.
    """

    configuration: Configuration
    driver: str
    level: Level = FULL
    panel: tuple[str, ...] = ()
    further: tuple[Configuration, ...] = ()

    def configurations(self) -> list[Configuration]:
        """Return those that are proved, each in a proof of its own."""
        return phrased(self.configuration) if self.level == SINGLE else [self.configuration]

    def proofs(self, environment: SyncEnvironment) -> list[Proof]:
        """Prove it."""
        if self.level == SINGLE:
            return prove_singly(self.configuration, environment)
        return [prove(self.configuration, environment, self.panel, self.further)]


_CLAIM, _PROOFS = TypeAdapter(Claim), TypeAdapter(list[Proof])  # what processes tell one another, as JSON


def prove_all(
    claims: Sequence[Claim], engine: Engine, proved: Callable[[int, list[Proof]], None], watch: Watch = PoolListener
) -> None:
    """Prove claims of one level, in any order, which decides nothing.

    Args:
        claims: what is to be proved.
        engine: what starts the processes that share them.
        proved: told a claim's place and its proofs.
        watch: makes the listener of what is told of each.
    """
    for profile, content in sorted({(one.configuration.profile, one.configuration.content) for one in claims}):
        load(profile, content)  # made once, and then read by all
    told = watch(lambda place, text: proved(place, _read(claims[place], text)))
    worth = max((_WORTH[claim.level] for claim in claims), default=0)
    texts = (_CLAIM.dump_json(claim).decode() for claim in claims)
    engine.for_tasks(len(claims), worth).run_tasks(texts, proving, told)


@asynccontextmanager
async def proving() -> AsyncIterator[TaskFunction]:
    """Open what proofs need, and give what makes the text of what came of it from the text of what is to be proved."""
    with ExitStack() as open_:
        environments: dict[tuple[str, Level], SyncEnvironment] = {}

        async def do(text: str, _: Notify) -> str:
            claim = _CLAIM.validate_json(text)
            kind = claim.driver, claim.level
            if kind not in environments:
                environments[kind] = open_.enter_context(opened(claim.driver, pictures=claim.level == FULL))
            return _PROOFS.dump_json(claim.proofs(environments[kind])).decode()

        yield do


def _read(claim: Claim, text: str | None) -> list[Proof]:
    if text is None:
        return [Proof(one, problems=(_DIED,)) for one in claim.configurations()]
    return _PROOFS.validate_json(text)


# ---- the manifest

_OFTEN = 60.0  # seconds from one writing of the manifest to the next, so that a killed check loses no more
Key = tuple[Any, ...]


def key(level: Level, configuration: Configuration) -> Key:
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

    def lacks(self, claim: Claim) -> bool:
        """Return whether something that a claim proves is not there."""
        return any(key(claim.level, one) not in self.rows for one in claim.configurations())

    def take(self, level: Level, proofs: Iterable[Proof]) -> None:
        """Put proofs in, and write the file now and then."""
        for proof in proofs:
            self.rows[key(level, proof.configuration)] = _row(level, proof)
        if monotonic() - self._written > _OFTEN:
            self.write()

    def write(self) -> None:
        verified_manifest.write(self.path, self.rows.values())
        self._written = monotonic()


def _row(level: Level, proof: Proof) -> dict[str, Any]:
    """Return the row of a proof; it rests on the apps that the task names and that were seen or changed."""
    one = proof.configuration
    touched = tuple(sorted({*apps_of(find(one.task)), *proof.touched}))
    parts = {name: getattr(proof, name) for name in ("outcome", "reason", "steps", "refused", "accepted", "unfair")}
    return {
        **one.to_json(),
        **parts,
        "level": level,
        "touched": list(touched),
        "rests_on": proof_digest(one.task, one.profile, one.content, touched),
        "answer": int(proof.answer) if isinstance(proof.answer, int) else None,
    }
