"""The command line: a group a file, which imports what works only once it is asked to."""

import errno
import sys
from collections.abc import Sequence
from pathlib import Path

import click

import lifeworld
from lifeworld.core.choices import EVERY_AXIS
from lifeworld.core.errors import LifeworldError, UserError, extras_named, hint
from lifeworld.core.processes import hear_no_more
from lifeworld.core.writing import why

# Each heading of `lifeworld --help`, with its commands: the file of each, and what is said of it.
_HEADINGS = {
    "use": {
        "demo": ("evaluate", "Let three agents work through real screens; open the report."),
        "tasks": ("catalogue", "List the tasks: what agents are asked to do."),
        "play": ("play", "Use the device yourself, with a task and its verdict."),
        "eval": ("evaluate", "Run agents on tasks, or a study that ships."),
        "report": ("reporting", "Write the report of a run: figures, tables, every episode."),
        "view": ("reporting", "Look at a run in the browser, step by step."),
    },
    "make": {
        "new": ("new", "Start an app of your own, or a task: running, and checked."),
        "check": ("check", "Prove tasks: solvable, not trivial, judged rightly."),
        "apps": ("catalogue", "List the apps; coverage, gallery, translations."),
        "people": ("catalogue", "List the people, and write a whole world as a file."),
    },
    "study": {
        "audit": ("check", "Attack tasks, verdicts, forms and screens (for maintainers)."),
        "runs": ("runs", "Merge, rescore, judge, rate and export runs."),
        "stats": ("statistics", "Intervals for anyone's results; how much to run."),
    },
    "serve": {
        "agents": ("models", "List the agents, check an adapter, serve mock providers."),
        "serve": ("serve", "Serve worlds to agents and trainers elsewhere."),
        "arena": ("arena", "Have people vote blind on two agents, and rank them."),
    },
}
_HOMES = {name: home for commands in _HEADINGS.values() for name, (home, _) in commands.items()}
_ALSO = {"run": "eval", "evaluate": "eval"}


class Commands(click.Group):
    """Loads a command's file only when that command is run."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(_HOMES)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        name = _ALSO.get(name, name)
        if name not in _HOMES:
            return None
        module = __import__(f"{__name__}.{_HOMES[name]}", fromlist=[name])
        found: click.Command = getattr(module, f"{name}_command")
        return found

    def format_help(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by heading, so that all of it is seen at once: 24 lines of 80 columns."""
        formatter.write(f"Usage: lifeworld COMMAND …; lifeworld COMMAND --help tells more.\n\n{self.help}\n\n")
        for heading, commands in _HEADINGS.items():
            for place, (name, (_, told)) in enumerate(commands.items()):
                formatter.write(f"{'' if place else heading:<7}{name:<8}{told}\n")
        formatter.write(f"\n{_ENDS}\n")

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in _HOMES and name not in _ALSO:
            raise click.UsageError(f"no command “{name}”; {hint(name, _HOMES)}")
        return super().resolve_command(context, args)


_ENDS = """Options: -h, --help, --version. Exit codes: 0 all went well, 1 a check failed,
2 a mistake in the command, 3 a fault of ours, 130 stopped by Ctrl-C."""


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(lifeworld.__version__, prog_name="lifeworld")
def group() -> None:
    """A living, checkable world of apps in which computer-use agents are measured."""


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line; mistakes are told in a line, never as a traceback."""
    told = ""
    try:
        with extras_named():
            code = group.main(args, prog_name="lifeworld", standalone_mode=False)
    except click.ClickException as mistake:
        _with_axis(mistake).show()
        code = mistake.exit_code
    except (click.Abort, KeyboardInterrupt):
        hear_no_more()
        click.echo("stopped", err=True)
        code = 130
    except UserError as mistake:
        told = str(mistake)
        click.echo(f"Error: {told}", err=True)
        code = 2
    except Exception as error:  # noqa: BLE001 (the edge of the program: what is nobody's own is raised again)
        code = _broken(error)
    _tell_unread(told)
    sys.exit(code or 0)


def _with_axis(mistake: click.ClickException) -> click.ClickException:
    """Return a mistake; an option that there is not, but an axis is called like, is told as that axis."""
    if not (isinstance(mistake, click.NoSuchOption) and mistake.ctx):
        return mistake
    axis = mistake.option_name.lstrip("-").replace("-", "_")
    if axis not in EVERY_AXIS or not any("--axis" in one.opts for one in mistake.ctx.command.params):
        return mistake
    return click.UsageError(f"there is no --{axis}; write --axis {axis}=…", mistake.ctx)


def _tell_unread(told: str) -> None:
    """Tell of one's own tasks and people that were left out, as they are wrong, but for what has been told of."""
    readers = filter(None, map(sys.modules.get, ("lifeworld.taskkit.catalogue", "lifeworld.life.biographies")))
    for wrong in (wrong for reader in readers for wrong in reader.unread()):
        if wrong != told:
            click.echo(f"left out, as it is wrong: {wrong}", err=True)


# What is a person's to mend: a place that is not there, of another kind, shut or full; a port that is taken.
_OF_PLACES = {
    *(errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ENOTEMPTY, errno.EACCES, errno.EPERM, errno.EROFS),
    *(errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.ENAMETOOLONG, errno.ELOOP, errno.ENXIO, errno.EADDRINUSE),
}


def _of_system(error: OSError) -> str:
    """Return in a line what the system refused; "" where it is no place of the person's, but one of this package."""
    place = str(error.filename or "")
    if error.errno not in _OF_PLACES or place.startswith(str(Path(lifeworld.__file__).parent)):
        return ""
    if error.errno == errno.ENAMETOOLONG:
        return f"{place[:60]}…: a name in it is longer than this disk takes"
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    said = "the disk is full; make room and run the same command again" if full else why(error)
    return f"{place}: {said}" if place else said


def _broken(error: Exception) -> int:
    """Tell in a line what broke in somebody's own file, or that it is a fault of ours; raise what is neither."""
    from lifeworld.store.author_errors import is_own, placed

    if isinstance(error, OSError) and (told := _of_system(error)):
        click.echo(f"Error: {told}", err=True)
        return 2
    if is_own(error):
        click.echo(f"Error: {error if isinstance(error, LifeworldError) else placed(error, '')}", err=True)
        return 2
    if not isinstance(error, LifeworldError):
        raise error
    click.echo(f"A fault of Lifeworld's: {error}\nPlease report it; nothing of yours is lost.", err=True)
    return 3
