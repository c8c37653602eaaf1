"""Brackets' screens."""

from lifeworld.apps.code import commands as c
from lifeworld.apps.code import sample
from lifeworld.apps.code.colouring import coloured, compared, language, marks, outline, stretch
from lifeworld.apps.code.finding import finding
from lifeworld.apps.code.frame import LANGUAGES, address, frame, shares
from lifeworld.apps.code.models import Change, Commit, File, Folder, Project, Settings
from lifeworld.apps.code.problems import CHECKED, problems
from lifeworld.apps.code.versions import committed, lines, of_commit, saved, waiting
from lifeworld.web import Form, Page, Pages, Part, Request
from lifeworld.web.language import _, ngettext

FOUND = """
project_id = ? AND (instr(lower(message || ' ' || note), lower(?))
OR id IN (SELECT commit_id FROM code_change WHERE instr(lower(path), lower(?))))
"""
_DIFFS = {"compared": compared, "stretch": stretch}  # what draws diffs
pages = Pages("code", frame)


@pages.page("/")
def projects(request: Request) -> Page:
    found = request.part(Project)
    if not found.rows:
        return request.page("welcome.html", title=_("Projects"), sample=_sample(), languages=LANGUAGES)
    latest = {one.id: request.store.first(Commit, "project_id = ?", one.id, order="id DESC") for one in found.rows}
    texts = {one.id: saved(request.store, one) for one in found.rows}
    recent = request.store.all(Commit, order="at DESC, id DESC", limit=8)
    shown = {
        "latest": latest,
        "makeup": {one: shares(files) for one, files in texts.items()},
        "due": {one.id: len(waiting(request.store, one)) for one in found.rows},
        "recent": recent,
        "readme": texts[found.rows[0].id].get("README.md", "") if found.total == 1 else "",
    }
    return request.page("projects.html", title=_("Projects"), found=found, **shown)


@pages.page("/project/{project}")
def show_project(request: Request, project: int) -> Page:
    found = request.row(Project, project)
    recent = request.store.all(Commit, "project_id = ?", project, order="id DESC", limit=5)
    files = saved(request.store, found)
    shown = {"makeup": shares(files), "readme": files.get("README.md", "")}
    return request.page("project.html", title=found.name, recent=recent, **shown)


@pages.page("/project/{project}/search")
def search(request: Request, project: int) -> Page:
    return request.page("search.html", title=_("Search"), **_searching(request, project))


@pages.form("/project/{project}/replace", c.ReplaceAll, then="/code/project/{id}/changes", toast="Replaced.")
def replace(request: Request, form: Form, project: int) -> Page:
    shown = _searching(request, project) | {"section": f"/code/project/{project}/search"}
    return request.page("replace.html", title=_("Replace in files"), form=form, **shown)


def _searching(request: Request, project: int) -> dict[str, object]:
    """Return what stands where one searches, and the file beside it on the desktop."""
    last = request.store.first(
        File, "project_id = ? AND opened_at IS NOT NULL", project, order="opened_at DESC, id DESC"
    )
    shown = _shown(request, last) if last else {"file": None}
    return shown | finding(request, request.row(Project, project))


@pages.form("/project/{project}/changes", c.CommitAll, then="/code/commit/{id}", toast="Committed.")
def changes(request: Request, form: Form, project: int) -> Page:
    request.row(Project, project)
    return request.page("changes.html", title=_("Changes"), form=form, **_to_commit(request, project))


@pages.page("/project/{project}/history")
def history(request: Request, project: int) -> Page:
    request.row(Project, project)
    q = request.search()
    part = request.part(Commit, FOUND, project, q, q, order="id DESC")
    return request.page("history.html", title=_("History"), q=q, of=None, **_listed(part))


@pages.page("/project/{project}/problems")
def all_problems(request: Request, project: int) -> Page:
    request.row(Project, project)
    files = request.store.all(File, "project_id = ?", project, order="path")
    coded = [(file, told, coloured(file.path, file.text)) for file in files if (told := problems(file.path, file.text))]
    return request.page("problems.html", title=_("Problems"), found=coded)


