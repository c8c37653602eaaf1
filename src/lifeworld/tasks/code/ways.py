"""Ways through Brackets, and what its tasks pick by."""

import json
import re
from collections.abc import Callable
from difflib import get_close_matches

from lifeworld.apps.code.models import File, Project
from lifeworld.apps.code.problems import Finder, Problem, problems
from lifeworld.apps.code.versions import waiting
from lifeworld.taskkit import Store, User, button, field, link, numbers, show_all

_CONSTANT = re.compile(r"^([A-Z_]{3,}) = \d+(?:\.\d+)?\b", re.MULTILINE)
_UNDEFINED = re.compile(r"undefined name '(\w+)'")
_IMPORT = re.compile(r"(import|from \w+ import) \w+")
_SAID = re.compile(r'""".*?"""|"[^"\n]*"|#[^\n]*', re.DOTALL)  # strings and comments
_FUNCTION = re.compile(r"^def (\w+)\(", re.MULTILINE)


def open_project(user: User, project: Project) -> None:
    """Go to a project's page."""
    user.open("Brackets")
    user.click(link(project.name).within("Projects"), via=(link("Projects"),))


def go(user: User, project: Project, place: str) -> None:
    """Go to one of a project's places."""
    open_project(user, project)
    user.click(link(place))


def open_file(user: User, file: File) -> None:
    """Open a file from the tree."""
    open_project(user, file.project)
    user.click(link(file.path).within("Files"))


def rewrite(user: User, file: File, change: Callable[[str], str]) -> None:
    """Open a file, change its text as it stands in the editor, and save it."""
    open_file(user, file)
    user.click(link("Edit"))
    user.fill(field("Text"), change(user.page.value("Text")))
    user.click(button("Save"))


def commit(user: User, project: Project, message: str) -> None:
    """Commit all that has changed."""
    go(user, project, "Changes")
    user.fill(field("Message"), message)
    user.click(button("Commit"))


# What files hold


def python(file: File) -> bool:
    return file.path.endswith(".py")


def constants(file: File) -> list[str]:
    """Return the names that stand for a number in a file."""
    return _CONSTANT.findall(file.text) if python(file) else []


def with_constant(text: str, name: str, value: int) -> str:
    """Return a text in which a constant has another value."""
    return re.sub(rf"^({name} = )\d+(?:\.\d+)?", rf"\g<1>{value}", text, flags=re.MULTILINE)


def unused(path: str, text: str) -> list[int]:
    """Return the lines that import what is never used; none where one of them imports something else, too."""
    found = [one.line for one in problems(path, text) if one.says.endswith("imported but unused")]
    lines = text.split("\n")
    return found if all(_IMPORT.fullmatch(lines[number - 1]) for number in found) else []


def without(text: str, numbers: list[int]) -> str:
    """Return a text without some of its lines."""
    return "\n".join(line for number, line in enumerate(text.split("\n"), 1) if number not in numbers)


def slip(told: tuple[Problem, ...], text: str) -> tuple[str, str] | None:
    """Return the name that is not defined and the one that was meant, where one of them is told of."""
    wrong = next((found[1] for one in told if (found := _UNDEFINED.fullmatch(one.says))), "")
    meant = get_close_matches(wrong, set(re.findall(r"\w+", text)) - {wrong}, n=1) if wrong else []
    return (wrong, meant[0]) if meant else None


def mended(path: str, text: str, wrong: str = "") -> str:
    """Return a text in which a name that is not defined, or just this one, is spelt as it was meant."""
    told = tuple(one for one in problems(path, text) if wrong in one.says)
    return text.replace(*(slip(told, text) or ("", "")))


def comma(text: str) -> str | None:
    """Return a JSON text with the comma that it lacks; None where that is not all that is wrong."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        before = text[: error.pos].rstrip()
        found = f"{before},{text[len(before) :]}"
        return found if not problems("a.json", found) else None
    return None


def shared(store: Store, project: Project) -> list[str]:
    """Return the functions that more than one file names, and no word, string or comment of any file holds besides."""
    files = store.all(File, "project_id = ?", project.id)
    names = sorted({name for file in files if python(file) for name in _FUNCTION.findall(file.text)})
    return [name for name in names if _plain(name, files) and sum(name in file.text for file in files) > 1]


def _plain(name: str, files: list[File]) -> bool:
    bare = (_SAID.sub("", file.text) if python(file) else "" for file in files)
    return all(
        Finder(name).count(file.text) == Finder(name, True, True).count(code)
        for file, code in zip(files, bare, strict=True)
    )


def said(store: Store, project: Project, word: str) -> int:
    """Return how often a project's files say a word as it is written."""
    files = store.all(File, "project_id = ?", project.id)
    return sum(Finder(word, True).count(file.text) for file in files)


def is_changed(file: File, store: Store) -> bool:
    """Return whether a file differs from the last commit."""
    return any(one.path == file.path for one in waiting(store, file.project))


# What the screens show


def found(user: User, project: Project, word: str) -> int:
    """Search a project for a word as it is written, and return how often it is found."""
    go(user, project, "Search")
    user.fill(field("Search in files"), word)
    user.click(button("Search"))
    user.click(link("Match case"))
    told = [line for line in user.page.text.split("\n") if line.endswith((" result", " results"))]
    return numbers(told[0])[0] if told else 0


def commits_shown(user: User) -> list[str]:
    """Return the messages of the commits that a history lists, the latest first."""
    return [line.names[0] for line in show_all(user) if line.heading == "Commits"]


def problems_shown(user: User) -> list[str]:
    """Return what the page of problems says, from its top."""
    return [line.names[0] for line in user.page.lines("Problems in")]
