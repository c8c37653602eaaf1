"""Documentation is true: generated pages are current, examples run, nothing is left out, links lead somewhere."""

import importlib.util
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import pytest
from tests.rotation import some_pages

import lifeworld.tasks.todo.tasks as todo_tasks
from lifeworld import apps
from lifeworld.agents.anthropic import AnthropicSettings
from lifeworld.agents.chat import ChatSettings
from lifeworld.agents.gemini import GeminiSettings
from lifeworld.agents.openai import OpenAISettings
from lifeworld.agents.roster import ROSTER
from lifeworld.cli import group
from lifeworld.cli.check_before import several
from lifeworld.core import own
from lifeworld.core.verdict import Verdict
from lifeworld.env.environment import SyncEnvironment
from lifeworld.proof.check import prove
from lifeworld.run import filing
from lifeworld.run.config import RunConfig
from lifeworld.store import Kind
from lifeworld.taskkit import Line, Page, Task, User, catalogue
from lifeworld.web.themes import tokens

ROOT = Path(__file__).parent.parent.parent
PAGES = [
    *sorted((ROOT / "docs").glob("*.md")),
    *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG", "ARCHITECTURE")),
]
BLOCK = re.compile(r"^```(\w+)(?: ([^\n]*))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Block:
    """A code block: where it stands, its language, what it is marked as, and its text."""

    page: Path
    language: str
    mark: str
    text: str

    def __str__(self) -> str:
        return f"{self.page.stem} {self.mark}"


def blocks(page: Path) -> list[Block]:
    return [Block(page, language, mark, text) for language, mark, text in BLOCK.findall(page.read_text())]


def marked(start: str) -> list[Block]:
    return [block for page in PAGES for block in blocks(page) if block.mark.startswith(start)]


def text(page: str) -> str:
    return (ROOT / "docs" / page).read_text()


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_script", ROOT / "scripts" / "docs.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# ---- generated pages


@pytest.mark.parametrize("name", ["actions.md", "commands.md", "apps.md", "fields.md", "kit.md"])
def test_generated_pages_are_current(name: str) -> None:
    made = script()
    assert text(name) == made.NOTE + made.PAGES[name](), f"docs/{name} is stale: run make docs"


@pytest.mark.parametrize("kind", [User, Page, Line])
def test_all_that_a_solution_calls_is_told_with_an_example(kind: type[Any]) -> None:
    section = text("authoring.md").split(f"\n### {kind.__name__}\n")[1].split("\n### ")[0]
    for name in (one for one in {*vars(kind), *vars(kind).get("__annotations__", {})} if not one.startswith("_")):
        (row,) = re.findall(rf"^\| `{name}\b.*$", section, re.MULTILINE)
        assert name in row.split(" | ")[2], f"{name} has no example"


def test_every_action_and_field_is_documented() -> None:
    page = text("actions.md")
    for kind in script().members():
        section = page.split(f"\n## {kind.__name__}\n")[1].split("\n## ")[0]
        assert all(f"| `{name}` |" in section for name in kind.model_fields), kind.__name__


def test_every_app_command_and_refusal_is_documented() -> None:
    page = text("apps.md")
    for app in apps.installed():
        section = page.split(f"\n## {app.name}\n")[1].split("\n## ")[0]
        for command in app.commands:
            (row,) = (line for line in section.splitlines() if line.startswith(f"| **{command.__name__}**"))
            assert all(f"`{code}`" in row for code in command.refusals), command.__name__


def test_every_command_of_the_command_line_is_documented() -> None:
    page = text("commands.md")
    for name in group.list_commands(click.Context(group)):
        assert f"\n## lifeworld {name}\n" in page


def test_every_app_has_its_sheet_in_the_gallery() -> None:
    assert {sheet.stem for sheet in (ROOT / "docs/gallery").iterdir()} == set(apps.by_id())


def test_every_component_of_the_kit_has_a_picture() -> None:
    named = set(re.findall(r"^### kit\.(\w+)$", text("kit.md"), re.MULTILINE))
    taken = {path.stem for path in (ROOT / "docs" / "images" / "kit").glob("*.png")}
    exported = re.findall(r"\bset ([\w, ]+) =", (ROOT / "src/lifeworld/web/templates/kit.html").read_text())
    assert named == taken == {name for names in exported for name in names.split(", ")}
    assert sum(path.stat().st_size for path in (ROOT / "docs" / "images" / "kit").glob("*.png")) < 600_000


# ---- what pages must name


def test_every_config_key_is_documented() -> None:
    (block,) = marked("config")
    whole = re.sub(r"(?m)^# (\w+ =)", r"\1", block.text)
    assert set(tomllib.loads(whole)) == set(RunConfig.model_fields)
    assert RunConfig.model_validate(tomllib.loads(whole)), "an example is refused"
    assert RunConfig.model_validate(tomllib.loads(block.text)) == RunConfig(), "a default is not as told"


def test_every_result_column_is_documented() -> None:
    table = text("running.md").split("## Results")[1].split("\n## ")[0]
    named = set(re.findall(r"`(\w+)`", table))
    assert filing.COLUMNS.keys() <= named


def test_every_agent_is_documented() -> None:
    pages = text("write-an-agent.md") + text("models.md")
    assert not [name for name in ROSTER if f"`{name}" not in pages]


def test_every_setting_of_a_model_is_documented() -> None:
    page = text("models.md")
    for kind in (AnthropicSettings, OpenAISettings, GeminiSettings, ChatSettings):
        assert all(f"`{name}`" in page for name in kind.model_fields if name != "model"), kind.__name__


def test_every_kind_is_documented() -> None:
    verification, words, adding = text("verification.md"), text("words.md"), text("add-a-task.md")
    assert all(f"| {kind.value} |" in verification or f"`{kind.value}(" in verification for kind in Kind)
    assert all(f"| `{kind}` |" in words for kind in {one.kind() for one in catalogue.tasks()})
    said = ("setup", "effects", "outcomes", "answer", "reached", "impossible", "items", "hidden_info", "confirmation")
    assert all(f"| `{name}` |" in adding and hasattr(Task, name) for name in said)
    assert all(outcome in verification for outcome in Verdict.__annotations__["outcome"].__args__)


def test_every_task_that_covers_another_one_is_there() -> None:
    named = re.findall(r"`([a-z]+\.[A-Z]\w+)`", text("coverage.md"))
    assert len(named) > 60 and not {*named} - {one.id for one in catalogue.tasks()}


def test_the_roles_that_a_style_sheet_may_take_are_there() -> None:
    named = text("add-an-app.md").split("components read roles only:")[1].split("`check --app`")[0]
    roles = re.findall(r"`--([\w-]+)`", named)
    assert len(roles) > 30 and {*roles} <= tokens().keys()


def test_every_variable_of_the_environment_is_documented() -> None:
    code = "".join(path.read_text() for path in (ROOT / "src").rglob("*.py"))
    named = set(re.findall(r"LIFEWORLD_\w+", code)) - {own.WORLDS, "LIFEWORLD_MOCK_KEY"}  # which we set ourselves
    pages = "".join(page.read_text() for page in PAGES)
    assert not [name for name in named if name not in pages]


def test_every_page_is_on_the_map() -> None:
    index = text("index.md")
    missing = [page.name for page in (ROOT / "docs").glob("*.md") if page.name != "index.md" and page.name not in index]
    assert not missing


# ---- links


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    assert not list(lost(page))


def lost(page: Path) -> Iterator[str]:
    """Yield the relative links that lead nowhere: to no file, or to no heading of it."""
    for link in LINK.findall(BLOCK.sub("", page.read_text())):
        if re.match(r"\w+:", link):
            continue
        path, _, heading = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (heading and heading not in anchors(target)):
            yield link


def anchors(page: Path) -> set[str]:
    found = re.findall(r"^#+ (.+)$", BLOCK.sub("", page.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}


def test_a_lost_link_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Here\n[a](gone.md) [b](#here) [c](#there) [d](https://somewhere.example)\n")
    assert list(lost(page)) == ["gone.md", "#there"]


def test_a_share_is_of_all_alone_where_it_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    share = importlib.import_module("lives_tasks")._share
    assert [share(["x"] * part, ["x"] * 687) for part in (684, 687, 676, 0)] == ["99%", "100%", "98%", "0%"]


# ---- examples


RUNNABLE = sorted({block.page for block in (*marked("run"), *marked("file="))})


@pytest.mark.parametrize("page", some_pages("examples", RUNNABLE, 2), ids=lambda page: page.name)
def test_examples_run(page: Path, tmp_path: Path) -> None:
    """The blocks of a page, one after the other, in an empty folder."""
    for block in blocks(page):
        if block.mark.startswith("file="):
            path = tmp_path / block.mark.removeprefix("file=")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text)
        elif block.mark == "run":
            done = ran(block, tmp_path)
            assert done.returncode == 0, f"{block.text}\n{done.stdout}\n{done.stderr}"


def ran(block: Block, folder: Path) -> subprocess.CompletedProcess[str]:
    binaries = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{binaries}{os.pathsep}{os.environ['PATH']}"}
    command = (
        ["sh", "-euc", block.text] if block.language == "sh" else [sys.executable, "-W", "error", "-c", block.text]
    )
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)


def test_the_agent_of_the_docs_succeeds(tmp_path: Path) -> None:
    page = ROOT / "docs" / "write-an-agent.md"
    agent, by_hand = (next(b for b in blocks(page) if b.mark.startswith(mark)) for mark in ("file=", "run"))
    (tmp_path / "eager.py").write_text(agent.text)
    assert "success 1.0" in ran(by_hand, tmp_path).stdout
    assert len([line for line in agent.text.splitlines() if line.strip()]) <= 15


@pytest.fixture
def added() -> Iterator[type[Task]]:
    """The task of the docs, as if it stood in tasks/todo/tasks.py."""
    (block,) = marked("task=todo")
    assert len([line for line in block.text[block.text.index("class ") :].splitlines() if line.strip()]) < 20
    before = dict(vars(todo_tasks))
    exec(compile(block.text, "add-a-task.md", "exec"), vars(todo_tasks))
    (name,) = set(vars(todo_tasks)) - set(before)
    catalogue.forget()
    yield vars(todo_tasks)[name]
    delattr(todo_tasks, name)
    catalogue.forget()


def test_the_task_of_the_docs_is_proved(added: type[Task], environment: SyncEnvironment) -> None:
    assert added.id in text("add-a-task.md")
    proofs = [prove(configuration, environment) for configuration in several(added, 3)]
    assert [proof.problems for proof in proofs] == [()] * len(proofs)
    assert all(proof.refused for proof in proofs)


def test_the_question_of_the_docs_is_proved_in_a_folder_of_ones_own(tmp_path: Path) -> None:
    (block,) = marked("task=chores")
    folder = tmp_path / "mine" / "tasks" / "chores"
    folder.mkdir(parents=True)
    (folder / "questions.py").write_text(block.text)
    environment = {**os.environ, "LIFEWORLD_PATH": str(tmp_path / "mine")}
    command = [sys.executable, "-m", "lifeworld", "check", "--task", "chores.WhatIsOpen", "--workers", "1"]
    said = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert said.returncode == 0 and "3 of 3 configurations of 1 task proved" in said.stdout, said.stdout + said.stderr


@pytest.mark.parametrize("block", marked("from="), ids=str)
def test_excerpts_are_the_code_itself(block: Block) -> None:
    assert block.text in (ROOT / block.mark.removeprefix("from=")).read_text()


def test_the_functions_that_an_episode_passes_are_there() -> None:
    """ARCHITECTURE.md names each as `folder/file.name`, or `folder/file.Class.method`."""
    page = (ROOT / "ARCHITECTURE.md").read_text()
    named = re.findall(r"`(\w+/\w+)\.([\w.]+)`", page)
    lost = [
        f"{place}.{name}"
        for place, name in named
        if any(
            not re.search(rf"(?:def|class) {part}\b", (ROOT / "src" / "lifeworld" / f"{place}.py").read_text())
            for part in name.split(".")
        )
    ]
    assert len(named) > 15 and not lost
