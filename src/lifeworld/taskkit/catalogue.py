"""Every task there is, found by being there."""

import importlib
import importlib.util
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from lifeworld import apps
from lifeworld.core.errors import TaskError, UserError, hint
from lifeworld.core.own import bare_folders, shadowed, unnamed
from lifeworld.core.source import place_in
from lifeworld.store.author_errors import as_task_error
from lifeworld.taskkit.compose import PLUS, Written, composed
from lifeworld.taskkit.kit import Task
from lifeworld.taskkit.phrasings import FILE, indirect_in
from lifeworld.taskkit.touching import touched
from lifeworld.taskkit.wording import folder_of

_CONTENT = "lifeworld.tasks"  # which lies above: it is found by name and imported by nothing here
_unread: dict[str, TaskError] = {}  # files of one's own that can't be read, by their modules' names


@lru_cache(maxsize=1)
def tasks() -> tuple[type[Task], ...]:
    """Return every task, by id; files of one's own that are wrong are left out (`unread`).

    Raises:
        TaskError: a file that ships is wrong, or an indirect goal is of no task.
    """
    found = _in(_names(*_root()))
    known = {(folder_of(one), one.__name__) for one in found.values()}
    for folder in {folder for folder, _ in known if not _of_folder(folder.name)}:
        names = {name for there, name in known if there == folder}
        for name in indirect_in(folder).keys() - names:
            raise TaskError(f"{folder.name}/{FILE}: there is no task “{name}” in this folder; {hint(name, names)}")
    return tuple(found[name] for name in sorted(found))


@lru_cache(maxsize=64)
def _within(folder: str) -> Mapping[str, type[Task]]:
    """Return the tasks of a folder by their ids, without importing those of the others."""
    paths, prefix = _root()
    return _in(name for name in _names(paths, prefix, folder) if name.removeprefix(prefix).split(".")[0] == folder)


def forget() -> None:
    """Look again for what there is, since files have changed."""
    tasks.cache_clear()
    _within.cache_clear()
    indirect_in.cache_clear()
    _unread.clear()


def unread() -> tuple[str, ...]:
    """Return for each file of one's own that was left out what is wrong in it."""
    return tuple(map(str, _unread.values()))


def _of_folder(name: str) -> list[TaskError]:
    """Return what is wrong in the files of a folder that were left out."""
    return [error for module, error in _unread.items() if module.split(".")[2] == name]


def _in(modules: Iterable[str]) -> dict[str, type[Task]]:
    """Return the tasks of modules by their ids."""
    apps.installed()  # so that what is wrong in an app is told of the app, not of the tasks that import it
    found: dict[str, type[Task]] = {}
    for name in modules:
        try:
            found |= {one.id: one for one in vars(_imported(name)).values() if _own(one, name)}
        except TaskError as error:
            if _ships(name):
                raise
            _unread[name] = error
    return found


def find(name: str) -> type[Task]:
    """Return the task of this id, or of this class name where only one has it; of `A+B`, the two composed.

    Raises:
        UserError: there is none; the nearest names are given. Or these can't be composed.
    """
    if name == Written.id:
        return Written  # which the catalogue does not list: its words come from elsewhere
    if PLUS in name:
        parts = [part.strip() for part in name.split(PLUS)]
        if not all(parts):
            raise UserError(
                f"“{name}” lacks a part; write two tasks and more with a {PLUS} between them, like A{PLUS}B"
            )
        return composed(list(map(find, parts)))
    folder, _, own = name.partition(".")
    if own and name in (there := _within(folder)):  # the first that is asked for need not wait for all of them
        return there[name]
    for wrong in _of_folder(folder) if own else ():
        raise wrong
    known = {one.id: one for one in tasks()}
    short = [one for one in tasks() if one.__name__ == name]
    if name in known or len(short) == 1:
        return known.get(name) or short[0]
    if ":" in name:
        told = "`lifeworld play --task` takes it; a task is what stands before the first “:”"
        raise UserError(f"“{name}” is a configuration: {told}")
    ordered = sorted(known, key=lambda one: not one.startswith(f"{folder}."))  # those beside it are listed first
    lacking = unnamed(folder, {one.partition(".")[0] for one in known}) if own else ""
    raise UserError(f"no task “{name}” (`lifeworld tasks` lists them all); {hint(name, ordered)}{lacking}")


