"""The face of lifeworld.stats: what is public, and what it may import."""

import ast
from pathlib import Path
from types import ModuleType

import lifeworld.stats as stats

SOURCES = sorted(Path(stats.__file__).parent.glob("*.py"))


def test_all_lists_the_public_names_in_order() -> None:
    public = {
        name for name, value in vars(stats).items() if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    assert stats.__all__ == sorted(public)


def test_every_public_name_says_what_it_is() -> None:
    assert [name for name in stats.__all__ if not getattr(stats, name).__doc__] == []


def imports_of(source: Path) -> set[str]:
    tree = ast.parse(source.read_text())
    plain = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}


def test_nothing_of_ours_and_nothing_beyond_numpy_and_scipy_is_imported() -> None:
    import sys

    for source in SOURCES:
        for name in imports_of(source):
            root = name.split(".")[0]
            assert root in {"numpy", "scipy"} | sys.stdlib_module_names or name.startswith("lifeworld.stats"), source


def test_no_module_holds_randomness_of_its_own() -> None:
    for source in SOURCES:
        text = source.read_text()
        assert "default_rng" not in text and "np.random." not in text and "import random" not in text, source
