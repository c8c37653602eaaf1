"""One profile's device at one moment: the apps' database, the clock, the look."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from copy import copy
from dataclasses import replace
from datetime import timedelta
from typing import Any, TypeVar

from lifeworld import apps
from lifeworld.core.errors import Refused, WorldFault
from lifeworld.life.reactions import react
from lifeworld.store import Base, Change, Changes, Command, Due, Event, Recorder, Row, Store, schedule_event
from lifeworld.store.changes import told_apart, without
from lifeworld.store.tables import to_sql
from lifeworld.web.app import gated
from lifeworld.web.look import Look
from lifeworld.web.request import Left
from lifeworld.web.shell.notices import heard
from lifeworld.web.site import Site
from lifeworld.world.disclosure import disclosures
from lifeworld.world.headlines import headline
from lifeworld.world.moments import Moment, drop, scheduled
from lifeworld.world.tables import watched

R = TypeVar("R", bound=Row)

# What a world holds beside its database.
_MOVING = ("recent", "left", "done", "came", "_brought", "_awaited", "_start", "_lasts", "_done", "_looks")


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
        self.recent: list[str] = []
        self.left: dict[str, Left] = {}
        self.done: list[tuple[Command, frozenset[tuple[str, int]]]] = []  # since the start, with the rows they wrote
        self.apps, self.store = apps.installed(), Store.over(base)
        self.store.knows = {kind: answer for app in self.apps for kind, answer in app.knows.items()}
        self._recorder: Recorder | None = None
        self._brought: list[Change] = []  # what the world itself has changed since the start
        self.came: list[Event] = []  # what has come since the start, in order
        self._awaited: list[tuple[Moment, Event]] = []
        self._start, self._lasts = self.store.now, 0  # and minutes until the last of what a task said would come
        self._looks: set[tuple[str, int, str, Any]] = set()  # what looking at pages set: table, row, column, value
        self._done: Counter[str] = Counter()  # since the start: commands by name, apps opened by id
        self.site = Site(self, self.apps)

    @property
    def acts(self) -> list[str]:
        """The names of the commands done, in order."""
        return [type(command).__name__ for command, _ in self.done]

    @property
    def written(self) -> int:
        """How often a command, or a look that marks something, has written since the start."""
        return len(self.done) + len(self._looks)

    def start(self) -> "World":
        """Take the world as it is now for the beginning; `changes` counts from here."""
        self._recorder = Recorder(self.store, watched())
        self._start = self.store.now
        self._done.clear()
        self.done.clear()
        self._looks.clear()
        return self

    def await_(self, moment: Moment, event: Event) -> None:
        """Let an event come at a moment after the start, which is now."""
        if not moment.minutes:
            self._awaited.append((moment, event))
            return
        with self.store.writing():
            schedule_event(self.store, replace(event, at=self.store.now + timedelta(minutes=moment.minutes)))
        self._lasts = max(self._lasts, moment.minutes)

    def past(self, moment: Moment) -> bool:
        """Return whether a moment has been reached: by the world's clock, or by what was done. Pace decides nothing."""
        if moment.minutes:
            return self.store.now >= self._start + timedelta(minutes=moment.minutes)
        return self._done[moment.opened or moment.done] >= moment.times

    def opened(self, app: str) -> None:
        """Note that a screen of an app is looked at; what was to come with it comes before the page is drawn."""
        self._done[app] += 1
        self._arrive()

    def looked(self, row: R, values: Mapping[str, Any]) -> R:
        """Set incidental columns of a row that a page shows, and remember that looking did it."""
        table = type(row).table().name
        self._looks |= {(table, row.id, name, to_sql(value)) for name, value in values.items()}
        with self.store.writing():
            return self.store.change(row, **values)

    def live(self) -> None:
        """Let all come that no command brings, as in an episode in which there was time for it."""
        self.advance(60 * self._lasts)
        for moment, _ in list(self._awaited):
            if moment.opened:
                self.opened(moment.opened)

    @contextmanager
    def branch(self) -> Iterator["World"]:
        """Take everything back in the end that is done within: rows, clock, recording, what is awaited and has come.

        Other threads branch this world, and read of it, once it is over.

        Raises:
            WorldFault: recording has begun already: SQLite's session would remember what is rolled back.
        """
        with self.store.turn:
            if self._recorder:
                raise WorldFault("a world is branched before its recording begins")
            kept, toasts = {name: copy(getattr(self, name)) for name in _MOVING}, self.site.toasts[:]
            try:
                with self.store.tentatively():
                    yield self
            finally:
                if self._recorder:
                    self._recorder.close()
                vars(self).update(kept)
                self._recorder, self.site.toasts = None, toasts

    def do(self, command: Command) -> Any:
        """Carry out a command and let every app take in what happened. The only thing that writes.

        Raises:
            Refused: it can't be done; nothing has changed.
        """
        scheduled, recorder = self._last("due") if self._awaited else 0, self.recorder()
        try:
            with self.store.writing():
                result = self._carry_out(command)
            self.done.append((command, recorder.touched()))
        finally:
            recorder.close()
            self.store.events.clear()
        self._done[type(command).__name__] += 1
        self._arrive(scheduled)
        return result

    def happen(self, event: Event) -> None:
        """Let something happen that is nobody's command (what a task is given)."""
        with self.store.writing():
            self.store.emit(event)
            self._spread(reacting=False)

    def beforehand(self, command: Command) -> None:
        """Carry out what was so before the start: nobody's change, and taking it back is none either."""
        own = self.recorder()
        with self.store.writing():
            self._carry_out(command)
        self._brought += own.changes().rows
        own.close()

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
        return self._own(self._try(command, self._recording()))

    def advance(self, seconds: float) -> bool:
        """Move the clock on, let all happen that is due by then, and return whether something did."""
        until = self.store.now + timedelta(seconds=int(seconds))
        happened = False
        while due := self.store.first(Due, "at <= ?", until, order="at, id"):
            self._bring(scheduled(due), due)
            happened = True
        self.store.set_clock(until)
        return happened

    def changes(self) -> Changes:
        """Return what differs from the start by what was done; what the world did meanwhile is left out.

        Raises:
            WorldFault: `start` was never called.
        """
        return self._own(self._recording().changes())

    @property
    def brought(self) -> frozenset[tuple[str, int]]:
        """The (table, id) of every row that the world itself has changed since the start."""
        return frozenset((change.table, change.id) for change in self._brought)

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

    def _own(self, changes: Changes) -> Changes:
        return told_apart(without(changes, self._brought), self._looks)

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
        if app := gated(self.apps).get(type(command)):
            app.need_open(self.store, type(command))
        sent = self._last("outbox")
        result = command.ready(self.store).run(self.store)
        self._spread(reacting=True)
        disclosures(self.store, sent)
        return result

    def _spread(self, *, reacting: bool) -> None:
        while self.store.events:
            event = self.store.events.pop(0)
            for handler in filter(None, (app.on.get(type(event)) for app in self.apps)):
                handler(self.store, event)
            for later in react(event, self.store) if reacting else ():
                schedule_event(self.store, later)

    def _arrive(self, scheduled: int | None = None) -> None:
        """Let come what was to come with what has been done now.

        Args:
            scheduled: the last of what was yet to come before a command; what life has others do of the same kind
                after it is dropped, since the task says what they do.
        """
        due = [(moment, event) for moment, event in self._awaited if self.past(moment)]
        self._awaited = [one for one in self._awaited if one not in due]
        for _, event in due:
            if scheduled is not None:
                drop(self.store, type(event).__name__, scheduled)
            self._bring(replace(event, at=self.store.now))

    def _last(self, table: str) -> int:
        return int(self.store.value(f"SELECT coalesce(max(id), 0) FROM {table}"))

    def _bring(self, event: Event, due: Due | None = None) -> None:
        self.store.set_clock(event.at)
        own, sent = self.recorder(), self._last("outbox")
        with nullcontext() if event.deed else self._recording().paused(), self.store.writing():
            self.store.emit(event)
            if due:
                self.store.remove(due)
            self._spread(reacting=event.deed)
            disclosures(self.store, sent)
        if event.deed:  # it came of the commands that wrote to its rows
            rows = own.touched()
            self.done[:] = [(command, its | rows if its & rows else its) for command, its in self.done]
        else:
            self._brought += own.changes().rows
        own.close()
        self.came.append(event)
        if heard(event, self.apps, self.store) and (told := headline(event, self.store)):
            self.site.notify(told)
