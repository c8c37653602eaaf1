"""docs/benchmarks.md from the figures."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from bench.beside import VERSION, Beside

from lifeworld.proof.speed import Figure

_HEAD = """# Speed and size

Written by `python -m bench --write`; `lifeworld bench` measures the same on your machine, all but the comparison.
Worlds, profiles and `dom` are given in processor time of one core, Chromium in time by the clock. Milliseconds and
megabytes are medians unless it says otherwise.
`python -m bench --beside REV` runs an older commit and this one in turn.
"""
_BESIDE = f"""
## BrowserGym beside us

The same pages of one world, served by the same server to the same browser, on the same way through all apps (a click on
a link or home, then an observation), one after the other on one machine: our `chromium` driver, then `BrowserEnv` of
browsergym-core {VERSION} in an environment of its own. Both observations hold a screenshot and an accessibility tree.
"""


def document(found: Mapping[str, Any]) -> str:
    """Return the page."""
    figures = [Figure(**{name: value for name, value in one.items() if name != "met"}) for one in found["figures"]]
    parts = [_HEAD, *_table(figures), "", *_machine(found["machine"])]
    if found["beside"]:
        parts += [_BESIDE, *_beside(Beside(**found["beside"]))]
    return "\n".join(parts) + "\n"


def _table(figures: list[Figure]) -> Iterator[str]:
    yield "| subject | figure | measured | target | samples |"
    yield "|---|---|---:|---:|---:|"
    for one in figures:
        missed = " (missed)" if one.met is False else ""
        yield f"| {one.subject} | {one.what} | {one.value:.3g} {one.unit} | {one.target}{missed} | {one.samples} |"


def _machine(machine: Mapping[str, str]) -> Iterator[str]:
    told = ", ".join(f"{name} {value}" for name, value in machine.items())
    yield f"Measured on {datetime.now(UTC):%Y-%m-%d}: {told}."


def _beside(other: Beside) -> Iterator[str]:
    if other.why:
        yield other.told
        return
    yield "| | steps a second | ours is |"
    yield "|---|---:|---:|"
    yield f"| Lifeworld | {other.ours:.2f} | |"
    times = other.ours / other.no_waits
    yield f"| BrowserGym, `slow_mo=0, pre_observation_delay=0` | {other.no_waits:.2f} | {times:.1f}× |"
    yield f"| BrowserGym as it comes | {other.stock:.2f} | {other.ours / other.stock:.0f}× |"
    yield ""
    yield f"{other.steps} steps."
