"""Makes src/lifeworld/arena/prepared.zip, the battles that ship for an arena's first page: plays them, packs the run.

python scripts/prepared.py
"""

import sys
import tempfile
import zipfile
from pathlib import Path

from lifeworld.run.config import RunConfig
from lifeworld.run.runner import run

TARGET = Path(__file__).parent.parent / "src/lifeworld/arena/prepared.zip"
MOST = 3_000_000  # bytes
PLAYED = RunConfig(
    agents=("tree", "oracle?slip=0.02", "oracle?slip=0.1"),
    driver="chromium",
    tasks=("bank.FreezeCard", "todo.AddTaskWithDate"),
    limit=2,
    seed=3,
)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        run(PLAYED, Path(folder))
        pack(Path(folder))
    size = TARGET.stat().st_size
    print(f"{TARGET}: {size:,} bytes")
    sys.exit(size > MOST)


def pack(folder: Path) -> None:
    """Pack what a battle needs of a run."""
    files = [folder / "run.json", *folder.glob("episodes/*/*"), *folder.glob("images/*/*")]
    with zipfile.ZipFile(TARGET, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(files):
            archive.write(file, file.relative_to(folder))


if __name__ == "__main__":
    main()
