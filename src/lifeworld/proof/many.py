"""Proofs of many configurations, in full or singly, shared out to processes; and the manifest that is kept of them.

A manifest is brought up to date by proving again what has changed, and nothing else.
"""

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from pydantic import TypeAdapter

from lifeworld import apps
from lifeworld.core.answers import given
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.proof.check import Proof, prove
from lifeworld.proof.singly import FAULTY, Single, as_row, phrased, prove_singly
from lifeworld.run import manifest as verified_manifest
from lifeworld.run.manifest import KEY, PROVED, proof_digest
from lifeworld.run.task_queue import Notify, PoolListener, TaskFunction, Watch
from lifeworld.run.worker_pool import Engine
from lifeworld.taskkit.catalogue import apps_of, find, tasks
from lifeworld.taskkit.configuration import Configuration
from lifeworld.world import load

_WORTH, _WORTH_SINGLY = 20, 50  # proofs that take longer than to start a process
_DIED = "each process that tried to prove it died"


@dataclass(frozen=True)
class Claim:
    """What is to be proved: a configuration, where it is played, and the kit's honest ways that are tried.

    Attributes:
        further: other draws, in which the solution alone is played.
    """

    configuration: Configuration
    driver: str
    panel: tuple[str, ...]
    further: tuple[Configuration, ...] = ()


# What processes tell one another, as JSON.
_CLAIM, _PROOF, _SINGLES = TypeAdapter(Claim), TypeAdapter(Proof), TypeAdapter(list[Single])


def prove_all(
    claims: Sequence[Claim], engine: Engine, proved: Callable[[int, Proof], None], watch: Watch = PoolListener
) -> None:
    """Prove claims in full, in any order, which decides nothing.

    Args:
        claims: what is to be proved.
        engine: what starts the processes that share them.
        proved: told a claim's place and its proof.
        watch: makes the listener of what is told of each.
    """
    for name in {claim.configuration.profile for claim in claims}:
        load(name)  # made once, and then read by all
    told = watch(lambda place, text: proved(place, _read(claims[place], text)))
    engine.for_tasks(len(claims), _WORTH).run_tasks(
        (_CLAIM.dump_json(claim).decode() for claim in claims), partial(proving, _in_full, True), told
    )


def prove_all_singly(
    configurations: Sequence[Configuration],
    engine: Engine,
    proved: Callable[[int, list[Single]], None],
    watch: Watch = PoolListener,
) -> None:
    """Prove every phrasing of configurations, and tell each as it comes.

    Args:
        configurations: each in its first phrasing.
        engine: what starts the processes that share them; in chromium where it has a browser, else in dom.
        proved: told a place and the proofs of its phrasings.
        watch: makes the listener of what is told of each.
    """
    for profile, content in sorted({(one.profile, one.content) for one in configurations}):
        load(profile, content)  # made once, and then read by all
    told = watch(lambda place, text: proved(place, _read_singly(configurations[place], text)))
    driver = "chromium" if engine.browser else "dom"
    texts = (_CLAIM.dump_json(Claim(one, driver, ())).decode() for one in configurations)
    engine.for_tasks(len(configurations), _WORTH_SINGLY).run_tasks(texts, partial(proving, _singly, False), told)


@asynccontextmanager
async def proving(how: Callable[[Claim, SyncEnvironment], str], pictures: bool) -> AsyncIterator[TaskFunction]:
    """Open what proofs need, and give what makes the text of what came of it from the text of what is to be proved."""
    with ExitStack() as open_:
        environments: dict[str, SyncEnvironment] = {}

        async def do(text: str, _: Notify) -> str:
            claim = _CLAIM.validate_json(text)
            if claim.driver not in environments:
                environments[claim.driver] = open_.enter_context(opened(claim.driver, pictures=pictures))
            return how(claim, environments[claim.driver])

        yield do


def _in_full(claim: Claim, environment: SyncEnvironment) -> str:
    proof = prove(claim.configuration, environment, claim.panel, claim.further)
    answer = None if proof.answer is None else str(given(proof.answer))  # what `guessable` looks at
    return _PROOF.dump_json(replace(proof, answer=answer)).decode()


def _read(claim: Claim, text: str | None) -> Proof:
    if text is None:
        return Proof(claim.configuration, problems=(_DIED,))
    return _PROOF.validate_json(text)


def _singly(claim: Claim, environment: SyncEnvironment) -> str:
    return _SINGLES.dump_json(prove_singly(claim.configuration, environment)).decode()


def _read_singly(configuration: Configuration, text: str | None) -> list[Single]:
    if text is None:
        return [Single(one, apps_of(find(one.task)), FAULTY, _DIED) for one in phrased(configuration)]
    return _SINGLES.validate_json(text)


# ---- the manifest

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
