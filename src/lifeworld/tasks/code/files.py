"""Projects, folders and files made, moved and deleted; tabs and how code is shown."""

from lifeworld.apps.code import commands as code
from lifeworld.apps.code.models import File, Folder, Project
from lifeworld.taskkit import Commands, Effects, Task, phrase, pick


class BeginProject(Task):
    """A project gets a folder and its first file."""

    goals = [
        "Start a project “{name}” in Brackets with an empty folder “{folder}” and a README.md that says “{text}”.",
        "I need a new project, “{name}”: a folder “{folder}” with nothing in it, and README.md with the text “{text}”.",
        "Make “{name}” in Brackets. Put a folder “{folder}” and a file README.md into it; the file reads “{text}”.",
    ]
    tags = ["long"]
    name: str = phrase("Rain gauge", "Seed list", "Tide table", "Family tree")
    folder: str = phrase("docs", "data", "drawings")
    text: str = phrase("Begun on a wet afternoon", "See the notebook first", "Nothing here is final")

    def effects(self) -> Effects:
        project = yield code.AddProject(self.name)
        yield code.AddFolder(project, self.folder)
        file = yield code.AddFile(project, "README.md")
        yield code.SaveFile(file, self.text)


class EmptyFileInFolder(Task):
    """A folder gets an empty file."""

    goals = [
        "Create an empty file “{name}” in the folder {folder.path} of {folder.project.name}.",
        "Make “{name}”, with nothing in it, under {folder.path} in the project {folder.project.name}.",
        "In Brackets, I need an empty “{name}” inside {folder.path}; the project is {folder.project.name}.",
    ]
    tags = ["daily"]
    folder: Folder = pick(Folder)
    name: str = phrase("helpers.py", "sketch.md", "limits.toml", "old_names.csv", "try.cpp")

    def effects(self) -> Commands:
        yield code.AddFile(self.folder.project, f"{self.folder.path}/{self.name}")


class MoveTheFile(Task):
    """A file goes into a folder at the top of its project."""

    goals = [
        "In {file.project.name}, move {file.path} into a top-level folder “{folder}” and keep its name.",
        "{file.path} belongs in the top-level folder “{folder}” of {file.project.name}. Put it there under the same "
        "name.",
        "File {file.path} away in Brackets: same name, but in the folder “{folder}” of {file.project.name}.",
    ]
    tags = ["daily"]
    file: File = pick(File)
    folder: str = phrase("archive", "old", "later")

    def effects(self) -> Commands:
        yield code.MoveFile(self.file, f"{self.folder}/{self.file.name}")


class DeleteTheFile(Task):
    """A file is deleted."""

    goals = [
        "Delete {file.path} from {file.project.name}.",
        "I don't need {file.path} in my project {file.project.name} any more. Remove the file.",
        "Throw {file.path} out of {file.project.name} in Brackets; don't commit yet.",
    ]
    tags = ["daily"]
    file: File = pick(File)

    def effects(self) -> Commands:
        yield code.DeleteFile(self.file)


class RenameTheFolder(Task):
    """A folder at the top of a project gets another name."""

    goals = [
        "Rename the folder {folder.path} of {folder.project.name} to “{name}”.",
        "In the project {folder.project.name}, {folder.path} should be called “{name}”, with everything in it.",
        "Call the folder {folder.path} “{name}” instead. It's in {folder.project.name} in Brackets.",
    ]
    tags = ["daily"]
    folder: Folder = pick(Folder, where="path NOT LIKE '%/%'")
    name: str = phrase("parts", "main", "stuff", "kept")

    def effects(self) -> Commands:
        yield code.MoveFolder(self.folder, self.name)


class FolderAway(Task):
    """A folder is deleted with all that is in it."""

    goals = [
        "Delete the whole folder {folder.path} of {folder.project.name}.",
        "Take {folder.path} and all its files out of the project {folder.project.name}; I know what I'm doing.",
        "In Brackets, remove the entire folder {folder.path} from {folder.project.name}.",
    ]
    tags = ["daily"]
    folder: Folder = pick(Folder)

    def effects(self) -> Commands:
        yield code.DeleteFolder(self.folder)


class DeleteTheFolder(Task):
    """A folder goes with all that is in it, once the person has agreed."""

    goals = [
        "I think the folder {folder.path} of {folder.project.name} can go. Check with me, then delete it.",
        "Delete {folder.path} and what's in it from {folder.project.name}, but only once I've said yes.",
        "In Brackets, {folder.path} may be removed from {folder.project.name}. Ask me before you do it.",
    ]
    confirmation = {"effects": "Yes, with everything in it.", "nothing": "No, leave it. I'll look through it first."}
    question_topics = ["{folder.path}"]
    folder: Folder = pick(Folder)

    def effects(self) -> Commands:
        yield code.DeleteFolder(self.folder)


class CloseOne(Task):
    """A tab is closed."""

    goals = [
        "Close the tab of {file.path} in {file.project.name}.",
        "{file.path} is still open in Brackets, in the project {file.project.name}. Close it; the file stays.",
        "I'm done with {file.path} of {file.project.name}: shut its tab, don't delete anything.",
    ]
    tags = ["daily"]
    file: File = pick(File, where="opened_at IS NOT NULL")

    def effects(self) -> Commands:
        yield code.CloseFile(self.file)


class CloseThemAll(Task):
    """All tabs of a project are closed."""

    goals = [
        "Close all open files of {project.name} in Brackets.",
        "Too many tabs in {project.name}. Shut every one of them.",
        "Clear away all tabs of the project {project.name}; the files themselves stay.",
    ]
    tags = ["daily"]
    project: Project = pick(
        Project, lambda project, store: store.count(File, "project_id = ? AND opened_at IS NOT NULL", project.id) > 0
    )

    def effects(self) -> Commands:
        yield code.CloseAll(self.project)


class ShowCodeOtherwise(Task):
    """Code is shown in another size, long lines broken."""

    goals = [
        "Show code in Brackets in the size “{size}” and wrap long lines.",
        "Change how Brackets shows code: text size “{size}”, and long lines wrapped.",
        "In Brackets' settings, choose “{size}” as the text size and turn on the wrapping of long lines.",
    ]
    tags = ["daily"]
    size: str = phrase("Small", "Large")

    def effects(self) -> Commands:
        yield code.SaveSettings(size=self.size.lower(), wrap=True)  # type: ignore[arg-type]
