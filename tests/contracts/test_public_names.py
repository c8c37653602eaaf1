"""What others import: it is there, sorted, typed, and each name is a word of the glossary."""

import re
from pathlib import Path

import pytest

import lifeworld
from lifeworld import taskkit
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.kit import Task

GLOSSARY = (Path(__file__).parents[2] / "docs" / "words.md").read_text(encoding="utf-8")
KNOWN = set(re.findall(r"`([\w.]+)`", GLOSSARY)) | set(re.findall(r"(?m)^\| (\w+) \|", GLOSSARY))


@pytest.mark.parametrize("module", [lifeworld, taskkit], ids=lambda module: module.__name__)
def test_public_names_are_there_and_sorted(module: object) -> None:
    names = module.__all__  # type: ignore[attr-defined]
    assert names == sorted(names)
    assert all(getattr(module, name) is not None for name in names)


def test_public_names_are_listed_before_they_are_used() -> None:
    assert {*lifeworld.__all__} <= {*dir(lifeworld)}


def test_a_name_that_is_not_public_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'mkae'"):
        lifeworld.mkae  # noqa: B018


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(lifeworld.__file__).parent / "py.typed").is_file()


@pytest.mark.parametrize("name", sorted({*lifeworld.__all__, *taskkit.__all__}))
def test_each_public_name_is_in_the_glossary(name: str) -> None:
    assert name in KNOWN


def test_all_that_a_task_may_say_is_in_the_glossary() -> None:
    own = {name for name in Task.__annotations__ if name not in ("id", "parameters", "parts")}
    methods = {"setup", "scheduled_events", "superseded_effects", "effects", "nothing", "outcomes", "answer", "reached"}
    said = own | methods | {"impossible", "items", "solution"} | {template.kind() for template in tasks()}
    assert not said - KNOWN


def test_a_word_has_one_row() -> None:
    words = [word for word in re.findall(r"(?m)^\| `?([\w. ]+)`? \|", GLOSSARY) if word not in ("word", "name", "kind")]
    assert len(words) == len(set(words)), sorted(word for word in words if words.count(word) > 1)
