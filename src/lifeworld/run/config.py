"""What a run is to be: agents, tasks, variation, budgets. From a TOML file, or flags, or both."""

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint
from lifeworld.env.environment import Channel
from lifeworld.web.look import DEVICES, THEMES
from lifeworld.world.profiles import NAMES

DeviceName = Literal["phone", "desktop"]
ThemeName = Literal["light", "dark"]
AxisName = Literal["profile", "phrasing", "theme", "device"]
assert set(THEMES) == {"light", "dark"} and set(DEVICES) == {"phone", "desktop"}


class RunConfig(BaseModel):
    """All that decides what is run; the same config and seed plan the same episodes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    agents: tuple[str, ...] = Field(("oracle",), min_length=1)
    driver: Literal["dom", "chromium"] = "dom"
    channels: tuple[Channel, ...] = ()
    tasks: tuple[str, ...] = ()
    apps: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    limit: Annotated[int, Field(ge=1)] | None = None
    instances: int = Field(1, ge=1)
    repeats: int = Field(1, ge=1)
    profiles: tuple[str, ...] = NAMES
    themes: tuple[ThemeName, ...] = ("light", "dark")
    devices: tuple[DeviceName, ...] = ("phone", "desktop")
    phrasings: int = Field(3, ge=1)
    crossed: tuple[AxisName, ...] = ()
    seed: int = 0
    workers: int = Field(2, ge=1)
    max_steps: int = Field(40, ge=1)
    max_seconds: float = Field(300, gt=0)
    retries: int = Field(2, ge=0)

    @property
    def seen_through(self) -> tuple[Channel, ...]:
        """The channels to run, or the driver's widest."""
        return self.channels or (("tree",) if self.driver == "dom" else ("pixels+tree",))


def from_file(path: Path) -> dict[str, Any]:
    """Return the settings in a TOML file.

    Raises:
        UserError: it can't be read, or is no TOML; says where.
    """
    try:
        return tomllib.loads(path.read_text())
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}") from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path}: {error}") from None


def build(settings: dict[str, Any], source: str = "the command line") -> RunConfig:
    """Return a config made of settings.

    Raises:
        UserError: a key or value is not right; names the file, the key and the choices.
    """
    try:
        return RunConfig.model_validate(settings)
    except ValidationError as error:
        raise UserError("\n".join(f"{source}: {_told(problem)}" for problem in error.errors())) from None


def _told(problem: Any) -> str:
    key = ".".join(str(part) for part in problem["loc"] if isinstance(part, str)) or "the config"
    if problem["type"] == "extra_forbidden":
        known = sorted(RunConfig.model_fields)
        return f"there is no key {key}; {hint(key, known)}"
    if problem["type"] == "literal_error":
        return f"{key} = {problem['input']!r}; choose {problem['ctx']['expected']}"
    return f"{key} = {problem['input']!r}: {problem['msg'].lower()}"
