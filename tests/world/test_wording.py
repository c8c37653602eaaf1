"""What stands for a text, and its gaps."""

from pathlib import Path

import pytest

from lifeworld.core.errors import UserError
from lifeworld.world.contents import contents, reworded

WORDS = {
    "Milk": "Milch",
    "Lunch with {a}": "Mittagessen mit {a}",
    "Lunch with {a} and {b}": "Mittagessen mit {b} und {a}",
    "Lunch with Ada": "Mensa",
}


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Milk", "Milch"),
        ("Milk, two", "Milk, two"),
        ("Lunch with Jo", "Mittagessen mit Jo"),
        ("Lunch with Jo and Bo", "Mittagessen mit Bo und Jo"),
        ("Lunch with Ada", "Mensa"),
        ("Lunch with ", "Lunch with "),
        ("A lunch with Jo", "A lunch with Jo"),
    ],
)
def test_a_text_is_said_as_written_else_by_the_longest_pattern(text: str, other: str) -> None:
    assert reworded(text, WORDS) == other


@pytest.mark.parametrize(
    ("text", "other"),
    [("Lunch with {a}", "Mittagessen"), ("Lunch", "Mittagessen mit {a}"), ("{a} or {a}", "{a} oder {a}")],
)
def test_gaps_that_differ_are_refused(text: str, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "variants").mkdir()
    words = f'[own.instead."todo_task.title"]\n"{text}" = "{other}"\n'
    (tmp_path / "variants" / "contents.toml").write_text(words)
    monkeypatch.setenv("LIFEWORLD_PATH", str(tmp_path))
    contents.cache_clear()
    with pytest.raises(UserError, match=r"contents\.toml.*other gaps"):
        contents()
    contents.cache_clear()
