"""Plays a task blind: shows the goal and the screen, takes one action, and keeps it as a recording for the tests.

    python scripts/record.py TASK:PROFILE:INSTANCE.PHRASING            the goal and the first screen, or where it stands
    python scripts/record.py CONFIGURATION tap REF                     also: set REF TEXT, on REF, off REF, back, home,
                                                                       open APP, wait SECONDS, ask TEXT, undo
    python scripts/record.py CONFIGURATION done [ANSWER-JSON]          also: infeasible; says whether the verdict agrees

The recording is in tests/recordings. Who plays must not have seen the task's code: the goal alone says what to do.
"""

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.recordings import FOLDER, Recording, action, named

from lifeworld.core.errors import UserError
from lifeworld.core.observation import Node, Observation
from lifeworld.env.opening import opened
from lifeworld.taskkit.configuration import Configuration

_HIDDEN = ("text", "generic", "none")
_PRESSED = ("tap", "set", "on", "off", "back", "home", "open")
_ALONE = ("done", "infeasible", "back", "home")  # the others say what with
_NOTHING = "NOTHING HAPPENED: it is not recorded"


def main(configuration: str, *words: str) -> None:
    path = FOLDER / f"{configuration.replace(':', '-')}.jsonl"
    recording = Recording.read(path) if path.exists() else Recording(Configuration.parse(configuration), [])
    with opened("dom") as environment:
        if words == ("undo",):
            recording.steps.pop()
        *_, last = recording.play(environment)
        if words and words != ("undo",):
            before = last
            recording.steps.append(_step(words, before.tree))
            last = environment.step(action(recording.steps[-1], before.tree))
            episode = environment.environment.episode
            assert episode and not (words[0] in _PRESSED and idle(before, last, episode.acts[-1])), _NOTHING
        if not last.feedback.ok:
            print(f"REFUSED: {last.feedback.text}")
            return
        recording.write(path)
        if words and words[0] in ("done", "infeasible"):
            print("the verdict agrees" if environment.verdict().success else "the verdict does not agree")
            return
        _show(last, first=not words)


def _step(words: tuple[str, ...], tree: Node) -> dict[str, Any]:
    what, *rest = words
    known = what in _ALONE or (what in (*_PRESSED, "wait", "ask") and rest)
    assert known, f"“{' '.join(words)}” is no action.\n{__doc__}"
    if what == "done":
        return {"do": "done", **({"answer": json.loads(rest[0])} if rest else {})}
    if what == "infeasible":
        return {"do": "done", "status": "infeasible"}
    if what in ("tap", "set", "on", "off"):
        node = tree.by_ref(rest[0])
        assert node, f"there is no [{rest[0]}] on the screen"
        value = {"set": " ".join(rest[1:]), "on": True, "off": False}.get(what)
        return (
            {"do": "tap", **named(node, tree)} if what == "tap" else {"do": "set", **named(node, tree), "value": value}
        )
    if what == "wait":
        assert rest[0].isdecimal() and 0 < int(rest[0]) <= 300, "wait takes 1 to 300 seconds; wait again for more"
    key = {"open": "app", "ask": "text", "wait": "seconds"}.get(what)
    return {"do": what, **({key: int(rest[0]) if what == "wait" else " ".join(rest)} if key else {})}


def idle(before: Observation, after: Observation, done: tuple[str, ...]) -> bool:
    """Return whether an action has done no command and left the page as it was."""
    return not done and after.feedback.ok and (before.url, before.tree) == (after.url, after.tree)


def _show(shown: Observation, *, first: bool) -> None:
    print(f"GOAL: {shown.goal}\n" if first or shown.goal else "", end="")
    print(f"NOW: {shown.now:%A, %B %d, %Y, %H:%M}   PAGE: {shown.url}")
    if shown.reply:
        print(f"THE PERSON SAYS: {shown.reply}")
    _lines(shown.tree, 0)


def _lines(node: Node, depth: int) -> None:
    told = " ".join(
        filter(None, (node.role if node.role not in _HIDDEN else "", f"“{node.name}”" if node.name else ""))
    )
    value = f" = {node.value}" if node.value else ""
    states = f" ({', '.join(node.states)})" if node.states else ""
    if told:
        print(f"{'  ' * depth}[{node.ref}] {told}{value}{states}")
    for child in node.children:
        _lines(child, depth + bool(told))


if __name__ == "__main__":
    try:
        assert sys.argv[1:], __doc__
        main(*sys.argv[1:])
    except (
        AssertionError,
        UserError,
        json.JSONDecodeError,
    ) as wrong:  # what was typed, or a page that has changed since
        sys.exit(str(wrong))
