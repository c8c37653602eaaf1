"""`lifeworld study`: studies that ship."""

from pathlib import Path
from typing import Any

import click

from lifeworld.cli.options import listed
from lifeworld.cli.printing import console, titled
from lifeworld.cli.running import evaluate
from lifeworld.core.errors import UserError
from lifeworld.report.document import document
from lifeworld.report.figure import Figure
from lifeworld.report.render import tables
from lifeworld.report.table_formats import figures_as_markdown
from lifeworld.run.folder import Folder
from lifeworld.studies import Study, studies, study
from lifeworld.studies.tables import TABLES


@click.command("study")
@click.argument("name", required=False)
@listed("--agent", "agents", help="Agents, with commas between: label,openai:MODEL,module:Class.")
@click.option("--driver", type=click.Choice(["dom", "chromium"]), help="As in eval; the study's own without it.")
@listed("--channel", "channels", help="What agents see and use; the study's own without it.")
@listed("--app", "apps", help="Only tasks that touch these apps.")
@listed("--tag", "tags", help="Only tasks with these tags.")
@click.option("--limit", type=int, help="At most so many configurations.")
@click.option("--repeats", type=int, help="Times that each configuration is run.")
@click.option("--max-tokens", type=int, help="Tokens that models may take, read and written, in this command.")
@click.option("--max-cost", type=float, help="Dollars that models may cost in this command.")
@click.option("--workers", type=int, help="Processes that share the episodes (one for each core).")
@click.option("--seed", type=int, help="Decides what is drawn (0).")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Folder of the run.")
def study_command(name: str | None, agents: tuple[str, ...], out: Path | None, **flags: Any) -> None:
    """Run a study that ships, with agents of your choice, and print its tables; without NAME, list the studies.

    The same command goes on where it stopped. The tables are in DIR/study.md, too; the run is one like any other.

    \b
    lifeworld study
    lifeworld study questions --agent label,oracle --out runs/questions
    lifeworld study temperature --agent openai:MODEL --out runs/temperature
    """
    if name is None:
        return _listed()
    found = study(name)
    if not agents or out is None:
        raise UserError(f"lifeworld study {name} wants --agent, who is studied, and --out, a folder for the run")
    given = {key: value for key, value in flags.items() if value not in (None, ())}
    folder = evaluate(found.config(agents, given), out)
    figures = TABLES[found.tables](document(*tables(folder)))
    for figure in figures:
        _print(figure)
    _write(found, figures, folder)


def _listed() -> None:
    for one in studies():
        click.echo(f"{one.name:<12}  {one.title}\n{'':<12}  {one.source}")


def _print(figure: Figure) -> None:
    shown = titled(figure.title, figure.table.head)
    for row in figure.table.rows:
        shown.add_row(*row)
    place = console()
    place.print(shown)
    place.print(figure.lead, soft_wrap=True)
    for warning in figure.warnings:
        place.print(f"! {warning}", style="yellow", soft_wrap=True)
    place.print()


def _write(found: Study, figures: list[Figure], folder: Folder) -> None:
    head = f"# {found.title}\n\nAfter {found.source}.\n\n"
    folder.write("study.md", (head + figures_as_markdown(figures)).encode())
    click.echo(f"tables in {folder.path / 'study.md'}; next: lifeworld report {folder.path}")
