"""What `lifeworld tasks`, `apps` and `people` print: tables, and a person's year with what is wrong with it."""

import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date
from itertools import combinations
from typing import TYPE_CHECKING, Any

import click
from rich import box
from rich.table import Table

from lifeworld import apps
from lifeworld.cli.printing import console
from lifeworld.core.counting import counted
from lifeworld.core.errors import UserError, hint
from lifeworld.core.jsontext import json_text
from lifeworld.core.money import Money
from lifeworld.core.own import own_worlds
from lifeworld.life import DRAWN, Life, known, live, names
from lifeworld.life.audit import Flaw
from lifeworld.life.audit.laws import flaws
from lifeworld.life.audit.measures import Named, measures, named
from lifeworld.life.biographies import biography, gist
from lifeworld.life.biography import Biography
from lifeworld.life.events import CardPayment, Mailed, Messaged, MoneyMoved, Planned, Purchase
from lifeworld.life.ledger import flows
from lifeworld.life.models import age
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import selected, tags_of
from lifeworld.taskkit.catalogue import apps_of
from lifeworld.taskkit.kit import Task
from lifeworld.taskkit.parameters import Pick
from lifeworld.taskkit.phrasings import style_of
from lifeworld.world.causes import Causes, Fact, Place, Step, causes, counts, distance, facts
from lifeworld.world.tables import by_name

if TYPE_CHECKING:
    from lifeworld.proof.coverage import Covered


def show_apps(as_json: bool) -> None:
    rows = [{"id": a.id, "name": a.name, "family": a.family, "commands": len(a.commands)} for a in apps.installed()]
    _shown(rows, as_json)


def show_tasks(only: tuple[str, ...], tags: tuple[str, ...], as_json: bool) -> None:
    """Print the tasks that touch these apps and have these tags."""
    found = [described(template) for template in selected(RunConfig(apps=only, tags=tags))]
    if as_json:
        click.echo(json_text(found, indent=1))
        return
    _shown(
        [{"id": t["id"], "kind": t["kind"], "apps": ", ".join(t["apps"]), "goal": t["goals"][0]} for t in found], False
    )
    click.echo(counted(len(found), "task"))


def described(template: type[Task]) -> dict[str, Any]:
    """Return a task as plain data."""
    touched = apps_of(template)
    single = template.category() == "single"
    return {
        "id": template.id,
        "app": touched[0] if single else template.category(),
        "apps": list(touched),
        "category": template.category(),
        "kind": template.kind(),
        "tags": list(tags_of(template)),
        "about": (template.__doc__ or "").split("\n")[0],
        "goals": list(template.goals),
        "phrasings": [
            {"number": number, "style": style_of(number, template.goals), "goal": goal}
            for number, goal in enumerate(template.phrasings())
        ],
        "parameters": {
            name: value.model.__name__ if isinstance(value, Pick) else "value"
            for name, value in template.parameters.items()
        },
    }


def show_coverage(as_json: bool) -> None:
    """Print what of each command is shown to work, and exit with 1 where there is a gap."""
    from lifeworld.proof.coverage import coverage

    rows = coverage()
    if as_json:
        click.echo(json_text([row.to_json() for row in rows], indent=1))
    else:
        _shown([_cells(row) for row in rows], False)
    gaps = [f"{row.app}.{row.command}: {gap}" for row in rows for gap in row.gaps]
    click.echo(f"{counted(len(rows), 'command')}, {counted(len(gaps), 'gap')}", err=as_json)
    for gap in gaps:
        click.echo(f"  {gap}", err=True)
    if gaps:
        raise SystemExit(1)


def _cells(row: "Covered") -> dict[str, str]:
    refusals = ", ".join(f"{code} {'✓' if met else '–'}" for code, met in row.refusals.items())
    return {
        "app": row.app,
        "command": row.command,
        "success": "✓" if row.success else "–",
        "refusals": refusals or "none",
        "screen": row.screen or "–",
        "task": ", ".join(row.tasks) or "–",
    }


