"""A project in Brackets that a task is about: made before it begins, and worked on by the names that screens show."""

from collections.abc import Callable, Mapping

from lifeworld.apps.code import commands as code
from lifeworld.apps.code.models import Change, File, Project
from lifeworld.taskkit import Line, Setup, Store, User, button, field, link

Texts = Mapping[str, str]  # what files say, by their paths


class OnProject:
    """A project of the owner's that begins with the task."""

    project: str

    def the_project(self, store: Store) -> Project:
        return store.one(Project, "name = ?", self.project)

    def file(self, store: Store, path: str) -> File:
        return store.one(File, "path = ? AND project_id = ?", path, self.the_project(store).id)

    def version(self, store: Store, path: str, message: str) -> Change:
        """Return a file as a commit with this message left it."""
        by = "commit_id IN (SELECT id FROM code_commit WHERE message = ? AND project_id = ?)"
        return store.one(Change, f"path = ? AND {by}", path, message, self.the_project(store).id)

    def begin(self, store: Store, texts: Texts, message: str, about: str = "") -> Setup:
        """Make the project, with these files in its first commit."""
        yield code.AddProject(self.project, about)
        yield from self.kept(store, texts, message)

    def kept(self, store: Store, texts: Texts, message: str, note: str = "") -> Setup:
        """Write these texts and commit them."""
        yield from self.written(store, texts)
        yield code.CommitAll(self.the_project(store), message, note)

    def written(self, store: Store, texts: Texts) -> Setup:
        """Write these texts into files that are there or not."""
        for path, text in texts.items():
            if not store.count(File, "path = ? AND project_id = ?", path, self.the_project(store).id):
                yield code.AddFile(self.the_project(store), path)
            yield code.SaveFile(self.file(store, path), text)

    # ---- on the screens

    def go(self, user: User, *ways: str) -> None:
        """Go to the project, and follow links from there."""
        user.open("Brackets")
        user.click(link(self.project).within("Projects"), via=(link("Projects"),))
        for way in ways:
            user.click(link(way))

    def open_file(self, user: User, path: str) -> None:
        self.go(user)
        user.click(link(path).within("Files"))

    def rewrite(self, user: User, path: str, change: Callable[[str], str] | str) -> None:
        """Open a file, change its text as it stands in the editor, or write this one, and save it."""
        self.open_file(user, path)
        user.click(link("Edit"))
        user.fill(field("Text"), change if isinstance(change, str) else change(user.page.value("Text")))
        user.click(button("Save"))

    def commit(self, user: User, message: str) -> None:
        """Commit all that has changed."""
        self.go(user, "Changes")
        user.fill(field("Message"), message)
        user.click(button("Commit"))

    def commits(self, user: User) -> list[Line]:
        """Go to the history and return its commits, the latest first."""
        self.go(user, "History")
        return user.page.lines("Commits")
