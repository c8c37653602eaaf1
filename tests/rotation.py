"""What the laws are held against, and which long tests run: what has changed since the last release, the rest in turn.

`make check` (pytest --whole) takes all. What else comes follows from the content of the sources: a failure comes again
until something is changed. `python -m tests.rotation` notes what a release holds.
"""

import hashlib
import inspect
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import lifeworld
from lifeworld import apps
from lifeworld.taskkit import Task
from lifeworld.taskkit.catalogue import tasks
from lifeworld.web import App

T = TypeVar("T")
SOURCES = Path(lifeworld.__file__).parent
TESTS = Path(__file__).parent
PAGES = [*(TESTS.parent / "docs").glob("*.md"), *TESTS.parent.glob("*.md")]
RELEASED = TESTS / "data" / "released.json"
_MADE, _FOREIGN = {".pyc", ".mo"}, {"vendor", "__pycache__"}
TURNS = 4  # changes of the sources until each long test has had its turn, by chance
whole = False  # set by --whole
named = False  # set where only some tests are run: who names an app means it


def some_tasks(law: str, least: int) -> list[type[Task]]:
    """Return the tasks that a law is held against, in order."""
    return _chosen(law, {one.id: one for one in tasks()}, "tasks", least)


def some_apps(law: str, least: int) -> list[App]:
    """Return the apps that a law is held against, in order."""
    return [*apps.installed()] if named else _chosen(law, apps.by_id(), "apps", least)


def some_pages(law: str, pages: Iterable[Path], least: int) -> list[Path]:
    """Return the pages of docs/ whose examples are run, in order."""
    return _chosen(law, {page.name: page for page in pages}, "pages", least)


def some_names(law: str, names: Iterable[str], least: int) -> list[str]:
    """Return some of these names, others with each change of the sources; all of them where all is held against."""
    return sorted(names) if whole else sorted(names, key=lambda name: _digest([law, name, content()]))[:least]


def is_due(test: Path, name: str) -> bool:
    """Return whether a long test runs: its part has changed, the test itself included, or its turn has come."""
    return has_changed(test.relative_to(TESTS).parts[0]) or int(_digest([name, content()]), 16) % TURNS == 0


def has_changed(part: str) -> bool:
    """Return whether a part of the code, its tests included, has changed since the last release, or all is tried."""
    now = digests()["parts"].get(part)
    return whole or now is None or now != released()["parts"].get(part)


def released() -> dict[str, dict[str, str]]:
    """Return the digests that the last release has noted."""
    found: dict[str, dict[str, str]] = json.loads(RELEASED.read_text())
    return found


def _chosen(law: str, items: Mapping[str, T], kind: str, least: int) -> list[T]:
    if whole:
        return list(items.values())
    now, before = digests()[kind], released()[kind]
    changed = [name for name in items if now[name] != before.get(name)]
    others = sorted(items.keys() - set(changed), key=lambda name: _digest([law, name, content()]))
    taken = {*changed, *others[: max(0, least - len(changed))]}
    return [item for name, item in items.items() if name in taken]


@lru_cache(maxsize=1)
def digests() -> dict[str, dict[str, str]]:
    """Return what the sources of each task, app, page and part of the code hold, as digests by kind and name."""
    parts = [path.name for path in TESTS.iterdir() if [*path.rglob("test_*.py")]]
    return {
        "tasks": {one.id: _digest([one.id, _source(one)]) for one in tasks()},
        "apps": {one.id: _digest(_files(one.folder)) for one in apps.installed()},
        "pages": {page.name: _digest([page.read_text()]) for page in PAGES},
        "parts": {part: _digest([*_files(SOURCES / part), *_files(TESTS / part)]) for part in parts},
    }


def _source(template: type[Task]) -> str:
    """Return the file that a task stands in."""
    return Path(inspect.getfile(template)).read_text()


@lru_cache(maxsize=1)
def content() -> str:
    """Return a digest of all sources, which samples are drawn by."""
    return _digest(_files(SOURCES))


def _files(folder: Path) -> Sequence[bytes]:
    """Return what all files hold that somebody writes."""
    found = (path for path in sorted(folder.rglob("*")) if path.suffix not in _MADE and path.is_file())
    return [path.read_bytes() for path in found if not _FOREIGN & {*path.parts}]


def _digest(texts: Iterable[str | bytes]) -> str:
    found = hashlib.sha256()
    for text in texts:
        found.update((text.encode() if isinstance(text, str) else text) + b"\0")
    return found.hexdigest()[:16]


if __name__ == "__main__":
    RELEASED.write_text(json.dumps(digests(), indent=1, sort_keys=True) + "\n")
