"""Verbs on calls."""

from typing import ClassVar

from lifeworld.apps.messenger.commands.messages import WRITES, must_reach
from lifeworld.apps.messenger.models import Call, CallKind, Chat
from lifeworld.store import NOW, Command, Edit, Remove, Store, tell

_OVER = {"over": "This call has ended."}


class StartCall(Command, seen_by="those who are called"):
    """Ring somebody, or everybody in a group."""

    chat: Chat
    kind: CallKind = "voice"
    refusals = {"busy": "Hang up the call with {going.chat.name} first.", **WRITES}

    def run(self, store: Store) -> Call:
        must_reach(self, store, self.chat)
        going = store.first(Call, "ended_at IS NULL")
        self.need(not going, "busy", going=going)
        tell(store, "messenger", "call", self.chat.name, self.kind)
        return store.add(Call, chat_id=self.chat.id, kind=self.kind, speaker=self.kind == "video", started_at=store.now)


class _InCall(Edit, seen_by="nobody"):
    """Something done while a call goes on; `told` is what the others notice."""

    call: Call
    told: ClassVar[str] = ""
    refusals = _OVER

    def check(self, store: Store) -> None:
        self.need(self.call.going, "over")

    def run(self, store: Store) -> Call:
        call: Call = super().run(store)
        if self.told:
            tell(store, "messenger", self.told, call.chat.name)
        return call


class MuteMicrophone(_InCall, sets={"microphone": False}, seen_by="those who are called"):
    """Let the others of a call hear nothing."""

    told = "mute microphone"
    refusals = {"already": "Your microphone is off already.", **_OVER}


class UnmuteMicrophone(_InCall, sets={"microphone": True}, seen_by="those who are called"):
    """Let the others of a call hear the owner again."""

    told = "unmute microphone"
    refusals = {"already": "Your microphone is on already.", **_OVER}


class SpeakerOn(_InCall, sets={"speaker": True}, seen_by="nobody"):
    """Hear a call through the loudspeaker."""

    refusals = {"already": "The speaker is on already.", **_OVER}


class SpeakerOff(_InCall, sets={"speaker": False}, seen_by="nobody"):
    """Hear a call through the earpiece."""

    refusals = {"already": "The speaker is off already.", **_OVER}


class HangUp(_InCall, sets={"ended_at": NOW}, seen_by="those who are called"):
    """End a call."""

    told = "hang up"


class DeleteCall(Remove, seen_by="nobody"):
    """Take a call out of the log."""

    call: Call
    refusals = {"going": "Hang up first."}

    def check(self, store: Store) -> None:
        self.need(not self.call.going, "going")
