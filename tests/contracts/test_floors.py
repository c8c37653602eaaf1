"""A module imports only from the floors below its own."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import lifeworld

ROOT = Path(lifeworld.__file__).parent
FLOORS = (
    ("core",),
    ("store",),
    ("city",),
    ("life",),
    ("web",),
    ("apps",),
    ("world",),
    ("verify",),
    ("taskkit",),
    ("tasks",),
    ("env",),
    ("agents",),
    ("judges",),
    ("run",),
    ("proof",),
    ("stats",),
    ("report",),
    ("studies",),
    ("arena", "label", "play"),
    ("bridges",),
    ("cli",),
)
LEVEL = {name: level for level, names in enumerate(FLOORS) for name in names}


def imports(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def wrong(path: Path, target: str) -> bool:
    own, *rest = path.relative_to(ROOT).parts
    parts = target.split(".")
    if parts[0] != "lifeworld" or len(parts) < 2 or parts[1] not in LEVEL or own not in LEVEL:
        return False
    if own == "apps" and parts[1] == "apps" and len(parts) > 2 and len(rest) > 1:
        return parts[2] != rest[0]  # apps never import each other
    if own == "stats" and parts[1] != "stats":
        return True  # statistics import nothing of ours
    return LEVEL[parts[1]] > LEVEL[own]


def test_imports_point_down() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line} imports {target}"
        for path in sorted(ROOT.rglob("*.py"))
        for target, line in imports(path)
        if wrong(path, target)
    ]
    assert not found, "\n".join(found)


def module(target: str, modules: dict[str, Path]) -> str:
    """Return the module that an imported name is, or is in; "" where it is not ours."""
    return next((name for name in (target, target.rpartition(".")[0]) if name in modules), "")


def importing(modules: dict[str, Path]) -> dict[str, set[str]]:
    """Return the modules that each module imports, if only for types."""
    return {
        name: {module(target, modules) for target, _ in imports(path)} - {name, ""} for name, path in modules.items()
    }


def paths() -> dict[str, Path]:
    """Return the file of each module of ours, but of `lifeworld`, which imports when asked."""
    files = {path: path.relative_to(ROOT.parent).with_suffix("").parts for path in ROOT.rglob("*.py")}
    named = {".".join(parts).removesuffix(".__init__"): path for path, parts in files.items()}
    return {name: path for name, path in named.items() if name != "lifeworld"}


def test_no_module_imports_what_imports_it() -> None:
    modules = importing(paths())
    assert len(modules) > 500
    list(TopologicalSorter(modules).static_order())
    modules["lifeworld.core.errors"].add("lifeworld.cli")
    with pytest.raises(CycleError):
        list(TopologicalSorter(modules).static_order())


def test_every_part_stands_on_a_floor() -> None:
    parts = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert parts - {"skeleton"} <= set(LEVEL)  # which is copied, and imported by nothing


def test_an_upward_import_is_seen() -> None:
    assert wrong(ROOT / "store" / "store.py", "lifeworld.web.app")
    assert wrong(ROOT / "apps" / "todo" / "views.py", "lifeworld.apps.bank.models")
    assert not wrong(ROOT / "apps" / "todo" / "views.py", "lifeworld.apps.todo.models")
