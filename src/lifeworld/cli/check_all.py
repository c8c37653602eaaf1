"""`lifeworld audit proofs` and `space`: bring the manifest of proved configurations up to date, and count by it."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any

import click

from lifeworld.cli.check_before import refuse_mistakes, several
from lifeworld.cli.check_proofs import check_laws, panel, proofs
from lifeworld.cli.printing import console, shared, untitled
from lifeworld.core.choices import MANY
from lifeworld.core.counting import counted
from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text
from lifeworld.proof.check import FAULTY, UNDRAWN, Proof, guessable, needless, undeclared
from lifeworld.proof.many import FULL, SINGLE, Claim, Manifest, prove_all
from lifeworld.proof.space import Space, planned, sampled, space
from lifeworld.run.config import RunConfig
from lifeworld.run.manifest import PROVED, is_current, place, read
from lifeworld.run.plan import selected
from lifeworld.run.worker_pool import Engine
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.kit import Task

_SHOWN = 20  # refusals that are printed
Row = dict[str, Any]


@dataclass(frozen=True)
class All:
    """What is asked of a check of all.

    Attributes:
        apps, tasks: which tasks.
        count: configurations that are proved singly; MANY where none is named.
        sample: configurations that are played in chromium, for the bound.
        manifest: where the manifest is; in the cache where none is named.
        force: what has not changed is proved again, too.
    """

    apps: tuple[str, ...]
    tasks: tuple[str, ...]
    count: int | None
    sample: int
    manifest: Path | None
    force: bool

    def templates(self) -> list[type[Task]]:
        """Return the tasks, once sure that nothing in their files is wrong.

        Raises:
            UserError: there are none.
        """
        found = list(selected(RunConfig(apps=self.apps, tasks=self.tasks)))
        if not found:
            raise UserError("none of these tasks is in these apps; `lifeworld tasks` shows what there is")
        refuse_mistakes(found)
        return found


def check_all(engine: Engine, as_json: bool, **options: Any) -> None:
    """Prove what the manifest lacks, write it, tell what it holds, and exit with 1 where anything is faulty."""
    asked = All(**options)
    templates = asked.templates()
    manifest = Manifest.opened(asked.manifest or place())
    manifest.write()  # so that its place is known to take it before anything is proved
    if asked.force:
        manifest.rows.clear()
    laws = {} if asked.tasks else check_laws(asked.apps, as_json)
    singles = planned(templates, asked.count or MANY)
    full = [one for template in templates for one in several(template, 1)]
    try:
        took = _brought(manifest, engine, singles, full, as_json)
    finally:
        manifest.write()
    names = {template.id for template in templates}
    rows = [row for row in manifest.rows.values() if row["task"] in names]
    told = {**_counted(rows, templates), **took, "laws": laws, "sample": _bound(engine, singles, asked.sample)}
    told["manifest"] = {"file": str(manifest.path), "rows": len(manifest.rows), "bytes": manifest.path.stat().st_size}
    click.echo(json_text(told, indent=1)) if as_json else _print(told)
    if told["faulty"] or told["guessable"] or told["needless"] or any(laws.values()) or told["sample"].get("faulty"):
        raise SystemExit(1)


def _brought(
    manifest: Manifest, engine: Engine, singles: list[Configuration], full: list[Configuration], quiet: bool
) -> Row:
    """Prove what the manifest lacks; return how many that were and how long it took."""
    before, started = len(manifest.rows), monotonic()
    missing = [claim for one in singles if manifest.lacks(claim := Claim(one, "dom", SINGLE))]
    _singly(missing, engine, lambda _, found: manifest.take(SINGLE, found))
    seconds = monotonic() - started
    claims = [claim for one in full if manifest.lacks(claim := Claim(one, "dom", panel=panel(one)))]
    whole = proofs(claims, engine, quiet) if claims else []
    manifest.take(FULL, whole)
    fresh = len(manifest.rows) - before
    told = {"proved_now": fresh, "seconds": round(monotonic() - started, 1), "seconds_singly": round(seconds, 1)}
    return {**told, "needless": [*needless(whole), *undeclared(whole)]}


def _singly(claims: Sequence[Claim], engine: Engine, proved: Callable[[int, list[Proof]], None]) -> None:
    """Prove configurations singly under a progress bar."""
    if claims:
        with shared(len(claims), lambda place: claims[place].configuration.task) as sharing:
            prove_all(claims, engine, proved, sharing.listener)


def _bound(engine: Engine, singles: Sequence[Configuration], count: int) -> Row:
    """Play a sample in chromium; return how many were faulty, and the bound on the share of such among all."""
    found: list[Proof] = []
    chosen = [Claim(one, "chromium", SINGLE) for one in sampled(singles, count)]
    _singly(chosen, replace(engine, browser=True), lambda _, proofs: found.extend(proofs[:1]))
    played = [one for one in found if one.outcome != UNDRAWN]
    if not played:
        return {"played": 0}
    from lifeworld.stats.intervals import clopper_pearson  # with all statistics, which no proof need wait for

    faulty = [one for one in played if one.outcome == FAULTY]
    bound = clopper_pearson(len(faulty), len(played)).high
    told = [{"configuration": one.configuration.id, "reason": one.reason} for one in faulty]
    return {"played": len(played), "faulty": told, "share_at_most": bound, "level": 0.95}


def _counted(rows: list[Row], templates: Sequence[type[Task]]) -> Row:
    """Return what the manifest holds of these tasks."""
    single = [row for row in rows if row["level"] == SINGLE]
    return {
        "space": space(single, templates).to_json(),
        "singly": dict(Counter(row["outcome"] for row in single)),
        "in_full": dict(Counter(row["outcome"] for row in rows if row["level"] == FULL)),
        "refused": dict(_summed(rows, "refused")),
        "accepted": dict(_summed(rows, "accepted")),
        "refusals": list(_refusals(rows)),
        "unfair_draws": _unfair(single),
        "faulty": [
            {"configuration": _configuration(row).id, "level": row["level"], "reason": row["reason"]}
            for row in rows
            if row["outcome"] == FAULTY
        ],
        "guessable": list(guessable(Proof(_configuration(row), answer=row["answer"]) for row in single)),
    }


def _summed(rows: Iterable[Row], name: str) -> Counter[str]:
    found = Counter[str]()
    for row in rows:
        found.update(dict(row[name] or {}))
    return found


def _refusals(rows: Iterable[Row]) -> Iterable[Row]:
    """Yield why configurations are not proved, by task, the most frequent first."""
    found = Counter((row["task"], row["outcome"], row["reason"]) for row in rows if row["outcome"] != PROVED)
    for (task, outcome, reason), times in found.most_common():
        yield {"task": task, "outcome": outcome, "reason": reason, "times": times}


def _unfair(rows: Iterable[Row]) -> dict[str, dict[str, int]]:
    """Return why draws were left out before a fair one came, by task."""
    found: dict[str, Counter[str]] = {}
    for row in rows:
        if row["unfair"] and row["phrasing"] == 0:
            found.setdefault(row["task"], Counter()).update(dict(row["unfair"]))
    return {task: dict(counts) for task, counts in sorted(found.items())}


def _configuration(row: Row) -> Configuration:
    return Configuration(**{axis: row[axis] for axis in Configuration.__dataclass_fields__})


def _print(told: Row) -> None:
    for one in told["faulty"][:_SHOWN]:
        click.echo(f"✗ {one['configuration']} ({one['level']}): {one['reason']}")
    for line in (*told["guessable"], *told["needless"]):
        click.echo(f"✗ {line}")
    counts, kept = told["space"], told["manifest"]
    click.echo(
        f"{counted(counts['proved'], 'configuration')} proved singly, {told['in_full'].get(PROVED, 0):,} in full"
    )
    click.echo(f"  by composition {counts['composed']:,}; reachable {counts['reachable']:.3g}")
    click.echo(f"  {told['proved_now']:,} of them now, in {told['seconds']:g} s; the others rest on what is as it was")
    click.echo(f"{sum(told['refused'].values()):,} wrong worlds and answers refused")
    click.echo(f"{sum(told['accepted'].values()):,} honest ways and answers accepted")
    for one in [one for one in told["refusals"] if one["outcome"] == UNDRAWN][:_SHOWN]:
        click.echo(f"  undrawn {one['times']:>5}× {one['reason']}")
    if told["sample"]["played"]:
        sample = told["sample"]
        click.echo(
            f"{sample['played']} played in chromium, {len(sample['faulty'])} faulty: "
            f"at most {100 * sample['share_at_most']:.1f} % of all, at 95 %"
        )
        for one in sample["faulty"]:
            click.echo(f"✗ {one['configuration']} (chromium): {one['reason']}")
    click.echo(f"{kept['file']}: {counted(kept['rows'], 'row')}, {kept['bytes'] / 1e6:.1f} MB")


def show_space(apps: tuple[str, ...], tags: tuple[str, ...], as_json: bool) -> None:
    """Print the space by axis: proved as the manifest in the cache folder has it, reachable, estimated."""
    templates = list(selected(RunConfig(apps=apps, tags=tags)))
    names = {template.id for template in templates}
    rows = [row for row in read(place()) if row["level"] == SINGLE and row["task"] in names]
    found = space([row for row in rows if is_current(row)], templates)
    share = _share(found)
    if as_json:
        click.echo(json_text({**found.to_json(), "drawable": share}, indent=1))
        return
    cells = ((axis, f"{count:,}", f"{len(found.by_axis[axis]):,}") for axis, count in found.values.items())
    console().print(untitled(("Axis", "Values", "Proved with"), cells))
    click.echo(f"proved singly     {found.proved:>26,}  in {place()}")
    click.echo(f"  by composition  {found.composed:>26,}  the same under every theme, layout and device")
    click.echo(f"reachable         {found.reachable:>26,}  all that a configuration can name")
    if share:
        low, high = 100 * share["low"], 100 * share["high"]
        told = f"{found.drawn:,} of {found.tried:,} tried could be drawn ({low:.1f} to {high:.1f} %)"
        click.echo(f"estimated         {found.estimated:>26,}  {told}")
    else:
        click.echo("nothing is proved yet: `lifeworld audit proofs` does")


def _share(found: Space) -> dict[str, Any]:
    if not found.tried:
        return {}
    from lifeworld.stats.intervals import wilson  # with all statistics, which a list of tasks need not wait for

    estimate = wilson(found.drawn, found.tried)
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high, "level": estimate.level}
