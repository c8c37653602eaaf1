"""Each of Chatter's commands done once, and each refusal met once."""

from collections.abc import Callable, Iterator
from typing import Any

from lifeworld.apps.messenger import commands as c
from lifeworld.apps.messenger.models import Call, Chat, Contact, Member, Message, Reaction, Status
from lifeworld.store import Command, Store
from lifeworld.web import Example, done, refused

_FOREIGN = "sender_id <> 1 AND chat_id = ?"


def examples(store: Store) -> Iterator[Example]:
    """Yield an example for every command and every refusal, on a lived-in world."""
    chat = store.one(Chat, "person_id IN (SELECT sender_id FROM messenger_message) AND person_id <> 1 AND NOT archived")
    group = store.one(Chat, "person_id IS NULL AND NOT archived AND id IN (SELECT chat_id FROM messenger_message)")
    blocked = _changed(
        store, store.one(Contact, "person_id NOT IN (SELECT sender_id FROM messenger_message)"), blocked=True
    )
    shut = store.one(Chat, "person_id = ?", blocked.person_id)
    past = _changed(store, store.one(Chat, "person_id IS NULL AND id <> ?", group.id), left=True)
    message = store.one(Message, f"{_FOREIGN} AND NOT starred AND text <> ''", chat.id)
    yield from _of_messages(message, chat, group, shut, past)
    yield from _of_reactions(store, message, shut, past)
    yield from _of_chats(store, chat, shut, blocked)
    yield from _of_groups(store, group, past, chat, blocked)
    yield from _of_calls(store, chat, shut, past)
    yield from _of_own(store)


def _of_messages(message: Message, chat: Chat, group: Chat, shut: Chat, past: Chat) -> Iterator[Example]:
    yield from _texts(lambda to, text: c.Send(to, text), chat)
    yield from _unreachable(lambda to: c.Send(to, "Hello"), shut, past)
    yield done(c.Reply(message, "Good point"))
    yield refused("empty", c.Reply(message, " "))
    yield refused("long", c.Reply(message, "x" * 4001))
    yield done(c.Forward(message, (group,)))
    yield refused("nobody", c.Forward(message, ()))
    yield refused("many", c.Forward(message, (group,) * 6))
    yield from _unreachable(lambda to: c.Forward(message, (to,)), shut, past)
    yield done(c.SendPhoto(chat, "Mountain lake", "Look at this"))
    yield refused("long", c.SendPhoto(chat, "Mountain lake", "x" * 4001))
    yield from _unreachable(lambda to: c.SendPhoto(to, "Mountain lake"), shut, past)
    contact = message.store.one(Contact, "NOT blocked")
    yield done(c.SendContact(chat, contact))
    yield from _unreachable(lambda to: c.SendContact(to, contact), shut, past)


def _texts(make: Callable[[Chat, str], Command], chat: Chat) -> Iterator[Example]:
    yield done(make(chat, "See you at seven"))
    yield refused("empty", make(chat, "  "))
    yield refused("long", make(chat, "x" * 4001))


def _unreachable(make: Callable[[Chat], Command], shut: Chat, past: Chat) -> Iterator[Example]:
    yield refused("blocked", make(shut))
    yield refused("left", make(past))


def _of_reactions(store: Store, message: Message, shut: Chat, past: Chat) -> Iterator[Example]:
    yield done(c.React(message, "👍"))
    yield refused("none", c.Unreact(message))
    with store.writing():
        store.add(Reaction, message_id=message.id, person_id=1, emoji="😂")
        lost = [
            store.add(Message, chat_id=one.id, sender_id=1, text="Hello", sent_at=store.now) for one in (shut, past)
        ]
    yield refused("same", c.React(message, "😂"))
    yield refused("blocked", c.React(lost[0], "👍"))
    yield refused("left", c.React(lost[1], "👍"))
    yield refused("blocked", c.Reply(lost[0], "Hello"))
    yield refused("left", c.Reply(lost[1], "Hello"))
    yield done(c.Unreact(message))
    yield done(c.Star(message))
    yield refused("plain", c.Unstar(message))
    kept = _changed(store, lost[1], starred=True)
    yield done(c.Unstar(kept))
    yield refused("starred", c.Star(kept))
    yield done(c.DeleteMessage(message))


def _of_chats(store: Store, chat: Chat, shut: Chat, blocked: Contact) -> Iterator[Example]:
    silent = _changed(store, shut, muted="always", muted_at=store.now, pinned_at=None, archived=False)
    away = _changed(
        store, store.one(Chat, "person_id IS NOT NULL AND id NOT IN (?, ?)", chat.id, shut.id), archived=True
    )
    yield done(c.Mute(chat, "1 week"))
    yield done(c.Unmute(silent))
    yield refused("loud", c.Unmute(_changed(store, away, muted="no")))
    with store.writing():
        for pinned in store.all(Chat, "pinned_at IS NOT NULL"):
            store.change(pinned, pinned_at=None)
    yield done(c.Pin(chat))
    yield refused("archived", c.Pin(away))
    yield refused("loose", c.Unpin(chat))
    others = [
        _changed(store, one, pinned_at=store.now) for one in store.all(Chat, "NOT archived AND id <> ?", chat.id)[:3]
    ]
    yield refused("full", c.Pin(chat))
    yield refused("pinned", c.Pin(others[0]))
    yield done(c.Unpin(others[0]))
    yield done(c.Archive(chat))
    yield refused("archived", c.Archive(away))
    yield done(c.Unarchive(away))
    yield refused("active", c.Unarchive(chat))
    yield from _of_marks(store, chat, blocked)


