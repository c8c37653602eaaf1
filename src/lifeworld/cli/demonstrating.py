"""What `lifeworld demo` and `lifeworld eval --study` do: runs that ship, from nothing to what they come to."""

import time
import webbrowser
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from lifeworld.cli.printing import console, titled, warn
from lifeworld.cli.running import evaluate
from lifeworld.core.counting import counted
from lifeworld.core.errors import UserError
from lifeworld.core.verdict import reasons_in
from lifeworld.report.document import Document, document
from lifeworld.report.figure import Figure
from lifeworld.report.render import figures_as_markdown, report, tables
from lifeworld.report.templating import templates
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder
from lifeworld.run.plan import EASY, Planned
from lifeworld.run.runner import RunListener
from lifeworld.run.storage import Location, is_remote
from lifeworld.studies import Study, studies, study
from lifeworld.studies.tables import TABLES

AGENTS = ("oracle", "tree", "random")
PLACE = "demo.html"
_SCREENS = 6  # of an episode, at most
_NEXT = """\
next: lifeworld play --task todo.CompleteTask      use the phone yourself
      lifeworld eval --agent tree --tag easy       measure an agent
      docs/write-an-agent.md, docs/models.md       one of your own, or a model"""


def show_demo(out: Path, limit: int, workers: int | None, opens: bool) -> None:
    """Run the demo's agents on easy tasks, show their screens on a page as they come, and write the report."""
    click.echo(f"{len(AGENTS)} agents on {counted(limit, 'easy task')} in Chromium: {', '.join(AGENTS)}")
    config = RunConfig(agents=AGENTS, driver="chromium", tags=(EASY,), limit=limit, workers=workers, max_steps=30)
    page = _Page(opens)
    folder = evaluate(config, out, heard=RunListener(begins=page.begins, ended=page.ended))
    page.finish(folder)
    click.echo(_NEXT)


class _Page:
    """The demo's page, written again as each episode ends."""

    def __init__(self, opens: bool) -> None:
        self._opens = opens
        self._names: list[str] = []  # of finished episodes, the last one first
        self._total, self._started, self._before = 0, 0.0, 0

    def begins(self, folder: Folder, episodes: Sequence[Planned], left: int) -> None:
        self._folder, self._total, self._started = folder, len(episodes), time.monotonic()
        there = set(folder.names())
        self._names = [one.id for one in episodes if one.id in there]
        self._before = len(self._names)
        self._write()
        click.echo(f"screens as they come: {self._place()}", err=True)
        if self._opens:
            webbrowser.open(self._place())

    def ended(self, planned: Planned, outcome: str) -> None:
        self._names.insert(0, planned.id)
        self._write()

    def finish(self, folder: Folder) -> None:
        """Write the report and the page that leads to it."""
        made, place = report(folder)
        names = [one["episode"] for one in sorted(folder.episodes(), key=_by_task)]
        write_page(folder, names, self._total, made=made)
        click.echo(made.finding)
        click.echo(f"report: {place.resolve().as_uri()}")
        click.echo(f"screens: {self._place()}")

    def _write(self) -> None:
        done = len(self._names)
        fresh = done - self._before
        left = (time.monotonic() - self._started) / fresh * (self._total - done) if fresh else None
        write_page(self._folder, self._names, self._total, left)

    def _place(self) -> str:
        return (self._folder.path / PLACE).resolve().as_uri()


def write_page(
    folder: Folder, names: Sequence[str], total: int, left: float | None = None, made: Document | None = None
) -> None:
    """Write the page of a run into its folder, with the finished episodes in the order of their names.

    It loads itself again until all is done; each episode's page is linked once the report is made.
    """
    strips = [_strip(folder, episode) for episode in folder.episodes(names)]
    agents = [(one["episode"]["planned"]["agent"], one["episode"]["verdict"]["outcome"]) for one in strips]
    played, wins = Counter(agent for agent, _ in agents), Counter(agent for agent, came in agents if came == "success")
    progress = {"done": len(names), "total": total, "left": left}
    shown = {"strips": strips, "wins": wins, "played": played, "progress": progress, "doc": made}
    folder.write(PLACE, templates().get_template("demo.html").render(shown).encode())


def _strip(folder: Folder, episode: dict[str, Any]) -> dict[str, Any]:
    """Return an episode's first screens, how many more there are, and why it failed; the last shows where it ended."""
    steps = [step for step in folder.steps(episode["episode"]) if step.image]
    kept = steps if len(steps) <= _SCREENS else [*steps[: _SCREENS - 1], steps[-1]]
    why = reasons_in(episode["verdict"])
    more, reason = len(steps) - len(kept), why[0].headline if why else ""
    return {"episode": episode, "steps": kept, "more": more, "reason": reason}


def _by_task(episode: dict[str, dict[str, dict[str, str]]]) -> tuple[str, int]:
    planned = episode["planned"]
    return planned["configuration"]["task"], AGENTS.index(str(planned["agent"]))


# ---- studies


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
    _write_study(found, figures, folder)


def _print(figure: Figure) -> None:
    place = console()
    place.print(titled(figure.title, figure.table.head, figure.table.rows))
    place.print(figure.lead, soft_wrap=True)
    warn(*figure.warnings)
    place.print()


def _write_study(found: Study, figures: list[Figure], folder: Folder) -> None:
    head = f"# {found.title}\n\nAfter {found.source}.\n\n"
    folder.write("study.md", (head + figures_as_markdown(figures)).encode())
    click.echo(f"tables in {folder.path / 'study.md'}; next: lifeworld report {folder.path}")
