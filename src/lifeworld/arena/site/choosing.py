"""What a visitor chooses of a live battle: the task, the device, whose it is, and where it begins."""

from typing import Any

from lifeworld.arena import uploads
from lifeworld.arena.beginning import Beginning
from lifeworld.arena.site import moderation
from lifeworld.arena.site.host import PageRequest
from lifeworld.arena.site.tasks import fits, is_listed, owners, search
from lifeworld.core.errors import UserError
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.written import Written
from lifeworld.web.look import FORMS
from lifeworld.world.contents import PLAIN, contents


def task_list(given: dict[str, str]) -> dict[str, Any]:
    """Return the tasks that fit what was typed, for the person and the data that were chosen."""
    known = {one.id for one in owners()}
    owner = given["profile"] if given["profile"] in known else owners()[0].id
    shown, more = search(given["search"][:80], owner, given["content"] if given["content"] in contents() else PLAIN)
    return {"tasks": shown, "more": more}


def begun(request: PageRequest, rules: moderation.Rules) -> Beginning:
    """Return where the battle begins.

    Raises:
        UserError: a choice is none, or a file can't be read or holds what is not allowed.
    """
    if request.field("profile") not in {one.id for one in owners()}:
        raise UserError("Choose whose device it is")
    own = uploads.read(request.files)
    if any(moderation.denied(text, rules.deny) for one in own for text in one.texts):
        raise UserError("A file holds words that are not allowed here. Choose another one")
    state, content, preset = (request.field(name) for name in ("state", "content", "preset"))
    return Beginning.chosen(request.field("profile"), state, content, preset, own)


def configured(request: PageRequest, written: str, start: Beginning) -> Configuration:
    """Return the configuration of both worlds.

    Raises:
        UserError: a choice is none, or the task has nothing to be about there.
    """
    task = request.field("task")
    if written and task:
        raise UserError("Choose a task from the list or write one, not both")
    if not written and not task:
        raise UserError("Choose a task from the list, or write one")
    if request.field("device") not in FORMS:
        raise UserError("Choose a phone or a computer")
    if task and not is_listed(task):
        raise UserError("This task is not in the list; choose one from it, or write one")
    if task and not fits(task, request.field("profile"), start.content):
        raise UserError("This person’s device has nothing that the task could be about; choose another person or task")
    asked, person, device = Written.id if written else task, request.field("profile"), request.field("device")
    return Configuration(asked, person, state=start.state, content=start.content, device=device)
