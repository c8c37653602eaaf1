"""Proofs of many configurations, shared out to processes."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

from lifeworld.core.jsontext import json_text
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.proof.check import Proof, prove
from lifeworld.run.crew import Death, cores, shared
from lifeworld.scenarios.configuration import Configuration
from lifeworld.world import load
from lifeworld.world.profiles import NAMES

_WORTH = 20  # proofs that take longer than to start a process


@dataclass(frozen=True)
class Claim:
    """What is to be proved: a configuration, where it is played, and the kit's honest ways that are tried."""

    configuration: Configuration
    driver: str
    panel: tuple[str, ...]

    @property
    def text(self) -> str:
        """The claim as one line, for another process."""
        written = {"configuration": self.configuration.to_json(), "driver": self.driver, "panel": self.panel}
        return json_text(written)


def enough(claims: Sequence[Claim]) -> int:
    """Return how many processes prove so much fastest here."""
    return max(1, min(cores(), len(claims) // _WORTH))


def proved(claims: Sequence[Claim], workers: int, died: Callable[[Death], None]) -> Iterator[tuple[int, Proof]]:
    """Yield each claim's place and its proof, as they are finished.

    Args:
        claims: in any order, which decides nothing.
        workers: how many processes share them.
        died: told of each process that dies.
    """
    if workers > 1:
        for name in NAMES:
            load(name)  # made once, and then read by all
    for place, text in shared([claim.text for claim in claims], proving, workers, died):
        yield place, _read(claims[place], text)


@contextmanager
def proving() -> Iterator[Callable[[str], str]]:
    """Open what proofs need, and give what makes the text of a proof of a claim's text."""
    with ExitStack() as open_:
        environments: dict[str, SyncEnvironment] = {}

        def do(text: str) -> str:
            claim = json.loads(text)
            driver = claim["driver"]
            if driver not in environments:
                environments[driver] = open_.enter_context(opened(driver))
            configuration = Configuration.from_json(claim["configuration"])
            return _written(prove(configuration, environments[driver], claim["panel"]))

        yield do


def _written(proof: Proof) -> str:
    answer = proof.answer if isinstance(proof.answer, int) else None  # what `guessable` looks at
    return json_text({**proof.to_json(), "answer": answer})


def _read(claim: Claim, text: str | None) -> Proof:
    if text is None:
        return Proof(claim.configuration, problems=("each process that tried to prove it died",))
    plain: dict[str, Any] = json.loads(text)
    plain |= {"configuration": claim.configuration, "problems": tuple(plain["problems"])}
    plain["unfair"] = tuple(plain["unfair"].items())
    return Proof(**plain)
