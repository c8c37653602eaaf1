"""Puts into docs/looks.md how the apps are built, and by how much one tells them apart.

python scripts/looks.py axes             # the value of each app on each axis
python scripts/looks.py grey [FOLDER]    # the app of a screen by its nearest other one; a folder keeps both
"""

import asyncio
import sys
from itertools import combinations
from pathlib import Path

from grey import measure, right
from measured import put, table

from lifeworld import apps
from lifeworld.web.anatomy import AXES, anatomy


def axes() -> str:
    """Return a line for each axis, and the fewest on which two apps differ."""
    found = {app.name: anatomy(app.folder) for app in apps.installed()}
    rows = [(axis, *(one.axes[axis] for one in found.values())) for axis in AXES]
    apart = [one.distance(other) for one, other in combinations(found.values(), 2)]
    return f"{table(('', *found), rows)}\n\nAny two differ on {min(apart)} to {max(apart)} of {len(AXES)}."


def grey() -> str:
    """Return a line for each kind of screen."""
    found = right(asyncio.run(measure(Path(sys.argv[2]) if len(sys.argv) > 2 else None)))
    rows = [(kind, of, same, f"{same / of:.0%}") for kind, (same, of) in found.items() if of]
    return table(("kind", "screens", "nearest to one of the same app", "share"), rows)


if __name__ == "__main__":
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name not in ("axes", "grey"):
        raise SystemExit("say what: axes or grey")
    put("looks.md", name, "looks.py", {"axes": axes, "grey": grey}[name]())
