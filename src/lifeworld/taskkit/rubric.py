"""Items that follow from what a task is about, beside those for its commands and answers."""

from collections.abc import Iterable

from lifeworld import apps
from lifeworld.store import Changes
from lifeworld.taskkit.kit import Task
from lifeworld.taskkit.touched import acted_in, app_of, touched
from lifeworld.verify.expectation import Observed
from lifeworld.world.world import by_name

_OVER_APPS = ("cross", "memory")


def opened_apps(template: type[Task], ends: Iterable[Changes]) -> tuple[Observed, ...]:
    """Return an item for each app that a task over several apps, or over a year's habits, makes one open.

    Args:
        template: the task.
        ends: what each acceptable end changes. An app in which the task acts is left out where one end leaves it alone.
    """
    if template.home() not in _OVER_APPS:
        return ()
    free = frozenset().union(*(acted_in(template) - _changed(end) for end in ends))
    wanted = set(touched(template)) - free
    return tuple(Observed(f"Opened {app.name}", app=app.id) for app in apps.installed() if app.id in wanted)


def _changed(end: Changes) -> frozenset[str]:
    return frozenset(app_of(by_name()[change.table].model) for change in end.rows)
