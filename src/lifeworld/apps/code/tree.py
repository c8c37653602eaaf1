"""A project's folders and files as a tree, and what its screens mark in it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from lifeworld.apps.code.models import File, Folder, Project
from lifeworld.apps.code.problems import problems
from lifeworld.apps.code.versions import Difference
from lifeworld.store import Store

LANGUAGES = {
    "py": "Python",
    "html": "HTML",
    "css": "CSS",
    "js": "JavaScript",
    "json": "JSON",
    "toml": "TOML",
    "md": "Markdown",
}


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


def shares(texts: Mapping[str, str]) -> list[tuple[str, str, int]]:
    """Return of which languages so many files are, the largest first: its ending, its name, its share in percent."""
    sizes = Counter[str]()
    for path, text in texts.items():
        sizes[path.rpartition(".")[2]] += len(text) if path.rpartition(".")[2] in LANGUAGES else 0
    whole = max(1, sizes.total())
    return [(one, LANGUAGES[one], round(100 * size / whole)) for one, size in sizes.most_common() if size]


def _place(entry: Entry) -> list[tuple[bool, str]]:
    *folders, name = entry.path.split("/")
    return [*((False, folder.lower()) for folder in folders), (entry.is_file, name.lower())]
