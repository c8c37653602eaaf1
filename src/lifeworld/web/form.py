"""A form on a page: the values of a command's fields, and what is wrong with them."""

import dataclasses
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any, Self

from markupsafe import escape

from lifeworld.core.errors import Refused
from lifeworld.core.money import Money
from lifeworld.core.typed import plain_type, remembered
from lifeworld.store import Add, Asked, Command, Edit, Row, Store, asked_of, hints
from lifeworld.store.tables import to_sql
from lifeworld.web import dates
from lifeworld.web.fields import colours_of, kind_of, options_of
from lifeworld.web.language import N_, _, told
from lifeworld.web.parse import parse
from lifeworld.web.request import Missing, Page, Pairs, Redirect, Request

CHOSEN = frozenset(("radio", "select", "colour", "switch"))  # kinds of fields that are filled in with one press
SEEN = "seen"  # the name that a form sends back what it remembers by
CHANGED = N_("This was changed in another window meanwhile. Save once more to overwrite what is saved now.")
GONE = N_("This was deleted in another window meanwhile. What you wrote is still here, to be copied.")
SHUT_OUT = N_("You were signed out in another window meanwhile. What you wrote is still here, to be copied.")


class Form:
    """One command's fields as texts, with a message beside each that can't be used.

    In templates, kit macros read it through `value`, `values`, `on` and `errors`. One that is `live` has no `button` of
    its own: each of its choices is one, which saves itself and keeps the others.
    """

    def __init__(
        self, command: type[Command], request: Request, given: Pairs, fixed: Mapping[str, Any], button: bool = False
    ) -> None:
        self.command, self.request = command, request
        self.fixed = {name: str(value) for name, value in fixed.items()}
        self.texts: dict[str, list[str]] = {}
        for name, text in given:
            self.texts.setdefault(name, []).append(text)
        self.errors: dict[str, str] = {}
        self.error = ""  # what stands above the whole form
        self.theirs: list[tuple[str, str]] = []  # labels and texts that another window has saved meanwhile
        self._start: dict[str, Any] = defaults(command)
        self.live = not button and saves_itself(command, self.asked)

    def start(self, **values: Any) -> Self:
        """Set what the fields hold before the person has typed (rows, amounts and dates as values)."""
        self._start |= values
        return self

    def value(self, name: str) -> str:
        """Return what the field shows."""
        return (self.values(name) or [""])[-1]

    def values(self, name: str) -> list[str]:
        """Return all that a field of several values shows."""
        if name in self.texts and not self.live:
            return [self._as_typed(name, text) for text in self.texts[name]]
        if self.request.method == "POST" and name in hints(self.command) and not self.live:
            return []
        return shown(self._start.get(name))

    def _as_typed(self, name: str, text: str) -> str:
        """Return what a field was given as a person would have typed it: addresses carry days as numbers."""
        if self.request.method == "GET" and plain_type(hints(self.command).get(name)) is date:
            with suppress(ValueError):
                return dates.typed_day(date.fromisoformat(text))
        return text

    def on(self, name: str) -> bool:
        """Return whether a check box is ticked."""
        return self.value(name) not in ("", "0", "off", "false")

    @property
    def asked(self) -> list[str]:
        """The fields that a person fills in: those declared, but for what the address gives."""
        return [name for name in asked_of(self.command) if name not in self.fixed]

    def about(self, name: str) -> Asked:
        """Return how a field is asked for.

        Raises:
            LookupError: the command declares nothing of it.
        """
        return asked_of(self.command)[name]

    def kind(self, name: str) -> str:
        """Return how a field is drawn."""
        return self.about(name).kind or kind_of(hints(self.command)[name])

    def options(self, name: str) -> list[tuple[Any, str]]:
        """Return what can be chosen in a field, as values and names."""
        return options_of(hints(self.command)[name], self.about(name), self.request.store)

    def colours(self, name: str) -> dict[Any, str]:
        """Return the colour that each choice of a field is drawn in."""
        return colours_of(hints(self.command)[name], self.about(name), self.request.store)

    def read(self) -> Command | None:
        """Return the command that the fields stand for, or None after filing all that is wrong in `errors`."""
        found = self.fields()
        if self.errors:
            self._file_declared(found)
            return None
        if self.live and not found.keys() & {*self.asked}:
            self.error = _("Choose one of the options.")
            return None
        command = self.command(**(found if self.live else {**defaults(self.command), **found})).cleaned()
        for refused in command.faults(self.request.store):
            self.refuse(refused)
        return None if self.errors else command

    def holds(self, command: Command) -> bool:
        """Return whether a choice was pressed that holds, which is no mistake and does nothing."""
        return self.live and isinstance(command, Edit) and command.fresh(store := self.request.store).is_so(store)

    def fields(self) -> dict[str, Any]:
        """Return the fields that can be used, as values; file the others in `errors`."""
        found: dict[str, Any] = {}
        for name, hint in hints(self.command).items():
            try:
                found |= self._field(name, hint)
            except ValueError as problem:
                self.errors[name] = str(problem)
        return found

    def refuse(self, refused: Refused) -> None:
        """Take in what the command was refused for."""
        if refused.field:
            self.errors[refused.field] = told(refused)
        else:
            self.error = told(refused)

    @property
    def seen(self) -> str:
        """A digest of what its row held when it was opened; "" of forms that show no longer text of a row."""
        known, row = "" if self.theirs else (self.texts.get(SEEN) or [""])[-1], self._edited_row()
        shown = (self._start.get(name) == getattr(row, name, "") for name in long_texts(self.command))
        return known or (edited(self.command).digest(row) if row and any(shown) else "")  # type: ignore[union-attr]

    def outdated(self) -> bool:
        """Return whether its row was changed since it was opened; if so, file that, and what is saved now."""
        known, row = self.texts.get(SEEN), self._edited_row()
        if not known or not row or known[-1] == edited(self.command).digest(row):  # type: ignore[union-attr]
            return False
        typed = {name: self.value(name) for name in self.asked}
        self.theirs = saved_now(self.command, row, typed) or [("", "")]
        self.error = _(CHANGED)
        return True

    def page(self, view: Callable[..., Page | Redirect], arguments: Mapping[str, Any]) -> Page | Redirect:
        """Return its page; where that is of a row that is gone, one that keeps the longer texts that were written.

        Raises:
            Missing: nothing was written.
        """
        try:
            return view(self.request, self, **arguments)
        except Missing:
            if not (written := self._written(long_texts(self.command))):
                raise
            self.errors, self.error = {}, _(GONE)
            return self.request.page("shell/gone.html", form=self, written=written)

    def shut_out(self) -> Page | None:
        """Return a page that keeps what was written while the app was shut; None where nothing was."""
        written = self._written(name for name in self.asked if self.kind(name) in ("line", "text"))
        self.error = _(SHUT_OUT)
        context = {"form": self, "written": written, "title": _("Signed out")}
        return Page("shell/gone.html", context, 422) if written else None

    def _written(self, names: Iterable[str]) -> dict[str, str]:
        return {self.about(name).label: self.value(name) for name in names if self.value(name).strip()}

    def _edited_row(self) -> Row | None:
        found = edited(self.command)
        return found.found(self.request.store, self.fixed.get(found.row, "")) if found else None

    def unsaid(self, html: str) -> bool:
        """Return whether a page fails to show something that is wrong."""
        told = [self.error] if self.error else []
        told += [message for name, message in self.errors.items() if f'id="f-{name}-error"' not in html]
        return any(str(escape(message)) not in html for message in told)

    def check(self) -> "Command | None":
        """Return the command if it would be done now, else None with the reasons filed; nothing is written."""
        command = self.read()
        refused = self.request.host.refusal(command) if command else None
        if refused:
            self.refuse(refused)
        return None if refused else command

    def _file_declared(self, found: Mapping[str, Any]) -> None:
        """File what is wrong with the fields that can be read, so that all are told at once."""
        for name, asked in asked_of(self.command).items():
            if name in found and (code := asked.fault(asked.clean(found[name]))):
                self.errors[name] = _(asked.refusals[code])

    def _field(self, name: str, hint: Any) -> dict[str, Any]:
        texts = [self.fixed[name]] if name in self.fixed else self._texts(name)
        known = self.command.__dataclass_fields__[name]  # type: ignore[attr-defined]
        optional = known.default is not dataclasses.MISSING
        if texts is None and (self.live or (optional and hint is not bool)):
            return {}
        return {name: parse(hint, texts or [], self.request.store)}

    def _texts(self, name: str) -> list[str] | None:
        day, clock = self.texts.get(f"{name}_date"), self.texts.get(f"{name}_time")
        if day is None:
            return self.texts.get(name)
        return [f"{day[-1]}@{clock[-1]}" if clock else day[-1]] if day[-1].strip() else [""]


