"""What every screen of Brackets shows: the places of a project, its tree, its tabs."""

from lifeworld.apps.code.models import Change, Commit, File, Folder, Project, Settings
from lifeworld.apps.code.tree import tree
from lifeworld.apps.code.versions import waiting
from lifeworld.web import Place, Request
from lifeworld.web.language import _

KEYS = {"search": "s", "changes": "c", "history": "h", "problems": "p"}  # of places; pressed with Alt
_SECTIONS = {"commit": "/history", "change": "/history"}


def frame(request: Request) -> dict[str, object]:
    """Return what every screen shows: the places of the project that the address is in, its tree, its tabs."""
    project, section = _here(request)
    store = request.store
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
        Place(_("Shortcuts"), "/code/help", "keyboard", tab=project is None),
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
    return project, address(project) + _SECTIONS.get(kind, "/changes" if part == "diff" else "")


def address(project: Project) -> str:
    return f"/code/project/{project.id}"
