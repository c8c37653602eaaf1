"""docs/benchmarks.md from the figures."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from bench.beside import VERSION, Beside
from bench.speed import Figure

_BESIDE = f"""\
The same pages of one world, served by the same server to the same browser, on the same way through all apps (a click on
a link or home, then an observation), one after the other on one machine: our `chromium` driver, then `BrowserEnv` of
browsergym-core {VERSION} in an environment of its own. Both observations hold a screenshot and an accessibility tree.
"""


def put(page: str, heading: str, lines: Iterable[str]) -> str:
    """Return a page with these lines under a heading: instead of what stands there, or at its end."""
    before, _, rest = page.partition(f"\n## {heading}\n")
    _, mark, after = rest.partition("\n## ")
    return "\n".join([before.rstrip(), "", f"## {heading}", "", *lines]) + "\n" + mark + after


def document(page: str, found: Mapping[str, Any]) -> str:
    """Return the page with new figures."""
    figures = [Figure(**{name: value for name, value in one.items() if name != "met"}) for one in found["figures"]]
    page = put(page, "Figures", [*_table(figures), "", measured(found["machine"])])
    return (
        put(page, "BrowserGym beside us", [_BESIDE, *_beside(Beside(**found["beside"]))]) if found["beside"] else page
    )


def _table(figures: list[Figure]) -> Iterator[str]:
    yield "| subject | figure | measured | target | samples |"
    yield "|---|---|---:|---:|---:|"
    for one in figures:
        missed = " (missed)" if one.met is False else ""
        yield f"| {one.subject} | {one.what} | {one.value:.3g} {one.unit} | {one.target}{missed} | {one.samples} |"


def measured(machine: Mapping[str, str]) -> str:
    """Return on what figures were measured, as a sentence."""
    told = ", ".join(f"{name} {value}" for name, value in machine.items())
    return f"Measured on {datetime.now(UTC):%Y-%m-%d}: {told}."


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
