"""Calls begun, ended and taken out of the log."""

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Call, Chat
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Effects, Setup, Task, User, button, chosen, link, pick, way
from lifeworld.tasks.messenger.ways import MORE, PEOPLE, open_calls, open_info


class CallOnSpeaker(Task):
    """A call is begun, muted and put on the speaker."""

    goals = [
        "Voice-call {chat.name} on Chatter, put it on speaker and mute my microphone. Stay on the line.",
        "Ring {chat.name} on Chatter (voice, not video). Speaker on, me muted, and leave the call running.",
        "Start a Chatter voice call with {chat.name}, switch the speaker on and mute me. Don't hang up.",
    ]

    chat: Chat = pick(Chat, where=PEOPLE)

    def effects(self) -> Effects:
        call = yield messenger.StartCall(self.chat, "voice")
        yield messenger.SpeakerOn(call)
        yield messenger.MuteMicrophone(call)

    @way
    def from_the_contact_info(self, user: User) -> None:
        open_info(user, self.chat)
        user.click(button("Voice call"))
        user.click(button("Mute"))
        user.click(button("Speaker on"))

    @way
    def from_the_calls(self, user: User) -> None:
        open_calls(user)
        user.click(link("New call"))
        user.click(button(f"Voice call {self.chat.name}"), via=MORE)
        user.click(button("Mute"))
        user.click(button("Speaker on"))


class EndCallProperly(Task):
    """In a call that is going on, the microphone comes on, the speaker goes off, and then it ends."""

    goals = [
        "I'm muted in the call with {chat.name}. Unmute me, turn the speaker off, then hang up.",
        "In my running call with {chat.name}: microphone on, speaker off, and after that end the call.",
        "Take me off mute and off speaker in the Chatter call with {chat.name}, then hang up.",
    ]

    chat: Chat = pick(Chat, where=PEOPLE)

    def setup(self, store: Store) -> Setup:
        yield messenger.StartCall(self.chat, "video")
        yield messenger.MuteMicrophone(store.one(Call, "ended_at IS NULL"))

    def effects(self, store: Store) -> Commands:
        call = store.one(Call, "ended_at IS NULL")
        yield messenger.UnmuteMicrophone(call)
        yield messenger.SpeakerOff(call)
        yield messenger.HangUp(call)

    @way
    def speaker_off_first(self, user: User) -> None:
        user.open("Chatter")
        user.click(link("Call in progress. Tap to return."))
        user.click(button("Speaker off"))
        user.click(button("Unmute"))
        user.click(button("Hang up"))


class ForgetCall(Task):
    """Any one of the calls with somebody leaves the log."""

    goals = [
        "Delete any one of the calls with {chat.name} from my Chatter call log. I don't mind which.",
        "There are several calls with {chat.name} in Chatter. Remove one of them from the log, whichever you like.",
        "Take one call with {chat.name} out of Chatter's list of calls, no matter which. Just one.",
    ]
    tags = ["choice"]

    chat: Chat = pick(Chat, lambda chat, store: _once_missed(store.all(Call, "chat_id = ?", chat.id)))

    def effects(self) -> Commands:
        chat = self.chat.id
        yield messenger.DeleteCall(chosen(Call, lambda row: row.chat_id == chat))


def _once_missed(calls: list[Call]) -> bool:
    """Return whether one of several calls was missed, so that the log of missed ones shows just that one."""
    return len(calls) > 1 and sum(call.missed for call in calls) == 1
