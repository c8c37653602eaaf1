"""Tables of mistakes, as tests keep them: a name, what is written for what, and what is told of it."""

import re
from typing import NamedTuple


class Written(NamedTuple):
    """What stands in a file, first, and what is written instead; what is told, by who tells it."""

    file: str
    old: str
    new: str
    told: dict[str, str]


def read(table: str) -> dict[str, Written]:
    r"""Return the mistakes of a table by name.

    Each is a line with its name, then indented “file: `old` → `new`”, where \n is the end of a line and the file may be
    left out, and lines like “load: what is told”; what doesn't fit a line goes on below, indented once more.
    """
    found: dict[str, Written] = {}
    for entry in re.split(r"\n(?=\S)", table.strip()):
        name, change, *told = entry.replace("\n    ", " ").split("\n  ")
        written = re.fullmatch(r"(?:([\w./]+): )?`(.*)` → `(.*)`", change)
        assert written, change
        file, old, new = (part.replace("\\n", "\n") for part in written.groups(""))
        found[name] = Written(file, old, new, dict(line.split(": ", 1) for line in told))
    return found
