"""The state of a live battle, in a word for scripts and a sentence for people."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from lifeworld.arena import queue
from lifeworld.arena.site.rendering import duration
from lifeworld.arena.tables import Battle, Job, now
from lifeworld.core.counting import counted

FINAL_STATUSES = ("ready", "failed", "withdrawn")
STATUS_TEXTS = {
    "held": "A moderator reads the task first",
    "running": "Both agents are working",
    "ready": "Both agents are done",
    "failed": "The battle failed",
    "withdrawn": "This battle was withdrawn",
}


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
