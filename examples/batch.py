"""Trains a small policy on the oracle's demonstrations, with numpy alone, and plays tasks that it has not seen.

    python examples/batch.py

The policy is linear. Of each action that can be done it is told a few facts: what kind it is, its element's role,
states and words, how much of the goal the element's name says; of `done` the words of the page. It takes the action
whose facts weigh most, and its weights are those under which the demonstrated actions are likely.
"""

import argparse

import numpy as np

from lifeworld.bridges.arrays import COMMANDS, ROLES, STATES, Arrays, Sizes
from lifeworld.bridges.batch import Batch, demonstration
from lifeworld.bridges.suite import Suite

SIZES = Sizes(elements=128, mentions=4)
TASKS, HELD_OUT = "todo.CompleteTask", 1000  # the first seed of the episodes played; demonstrations have lower ones
TAP, SAY, FILL = (len(COMMANDS) + n for n in range(3))
BAG = 256  # words are told apart as far as their numbers differ by this
KIND = np.concatenate(
    [np.arange(TAP), np.repeat((TAP, SAY), SIZES.elements), np.full(SIZES.elements * SIZES.mentions, FILL)]
)
PLACES = np.arange(SIZES.elements)
ELEMENT = np.concatenate([np.zeros(TAP, int), PLACES, PLACES, np.repeat(PLACES, SIZES.mentions)])
ABOUT = 3 * len(ROLES) + 3 * len(STATES) + BAG
WIDTH = FILL + 1 + ABOUT + BAG


def facts(seen: Arrays, row: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the indices of the actions that can be done in a world, and their facts: (actions, WIDTH)."""
    actions = np.flatnonzero(seen["mask"][row])
    kinds, told = KIND[actions], np.zeros((len(actions), WIDTH))
    told[np.arange(len(actions)), kinds] = 1
    words = bags(seen["names"][row])
    told[kinds >= TAP, FILL + 1 : FILL + 1 + ABOUT] = about(seen, row, words)[ELEMENT[actions[kinds >= TAP]]]
    told[kinds == COMMANDS.index("done"), FILL + 1 + ABOUT :] = words.max(0)
    return actions, told


def about(seen: Arrays, row: int, words: np.ndarray) -> np.ndarray:
    """Return the facts of each element: role and states, alone and with what the name has of the goal; its words."""
    names, goal, mentions = (seen[name][row] for name in ("names", "goal", "mentions"))
    there = names > 0
    said = (np.isin(names, goal) & there).sum(1, keepdims=True) / np.maximum(there.sum(1, keepdims=True), 1)
    whole = [(np.isin(names, one) & there).sum(1) / max((one > 0).sum(), 1) for one in mentions]
    meant = np.max(whole, axis=0)[:, None].clip(0, 1) * said  # it names a thing that the goal names, and little else
    base = np.hstack([np.eye(len(ROLES))[seen["roles"][row]], seen["states"][row]])
    return np.hstack([base, base * said, base * meant, words])


def bags(names: np.ndarray) -> np.ndarray:
    """Return which words each name has, (elements, BAG)."""
    found = np.zeros((len(names), BAG))
    np.put_along_axis(found, names % BAG, 1, axis=1)
    found[:, 0] = 0  # no word
    return found


def trained(shown: list[tuple[np.ndarray, int]], rounds: int = 300) -> np.ndarray:
    """Return the weights under which the demonstrated actions are likely: behaviour cloning, by Adagrad."""
    weights, speed = np.zeros(WIDTH), np.full(WIDTH, 1e-8)
    for _ in range(rounds):
        slope = -1e-3 * weights
        for told, action in shown:
            score = told @ weights
            odds = np.exp(score - score.max())
            slope += (told[action] - odds @ told / odds.sum()) / len(shown)
        speed += slope**2
        weights += 0.3 * slope / np.sqrt(speed)
    return weights


def success(weights: np.ndarray, worlds: int) -> float:
    """Return the share of episodes of seeds never demonstrated that the policy solves, one a world."""
    chance, outcomes = np.random.default_rng(1), {}
    with Batch(worlds, sizes=SIZES, tasks=TASKS, max_steps=12) as batch:
        seen = batch.reset(HELD_OUT)
        while len(outcomes) < worlds:
            chosen = []
            for row in range(worlds):
                actions, told = facts(seen, row)
                score = told @ weights + 1e-6 * chance.random(len(actions))  # a weightless policy acts at random
                chosen.append(actions[score.argmax()])
            stepped = batch.step(chosen)
            seen = stepped.observations
            outcomes = {world: stepped.rewards[world] for world in stepped.ended} | outcomes
    return float(np.nanmean(list(outcomes.values())))  # NaN is a fault of ours, and nobody's failure


def main(arguments: list[str] | None = None) -> tuple[float, float]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--demonstrations", type=int, default=40)
    parser.add_argument("--worlds", type=int, default=64, help="episodes played before and after")
    given = parser.parse_args(arguments)
    suite, shown = Suite(tasks=TASKS), []
    for seed in range(given.demonstrations):
        if one := demonstration(suite, seed, SIZES):
            for row, action in enumerate(one.actions):
                actions, told = facts(one.observations, row)
                shown.append((told, int(np.searchsorted(actions, action))))
    before, after = success(np.zeros(WIDTH), given.worlds), success(trained(shown), given.worlds)
    unseen = f"of {given.worlds} tasks it never saw it solves"
    print(f"{len(shown)} demonstrated steps; {unseen} {before:.0%}, then {after:.0%}")
    return before, after


if __name__ == "__main__":
    main()
