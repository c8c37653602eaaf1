"""What was said in a chat, a window at a time, ready to be shown as bubbles."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from lifeworld.apps.messenger.models import ME, Chat, Message
from lifeworld.apps.messenger.views import tick
from lifeworld.core.folding import plain
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.web import Request
from lifeworld.web.language import _

WINDOW = 30
BELOW = 3  # how many messages show under the one that was looked for
PAUSE = timedelta(minutes=12)  # after which a bubble starts a new group of bubbles


@dataclass(frozen=True)
class Bubble:
    """One message as a chat shows it."""

    message: Message
    sender: Person
    mine: bool
    tick: str
    quoted: Message | None
    reactions: tuple[tuple[str, int], ...]
    my_reaction: str
    day: date | None  # set where a new day begins
    first: bool  # the first of a run by one sender: it has the tail and the name

    @property
    def label(self) -> str:
        """What the message is called where it needs a name."""
        words = self.message.text or self.message.photo or _("Contact card")
        return words if len(words) <= 60 else words[:59].rstrip() + "…"


@dataclass(frozen=True)
class Thread:
    """A window of bubbles, and whether there is more before and after it."""

    bubbles: tuple[Bubble, ...]
    earlier: int
    later: int


def thread(request: Request, chat: Chat, everyone: dict[int, Person]) -> Thread:
    """Return the latest window, or the one that the query's `before`, `after` or `at` (message ids) asks for."""
    messages = _window(request, chat)
    if not messages:
        return Thread((), 0, 0)
    first, last = messages[0], messages[-1]
    earlier = first.id if _beyond(first, "<") else 0
    later = last.id if _beyond(last, ">") else 0
    return Thread(tuple(bubbles(request.store, messages, everyone)), earlier, later)


def bubbles(store: Store, messages: Sequence[Message], everyone: dict[int, Person]) -> list[Bubble]:
    """Return messages of one chat as bubbles."""
    answered = _answered(store, messages)
    quotes, reactions = _quotes(store, messages), _reactions(store, messages)
    return [
        _bubble(message, before, everyone, answered, quotes.get(message.id), reactions.get(message.id, []))
        for before, message in zip((None, *messages), messages, strict=False)
    ]


def parted(text: str, q: str) -> tuple[str, str, str]:
    """Return a text in three: what is found in it, between what stands before and after."""
    folded = plain(text)
    at = folded.find(plain(q)) if q and len(folded) == len(text) else -1
    return (text, "", "") if at < 0 else (text[:at], text[at : at + len(q)], text[at + len(q) :])


def _window(request: Request, chat: Chat) -> list[Message]:
    store = request.store
    place = request.number("before") or request.number("after") or request.number("at")
    here = store.first(Message, "id = ? AND chat_id = ?", place, chat.id)
    if here is None:
        return _before(store, chat, None)
    if request.number("before"):
        return _before(store, chat, here)
    after = _after(store, here, BELOW if request.number("at") else WINDOW)
    if request.number("at"):
        return [*_before(store, chat, here)[-(WINDOW - BELOW) :], here, *after]
    return after


def _before(store: Store, chat: Chat, end: Message | None) -> list[Message]:
    where, args = ("AND (sent_at, id) < (?, ?)", (end.sent_at, end.id)) if end else ("", ())
    found = store.all(Message, f"chat_id = ? {where}", chat.id, *args, order="sent_at DESC, id DESC", limit=WINDOW)
    return found[::-1]


def _after(store: Store, start: Message, limit: int) -> list[Message]:
    where = "chat_id = ? AND (sent_at, id) > (?, ?)"
    return store.all(Message, where, start.chat_id, start.sent_at, start.id, order="sent_at, id", limit=limit)


def _beyond(message: Message, side: str) -> bool:
    where = f"chat_id = ? AND (sent_at, id) {side} (?, ?)"
    return message.store.first(Message, where, message.chat_id, message.sent_at, message.id) is not None


def _answered(store: Store, messages: Sequence[Message]) -> datetime | None:
    query = "SELECT max(sent_at) FROM messenger_message WHERE chat_id = ? AND sender_id <> ?"
    last = store.value(query, messages[0].chat_id, ME) if messages else None
    return datetime.fromisoformat(last) if last else None


def _quotes(store: Store, messages: Sequence[Message]) -> dict[int, Message]:
    marks = _ids(messages)
    pairs = store.sql(f"SELECT message_id, quoted_id FROM messenger_quote WHERE message_id IN ({marks})")
    if not pairs:
        return {}
    wanted = ", ".join(str(quoted) for _, quoted in pairs)
    found = {message.id: message for message in store.all(Message, f"id IN ({wanted})")}
    return {int(str(answer)): found[int(str(quoted))] for answer, quoted in pairs}


def _reactions(store: Store, messages: Sequence[Message]) -> dict[int, list[tuple[int, str]]]:
    query = "SELECT message_id, person_id, emoji FROM messenger_reaction WHERE message_id IN ({}) ORDER BY id"
    found: dict[int, list[tuple[int, str]]] = {}
    for message_id, person_id, emoji in store.sql(query.format(_ids(messages))):
        found.setdefault(message_id, []).append((person_id, emoji))
    return found


def _ids(messages: Sequence[Message]) -> str:
    return ", ".join(str(message.id) for message in messages)


def _bubble(
    message: Message,
    before: Message | None,
    everyone: dict[int, Person],
    answered: datetime | None,
    quoted: Message | None,
    reactions: list[tuple[int, str]],
) -> Bubble:
    sender = everyone[message.sender_id]
    mine = sender.id == ME
    sent = message.sent_at
    new_day = before is None or before.sent_at.date() != sent.date()
    counted = Counter(emoji for _, emoji in reactions)
    return Bubble(
        message=message,
        sender=sender,
        mine=mine,
        tick=tick(message, answered, message.store.now) if mine else "",
        quoted=quoted,
        reactions=tuple(counted.items()),
        my_reaction=next((emoji for who, emoji in reactions if who == ME), ""),
        day=sent.date() if new_day else None,
        first=new_day or _breaks(before, message),
    )


def _breaks(before: Message | None, message: Message) -> bool:
    return before is None or before.sender_id != message.sender_id or message.sent_at - before.sent_at > PAUSE
