"""The command line: one thin file a command group."""

import errno
import sys
from collections.abc import Sequence

import click

import lifeworld
from lifeworld.core.errors import LifeworldError, UserError
from lifeworld.core.nearest import hint
from lifeworld.core.stopping import hear_no_more

# Each command's file, and what `lifeworld --help` says of it.
_HOMES = {
    "apps": ("catalogue", "List the apps, or what of each command is shown to work."),
    "tasks": ("catalogue", "List the tasks: what agents are asked to do."),
    "check": (
        "check",
        "Prove tasks: solvable, not trivial, and judged so that neither cheat nor honest way is wronged.",
    ),
    "game": ("integrity", "Let agents play that go for the score instead of the task."),
    "harm": ("integrity", "Do tasks in every honest way, and with harm beside them; show the verdicts."),
    "agents": ("models", "List the agents, or serve what stands in for the models' providers."),
    "eval": ("evaluate", "Run agents on tasks."),
    "study": ("studying", "Run a study that ships, with agents of your choice."),
    "merge": ("merging", "Join runs of one plan that were made apart."),
    "rescore": ("rescoring", "Judge a run anew, with this version's verifier; nothing is played."),
    "demo": ("demo", "Let four agents work through real screens, and open the report."),
    "report": ("reporting", "Write the report of a run."),
    "judge": ("judging", "Have models judge a run, and hold them against the verifier."),
    "label": ("labelling", "Rate a run's trajectories yourself, and see whether people agree."),
    "stats": ("statistics", "Intervals for anyone's results, the size of a study, proof of the estimators."),
    "view": ("reporting", "Look at a run in the browser, step by step."),
    "export": ("exporting", "Write episodes as ATIF, as a dataset, or as messages to train on."),
    "play": ("play", "Use the phone yourself, with a task and its live verdict."),
    "arena": ("arena", "Let agents meet over one task, have people vote blind, and rank them."),
    "serve": ("serve", "Serve worlds to agents and trainers that run elsewhere: HTTP, OpenEnv, MCP."),
    "new": ("new", "Start an app of your own, or a task: running, and checked."),
    "world": ("worlds", "Write a whole world as a file, to change it and to play in it."),
    "gallery": ("gallery", "Take a sheet of screens of each app."),
    "words": ("words", "Bring the catalogues of translations up to date."),
    "bench": ("bench", "Measure speed and size on this machine."),
}


class Commands(click.Group):
    """Loads a command's file only when that command is run."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(_HOMES)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in _HOMES:
            return None
        module = __import__(f"{__name__}.{_HOMES[name][0]}", fromlist=[name])
        found: click.Command = getattr(module, f"{name}_command")
        return found

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, told) for name, (_, told) in _HOMES.items()])

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _HOMES:
            raise click.UsageError(f"no command “{args[0]}”; {hint(args[0], _HOMES)}")
        return super().resolve_command(context, args)


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(lifeworld.__version__, prog_name="lifeworld")
def group() -> None:
    """A living, checkable world of apps in which computer-use agents are measured.

    \b
    lifeworld demo                                   four agents, real screens, a report
    lifeworld tasks --app bank                       what agents are asked to do
    lifeworld play --task todo.CompleteTask          use the phone yourself
    lifeworld eval --agent oracle,label --out runs/a run agents on tasks
    lifeworld report runs/a                          figures with honest intervals

    Exit codes: 0 all went well, 1 a check failed, 2 something in the command was not right, 3 a fault of ours,
    130 stopped by Ctrl-C.
    """


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line; mistakes are told in a line, never as a traceback."""
    try:
        code = group.main(args, prog_name="lifeworld", standalone_mode=False)
    except click.ClickException as mistake:
        mistake.show()
        code = mistake.exit_code
    except (click.Abort, KeyboardInterrupt):
        hear_no_more()
        click.echo("stopped", err=True)
        code = 130
    except UserError as mistake:
        click.echo(f"Error: {mistake}", err=True)
        code = 2
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        click.echo(f"Error: {str(error.filename)[:60]}…: a name in it is longer than this disk takes", err=True)
        code = 2
    except Exception as error:  # noqa: BLE001 (the edge of the program: what is nobody's own is raised again)
        code = _broken(error)
    sys.exit(code or 0)


def _broken(error: Exception) -> int:
    """Tell in a line what broke in somebody's own file, or that it is a fault of ours; raise what is neither."""
    from lifeworld.store.author_errors import is_own, placed

    if is_own(error):
        click.echo(f"Error: {error if isinstance(error, LifeworldError) else placed(error, '')}", err=True)
        return 2
    if not isinstance(error, LifeworldError):
        raise error
    click.echo(f"A fault of Lifeworld's: {error}\nPlease report it; nothing of yours is lost.", err=True)
    return 3
