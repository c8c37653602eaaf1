"""A project's folders and files as a tree, and what its screens mark in it."""

from dataclasses import dataclass

from lifeworld.apps.code.models import File, Folder, Project
from lifeworld.apps.code.problems import problems
from lifeworld.apps.code.versions import Difference
from lifeworld.store import Store


@dataclass(frozen=True)
class Entry:
    """One line of the tree: a folder, or a file with the letter of its change and how much is wrong in it."""

    row: Folder | File
    letter: str = ""
    wrong: int = 0

    @property
    def path(self) -> str:
        return self.row.path

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def depth(self) -> int:
        return self.path.count("/")

    @property
    def is_file(self) -> bool:
        return isinstance(self.row, File)


def tree(store: Store, project: Project, waiting: list[Difference]) -> list[Entry]:
    """Return all entries as they are drawn: in each folder first its folders, then its files."""
    letters = {one.path: one.kind for one in waiting}
    files = store.all(File, "project_id = ?", project.id)
    folders = store.all(Folder, "project_id = ?", project.id)
    found = [Entry(folder) for folder in folders]
    found += [Entry(one, letters.get(one.path, ""), len(problems(one.path, one.text))) for one in files]
    return sorted(found, key=_place)


def _place(entry: Entry) -> list[tuple[bool, str]]:
    *folders, name = entry.path.split("/")
    return [*((False, folder.lower()) for folder in folders), (entry.is_file, name.lower())]
