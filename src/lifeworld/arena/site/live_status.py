"""What a visitor chooses of a live battle, and its state: a word for scripts and a sentence for people."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from lifeworld.arena import queue, uploads
from lifeworld.arena.beginning import Beginning
from lifeworld.arena.site import moderation
from lifeworld.arena.site.host import PageRequest
from lifeworld.arena.site.rendering import duration
from lifeworld.arena.site.tasks import fits, is_listed, owners, search
from lifeworld.arena.tables import Battle, Job, now
from lifeworld.core.counting import counted
from lifeworld.core.errors import UserError
from lifeworld.taskkit.compose import Written
from lifeworld.taskkit.configuration import Configuration
from lifeworld.web.look import FORMS
from lifeworld.world.contents import PLAIN, contents

FINAL_STATUSES = ("ready", "failed", "withdrawn")
STATUS_TEXTS = {
    "held": "A moderator reads the task first",
    "running": "Both agents are working",
    "ready": "Both agents are done",
    "failed": "The battle failed",
    "withdrawn": "This battle was withdrawn",
}


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


def status_word(battle: Battle) -> str:
    """Return a battle's state as a word for scripts."""
    return "paused" if battle.status == "running" and battle.wanted == "pause" else battle.status


def status_text(rows: Session, battle: Battle) -> str:
    """Return a battle's state as a sentence for visitors: where it stands in the queue, or what the agents do."""
    if battle.status == "running" and battle.wanted != "go":
        return "Paused" if battle.wanted == "pause" else "Stopping"
    if battle.status == "queued":
        return _queue_text(queue.place(rows, battle, now()), again=bool(battle.reason))
    if battle.status == "running":
        return _running_text(rows.scalar(select(Job).where(Job.battle == battle.id)))
    return STATUS_TEXTS[battle.status]


def _queue_text(place: queue.Place | None, again: bool) -> str:
    """Return where a battle stands in the queue; `again` if an error ended its last attempt."""
    first = "Starting again after an error" if again else "Waiting for a free worker"
    if place is None or not (place.ahead or place.playing):
        return first
    where = "next in line" if not place.ahead else f"{counted(place.ahead, 'battle')} before yours"
    when = "" if place.seconds is None else f", about {duration(max(5.0, 5 * round(place.seconds / 5)))}"
    return f"{f'{first}: {where}' if again else where[0].upper() + where[1:]}{when}"


def _running_text(job: Job | None) -> str:
    if job and job.leased_until and job.leased_until < now():  # its worker is gone
        return "Starting again after an error"
    again = job is not None and job.attempts > 1
    return "Both agents are working again, after an error" if again else STATUS_TEXTS["running"]
