"""Each episode as a page that steps through its screens, and the index of all of them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from lifeworld.core.actions import Navigate, parse_action
from lifeworld.core.observation import Box
from lifeworld.core.trajectory import Step
from lifeworld.core.verdict import Verdict, nested, reasons_in
from lifeworld.env.telling import told
from lifeworld.report import replayed
from lifeworld.report.templating import fonts, templates
from lifeworld.run.folder import Folder
from lifeworld.web.look import DEVICES

DRAWN = "episodes/{}/drawn.json"  # the screens of an episode, where they were drawn afterwards
_MARKS = {"on": "Framed: the name that was acted on", "new": "With a line at its left: new since the step before"}


@dataclass(frozen=True)
class Line:
    """A line of a page's words; `marks` are "on" for the name that was acted on, "new" for what came since."""

    text: str
    marks: str


@dataclass(frozen=True)
class Screen:
    """A step, and where it has no picture its page: the file's name, or else its words, whose marks `note` explains.

    `deed` is what was done. Who went to an address is told by the title of what was there.
    """

    step: Step
    deed: str
    page: str = ""
    lines: tuple[Line, ...] = ()
    note: str = ""


def pages(folder: Folder) -> bool:
    """Write a page for each episode and their index; return whether there are any."""
    found, left = [], replayed.MOST
    for episode in folder.episodes():
        left -= left > 0 and replayed.keep(folder, episode)
        write(folder, episode)
        found.append(_entry(episode))
    if found:
        found.sort(key=lambda one: (one["task"], one["agent"], one["where"], one["repeat"]))
        index = templates().get_template("index.html").render(entries=found, title=folder.path.resolve().name)
        folder.write("index.html", index.encode())
        folder.write("look/fonts.css", fonts().encode())
    return bool(found)


def write(folder: Folder, episode: dict[str, Any]) -> None:
    """Write one episode's page."""
    steps, names = steps_with_screens(folder, episode["episode"]), replayed.kept(folder, episode["episode"])
    screens = [replace(one, page=name) for one, name in zip(_screens(steps), names or [""] * len(steps), strict=True)]
    context = {"episode": episode, "screens": screens, "verdict": episode["verdict"], "planned": episode["planned"]}
    context |= {"checks": list(nested(Verdict.from_json(episode["verdict"]).items))}
    context |= {"why": reasons_in(episode["verdict"]), "device": DEVICES[episode["planned"]["configuration"]["device"]]}
    html = templates().get_template("episode.html").render(**context, link="../../images")
    folder.write(f"episodes/{episode['episode']}/index.html", html.encode())


def _screens(steps: list[Step]) -> Iterator[Screen]:
    """Yield each step with its page in words, where it has no picture."""
    for before, step, after in zip([None, *steps], steps, [*steps[1:], None], strict=False):
        known = {*before.words.splitlines()} if before and before.title == step.title else None
        lines = () if step.image else tuple(_line(text, step.on, known) for text in step.words.splitlines() if text)
        marks = " ".join(line.marks for line in lines).split()
        note = ". ".join(about for mark, about in _MARKS.items() if mark in marks)
        yield Screen(step, _deed(step, after), lines=lines, note=note)


def _deed(step: Step, after: Step | None) -> str:
    arrived = after is not None and after.title and isinstance(step.action, Navigate) and step.feedback.ok
    return f"Went to “{after.title}”" if after and arrived else told(step)


def _line(text: str, on: str, known: set[str] | None) -> Line:
    """Return a line; nothing is new on a page that was not seen in the step before."""
    return Line(text, " ".join(["on"] * (text == on) + ["new"] * (known is not None and text not in known)))


def write_one(folder: Folder, name: str) -> None:
    """Write the page of the episode of this id."""
    write(folder, next(folder.episodes([name])))


def replay(folder: Folder, name: str) -> None:
    """Keep the pages of the episode of this id, where there is one without pictures, and write its page again.

    Raises:
        UserError: they can't be written.
    """
    for episode in folder.episodes([name]):
        if replayed.keep(folder, episode):
            write(folder, episode)


def drawn(folder: Folder, episode: str) -> list[dict[str, Any]]:
    """Return the screens of an episode that were drawn afterwards, in its steps' order: `image`, `box`, `by_points`."""
    place = folder.path / DRAWN.format(episode)
    return list(json.loads(place.read_text())) if place.exists() else []


def steps_with_screens(folder: Folder, episode: str) -> list[Step]:
    """Return an episode's steps with the screens that they had, or that were drawn of them afterwards."""
    screens = drawn(folder, episode)
    return [_with_screen(step, screens) for step in folder.steps(episode)]


def _with_screen(step: Step, screens: list[dict[str, Any]]) -> Step:
    """Return a step with the screen that was drawn of it afterwards, where it had no picture."""
    if step.image or step.number >= len(screens):
        return step
    screen = screens[step.number]
    points = tuple(map(parse_action, screen.get("by_points", ())))
    return replace(step, image=screen["image"], box=Box(**screen["box"]) if screen["box"] else None, by_points=points)


def _entry(episode: dict[str, Any]) -> dict[str, Any]:
    planned, verdict = episode["planned"], episode["verdict"]
    why = [one.headline for one in reasons_in(verdict)]
    where = planned["configuration"]
    return {
        "id": episode["episode"],
        "agent": planned["agent"],
        "task": where["task"],
        "goal": episode["goal"],
        "where": f"{where['profile'].capitalize()}’s {where['device']}, {where['theme'].replace('-', ' ')}",
        "repeat": planned["repeat"],
        "outcome": verdict["outcome"],
        "reasons": why[:2],
        "more": len(why[2:]),
        "steps": episode["counts"].get("steps", 0),
    }
