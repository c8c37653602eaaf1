"""Verbs on calls."""

from lifeworld.apps.messenger.commands.rules import WRITES, must_reach
from lifeworld.apps.messenger.models import Call, CallKind, Chat
from lifeworld.store import Command, Store, tell

_OVER = {"over": "This call has ended."}


class StartCall(Command, seen_by="those who are called"):
    """Ring somebody, or everybody in a group."""

    chat: Chat
    kind: CallKind = "voice"
    refusals = {"busy": "Hang up the call with {other} first.", **WRITES}

    def run(self, store: Store) -> Call:
        must_reach(self, store, self.chat)
        going = current(store)
        if going:
            raise self.refuse("busy", other=going.chat.name)
        tell(store, "messenger", "call", self.chat.name, self.kind)
        return store.add(Call, chat_id=self.chat.id, kind=self.kind, speaker=self.kind == "video", started_at=store.now)


class MuteMicrophone(Command, seen_by="those who are called"):
    """Let the others of a call hear nothing."""

    call: Call
    refusals = {"off": "Your microphone is off already.", **_OVER}

    def run(self, store: Store) -> Call:
        _must_go_on(self, self.call)
        if not self.call.microphone:
            raise self.refuse("off")
        tell(store, "messenger", "mute microphone", self.call.chat.name)
        return store.change(self.call, microphone=False)


class UnmuteMicrophone(Command, seen_by="those who are called"):
    """Let the others of a call hear the owner again."""

    call: Call
    refusals = {"on": "Your microphone is on already.", **_OVER}

    def run(self, store: Store) -> Call:
        _must_go_on(self, self.call)
        if self.call.microphone:
            raise self.refuse("on")
        tell(store, "messenger", "unmute microphone", self.call.chat.name)
        return store.change(self.call, microphone=True)


class SpeakerOn(Command, seen_by="nobody"):
    """Hear a call through the loudspeaker."""

    call: Call
    refusals = {"on": "The speaker is on already.", **_OVER}

    def run(self, store: Store) -> Call:
        _must_go_on(self, self.call)
        if self.call.speaker:
            raise self.refuse("on")
        return store.change(self.call, speaker=True)


class SpeakerOff(Command, seen_by="nobody"):
    """Hear a call through the earpiece."""

    call: Call
    refusals = {"off": "The speaker is off already.", **_OVER}

    def run(self, store: Store) -> Call:
        _must_go_on(self, self.call)
        if not self.call.speaker:
            raise self.refuse("off")
        return store.change(self.call, speaker=False)


class HangUp(Command, seen_by="those who are called"):
    """End a call."""

    call: Call
    refusals = _OVER

    def run(self, store: Store) -> Call:
        _must_go_on(self, self.call)
        tell(store, "messenger", "hang up", self.call.chat.name)
        return store.change(self.call, ended_at=store.now)


class DeleteCall(Command, seen_by="nobody"):
    """Take a call out of the log."""

    call: Call
    refusals = {"going": "Hang up first."}

    def run(self, store: Store) -> Call:
        if self.call.going:
            raise self.refuse("going")
        store.remove(self.call)
        return self.call


def current(store: Store) -> Call | None:
    """Return the call that is going on."""
    return store.first(Call, "ended_at IS NULL")


def _must_go_on(command: Command, call: Call) -> None:
    if not call.going:
        raise command.refuse("over")
