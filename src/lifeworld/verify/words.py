"""Changes in plain words: which app, what kind of thing, which one."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lifeworld import apps
from lifeworld.scenarios.prose import MARK
from lifeworld.store import Change, Table
from lifeworld.verify.content import Entry, Key
from lifeworld.world.disclosure import VERB

_LABELS = ("title", "name", "subject", "text", "to", "what", "note", "memo", "number", "label")
_LONGEST = 48


def described(entries: Iterable[Entry], tables: Mapping[str, Table]) -> list[str]:
    """Return a line for each row that has come, gone or changed: “changed a task in Ticked: “Buy milk””."""
    by_key: dict[Key, list[Entry]] = {}
    for entry in entries:
        by_key.setdefault(entry.key, []).append(entry)
    lines = Counter(_line(found, tables) for found in by_key.values())
    return [line if times == 1 else f"{line} ({times}×)" for line, times in lines.items()]


def _line(entries: list[Entry], tables: Mapping[str, Table]) -> str:
    table = tables[entries[0].table]
    if table.name == "outbox":
        return _sent(entries)
    verb = "changed" if len(entries) > 1 else {"+": "added", "-": "removed"}[entries[0].sign]
    label = _label(entries[-1].stored)
    what = f"{verb} {_article(noun(table))} in {app_name(table.name)}" + (f": “{label}”" if label else "")
    return f"{what} ({', '.join(_columns(entries))})" if verb == "changed" else what


def named(change: Change, tables: Mapping[str, Table]) -> str:
    """Return what a changed row is called: “the thread “Lunch?” in Post”."""
    table = tables[change.table]
    return f"the {noun(table)} “{_label(change.added or change.removed or {})}” in {app_name(table.name)}"


def _sent(entries: list[Entry]) -> str:
    """Tell of what has left the device for good."""
    stored, app = entries[-1].stored, {app.id: app.name for app in apps.installed()}
    if stored["verb"] == VERB:
        return f"disclosed from {app.get(stored['app'], stored['app'])}: {stored['what']}, to {stored['to']}"
    verb = "sent out" if entries[-1].sign == "+" else "taken back"
    return f"{verb} from {app.get(stored['app'], stored['app'])}: {stored['verb']}, {stored['to']}"


def noun(table: Table) -> str:
    """Return what a row of the table is called: “task list” for TaskList."""
    name = table.model.__name__
    return "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()


def app_name(table: str) -> str:
    """Return the name of the app whose table it is."""
    found = next((app.name for app in apps.installed() if table.startswith(f"{app.id}_")), "")
    return found or "the world"


def _label(stored: Mapping[str, Any]) -> str:
    found = next((MARK.sub("…", str(stored[name])) for name in _LABELS if stored.get(name)), "")
    return found if len(found) <= _LONGEST else found[: _LONGEST - 1].rstrip() + "…"


def _columns(entries: list[Entry]) -> Iterator[str]:
    first, last = entries[0].stored, entries[-1].stored
    for name in first:
        if name != "id" and first[name] != last[name]:
            yield name.removesuffix("_id").removesuffix("_at").replace("_", " ")


def _article(what: str) -> str:
    return f"{'an' if what[0] in 'aeiou' else 'a'} {what}"