@pages.page("/file/{file}")
def show_file(request: Request, file: int) -> Page:
    """A file in colours; looking at it opens its tab. What it was found by stays beside it."""
    found = request.row(File, file)
    if found.opened_at is None:
        found = request.seen(found, opened_at=request.now)
    beside = finding(request, found.project) if request.search() else {}
    return request.page("file.html", title=found.name, **_shown(request, found), **beside)


def _shown(request: Request, found: File) -> dict[str, object]:
    """Return what an editor shows of a file."""
    kept = committed(request.store, found.project).get(found.path)
    return {
        "file": found,
        "marks": marks(kept, found.text) if kept != found.text else {},
        "outline": [outline(line) for line in lines(found.text)],
        "is_changed": kept != found.text,
        **_coded(found.path, found.text),
    }


def _coded(path: str, text: str) -> dict[str, object]:
    """Return a text in its colours, what is wrong in it by line, and its language."""
    says = {one.line: one for one in reversed(problems(path, text))}
    return {"code": coloured(path, text), "says": says, "syntax": language(path)}


@pages.form("/file/{file}/edit", c.SaveFile, then="/code/file/{id}", toast="Saved.")
def edit(request: Request, form: Form, file: int) -> Page:
    found = request.row(File, file)
    form.start(text=found.text)
    shown = _coded(found.path, form.value("text"))
    return request.page("edit.html", title=found.name, file=found, form=form, **shown)


@pages.page("/file/{file}/diff")
def diff(request: Request, file: int) -> Page:
    found = request.row(File, file)
    changed = [one for one in waiting(request.store, found.project) if one.path == found.path]
    form = Form(c.CommitAll, request, (), {"project": found.project_id})
    beside = _to_commit(request, found.project_id)
    return request.page("diff.html", title=found.name, file=found, shown=changed, form=form, **beside)


@pages.page("/file/{file}/history")
def file_history(request: Request, file: int) -> Page:
    found = request.row(File, file)
    where = "project_id = ? AND id IN (SELECT commit_id FROM code_change WHERE path = ?)"
    part = request.part(Commit, where, found.project_id, found.path, order="id DESC")
    return request.page("history.html", title=found.name, q="", of=found, **_listed(part))


def _listed(part: Part) -> dict[str, object]:
    """Return what a history shows: its commits, and the first of them as a whole."""
    return {"part": part, **(_whole(part.rows[0]) if part.rows else {})}


def _whole(commit: Commit) -> dict[str, object]:
    """Return what is shown of a commit where one looks into it."""
    at = {one.path: one for one in commit.store.all(Change, "commit_id = ?", commit.id)}
    shown = of_commit(commit)
    sums = [sum(counts) for counts in zip(*(one.counts for one in shown), strict=True)]
    return {"commit": commit, "shown": shown, "at": at, "sums": sums, **_DIFFS}


def _beside(request: Request, commit: Commit) -> Part:
    """Return the commits that stand beside one."""
    return request.part(Commit, "project_id = ?", commit.project_id, order="id DESC")


@pages.page("/commit/{commit}")
def show_commit(request: Request, commit: int) -> Page:
    found = request.row(Commit, commit)
    return request.page("commit.html", title=found.message, part=_beside(request, found), **_whole(found))


@pages.page("/change/{change}")
def show_change(request: Request, change: int) -> Page:
    """A file as it was after a commit; one that was deleted there as it was before."""
    found = request.row(Change, change)
    is_now = saved(request.store, found.commit.project).get(found.path) == found.last
    shown = {"code": coloured(found.path, found.last), "syntax": language(found.path), "is_now": is_now}
    beside = {"commit": found.commit, "part": _beside(request, found.commit)}
    return request.page("change.html", title=found.path.rpartition("/")[2], change=found, **beside, **shown)


