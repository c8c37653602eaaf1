"""What people say of a run's trajectories: DIR/labels/<name>.jsonl, one line a rating; the last of an item counts."""

import hashlib
import re
import unicodedata
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from lifeworld.core.errors import UserError
from lifeworld.judges.opinion import Met
from lifeworld.run import lines
from lifeworld.run.folder import Folder
from lifeworld.run.judging import digest, ratable

PLACE = "labels"
OUTCOME = 0  # the number of an episode's outcome; its items are numbered from 1
_NAME = re.compile(r"\w[\w .'-]{0,39}")


class Label(BaseModel):
    """One rating of a person's.

    Attributes:
        by: who rated.
        item: its number; `OUTCOME` for the outcome.
        shown: a digest of what was shown; ratings of something else don't count.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    by: str
    episode: str
    item: int
    met: Met
    shown: str


def called(name: str) -> str:
    """Return a name as it is kept.

    Raises:
        UserError: it can't be anybody's.
    """
    plain = " ".join(unicodedata.normalize("NFKC", name).split())
    if not _NAME.fullmatch(plain):
        raise UserError(
            "a name begins with a letter or digit; letters, digits, spaces, . ' - and _ follow, 40 signs at most"
        )
    return plain


def keep(folder: Folder, label: Label) -> None:
    """File a rating.

    Raises:
        UserError: it can't be written.
    """
    lines.add(_place(folder, label.by), label.model_dump(mode="json"))


def given(folder: Folder, name: str) -> dict[tuple[str, int, str], Met]:
    """Return a person's ratings by episode, item and what was shown."""
    found = (one for one in lines.read(_place(folder, name), Label) if one is not None)
    return {(one.episode, one.item, one.shown): one.met for one in found}


def everybody(folder: Folder) -> dict[str, dict[tuple[str, int], Met]]:
    """Return all people's ratings of what the run shows now, by name."""
    now = {episode: digest(transcript) for episode, transcript in ratable(folder)}
    found: dict[str, dict[tuple[str, int], Met]] = {}
    for path in sorted((folder.path / PLACE).glob("*.jsonl")):
        for one in lines.read(path, Label):
            if one is not None and now.get(one.episode) == one.shown:
                found.setdefault(one.by, {})[one.episode, one.item] = one.met
    return found


def _place(folder: Folder, name: str) -> Path:
    known = hashlib.blake2b(name.encode(), digest_size=4).hexdigest()
    return folder.path / PLACE / f"{re.sub(r'[^a-z0-9]+', '-', name.lower())}-{known}.jsonl"
