"""The groups of the messenger, and the messages that were written by hand."""

from datetime import timedelta

from lifeworld.life.diary import Begin, Diary
from lifeworld.life.events import GroupMade, Messaged


def write(diary: Diary) -> None:
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
