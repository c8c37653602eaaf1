"""The people whose devices we hold, each written by hand in a file."""

from functools import cache
from pathlib import Path

from lifeworld.life.biographies.references import check
from lifeworld.life.biography import Biography
from lifeworld.life.words.files import folder, read

NAMES = ("nora", "desmond", "wilma")


@cache
def biography(name: str) -> Biography:
    """Return the biography of one of `NAMES`.

    Raises:
        KeyError: there is none of this name.
    """
    if name not in NAMES:
        raise KeyError(name)
    return from_file(folder(__file__) / f"{name}.toml")


def from_file(path: Path) -> Biography:
    """Return the biography in a file, which is called as its person is.

    Raises:
        UserError: a key or a type is wrong, or a person, business or article is named that there is not.
    """
    found = read(Biography, path, name=path.stem)
    check(found, path)
    return found
