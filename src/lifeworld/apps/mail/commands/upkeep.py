"""Labels, signature, vacation reply and the other settings."""

from datetime import date
from typing import Literal

from lifeworld.apps.mail.models import Colour, Label, Settings, Vacation
from lifeworld.store import Command, Store, tell

COLOURS: tuple[Colour, ...] = ("red", "orange", "yellow", "green", "teal", "blue", "purple", "grey")
LONGEST = 40  # characters of a label
RESERVED = ("inbox", "starred", "sent", "drafts", "archive", "all mail", "spam", "bin")


class AddLabel(Command, seen_by="nobody"):
    """Make a new label."""

    name: str
    colour: Colour = "grey"
    refusals = {
        "empty": "Give the label a name.",
        "long": "Keep the name under 40 characters.",
        "taken": "There is a label named {name} already.",
        "reserved": "{name} is a folder's name. Choose another.",
    }

    def run(self, store: Store) -> Label:
        return store.add(Label, name=_name(self, store), colour=self.colour)


class RenameLabel(Command, seen_by="nobody"):
    """Give a label another name and colour."""

    label: Label
    name: str
    colour: Colour = "grey"
    refusals = AddLabel.refusals

    def run(self, store: Store) -> Label:
        return store.change(self.label, name=_name(self, store, self.label.id), colour=self.colour)


class DeleteLabel(Command, seen_by="nobody"):
    """Delete a label; its conversations stay."""

    label: Label

    def run(self, store: Store) -> Label:
        store.remove(self.label)
        return self.label


class SaveSettings(Command, seen_by="nobody"):
    """Choose whether answers quote, and which mail shows as a notification."""

    quoting: bool = True
    notify: Literal["all", "people", "none"] = "all"

    def run(self, store: Store) -> Settings:
        return store.change(store.get(Settings, 1), quoting=self.quoting, notify=self.notify)


class SaveSignature(Command, seen_by="nobody"):
    """Set what stands below every letter; empty for nothing."""

    signature: str = ""
    refusals = {"long": "Keep the signature under 300 characters."}

    def run(self, store: Store) -> Settings:
        signature = self.signature.strip()
        if len(signature) > 300:
            raise self.refuse("long", "signature")
        return store.change(store.get(Settings, 1), signature=signature)


class SaveVacation(Command, seen_by="everyone who writes"):
    """Say what answers by itself from the first day on, until the last one if there is one; and whether it does."""

    on: bool = False
    first: date | None = None
    last: date | None = None
    subject: str = ""
    body: str = ""
    refusals = {
        "empty": "Write what people shall read.",
        "no_first": "Say from which day on.",
        "order": "The last day comes before the first.",
    }

    def run(self, store: Store) -> Vacation:
        if self.on and not self.body.strip():
            raise self.refuse("empty", "body")
        if self.on and self.first is None:
            raise self.refuse("no_first", "first")
        if self.first and self.last and self.last < self.first:
            raise self.refuse("order", "last")
        before, subject, body = store.get(Vacation, 1), self.subject.strip(), self.body.strip()
        after = store.change(before, on=self.on, first=self.first, last=self.last, subject=subject, body=body)
        if after.on and after != before:
            tell(store, "mail", "vacation reply", "everyone who writes", subject, body)
        return after


def _name(command: AddLabel | RenameLabel, store: Store, own: int = 0) -> str:
    name = command.name_among(store, Label, own, LONGEST)
    if name.lower() in RESERVED:
        raise command.refuse("reserved", "name", name=name)
    return name


UPKEEP_COMMANDS: tuple[type[Command], ...] = (
    AddLabel,
    RenameLabel,
    DeleteLabel,
    SaveSettings,
    SaveSignature,
    SaveVacation,
)
