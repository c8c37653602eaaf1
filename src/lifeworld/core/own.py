"""Folders of one's own with further apps and scenarios, beside those that Lifeworld ships."""

import os
from pathlib import Path

from lifeworld.core.errors import UserError

NAME = "LIFEWORLD_PATH"


def own_folders(kind: str) -> list[str]:
    """Return the folders of a kind (apps, scenarios) in the folders that LIFEWORLD_PATH names.

    Raises:
        UserError: it names a folder that is not there, or that holds neither.
    """
    named = [Path(part) for part in os.environ.get(NAME, "").split(os.pathsep) if part]
    for folder in named:
        if not any((folder / known).is_dir() for known in ("apps", "scenarios")):
            raise UserError(f"{NAME} names {folder}, which has no folder “apps” or “scenarios”; see docs/add-an-app.md")
    return [str(folder / kind) for folder in named if (folder / kind).is_dir()]
