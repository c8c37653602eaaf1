"""People's ratings of a run's trajectories: DIR/labels/<name>.jsonl, a line each; the last of an item counts."""

import hashlib
import re
import unicodedata
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from lifeworld.core.errors import UserError
from lifeworld.judges.opinion import Met
from lifeworld.run.folder import Folder
from lifeworld.run.judging import said_of_now
from lifeworld.run.storage import append_json_line, read_json_lines

PLACE = "labels"
OUTCOME = 0  # the number of an episode's outcome; its items are numbered from 1
_NAME = re.compile(r"\w[\w .'-]{0,39}")


class Label(BaseModel):
    """One rating by a person.

    Attributes:
        by: who rated.
        item: its number; `OUTCOME` for the outcome.
        shown: the digest of what was shown; ratings of an older digest don't count.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    by: str
    episode: str
    item: int
    met: Met
    shown: str


def called(name: str) -> str:
    """Return a rater's name in its normal form.

    Raises:
        UserError: it is not a valid name.
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
    append_json_line(_place(folder, label.by), label.model_dump(mode="json"))


def ratings_by(folder: Folder, name: str) -> dict[tuple[str, int, str], Met]:
    """Return a person's ratings by episode, item and what was shown."""
    found = read_json_lines(_place(folder, name), Label)
    return {(one.episode, one.item, one.shown): one.met for one in found}


def everybody(folder: Folder) -> dict[str, dict[tuple[str, int], Met]]:
    """Return all people's ratings of what the run shows now, by name."""
    found: dict[str, dict[tuple[str, int], Met]] = {}
    for one in said_of_now(folder, PLACE, Label):
        found.setdefault(one.by, {})[one.episode, one.item] = one.met
    return found


def _place(folder: Folder, name: str) -> Path:
    known = hashlib.blake2b(name.encode(), digest_size=4).hexdigest()
    return folder.path / PLACE / f"{re.sub(r'[^a-z0-9]+', '-', name.lower())}-{known}.jsonl"
