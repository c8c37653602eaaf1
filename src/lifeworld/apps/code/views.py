"""Brackets' screens."""

from lifeworld.apps.code import commands as c
from lifeworld.apps.code.colouring import coloured, compared, language, marks
from lifeworld.apps.code.finding import Finder
from lifeworld.apps.code.models import Change, Commit, File, Folder, Project, Settings
from lifeworld.apps.code.problems import problems
from lifeworld.apps.code.tree import tree
from lifeworld.apps.code.versions import committed, lines, of_commit, waiting
from lifeworld.web import Form, Page, Pages, Place, Request
from lifeworld.web.language import _, ngettext

# Pressed with Alt, by the last word of a place's address; “edit” and the others are on their pages.
KEYS = {"files": "f", "search": "s", "changes": "c", "history": "h", "problems": "p", "edit": "e", "new": "n"}
FOUND = """
project_id = ? AND (instr(lower(message || ' ' || note), lower(?))
OR id IN (SELECT commit_id FROM code_change WHERE instr(lower(path), lower(?))))
"""
_SECTIONS = {"commit": "/history", "change": "/history"}


def frame(request: Request) -> dict[str, object]:
    """Return what every screen shows: the places of the project that the address is in, its tree, its tabs."""
    settings = request.store.get(Settings, 1)
    project, section = _here(request)
    shown: dict[str, object] = {"settings": settings, "project": project, "keys": KEYS, "section": section}
    ends = [
        Place(_("Projects"), "/code/", "folder-git-2", tab=project is None),
        Place(_("Settings"), "/code/settings", "settings", tab=project is None),
        Place(_("Shortcuts"), "/code/help", "keyboard", tab=project is None),
    ]
    if project is None:
        return {**shown, "nav": ends, "entries": [], "changed": [], "opened": []}
    at, changed = _at(project), waiting(request.store, project)
    entries = tree(request.store, project, changed)
    places = [
        Place(_("Files"), at, "files"),
        Place(_("Search"), f"{at}/search", "search"),
        Place(_("Changes"), f"{at}/changes", "git-compare-arrows", badge=len(changed)),
        Place(_("History"), f"{at}/history", "git-commit-vertical"),
        Place(_("Problems"), f"{at}/problems", "circle-alert", count=sum(entry.wrong for entry in entries)),
    ]
    opened = request.store.all(File, "project_id = ? AND opened_at IS NOT NULL", project.id, order="opened_at, id")
    return {**shown, "nav": [*places, *ends], "entries": entries, "changed": changed, "opened": opened}


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
    return project, _at(project) + _SECTIONS.get(kind, "/changes" if part == "diff" else "")


def _at(project: Project) -> str:
    return f"/code/project/{project.id}"


pages = Pages("code", frame)


@pages.page("/")
def projects(request: Request) -> Page:
    found = request.part(Project)
    latest = {one.id: request.store.first(Commit, "project_id = ?", one.id, order="id DESC") for one in found.rows}
    return request.page("projects.html", title=_("Projects"), found=found, latest=latest)


@pages.page("/project/{project}")
def show_project(request: Request, project: int) -> Page:
    found = request.row(Project, project)
    recent = request.store.all(Commit, "project_id = ?", project, order="id DESC", limit=5)
    return request.page("project.html", title=found.name, recent=recent)


@pages.page("/project/{project}/search")
def search(request: Request, project: int) -> Page:
    found, q = request.row(Project, project), request.search()
    ways = {name: "on" for name in ("case", "word") if request.query.get(name) == "on"}
    files = request.store.all(File, "project_id = ?", found.id, order="path") if q else []
    finder = Finder(q, "case" in ways, "word" in ways)
    hits = [(file, list(finder.lines(file.text)), finder.count(file.text)) for file in files]
    hits = [hit for hit in hits if hit[1]]
    told = ngettext("%(n)s result", "%(n)s results", sum(hit[2] for hit in hits))
    names = [file for file in files if q.lower() in file.path.lower()]
    shown = {"q": q, "ways": ways, "hits": request.cut(hits), "names": names, "told": told}
    return request.page("search.html", title=_("Search"), **shown)


@pages.form("/project/{project}/changes", c.CommitAll, then="/code/commit/{id}", toast="Committed.")
def changes(request: Request, form: Form, project: int) -> Page:
    request.row(Project, project)
    return request.page("changes.html", title=_("Changes"), form=form, last=_last_changes(request, project))


@pages.page("/project/{project}/history")
def history(request: Request, project: int) -> Page:
    request.row(Project, project)
    q = request.search()
    part = request.part(Commit, FOUND, project, q, q, order="id DESC")
    return request.page("history.html", title=_("History"), part=part, q=q, of=None)


@pages.page("/project/{project}/problems")
def all_problems(request: Request, project: int) -> Page:
    request.row(Project, project)
    files = request.store.all(File, "project_id = ?", project, order="path")
    found = [(file, told) for file in files if (told := problems(file.path, file.text))]
    return request.page("problems.html", title=_("Problems"), found=found)


@pages.page("/file/{file}")
def show_file(request: Request, file: int) -> Page:
    """A file in colours; looking at it opens its tab."""
    found = request.row(File, file)
    if found.opened_at is None:
        found = request.seen(found, opened_at=request.now)
    kept = committed(request.store, found.project).get(found.path)
    shown = {
        "file": found,
        "code": coloured(found.path, found.text),
        "marks": marks(kept, found.text) if kept != found.text else {},
        "says": {one.line: one for one in reversed(problems(found.path, found.text))},
        "language": language(found.path),
        "is_changed": kept != found.text,
    }
    return request.page("file.html", title=found.name, **shown)


