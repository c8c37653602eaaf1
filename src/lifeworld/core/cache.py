"""Where things are kept that can be made again."""

import os
import tempfile
from pathlib import Path

from platformdirs import user_cache_path


def cache() -> Path:
    """Return the folder that profiles and the like are kept in; LIFEWORLD_CACHE names another."""
    named = os.environ.get("LIFEWORLD_CACHE")
    return Path(named) if named else user_cache_path("lifeworld")


def keep(path: Path, data: bytes) -> bool:
    """Write a file of the cache under another name first, so that a killed process leaves no half of it.

    Returns:
        Whether it is kept: a full disk or a read-only home only costs the cache.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(data)
        os.replace(file.name, path)
    except OSError:
        return False
    return True
