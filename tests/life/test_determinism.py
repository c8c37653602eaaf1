"""Same seed, same bytes, whatever the process."""

import hashlib
import os
import subprocess
import sys

import pytest

from lifeworld.life import NAMES, Life, live, simulate
from lifeworld.life.biographies import biography

_DIGEST = """
import hashlib
from lifeworld.life import NAMES, live
print(hashlib.sha256(repr([live(name) for name in NAMES]).encode()).hexdigest())
"""


def _in_process(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    made = subprocess.run([sys.executable, "-c", _DIGEST], env=environment, capture_output=True, text=True, check=True)
    return made.stdout.strip()


@pytest.mark.long
def test_two_processes_with_different_hash_seeds_live_the_same_lives() -> None:
    here = hashlib.sha256(repr([live(name) for name in NAMES]).encode()).hexdigest()
    assert _in_process("1") == _in_process("4242") == here


def test_another_seed_is_another_life() -> None:
    assert simulate(biography("nora"), 1).events != live("nora").events


def test_apps_get_the_same_generator_for_the_same_purpose(nora: Life) -> None:
    assert nora.rng("shop").random() == nora.rng("shop").random() != nora.rng("mail").random()


def test_first_name_is_the_default() -> None:
    assert NAMES == ("nora", "desmond", "wilma")
