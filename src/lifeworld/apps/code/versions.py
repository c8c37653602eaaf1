"""What differs between the files of a project, its last commit and any other; and what takes a commit back."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from lifeworld.apps.code.models import Change, Commit, File, Project
from lifeworld.store import Store

_LAST = """
SELECT path, text FROM code_change WHERE text IS NOT NULL AND id IN (
    SELECT max(code_change.id) FROM code_change JOIN code_commit ON code_commit.id = commit_id
    WHERE project_id = ? GROUP BY path
) ORDER BY path
"""


@dataclass(frozen=True)
class Difference:
    """One file before and after; None where it was not there. `was` is its path before, where it was moved."""

    path: str
    before: str | None
    after: str | None
    was: str = ""

    @property
    def kind(self) -> str:
        """The letter that lists show: added, modified, deleted, renamed."""
        if self.was:
            return "R"
        return "A" if self.before is None else "D" if self.after is None else "M"

    @property
    def counts(self) -> tuple[int, int]:
        """How many lines it adds, and how many it takes away."""
        old, new = lines(self.before), lines(self.after)
        steps = [step for step in SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if step[0] != "equal"]
        return sum(step[4] - step[3] for step in steps), sum(step[2] - step[1] for step in steps)


def lines(text: str | None) -> list[str]:
    """Return the lines of a text; none of a file that is not there or empty."""
    return text.split("\n") if text else []


def committed(store: Store, project: Project) -> dict[str, str]:
    """Return the files of the last commit, by path."""
    return dict(store.sql(_LAST, project.id))


def saved(store: Store, project: Project) -> dict[str, str]:
    """Return the files as they were saved last, by path."""
    return {file.path: file.text for file in store.all(File, "project_id = ?", project.id, order="path")}


def waiting(store: Store, project: Project) -> list[Difference]:
    """Return what the next commit would keep, by path."""
    return differences(committed(store, project), saved(store, project))


def differences(old: Mapping[str, str], new: Mapping[str, str]) -> list[Difference]:
    """Return what differs, by path; a file that is elsewhere with the same text was moved."""
    gone = {text: path for path, text in old.items() if path not in new and text}
    moved = {path: gone.pop(text) for path, text in new.items() if path not in old and text in gone}
    stayed = (old.keys() | new.keys()) - set(moved.values())
    found = (Difference(path, old.get(moved.get(path, path)), new.get(path), moved.get(path, "")) for path in stayed)
    return sorted((one for one in found if one.was or one.before != one.after), key=lambda one: one.path)


def of_commit(commit: Commit) -> list[Difference]:
    """Return what a commit has changed."""
    changes = commit.store.all(Change, "commit_id = ?", commit.id)
    old = {change.path: text for change in changes if (text := change.before) is not None}
    return differences(old, {change.path: change.text for change in changes if change.text is not None})


def undone(now: str | None, before: str | None, after: str | None) -> str | None:
    """Return a text without what was once changed in it.

    Raises:
        ValueError: the same lines have been changed again since.
    """
    if now == after or now is None or before is None or after is None:
        if now != after:
            raise ValueError
        return before
    was, old, new = lines(after), lines(before), lines(now)
    place = _places(was, new)
    for kind, first, last, begin, end in reversed(SequenceMatcher(None, was, old, autojunk=False).get_opcodes()):
        if kind != "equal":
            here = [place.get(line) for line in range(first - 1, last + 1)]
            if here[0] is None or here != list(range(here[0], here[0] + len(here))):
                raise ValueError
            new[here[0] + 1 : here[-1]] = old[begin:end]
    return "\n".join(new)


def _places(was: list[str], now: list[str]) -> dict[int, int]:
    """Return where each line of a text is now, its ends with it; what has been changed since is left out."""
    blocks = SequenceMatcher(None, was, now, autojunk=False).get_matching_blocks()
    found = {block.a + n: block.b + n for block in blocks for n in range(block.size)}
    return {-1: -1, **found, len(was): len(now)}
