"""Folders of one's own with further apps, scenarios and variants, beside those that Lifeworld ships."""

import os
from pathlib import Path

from lifeworld.core.errors import UserError

NAME = "LIFEWORLD_PATH"
KINDS = ("apps", "scenarios", "variants")


def own_folders(kind: str) -> list[str]:
    """Return the folders of a kind (apps, scenarios, variants) in the folders that LIFEWORLD_PATH names.

    Raises:
        UserError: it names a folder that is not there, or that holds none of them.
    """
    named = [Path(part) for part in os.environ.get(NAME, "").split(os.pathsep) if part]
    for folder in named:
        if not any((folder / known).is_dir() for known in KINDS):
            told = "no folder “apps”, “scenarios” or “variants”"
            raise UserError(f"{NAME} names {folder}, which has {told}; see docs/add-an-app.md and docs/variation.md")
    return [str(folder / kind) for folder in named if (folder / kind).is_dir()]


def own_worlds() -> dict[str, Path]:
    """Return the files of whole worlds, `variants/worlds/NAME.yaml` or `.json`, by their names."""
    folders = [Path(folder) / "worlds" for folder in own_folders("variants")]
    found = (path for folder in folders if folder.is_dir() for path in sorted(folder.iterdir()))
    return {path.stem: path for path in found if path.suffix in (".yaml", ".yml", ".json")}


def own_files(kind: str, name: str) -> list[Path]:
    """Return the files of a name in the folders of a kind, in the order of LIFEWORLD_PATH."""
    return [path for folder in own_folders(kind) if (path := Path(folder) / name).is_file()]