def _shown(rows: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        click.echo(json_text(rows, indent=1))
        return
    place = console()
    if not place.is_terminal:
        click.echo("\n".join(_lines(rows)))
        return
    table = Table(box=box.SIMPLE)
    for n, name in enumerate(rows[0] if rows else ()):
        table.add_column(name, overflow="fold", no_wrap=n == 0)
    for row in rows:
        table.add_row(*(str(value) for value in row.values()))
    place.print(table)


def _lines(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a line for each row, its columns one below the other and none broken."""
    cells = [[str(name) for name in rows[0]], *([str(value) for value in row.values()] for row in rows)] if rows else []
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()


# ---- people

_TOLD = 5  # of each kind of flaw
_WIDTH = 100
_GIST = 80  # of the first sentence of a story, where all people are listed
_RELATIONS = ("partner", "family", "friend", "club", "colleague", "neighbour")


def show_people() -> None:
    """Print a line for each of the people, with age and how the story begins; drawn ones and worlds by name alone."""
    every, worlds = names(), own_worlds()
    width = max(map(len, every))
    for name in every:
        click.echo(name if name in worlds else f"{name:{width}}  {_about(biography(name))}")
    click.echo(DRAWN)


def _about(bio: Biography) -> str:
    years = age(date.fromisoformat(bio.me.birthday), bio.now.date())
    return f"{years:3}  {textwrap.shorten(gist(bio), _GIST, placeholder=' …')}"


def show_year(name: str) -> None:
    """Print somebody's year: who they are, the people, the months, the money.

    Raises:
        UserError: there is no such person.
    """
    life = live(known(name))
    click.echo(f"{life.me.name}, {age(life.me.birthday, life.now.date())}, {life.me.address}")
    click.echo(f"It is {life.now:%A, %B} {life.now.day}, {life.now.year}, {life.now:%H:%M}.\n")
    for part in life.story.split("\n\n"):
        click.echo(textwrap.fill(" ".join(part.split()), _WIDTH) + "\n")
    people = "People, and how often each has written"
    for title, lines in ((people, _people(life)), ("Months", _months(life)), ("Money", _money(life))):
        click.echo(title)
        told = (textwrap.fill(line, _WIDTH, initial_indent="  ", subsequent_indent="      ") for line in lines)
        click.echo("\n".join(told) + "\n")


def show_causes(profile: str, row: str) -> None:
    """Print what caused a row of somebody's life, step by step.

    Args:
        profile: whose.
        row: its table and number, like bank_entry:835.

    Raises:
        UserError: there is no such person, table or row.
    """
    for step in _steps(causes(known(profile)), row):
        click.echo(f"{step.app}: {step.cause}")
        for name, value in vars(step.event).items() if step.event else ():
            if value not in (None, "", (), False):
                click.echo(f"  {textwrap.shorten(f'{name}: {value}', _WIDTH)}")


def _steps(found: Causes, row: str) -> tuple[Step, ...]:
    table, _, number = row.partition(":")
    if table not in by_name():
        raise UserError(f"{row}: no table “{table}”; {hint(table, by_name())}")
    steps = found.steps.get((table, int(number) if number.isdecimal() else 0))
    if steps is None:
        raise UserError(f"{row}: {table} has no such row; write its number, like {table}:1")
    return steps


def audit_years(names: tuple[str, ...]) -> None:
    """Print, of each life, whether every row has its cause and every fact holds, what is wrong, and the measures.

    Raises:
        UserError: there is no such person.
        SystemExit: something is wrong: 1.
    """
    found = {name: causes(known(name)) for name in names}
    wrong = [_audited(name, one) for name, one in found.items()]
    rows = {name: counts(one) for name, one in found.items()}
    for one, other in combinations(rows, 2):
        click.echo(f"{one} and {other} lie {distance(rows[one], rows[other]):.2f} apart")
    if any(wrong):
        raise SystemExit(1)


def _audited(name: str, found: Causes) -> bool:
    """Print what there is to say of one life, and return whether something is wrong with it."""
    rows = found.rows()
    without = [place for place in rows if place not in found.steps]
    followed = facts(found)
    lost = [fact for fact in followed if not fact.shown]
    contradictions = list(flaws(found.life))
    click.echo(f"{name}: {len(rows) - len(without):,} of {len(rows):,} rows have their cause; ", nl=False)
    click.echo(f"{len(followed) - len(lost):,} of {len(followed):,} facts hold; ", nl=False)
    click.echo(counted(len(contradictions), "contradiction"))
    unkept = [one for one in named(found.life) if not one.kept]
    for line in (*_told(found, without, lost, contradictions), *_by_hand(unkept)):
        click.echo(f"  {line}")
    for title, value in measures(found.life).items():
        click.echo(f"  {title:<50} {value}")
    return bool(found.laid or without or lost or contradictions)


def _told(found: Causes, without: list[Place], lost: list[Fact], contradictions: list[Flaw]) -> Iterator[str]:
    """Yield what is wrong, the first of each kind; contradictions are looked for in the life below a file's rows."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for table, row in sorted(found.laid):
        did = "replaces" if len(found.steps[table, row]) > 1 else "adds"
        kinds["the file"].append(f"the file {did} row {row} of {table}")
    kinds["no cause"] = [f"no cause: row {row} of {table}" for table, row in without]
    kinds["lost"] = [f"lost: {fact}" for fact in lost]
    for flaw in contradictions:
        kinds[flaw.kind].append(f"{flaw.kind}, {flaw.at:%Y-%m-%d %H:%M}: {flaw.what}")
    for lines in kinds.values():
        yield from lines[:_TOLD]
        yield from [f"… and {len(lines) - _TOLD} more"] * (len(lines) > _TOLD)


def _by_hand(unkept: list[Named]) -> Iterator[str]:
    """Yield what nobody can call wrong: the last day of something may stand in no calendar."""
    for one in unkept:
        yield f"by hand, {one.at:%Y-%m-%d %H:%M}: “{' '.join(one.words.split())}”, and nothing in the calendar or to do"


def _people(life: Life) -> Iterator[str]:
    """Yield who there is by relation, those first who write most."""
    said = Counter(filter(None, map(_writer, life.events)))
    for relation in _RELATIONS:
        there = sorted((one for one in life.people if one.relation == relation), key=lambda one: -said[one.id])
        if there:
            yield f"{relation}: {', '.join(f'{one.name} ({said[one.id]})' for one in there)}"


def _writer(event: object) -> int | None:
    return event.sender_id if isinstance(event, Messaged) else event.person_id if isinstance(event, Mailed) else None


def _months(life: Life) -> Iterator[str]:
    """Yield what stood in the calendar once, month by month."""
    found: dict[date, list[str]] = defaultdict(list)
    for event in (*life.events, *life.ahead):
        if isinstance(event, Planned) and not event.repeats:
            found[event.start.date().replace(day=1)].append(f"{event.start.day} {event.title}")
    for month in sorted(found):
        plans = sorted(found[month], key=lambda plan: int(plan.split()[0]))
        yield f"{month:%B %Y}: {'; '.join(dict.fromkeys(plans))}"


def _money(life: Life) -> Iterator[str]:
    """Yield what came in and went out by month, and where most of it went."""
    names = {one.id: one.name for one in life.businesses}
    came, went = Counter[date](), Counter[date]()
    places: dict[date, Counter[str]] = defaultdict(Counter)
    for flow in flows(life.events):
        month = flow.at.date().replace(day=1)
        if not isinstance(flow.event, MoneyMoved):
            (came if flow.amount.cents > 0 else went)[month] += abs(flow.amount.cents)
        if isinstance(flow.event, CardPayment | Purchase):
            places[month][names[flow.event.business_id]] += -flow.amount.cents
    for month in sorted(came.keys() | went.keys()):
        most = ", ".join(f"{name} {Money(cents)}" for name, cents in places[month].most_common(3))
        told = f"; by card most at {most}" if most else ""
        yield f"{month:%B %Y}: in {Money(came[month])}, out {Money(went[month])}{told}"
