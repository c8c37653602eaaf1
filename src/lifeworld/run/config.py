"""The config of a run: agents, tasks, variation, budgets. From a TOML file, or flags, or both."""

import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeVar
from urllib.parse import urlencode

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from lifeworld import life
from lifeworld.agents.roster import ROSTER
from lifeworld.core import by_app
from lifeworld.core.choices import CHOSEN_AXES, NAMES, Channel, HeldOut, Split
from lifeworld.core.errors import UserError, hint
from lifeworld.core.toml import checked, tables
from lifeworld.core.trajectory import BUDGET
from lifeworld.run.worker_pool import EngineName
from lifeworld.taskkit.configuration import idle, known, values

T = TypeVar("T", bound=str)
V = TypeVar("V")
AxisName = Literal[
    "profile", "phrasing", "theme", "state", "content", "language", "goal_language", "layout", "device", "keyboard"
]
Look = tuple[str, str, str]  # a layout, a device and a keyboard
OWN, ANY = "own", "any"  # instead of states: those of the task's own apps, or all


def _once(values: tuple[str, ...]) -> tuple[str, ...]:
    """Check that the members of a list are different and not empty."""
    for n, value in enumerate(values):
        if not value.strip():
            raise ValueError("a name in it is empty")
        if value in values[:n]:
            raise ValueError(f"{value} is named twice")
    return values


def _number(told: object) -> object:
    """Convert a number of the command line; true and false are refused."""
    if isinstance(told, bool):
        raise ValueError("it is a number, not true or false")
    return int(told) if isinstance(told, str) and told.isascii() and told.isdigit() else told


Parts = Annotated[Literal[1, 2, 3, 4, 5, 6, 7, 8], BeforeValidator(_number)]


