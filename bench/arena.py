"""What a vote costs the arena's leaderboard, with many agents and many votes.

    python -m bench.arena [--agents 200] [--votes 2000000] [--voters 200000] [--json]

Votes come first from a table, then one at a time while the board is kept up in its thread. A vote's time is from its
cast to the first board of all votes that holds it; a voter's wait is that of the call
alone, while boards are made.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from lifeworld.arena.ballots import CHOICES, VOTES
from lifeworld.arena.poll import Ballot, Poll
from lifeworld.arena.standings import Standings

KINDS = tuple(zip(VOTES.names, VOTES.types, strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agents", type=int, default=200)
    parser.add_argument("--votes", type=int, default=2_000_000)
    parser.add_argument("--voters", type=int, default=200_000)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = measured(asked.agents, asked.votes, asked.voters)
    if asked.json:
        print(json.dumps(found, indent=1))
    for name, value in {} if asked.json else found.items():
        print(f"{name:58} {value}")


def simulated(agents: int, votes: int, voters: int) -> pa.Table:
    """Return votes between agents of strengths that spread by 115 Elo, a fifth of them ties or both bad."""
    rng = np.random.default_rng(0)
    beta, names = rng.normal(0, 115 / 173.7, agents), [f"agent {number:03}" for number in range(agents)]
    left = rng.integers(agents, size=votes)
    right = (left + 1 + rng.integers(agents - 1, size=votes)) % agents
    choice = (rng.random(votes) > 1 / (1 + np.exp(beta[right] - beta[left]))).astype(np.int64)
    choice = np.where(rng.random(votes) < 0.2, rng.integers(2, 4, size=votes), choice)
    columns = {
        "left": worded(left, names),
        "right": worded(right, names),
        "choice": worded(choice, CHOICES),
        "voter": worded(rng.integers(voters, size=votes), [f"voter {number}" for number in range(voters)]),
        "category": worded(rng.integers(3, size=votes), ("single", "cross", "memory")),
        "device": worded(rng.integers(2, size=votes), ("phone", "desktop")),
        "group": worded(rng.integers(2, size=votes), ("public", "paid")),
    }
    return pa.table([columns.get(name, pa.nulls(votes, kind)) for name, kind in KINDS], VOTES)


def worded(numbers: np.ndarray, words: Sequence[str]) -> pa.Array:
    return pa.array(words).take(pa.array(numbers))


def measured(agents: int, votes: int, voters: int) -> dict[str, Any]:
    table = simulated(agents, votes, voters)
    loading, poll = timed(lambda: Poll.of(table))
    opening, kept = timed(lambda: Standings(poll))
    with kept:
        alone = [until_shown(kept, number) for number in range(5)]
        whole, _ = timed(lambda: kept.settle(600, parts=True))
        waits = busy(kept, 2000)
        kept.settle(600, parts=True)
        held = kept.board().votes
    return {
        f"{votes:,} votes of {voters:,} voters on {agents} agents: counted, s": round(loading, 2),
        "all boards made at first, s": round(opening, 2),
        "a vote until it is on the board, s (median of 5)": round(statistics.median(alone), 2),
        "a vote until it is on the board, s (longest)": round(max(alone), 2),
        "until it is on the boards of its parts, too, s more": round(whole, 2),
        "a voter's wait while boards are made, ms (99th percentile)": round(1000 * float(np.quantile(waits, 0.99)), 2),
        "a voter's wait while boards are made, ms (longest)": round(1000 * max(waits), 2),
        "votes lost": votes + len(alone) + len(waits) - held,
    }


def ballot(number: int) -> Ballot:
    return Ballot("agent 000", "agent 001", "left", f"visitor {number}", "cross", "phone", "public")


def until_shown(kept: Standings, number: int) -> float:
    """Return the seconds from a cast until the board of all votes holds it, no other being under way."""
    kept.settle(600, parts=True)
    before, start = kept.board().votes, time.perf_counter()
    kept.cast(ballot(number))
    while kept.board().votes == before:
        time.sleep(0.005)
    return time.perf_counter() - start


def busy(kept: Standings, many: int) -> list[float]:
    """Return how long voters wait who cast a hundred votes a second."""
    waits = []
    for number in range(many):
        waits.append(timed(lambda number=number: kept.cast(ballot(number)))[0])
        time.sleep(0.01)
    return waits


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Return the seconds that a call took, and what it returned."""
    start = time.perf_counter()
    found = call()
    return time.perf_counter() - start, found


if __name__ == "__main__":
    main()