@pages.page("/help")
def help_page(request: Request) -> Page:
    return request.page("help.html", title=_("Help"), languages=LANGUAGES, checked=CHECKED)


@pages.form("/settings", c.SaveSettings, then="/code/settings", toast="Settings saved.")
def settings(request: Request, form: Form) -> Page:
    held = request.store.get(Settings, 1)
    form.start(**{name: getattr(held, name) for name in form.asked})
    return request.page("settings.html", title=_("Settings"), form=form, sample=_sample())


def _sample() -> dict[str, object]:
    return {"path": sample.PATH, "code": coloured(sample.PATH, sample.TEXT.strip()), "head": sample.HEAD}


def _to_commit(request: Request, project: int) -> dict[str, object]:
    """Return what stands where one commits: what comes before that commit, and what draws diffs."""
    recent = request.store.all(Commit, "project_id = ?", project, order="id DESC", limit=5)
    return {"last": _last_changes(request, project), "recent": recent, **_DIFFS}


def _last_changes(request: Request, project: int) -> dict[str, Change]:
    """Return the commit's change that each file to be deleted was in last, by path."""
    gone = [one.path for one in waiting(request.store, request.row(Project, project)) if one.kind == "D"]
    mine = "path = ? AND commit_id IN (SELECT id FROM code_commit WHERE project_id = ?)"
    found = {path: request.store.first(Change, mine, path, project, order="id DESC") for path in gone}
    return {path: change for path, change in found.items() if change}


def _gone_with(request: Request, folder: Folder) -> str:
    count = sum(isinstance(row, File) for row in c.within(request.store, folder))
    return ngettext(
        "%(path)s and its %(n)s file will be deleted. Committed versions stay in the history.",
        "%(path)s and its %(n)s files will be deleted. Committed versions stay in the history.",
        count,
        path=folder.path,
    )


def _to_project(request: Request, row: File | Folder) -> str:
    return address(row.project)


def _elsewhere(request: Request, row: File | Project) -> str:
    """Return the page that a tab was closed on; not that of a file, which would open its tab again."""
    back = request.back
    return address(row.project if isinstance(row, File) else row) if back.startswith("/code/file/") else back


pages.plain_form(
    "/projects/add", c.AddProject, "New project", back="/", submit="Create project", then="/code/project/{id}"
)
pages.plain_form(
    "/project/{project}/new",
    c.AddFile,
    "New file in {project.name}",
    submit="Create file",
    then="/code/file/{id}/edit",
    toast="{path} created.",
)
pages.plain_form(
    "/project/{project}/folder",
    c.AddFolder,
    "New folder in {project.name}",
    submit="Create folder",
    toast="{path} created.",
)
pages.plain_form("/file/{file}/move", c.MoveFile, "Rename or move {file.name}", toast="Moved.")
pages.confirm(
    "/file/{file}/delete",
    c.DeleteFile,
    "Delete {file.name}?",
    text="{file.path} will be deleted. Committed versions stay in the history.",
    then=_to_project,
    toast="File deleted.",
)
pages.confirm(
    "/file/{file}/discard",
    c.Discard,
    "Discard changes?",
    text="{file.path} goes back to the last commit. Changes since then are lost.",
    back="/file/{file}/diff",
    submit="Discard",
    keep="Keep changes",
    then=_to_project,
    toast="Changes discarded.",
)
pages.plain_form(
    "/folder/{folder}/move",
    c.MoveFolder,
    "Rename or move {folder.path}",
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
    text="This creates a new commit that undoes “{commit.message}”.",
    submit="Revert",
    then="/code/commit/{id}",
    toast="Reverted.",
)
pages.confirm(
    "/change/{change}/restore",
    c.Restore,
    "Restore this version?",
    text="{change.path} goes back to this version. The change is not committed yet.",
    submit="Restore",
    then="/code/file/{id}",
    toast="Restored.",
)
pages.button("/file/{file}/close", c.CloseFile, then=_elsewhere)
pages.button("/project/{project}/close", c.CloseAll, then=_elsewhere)