def _of_marks(store: Store, chat: Chat, blocked: Contact) -> Iterator[Example]:
    with store.writing():
        for message in store.all(Message, "NOT read"):
            store.change(message, read=True)
    yield done(c.MarkUnread(chat))
    yield refused("read", c.MarkRead(chat))
    marked = _changed(store, chat, marked_unread=True)
    yield done(c.MarkRead(marked))
    yield refused("unread", c.MarkUnread(marked))
    yield done(c.ClearChat(chat))
    yield refused("bare", c.ClearChat(store.one(Chat, "id NOT IN (SELECT chat_id FROM messenger_message)")))
    yield done(c.SetChatWallpaper(chat, "tiles"))
    yield done(c.Unblock(blocked))
    yield refused("blocked", c.Block(blocked))
    friend = store.one(Contact, "person_id = ?", chat.person_id)
    yield done(c.Block(friend))
    yield refused("welcome", c.Unblock(friend))


def _of_groups(store: Store, group: Chat, past: Chat, chat: Chat, blocked: Contact) -> Iterator[Example]:
    inside = "person_id IN (SELECT person_id FROM messenger_member WHERE chat_id = ?)"
    member = store.one(Contact, f"NOT blocked AND {inside}", group.id)
    outside = store.one(Contact, f"NOT blocked AND NOT {inside}", group.id)
    yield done(c.CreateGroup("Lantern night", (member, outside), "🎉"))
    yield refused("empty", c.CreateGroup(" ", (member,)))
    yield refused("long", c.CreateGroup("x" * 61, (member,)))
    yield refused("nobody", c.CreateGroup("Lantern night", ()))
    yield refused("blocked", c.CreateGroup("Lantern night", (blocked,)))
    yield refused("empty", c.RenameGroup(group, ""))
    yield refused("long", c.RenameGroup(group, "x" * 61))
    yield from _members_only(lambda to: c.RenameGroup(to, "Another name"), group, chat, past)
    yield refused("long", c.DescribeGroup(group, "x" * 301))
    yield from _members_only(lambda to: c.DescribeGroup(to, "What we are for"), group, chat, past)
    yield refused("member", c.AddMember(group, member))
    yield refused("blocked", c.AddMember(group, blocked))
    yield from _members_only(lambda to: c.AddMember(to, outside), group, chat, past)
    yield done(c.RemoveMember(store.one(Member, "chat_id = ?", group.id)))
    yield refused("left", c.RemoveMember(store.one(Member, "chat_id = ?", past.id)))
    yield from _members_only(c.LeaveGroup, group, chat, past)


def _members_only(make: Callable[[Chat], Command], group: Chat, chat: Chat, past: Chat) -> Iterator[Example]:
    yield done(make(group))
    yield refused("direct", make(chat))
    yield refused("left", make(past))


def _of_calls(store: Store, chat: Chat, shut: Chat, past: Chat) -> Iterator[Example]:
    over = store.one(Call, "ended_at IS NOT NULL")
    yield done(c.StartCall(chat, "video"))
    yield from _unreachable(c.StartCall, shut, past)
    yield done(c.DeleteCall(over))
    with store.writing():
        call = store.add(Call, chat_id=chat.id, kind="voice", started_at=store.now)
    yield refused("busy", c.StartCall(chat))
    yield refused("going", c.DeleteCall(call))
    yield from _switched(c.MuteMicrophone, "off", c.UnmuteMicrophone, "on", call, over, {"microphone": False})
    yield from _switched(c.SpeakerOn, "on", c.SpeakerOff, "off", call, over, {"speaker": True})
    yield done(c.HangUp(call))
    yield refused("over", c.HangUp(over))


def _switched(
    there: Callable[[Call], Command],
    is_there: str,
    back: Callable[[Call], Command],
    is_back: str,
    call: Call,
    over: Call,
    after: dict[str, Any],
) -> Iterator[Example]:
    yield done(there(call))
    yield refused(is_back, back(call))
    changed = _changed(call.store, call, **after)
    yield done(back(changed))
    yield refused(is_there, there(changed))
    yield refused("over", there(over))
    yield refused("over", back(over))


def _of_own(store: Store) -> Iterator[Example]:
    with store.writing():
        own = store.add(Status, person_id=1, text="Off to the hills", posted_at=store.now)
        foreign = store.add(Status, person_id=2, text="Rain again", posted_at=store.now)
    yield done(c.PostStatus("Baking bread", "teal"))
    yield refused("empty", c.PostStatus(" "))
    yield refused("long", c.PostStatus("x" * 251))
    yield done(c.DeleteStatus(own))
    yield refused("foreign", c.DeleteStatus(foreign))
    yield done(c.SaveProfile("Captain", "Ask me about sails"))
    yield refused("nameless", c.SaveProfile(" "))
    yield refused("long_name", c.SaveProfile("x" * 26))
    yield refused("long_about", c.SaveProfile("Captain", "x" * 141))
    yield done(c.SavePrivacy("nobody", "contacts", "nobody", receipts=True))
    yield done(c.SaveNotifications(previews=False, reactions=False))
    yield done(c.SetWallpaper("meadow"))
    yield done(c.SetFontSize("large"))


def _changed(store: Store, row: Any, **values: Any) -> Any:
    with store.writing():
        return store.change(row, **values)
