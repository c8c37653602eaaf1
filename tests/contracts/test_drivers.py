"""`dom` and `chromium` show the same tree and make the same changes, for one configuration of each task drawn."""

import random
from dataclasses import replace
from typing import Any

import pytest
from tests.rotation import some_tasks

from lifeworld.core.actions import Action, Done
from lifeworld.core.observation import Node, Observation
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.proof.honest import episode_of
from lifeworld.taskkit import Configuration
from lifeworld.taskkit.draw import drawn
from lifeworld.web.look import FORMS
from lifeworld.web.themes import BASES as THEMES
from lifeworld.world.profiles import NAMES


def configurations() -> list[Configuration]:
    """One of each task whose turn it is, of any profile, phrasing, theme and device; always the same one."""
    devices, themes = list(FORMS), list(THEMES)
    found = []
    for one in some_tasks("drivers", 10):
        rng = random.Random(one.id)
        found.append(
            Configuration(
                one.id, rng.choice(NAMES), 0, rng.randrange(3), rng.choice(themes), device=rng.choice(devices)
            )
        )
    return found


@pytest.mark.parametrize("configuration", configurations(), ids=lambda one: one.task)
def test_both_drivers_agree(configuration: Configuration, chromium: SyncEnvironment) -> None:
    with opened("dom") as dom:
        trees, changes, verdict = played(configuration, dom)
        others, other_changes, other_verdict = played(configuration, chromium)
    for step, (tree, other) in enumerate(zip(trees, others, strict=True)):
        assert tree == other, f"step {step}"
    assert changes == other_changes
    assert verdict.success and other_verdict.success


def played(configuration: Configuration, environment: SyncEnvironment) -> tuple[list[Node], Any, Any]:
    trees: list[Node] = []
    done: list[Action] = []

    def perform(action: Action) -> Observation:
        done.append(action)
        observation = environment.step(action)
        trees.append(bare(observation.tree))
        return observation

    first = environment.reset(configuration)
    trees.append(bare(first.tree))
    SolutionDriver(perform, first).solve(drawn(configuration.task, configuration.profile, configuration.instance))
    if not isinstance(done[-1], Done):
        perform(Done())
    episode = episode_of(environment)
    return trees, episode.world.changes(), environment.verdict()


def bare(node: Node) -> Node:
    """Return the tree without what only a browser knows: where things are, and what a click leaves focused."""
    states = node.states - {"focused"}
    return replace(node, box=None, states=states, children=tuple(map(bare, node.children)))
