"""What a battle's world has besides a person's year: letters, appointments, lists, put into the apps that hold them."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from lifeworld.apps.calendar.models import Calendar, Event
from lifeworld.apps.mail.models import ME, Attachment, Message, Recipient, Thread
from lifeworld.apps.todo.models import Task, TaskList
from lifeworld.core.counting import counted
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.world import Profile

_STRICTLY = ConfigDict(frozen=True, extra="forbid")


class Letter(BaseModel):
    """A letter in the inbox.

    Attributes:
        address: of the sender; "" for a note of the owner's own.
        sent_at: None for the world's now, as for any later time.
        files: names and kilobytes of what is attached.
    """

    model_config = _STRICTLY

    kind: Literal["letter"] = "letter"
    address: str = ""
    subject: str
    body: str = ""
    sent_at: datetime | None = None
    files: tuple[tuple[str, int], ...] = ()

    def write(self, store: Store) -> None:
        known = store.first(Person, "email = ?", self.address) if self.address else store.first(Person, "id = ?", ME)
        sent_at = min(self.sent_at or store.now, store.now)
        thread = store.add(Thread, subject=self.subject, unread=True)
        sender = {"person_id": known.id} if known else {"address": self.address}
        letter = store.add(Message, thread_id=thread.id, body=self.body, sent_at=sent_at, **sender)
        store.add(Recipient, message_id=letter.id, person_id=ME)
        for name, kilobytes in self.files:
            store.add(Attachment, message_id=letter.id, name=name, kilobytes=kilobytes)

    @property
    def texts(self) -> tuple[str, ...]:
        return (self.address, self.subject, self.body, *(name for name, _ in self.files))


class Appointment(BaseModel):
    """An event in the owner's first calendar."""

    model_config = _STRICTLY

    kind: Literal["appointment"] = "appointment"
    title: str
    starts: datetime
    ends: datetime
    all_day: bool = False
    place: str = ""
    note: str = ""

    def write(self, store: Store) -> None:
        first = store.first(Calendar, order="id")
        assert first
        store.add(Event, calendar_id=first.id, **self.model_dump(exclude={"kind"}))

    @property
    def texts(self) -> tuple[str, ...]:
        return (self.title, self.place, self.note)


class Entry(BaseModel):
    model_config = _STRICTLY

    title: str
    note: str = ""
    due: date | None = None


class Listed(BaseModel):
    model_config = _STRICTLY

    kind: Literal["list"] = "list"
    name: str
    tasks: Annotated[tuple[Entry, ...], Field(min_length=1)]

    def write(self, store: Store) -> None:
        position = store.value("SELECT coalesce(max(position), 0) FROM todo_list") + 1
        made = store.add(TaskList, name=self.name, position=position)
        for number, task in enumerate(self.tasks, 1):
            store.add(Task, list_id=made.id, position=number, added_at=store.now, **task.model_dump())

    @property
    def texts(self) -> tuple[str, ...]:
        return (self.name, *(text for task in self.tasks for text in (task.title, task.note)))


Addition: TypeAlias = Letter | Appointment | Listed
_FILED = TypeAdapter(list[Annotated[Addition, Field(discriminator="kind")]])


def filed(additions: Sequence[Addition]) -> list[dict[str, Any]]:
    return [one.model_dump(mode="json") for one in additions]


def read(plain: Iterable[Any]) -> tuple[Addition, ...]:
    return tuple(_FILED.validate_python(list(plain)))


def added_to(profile: Profile, additions: Sequence[Addition]) -> Profile:
    """Return a profile whose world has these, too."""
    if not additions:
        return profile
    store = Store.over(profile.data)
    with store.writing():
        for one in additions:
            one.write(store)
    data = store.bytes()
    return replace(profile, data=data, digest=hashlib.blake2b(data, digest_size=8).hexdigest())


def told(additions: Sequence[Addition]) -> str:
    """Return what was added, in words; "" for nothing."""
    kinds = [one.kind for one in additions]
    return ", ".join(counted(kinds.count(kind), kind) for kind in dict.fromkeys(kinds))
