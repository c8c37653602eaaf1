"""What the channels let through, known without a device."""

from typing import get_args

from lifeworld.core.choices import Channel
from lifeworld.core.errors import UserError, hint
from lifeworld.taskkit.kit import Task


def check_channel(driver: str, channel: str) -> None:
    """See that the driver shows what the channel lets through.

    Raises:
        UserError: there is no such channel, or the driver draws no pictures.
    """
    if channel not in (known := get_args(Channel)):
        raise UserError(f"no channel “{channel}”; {hint(channel, known)}")
    if driver == "dom" and "pixels" in channel:
        raise UserError("the dom driver draws nothing: use --channel tree, tools or tree+tools, or --driver chromium")


def by_tools(task: type[Task]) -> bool:
    """Return whether a task can be done in the channel “tools”."""
    return not needs_screens(task)


def needs_screens(task: type[Task]) -> str:
    """Return why a task can't be done without screens; "" where it can."""
    if task.says("reached"):
        return "ends on a page"
    if task.trigger and task.trigger.opened:
        return "moves when a page is opened"
    private = task.says("answer") and "private" in task.tags
    return "asks for what a screen shows only when it is told to" if private else ""
