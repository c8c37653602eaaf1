"""Same seed, same bytes, whatever the process."""

import os
import subprocess
import sys

import pytest

from lifeworld.life import NAMES, Life, live, simulate
from lifeworld.life.biographies import biography

TOLD = "from lifeworld.life import NAMES, live; print(repr([live(name) for name in NAMES]))"


@pytest.mark.long
def test_two_processes_with_different_hash_seeds_live_the_same_lives() -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "4242"}
    there = subprocess.run([sys.executable, "-c", TOLD], env=environment, capture_output=True, text=True, check=True)
    assert there.stdout == repr([live(name) for name in NAMES]) + "\n"


def test_another_seed_is_another_life() -> None:
    assert simulate(biography("nora"), 1).events != live("nora").events


def test_apps_get_the_same_generator_for_the_same_purpose(nora: Life) -> None:
    assert nora.rng("shop").random() == nora.rng("shop").random() != nora.rng("mail").random()


def test_first_name_is_the_default() -> None:
    assert NAMES == ("nora", "desmond", "wilma")
