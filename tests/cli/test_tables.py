"""Names are printed as they are: brackets in them are no markup, colons no pictures."""

import ast
from pathlib import Path

import pytest
from bench import printing
from bench.speed import Figure
from tests.commands import command

import lifeworld.cli
from lifeworld.cli import listing
from lifeworld.report.render import escaped

NAMES = ("[red]x[/]", "gpt[4]", "[/bold]", "a:smile:", "[link=file:x]y")
SOURCES = sorted(Path(lifeworld.cli.__file__).parent.glob("*.py"))


def calls(source: Path) -> set[str]:
    tree = ast.parse(source.read_text())
    return {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}


def test_there_is_one_place_to_print_tables_and_it_knows_no_markup() -> None:
    assert [source.name for source in SOURCES if "Console" in calls(source)] == ["printing.py"]
    for source in SOURCES:
        text = source.read_text()
        assert "from_markup" not in text and "rich.print" not in text and "import print" not in text, source
        assert text.count("TextColumn(") == text.count("markup=False") or source.name == "printing.py", source


def a_table(folder: Path, name: str) -> Path:
    rows = [
        f"{agent},{name},{name}{task},{name}{theme},{(task + theme + len(agent)) % 2}"
        for agent in (name, "other")
        for task in range(4)
        for theme in range(2)
    ]
    place = folder / "r.csv"
    place.write_text("agent,app,task,theme,success\n" + "\n".join(rows) + "\n" + f"{name},late,{name},x,\n")
    return place


@pytest.mark.parametrize("name", NAMES)
def test_names_stand_in_every_table_of_the_statistics(name: str, tmp_path: Path) -> None:
    place = a_table(tmp_path, name)
    report = command("stats", "report", place, "--axis", "theme")
    assert f"{name} over other" in report or f"other over {name}" in report
    assert report.count(name) >= 6, "scores, differences, apps by agent, axes, warnings"
    assert command("stats", "plan", place, "--axis", "theme", "--width", 0.9).count(name) >= 2
    trials = ("--only", "run", "--run", place, "--axis", "theme", "--size", "benchmarks=2")
    assert f"like {name}" in command("stats", "validate", *trials)


@pytest.mark.parametrize("name", NAMES)
def test_names_stand_in_the_other_tables(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    listing._shown([{"id": name, "goal": f"Write {name}"}], False)
    assert capsys.readouterr().out.count(name) == 2
    printing.show([Figure(name, name, 1.0, "s", "", 1, None)])
    assert capsys.readouterr().out.count(name) == 2


@pytest.mark.parametrize("name", NAMES)
def test_names_stand_in_written_tables(name: str, tmp_path: Path) -> None:
    place = a_table(tmp_path, name)
    for ending in ("md", "tex"):
        out = tmp_path / f"r.{ending}"
        command("stats", "report", place, "--axis", "theme", "--out", out)
        text = out.read_text()
        assert name.replace("[", "\\[").replace("]", "\\]") in text if ending == "md" else escaped(name) in text
        assert "\n[" not in text, "LaTeX would take it for a length"
