"""The page on open models tells the defaults that their settings have, and every setting."""

from pathlib import Path

import pytest

from lifeworld.agents.openweights import OpenAgent
from lifeworld.agents.roster import create
from lifeworld.agents.settings import Settings

AGENTS = ("qwen:", "uitars:", "opencua:", "kimi:", "glm:", "autoglm:", "holo:", "fara:", "prompt:")
DOCS = (Path(__file__).parents[2] / "docs" / "open-models.md").read_text()


def rows() -> list[list[str]]:
    """Return the table of defaults: agent, measure, factor, pictures, temperature with top_p, tokens."""
    lines = DOCS.split("## Defaults\n\n")[1].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.split("|")[1:7]] for line in lines if line.startswith("| `")]


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_defaults_are_as_documented(row: list[str]) -> None:
    agent, _, form = row[0].replace("`", "").partition(", form ")
    one = create(f"{agent}:m{f'?form={form}' if form else ''}")
    assert isinstance(one, OpenAgent)
    told = one.settings
    measure = "pixels of the picture" if told.measure == "pixels" else told.measure
    sampling = f"{told.temperature:g}, {'–' if told.top_p is None else told.top_p}"
    assert row[1:] == [measure, str(told.factor), str(told.screenshots), sampling, str(told.max_tokens)]


def test_every_setting_of_an_open_model_is_documented() -> None:
    kinds = {create(f"{name}m{'?form=3' * name.startswith('qwen')}") for name in AGENTS}
    names = {name for kind in kinds for name in type(kind.settings).model_fields}  # type: ignore[attr-defined]
    assert {name for name in names - set(Settings.model_fields) if f"`{name}`" not in DOCS} == set()
