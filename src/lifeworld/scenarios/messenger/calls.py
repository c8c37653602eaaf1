"""Calls begun, ended and taken out of the log."""

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Call, Chat
from lifeworld.scenarios import Scenario, button, chosen, link, pick
from lifeworld.scenarios.messenger.ways import LISTED, open_calls, open_chat
from lifeworld.store import Store


class CallOnSpeaker(Scenario):
    """A call is begun, muted and put on the speaker."""

    goals = [
        "Voice-call {chat.name} on Chatter, put it on speaker and mute my microphone. Stay on the line.",
        "Ring {chat.name} (voice, not video). Speaker on, me muted, and leave the call running.",
        "Start a voice call with {chat.name}, switch the speaker on and mute me. Don't hang up.",
    ]

    chat: Chat = pick(Chat, where=LISTED)

    def effects(self):
        call = yield messenger.StartCall(self.chat, "voice")
        yield messenger.SpeakerOn(call)
        yield messenger.MuteMicrophone(call)

    def solution(self, user):
        open_chat(user, self.chat)
        user.click(button("Voice call"))
        user.click(button("Speaker on"))
        user.click(button("Mute"))


class EndCallProperly(Scenario):
    """In a call that is going on, the microphone comes on, the speaker goes off, and then it ends."""

    goals = [
        "I'm muted in the call with {chat.name}. Unmute me, turn the speaker off, then hang up.",
        "In my running call with {chat.name}: microphone on, speaker off, and after that end the call.",
        "Take me off mute and off speaker in the Chatter call with {chat.name}, then hang up.",
    ]

    chat: Chat = pick(Chat, where=LISTED)

    def given(self, store: Store):
        yield messenger.StartCall(self.chat, "video")
        yield messenger.MuteMicrophone(store.one(Call, "ended_at IS NULL"))

    def effects(self, store: Store):
        call = store.one(Call, "ended_at IS NULL")
        yield messenger.UnmuteMicrophone(call)
        yield messenger.SpeakerOff(call)
        yield messenger.HangUp(call)

    def solution(self, user):
        user.open("Chatter")
        user.click(link("Call in progress. Tap to return."))
        user.click(button("Unmute"))
        user.click(button("Speaker off"))
        user.click(button("Hang up"))


class ForgetCall(Scenario):
    """Any one missed call leaves the log."""

    goals = [
        "Delete any one missed call from my Chatter call log. I don't mind which.",
        "There are missed calls in Chatter. Remove one of them from the log, whichever you like.",
        "Take one of the missed calls out of the list of calls. Just one.",
    ]
    tags = ["choice"]

    def effects(self):
        yield messenger.DeleteCall(chosen(Call, lambda row: row.missed))

    def solution(self, user):
        open_calls(user)
        user.click(link("Missed"))
        row = next(node for node in user.now.tree.walk() if node.role == "listitem" and "Missed ·" in node.text)
        user.click(link(row.find("link").name))
        user.click(button("Delete from log"), via=[button("Delete from log…")])
