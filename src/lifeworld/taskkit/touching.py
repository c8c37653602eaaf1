"""Which apps a task touches, by what it declares, where it lies and what it picks."""

from typing import Any

from lifeworld import apps
from lifeworld.taskkit.parameters import Pick


def touched(template: Any) -> tuple[str, ...]:
    """Return the ids of the apps that a task declares, else its folder's, else those whose rows it picks."""
    return (
        tuple(template.apps) or tuple(app for app in apps.by_id() if app == template.home()) or _picked_from(template)
    )


def _picked_from(template: Any) -> tuple[str, ...]:
    models = {one.model for one in template.parameters.values() if isinstance(one, Pick)}
    return tuple(app.id for app in apps.installed() if models & {*app.models})
