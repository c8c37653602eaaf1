"""How a life shows in Brackets: the projects that its owner has, commit by commit."""

import re
from datetime import datetime, time, timedelta

from lifeworld.apps.code.models import Change, Commit, File, Folder, Project, Settings
from lifeworld.apps.code.words import Kept, Repository, repositories
from lifeworld.life import Life
from lifeworld.store import Store


def seed(store: Store, life: Life) -> None:
    """Set up the settings and the owner's projects; in a life of several years also those of others, as copies."""
    store.add(Settings)
    for one in repositories():
        if one.owner == life.name or life.years > 1:
            _add(store, life, one)


def _add(store: Store, life: Life, one: Repository) -> None:
    """Add a project; commits from before the life that is left are one with the first in it."""
    project = store.add(Project, name=one.name, about=one.about)
    begun = life.events[0].at if life.events else life.now
    before, at = dict[str, str](), life.now
    for number, kept in enumerate(one.commits, 1):
        at = datetime.combine(life.now.date() - timedelta(days=kept.days), time.fromisoformat(kept.clock))
        if at >= begun or number == len(one.commits):
            after = one.texts(number)
            _commit(store, life, project, kept, at, before, after)
            before = after
    for path, text in one.now.items():
        left = at if path == "README.md" or text != before.get(path) else None  # the tabs that were left open
        store.add(File, project_id=project.id, path=path, text=text, opened_at=left)
    ways = {path[: found.start()] for path in one.now for found in re.finditer("/", path)}
    for path in sorted(ways):
        store.add(Folder, project_id=project.id, path=path)


def _commit(
    store: Store, life: Life, project: Project, kept: Kept, at: datetime, old: dict[str, str], new: dict[str, str]
) -> None:
    author = next((person.id for person in life.people if person.name == kept.by), life.me.id)
    row = store.add(Commit, project_id=project.id, author_id=author, message=kept.message, note=kept.note, at=at)
    for path in sorted(old.keys() | new.keys()):
        if old.get(path) != new.get(path):
            store.add(Change, commit_id=row.id, path=path, text=new.get(path))
