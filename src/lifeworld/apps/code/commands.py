"""Brackets' verbs."""

import re
from collections.abc import Mapping
from typing import Any, Literal

from lifeworld.apps.code.models import Change, Commit, File, Folder, Project, Settings
from lifeworld.apps.code.problems import Finder
from lifeworld.apps.code.versions import committed, differences, of_commit, saved, undone, waiting
from lifeworld.life.models import me
from lifeworld.store import Add, Command, Edit, Remove, Row, Store, ask, line, text

PATH = r"(?!(.*/)?\.\.?(/|$))[\w.@+-]([\w.@+ -]*[\w.@+-])?(/[\w.@+-]([\w.@+ -]*[\w.@+-])?)*"
UNLIKE = "Use letters, digits, dots, dashes and underscores, with / between folders."
TAKEN = "There is already something at {path}."
EMPTY = "Enter a name."
SIZES = {"small": "Small", "usual": "Medium", "large": "Large"}
LONGEST, MOST = 120, 9_500


class AddProject(Add, of=Project, seen_by="nobody"):
    """Begin a project without files."""

    name: str = line("Name", empty=EMPTY, longest=60, taken="There is a project named {name} already.")
    about: str = line("Description", default="", longest=LONGEST, placeholder="Short description")


class AddFile(Add, of=File, seen_by="nobody"):
    """Make a file, and the folders on its way."""

    project: Project
    path: str = line("Path", empty=EMPTY, longest=LONGEST, like=PATH, unlike=UNLIKE, placeholder="src/notes.md")
    refusals = {"taken": TAKEN}

    def columns(self, store: Store) -> dict[str, Any]:
        return {**super().columns(store), "text": ""}

    def run(self, store: Store) -> File:
        self.need(_free(store, self.project, self.path), "taken", "path")
        _make_way(store, self.project, self.path)
        file: File = super().run(store)
        return file


class SaveFile(Edit, seen_by="nobody"):
    """Write another text into a file."""

    file: File
    text: str = text("Text", default="", longest=MOST)


class MoveFile(Edit, seen_by="nobody"):
    """Give a file another name, or another folder."""

    file: File
    path: str = line("Path", empty=EMPTY, longest=LONGEST, like=PATH, unlike=UNLIKE)
    refusals = {"taken": TAKEN, "already": "This path is the same."}

    def check(self, store: Store) -> None:
        self.need(self.path == self.file.path or _free(store, self.file.project, self.path), "taken", "path")

    def run(self, store: Store) -> File:
        moved: File = super().run(store)
        _make_way(store, moved.project, moved.path)
        return moved


class DeleteFile(Remove, seen_by="nobody"):
    """Delete a file; the commits that have it keep it."""

    file: File


class AddFolder(Command, seen_by="nobody"):
    """Make a folder, and those on its way."""

    project: Project
    path: str = line("Path", empty=EMPTY, longest=LONGEST, like=PATH, unlike=UNLIKE, placeholder="docs")
    refusals = {"taken": TAKEN}

    def run(self, store: Store) -> Folder:
        self.need(_free(store, self.project, self.path), "taken", "path")
        _make_way(store, self.project, f"{self.path}/")
        return store.one(Folder, "project_id = ? AND path = ?", self.project.id, self.path)


class MoveFolder(Edit, seen_by="nobody"):
    """Give a folder another name or place, with all that is in it."""

    folder: Folder
    path: str = line("Path", empty=EMPTY, longest=LONGEST, like=PATH, unlike=UNLIKE)
    refusals = {"taken": TAKEN, "inside": "A folder can't go into itself.", "already": "This path is the same."}

    def check(self, store: Store) -> None:
        self.need(not self.path.startswith(f"{self.folder.path}/"), "inside", "path")
        self.need(self.path == self.folder.path or _free(store, self.folder.project, self.path), "taken", "path")

    def run(self, store: Store) -> Folder:
        inside = within(store, self.folder)
        moved: Folder = super().run(store)
        for row in inside:
            store.change(row, path=moved.path + row.path.removeprefix(self.folder.path))
        _make_way(store, moved.project, moved.path)
        return moved


class DeleteFolder(Remove, seen_by="nobody"):
    """Delete a folder with all that is in it."""

    folder: Folder

    def run(self, store: Store) -> Folder:
        for row in within(store, self.folder):
            store.remove(row)
        gone: Folder = super().run(store)
        return gone


class ReplaceAll(Command, seen_by="nobody"):
    """Replace words in all files of a project."""

    project: Project
    find: str = line("Find", empty="Enter text to find.", longest=LONGEST)
    replacement: str = line("Replace with", default="", longest=LONGEST)
    case: bool = ask("Match case", default=False)
    word: bool = ask("Whole words only", default=False)
    refusals = {"none": "No file contains “{find}”.", "long": "{path} would have more than {most} characters."}

    def run(self, store: Store) -> Project:
        finder = Finder(self.find, self.case, self.word)
        files = store.all(File, "project_id = ?", self.project.id)
        found = [(file, finder.replaced(file.text, self.replacement)) for file in files if finder.count(file.text)]
        self.need(found, "none", "find")
        for file, written in found:
            self.need(len(written) <= MOST, "long", "replacement", path=file.path, most=MOST)
        for file, written in found:
            store.change(file, text=written.strip())
        return self.project


class CloseFile(Edit, sets={"opened_at": None}, seen_by="nobody"):
    """Close a file's tab."""

    file: File
    refusals = {"already": "It isn't open."}


