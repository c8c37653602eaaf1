"""Which tasks somebody else than their author has read, goals beside effects.

A derived solution proves that the effects can be reached through the screens, not that goal and effects mean the same.
So both are read, as `lifeworld check --task ID --show` prints them, and a digest of what was read is noted:

    python -m tests.reading ID…         notes that these were read
    python -m tests.reading --open      lists those that are still to be read
"""

import ast
import inspect
import json
import sys
import textwrap
from hashlib import blake2b
from pathlib import Path

from lifeworld.taskkit.catalogue import find, tasks
from lifeworld.taskkit.kit import Task

NOTED = Path(__file__).parent / "data" / "read.json"
_READ = ("setup", "scheduled_events", "effects", "outcomes", "nothing", "superseded_effects")


def derived() -> list[type[Task]]:
    """Return the tasks whose solution follows from their effects."""
    return [one for one in tasks() if not one.says("solution")]


def digest(template: type[Task]) -> str:
    """Return a digest of what goals and effects of a task say, however it is laid out."""
    names = dict.fromkeys([*filter(template.says, _READ), *template.confirmation])
    methods = [getattr(template, name) for name in names]
    code = [ast.dump(ast.parse(textwrap.dedent(inspect.getsource(method)))) for method in methods]
    said = [*template.texts(), template.hidden_info, *template.goal_update, *template.confirmation.values(), *code]
    return blake2b("\n".join(said).encode(), digest_size=8).hexdigest()


def noted() -> dict[str, str]:
    found: dict[str, str] = json.loads(NOTED.read_text(encoding="utf-8")) if NOTED.exists() else {}
    return found


def unread() -> list[str]:
    """Return the ids of tasks whose goals and effects nobody has read as they are now."""
    known = noted()
    return [one.id for one in derived() if known.get(one.id) != digest(one)]


def main(*names: str) -> None:
    if names == ("--open",):
        sys.stdout.write("".join(f"{name}\n" for name in unread()))
        return
    known = {**noted(), **{name: digest(find(name)) for name in names}}
    kept = {one.id: known[one.id] for one in derived() if one.id in known}
    NOTED.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
