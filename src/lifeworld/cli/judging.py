"""`lifeworld runs judge`, `rate` and `rescore`: what models, people and this version's verifier say of a run."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from math import isnan
from pathlib import Path
from typing import Any

import click
from starlette.types import ASGIApp

from lifeworld.cli.options import whole
from lifeworld.cli.printing import aside, bar, console, shared, tell_damaged, titled
from lifeworld.cli.reporting import serve_pages
from lifeworld.core.counting import counted, dollars
from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text
from lifeworld.report import agreement
from lifeworld.report.agreement import Agreed, Among, Between
from lifeworld.run.budget import Budget
from lifeworld.run.folder import Folder
from lifeworld.run.judging import Effort, Judgement, Mode, filed, judge_all, ratable
from lifeworld.run.labels import everybody
from lifeworld.run.remote_folder import folder_type
from lifeworld.run.rescoring import Rescored, rescore
from lifeworld.run.storage import Location
from lifeworld.run.worker_pool import Engine
from lifeworld.stats.intervals import Estimate


def judged(run: Path, judges: Sequence[str], as_json: bool, **how: Any) -> None:
    """Judge what is left, where judges are named, and show how far they agree with the verifier."""
    folder = Folder.opened(run)
    mode: Mode = "steps" if how["steps"] else "trajectory"
    if not judges and (idle := [name for name in ("steps", "set", "max_cost") if how[name]]):
        raise UserError(f"--{idle[0].replace('_', '-')} has no effect without --judge; leave it out, or name a judge")
    if judges:
        rare = whole("--set", how["set"], {"max_tokens": 1, "at_once": 1})
        budget = Budget(rare.get("max_tokens"), how["max_cost"])
        _judge(folder, judges, Effort(mode, budget, rare.get("at_once", 4)))
    found = filed(folder)
    if not found:
        raise UserError(
            f"{run} has no judgements yet; name a judge: lifeworld runs judge {run} --judge anthropic:MODEL"
        )
    _show(folder, found, as_json)


def _judge(folder: Folder, judges: Sequence[str], effort: Effort) -> None:
    """Let each judge judge what is left, with a progress bar."""
    if len({*judges}) < len(judges):
        raise UserError(f"--judge {','.join(judges)}: a judge is named twice")
    total = len(list(ratable(folder)))
    if not total:
        raise UserError(f"{folder.path} has no episode that could be judged: none is scored and has steps")
    with bar() as progress:
        task = progress.add_task("", total=total * len(judges))
        judge_all(folder, judges, effort, lambda one: progress.advance(task))
    with aside(progress):
        tell_damaged(folder, "it is not judged")


def _show(folder: Folder, found: Sequence[Judgement], as_json: bool) -> None:
    truth, raters = agreement.truth(folder), agreement.judges(found)
    if as_json:
        click.echo(json_text(_plain(truth, raters, found), indent=1))
        return
    for line in _told(found):
        click.echo(line)
    for rater in raters:
        _show_against(rater.name, agreement.against(truth, rater))
        _show_families(rater.name, agreement.families(truth, rater))
    _show_between(agreement.between(raters))


def _told(found: Sequence[Judgement]) -> list[str]:
    """Return what each judge did and took, and why it failed where it did."""
    told = []
    for name, own in agreement.named(found).values():
        failed = [one.reason for one in own if one.opinion is None]
        tokens = sum(one.tokens_in for one in own), sum(one.tokens_out for one in own)
        cost = sum(one.cost for one in own)
        price = dollars(cost) if cost else "price not known"
        cost_line = f"{counted(tokens[0], 'token')} read, {tokens[1]:,} written, {price}"
        told.append(f"{name}: {len(own) - len(failed)} judged, {len(failed)} unscored; {cost_line}")
        told += [f"  {many} unscored: {why}" for why, many in Counter(failed).most_common(3)]
        told.append(f"  {_process(own)}")
    return told


def _process(own: Sequence[Judgement]) -> str:
    """Return what a judge says of the process, apart from the outcome."""
    opinions = [one.opinion for one in own if one.opinion]
    mishaps = [mishap for one in opinions for mishap in one.failures]
    helped = sum(one.controllable for one in mishaps)
    careful = sum(one.careful for one in opinions)
    return (
        f"process: {careful} of {len(opinions)} without a failure of the agent's own; "
        f"{helped} failures that it could have helped, {len(mishaps) - helped} that it could not"
    )


def _plain(truth: agreement.Truth, raters: Sequence[agreement.Rater], found: Sequence[Judgement]) -> Any:
    return {
        "judges": [
            {
                "judge": rater.name,
                "agreement": [asdict(one) for one in agreement.against(truth, rater)],
                "families": [asdict(one) for one in agreement.families(truth, rater)],
            }
            for rater in raters
        ],
        "between": [asdict(one) for one in agreement.between(raters)],
        "judgements": [one.model_dump(mode="json") for one in found],
    }


_HEADS = ("Of", "n", "Unclear", "Kappa", "Accuracy", "F1", "False positives", "False negatives", "Errs")


def _show_against(name: str, rows: Sequence[Agreed]) -> None:
    """Print a rater's agreement with the truth."""
    console().print(titled(f"{name} against the verifier, 95 % intervals", _HEADS, map(_cells, rows)))


def _show_families(name: str, rows: Sequence[Agreed]) -> None:
    """Print a judge's agreement on its own family's agents beside that on others."""
    if not rows:
        console().print(f"No agent here is of the family of {name}: nothing to favour.\n", soft_wrap=True)
        return
    console().print(titled(f"{name} on agents of its own family, 95 % intervals", _HEADS, map(_cells, rows)))