def saves_itself(command: type[Command], asked: Sequence[str]) -> bool:
    """Return whether a form has nothing but choices of a row that it edits, each of which can be made by itself."""
    kinds = {asked_of(command)[name].kind or kind_of(hints(command)[name]) for name in asked}
    alone = len(asked) == 1 or {*asked} <= command.kept()
    return bool(asked) and issubclass(command, Edit) and alone and kinds <= CHOSEN


def shown(value: Any) -> list[str]:
    """Return how a field shows a value: a row as its id, an amount plain, a day and a time as people write them."""
    if value is None or value is False:
        return [""]
    if isinstance(value, tuple | list):
        return [text for member in value for text in shown(member)]
    if isinstance(value, Row):
        return [str(value.id)]
    if isinstance(value, Money):
        return [value.plain]  # the same in every language, since addresses carry it
    if isinstance(value, datetime):
        return [value.isoformat()]
    if isinstance(value, date):
        return [dates.typed_day(value)]
    if isinstance(value, time):
        return [dates.typed_time(value)]
    return ["on" if value is True else str(value)]


def defaults(command: type[Command]) -> dict[str, Any]:
    """Return the values that a command's fields have when nobody sets them."""
    fields = dataclasses.fields(command)  # type: ignore[arg-type]
    return {f.name: f.default for f in fields if f.default is not dataclasses.MISSING}


