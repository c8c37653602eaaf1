"""What every screen of Brackets shows: the places of a project, its tree with what is marked in it, its tabs."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

from lifeworld.apps.code.models import Change, Commit, File, Folder, Project, Settings
from lifeworld.apps.code.problems import problems
from lifeworld.apps.code.versions import Difference, waiting
from lifeworld.store import Store
from lifeworld.web import Place, Request
from lifeworld.web.language import _

NAMED, OTHER = 3, "other"  # languages that a project's line names; the rest is one part of it
KEYS = {"search": "s", "changes": "c", "history": "h", "problems": "p"}  # of places; pressed with Alt
_SECTIONS = {"commit": "/history", "change": "/history"}
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
    """Return of which languages so many files are, the largest first: its ending, its name, its share in percent.

    Rounded is where each ends, so that together they are a hundred. Beyond the named ones all others are one part.
    """
    sizes = Counter[str]()
    for path, text in texts.items():
        sizes[path.rpartition(".")[2]] += len(text) if path.rpartition(".")[2] in LANGUAGES else 0
    parts = [(one, size) for one, size in sizes.most_common() if size]
    if others := sum(size for _, size in parts[NAMED:]):
        parts = [*parts[:NAMED], (OTHER, others)]
    ends = [round(100 * end / sizes.total()) for end in accumulate(size for _, size in parts)]
    names = LANGUAGES | {OTHER: _("Other")}
    return [(one, names[one], end - start) for (one, _), start, end in zip(parts, [0, *ends], ends, strict=False)]


def _place(entry: Entry) -> list[tuple[bool, str]]:
    *folders, name = entry.path.split("/")
    return [*((False, folder.lower()) for folder in folders), (entry.is_file, name.lower())]


def frame(request: Request) -> dict[str, object]:
    """Return what every screen shows: the places of the project that the address is in, its tree, its tabs."""
    (project, section), store = _here(request), request.store
    changed = waiting(store, project) if project else []
    entries = tree(store, project, changed) if project else []
    wrong, opened = sum(entry.wrong for entry in entries), "project_id = ? AND opened_at IS NOT NULL"
    return {
        "settings": store.get(Settings, 1),
        "project": project,
        "section": section,
        "nav": [*(_places(project, len(changed), wrong) if project else ()), *_ends(project)],
        "keys": KEYS,
        "entries": entries,
        "changed": changed,
        "opened": store.all(File, opened, project.id, order="opened_at, id") if project else [],
    }


def _places(project: Project, changed: int, wrong: int) -> list[Place]:
    at = address(project)
    return [
        Place(_("Files"), at, "files"),
        Place(_("Search"), f"{at}/search", "search"),
        Place(_("Changes"), f"{at}/changes", "git-compare-arrows", badge=changed),
        Place(_("History"), f"{at}/history", "git-commit-vertical"),
        Place(_("Problems"), f"{at}/problems", "circle-alert", count=wrong),
    ]


def _ends(project: Project | None) -> list[Place]:
    """Return the places of all projects; on a phone they are tabs where none is open."""
    return [
        Place(_("Projects"), "/code/", "folder-git-2", tab=project is None),
        Place(_("Settings"), "/code/settings", "settings", tab=project is None),
        Place(_("Help"), "/code/help", "circle-help", tab=project is None),
    ]


def _here(request: Request) -> tuple[Project | None, str]:
    """Return the project that the address is in, and its place that a page belongs to whose address is not below it."""
    kind, number, part = f"{request.path}///".split("/")[2:5]
    store = request.store
    if not number.isdecimal():
        return None, "/code/" if kind == "projects" else ""
    kinds = {"file": File, "folder": Folder, "commit": Commit}
    if kind == "change":
        change = store.first(Change, "id = ?", number)
        project = change.commit.project if change else None
    elif kind in kinds:
        row = store.first(kinds[kind], "id = ?", number)
        project = row.project if row else None
    else:
        project = store.first(Project, "id = ?", number) if kind == "project" else None
    if project is None or kind == "project":
        return project, ""
    if kind == "file" and request.search():
        return project, f"{address(project)}/search"
    return project, address(project) + _SECTIONS.get(kind, "/changes" if part == "diff" else "")


def address(project: Project) -> str:
    return f"/code/project/{project.id}"
