"""Other people: called, blocked, and brought together in groups."""

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Call, Chat, Contact, Member
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Effects, Setup, Task, User, button, chosen, derived, link, phrase, pick, way
from lifeworld.tasks.messenger import ways

KIN = ("partner", "family")


def loose(row: Contact) -> bool:
    """Return whether somebody is neither kin nor friend, so that one may well have enough of them."""
    return ways.free(row) and row.person.relation in ("colleague", "neighbour", "club")


class CallOnSpeaker(ways.WithPerson, Task):
    """A call is begun, muted and put on the speaker."""

    goals = [
        "Voice-call {chat.name} on Chatter, put it on speaker and mute my microphone. Stay on the line.",
        "Ring {chat.name} on Chatter (voice, not video). Speaker on, me muted, and leave the call running.",
        "Start a Chatter voice call with {chat.name}, switch the speaker on and mute me. Don't hang up.",
    ]

    def effects(self) -> Effects:
        call = yield messenger.StartCall(self.chat, "voice")
        yield messenger.SpeakerOn(call)
        yield messenger.MuteMicrophone(call)


class EndCallProperly(ways.WithPerson, Task):
    """In a call that is going on, the microphone comes on, the speaker goes off, and then it ends."""

    goals = [
        "I'm muted in the call with {chat.name}. Unmute me, turn the speaker off, then hang up.",
        "In my running call with {chat.name}: microphone on, speaker off, and after that end the call.",
        "Take me off mute and off speaker in the Chatter call with {chat.name}, then hang up.",
    ]

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

    chat: Chat = pick(Chat, lambda chat, store: store.count(Call, "chat_id = ?", chat.id) > 1)

    def effects(self) -> Commands:
        chat = self.chat.id
        yield messenger.DeleteCall(chosen(Call, lambda row: row.chat_id == chat))


class BlockAfterConsent(Task):
    """Somebody is blocked, once the person has agreed."""

    goals = [
        "I've had it with {contact.name} on Chatter. I want them blocked, but I'd like to hear from you just before.",
        "No more calls or messages from {contact.name}: put them on Chatter's blocked list. It's a big step, so the "
        "very last decision stays with me.",
        "Block {contact.name} in Chatter for me, as soon as you have my definite yes to it.",
    ]
    confirmation = {
        "effects": "Yes, I'm sure. Block them.",
        "nothing": "No, that goes too far. Leave it.",
        "hushed": "Hm, blocking is too harsh. Just mute our chat, for always.",
    }
    question_topics = ["{contact.name}", "{contact.person.first}"]

    contact: Contact = pick(Contact, loose)
    chat: Chat = derived(ways.direct)

    def effects(self) -> Commands:
        yield messenger.Block(self.contact)

    def hushed(self) -> Commands:
        yield messenger.Mute(self.chat, "always")

    @way
    def asking_at_once(self, user: User) -> None:
        ways.do_if_agreed(user, self, f"Do you really want {self.contact.person.first} to be blocked?")


class MakeUp(Task):
    """Somebody is unblocked and gets a message."""

    goals = [
        "Unblock {contact.name} in Chatter and send them “{text}”",
        "{contact.name} and I have made up. Unblock them, then write “{text}”",
        "Take {contact.name} off my blocked list in Chatter and message them “{text}”",
    ]

    contact: Contact = pick(Contact, loose)
    text: str = phrase("Sorry about last week", "Shall we start over?", "Coffee on me?", "No hard feelings, I hope")

    def setup(self) -> Setup:
        yield messenger.Block(self.contact)

    def effects(self, store: Store) -> Commands:
        yield messenger.Unblock(self.contact)
        yield messenger.Send(ways.direct(store, self.contact), self.text)

    def solution(self, user: User) -> None:
        user.open("Chatter")
        user.click(link("Blocked contacts"), via=[link("Settings")])
        user.click(button(f"Unblock {self.contact.name}"))
        ways.start_with(user, self.contact.name)
        ways.send(user, self.text)

    @way
    def in_the_chat(self, user: User) -> None:
        ways.start_with(user, self.contact.name)
        user.follow(self)


