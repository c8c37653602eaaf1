"""What many machines would do, computed from a run that is played and measured here.

    python -m bench.project [--agent A] [--driver D] [--episodes N] [--cores N] [--machines 1,10,100,1000]
                            [--tasks N] [--store N] [--dollars D]
                            [--latency S] [--tokens N] [--minute N] [--price D] [--at-once N]

One worker plays, and tells what an episode takes; all else is proportion, and the arithmetic is printed with it. What
can't be measured here is assumed, and said to be: what a store, a machine and a provider offer.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from lifeworld.agents.limits import families
from lifeworld.run.folder import Folder

EVAL = [sys.executable, "-m", "lifeworld", "eval", "--workers", "1"]
MANY = 10_000_000  # episodes of the largest plan
COLUMNS = (
    "machines",
    "episodes an hour",
    "GB of memory",
    "GB an hour",
    "files a second",
    "million tokens a minute",
    "$ an hour",
    "10 million take",
    "and cost, machines",
)


@dataclass(frozen=True)
class Episode:
    """What an episode takes, as a mean of those that were played; and one worker, at its peak."""

    steps: float
    seconds: float
    kilobytes: float
    files: float
    worker_megabytes: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agent", default="oracle", help="who plays")
    parser.add_argument("--driver", default="dom", choices=("dom", "chromium"))
    parser.add_argument("--episodes", type=int, default=60, help="that are played and measured")
    parser.add_argument("--cores", type=int, default=16, help="of each machine")
    parser.add_argument("--machines", default="1,10,100,1000")
    parser.add_argument(
        "--tasks", type=float, help="that Ray hands out a second; bench/scale.py --only ray measures it"
    )
    parser.add_argument("--store", type=float, default=1_000, help="new files a second that a shared folder takes")
    parser.add_argument("--dollars", type=float, default=0, help="that a machine costs an hour")
    parser.add_argument("--latency", type=float, default=0, help="seconds of a model's answer; 0 without a model")
    parser.add_argument("--tokens", type=float, default=0, help="of an answer, read and written")
    parser.add_argument("--minute", type=float, default=0, help="tokens a minute that the provider allows")
    parser.add_argument("--price", type=float, default=0, help="dollars of a million tokens")
    parser.add_argument("--at-once", type=int, default=1, help="episodes that one process plays at the same time")
    asked = parser.parse_args()
    one = played(asked)
    for line in (*arithmetic(one, asked), "", *table(one, asked), "", *limits(one, asked)):
        print(line)


def played(asked: argparse.Namespace) -> Episode:
    """Play a run of one worker and measure it."""
    with tempfile.TemporaryDirectory() as passing:
        run = Path(passing) / "run"
        options = ["--agent", asked.agent, "--driver", asked.driver, "--set", f"at_once={asked.at_once}"]
        command = [*EVAL, *options, "--limit", str(asked.episodes), "--out", str(run)]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        most = peak(process)
        if process.returncode:
            raise SystemExit(process.returncode)
        return measured(run, most)


def peak(process: "subprocess.Popen[bytes]") -> float:
    """Return the most megabytes that a process and all that it starts kept in memory until it ended."""
    most = 0
    while process.poll() is None:
        most = max(most, sum(families({process.pid})[process.pid].values()))
        time.sleep(0.1)
    return most / 1e6


def measured(run: Path, worker: float) -> Episode:
    folder = Folder.opened(run)
    places = [run / "episodes" / name for name in folder.names()]
    begun = (run / "run.json").stat().st_mtime
    ended = max(place.joinpath("episode.json").stat().st_mtime for place in places)
    files = [[on_disk(part) for part in place.iterdir()] for place in places]
    images = [on_disk(part) for part in (run / "images").rglob("*") if part.is_file()]
    beside = sum(map(on_disk, [*places, *(run / "ledger").iterdir()]))
    return Episode(
        steps=mean(episode["counts"]["steps"] for episode in folder.episodes()),
        seconds=(ended - begun) / len(places),
        kilobytes=(sum(map(sum, files)) + sum(images) + beside) / len(places) / 1000,
        files=(sum(map(len, files)) + len(images)) / len(places),
        worker_megabytes=worker,
    )


def on_disk(place: Path) -> int:
    """Return the bytes that a file or folder takes on the disk, in whole blocks."""
    return place.stat().st_blocks * 512


def taken(one: Episode, asked: argparse.Namespace) -> float:
    """Return the seconds of a process that an episode takes: its own work, or its share of the waiting."""
    return float(max(one.seconds, (one.seconds + one.steps * asked.latency) / asked.at_once))


def rate(one: Episode, asked: argparse.Namespace) -> float:
    """Return the episodes a second of one machine."""
    return float(asked.cores / taken(one, asked))


def arithmetic(one: Episode, asked: argparse.Namespace) -> Iterator[str]:
    each, a_second = taken(one, asked), rate(one, asked)
    yield (
        f"Measured, {asked.episodes} episodes of {asked.agent} on {asked.driver}, one worker: {one.steps:.1f} steps, "
        f"{one.seconds:.3f} s, {one.kilobytes:.1f} kB of disk in {one.files:.1f} files; "
        f"the worker {one.worker_megabytes:.0f} MB"
    )
    waiting = f"({one.seconds:.3f} s + {one.steps:.1f} × {asked.latency:g} s) / {asked.at_once}"
    yield f"An episode keeps a process for the longer of {one.seconds:.3f} s and {waiting} = {each:.3f} s"
    yield f"A machine plays {asked.cores} / {each:.3f} s = {a_second:.1f} episodes a second, which leave"
    yield f"  {a_second:.1f} × {one.files:.1f} = {a_second * one.files:.0f} files a second"
    yield f"  {a_second:.1f} × {one.kilobytes:.1f} kB × 3600 = {hourly(one, asked):.1f} GB an hour"
    yield f"  {asked.cores} × {one.worker_megabytes:.0f} MB = {memory(one, asked):.1f} GB of its memory"
    yield (
        f"{MANY:,} episodes leave {MANY:,} × {one.kilobytes:.1f} kB = {MANY * one.kilobytes / 1e9:.2f} TB "
        f"in {MANY * one.files:,.0f} files"
    )
    if asked.tokens:
        tokens = one.steps * asked.tokens
        cost = f"{MANY * tokens / 1e12:.3f} × 10¹² × ${asked.price:g} / 10⁶ = ${MANY * tokens * asked.price / 1e6:,.0f}"
        yield f"and take {MANY:,} × {one.steps:.1f} × {asked.tokens:g} tokens: {cost}"


def hourly(one: Episode, asked: argparse.Namespace) -> float:
    return 3600 * rate(one, asked) * one.kilobytes / 1e6


def memory(one: Episode, asked: argparse.Namespace) -> float:
    return float(asked.cores * one.worker_megabytes / 1000)


def table(one: Episode, asked: argparse.Namespace) -> Iterator[str]:
    """Yield a Markdown table: what so many machines play in an hour, and what that takes and leaves."""
    yield f"| {' | '.join(COLUMNS)} |"
    yield f"|{'---:|' * len(COLUMNS)}"
    for machines in map(int, asked.machines.split(",")):
        a_second = machines * rate(one, asked)
        figures = (
            f"{machines:,}",
            f"{3600 * a_second:,.0f}",
            f"{machines * memory(one, asked):,.1f}",
            f"{machines * hourly(one, asked):,.1f}",
            f"{a_second * one.files:,.0f}",
            f"{60 * a_second * one.steps * asked.tokens / 1e6:,.1f}",
            f"{machines * asked.dollars:,.2f}",
            told(MANY / a_second),
            f"${MANY / a_second / 3600 * machines * asked.dollars:,.2f}",
        )
        yield f"| {' | '.join(figures)} |"


def limits(one: Episode, asked: argparse.Namespace) -> Iterator[str]:
    """Yield what is full first, and what next, by the number of machines."""
    tokens = 60 * rate(one, asked) * one.steps * asked.tokens
    known = [
        (asked.store, rate(one, asked) * one.files, "new files a second in one shared folder (assumed)"),
        (asked.tasks, rate(one, asked), "tasks a second that Ray hands out (measured, on the machine of --tasks)"),
        (asked.minute, tokens, "tokens a minute of the provider (assumed)"),
    ]
    full = sorted((most / each, most, each, what) for most, each, what in known if most and each)
    for machines, most, each, what in full:
        yield f"{most:,.0f} {what} are used up by {most:,.0f} / {each:,.1f} = {machines:,.1f} machines"


def told(seconds: float) -> str:
    return f"{seconds / 3600:,.1f} h" if seconds < 172_800 else f"{seconds / 86_400:,.1f} days"


if __name__ == "__main__":
    main()
