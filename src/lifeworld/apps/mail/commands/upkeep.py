"""Labels, signature, vacation reply and the other settings."""

from collections.abc import Iterator
from datetime import date
from typing import Literal

from lifeworld.apps.mail.models import Colour, Label, Settings, Vacation
from lifeworld.core.errors import Refused
from lifeworld.store import Add, Edit, Remove, Store, ask, line, tell, text

FOLDERS = ("inbox", "starred", "sent", "drafts", "archive", "all mail", "snoozed", "scheduled", "spam", "bin")
NOTIFY = {"all": "All new mail", "people": "Mail from people only", "none": "Nothing"}
EMPTY, TAKEN = "Give the label a name.", "There is a label named {name} already."
RESERVED = "{name} is a folder's name. Choose another."
LONGEST = 40  # characters of a label


class AddLabel(Add, of=Label, seen_by="nobody"):
    """Make a new label."""

    name: str = line("Name", empty=EMPTY, longest=LONGEST, taken=TAKEN, placeholder="Such as Receipts")
    colour: Colour = ask("Colour", default="grey", kind="colour")
    refusals = {"reserved": RESERVED}

    def check(self, store: Store) -> None:
        self.need(self.name.lower() not in FOLDERS, "reserved", "name")


class RenameLabel(Edit, seen_by="nobody"):
    """Give a label another name and colour."""

    label: Label
    name: str = line("Name", empty=EMPTY, longest=LONGEST, taken=TAKEN, placeholder="Such as Receipts")
    colour: Colour = ask("Colour", default="grey", kind="colour")
    refusals = {"reserved": RESERVED}

    def check(self, store: Store) -> None:
        self.need(self.name.lower() not in FOLDERS, "reserved", "name")


class DeleteLabel(Remove, seen_by="nobody"):
    """Delete a label; its conversations stay."""

    label: Label


class SaveSettings(Edit, of=Settings, seen_by="nobody"):
    """Choose whether answers quote, and which mail shows as a notification."""

    quoting: bool = ask("Quote the message when replying", default=True, kind="switch")
    notify: Literal["all", "people", "none"] = ask("Notify me of", default="all", kind="radio", choices=NOTIFY)


class SaveSignature(Edit, of=Settings, seen_by="nobody"):
    """Set what stands below every letter; empty for nothing."""

    signature: str = text(
        "Signature", default="", longest=300, hint="Added below every message you send. Leave it empty for none."
    )


class SaveVacation(Edit, of=Vacation, seen_by="everyone who writes"):
    """Say what answers by itself from the first day on, until the last one if there is one; and whether it does."""

    on: bool = ask("Reply to new mail automatically", default=False, kind="switch", hint="Each sender gets it once.")
    first: date | None = ask("First day", default=None)
    last: date | None = ask("Last day", default=None, hint="Leave it empty for no end.")
    subject: str = line("Subject", default="", hint="Leave it empty to keep the original subject.")
    body: str = text("Message", default="")
    refusals = {
        "empty": "Enter the reply.",
        "no_first": "Choose the first day.",
        "order": "The last day comes before the first.",
    }

    def faults(self, store: Store) -> Iterator[Refused]:
        yield from super().faults(store)
        if self.on and not self.body:
            yield self.refuse("empty", "body")
        if self.on and self.first is None:
            yield self.refuse("no_first", "first")
        if self.first and self.last and self.last < self.first:
            yield self.refuse("order", "last")

    def run(self, store: Store) -> Vacation:
        before, after = store.get(Vacation, 1), super().run(store)
        if after.on and after != before:
            tell(store, "mail", "vacation reply", "everyone who writes", after.subject, after.body)
        return after  # type: ignore[no-any-return]
