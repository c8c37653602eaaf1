"""Examples of Brackets' commands and refusals that do not follow from their declarations."""

from collections.abc import Iterator

from lifeworld.apps.code import commands as c
from lifeworld.apps.code.models import Change, Commit, File, Folder, Project
from lifeworld.apps.code.versions import of_commit, waiting
from lifeworld.store import Store
from lifeworld.web import Example, done, refused


def examples(store: Store) -> Iterator[Example]:
    """Yield them on a lived-in world."""
    yield done(c.AddProject("Weather station", "Rain and wind on the roof"))
    project = next((one for one in store.all(Project) if waiting(store, one)), None)
    if project:  # which not everybody has
        yield from _of_files(store, project)
        yield from _of_history(store, project)
    yield done(c.SaveSettings(numbers=False, wrap=True))
    if project:
        yield from _of_tabs(store, project)
        yield from _nothing_left(store, project)


def _of_files(store: Store, project: Project) -> Iterator[Example]:
    dirty = next(one for one in waiting(store, project) if one.kind == "M")
    changed = store.one(File, "project_id = ? AND path = ?", project.id, dirty.path)
    kept = store.first(File, "project_id = ? AND path = 'README.md'", project.id)
    folder = store.first(Folder, "project_id = ?", project.id)
    assert kept and folder
    yield done(c.AddFile(project, "docs/how/to.md"))
    yield refused("taken", c.AddFile(project, kept.path))
    yield done(c.AddFolder(project, "docs/pictures"))
    yield refused("taken", c.AddFolder(project, folder.path))
    yield done(c.SaveFile(kept, "# Something else"))
    yield done(c.MoveFile(kept, "docs/README.md"))
    yield refused("taken", c.MoveFile(kept, changed.path))
    yield refused("already", c.MoveFile(kept, kept.path))
    yield done(c.MoveFolder(folder, f"old/{folder.path}"))
    yield refused("taken", c.MoveFolder(folder, kept.path))
    yield refused("inside", c.MoveFolder(folder, f"{folder.path}/within"))
    yield refused("already", c.MoveFolder(folder, folder.path))
    yield done(c.ReplaceAll(project, "return", "give", case=True, word=True))
    yield refused("none", c.ReplaceAll(project, "no such words at all"))
    yield refused("long", c.ReplaceAll(_filled(store, project), "e", "e" * c.LONGEST))
    yield done(c.CommitAll(project, "Something kept"))
    yield done(c.Discard(changed))
    yield refused("unchanged", c.Discard(kept))


def _filled(store: Store, project: Project) -> Project:
    """Return the project with a file as long as one may be."""
    with store.writing():
        store.add(File, project_id=project.id, path="long.txt", text="e" * c.MOST)
    return project


def _of_history(store: Store, project: Project) -> Iterator[Example]:
    """Yield examples of what is in commits: taken back, or not."""
    commits = store.all(Commit, "project_id = ?", project.id)
    dirty = {one.path for one in waiting(store, project)}
    touched = next(one for one in commits if dirty & {change.path for change in of_commit(one)})
    clean = [one for one in commits if not dirty & {change.path for change in of_commit(one)}]
    again = next(one for one in clean if any(of.before is None for of in of_commit(one)))
    yield done(c.Revert(clean[-1]))
    yield refused("waiting", c.Revert(touched))
    yield refused("conflict", c.Revert(again))
    mine = "commit_id IN (SELECT id FROM code_commit WHERE project_id = ?)"
    readme = store.first(Change, f"path = 'README.md' AND {mine}", project.id, order="id DESC")
    assert readme
    yield done(c.Restore(store.one(Change, f"text IS NULL AND {mine}", project.id)))
    yield refused("already", c.Restore(readme))


def _in_the_way(store: Store, deleted: Change) -> Iterator[Example]:
    """Yield what is refused once a folder stands where a file was deleted."""
    with store.writing():
        c.AddFolder(deleted.commit.project, deleted.path).run(store)
    yield refused("taken", c.Restore(deleted))


def _of_tabs(store: Store, project: Project) -> Iterator[Example]:
    """Yield that tabs are closed, and what is refused once all are."""
    readme = store.one(File, "project_id = ? AND path = 'README.md'", project.id)
    yield done(c.CloseFile(readme))
    yield done(c.CloseAll(project))
    with store.writing():
        c.CloseAll(project).run(store)
    yield refused("none", c.CloseAll(project))
    yield refused("already", c.CloseFile(store.get(File, readme.id)))
    mine = "commit_id IN (SELECT id FROM code_commit WHERE project_id = ?)"
    yield from _in_the_way(store, store.one(Change, f"text IS NULL AND {mine}", project.id))


def _nothing_left(store: Store, project: Project) -> Iterator[Example]:
    """Yield what is refused once all is committed."""
    with store.writing():
        c.CommitAll(project, "All of it").run(store)
    yield refused("none", c.CommitAll(project, "Nothing"))
