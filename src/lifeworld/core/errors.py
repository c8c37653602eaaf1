"""What can go wrong, as one tree; and what is said of a name or a package that is not there.

LifeworldError
├── Refused          a command that can't be carried out; the app says so on screen, nothing has changed
├── UserError        a person's mistake at the command line or in a file: said in one line, never a traceback
│   └── TaskError   an author's mistake in a task, with its name and the mend
│       └── Undrawn    no draw was fair: in a world of one's own it may lack what the task is about
├── AgentFailed      an agent broke, or broke a limit: its failure, with the reason
└── Fault            ours: the episode is retried, then unscored, or a failure if it follows the agent's action always
    ├── WorldFault      an app or the store broke
    ├── OutOfFiles      this process can open no more files
    ├── DriverFault     the browser or the connection to it broke
    └── ProviderFault   a model's provider did not answer as it should; asked again where that may help
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches


class LifeworldError(Exception):
    """Everything that this package raises on purpose."""


class Refused(LifeworldError):
    """A command that can't be carried out.

    Args:
        code: one of the command's declared refusals, in snake_case.
        message: what the person reads.
        field: the form field that the message stands beside, or "" for the whole form.
        filled: what `message` is filled from, by name, where `{name}` stands in it.
    """

    def __init__(self, code: str, message: str, field: str = "", filled: Mapping[str, object] | None = None) -> None:
        self.code, self.template, self.field, self.filled = code, message, field, filled
        self.message = message if filled is None else message.format(**filled)
        super().__init__(self.message)


class UserError(LifeworldError):
    """A mistake that the person at the keyboard can mend; the message says how."""


class TaskError(UserError):
    """A task that can't be right; names the task, what is wrong and the mend."""


class Undrawn(TaskError):
    """No draw of a task was fair in a world.

    Args:
        message: names the task and the world, and counts the reasons.
        code: the reason of most draws in a few words, the same for all tasks.
    """

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


class AgentFailed(LifeworldError):
    """An agent broke, or broke a limit; ends its episode as a failure with this reason, and nothing else."""


class Fault(LifeworldError):
    """A fault of ours. The episode it hits is retried, then unscored; a failure if each try's followed an action."""

    reason = "fault"


class WorldFault(Fault):
    """An app or the store broke."""

    reason = "world_fault"


class OutOfFiles(Fault):
    """This process can open no more files, or the machine can't."""


class DriverFault(Fault):
    """The browser, or the connection to it, broke."""

    reason = "driver_fault"


class ProviderFault(Fault):
    """A model's provider did not answer as it should.

    Args:
        message: what it said, in one line, without any key.
        again: whether the same request may succeed later.
        after: seconds that the provider asks to wait; None where it doesn't say.
        charged: whether it may have worked on the answer, and charge for it.
        unfinished: it gave the beginning of an answer, the rest of which is asked for at once.
    """

    reason = "provider_fault"

    def __init__(self, message: str, again: bool = False, after: float | None = None, charged: bool = False) -> None:
        super().__init__(message)
        self.again, self.after, self.charged = again, after, charged
        self.unfinished = False

    @classmethod
    def midway(cls, message: str) -> "ProviderFault":
        """Return the fault of an answer that is not whole."""
        fault = cls(message, again=True, charged=True)
        fault.unfinished = True
        return fault


class Lost(LifeworldError):
    """A solution wanted to touch what is not on the screen, or nothing leads to what it wants to do."""


MOST_LISTED = 24


def hint(name: str, known: Iterable[str]) -> str:
    """Return “did you mean …?” with the nearest names, or what there is where none is near."""
    names = list(known)
    near = get_close_matches(name, names, n=3, cutoff=0.6)
    if near:
        return f"did you mean {', '.join(near)}?"
    more = [f"{len(names) - MOST_LISTED} more"] if len(names) > MOST_LISTED else []
    return f"there are {', '.join([*names[:MOST_LISTED], *more]) or 'none'}"


_OF_TABLES = ("run", "tables, reports and statistics need")
_OF_THE_ARENA = ("alembic", "authlib", "cryptography", "docx", "httpx", "icalendar", "itsdangerous", "joserfc")
_MORE_OF_IT = ("prometheus_client", "psycopg", "sqlalchemy")
_EXTRAS = {
    **dict.fromkeys((*_OF_THE_ARENA, *_MORE_OF_IT), ("arena", "the arena needs")),
    **dict.fromkeys(("mcp", "mcp_types"), ("mcp", "serving over MCP needs")),
    "PIL": ("chat", "models need"),
    "playwright": ("chromium", "the driver chromium needs"),
    "pyarrow": _OF_TABLES,
    "scipy": _OF_TABLES,
}


@contextmanager
def extras_named() -> Iterator[None]:
    """Name the extra of a package that is wanted within and not installed.

    Raises:
        UserError: one is missing.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package not in _EXTRAS:
            raise
        extra, what = _EXTRAS[package]
        raise UserError(f"{what} the package {package}: pip install 'lifeworld[{extra}]'") from None
