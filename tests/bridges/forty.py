"""Forty configurations, the same through every door: by their own solution, and with a wrong ending.

Whatever judges an episode notes in a file which configuration it was, a digest of the database, and the verdict; in
processes that a door starts, too, as long as they import this module. A door's test is `alike(door, play)`.
"""

import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from tests.bridges.called import called

from lifeworld.agents.oracle import OracleAgent, solved
from lifeworld.bridges.suite import Suite
from lifeworld.core.actions import Action, Done, Tool
from lifeworld.core.choices import Channel
from lifeworld.core.observation import Observation
from lifeworld.core.verdict import Verdict
from lifeworld.env.channels import needs_screens
from lifeworld.env.episode import Episode
from lifeworld.env.session import Session
from lifeworld.store import Changes
from lifeworld.taskkit.catalogue import find
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import instance_of

SUITE: dict[str, Any] = {
    "apps": ("bank", "calendar", "mail", "messenger", "shop", "todo"),
    "profiles": ("nora", "wilma"),
    "contents": ("plain", "misleading"),
    "devices": ("phone", "desktop"),
    "themes": ("light", "dark"),
    "layouts": ("usual", "top", "cards"),
    "languages": ("en", "de"),
    "phrasings": 2,
    "seed": 27,
}
MOST_STEPS = 100
WRONG = Done(status="infeasible", note="There is no such thing.")
NOTED = "LIFEWORLD_TEST_NOTED"  # names the file, for processes that a door starts
Came = dict[str, set[str]]  # by configuration: digests and verdicts


@dataclass(frozen=True)
class Play:
    """One episode: what is done in it, and how it ends."""

    configuration: Configuration
    channel: Channel
    goal: str
    actions: tuple[Action, ...]

    def calls(self) -> list[tuple[str, dict[str, Any]]]:
        """The same as calls of functions."""
        tools = {action.name for action in self.actions if isinstance(action, Tool)}
        return [called(action, tools) for action in self.actions]


class Wrong(OracleAgent):
    """Does all, and then says that it can't be done."""

    def act(self, observation: Observation) -> Action:
        action = super().act(observation)
        return WRONG if isinstance(action, Done) else action


@cache
def configurations() -> tuple[Configuration, ...]:
    """Return the forty: of tasks all over the suite, each with a goal of its own, for which `WRONG` is wrong."""
    suite, found = Suite(**SUITE), dict[str, Configuration]()
    for seed in range(0, 50 * 11, 11):
        instance = instance_of(one := suite.configuration(seed))
        if not (instance.expectation.infeasible or instance.expectation.declined):
            found.setdefault(instance.task.goal(one.phrasing, one.goal_language), one)
    return tuple(found.values())[:40]


@cache
def plays(channel: Channel = "tree") -> tuple[Play, ...]:
    """Return two of each: by its own solution, and with a wrong ending; by tools alone, of those that have a way."""
    if channel != "tools":
        return tuple(play for one in configurations() for play in _plays(one, channel))
    within = [one for one in configurations() if not needs_screens(find(one.task))]
    return tuple(play for one in within for play in _plays(replace(one, language="en", layout="usual"), channel))


def _plays(one: Configuration, channel: Channel) -> Iterator[Play]:
    with Session(lambda _: one, channel=channel, max_steps=MOST_STEPS) as session:
        actions = solved(session, one)
        assert session.verdict and session.verdict.success, (one.id, session.verdict)
        goal = session.observation.goal
    yield Play(one, channel, goal, tuple(actions))
    yield Play(one, channel, goal, (*actions[:-1], WRONG))


@contextmanager
def noting(place: Path) -> Iterator[None]:
    """Have each judgement of an episode that was ended noted in a file."""
    judged = Episode.judged
    _note_in(place)
    try:
        yield
    finally:
        Episode.judged = judged  # type: ignore[method-assign]


def _note_in(place: Path) -> None:
    judged = Episode.judged

    def noted(self: Episode, changes: Changes) -> Verdict:
        verdict = judged(self, changes)
        if self.done:
            line = [self.configuration.id, self.world.store.state.hex(), verdict.to_json()]
            with place.open("a") as file:
                file.write(json.dumps(line) + "\n")
        return verdict

    Episode.judged = noted  # type: ignore[method-assign]


def _read(place: Path) -> Came:
    found: Came = defaultdict(set)
    for line in place.read_text().splitlines():
        configuration, state, verdict = json.loads(line)
        assert state
        found[configuration].add(json.dumps([state, verdict], sort_keys=True))
    return dict(found)


@cache
def in_sessions(channel: Channel) -> Came:
    """Return what all plays come to in sessions of `lifeworld.make`: a success and a failure each."""
    with TemporaryDirectory() as folder, noting(place := Path(folder) / "noted.jsonl"):
        for play in plays(channel):
            with Session(lambda _, one=play.configuration: one, channel=channel, max_steps=MOST_STEPS) as session:
                session.reset()
                for action in play.actions:
                    session.step(action)
        came = _read(place)
    outcomes = [sorted(json.loads(one)[1]["outcome"] for one in both) for both in came.values()]
    assert outcomes == [["failure", "success"]] * (len(plays(channel)) // 2)
    return came


def alike(
    place: Path,
    door: Callable[[tuple[Play, ...]], object],
    channel: Channel = "tree",
    can: Callable[[Play], bool] = lambda _: True,
) -> None:
    """See that what a door plays comes to the same databases and verdicts as in sessions.

    Args:
        place: an empty folder.
        door: plays all that it is given.
        channel: of the plays.
        can: whether the door's client can do what a play wants.
    """
    them, came, file = tuple(filter(can, plays(channel))), in_sessions(channel), place / "noted.jsonl"
    with pytest.MonkeyPatch.context() as patched, noting(file):
        patched.setenv(NOTED, str(file))
        door(them)
    assert _read(file) == {play.configuration.id: came[play.configuration.id] for play in them}


if place := os.environ.get(NOTED):
    _note_in(Path(place))
