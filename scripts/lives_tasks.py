"""Which tasks can be drawn and are proved in which of the twelve lives; `python scripts/lives.py tasks` writes it."""

from collections.abc import Iterator

from lives_held import LIVES, OF_LIVES, OF_TASKS, Lives, each
from measured import table

from lifeworld import apps
from lifeworld.cli.printing import shared
from lifeworld.core.choices import PEOPLE
from lifeworld.core.errors import Undrawn
from lifeworld.proof.check import Proof
from lifeworld.proof.many import SINGLE, Claim, prove_all
from lifeworld.run.worker_pool import Engine
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import instance_of


def tried(jobs: int) -> Lives:
    """Draw and prove each task once for each of the twelve, in so many processes."""
    claims = [Claim(one, "dom", SINGLE) for one in each((one.id for one in tasks()), PEOPLE)]
    found: dict[int, list[Proof]] = {}
    with shared(len(claims)) as sharing:
        prove_all(claims, Engine(workers=jobs), found.__setitem__, sharing.listener)
    return Lives([found[place] for place in range(len(claims))], PEOPLE)


def drawn() -> Lives:
    """Draw each task once for each of the twelve, and prove none: what is drawn is taken for proved."""
    claims = each((one.id for one in tasks()), PEOPLE)
    return Lives([[_drawn(one)] for one in claims], PEOPLE)


def _drawn(one: Configuration) -> Proof:
    try:
        instance_of(one)
    except Undrawn as problem:
        return Proof(one, problems=(str(problem),), undrawn=True, code=problem.code)
    return Proof(one)


def told(found: Lives, done: str = "proved") -> str:
    """Return the tables: by life, by task, refusals, and whether what is asked of them holds; what was `done`."""
    by = filter(None, (_by_life(found, done), _by_number(found, done), _short(found), _refusals(found)))
    return "\n\n".join((*by, *_checks(found, done)))


def _by_life(found: Lives, done: str) -> str:
    names = {app.id: app.name for app in apps.installed()}
    rows = []
    for name in found.people:
        own, taken = found.of(name), found.taken_by(name)
        lacking = ", ".join(names[app] for app in names if app not in found.apps[name])
        rows.append((f"`{name}`", f"all but {lacking}" if lacking else "all", len(own), len(taken), _share(taken, own)))
    return table(("Person", "Apps used", "Tasks of these", done.capitalize(), "Share"), rows)


def _by_number(found: Lives, done: str) -> str:
    counts = [len(found.proved_in(task)) for task in found.tasks]
    numbers = sorted({*counts}, reverse=True)
    head = (f"{done.capitalize()} in", *(f"{number} lives" for number in numbers))
    return table(head, [("Tasks", *map(counts.count, numbers))])


def _short(found: Lives) -> str:
    rows = []
    for task in sorted(found.short_tasks(), key=lambda task: (len(found.proved_in(task)), task)):
        proved, using = found.proved_in(task), found.using(task)
        missing = ", ".join(name for name in using if name not in proved)
        rows.append((f"`{task}`", len(proved), _share([*{*proved} & {*using}], using), missing))
    return table(("Short of lives", "Lives", "Of those with its apps", "Not with"), rows) if rows else ""


def _refusals(found: Lives) -> str:
    rows = [
        (code, said.total(), *(said[name] or "" for name in found.people)) for code, said in found.refusals().items()
    ]
    return table(("Refused, as", "Draws", *found.people), rows)


def _checks(found: Lives, done: str) -> Iterator[str]:
    every, faults = len(found.tasks), [*found.faults()]
    made = sum(several[0].code == "" for several in found.singles)
    enough = sum(len(found.proved_in(task)) >= LIVES for task in found.tasks)
    both, takers = every - len(found.short_tasks()), len(found.people) - len(found.short_people())
    proved = f", and {made - len(faults):,} of these are proved" * (done == "proved")
    yield (
        f"Of {len(found.singles):,} draws {made:,} could be made{proved}. "
        f"{enough} of {every} tasks are {done} in {LIVES} lives or more, {both} also in {OF_LIVES:.0%} of those that "
        f"use their apps; {takers} of {len(found.people)} lives take {OF_TASKS:.0%} of the tasks of their apps."
    )
    for one in faults:
        yield f"Drawn and not proved: `{one.configuration.task}`, {one.configuration.profile}: {one.reason}"


def _share(part: list[str], whole: list[str]) -> str:
    """Return a share, which is 100% of all alone."""
    return f"{min(round(100 * len(part) / len(whole)), 99 + (len(part) == len(whole)))}%" if whole else ""
