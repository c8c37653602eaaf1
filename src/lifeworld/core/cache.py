"""Where things are kept that can be made again."""

import os
from pathlib import Path

from platformdirs import user_cache_path


def cache() -> Path:
    """Return the folder that profiles and the like are kept in; LIFEWORLD_CACHE names another."""
    named = os.environ.get("LIFEWORLD_CACHE")
    return Path(named) if named else user_cache_path("lifeworld")
