"""The to-do lists."""

from lifeworld.life.diary import Diary
from lifeworld.life.events import Noted


def write(diary: Diary) -> None:
    rng = diary.rng("chores")
    for chore in diary.bio.chores:
        reference = min(value for value in (chore.due, chore.done, 0) if value is not None)
        day = reference - rng.randint(1, 10) if chore.since is None else chore.since
        noted = diary.moment(day, f"{rng.randint(7, 22):02}:{rng.randint(0, 59):02}")
        done = (
            None if chore.done is None else diary.moment(chore.done, f"{rng.randint(8, 21):02}:{rng.randint(0, 59):02}")
        )
        parts = [part.strip() for part in chore.steps.split(";")]
        diary.events.append(
            Noted(
                at=max(noted, diary.start),
                title=chore.title,
                list=chore.list,
                due=None if chore.due is None else diary.day(chore.due),
                priority=chore.priority,
                done_at=done,
                note=chore.note,
                steps=tuple((part.rstrip("*"), part.endswith("*")) for part in parts if part),
            )
        )