def _increasing(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Check that there are numbers of parts and none twice; return them sorted."""
    if not numbers or len(set(numbers)) < len(numbers):
        raise ValueError("it names at least one number of parts, from 1 to 8, and none twice")
    return tuple(sorted(numbers))


def _part(written: str) -> str:
    """Check that a part of a plan, like 2/8, exists."""
    number, _, of = written.partition("/")
    if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
        raise ValueError("it is a number and how many there are, like 2/8")
    return written


def _aliases(named: dict[str, str]) -> dict[str, str]:
    """Check that no alias is the name of an agent."""
    for name in named:
        if not re.fullmatch(r"[\w. -]*\w", name) or name in ROSTER:
            raise ValueError(f"“{name}” can't be a name: letters, digits, spaces, “.” and “-”, and no agent's own name")
    return named


def _of(axis: str, *more: str) -> Callable[[tuple[str, ...]], tuple[str, ...]]:
    """Return a validator that checks the values of an axis."""

    def seen(names: tuple[str, ...]) -> tuple[str, ...]:
        choices = (*values(axis), *more)
        for name in names:
            if name not in choices and not by_app.is_mixed(name):
                raise ValueError(f"no {axis} “{name}”; {hint(name, choices)}")
            if name not in choices:
                _known(known, axis, name)
        return names

    return seen


def _known(check: Callable[..., V], *given: str) -> V:
    """Return what a check returns, which says in its own words what is wrong."""
    try:
        return check(*given)
    except UserError as problem:
        raise ValueError(str(problem)) from None


def _people(names: tuple[str, ...]) -> tuple[str, ...]:
    """Check that there is a profile of each name."""
    return tuple(_known(life.known, name) for name in names)


Names = Annotated[tuple[str, ...], AfterValidator(_once)]
Some = Annotated[tuple[T, ...], Field(min_length=1), AfterValidator(_once)]


# Settings that do not change the result of an episode.
EXECUTION_SETTINGS = (
    "engine",
    "address",
    "part",
    "workers",
    "at_once",
    "retries",
    "provider_retries",
    "max_tokens",
    "max_cost",
)


class RunConfig(BaseModel):
    """The settings of a run; the same config and seed plan the same episodes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    agents: Some[str] = ("oracle",)
    aliases: Annotated[dict[str, str], AfterValidator(_aliases)] = {}
    driver: Literal["dom", "chromium"] = "dom"
    channels: Annotated[tuple[Channel, ...], AfterValidator(_once)] = ()
    tasks: Names = ()
    apps: Names = ()
    tags: Names = ()
    limit: Annotated[int, Field(ge=1, le=10**9)] | None = None
    instances: int = Field(1, ge=1, le=1_000_000)  # as many as a task has
    repeats: int = Field(1, ge=1, le=1_000_000)
    profiles: Annotated[Some[str], AfterValidator(_people)] = NAMES
    themes: Annotated[Some[str], AfterValidator(_of("theme"))] = ("light", "dark")
    states: Annotated[Some[str], AfterValidator(_of("state", OWN, ANY))] = ("home",)
    contents: Annotated[Some[str], AfterValidator(_of("content"))] = ("plain",)
    languages: Annotated[Some[str], AfterValidator(_of("language"))] = ("en",)
    goal_languages: Annotated[Some[str], AfterValidator(_of("goal_language"))] = ("en",)
    layouts: Annotated[Some[str], AfterValidator(_of("layout"))] = ("usual",)
    devices: Annotated[Some[str], AfterValidator(_of("device"))] = ("phone", "desktop")
    keyboards: Annotated[Some[str], AfterValidator(_of("keyboard"))] = ("off",)
    horizon: Annotated[tuple[Parts, ...], AfterValidator(_increasing)] = (1,)
    phrasings: int = Field(3, ge=1, le=1000)
    crossed: Annotated[tuple[AxisName, ...], AfterValidator(_once)] = ()
    split: Literal[Split, ""] = ""
    held_out: HeldOut = "task"
    seed: int = Field(0, ge=-(2**63), lt=2**63)
    engine: EngineName = "local"
    address: str = ""
    part: Annotated[str, AfterValidator(_part)] = "1/1"
    workers: Annotated[int, Field(ge=1, le=100_000)] | None = None
    at_once: Annotated[int, Field(ge=1, le=100_000)] | None = None
    max_steps: int = Field(BUDGET, ge=1, le=1_000_000)
    max_seconds: float = Field(300, gt=0, le=10_000_000, allow_inf_nan=False)
    max_memory: float = Field(4, gt=0, le=1_000_000, allow_inf_nan=False)
    in_process: bool = False
    retries: int = Field(2, ge=0, le=1000)
    provider_retries: int = Field(6, ge=0, le=1000)
    max_tokens: Annotated[int, Field(ge=1, le=10**15)] | None = None
    max_cost: Annotated[float, Field(gt=0, le=1e9, allow_inf_nan=False)] | None = None

    def agent(self, name: str) -> str:
        """Return the agent, with its settings, of a name in `agents`."""
        return self.aliases.get(name, name)

    @model_validator(mode="after")
    def _split_by(self) -> Self:
        if self.held_out != "task" and not self.split:
            raise ValueError("held_out counts only with split: train, validation or test")
        return self

    @model_validator(mode="after")
    def _looks_with_effect(self) -> Self:
        left, right = self.looks_without_effect, self.looks_with_effect
        whole = all({look[n] for look in right} == {*named} for n, named in ((0, self.layouts), (2, self.keyboards)))
        if left and ("devices" in self.model_fields_set or not whole):
            raise ValueError(next(iter(left.values())))
        return self

    @model_validator(mode="after")
    def _crossed_by_several(self) -> Self:
        chosen = {axis: getattr(self, f"{axis}s", ()) for axis in ("profile", *CHOSEN_AXES)}
        several = {"phrasing": range(self.phrasings), **chosen}
        for axis in self.crossed:
            if len(several[axis]) < 2 and several[axis] not in ((OWN,), (ANY,)):
                flag = "--profile A,B" if axis == "profile" else f"--axis {axis}=A,B"
                raise ValueError(f"{axis} is crossed and has one value; name several, like {flag}")
        return self

    @property
    def looks_without_effect(self) -> dict[Look, str]:
        """The named layouts and keyboards that change nothing on a device that is not named, with the reason."""
        every = product(self.layouts, self.devices, self.keyboards)
        return {look: why for look in every if (why := idle(*look))}

    @property
    def looks_with_effect(self) -> list[Look]:
        """Each layout, device and keyboard that go together, in order."""
        return [look for look in product(self.layouts, self.devices, self.keyboards) if not idle(*look)]

    @property
    def budgeted(self) -> bool:
        """Whether spending is limited."""
        return self.max_tokens is not None or self.max_cost is not None

    def includes(self, place: int) -> bool:
        """Return whether the episode at a place of the plan belongs to its part; a configuration is in one part."""
        number, of = map(int, self.part.split("/"))
        return place // (len(self.agents) * len(self.seen_through)) % of == number - 1

    def scaled(self, times: int) -> Self:
        """Return the config with so many times its budgets of steps and seconds."""
        return self.model_copy(update={"max_steps": times * self.max_steps, "max_seconds": times * self.max_seconds})

    @property
    def seen_through(self) -> tuple[Channel, ...]:
        """The channels to run, or the driver's widest."""
        return self.channels or (("tree",) if self.driver == "dom" else ("pixels+tree",))


def from_file(path: Path) -> dict[str, Any]:
    """Return the settings in a TOML file.

    Tables `[agents.NAME]` become aliases of agents.

    Raises:
        UserError: it can't be read, or is not TOML, or a table names no agent; names the place.
    """
    settings = tables(path)
    named = settings.get("agents")
    if not isinstance(named, dict):
        return settings
    return {**settings, "agents": tuple(named), "aliases": {name: _agent(path, name, named[name]) for name in named}}


def _agent(path: Path, name: str, table: Any) -> str:
    """Return an agent with its settings as one writes it on the command line."""
    if not isinstance(table, dict) or not isinstance(table.get("agent"), str):
        raise UserError(f'{path}: [agents.{name}] wants agent = "anthropic:MODEL", or another; its settings beside it')
    given = {key: value for key, value in table.items() if key != "agent"}
    if wrong := [key for key, value in given.items() if not isinstance(value, str | int | float)]:
        raise UserError(f"{path}: [agents.{name}] {wrong[0]}: a setting is a text, a number, or true and false")
    written = urlencode({key: str(value).lower() if isinstance(value, bool) else value for key, value in given.items()})
    return f"{table['agent']}{('&' if '?' in table['agent'] else '?') if written else ''}{written}"


def build(settings: dict[str, Any], source: str | Callable[[str], str] = "the command line") -> RunConfig:
    """Return a config made of settings; `source` is where they stand, or returns where a key does.

    Raises:
        UserError: a key or value is not right; names the file, the key and the choices.
    """
    return checked(RunConfig, settings, source)


def differences(before: RunConfig, now: RunConfig) -> Iterator[str]:
    """Yield the settings that decide what is run and that differ, as text."""
    for name in (each for each in RunConfig.model_fields if each not in EXECUTION_SETTINGS):
        was, asked = getattr(before, name), getattr(now, name)
        if was != asked:
            yield f"{name} {_as_text(was)}, not {_as_text(asked)}"


def _as_text(value: Any) -> str:
    if value is None:
        return "none"
    return (", ".join(map(str, value)) if isinstance(value, tuple) else str(value)) or "all"


def rebuild(settings: dict[str, Any], place: str = "run.json") -> RunConfig:
    """Return the config that `run.json` holds; defaults count as not given. Raises `UserError`."""
    known = {name: one.default for name, one in RunConfig.model_fields.items()}
    told = {name: tuple(value) if isinstance(value, list) else value for name, value in settings.items()}
    given = {name: settings[name] for name, value in told.items() if name not in known or value != known[name]}
    return checked(RunConfig, given, place)
