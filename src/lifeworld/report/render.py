"""A run as one HTML page, and each episode as a page that steps through its screens."""

import os
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from lifeworld.core.actions import (
    Action,
    Click,
    Done,
    Key,
    Message,
    Navigate,
    OpenApp,
    Scroll,
    SetValue,
    System,
    Text,
    Wait,
)
from lifeworld.core.errors import UserError
from lifeworld.core.trajectory import Step
from lifeworld.report import summary
from lifeworld.run import results
from lifeworld.run.folder import Folder

HERE = Path(__file__).parent / "templates"


@lru_cache(maxsize=1)
def templates() -> Environment:
    """Return the environment of the report's own templates."""
    env = Environment(
        loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    env.filters["percent"] = lambda value: "–" if value != value else f"{100 * value:.0f} %"
    env.filters["told"] = told
    return env


def report(folder: Folder, out: Path | None = None) -> Path:
    """Write the report of a run, and a page for each episode beside its data; return the report's path.

    Raises:
        UserError: no episode has finished, or the place can't be written.
    """
    rows = results.read(folder)
    place = out or folder.path / "report.html"
    context = figures(rows)
    try:
        for episode in folder.episodes():
            page = _episode_page(folder, episode)
            folder.write(f"episodes/{episode['episode']}/index.html", page.encode())
        to = os.path.relpath(folder.path, place.resolve().parent)
        html = (
            templates().get_template("report.html").render(**context, run=folder.about(), name=folder.path.name, to=to)
        )
        place.write_text(html)
    except OSError as error:
        raise UserError(f"{place}: {error.strerror or error}") from error
    return place


def figures(rows: list[summary.Row]) -> dict[str, Any]:
    """Return all that the report's page shows."""
    found = summary.contenders(rows)
    pairs = [(a, b) for n, a in enumerate(found) for b in found[n + 1 :]]
    suite = {one.name: {s: summary.suite(one.in_stratum(s)) for s in summary.STRATA} for one in found}
    return {
        "contenders": found,
        "suite": suite,
        "warnings": _warnings(found, suite),
        "apps": {one.name: summary.by_app(one.scored) for one in found},
        "bounds": {one.name: summary.bounds(one) for one in found},
        "differences": [(a, b, summary.better(a, b)) for a, b in pairs],
        "scenarios": _by_scenario(rows, found),
        "side_effects": [row for row in rows if row["side_effects"]],
        "unscored": [row for row in rows if row["status"] == "unscored"],
        "episodes": rows,
    }


def _warnings(found: list[summary.Contender], suite: dict[str, Any]) -> dict[str, list[str]]:
    """Return each doubt about an interval with the agents whose intervals it concerns."""
    told: dict[str, list[str]] = {}
    for one in found:
        for warning in sorted({w for estimate in suite[one.name].values() if estimate for w in estimate.warnings}):
            told.setdefault(warning, []).append(one.agent)
    return told


def _by_scenario(rows: list[summary.Row], found: list[summary.Contender]) -> list[dict[str, Any]]:
    table = []
    for scenario in sorted({row["scenario"] for row in rows}):
        own = [[row for row in one.rows if row["scenario"] == scenario] for one in found]
        apps = next(row["apps"] for part in own for row in part)
        table.append({"scenario": scenario, "apps": apps, "cells": own})
    return table


def _episode_page(folder: Folder, episode: dict[str, Any]) -> str:
    context = {"episode": episode, "steps": folder.steps(episode["episode"]), "verdict": episode["verdict"]}
    return templates().get_template("episode.html").render(**context, link="../../images", planned=episode["planned"])


def told(step: Step) -> str:
    """Return what a step did, in plain words."""
    return "Here it ended" if step.action is None else _said(step.action, f"“{step.on}”" if step.on else "here")


def _said(action: Action, there: str) -> str:
    match action:
        case Click():
            return f"{'Held' if action.hold_ms else 'Tapped'} {'twice ' if action.count == 2 else ''}{there}"
        case SetValue():
            return f"Set {there} to “{action.value}”"
        case Text():
            return f"Typed “{action.text}”"
        case Key():
            return f"Pressed {'+'.join(action.chord)}"
        case Scroll():
            return f"Scrolled {'down' if action.dy > 0 else 'up' if action.dy < 0 else 'sideways'}"
        case System() | OpenApp() | Navigate():
            return f"{action.type}: {getattr(action, 'name', '') or getattr(action, 'url', '')}"
        case Wait():
            return f"Waited {action.seconds:g} s"
        case Message():
            return f"{'Asked' if action.expects_reply else 'Said'}: “{action.text}”"
        case Done():
            return f"Said: done ({action.status})" + (f", “{action.answer}”" if action.answer else "")
        case _:
            return action.type