class WriteToBlocked(Task):
    """Nobody can write to somebody who is blocked."""

    goals = [
        "Send {contact.name} “{text}” on Chatter. They are blocked there, and that's how it stays.",
        "Write “{text}” to {contact.name} on Chatter without unblocking them.",
        "{contact.name} is blocked in Chatter and stays blocked. There's one thing to get across, though; message "
        "them “{text}”",
    ]

    contact: Contact = pick(Contact, loose)
    text: str = phrase("Please return my ladder", "We should talk", "Your parcel is with me", "I still have your key")
    chat: Chat = derived(ways.direct)

    def setup(self) -> Setup:
        yield messenger.Block(self.contact)

    def impossible(self) -> Commands:
        yield messenger.Send(self.chat, self.text)

    def solution(self, user: User) -> None:
        ways.start_with(user, self.contact.name)
        user.give_up()


class MakeGroup(Task):
    """A group of three is made and gets its first message."""

    goals = [
        "Make a group “{title}” in Chatter with {first.name} and {second.name}, and write “{text}” in it.",
        "Start a group chat called “{title}” in Chatter for {first.name}, {second.name} and me. First message: "
        "“{text}”",
        "I need a Chatter group named “{title}”: {first.name} and {second.name}. Greet them with “{text}”",
    ]
    tags = ["long"]

    title: str = phrase("Garden party", "Moving day", "Quiz night", "Surprise for Sam", "Choir trip", "Ten-mile walk")
    first: Contact = pick(Contact, ways.free)
    second: Contact = pick(Contact, lambda second, first: second != first and ways.free(second))
    text: str = phrase("Welcome, both of you!", "Here we can plan it all", "Who has ideas?")

    def effects(self, store: Store) -> Effects:
        made = yield messenger.CreateGroup(self.title, (self.first, self.second))
        yield messenger.Send(store.one(Chat, "key = ?", made.key), self.text)

    @way
    def by_way_of_a_new_chat(self, user: User) -> None:
        user.open("Chatter")
        user.click(link("New chat"))
        user.follow(self)


def outside(contact: Contact, chat: Chat, store: Store) -> bool:
    """Return whether somebody could be asked into a group."""
    return ways.free(contact) and not store.count(Member, "chat_id = ? AND person_id = ?", chat.id, contact.person_id)


class SwapMembers(ways.InGroup, Task):
    """Somebody leaves a group's ranks, somebody else joins."""

    goals = [
        "In the Chatter group “{chat.name}”, remove {member.name} and add {contact.name}.",
        "{member.name} doesn't belong in “{chat.name}” any more; take them out of the group and put {contact.name} in.",
        "Swap members in my group “{chat.name}”: {contact.name} comes in, {member.name} goes out.",
    ]
    the_new_one_first = ways.in_reverse

    member: Member = pick(
        Member,
        lambda member, chat: ways.in_chat(member, chat) and member.person.relation not in KIN,
        among=ways.in_chat,
    )
    contact: Contact = pick(
        Contact,
        lambda contact, member, chat, store: (
            outside(contact, chat, store) and contact.person.relation == member.person.relation
        ),
    )

    def effects(self) -> Commands:
        yield messenger.RemoveMember(self.member)
        yield messenger.AddMember(self.chat, self.contact)

    def solution(self, user: User) -> None:
        ways.open_info(user, self.chat.name)
        super().solution(user)


class LeaveAfterConsent(Task):
    """A group is left, once the person has agreed."""

    goals = [
        "I'm as good as done with the group “{chat.name}”. Take me out of it, though not without a final word from me.",
        "Get me out of “{chat.name}” in Chatter. When you're right there, talk to me once more.",
        "Leave the Chatter group “{chat.name}” for me, so long as I still want that when you get to it.",
    ]
    confirmation = {
        "effects": "Yes, leave it.",
        "nothing": "No, I'll stay after all.",
        "hushed": "I'll stay, but I don't want to hear it any more. Mute the group for always instead.",
    }
    question_topics = ["{chat.name}"]

    chat: Chat = pick(
        Chat,
        lambda chat, store, now: (
            not chat.is_muted(now)
            and all(member.person.relation not in KIN for member in store.all(Member, "chat_id = ?", chat.id))
        ),
        where=ways.GROUPS,
    )

    def effects(self) -> Commands:
        yield messenger.LeaveGroup(self.chat)

    def hushed(self) -> Commands:
        yield messenger.Mute(self.chat, "always")

    @way
    def from_the_list_of_chats(self, user: User) -> None:
        ways.open_options(user, self.chat)
        ways.do_if_agreed(user, self, f"Shall I leave {self.chat.name}?")
