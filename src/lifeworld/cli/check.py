"""`lifeworld check`: hold apps to their laws, derive and prove every scenario."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import click

from lifeworld.cli.check_before import check_laws, refuse_mistakes, show_goals
from lifeworld.cli.check_forms import check_forms, refuse_idle
from lifeworld.cli.options import as_json, listed
from lifeworld.cli.sharing import Sharing, bar
from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text
from lifeworld.life import place
from lifeworld.proof.check import Proof, guessable
from lifeworld.proof.honest import in_turn
from lifeworld.proof.many import Claim, enough, prove_all
from lifeworld.run.config import RunConfig
from lifeworld.run.crew import Death
from lifeworld.run.engines import Engine
from lifeworld.run.plan import selected
from lifeworld.scenarios.configuration import Configuration
from lifeworld.scenarios.kit import Scenario
from lifeworld.web.themes import BASES
from lifeworld.world.profiles import NAMES

PANEL = 3  # of the kit's honest ways that one configuration is tried with


@click.command("check")
@click.option("--all", "all_", is_flag=True, help="Every task, 5 instances × every profile.")
@listed("--app", "apps", help="Only tasks that touch these apps, after the laws of the apps themselves.")
@listed("--task", "tasks", help="Only these tasks; “todo.*” stands for all of a file.")
@click.option("--instances", type=click.IntRange(1), default=1, show_default=True, help="Instances for each profile.")
@click.option("--sample", type=click.IntRange(0), default=0, help="Prove so many of them in chromium too.")
@click.option("--show", is_flag=True, help="Instead show the goals, one for each instance and profile.")
@click.option("--forms", type=click.IntRange(1), help="Instead send so many forms filled in with what nobody expects.")
@click.option("--workers", type=click.IntRange(1), help="Processes that share the proofs (one for each core).")
@click.option("--engine", type=click.Choice(["local", "ray"]), default="local", help="What starts the processes.")
@click.option("--address", default="", help="Of a Ray cluster, with --engine ray; without one, Ray is started here.")
@click.option("--seed", type=int, default=1, show_default=True, help="What --forms draws from.")
@as_json
@click.pass_context
def check_command(
    context: click.Context, /, forms: int | None, seed: int, show: bool, as_json: bool, **chosen: Any
) -> None:
    """Prove tasks: sufficient, solvable through the screens, and a verdict that accepts honest ways and no wrong world.

    \b
    lifeworld check --app todo
    lifeworld check --task "todo.*"
    lifeworld check --task todo.CompleteTask --show
    lifeworld check --all --sample 20
    lifeworld check --forms 5000 --seed 7
    """
    refuse_idle(context, forms)
    if forms:
        check_forms(forms, seed, chosen["apps"], as_json)
    elif show:
        show_goals(_configurations(**chosen), as_json)
    else:
        named = {part: chosen.pop(part) for part in ("engine", "address", "workers")}
        _prove(Engine(named["engine"], named["address"], named["workers"]), **chosen, as_json=as_json)


def _configurations(
    all_: bool, apps: tuple[str, ...], tasks: tuple[str, ...], instances: int, **_: Any
) -> list[Configuration]:
    """Return what is proved or shown, when nothing can be told of the files themselves."""
    chosen = list(selected(RunConfig(apps=apps, tasks=tasks)))
    if not chosen:
        raise UserError("none of these tasks is in these apps; `lifeworld tasks` shows what there is")
    refuse_mistakes(chosen)
    return [c for template in chosen for c in several(template, 5 if all_ else instances)]


def _prove(
    engine: Engine, apps: tuple[str, ...], tasks: tuple[str, ...], sample: int, as_json: bool, **chosen: Any
) -> None:
    configurations = _configurations(apps=apps, tasks=tasks, **chosen)
    laws = {} if tasks else check_laws(apps, as_json)
    claims = [Claim(one, "dom", panel(one)) for one in configurations]
    if sample:
        step = max(1, len(configurations) // sample)
        claims += [Claim(one, "chromium", panel(one)) for one in configurations[::step][:sample]]
    engine = replace(engine, browser=bool(sample))
    if engine.name == "local":
        engine = replace(engine, workers=engine.workers or enough(claims))
    _told(_proofs(claims, engine, as_json), laws, as_json)


def _proofs(claims: list[Claim], engine: Engine, quiet: bool) -> list[Proof]:
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


def several(template: type[Scenario], instances: int) -> Iterator[Configuration]:
    """Yield configurations of a scenario that go through profiles, phrasings, themes and devices."""
    themes, devices = BASES, ("phone", "desktop")
    for number in range(instances):
        for turn_of, profile in enumerate(NAMES):
            turn = number * len(NAMES) + turn_of
            phrasing = turn % len(template.phrasings())
            theme, device = themes[turn % len(themes)], devices[(turn // 2) % len(devices)]
            yield Configuration(template.id, profile, number, phrasing, theme, device=device)


def panel(configuration: Configuration, count: int = PANEL) -> tuple[str, ...]:
    """Return which of the kit's honest ways are tried on a configuration: others on each profile and instance."""
    return in_turn(configuration.instance * len(NAMES) + place(configuration.profile), count)


def _told(proofs: list[Proof], laws: dict[str, list[str]], as_json: bool) -> None:
    common = list(guessable(proofs))
    if as_json:
        plain = {"laws": laws, "proofs": [proof.to_json() for proof in proofs], "guessable": common}
        click.echo(json_text(plain, indent=1))
    else:
        _summed_up(proofs, common)
    if common or any(laws.values()) or not all(proof.holds for proof in proofs):
        raise SystemExit(1)


def _summed_up(proofs: list[Proof], common: list[str]) -> None:
    for line in common:
        click.echo(f"✗ {line}")
    held = sum(proof.holds for proof in proofs)
    scenarios = len({proof.configuration.scenario for proof in proofs})
    unfair = Counter[str]()
    for proof in proofs:
        unfair.update(dict(proof.unfair))
    click.echo(f"{held} of {len(proofs)} configurations of {scenarios} tasks proved")
    for told, what in (
        ("wrong worlds and answers refused", "refused"),
        ("honest ways and answers accepted", "accepted"),
    ):
        counts = sum((Counter(getattr(proof, what)) for proof in proofs), Counter[str]())
        click.echo(f"{counts.total():,} {told}")
        for law, count in counts.most_common():
            click.echo(f"  {count:>9,} {law}")
    for reason, times in unfair.most_common():
        click.echo(f"  draws left out as unfair: {times}× {reason}")
