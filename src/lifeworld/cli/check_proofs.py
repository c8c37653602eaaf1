"""Full proofs under a progress bar and the apps' laws, and what is told of them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import click

from lifeworld import apps
from lifeworld.cli.check_before import several
from lifeworld.cli.printing import Sharing, shared
from lifeworld.core.choices import NAMES
from lifeworld.core.counting import counted
from lifeworld.core.jsontext import json_text
from lifeworld.life import place
from lifeworld.proof.check import DRAWS, Proof, guessable, needless, undeclared
from lifeworld.proof.honest import in_turn
from lifeworld.proof.laws import LAWS, broken
from lifeworld.proof.many import Claim, prove_all
from lifeworld.run.worker_pool import Engine
from lifeworld.taskkit.catalogue import find
from lifeworld.taskkit.configuration import Configuration
from lifeworld.web import App

PANEL = 3  # of the kit's honest ways that one configuration is tried with
_PAGE = re.compile(r".*?\b(?:GET|POST) /\S*: ")


def prove(
    engine: Engine, configurations: list[Configuration], lawful: Sequence[str], sample: int, as_json: bool
) -> None:
    """Hold apps to their laws, prove configurations, tell what came of it, and exit with 1 if anything is wrong.

    Args:
        engine: what starts the processes.
        configurations: what is proved.
        lawful: the apps.
        sample: how many of the configurations are proved in chromium, too.
        as_json: what came of it is told as JSON.
    """
    laws = check_laws(lawful, as_json)
    if not configurations:
        if not as_json:
            click.echo(f"no task touches {' or '.join(lawful)} yet; `lifeworld new task` drafts one of each command")
        return _told([], laws, as_json)
    claims = [
        Claim(one, "dom", panel=panel(one), further=tuple(further(one, configurations))) for one in configurations
    ]
    if sample:
        step = max(1, len(configurations) // sample)
        claims += [Claim(one, "chromium", panel=panel(one)) for one in configurations[::step][:sample]]
    _told(proofs(claims, replace(engine, browser=bool(sample)), as_json), laws, as_json)


def _told(proofs: list[Proof], laws: dict[str, list[str]], as_json: bool) -> None:
    common, idle = list(guessable(proofs)), [*needless(proofs), *undeclared(proofs)]
    if as_json:
        told = [proof.to_json() for proof in proofs]
        plain = {"laws": laws, "proofs": told, "guessable": common, "needless": idle}
        click.echo(json_text(plain, indent=1))
    else:
        _summed_up(proofs, [*common, *idle])
    if common or idle or any(laws.values()) or not all(proof.holds for proof in proofs):
        raise SystemExit(1)


def _summed_up(proofs: list[Proof], wrong: list[str]) -> None:
    for line in wrong:
        click.echo(f"✗ {line}")
    held = sum(proof.holds for proof in proofs)
    tasks = len({proof.configuration.task for proof in proofs})
    unfair = Counter[str]()
    for proof in proofs:
        unfair.update(proof.unfair)
    click.echo(f"{held} of {counted(len(proofs), 'configuration')} of {counted(tasks, 'task')} proved")
    for told, what in (
        ("wrong worlds and answers refused", "refused"),
        ("honest ways and answers accepted", "accepted"),
    ):
        counts = sum((Counter(getattr(proof, what)) for proof in proofs), Counter[str]())
        click.echo(f"{counts.total():,} {told}")
        for law, count in counts.most_common():
            click.echo(f"  {count:>9,} {law}")
    _further_told(proofs)
    for reason, times in unfair.most_common():
        click.echo(f"  draws left out as unfair: {times}× {reason}")


def _further_told(proofs: list[Proof]) -> None:
    """Say in how many more draws solutions alone were played, and on whose device."""
    people = Counter[str]()
    for proof in proofs:
        people[proof.configuration.profile] += proof.further
    if people.total():
        told = ", ".join(f"{person} {count}" for person, count in people.items())
        click.echo(f"{counted(people.total(), 'further draw')} solved ({told})")


def further(configuration: Configuration, configurations: Sequence[Configuration]) -> Iterator[Configuration]:
    """Yield the other draws in which a solution is played: those that nobody proves, beside the first that is."""
    if configuration.instance == 0 and configuration.profile in NAMES:
        proved = 1 + max(one.instance for one in configurations)
        yield from islice(several(find(configuration.task), DRAWS, [configuration.profile]), proved, None)


def proofs(claims: list[Claim], engine: Engine, quiet: bool) -> list[Proof]:
    """Prove claims under a progress bar, and tell the problems of each in the order of the claims."""
    with shared(len(claims), lambda place: claims[place].configuration.task) as sharing:
        tasks = counted(len({claim.configuration.task for claim in claims}), "task")
        sharing.echo(f"{counted(len(claims), 'configuration')} of {tasks} to prove", err=True)
        teller = _Teller(claims, sharing, quiet)
        prove_all(claims, engine, teller.take, sharing.listener)
    if not quiet:
        click.echo("".join(f"{line}\n" for line in teller.more()), nl=False)
    return [teller.found[place] for place in range(len(claims))]


class _Teller:
    """Tells problems in the order of the claims: each once for a task, that of a page once for all."""

    def __init__(self, claims: list[Claim], sharing: Sharing[int], quiet: bool) -> None:
        self.found: dict[int, Proof] = {}
        self._claims, self._sharing, self._quiet = claims, sharing, quiet
        self._said: dict[str, dict[str, None]] = {}  # the tasks of each problem, in order
        self._next = 0

    def take(self, place: int, proofs: Sequence[Proof]) -> None:
        (self.found[place],) = proofs
        while self._next in self.found:
            if not self._quiet:
                self._tell(self._claims[self._next], self.found[self._next])
            self._next += 1

    def _tell(self, claim: Claim, proof: Proof) -> None:
        one = claim.configuration
        fresh = [problem for problem in proof.problems if self._is_fresh(one.task, problem)]
        lines = [
            f"✗ {one.task} ({one.id} in {claim.driver}, on a {one.device})",
            *(f"    {each}" for each in fresh),
        ]
        if fresh:
            self._sharing.echo("\n".join(lines))

    def _is_fresh(self, task: str, problem: str) -> bool:
        cause = of_page(problem) or f"{task} {problem}"
        known = cause in self._said
        self._said.setdefault(cause, {})[task] = None
        return not known

    def more(self) -> list[str]:
        """Return for each cause that several tasks share in which others it was met."""
        shared = ((cause, [*tasks][1:]) for cause, tasks in self._said.items() if len(tasks) > 1)
        return [f"✗ {', '.join(others)}: the same: {cause}" for cause, others in shared]


def panel(configuration: Configuration) -> tuple[str, ...]:
    """Return which of the kit's honest ways are tried on a configuration: others on each profile and instance."""
    return in_turn(configuration.instance * len(NAMES) + place(configuration.profile), PANEL)


