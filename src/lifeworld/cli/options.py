"""Options that several commands share."""

import csv
import math
import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click
from click.core import ParameterSource

from lifeworld.core.choices import WHOSE
from lifeworld.core.errors import UserError, hint
from lifeworld.core.own import WORLD_ENDINGS, WORLDS, own_worlds

if TYPE_CHECKING:
    from lifeworld.run.worker_pool import Engine


class Whole(click.IntRange):
    """A whole number. The most is beyond all that can be run, and help leaves it out."""

    def _describe_range(self) -> str:
        return f"x>={self.min}"


class Amount(click.FloatRange):
    """A number within bounds, which `nan` is not. A most that is beyond all use is left out of help."""

    def _describe_range(self) -> str:
        return super()._describe_range() if self.max == 1 else f"x{'>' if self.min_open else '>='}{self.min:g}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        return self.fail(f"{value!r} is no number.", param, ctx) if math.isnan(found) else found


COUNT, COUNT_OR_NONE = Whole(1, 10**9), Whole(0, 10**9)
SEED = Whole(0, 2**63 - 1)
SECONDS = Amount(0, 1e7, min_open=True)
EngineName = Literal["local", "ray"]
_DIGITS = 20
_NUMBER = re.compile(r"-?\d*\.?\d+")
Decorated = Callable[..., Any]
Pairs = dict[str, tuple[str, ...]]  # what an option of NAME=VALUE gives


def many(value: str) -> tuple[str, ...]:
    """Return the members of a comma-separated list, empty ones as well; what holds a comma stands in double quotes.

    Raises:
        UserError: a quote is not closed, or something else follows it.
    """
    try:
        (parts,) = csv.reader([value], skipinitialspace=True, strict=True) if value.strip() else [[""]]
    except (csv.Error, ValueError):
        raise UserError(f"{value}: a name with a comma stands in double quotes, like '\"a, b\",c'") from None
    return tuple(part.strip() for part in parts)