def phrased(name: str, phrasing: int) -> type[Task]:
    """Return the task of a name, once sure that it has a phrasing of this number.

    Raises:
        UserError: there is no such task, or it has fewer phrasings.
    """
    found = find(name)
    if phrasing >= len(found.phrasings()):
        raise UserError(f"{found.id} has phrasings 0 to {len(found.phrasings()) - 1}, not {phrasing}")
    return found


def apps_of(template: type[Task]) -> tuple[str, ...]:
    """Return the ids of the apps that a task touches: those declared, its folder's, or those that it picks from.

    Raises:
        TaskError: there are none, or it names one in vain.
    """
    if template.parts:
        return tuple(sorted({app for part in template.parts for app in apps_of(part)}))
    known = [*apps.by_id()]
    if template is Written:
        return tuple(known)
    found = touched(template)
    for name in template.optional_apps:
        if name not in found:
            place = place_in(template, "optional_apps")
            raise TaskError(f"{template.id} ({place}): optional_apps names {name}, which is none of its apps")
    for name in found:
        if name not in known:
            place = place_in(template, "apps")
            raise TaskError(
                f"{template.id} ({place}): apps names {name}, but there is no such app; {apps.nearest(name)}"
            )
    if not found:
        raise TaskError(
            f'{template.id} ({place_in(template)}): names no app; write those that it touches, apps = ["…"]'
        )
    return tuple(sorted(found))


def needed_apps(template: type[Task]) -> set[str]:
    """Return the ids of the apps without which a task can't be done."""
    return set(apps_of(template)) - set(template.optional_apps)


def _own(one: object, module: str) -> bool:
    """Return whether something is a task of this module: a class with an id, which bases without goals have not."""
    return isinstance(one, type) and issubclass(one, Task) and "id" in vars(one) and one.__module__ == module


def _root() -> tuple[list[str], str]:
    """Return the folders that tasks lie in, and what the names of their modules begin with.

    Raises:
        TaskError: something of one's own is never read.
    """
    root = importlib.import_module(_CONTENT)
    for path in shadowed("tasks", root.__file__ or ""):
        raise TaskError(f"{path} is called like a part of Lifeworld that is read instead; say my_{path.name}")
    return [*root.__path__], f"{root.__name__}."


def _names(paths: Iterable[str], prefix: str, only: str = "") -> Iterator[str]:
    """Yield the names of the modules in folders, and in the folders within; these need no `__init__.py`.

    Args:
        paths: the folders.
        prefix: what the names begin with.
        only: the single module or folder that is looked into; all of them by default.
    """
    for found in pkgutil.iter_modules(paths, prefix):
        if only in ("", found.name.removeprefix(prefix)):
            yield found.name
            if found.ispkg:
                yield from _names(_folders(found.name), f"{found.name}.")
    for folder in bare_folders(paths):
        if only in ("", folder.name):
            yield from _names([str(folder)], f"{prefix}{folder.name}.")


def _folders(package: str) -> Iterable[str]:
    """Return the folders of a package; none where it can't be read, which is told as its file is."""
    try:
        return importlib.import_module(package).__path__
    except Exception:  # noqa: BLE001 (an author's own)
        return ()


def _ships(name: str) -> bool:
    """Return whether a module lies where Lifeworld is."""
    try:
        spec = importlib.util.find_spec(name)
    except Exception:  # noqa: BLE001 (the package around it is an author's, and is wrong)
        return False
    return bool(spec and spec.origin and Path(spec.origin).is_relative_to(Path(apps.__file__).parents[1]))


def _imported(name: str) -> ModuleType:
    """Import a file of tasks.

    Raises:
        TaskError: it can't be read, or can't be run.
    """
    with as_task_error(name.removeprefix(f"{_CONTENT}.")):
        return importlib.import_module(name)
