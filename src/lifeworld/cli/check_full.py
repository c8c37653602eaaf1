"""Full proofs under a progress bar: which configurations of a task they are of, and what is told of them."""

from collections.abc import Iterator, Sequence

from lifeworld.cli.sharing import Sharing, bar
from lifeworld.life import place
from lifeworld.proof.check import Proof
from lifeworld.proof.honest import in_turn
from lifeworld.proof.many import Claim, prove_all
from lifeworld.run.crew import Death
from lifeworld.run.engines import Engine
from lifeworld.scenarios.configuration import Configuration
from lifeworld.scenarios.kit import Scenario
from lifeworld.web.themes import BASES
from lifeworld.world.profiles import NAMES

PANEL = 3  # of the kit's honest ways that one configuration is tried with


def proofs(claims: list[Claim], engine: Engine, quiet: bool) -> list[Proof]:
    """Prove claims under a progress bar, and tell the problems of each in the order of the claims."""
    progress = bar()
    sharing = Sharing(progress, len(claims))
    teller = _Teller(claims, sharing, quiet)

    def proved(place: int, proof: Proof) -> None:
        sharing.finished()
        teller.take(place, proof)

    def named(place: int) -> str:
        return claims[place].configuration.scenario

    def died(death: Death) -> None:
        sharing.died(death, list(map(named, death.places)))

    with progress:
        prove_all(claims, engine, proved, lambda worker, place: sharing.begun(worker, named(place)), died)
    return [teller.found[place] for place in range(len(claims))]


class _Teller:
    """Tells problems in the order of the claims, each once for a task."""

    def __init__(self, claims: list[Claim], sharing: Sharing, quiet: bool) -> None:
        self.found: dict[int, Proof] = {}
        self._claims, self._sharing, self._quiet = claims, sharing, quiet
        self._said: set[tuple[str, str]] = set()
        self._next = 0

    def take(self, place: int, proof: Proof) -> None:
        self.found[place] = proof
        while self._next in self.found:
            if not self._quiet:
                self._tell(self._claims[self._next], self.found[self._next])
            self._next += 1

    def _tell(self, claim: Claim, proof: Proof) -> None:
        one = claim.configuration
        fresh = [problem for problem in proof.problems if (one.scenario, problem) not in self._said]
        self._said |= {(one.scenario, problem) for problem in fresh}
        lines = [
            f"✗ {one.scenario} ({one.profile}, {one.instance}, {claim.driver})",
            *(f"    {each}" for each in fresh),
        ]
        if fresh:
            self._sharing.echo("\n".join(lines))


def several(template: type[Scenario], instances: int, profiles: Sequence[str] = NAMES) -> Iterator[Configuration]:
    """Yield configurations of a scenario that go through profiles, phrasings, themes and devices."""
    themes, devices = BASES, ("phone", "desktop")
    for number in range(instances):
        for turn_of, profile in enumerate(profiles):
            turn = number * len(profiles) + turn_of
            phrasing = turn % len(template.phrasings())
            theme, device = themes[turn % len(themes)], devices[(turn // 2) % len(devices)]
            yield Configuration(template.id, profile, number, phrasing, theme, device=device)


def panel(configuration: Configuration, count: int = PANEL) -> tuple[str, ...]:
    """Return which of the kit's honest ways are tried on a configuration: others on each profile and instance."""
    return in_turn(configuration.instance * len(NAMES) + place(configuration.profile), count)
