"""What a biography says word for word: the groups of the messenger, messages, the to-do lists."""

from datetime import timedelta

from lifeworld.life.diary import Begin, Diary
from lifeworld.life.events import GroupMade, Messaged, Noted


def chats(diary: Diary) -> None:
    """Make the groups, in the newest of which somebody says hello."""
    for number, circle in enumerate(diary.bio.circles):
        opened = max(diary.moment(-circle.founded, "18:20"), diary.start) + timedelta(minutes=number * 7)
        members = tuple(diary.people[key].id for key in circle.members)
        diary.events.append(
            GroupMade(at=opened, key=circle.key, title=circle.title, members=members, emoji=circle.emoji)
        )
        if opened.date() > diary.start.date():
            at = opened + timedelta(hours=diary.rng(f"group {circle.key}").randint(25, 44))
            diary.given.append(Begin("new-group", at, words={"title": circle.title}, group=circle.key))
    by_hand = [
        Messaged(
            at=diary.moment(said.days, said.clock),  # on the full minute, where no others are
            chat=diary.direct(said.chat[1:]) if said.chat.startswith("@") else said.chat,
            sender_id=diary.people[said.sender].id,
            text=said.text,
            read=said.read,
        )
        for said in diary.bio.talk
    ]
    diary.events.extend(by_hand)
    diary.because("chats: by hand", by_hand)


def chores(diary: Diary) -> None:
    """Write down what is to be done, and was."""
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
