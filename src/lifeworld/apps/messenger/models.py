"""Chatter's rows: chats, what is said in them, calls, statuses, settings."""

from datetime import datetime, timedelta
from typing import Annotated, Literal, get_args

from lifeworld.life.models import Person
from lifeworld.store import Followed, Row, free, incidental, one_of, ref, stamp, volatile
from lifeworld.web.language import _

Muted = Literal["no", "8 hours", "1 week", "always"]
Wallpaper = Literal["doodles", "dunes", "meadow", "dusk", "tiles", "plain"]
ChatWallpaper = Literal["as in settings", "doodles", "dunes", "meadow", "dusk", "tiles", "plain"]
FontSize = Literal["small", "medium", "large"]
Audience = Literal["everyone", "contacts", "nobody"]
CallKind = Literal["voice", "video"]
Photo = Literal[
    "Beach at dusk",
    "Birthday cake",
    "Cat on the sofa",
    "City lights",
    "Garden in bloom",
    "Harbour morning",
    "Mountain lake",
    "New bicycle",
    "Noodle bowl",
    "Rainy window",
    "Snowed-in street",
    "Sunday market",
]
StatusColour = Literal["plum", "teal", "coral", "ink", "moss", "amber"]

PHOTOS: tuple[str, ...] = get_args(Photo)
MUTED_FOR = {"8 hours": timedelta(hours=8), "1 week": timedelta(days=7)}
ME = 1  # the owner's id among the people
CODE_LASTS = timedelta(minutes=30)
RINGS = timedelta(seconds=6)  # how long it takes until somebody picks up


class Contact(Row, table="messenger_contact", unique=(("person_id",),)):
    """Somebody of the address book, as seen in Chatter."""

    person_id: int = ref(Person)
    about: str = ""
    blocked: bool = False

    faults = {
        "person_id NOT IN (SELECT person_id FROM messenger_chat WHERE person_id IS NOT NULL)": "it has no chat: add one"
    }

    person = Followed(Person)

    @property
    def name(self) -> str:
        return self.person.name


class Chat(Row, table="messenger_chat"):
    """A conversation with one person, or of a group (which has no `person_id`)."""

    person_id: int | None = ref(Person, default=None)
    title: str = ""
    emoji: str = free("the form offers icons", default="👋")
    description: str = ""
    key: str = volatile("names the group among life's events, and is never shown", default="")
    made_at: datetime | None = stamp()
    left: bool = False
    pinned_at: datetime | None = stamp()
    archived: bool = False
    muted: Muted = "no"
    muted_at: datetime | None = stamp()
    wallpaper: ChatWallpaper = "as in settings"
    marked_unread: bool = incidental("opening the chat takes the mark away", default=False)

    faults = {
        "person_id NOT IN (SELECT person_id FROM messenger_contact)": "its person is no contact: add one",
    }

    @property
    def person(self) -> Person:
        """The other one of a direct chat."""
        assert self.person_id is not None
        return self.follow(Person, self.person_id)

    @property
    def is_group(self) -> bool:
        return self.person_id is None

    @property
    def name(self) -> str:
        return self.title if self.is_group else self.person.name

    def addressed(self) -> str:
        """How life's events name this chat."""
        return self.key if self.is_group else f"direct:{self.person_id}"

    def is_muted(self, now: datetime) -> bool:
        """Return whether it makes no sound now."""
        if self.muted == "no" or self.muted_at is None:
            return False
        return self.muted == "always" or now < self.muted_at + MUTED_FOR[self.muted]


class Member(Row, table="messenger_member", called="member of a group", unique=(("chat_id", "person_id"),)):
    """Somebody in a group, besides the owner."""

    chat_id: int = ref(Chat, cascade=True)
    person_id: int = ref(Person)

    chat = Followed(Chat)
    person = Followed(Person)

    @property
    def name(self) -> str:
        return self.person.name


class Message(Row, table="messenger_message", index=(("chat_id", "sent_at"), ("read", "chat_id"))):
    """Something that was said: words, a photo with or without words, or a contact's card."""

    chat_id: int = ref(Chat, cascade=True)
    sender_id: int = ref(Person)
    text: str
    photo: Annotated[str, one_of(lambda: ("", *PHOTOS))] = ""
    contact_id: int | None = ref(Person, default=None)
    forwarded: bool = False
    starred: bool = False
    sent_at: datetime = stamp()
    read: bool = incidental("opening the chat reads it", default=True)

    chat = Followed(Chat)
    sender = Followed(Person)

    @property
    def contact(self) -> Person | None:
        return None if self.contact_id is None else self.follow(Person, self.contact_id)


class Quote(Row, table="messenger_quote", unique=(("message_id",),)):
    """A message answers another one, and shows it above its own words."""

    message_id: int = ref(Message, cascade=True)
    quoted_id: int = ref(Message, cascade=True)


class Reaction(Row, table="messenger_reaction", unique=(("message_id", "person_id"),)):
    """One person's emoji under a message."""

    message_id: int = ref(Message, cascade=True)
    person_id: int = ref(Person)
    emoji: str


class Call(Row, table="messenger_call"):
    """A voice or video call; it goes on until `ended_at` is set."""

    chat_id: int = ref(Chat, cascade=True)
    kind: CallKind
    outgoing: bool = True
    missed: bool = False
    microphone: bool = True
    speaker: bool = False
    started_at: datetime = stamp()
    ended_at: datetime | None = stamp()

    chat = Followed(Chat)

    @property
    def going(self) -> bool:
        return self.ended_at is None

    def seconds(self, now: datetime) -> int:
        """Return for how long people have talked; 0 while it rings."""
        talked = (self.ended_at or now) - self.started_at - RINGS
        return 0 if self.missed else max(0, int(talked.total_seconds()))


class Status(Row, table="messenger_status"):
    """A few words that one's contacts see for a day."""

    person_id: int = ref(Person)
    text: str
    colour: StatusColour = free("the form offers colours", default="plum")
    posted_at: datetime = stamp()

    person = Followed(Person)


class Settings(Row, table="messenger_settings", called="the settings"):
    """The one row of settings, with the owner's profile."""

    name: str
    about: str = ""
    wallpaper: Wallpaper = "doodles"
    font_size: FontSize = "medium"
    last_seen: Audience = "contacts"
    photo: Audience = "everyone"
    about_seen: Audience = "contacts"
    receipts: bool = True
    previews: bool = True
    reactions: bool = True


class Session(Row, table="messenger_session", called="the session"):
    """Whether the owner is signed in, and the code that was sent last: one row.

    `codes` counts those made, so that each is another one and every run draws the same.
    """

    signed_in: bool = True
    code: str = volatile("asking for a code changes nothing of the owner's", default="")
    sent_at: datetime | None = volatile("goes with the code", default=None)
    codes: int = volatile("goes with the code", default=0)
    missed: int = volatile("a wrong code changes nothing, and the right one clears it", default=0)
    shut_until: datetime | None = volatile("it passes by itself", default=None)

    @property
    def message(self) -> str:
        """What the text message with the code says."""
        return _("%(code)s is your Chatter code. Tell it to nobody.", code=self.code) if self.code else ""

    def is_locked(self, now: datetime) -> bool:
        """Return whether too many wrong codes were tried just now."""
        return self.shut_until is not None and now < self.shut_until

    def is_sent(self, now: datetime) -> bool:
        """Return whether a code is there that still counts."""
        return self.sent_at is not None and now < self.sent_at + CODE_LASTS