def check_laws(names: Iterable[str], quiet: bool) -> dict[str, list[str]]:
    """Hold apps to the laws of all apps; return what breaks them, by app."""
    chosen = [app for app in apps.installed() if app.id in set(names)]
    found: dict[str, list[str]] = {}
    with shared(len(chosen) * len(LAWS)) as sharing:
        for app in chosen:
            sharing.echo(f"{app.name} is held to {len(LAWS)} laws", err=True)
            found[app.id] = list(broken(app, sharing.finished))
            if not quiet:
                _tell_laws(app, found[app.id], sharing)
    return found


def _tell_laws(app: App, found: list[str], sharing: Sharing[int]) -> None:
    for line in _by_cause(found):
        sharing.echo(f"✗ {app.id}: {line}")
    kept = len(LAWS) - len({line.partition(":")[0] for line in found})
    sharing.echo(f"{app.name} keeps {kept} of {len(LAWS)} laws")


def _by_cause(lines: Iterable[str]) -> list[str]:
    """Return what breaks laws, each cause once, with the laws that it breaks before it."""
    laws: dict[str, dict[str, None]] = {}
    told: dict[str, str] = {}
    for law, _, what in (line.partition(": ") for line in lines):
        cause = of_page(what) or what
        laws.setdefault(cause, {})[law] = None
        told.setdefault(cause, what)
    return [f"{', '.join(laws[cause])}: {what}" for cause, what in told.items()]


def of_page(told: str) -> str:
    """Return why a page breaks, whichever page of its kind was met; "" where no page is told of."""
    found = _PAGE.match(told)
    return told[found.end() :] if found else ""
