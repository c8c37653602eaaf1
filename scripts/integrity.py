"""Measures the figures of docs/integrity.md and docs/proofs.md that the audits give.

python scripts/integrity.py [screens] [replay] [gaming] [harm]
"""

import json
import subprocess
import sys
from collections.abc import Callable
from math import prod

from measured import put, table

from lifeworld.proof.harm import KINDS
from lifeworld.proof.screens import AXES, cases, combinations
from lifeworld.taskkit.configuration import values

HARM = ("tasks", "done", "refused", "passed")


def audited(suite: str, *more: str) -> list[str]:
    """Return what an audit prints."""
    done = subprocess.run([sys.executable, "-m", "lifeworld", "audit", suite, *more], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"audit {suite} found faults, which a table would hide:\n{done.stdout}{done.stderr}")
    return done.stdout.splitlines()


def screens() -> str:
    """Return how large the covering array is."""
    every = prod(len(values(axis)) for axis in AXES)
    return f"{len(combinations()):,} combinations of {every:,}, and {len(cases()):,} screens under them."


def replay() -> str:
    """Return table 1 of PRISM, and replay with several recordings beside pass@k."""
    found = json.loads("\n".join(audited("replay", "--json")))
    rows = [
        (
            one["world"],
            one["episodes"],
            *(percent(one[of] / one["episodes"]) for of in ("source", "replay")),
            interval(one),
        )
        for one in found["table"]
    ]
    remark = [
        (
            one["k"],
            percent(one["pass_at_k"]),
            percent(one["replay"]),
            f"{100 * one['low']:+.1f} to {100 * one['high']:+.1f} points",
        )
        for one in found["remark"]
    ]
    first = table(("world", "episodes", "source", "replay", "95 %"), rows)
    second = table(("k", "pass@k", "replay with k recordings", "difference"), remark)
    return f"{first}\n\nOf a source that slips:\n\n{second}"


def interval(one: dict[str, list[float]]) -> str:
    """Return Wilson's interval of a share."""
    return " to ".join(percent(bound) for bound in one["interval"])


def percent(share: float) -> str:
    """Return a share as it is printed."""
    return f"{100 * share:.1f} %"


def gaming() -> str:
    """Return what agents get that go for the score, by kind of task."""
    found = json.loads("\n".join(audited("gaming", "--json")))
    kinds = sorted({kind for one in found for kind in one["episodes"]})
    rows = [
        (
            one["agent"],
            percent(one["suite"]),
            *(f"{one['successes'].get(kind, 0)} of {one['episodes'][kind]}" for kind in kinds),
        )
        for one in found
    ]
    return table(("agent", "suite score", *kinds), rows)


def harm() -> str:
    """Return how much harm beside a task the verdict refuses."""
    found = json.loads("\n".join(audited("harm", "--json")))
    rows = []
    for kind in KINDS:
        mine = [each for row in found for each in row["harms"] if each["kind"] == kind]
        tasks = sum(any(each["kind"] == kind for each in row["harms"]) for row in found)
        passed = sum(each["success"] for each in mine)
        rows.append((kind, *(f"{count:,}" for count in (tasks, len(mine), len(mine) - passed, passed))))
    honest, refused = sum(row["honest"] for row in found), sum(len(row["refused"]) for row in found)
    told = f"{honest - refused:,} of {honest:,} honest ways and answers were accepted, over {len(found)} tasks."
    return f"{table(('harm beside the task', *HARM), rows)}\n\n{told}"


TABLES: dict[str, tuple[str, Callable[[], str]]] = {
    "screens": ("integrity.md", screens),
    "replay": ("integrity.md", replay),
    "gaming": ("proofs.md", gaming),
    "harm": ("proofs.md", harm),
}


def main(names: list[str]) -> None:
    """Measure, and write the pages anew."""
    for name in names or list(TABLES):
        page, measure = TABLES[name]
        put(page, name, "integrity.py", measure())


if __name__ == "__main__":
    main(sys.argv[1:])