def _show_between(rows: Sequence[Between]) -> None:
    """Print the raters' agreement, two by two; nothing of one."""
    if not rows:
        return
    cells = ((f"{row.first} and {row.second}", _number(row.outcomes), _number(row.items)) for row in rows)
    console().print(titled("Between raters: kappa, 95 % intervals", ("Raters", "Outcomes", "Items"), cells))


def _show_among(rows: Sequence[Among]) -> None:
    """Print the agreement of several raters among themselves."""
    cells = ((row.what, str(row.raters), _number(row.alpha) if row.alpha else row.why_not) for row in rows)
    console().print(titled("Among raters: Krippendorff's alpha, 95 % intervals", ("Of", "Raters", "Alpha"), cells))


def _cells(row: Agreed) -> tuple[str, ...]:
    return (
        row.what,
        str(row.n),
        str(row.unclear),
        _number(row.kappa),
        _share(row.accuracy),
        "–" if isnan(row.f1) else f"{row.f1:.2f}",
        f"{row.too_kind}: {_share(row.false_positives)}",
        f"{row.too_strict}: {_share(row.false_negatives)}",
        row.direction,
    )


def _number(found: Estimate | None) -> str:
    return f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f})" if found else "–"


def _share(found: Estimate | None) -> str:
    return f"{found.value:.0%} ({found.low:.0%} to {found.high:.0%})" if found else "–"


_PORT = 8402


# ---- people


def rated(run: Path, port: int | None, no_open: bool, agreed: bool, as_json: bool) -> None:
    """Serve the page on which people rate, or show how far they agree."""
    folder = Folder.opened(run)
    if agreed and (port is not None or no_open):
        raise UserError("--port and --no-open have no effect with --agreement; leave them out")
    if as_json and not agreed:
        raise UserError("--json has no effect without --agreement; leave it out")
    if agreed:
        _show_people(folder, as_json)
    else:
        serve_pages(_site(folder), _PORT if port is None else port, no_open)


def _site(folder: Folder) -> ASGIApp:
    """Return the page, having told which episodes can't be asked about."""
    from lifeworld.label.site import Desk, Site

    try:
        return Site(Desk(folder)).application()
    finally:
        tell_damaged(folder, "nobody is asked about it")


def _show_people(folder: Folder, as_json: bool) -> None:
    people = agreement.people(everybody(folder))
    if not people:
        raise UserError(f"{folder.path} has no ratings yet; lifeworld runs rate {folder.path} takes them")
    truth, judges = agreement.truth(folder), agreement.judges(filed(folder))
    if as_json:
        click.echo(json_text(_plain_people(truth, people, judges), indent=1))
        return
    for one in people:
        outcomes, items = counted(len(one.of(True)), "outcome"), counted(len(one.of(False)), "item")
        click.echo(f"{one.name}: {outcomes} and {items} rated")
    if len(people) > 1:
        _show_among(agreement.among(people))
    for one in people:
        _show_against(one.name, agreement.against(truth, one))
    _show_between(agreement.between([*people, *judges]))


def _plain_people(
    truth: agreement.Truth, people: Sequence[agreement.Rater], judges: Sequence[agreement.Rater]
) -> dict[str, Any]:
    among = agreement.among(people) if len(people) > 1 else []
    return {
        "people": [
            {"name": one.name, "agreement": [asdict(row) for row in agreement.against(truth, one)]} for one in people
        ],
        "among": [asdict(row) for row in among],
        "between": [asdict(row) for row in agreement.between([*people, *judges])],
    }


_WORTH = 200  # episodes that take longer to judge than a process to start


def rescored(directory: Location, write: bool, engine: Engine, as_json: bool) -> None:
    """Judge a run anew, tell what differs, and exit with 1 where something is not as filed."""
    folder = folder_type(directory).opened(directory)
    total = len(folder.names())
    found: list[Rescored] = []
    with shared(total) as shown:

        def told(one: Rescored) -> None:
            found.append(one)
            shown.finished()

        otherwise = rescore(folder, engine.for_tasks(total, _WORTH), write, told)
    found.sort(key=lambda one: one.episode)
    if as_json:
        click.echo(json_text([one.to_json() for one in found], indent=1))
    else:
        _print(found, write)
    for line in otherwise:
        click.echo(f"{line}{'; --write made both anew' * write}", err=True)
    for place, what in folder.damaged.items():
        click.echo(f"{folder.name}/{place} is damaged ({what}); this episode is not judged", err=True)
    differing = otherwise or any(one.differs for one in found)
    if (differing and not write) or folder.damaged or any(one.doubtful for one in found):
        raise SystemExit(1)


def _print(found: list[Rescored], write: bool) -> None:
    differing = [one for one in found if one.differs]
    left = [one for one in found if one.now is None and not one.doubtful]
    doubtful = [one for one in found if one.doubtful]
    same = len(found) - len(differing) - len(left) - len(doubtful)
    click.echo(f"{same} of {counted(len(found), 'episode')} judged as filed")
    _print_rows("Judged otherwise now" + (", and filed so" if write else ""), differing)
    _print_rows("Can't be judged, and claim a success or a failure", doubtful)
    _print_rows("Left as they are", left)


def _print_rows(title: str, rows: list[Rescored]) -> None:
    if not rows:
        return
    table = titled(title, ("episode", "agent", "task", "was", "is", "because"))
    for column in table.columns:
        column.justify = "left"
    for one in rows:
        now = one.now.outcome if one.now else "–"
        table.add_row(one.episode, one.agent, one.task, one.was.outcome, now, _because(one))
    console().print(table)


def _because(one: Rescored) -> str:
    if one.now is None:
        return one.why
    if one.was.outcome == one.now.outcome:
        return f"other {', '.join(one.other)}"
    return (one.now.reasons or one.was.reasons or one.other)[0]