# ---- long texts that two windows edit: a form remembers what its row held, so that nothing is overwritten unasked


@dataclass(frozen=True)
class Edited:
    """What a form writes into a row: its field of the row ("" for the only row of its kind), the columns by field."""

    row: str
    kind: type[Row]
    columns: tuple[tuple[str, str], ...]

    def found(self, store: Store, row_id: str) -> Row | None:
        """Return the row as it is now, None where it is gone."""
        number = int(row_id) if row_id.isdecimal() and len(row_id) < 16 else 0
        return store.first(self.kind, "id = ?", number if self.row else 1)

    def digest(self, row: Row) -> str:
        """Return what tells that one of the columns has changed."""
        held = repr([to_sql(getattr(row, column)) for _field, column in self.columns])
        return hashlib.blake2b(held.encode(errors="replace"), digest_size=8).hexdigest()


@remembered(1024)
def long_texts(command: type[Command]) -> tuple[str, ...]:
    """Return the fields of a command that take longer texts."""
    return tuple(name for name, asked in asked_of(command).items() if asked.kind == "text")


@remembered(1024)
def edited(command: type[Command]) -> Edited | None:
    """Return which columns of which row a command's form edits; None where none of them is a longer text."""
    types = hints(command)
    row = next((name for name, kind in types.items() if isinstance(kind, type) and issubclass(kind, Row)), "")
    kind = command.row_kind()
    if issubclass(command, Add) or kind is None:
        return None
    known = kind.table().by_name
    named = [(name, known_as) for name in asked_of(command) for known_as in (name, f"{name}_id") if known_as in known]
    if not {name for name, _column in named} & {*long_texts(command)}:
        return None
    return Edited(row, kind, tuple(sorted(named)))


def saved_now(command: type[Command], row: Row, typed: dict[str, str]) -> list[tuple[str, str]]:
    """Return the longer texts that a row holds otherwise than somebody has typed them, with their labels."""
    there = {name: str(getattr(row, name, "")) for name in long_texts(command)}
    return [(_(asked_of(command)[name].label), text) for name, text in there.items() if text != typed.get(name)]
