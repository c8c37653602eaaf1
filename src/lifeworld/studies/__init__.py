"""The shipped studies: each is a TOML file with the settings of a run, and the tables made of it."""

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lifeworld.agents.roster import is_model
from lifeworld.core.errors import UserError, hint
from lifeworld.run.config import RunConfig, build

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Study:
    """One study, as in its file.

    Attributes:
        name: of its file.
        title: its question.
        source: the paper that asked it first, with the section.
        tables: the tables that are made of the run: channels, settings, questions, horizon or crossed.
        temperatures: at which a model without a temperature of its own is run.
        settings: of the run.
    """

    name: str
    title: str
    source: str
    tables: str
    settings: dict[str, Any]
    temperatures: tuple[float, ...] = field(default=())

    def config(self, agents: tuple[str, ...], given: dict[str, Any]) -> RunConfig:
        """Return what is run for these agents; `given` settings win over the study's.

        Raises:
            UserError: one of them is not right.
        """
        aliases = dict(one for agent in agents for one in self._at_temperatures(agent))
        named = tuple(name for agent in agents for name in ([n for n, _ in self._at_temperatures(agent)] or [agent]))
        return build({**self.settings, **given, "agents": named, "aliases": aliases})

    def _at_temperatures(self, agent: str) -> list[tuple[str, str]]:
        """Return names for a model at each temperature, with what they stand for; none for others, or at its own."""
        if not self.temperatures or "temperature=" in agent or not is_model(agent):
            return []
        sign, plain = "&" if "?" in agent else "?", re.sub(r"[^\w.-]+", " ", agent.partition("?")[0]).strip()
        return [(f"{plain} at {each:g}", f"{agent}{sign}temperature={each:g}") for each in self.temperatures]


def studies() -> list[Study]:
    """Return all studies, by name."""
    return [_read(path) for path in sorted(_HERE.glob("*.toml"))]


def study(name: str) -> Study:
    """Return the study of this name.

    Raises:
        UserError: there is none.
    """
    found = {one.name: one for one in studies()}
    if name not in found:
        raise UserError(f"no study “{name}”; {hint(name, found)}")
    return found[name]


def _read(path: Path) -> Study:
    said = tomllib.loads(path.read_text())
    run, temperatures = said.pop("run"), tuple(said.pop("temperatures", ()))
    return Study(name=path.stem, settings=run, temperatures=temperatures, **said)
