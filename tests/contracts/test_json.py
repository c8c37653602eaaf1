"""What is written as JSON is JSON: no NaN and no infinity, which most parsers refuse."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.commands import printed

import lifeworld
from lifeworld.cli import group
from lifeworld.core.jsontext import json_text

SOURCES = sorted(Path(lifeworld.__file__).parent.rglob("*.py"))
READERS = Path(__file__).parents[1] / "report" / "readers" / "data"


def strict(text: str) -> Any:
    def refused(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    return json.loads(text, parse_constant=refused)


def careless(source: str) -> Iterator[int]:
    """Yield the lines that would write NaN."""
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and ast.unparse(node.func) in ("json.dumps", "json.dump")):
            continue
        if not any(given.arg == "allow_nan" and not ast.literal_eval(given.value) for given in node.keywords):
            yield node.lineno


def test_nothing_writes_json_that_is_none() -> None:
    found = [f"{path}:{line}" for path in SOURCES for line in careless(path.read_text())]
    assert not found, "\n".join(found)
    assert list(careless("json.dumps(1)\njson.dumps(1, allow_nan=False)")) == [1]


def test_what_is_not_finite_is_null_with_a_reason() -> None:
    inf = float("inf")
    told = {"df": inf, "se": float("nan"), "ends": (1.0, -inf), "n": 3, "within": [{"df": inf}]}
    assert strict(json_text(told)) == {
        "df": None,
        "se": None,
        "ends": [1.0, None],
        "n": 3,
        "within": [{"df": None, "why_null": {"df": "infinite"}}],
        "why_null": {"df": "infinite", "se": "not known", "ends": "minus infinite"},
    }


TABLES = {
    "alike": "agent,app,task,success\n" + "".join(f"{a},x,{s},1\n" for a in "ab" for s in "pqr"),
    "alone": "agent,app,task,success\na,x,p,1\nb,x,p,0\n",
    "unscored": "agent,app,task,success,cost\na,x,p,1,nan\na,x,q,,\nb,x,p,,\n",
}


@pytest.mark.parametrize("name", TABLES)
def test_a_report_of_any_table_is_json(name: str, tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text(TABLES[name])
    assert strict(printed("stats", "report", tmp_path / "r.csv", "--json"))["standings"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("apps", "--json"),
        ("tasks", "--app", "todo", "--json"),
        ("check", "--app", "clock", "--instances", "1", "--json"),
        *(
            ("stats", "report", str(READERS / name), "--json")
            for name in ("harbor", "agentlab", "digiworld", "osworld")
        ),
        ("stats", "plan", str(READERS / "digiworld"), "--width", "0.5", "--json"),
        ("stats", "validate", "--only", "1a,crossed", "--size", "benchmarks=2", "--json"),
    ],
    ids=" ".join,
)
def test_every_command_s_json_is_json(arguments: tuple[str, ...]) -> None:
    result = CliRunner().invoke(group, list(arguments))
    if result.stdout:
        strict(result.stdout)
    else:
        assert type(result.exception).__name__ == "UserError", result.exception