def _members(context: click.Context, option: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    found = tuple(member for value in values for member in many(value))
    if "" in found:
        raise UserError(f"{option.opts[0]} {','.join(values)}: a name in it is empty")
    return found


def listed(*names: str, help: str) -> Callable[[Decorated], Decorated]:
    """Return an option that may be given several times, or once with commas."""
    return click.option(*names, multiple=True, callback=_members, help=help)


def people(context: click.Context, option: click.Parameter, values: tuple[str, ...] | str) -> tuple[str, ...]:
    """Return the profiles that are named; those in the files of worlds are found while the command runs."""
    given = _members(context, option, (values,) if isinstance(values, str) else values)
    files = [Path(one) for one in given if one.endswith(WORLD_ENDINGS)]
    if missing := [path for path in files if not path.is_file()]:
        raise UserError(f"{missing[0]}: there is no such file")
    if not files:
        return given
    _let_be_found(files, context)
    names = _named(files)
    return tuple(dict.fromkeys(next(names) if one.endswith(WORLD_ENDINGS) else one for one in given))


def _let_be_found(paths: Sequence[Path], context: click.Context) -> None:
    """Let the worlds of files be found as long as the command runs, by its other processes, too."""
    before = os.environ.get(WORLDS)
    os.environ[WORLDS] = os.pathsep.join(str(path.absolute()) for path in paths)
    context.call_on_close(lambda: _put_back(before))


def _named(paths: Sequence[Path]) -> Iterator[str]:
    from lifeworld.life import known  # with the whole city, for which help and most commands need not wait

    by_file = {path.resolve(): known(name) for name, path in own_worlds().items()}
    return (by_file[path.resolve()] for path in paths)


def _put_back(before: str | None) -> None:
    os.environ.pop(WORLDS, None)
    if before is not None:
        os.environ[WORLDS] = before


class EngineType(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """What starts processes: “local”, or “ray”, or “ray=ADDRESS”; gives the engine and the address."""

    name = "local, ray or ray=ADDRESS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[EngineName, str]:
        name, _, address = str(value).partition("=")
        if name == "ray":
            return "ray", address
        if name != "local":
            raise UserError(f"no engine “{name}”; there are local, ray")
        if address:
            raise UserError("an address is for --engine ray; the local engine has none")
        return "local", ""


def engine(told: tuple[EngineName, str] | None, workers: int | None) -> "Engine":
    """Return the engine that `--engine` and `--workers` name."""
    from lifeworld.run.worker_pool import Engine

    name, address = told or ("local", "")
    return Engine(name, address, workers)


def pairs(flag: str, names: Sequence[str], help: str) -> Callable[[Decorated], Decorated]:
    """Return an option of NAME=VALUE with commas between; gives a dict of the values of each name, as tuples.

    What has no “=” is one value more of the name before it: theme=light,dark,language=de.
    """

    def read(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> Pairs:
        found: Pairs = {}
        name = ""
        for piece in (piece for value in given for piece in ("", *many(value))):
            before, sign, value = piece.partition("=")
            if sign:
                name = before.strip().replace("-", "_")
                if name not in names:
                    own = next((one.opts[0] for one in context.command.params if one.name in (name, f"{name}s")), "")
                    also = [one.name for one in context.command.params if one.name]
                    told = f"write {own} for it" if own else hint(name, [*names, *also] if flag == "--set" else names)
                    raise UserError(f"{flag} knows no “{name}”; {told}")
                if name in found:
                    raise UserError(f"{flag}: {name} is named twice; write {name}=A,B")
            elif not piece:
                name = ""
                continue
            elif not name:
                like = f"{piece}=VALUE" if piece in names else f"{names[0]}={piece}"
                raise UserError(f"{flag} is NAME=VALUE, like {flag} {like}; not “{piece}”")
            found[name] = (*found.get(name, ()), value.strip() if sign else piece)
        return found

    return click.option(flag, multiple=True, callback=read, metavar="NAME=VALUE", help=help)


def single(flag: str, found: Pairs) -> dict[str, str]:
    """Return what an option of pairs says where each name has one value.

    Raises:
        UserError: one has several, or none.
    """
    for name, values in found.items():
        if values == ("",):
            raise UserError(f"{flag} {name}=: after = a value is wanted")
        if len(values) > 1:
            told = ",".join(values)
            raise UserError(f"{flag} {name}={told}: {name} has one value here; with a comma, '\"{name}={told}\"'")
    return {name: value for name, (value,) in found.items()}


def refuse_idle(context: click.Context, chosen: str, useful: Mapping[str, Collection[str]]) -> None:
    """Refuse options that do nothing with what is chosen; those that nothing chosen counts for always do something.

    Args:
        context: of the command.
        chosen: one of `useful`.
        useful: the names of the options that count, by what can be chosen.

    Raises:
        UsageError: one was given.
    """
    for option in context.command.params:
        name = option.name or ""
        users = [one for one, names in useful.items() if name in names]
        if users and chosen not in users and context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            told = f"{option.opts[0]} does nothing with {chosen}, only with {', '.join(users)}; leave it out"
            raise click.UsageError(told, context)


profiles_option = click.option(
    "--profile",
    "profiles",
    multiple=True,
    callback=people,
    help=f"Only these people's devices: {WHOSE}; or a world's file, like tidy.yaml.",
)
engine_option = click.option(
    "--engine", type=EngineType(), help="What starts the processes (local); ray takes all cores of a cluster."
)
workers_option = click.option("--workers", type=COUNT, help="Processes that share the work (one a core).")
apps_option = listed("--app", "apps", help="Only tasks that touch these apps.")
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")


def numbers(flag: str, found: Pairs) -> dict[str, float]:
    """Return what an option of pairs says where each name has one number.

    Raises:
        UserError: one has several, or no number.
    """
    told = single(flag, found)
    for name, written in told.items():
        if not _NUMBER.fullmatch(written) or len(written) > _DIGITS:
            raise UserError(f"{flag} {name}={written:.40}: it is a number, of {_DIGITS} digits at most")
    return {name: float(written) for name, written in told.items()}


def whole(flag: str, found: Pairs, least: Mapping[str, int]) -> dict[str, int]:
    """Return what an option of pairs says where each name has one whole number, from the least that is right on.

    Raises:
        UserError: one has several, or no such number.
    """
    told = single(flag, found)
    for name, written in told.items():
        if not re.fullmatch(r"\d{1,12}", written) or int(written) < least[name]:
            raise UserError(
                f"{flag} {name}={written:.40}: it is a whole number from {least[name]}, of 12 digits at most"
            )
    return {name: int(written) for name, written in told.items()}


def decorated(options: Sequence[Callable[[Decorated], Decorated]]) -> Callable[[Decorated], Decorated]:
    """Return what adds several options to a command, in their order."""
    return lambda command: reduce(lambda made, option: option(made), reversed(options), command)
