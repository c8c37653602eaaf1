"""Folders of one's own with further apps, tasks and variants, beside those that Lifeworld ships."""

import os
import re
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from lifeworld.core.errors import UserError

NAME = "LIFEWORLD_PATH"
KINDS = ("apps", "tasks", "variants")
VARIANTS = ("themes.toml", "contents.toml", "popups.toml", "people.toml", "worlds")  # files and folders in `variants`
WORLDS = "LIFEWORLD_WORLDS"  # files of worlds that the command line names, for all processes of the command
WORLD_ENDINGS = (".yaml", ".yml", ".json")
_NAMED = re.compile(r"[a-z][a-z0-9_-]*")


def own_folders(kind: str) -> list[str]:
    """Return the folders of a kind (apps, tasks, variants) in the folders that LIFEWORLD_PATH names.

    Raises:
        UserError: it names a folder that is not there, or that holds none of them, or one with a misspelt name.
    """
    named = [Path(part) for part in os.environ.get(NAME, "").split(os.pathsep) if part]
    for folder in named:
        if not any((folder / known).is_dir() for known in KINDS) and not _is_empty(folder):
            raise UserError(f"{NAME} names {folder}, {_misnamed(folder)}")
        _refuse_unread(folder, KINDS)
        if (folder / "variants").is_dir():
            _refuse_unread(folder / "variants", VARIANTS)
    return [str(folder / kind) for folder in named if (folder / kind).is_dir()]


def _misnamed(folder: Path) -> str:
    """Return why a folder is none of one's own, and what would be right."""
    if not folder.is_dir():
        return "which is no folder" if folder.exists() else "which does not exist"
    absolute = folder.absolute()
    near = (absolute, absolute.parent) if any(folder.glob("*.py")) else (absolute,)
    if kind := next((one for one in near if one.name in KINDS), None):
        return f"a folder of {kind.name}; name the one around “{kind.name}”: {kind.parent}"
    return "which has no folder “apps”, “tasks” or “variants”; see docs/add-an-app.md and docs/variation.md"


def unnamed(name: str, known: Iterable[str]) -> str:
    """Return that a folder of one's own, where nothing is called nearly so, is to be named first; "" once one is."""
    near = os.environ.get(NAME) or get_close_matches(name, known, n=1, cutoff=0.75)
    return "" if near else f" (one of your own is found once {NAME} names its folder: export {NAME}=…)"


def _is_empty(folder: Path) -> bool:
    return folder.is_dir() and not any(folder.iterdir())


def bare_folders(paths: Iterable[str]) -> list[Path]:
    """Return the folders of Python files within these folders that hold no `__init__.py`."""
    inside = (path for one in paths if Path(one).is_dir() for path in sorted(Path(one).iterdir()))
    named = (path for path in inside if path.name.isidentifier() and not path.name.startswith("_"))
    return [path for path in named if any(path.rglob("*.py")) and not (path / "__init__.py").exists()]


def shadowed(kind: str, shipped: str) -> list[Path]:
    """Return the modules and folders of one's own that are never read, as one beside this shipped file is called so."""
    ours = {path.stem for path in Path(shipped).parent.iterdir() if not path.name.startswith("_")}
    inside = (path for folder in own_folders(kind) for path in sorted(Path(folder).iterdir()))
    return [path for path in inside if path.stem in ours and (path.suffix == ".py" or path.is_dir())]


def own_worlds() -> dict[str, Path]:
    """Return the files of whole worlds by their names: `variants/worlds/NAME.yaml` or `.json`, and those named singly.

    Raises:
        UserError: two have one name, or a file's name can't be a world's.
    """
    folders = [Path(folder) / "worlds" for folder in own_folders("variants")]
    inside = (path for folder in folders if folder.is_dir() for path in sorted(folder.iterdir()))
    singly = [Path(named) for named in os.environ.get(WORLDS, "").split(os.pathsep) if named]
    found: dict[str, Path] = {}
    for path in (*(path for path in inside if path.suffix in WORLD_ENDINGS), *singly):
        if not _NAMED.fullmatch(path.stem):
            raise UserError(f"{path}: a world is called as its file; take small letters, digits and dashes")
        if not found.setdefault(path.stem, path).resolve() == path.resolve():
            raise UserError(f"{path}: {found[path.stem]} is called {path.stem} already; rename one of them")
    return found


def add_worlds(folder: Path) -> None:
    """Add the worlds of a folder, which may not exist, for this process and those that it starts.

    Raises:
        UserError: another world of the same name is known.
    """
    for path in sorted(folder.glob("*")):
        known = own_worlds().get(path.stem)
        if known is None:
            os.environ[WORLDS] = os.pathsep.join(filter(None, (os.environ.get(WORLDS), str(path.absolute()))))
        elif known.read_bytes() != path.read_bytes():
            raise UserError(
                f"{known} is another world than the one of this name in which {folder.parent} is played ({path}); "
                "take that one, or give yours another name and the run another folder"
            )


def own_files(kind: str, name: str) -> list[Path]:
    """Return the files of a name in the folders of a kind, in the order of LIFEWORLD_PATH."""
    return [path for folder in own_folders(kind) if (path := Path(folder) / name).is_file()]


def _refuse_unread(folder: Path, known: Iterable[str]) -> None:
    """Raise an error where a folder holds what is called almost as what is read, and so never would be."""
    for path in sorted(folder.iterdir()):
        near = get_close_matches(path.name, list(known), n=1, cutoff=0.8)
        if near and path.name not in known:
            raise UserError(f"{path} is never read; did you mean {near[0]}?")
