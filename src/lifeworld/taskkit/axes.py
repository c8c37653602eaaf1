"""The axes that a configuration may vary on, and the values of each."""

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache

from lifeworld import apps
from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint
from lifeworld.web.look import DEVICES, LANGUAGES, LAYOUTS
from lifeworld.web.states import SHELL
from lifeworld.web.themes import themes
from lifeworld.world.contents import contents


@lru_cache(maxsize=1)
def states() -> tuple[str, ...]:
    """Return the names of the places where an episode may begin: the shell's, and each app's as APP.NAME."""
    own = (f"{app.id}.{state.name}" for app in apps.installed() for state in app.states)
    return (*(state.name for state in SHELL), *own)


# The first value of each is what an episode has that asks for no other.
AXES: Mapping[str, Callable[[], Collection[str]]] = {
    "theme": themes,
    "state": states,
    "content": contents,
    "language": lambda: LANGUAGES,
    "goal_language": lambda: LANGUAGES,
    "layout": lambda: LAYOUTS,
    "device": lambda: DEVICES,
}
# Those that change how a world looks and nothing of what is in it.
LOOKS = ("theme", "language", "layout", "device")


def values(axis: str) -> tuple[str, ...]:
    """Return the values of an axis, the usual one first."""
    return tuple(AXES[axis]())


def known(axis: str, value: object) -> str:
    """Return a value of an axis, once sure that it has it.

    Raises:
        UserError: it has no such value; tells the choices.
    """
    if not isinstance(value, str) or value not in AXES[axis]():
        raise UserError(f"no {axis} “{value}”; {hint(str(value), values(axis))}")
    return value
