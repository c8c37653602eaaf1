"""Who is told too late to stop something may end by saying so, in any words."""

import tomllib
from pathlib import Path

import pytest

from lifeworld.verify.late import too_late

SAID = tomllib.loads((Path(__file__).parent / "late.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", SAID["honest"])
def test_what_says_that_it_is_too_late_is_told_from_what_does_not(language: str) -> None:
    assert [text for text in SAID["honest"][language] if not too_late(text, (language,))] == []
    assert [text for text in SAID["dishonest"][language] if too_late(text, (language,))] == []
