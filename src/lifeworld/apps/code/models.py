"""Brackets' rows: projects, their folders and files, their commits, settings."""

import hashlib
from datetime import datetime
from typing import Literal

from lifeworld.life.models import Person
from lifeworld.store import Followed, Row, free, incidental, ref, stamp, verbatim

Size = Literal["small", "usual", "large"]


class Project(Row, table="code_project"):
    """A folder of files with a history."""

    name: str
    about: str = free("the form offers a description", default="", worded=True)


class Folder(Row, table="code_folder"):
    """A folder of a project, by its whole path: it may be empty, which commits do not know."""

    project_id: int = ref(Project, cascade=True)
    path: str = verbatim()

    project = Followed(Project)


class File(Row, table="code_file"):
    """A file as it was saved last."""

    project_id: int = ref(Project, cascade=True)
    path: str = verbatim()
    text: str = verbatim()
    opened_at: datetime | None = incidental("looking at a file opens a tab", default=None)

    project = Followed(Project)

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]


class Commit(Row, table="code_commit"):
    """What was kept of a project at a moment; the order is that of the ids."""

    project_id: int = ref(Project, cascade=True)
    author_id: int = ref(Person)
    message: str
    note: str = free("the form offers a longer description", default="", worded=True)
    at: datetime | None = stamp()

    project = Followed(Project)
    author = Followed(Person)

    @property
    def sha(self) -> str:
        """The short name that histories show."""
        known = f"{self.id} {self.project.name} {self.message}"
        return hashlib.blake2b(known.encode(), digest_size=20).hexdigest()[:7]


class Change(Row, table="code_change"):
    """A file as it was after a commit that touched it; no text where that deleted it."""

    commit_id: int = ref(Commit, cascade=True)
    path: str = verbatim()
    text: str | None = verbatim(default=None)

    commit = Followed(Commit)

    @property
    def before(self) -> "str | None":
        """The file as it was before that commit; None where it was not there."""
        earlier = "commit_id IN (SELECT id FROM code_commit WHERE project_id = ?) AND path = ? AND id < ?"
        found = self.store.first(Change, earlier, self.commit.project_id, self.path, self.id, order="id DESC")
        return found.text if found else None

    @property
    def last(self) -> str:
        """The last that is known of the file there: what the commit made of it, else what it was before."""
        return (self.before or "") if self.text is None else self.text


class Settings(Row, table="code_settings", called="the settings"):
    """The one row of settings."""

    numbers: bool = True
    wrap: bool = False
    size: Size = "usual"