@pages.form("/file/{file}/edit", c.SaveFile, then="/code/file/{id}", toast="Saved.")
def edit(request: Request, form: Form, file: int) -> Page:
    found = request.row(File, file)
    form.start(text=found.text)
    rows = len(lines(form.value("text"))) + 1
    return request.page("edit.html", title=found.name, file=found, form=form, rows=rows)


@pages.page("/file/{file}/diff")
def diff(request: Request, file: int) -> Page:
    found = request.row(File, file)
    changed = [one for one in waiting(request.store, found.project) if one.path == found.path]
    return request.page("diff.html", title=found.name, file=found, shown=changed, compared=compared)


@pages.page("/file/{file}/history")
def file_history(request: Request, file: int) -> Page:
    found = request.row(File, file)
    where = "project_id = ? AND id IN (SELECT commit_id FROM code_change WHERE path = ?)"
    part = request.part(Commit, where, found.project_id, found.path, order="id DESC")
    return request.page("history.html", title=found.name, part=part, q="", of=found)


@pages.page("/commit/{commit}")
def show_commit(request: Request, commit: int) -> Page:
    found = request.row(Commit, commit)
    at = {one.path: one for one in request.store.all(Change, "commit_id = ?", commit)}
    shown = of_commit(found)
    return request.page("commit.html", title=found.message, commit=found, shown=shown, at=at, compared=compared)


@pages.page("/change/{change}")
def show_change(request: Request, change: int) -> Page:
    """A file as it was after a commit; one that was deleted there as it was before."""
    found = request.row(Change, change)
    code = coloured(found.path, found.last)
    return request.page("change.html", title=found.path.rpartition("/")[2], change=found, code=code)


@pages.page("/help")
def help_page(request: Request) -> Page:
    return request.page("help.html", title=_("Shortcuts"))


def _last_changes(request: Request, project: int) -> dict[str, Change]:
    """Return the commit's change that each file to be deleted was in last, by path."""
    gone = [one.path for one in waiting(request.store, request.row(Project, project)) if one.kind == "D"]
    mine = "path = ? AND commit_id IN (SELECT id FROM code_commit WHERE project_id = ?)"
    found = {path: request.store.first(Change, mine, path, project, order="id DESC") for path in gone}
    return {path: change for path, change in found.items() if change}


def _gone_with(request: Request, folder: Folder) -> str:
    count = sum(isinstance(row, File) for row in c.within(request.store, folder))
    return ngettext(
        "%(path)s and its %(n)s file will be deleted. What is committed stays in the history.",
        "%(path)s and its %(n)s files will be deleted. What is committed stays in the history.",
        count,
        path=folder.path,
    )


def _to_project(request: Request, row: File | Folder) -> str:
    return _at(row.project)


def _elsewhere(request: Request, row: File | Project) -> str:
    """Return the page that a tab was closed on; not that of a file, which would open its tab again."""
    back = request.back
    return _at(row.project if isinstance(row, File) else row) if back.startswith("/code/file/") else back


pages.plain_form(
    "/projects/add", c.AddProject, "New project", back="/", submit="Make project", then="/code/project/{id}"
)
pages.plain_form(
    "/project/{project}/new",
    c.AddFile,
    "New file",
    about="{project.name}",
    submit="Make file",
    then="/code/file/{id}/edit",
    toast="{path} made.",
)
pages.plain_form(
    "/project/{project}/folder",
    c.AddFolder,
    "New folder",
    about="{project.name}",
    submit="Make folder",
    toast="{path} made.",
)
pages.plain_form(
    "/project/{project}/replace",
    c.ReplaceAll,
    "Replace in files",
    about="{project.name}",
    back="/project/{project}/search",
    submit="Replace all",
    then="/code/project/{id}/changes",
    toast="Replaced.",
)
pages.plain_form("/file/{file}/move", c.MoveFile, "Rename or move", about="{file.path}", toast="Moved.")
pages.confirm(
    "/file/{file}/delete",
    c.DeleteFile,
    "Delete {file.name}?",
    text="{file.path} will be deleted. What is committed stays in the history.",
    then=_to_project,
    toast="File deleted.",
)
pages.confirm(
    "/file/{file}/discard",
    c.Discard,
    "Discard changes?",
    text="{file.path} goes back to the last commit. What was changed since is lost.",
    back="/file/{file}/diff",
    submit="Discard",
    keep="Keep them",
    then=_to_project,
    toast="Changes discarded.",
)
pages.plain_form(
    "/folder/{folder}/move",
    c.MoveFolder,
    "Rename or move",
    about="{folder.path}",
    back="/project/{folder.project_id}",
    toast="Moved.",
)
pages.confirm(
    "/folder/{folder}/delete",
    c.DeleteFolder,
    "Delete folder?",
    text=_gone_with,
    back="/project/{folder.project_id}",
    toast="Folder deleted.",
)
pages.confirm(
    "/commit/{commit}/revert",
    c.Revert,
    "Revert this commit?",
    text="A new commit takes “{commit.message}” back.",
    submit="Revert",
    then="/code/commit/{id}",
    toast="Reverted.",
)
pages.confirm(
    "/change/{change}/restore",
    c.Restore,
    "Restore this version?",
    text="{change.path} becomes what it was then. Nothing is committed yet.",
    submit="Restore",
    then="/code/file/{id}",
    toast="Restored.",
)
pages.plain_form("/settings", c.SaveSettings, "Settings", back="/", then="/code/settings", toast="Settings saved.")
pages.button("/file/{file}/close", c.CloseFile, then=_elsewhere)
pages.button("/project/{project}/close", c.CloseAll, then=_elsewhere)
