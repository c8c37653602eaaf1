"""Where a run's folder may be: on this machine, or at an address."""

import re
from pathlib import Path

Place = Path | str  # a folder here, or an address
_SCHEME = re.compile(r"\w[\w+.:-]*://")


def is_away(place: Place) -> bool:
    """Return whether this is an address, not a folder of this machine."""
    return isinstance(place, str) and _SCHEME.match(place) is not None
