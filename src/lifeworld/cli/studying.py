"""`lifeworld eval --study`: studies that ship."""

from typing import Any

import click

from lifeworld.cli.printing import console, titled, warn
from lifeworld.cli.running import evaluate
from lifeworld.core.errors import UserError
from lifeworld.report.document import document
from lifeworld.report.figure import Figure
from lifeworld.report.render import figures_as_markdown, tables
from lifeworld.run.folder import Folder
from lifeworld.run.storage import Location, is_remote
from lifeworld.studies import Study, studies, study
from lifeworld.studies.tables import TABLES


def run_study(name: str, given: dict[str, Any], out: Location | None, across: bool) -> None:
    """Run a study that ships, with agents of one's choice, and print its tables; “list” lists the studies."""
    if name == "list":
        for one in studies():
            click.echo(f"{one.name:<12}  {one.title}\n{'':<12}  {one.source}")
        return
    found = study(name)
    agents = given.pop("agents", ())
    if not agents or out is None:
        raise UserError(f"lifeworld eval --study {name} wants --agent, who is studied, and --out, a folder for the run")
    if is_remote(out):
        raise UserError(f"{out} is not on this machine; a study writes its tables, name a folder here")
    folder = evaluate(found.config(agents, given), out, across)
    figures = TABLES[found.tables](document(*tables(folder)))
    for figure in figures:
        _print(figure)
    _write(found, figures, folder)


def _print(figure: Figure) -> None:
    place = console()
    place.print(titled(figure.title, figure.table.head, figure.table.rows))
    place.print(figure.lead, soft_wrap=True)
    warn(*figure.warnings)
    place.print()


def _write(found: Study, figures: list[Figure], folder: Folder) -> None:
    head = f"# {found.title}\n\nAfter {found.source}.\n\n"
    folder.write("study.md", (head + figures_as_markdown(figures)).encode())
    click.echo(f"tables in {folder.path / 'study.md'}; next: lifeworld report {folder.path}")
