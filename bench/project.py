"""What many machines would do, computed from one run that was measured.

    python bench/project.py RUN [--cores N] [--machines 1,10,100,1000] [--latency S] [--tokens N] [--at-once N]

RUN is a finished run of one worker. Everything is proportional to it; the last line says which limit comes first.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

from lifeworld.run.folder import Folder

INODES = 1_000_000  # of one folder, beyond which common file systems get slow
WRITES = 1_000  # files a second that one shared file server takes, a common order of magnitude


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path)
    parser.add_argument("--cores", type=int, default=16, help="of each machine")
    parser.add_argument("--machines", default="1,10,100,1000")
    parser.add_argument("--latency", type=float, default=0, help="seconds of a model's answer; 0 for agents of our own")
    parser.add_argument("--tokens", type=int, default=0, help="tokens of an answer, read and written")
    parser.add_argument("--at-once", type=int, default=1, help="episodes that one process plays at the same time")
    asked = parser.parse_args()
    one = measured(asked.run)
    print(f"measured: {json.dumps(one)}")
    for line in table(one, asked):
        print(line)


def measured(run: Path) -> dict[str, float]:
    """Return means over a run's episodes: steps, seconds of a worker, bytes and files on disk."""
    folder = Folder.opened(run)
    places = [run / "episodes" / name for name in folder.names()]
    ended = sorted(place.joinpath("episode.json").stat().st_mtime for place in places)
    files = [[part.stat().st_size for part in place.iterdir()] for place in places]
    images = [part.stat().st_size for part in (run / "images").rglob("*") if part.is_file()]
    return {
        "episodes": len(places),
        "steps": round(mean(episode["counts"]["steps"] for episode in folder.episodes()), 1),
        "seconds": round((ended[-1] - ended[0]) / (len(places) - 1), 3),
        "kilobytes": round((sum(map(sum, files)) + sum(images)) / len(places) / 1000, 1),
        "files": round((sum(map(len, files)) + len(images)) / len(places), 1),
    }


def table(one: dict[str, float], asked: argparse.Namespace) -> Iterator[str]:
    """Yield a Markdown table: what so many machines play in an hour, and what that leaves and takes."""
    alone = one["seconds"] + one["steps"] * asked.latency
    each = max(one["seconds"], alone / asked.at_once)  # of a process: its own work, or its share of the waiting
    head = (
        "machines",
        "episodes an hour",
        "GB an hour",
        "files a second",
        "million tokens a minute",
        "10 million take",
    )
    yield f"| {' | '.join(head)} |"
    yield "|---:|---:|---:|---:|---:|---:|"
    for machines in map(int, asked.machines.split(",")):
        rate = machines * asked.cores / each  # episodes a second
        yield (
            f"| {machines:,} | {3600 * rate:,.0f} | {3600 * rate * one['kilobytes'] / 1e6:,.1f} | "
            f"{rate * one['files']:,.0f} | {60 * rate * one['steps'] * asked.tokens / 1e6:,.1f} | {told(1e7 / rate)} |"
        )
    yield ""
    least = WRITES / one["files"] * each / asked.cores
    yield f"One file server that takes {WRITES:,} files a second is full at {least:,.0f} machines."


def told(seconds: float) -> str:
    return f"{seconds / 3600:,.1f} h" if seconds < 172_800 else f"{seconds / 86_400:,.1f} days"


if __name__ == "__main__":
    main()
