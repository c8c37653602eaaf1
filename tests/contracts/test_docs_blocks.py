"""Every code block of the docs is held against the code, whether it is run or not; and pages are of a readable length.

Blocks marked `run`, `file=`, `task=`, `from=` and `config`, and those of bridges.md, are run elsewhere. Of the others
commands are parsed as the command line parses them, Python's imports are made, and TOML and JSON are read. A block of
`text` is output.
"""

import ast
import fnmatch
import importlib
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import click
import pytest
import yaml
from tests.contracts.test_docs import PAGES, ROOT, Block, blocks

from lifeworld.cli import group
from lifeworld.cli.places import Output
from lifeworld.core.errors import UserError
from lifeworld.taskkit.catalogue import tasks

LONGEST = 2500  # words
REFERENCES = {"actions", "apps", "authoring", "commands", "fields", "kit", "rows", "attacks", "bridges", "CHANGELOG"}
OUTPUT = {"text"}
HELD = {"sh", "console", "python", "toml", "yaml", "json", "jsonl"}
RUN_ELSEWHERE = {
    "jinja",
    "js",
    "csv",
}  # the kit's page draws its own; tests/bridges/test_serving.py; a `file=` of results
FILES = {"profile", "profiles", "file", "config"}  # options that a file of the reader's own is given
SETTING = re.compile(r"\w+=\S*")
EVERY = [block for page in PAGES for block in blocks(page)]
WRITTEN = [block for block in EVERY if not block.mark.startswith("from=")]


def of(*languages: str) -> list[Block]:
    return [block for block in WRITTEN if block.language in languages]


def commands_in(block: Block) -> list[list[str]]:
    """Return the words of each `lifeworld …` of a block, without the variables before it."""
    lines = re.sub(r"\\\n\s*", " ", block.text).splitlines()
    plain = [line.replace("…", "X") if block.language == "sh" else re.split(r"\s{3,}", line)[0] for line in lines]
    parts = [part for line in plain for part in re.split(r"&&|;", line)]
    found = [
        shlex.split(part, comments=True) for part in parts if "lifeworld" in part and not part.startswith("#SBATCH")
    ]
    found = [
        words[len([*filter(SETTING.fullmatch, words)]) if SETTING.match(words[0]) else 0 :] for words in found if words
    ]
    return [words[1:] for words in found if words[:1] == ["lifeworld"]]


def parsed(words: list[str]) -> None:
    """Parse a command as it would be, without doing anything.

    Raises:
        ClickException, UserError: there is no such command or option, or one has no such value.
    """
    command, context = group, click.Context(group, info_name="lifeworld", **group.context_settings)
    while isinstance(command, click.Group):
        _, rest, _ = command.make_parser(context).parse_args(list(words))
        if not rest:
            return
        _, found, words = command.resolve_command(context, rest)
        assert found
        command, context = found, click.Context(found, info_name=found.name, parent=context)
    given, rest, _ = command.make_parser(context).parse_args(list(words))
    assert not rest
    for one in command.params:
        if one.name in given and isinstance(one, click.Option) and one.name not in FILES:
            with patch.object(Output, "look"):  # the folders are the reader's
                one.process_value(context, given[one.name])


def test_each_language_is_run_held_or_output() -> None:
    assert {block.language for block in WRITTEN} <= OUTPUT | HELD | RUN_ELSEWHERE


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_are_understood(page: Path) -> None:
    for block in blocks(page):
        for words in commands_in(block) if block.language in ("sh", "console") else ():
            try:
                parsed(words)
            except (click.ClickException, UserError, AssertionError) as problem:
                raise AssertionError(f"lifeworld {shlex.join(words)}: {problem}") from problem


def helps(command: click.Command) -> Iterator[list[list[str]]]:
    """Yield the examples that the help of a command shows, and those of all below it."""
    shown = (command.help or "").partition("\b\n")[2].replace("\\\n", " ")
    lines = [re.split(r"\s{2,}", line.strip())[0] for line in shown.splitlines()]
    yield [shlex.split(line)[1:] for line in lines if line.startswith("lifeworld ")]
    context = click.Context(command)
    for name in command.list_commands(context) if isinstance(command, click.Group) else ():
        if below := command.get_command(context, name):
            yield from helps(below)


def test_what_help_shows_can_be_typed() -> None:
    """Its options are there, and so are its tasks, but for those that it makes itself."""
    found = [*helps(group)]
    assert sum(map(len, found)) > 60
    for examples in found:
        known = [one.id for one in tasks()] + [f"{one[2]}.{one[3]}" for one in examples if one[:2] == ["new", "task"]]
        for words in examples:
            parsed(words)
            for task in words[words.index("--task") + 1].split(",") if "--task" in words else ():
                assert fnmatch.filter(known, task.partition(":")[0]), shlex.join(words)


def test_a_command_that_is_not_understood_is_seen() -> None:
    for words in ("evall", "eval --agnet x", "eval --axis color=red", "serve http --sessions 3", "report a b"):
        with pytest.raises((click.ClickException, UserError, AssertionError)):
            parsed(words.split())


@pytest.mark.parametrize("block", of("python"), ids=str)
def test_what_python_imports_of_ours_is_there(block: Block) -> None:
    for node in ast.walk(ast.parse(block.text)):
        if (
            isinstance(node, ast.ImportFrom)
            and (node.module or "").startswith("lifeworld")
            and not _is_door(node.module)
        ):
            module = importlib.import_module(node.module or "")
            for name in node.names:
                assert hasattr(module, name.name) or importlib.import_module(f"{node.module}.{name.name}"), name.name


def _is_door(module: str | None) -> bool:
    """Return whether it is a bridge on somebody else's package, which its own test imports (`make bridges`)."""
    return (module or "").startswith("lifeworld.bridges.")


@pytest.mark.parametrize("block", of("toml", "yaml", "json", "jsonl"), ids=str)
def test_data_can_be_read(block: Block) -> None:
    if block.language == "toml":
        tomllib.loads(block.text)
    elif block.language == "yaml":
        assert yaml.safe_load(block.text)
    else:
        for text in block.text.splitlines() if block.language == "jsonl" else [block.text]:
            json.loads(text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_can_be_read_at_a_sitting(page: Path) -> None:
    assert page.stem in REFERENCES or len(page.read_text().split()) <= LONGEST


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    """As `make docs` builds it, in an environment of its own; strict: a warning fails."""
    subprocess.run([sys.executable, "scripts/setup.py", "docs"], cwd=ROOT, check=True)
    build = [ROOT / ".tools/docs/bin/mkdocs", "build", "--strict", "--site-dir", tmp_path]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, env=environment)
    assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr
    assert "unrecognized relative link" not in done.stderr, done.stderr
    index = json.loads((tmp_path / "search/search_index.json").read_text())
    assert len({one["location"].partition("#")[0] for one in index["docs"]}) >= len([*(ROOT / "docs").glob("*.md")])
    reference = (tmp_path / "reference/index.html").read_text()
    assert "lifeworld.env.session.make" in reference and "Raises" in reference
