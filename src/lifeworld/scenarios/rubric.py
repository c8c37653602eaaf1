"""Items that follow from what a task is about, beside those for its commands and answers."""

from lifeworld import apps
from lifeworld.scenarios.kit import Observed, Scenario
from lifeworld.scenarios.touched import touched

_OVER_APPS = ("cross", "memory")


def opened_apps(template: type[Scenario]) -> tuple[Observed, ...]:
    """Return an item for each app that a task over several apps, or over a year's habits, makes one open."""
    wanted = touched(template) if template.category() in _OVER_APPS else ()
    return tuple(Observed(f"Opened {app.name}", app=app.id) for app in apps.installed() if app.id in wanted)
