"""Same seed, same bytes, whatever the process."""

import os
import subprocess
import sys

from lifeworld.life import NAMES, Life, live, simulate
from lifeworld.life.biographies import biography
from lifeworld.world.profiles import load

TOLD = """
import sys
from lifeworld.life import NAMES, live
from lifeworld.world.profiles import generate
sys.stdout.buffer.writelines([generate(name) + repr(live(name)).encode() for name in NAMES])
"""


def test_processes_with_different_hash_seeds_live_the_same_lives_and_fill_apps_with_the_same_bytes() -> None:
    """This one, that which has made the profiles that are kept, and another."""
    environment = {**os.environ, "PYTHONHASHSEED": "4242"}
    there = subprocess.run([sys.executable, "-c", TOLD], env=environment, stdout=subprocess.PIPE, check=True)
    assert there.stdout == b"".join(bytes(load(name).data) + repr(live(name)).encode() for name in NAMES)


def test_another_seed_is_another_life() -> None:
    assert simulate(biography("nora"), 1).events != live("nora").events


def test_apps_get_the_same_generator_for_the_same_purpose(nora: Life) -> None:
    assert nora.rng("shop").random() == nora.rng("shop").random() != nora.rng("mail").random()


def test_first_name_is_the_default() -> None:
    assert NAMES == ("nora", "desmond", "wilma")
