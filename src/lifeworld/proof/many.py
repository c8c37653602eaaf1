"""Proofs of many configurations, shared out to processes."""

import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from lifeworld.core.answers import given
from lifeworld.core.jsontext import json_text
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.proof.check import Proof, prove
from lifeworld.run.task_queue import Notify, PoolListener, TaskFunction, WorkerDeath, ignore
from lifeworld.run.worker_pool import Engine, available_cores
from lifeworld.taskkit.configuration import Configuration
from lifeworld.world import load

_WORTH = 20  # proofs that take longer than to start a process


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

    @property
    def text(self) -> str:
        """The claim as one line, for another process."""
        written = {"configuration": self.configuration.to_json(), "driver": self.driver, "panel": self.panel}
        return json_text({**written, "further": [one.to_json() for one in self.further]})


def enough(claims: Sequence[Claim]) -> int:
    """Return how many processes prove so much fastest here."""
    return max(1, min(available_cores(), len(claims) // _WORTH))


def prove_all(
    claims: Sequence[Claim],
    engine: Engine,
    proved: Callable[[int, Proof], None],
    begun: Callable[[int, int], None] = ignore,
    died: Callable[[WorkerDeath], None] = ignore,
) -> None:
    """Prove claims, in any order, which decides nothing.

    Args:
        claims: what is to be proved.
        engine: what starts the processes that share them.
        proved: told a claim's place and its proof.
        begun: told a process's number and the place of the claim that it is at.
        died: told of each process that dies.
    """
    for name in {claim.configuration.profile for claim in claims}:
        load(name)  # made once, and then read by all
    watch = PoolListener(lambda place, text: proved(place, _read(claims[place], text)), begun, died=died)
    engine.run_tasks((claim.text for claim in claims), proving, watch)


@asynccontextmanager
async def proving() -> AsyncIterator[TaskFunction]:
    """Open what proofs need, and give what makes the text of a proof of a claim's text."""
    with ExitStack() as open_:
        environments: dict[str, SyncEnvironment] = {}

        async def do(text: str, _: Notify) -> str:
            claim = json.loads(text)
            driver = claim["driver"]
            if driver not in environments:
                environments[driver] = open_.enter_context(opened(driver))
            configuration, *further = map(Configuration.from_json, (claim["configuration"], *claim["further"]))
            return _written(prove(configuration, environments[driver], claim["panel"], further))

        yield do


def _written(proof: Proof) -> str:
    answer = None if proof.answer is None else str(given(proof.answer))  # what `guessable` looks at
    return json_text({**proof.to_json(), "answer": answer})


def _read(claim: Claim, text: str | None) -> Proof:
    if text is None:
        return Proof(claim.configuration, problems=("each process that tried to prove it died",))
    plain: dict[str, Any] = json.loads(text)
    plain |= {"configuration": claim.configuration, "problems": tuple(plain["problems"])}
    plain["idle"] = tuple(plain["idle"])
    plain["unfair"] = tuple(plain["unfair"].items())
    return Proof(**plain)
