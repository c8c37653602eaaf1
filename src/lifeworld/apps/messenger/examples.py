"""Examples of Chatter's commands and refusals that do not follow from their declarations."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

from lifeworld.apps.messenger import commands as c
from lifeworld.apps.messenger.models import ME, Call, Chat, Contact, Member, Message, Reaction, Session, Status
from lifeworld.life.models import Person
from lifeworld.store import Command, Store
from lifeworld.web import Example, done, refused

Made = Callable[[Chat], Command]


def examples(store: Store) -> Iterator[Example]:
    """Yield them on a lived-in world."""
    spoken = "id IN (SELECT chat_id FROM messenger_message) AND NOT archived"
    chat = store.one(Chat, f"person_id <> 1 AND {spoken}")
    group, *others = store.all(Chat, f"person_id IS NULL AND {spoken}", limit=2)
    shut = store.one(Chat, "person_id IS NOT NULL AND id NOT IN (SELECT chat_id FROM messenger_message)")
    blocked = _put(store, store.one(Contact, "person_id = ?", shut.person_id), blocked=True)
    past = _put(store, others[0] if others else _made(store, shut), left=True)
    yield from _of_messages(store, chat, group, shut, past)
    yield from _of_chats(store, chat, blocked)
    yield from _of_groups(store, group, past, chat, blocked)
    yield from _of_calls(store, chat, shut, past)
    yield done(c.PostStatus("Baking bread", "teal"))
    with store.writing():
        store.add(Status, person_id=ME, text="Off to the hills", posted_at=store.now)
    yield done(c.SaveProfile("Captain", "Ask me about sails"))
    yield from _session(store)


def _made(store: Store, with_whom: Chat) -> Chat:
    """Give another group to a person who is in one alone."""
    with store.writing():
        made = store.add(Chat, title="Choir", made_at=store.now)
        store.add(Member, chat_id=made.id, person_id=with_whom.person_id)
    return made


def _session(store: Store) -> Iterator[Example]:
    phone, session = store.get(Person, ME).phone, store.get(Session, 1)
    by_phone, by_code = c.AskForCode(phone), c.SignIn(c.code_of(store, 1))
    yield refused("already", by_phone)
    yield refused("already", by_code)
    _put(store, session, signed_in=False)
    yield refused("none", by_code)
    yield refused("unknown", c.AskForCode("(360) 555-0199"))
    yield done(by_phone)
    _put(store, session, signed_in=False, code=by_code.code, sent_at=store.now)
    yield done(by_code)
    _put(store, session, shut_until=store.now + timedelta(minutes=1))
    yield refused("locked", by_phone)
    yield refused("locked", by_code)
    _put(store, session, signed_in=True, code="", sent_at=None, shut_until=None)


def _of_messages(store: Store, chat: Chat, group: Chat, shut: Chat, past: Chat) -> Iterator[Example]:
    mine = "SELECT message_id FROM messenger_reaction WHERE person_id = 1"
    plain = f"sender_id <> 1 AND NOT starred AND text <> '' AND id NOT IN ({mine})"
    message = store.one(Message, f"chat_id = ? AND {plain}", chat.id)
    contact = store.one(Contact, "NOT blocked")
    with store.writing():
        lost = {
            one.id: store.add(Message, chat_id=one.id, sender_id=ME, text="Hello", starred=True, sent_at=store.now)
            for one in (shut, past)
        }
    yield from _reaching(lambda to: c.Send(to, "Hello"), chat, shut, past)
    yield from _reaching(lambda to: c.Reply(lost.get(to.id, message), "Good point"), chat, shut, past)
    yield from _reaching(lambda to: c.Forward(message, (to,)), group, shut, past)
    yield refused("many", c.Forward(message, tuple(store.all(Chat, "NOT left")[:6])))
    yield from _reaching(lambda to: c.SendPhoto(to, "Mountain lake", "Look at this"), chat, shut, past)
    yield from _reaching(lambda to: c.SendContact(to, contact), chat, shut, past)
    yield from _reaching(lambda to: c.React(lost.get(to.id, message), "👍"), chat, shut, past)
    with store.writing():
        store.add(Reaction, message_id=message.id, person_id=ME, emoji="😂")
    yield refused("already", c.React(message, "😂"))


def _reaching(make: Made, chat: Chat, shut: Chat, past: Chat) -> Iterator[Example]:
    yield done(make(chat))
    yield refused("blocked", make(shut))
    yield refused("left", make(past))


def _of_chats(store: Store, chat: Chat, blocked: Contact) -> Iterator[Example]:
    with store.writing():
        for message in store.all(Message, "NOT read"):
            store.change(message, read=True)
    yield done(c.MarkUnread(chat))
    yield refused("already", c.MarkUnread(_put(store, chat, marked_unread=True)))
    yield done(c.SetChatWallpaper(chat, "tiles"))
    yield done(c.Unblock(blocked))
    for pinned in store.all(Chat, "pinned_at IS NOT NULL"):
        _put(store, pinned, pinned_at=None)
    yield done(c.Pin(chat))
    for other in store.all(Chat, "NOT archived AND id <> ?", chat.id, limit=3):
        _put(store, other, pinned_at=store.now)
    yield refused("full", c.Pin(chat))
    away = store.one(Chat, "NOT archived AND pinned_at IS NULL AND id <> ?", chat.id)
    _put(store, away, archived=True)


def _of_groups(store: Store, group: Chat, past: Chat, chat: Chat, blocked: Contact) -> Iterator[Example]:
    inside = "person_id IN (SELECT person_id FROM messenger_member WHERE chat_id = ?)"
    member = store.one(Contact, f"NOT blocked AND {inside}", group.id)
    outside = store.one(Contact, f"NOT blocked AND NOT {inside}", group.id)
    yield done(c.CreateGroup("Lantern night", (member, outside), "🎉"))
    yield refused("blocked", c.CreateGroup("Lantern night", (blocked,)))
    yield refused("member", c.AddMember(group, member))
    yield refused("blocked", c.AddMember(group, blocked))
    ways: tuple[Made, ...] = (
        lambda to: c.RenameGroup(to, "Another name"),
        lambda to: c.DescribeGroup(to, "What we are for"),
        lambda to: c.AddMember(to, outside),
        c.LeaveGroup,
    )
    for way in ways:
        yield done(way(group))
        yield refused("direct", way(chat))
        yield refused("left", way(past))
    yield refused("left", c.RemoveMember(store.one(Member, "chat_id = ?", past.id)))


def _of_calls(store: Store, chat: Chat, shut: Chat, past: Chat) -> Iterator[Example]:
    yield from _reaching(lambda to: c.StartCall(to, "video"), chat, shut, past)
    with store.writing():
        call = store.add(Call, chat_id=chat.id, kind="voice", started_at=store.now)
    yield refused("busy", c.StartCall(chat))
    for on, off, state in (
        (c.UnmuteMicrophone, c.MuteMicrophone, {"microphone": False}),
        (c.SpeakerOff, c.SpeakerOn, {"speaker": True}),
    ):
        yield refused("already", on(call))
        changed = _put(store, call, **state)
        yield done(on(changed))
        yield refused("already", off(changed))
    _put(store, call, microphone=True, speaker=False)


def _put(store: Store, row: Any, **values: Any) -> Any:
    with store.writing():
        return store.change(row, **values)
