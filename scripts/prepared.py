"""Makes src/lifeworld/arena/prepared.zip, the battles that ship for an arena's first page: plays them, packs the run.

python scripts/prepared.py
"""

import io
import sys
import tempfile
import zipfile
from pathlib import Path

from PIL import Image

from lifeworld.run.config import RunConfig
from lifeworld.run.runner import run

TARGET = Path(__file__).parent.parent / "src/lifeworld/arena/prepared.zip"
MOST = 2_500_000  # bytes
PLAYED = RunConfig(
    agents=("tree", "oracle?slip=0.02", "oracle?slip=0.1"),
    driver="chromium",
    tasks=("bank.FreezeCard", "todo.AddTaskWithDate"),
    devices=("phone",),
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
            archive.writestr(str(file.relative_to(folder)), _small(file))


def _small(file: Path) -> bytes:
    """Return a file's bytes; a picture's pixels in fewer bytes than the browser takes, as it is in haste."""
    if file.suffix != ".png":
        return file.read_bytes()
    out = io.BytesIO()
    Image.open(file).save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    main()
