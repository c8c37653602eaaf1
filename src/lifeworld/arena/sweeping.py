"""Takes away what was left in the arena's folder by battles whose worker was killed: sides that no battle refers to."""

import shutil
import time
from pathlib import Path

from sqlalchemy import select

from lifeworld.arena.database import Database
from lifeworld.arena.tables import Side

KEPT = 6 * 3600.0  # seconds after which no battle that is being played or copied can still be filed


def sweep(database: Database, home: Path, kept: float = KEPT) -> int:
    """Take away folders of no battle that have been there for some time; return how many there were."""
    old = [folder for folder in (home / "battles").glob("*") if time.time() - folder.stat().st_ctime > kept]
    with database.reading() as session:  # after the look at the disk, so that what is filed meanwhile is known
        known = set(session.scalars(select(Side.folder)))
    left = [folder for folder in old if folder.name not in known]
    for folder in left:
        shutil.rmtree(folder, ignore_errors=True)
    return len(left)
