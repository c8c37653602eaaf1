"""The worlds of files that a run is played in, kept beside its episodes: whoever has the run has them."""

import os
from collections.abc import Collection
from pathlib import Path

from lifeworld.core.errors import UserError
from lifeworld.core.own import WORLDS, own_worlds

KEPT = "worlds"


def files_of(profiles: Collection[str]) -> dict[str, Path]:
    """Return the files of the worlds among these profiles, by where a run keeps them."""
    return {f"{KEPT}/{path.name}": path for name, path in own_worlds().items() if name in profiles}


def find(run: Path) -> None:
    """Let the worlds that a run keeps be found, by this process and those that it starts.

    Raises:
        UserError: a world of one's own has the name of one of them, and is another.
    """
    for path in sorted((run / KEPT).glob("*")):
        known = own_worlds().get(path.stem)
        if known is None:
            os.environ[WORLDS] = os.pathsep.join(filter(None, (os.environ.get(WORLDS), str(path.absolute()))))
        elif known.read_bytes() != path.read_bytes():
            raise UserError(
                f"{known} is another world than the one of this name in which {run} is played ({path}); "
                "take that one, or give yours another name and the run another folder"
            )