class CloseAll(Command, seen_by="nobody"):
    """Close all tabs of a project."""

    project: Project
    refusals = {"none": "No file of {project.name} is open."}

    def run(self, store: Store) -> Project:
        opened = store.all(File, "project_id = ? AND opened_at IS NOT NULL", self.project.id)
        self.need(opened, "none")
        for file in opened:
            store.change(file, opened_at=None)
        return self.project


class CommitAll(Command, seen_by="nobody"):
    """Keep all that has changed since the last commit."""

    project: Project
    message: str = line("Message", empty="Enter a commit message.", longest=LONGEST, placeholder="Commit message")
    note: str = text("Description", default="", longest=2_000, placeholder="Why, if that needs saying")
    refusals = {"none": "Nothing has changed since the last commit."}

    def run(self, store: Store) -> Commit:
        self.need(waiting(store, self.project), "none")
        return _kept(store, self.project, self.message, self.note)


class Discard(Command, seen_by="nobody"):
    """Take a file back to the last commit; one that is in none goes."""

    file: File
    refusals = {"unchanged": "{file.path} has no uncommitted changes."}

    def run(self, store: Store) -> File:
        kept = committed(store, self.file.project).get(self.file.path)
        self.need(kept != self.file.text, "unchanged")
        if kept is None:
            store.remove(self.file)
            return self.file
        return store.change(self.file, text=kept)


class Restore(Command, seen_by="nobody"):
    """Make a file what it was after a commit; one that the commit deleted, what it was before."""

    change: Change
    refusals = {
        "already": "{change.path} is at this version already.",
        "taken": "There is already something at {change.path}.",
    }

    def run(self, store: Store) -> File:
        project, path, text = self.change.commit.project, self.change.path, self.change.last
        now = saved(store, project)
        self.need(now.get(path) != text, "already")
        self.need(path in now or _free(store, project, path), "taken")
        _write(store, project, {**now, path: text})
        return store.one(File, "project_id = ? AND path = ?", project.id, path)


class Revert(Command, seen_by="nobody"):
    """Take a commit back, by another one."""

    commit: Commit
    refusals = {
        "waiting": "{path} has changes that are not committed. Commit or discard them first.",
        "conflict": "{path} has been changed in the same place since.",
    }

    def run(self, store: Store) -> Commit:
        project = self.commit.project
        now, dirty = saved(store, project), {one.path for one in waiting(store, project)}
        changed = of_commit(self.commit)
        for one in changed:
            self.need(not dirty & {one.path, one.was}, "waiting", path=one.path)
        for one in changed:
            try:
                found = undone(now.pop(one.path, None), one.before, one.after)
            except ValueError:
                raise self.refuse("conflict", path=one.path) from None
            if found is not None:
                path = one.was or one.path
                self.need(path in now or path == one.path or _free(store, project, path), "conflict", path=path)
                now[path] = found
        _write(store, project, now)
        return _kept(store, project, f"Revert “{self.commit.message}”"[:LONGEST], f"Takes back {self.commit.sha}.")


class SaveSettings(Edit, of=Settings, seen_by="nobody"):
    """Choose how code is shown."""

    numbers: bool = ask("Line numbers", kind="switch", default=True)
    wrap: bool = ask("Wrap long lines", kind="switch", default=False)
    size: Literal["small", "usual", "large"] = ask("Text size", kind="radio", default="usual", choices=SIZES)


def within(store: Store, folder: Folder) -> list[Any]:
    """Return the folders and files in a folder, at any depth."""
    inside = "project_id = ? AND substr(path, 1, ?) = ?"
    path = f"{folder.path}/"
    found: list[Any] = []
    for kind in (Folder, File):
        found += store.all(kind, inside, folder.project_id, len(path), path)
    return found


def _free(store: Store, project: Project, path: str) -> bool:
    """Return whether nothing is at a path, and no file where it needs a folder."""
    ways = [path, *_above(path)]
    marks = ", ".join("?" * len(ways))
    used: int = store.count(File, f"project_id = ? AND path IN ({marks})", project.id, *ways)
    return not used and not store.count(Folder, "project_id = ? AND path = ?", project.id, path)


def _above(path: str) -> list[str]:
    """Return the folders on the way to a path: of a/b/c.py a and a/b."""
    return [path[: found.start()] for found in re.finditer("/", path)]


def _make_way(store: Store, project: Project, path: str) -> None:
    for folder in _above(path):
        if not store.count(Folder, "project_id = ? AND path = ?", project.id, folder):
            store.add(Folder, project_id=project.id, path=folder)


def _write(store: Store, project: Project, texts: Mapping[str, str]) -> None:
    """Make the files of a project these."""
    for one in differences(saved(store, project), texts):
        row: Row | None = store.first(File, "project_id = ? AND path = ?", project.id, one.was or one.path)
        if row is None:
            store.add(File, project_id=project.id, path=one.path, text=one.after)
        elif one.after is None:
            store.remove(row)
        else:
            store.change(row, path=one.path, text=one.after)
        _make_way(store, project, one.path)


def _kept(store: Store, project: Project, message: str, note: str) -> Commit:
    """Add a commit of all that differs from the last one."""
    old, new = committed(store, project), saved(store, project)
    author = me(store).id
    commit = store.add(Commit, project_id=project.id, author_id=author, message=message, note=note, at=store.now)
    for path in sorted(old.keys() | new.keys()):
        if old.get(path) != new.get(path):
            store.add(Change, commit_id=commit.id, path=path, text=new.get(path))
    return commit
