"""One profile's device at one moment: the apps' database, the clock, the look."""

from collections.abc import Iterable
from datetime import timedelta
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter

from lifeworld import apps
from lifeworld.core.errors import Refused, WorldFault
from lifeworld.life import events, models
from lifeworld.life.reactions import react
from lifeworld.store import Base, Change, Changes, Command, Due, Event, Recorder, Row, Sent, Store, Table, without
from lifeworld.web.look import Look
from lifeworld.web.site import Site
from lifeworld.world.disclosure import disclosures


class _DryRun(Exception):
    """Rolls a trial back."""


class World:
    """A lived-in device.

    Args:
        base: a profile's bytes; shared, never written.
        look: theme and device.
        token: what every form of this session carries; make it unguessable where an agent is let in.
    """

    def __init__(self, base: Base, look: Look | None = None, token: str = "session") -> None:
        self.base, self.look, self.token = base, look or Look(), token
        self.apps = apps.installed()
        self.recent: list[str] = []
        self.acts: list[str] = []  # names of the commands done, in order
        self.store = Store.over(base)
        self._recorder: Recorder | None = None
        self._brought: list[Change] = []  # what the world itself has changed since the start
        self.site = Site(self, self.apps)

    def start(self) -> "World":
        """Take the world as it is now for the beginning; `changes` counts from here."""
        self._recorder = Recorder(self.store, watched())
        return self

    def do(self, command: Command) -> Any:
        """Carry out a command and let every app take in what happened. The only thing that writes.

        Raises:
            Refused: it can't be done; nothing has changed.
        """
        try:
            with self.store.writing():
                result = self._carry_out(command)
        finally:
            self.store.events.clear()
        self.acts.append(type(command).__name__)
        return result

    def happen(self, event: Event) -> None:
        """Let something happen that is nobody's command (what a scenario is given)."""
        with self.store.writing():
            self.store.emit(event)
            self._spread(reacting=False)

    def refusal(self, command: Command) -> Refused | None:
        """Return what the command would be refused for now, or None; nothing is written."""
        try:
            self._try(command)
        except Refused as refused:
            return refused
        return None

    def trial(self, command: Command) -> Changes:
        """Return what the command would change now; nothing is written.

        Raises:
            Refused: it can't be done.
        """
        recorder = self.recorder()
        try:
            return self._try(command, recorder)
        finally:
            recorder.close()

    def after(self, command: Command) -> Changes:
        """Return what would differ from the start if the command were done now; nothing is written.

        Raises:
            Refused: it can't be done.
        """
        return without(self._try(command, self._recording()), self._brought)

    def advance(self, seconds: float) -> bool:
        """Move the clock on, let all happen that is due by then, and return whether something did."""
        until = self.store.now + timedelta(seconds=int(seconds))
        happened = False
        while due := self.store.first(Due, "at <= ?", until, order="at, id"):
            self._bring(due)
            happened = True
        self.store.set_clock(until)
        return happened

    def changes(self) -> Changes:
        """Return what differs from the start by what was done; what the world did meanwhile is left out.

        Raises:
            WorldFault: `start` was never called.
        """
        return without(self._recording().changes(), self._brought)

    def recorder(self) -> Recorder:
        """Return a second recorder that counts from now."""
        return Recorder(self.store, watched())

    def close(self) -> None:
        if self._recorder:
            self._recorder.close()
        self.store.close()

    def _recording(self) -> Recorder:
        if self._recorder is None:
            raise WorldFault("World.start was not called, so there is nothing to compare with")
        return self._recorder

    def _try(self, command: Command, recorder: Recorder | None = None) -> Changes:
        changes = Changes()
        try:
            with self.store.writing():
                self._carry_out(command)
                changes = recorder.changes() if recorder else changes
                raise _DryRun
        except _DryRun:
            return changes
        finally:
            self.store.events.clear()

    def _carry_out(self, command: Command) -> Any:
        sent = self.store.value("SELECT coalesce(max(id), 0) FROM outbox")
        result = command.ready(self.store).run(self.store)
        self._spread(reacting=True)
        disclosures(self.store, sent)
        return result

    def _spread(self, *, reacting: bool) -> None:
        while self.store.events:
            event = self.store.events.pop(0)
            self._tell(event)
            for later in react(event, self.store) if reacting else ():
                schedule(self.store, later)

    def _tell(self, event: Event) -> None:
        for app in self.apps:
            handler = app.on.get(type(event))
            if handler:
                handler(self.store, event)

    def _bring(self, due: Due) -> None:
        self.store.set_clock(due.at)
        own = self.recorder()
        with self._recording().paused(), self.store.writing():
            self.store.emit(_unfiled(due))
            self.store.remove(due)
            self._spread(reacting=False)
        self._brought += own.changes().rows
        own.close()


@lru_cache(maxsize=1)
def tables() -> tuple[Table, ...]:
    """Return every table of the world: life's, the kit's and each app's."""
    rows: Iterable[type[Row]] = [
        *models.MODELS,
        Sent,
        Due,
        *(model for app in apps.installed() for model in app.models),
    ]
    return tuple(model.table() for model in rows)


@lru_cache(maxsize=1)
def by_name() -> dict[str, Table]:
    """Return every table by its name."""
    return {table.name: table for table in tables()}


@lru_cache(maxsize=1)
def watched() -> tuple[Table, ...]:
    """Return the tables whose changes count."""
    return tuple(table for table in tables() if not table.unwatched)


@lru_cache(maxsize=64)
def _adapter(kind: str) -> TypeAdapter[Any]:
    return TypeAdapter(getattr(events, kind))


def schedule(store: Store, event: Event) -> None:
    """Note what is yet to come; `World.advance` lets it happen when it is due."""
    kind = type(event).__name__
    store.add(Due, at=event.at, kind=kind, event=_adapter(kind).dump_json(event).decode())


def _unfiled(due: Due) -> Event:
    event: Event = _adapter(due.kind).validate_json(due.event)
    return event
