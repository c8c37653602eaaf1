"""Tasks in Chatter."""

from datetime import timedelta

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import (
    Audience,
    Call,
    Chat,
    Contact,
    FontSize,
    Member,
    Message,
    Reaction,
    Status,
    Wallpaper,
)
from lifeworld.life.events import Messaged
from lifeworld.scenarios import (
    Scenario,
    User,
    box,
    button,
    chosen,
    containing,
    derived,
    field,
    link,
    observed,
    option,
    phrase,
    pick,
)
from lifeworld.store import Store

LISTED = "NOT archived AND NOT left AND (person_id IS NULL OR id IN (SELECT chat_id FROM messenger_message))"
PEOPLE = f"person_id IS NOT NULL AND {LISTED}"
GROUPS = f"person_id IS NULL AND {LISTED}"
IN_VIEW = """
    length(text) BETWEEN 8 AND 60 AND sender_id <> 1 AND id IN (
        SELECT id FROM (
            SELECT id, row_number() OVER (PARTITION BY chat_id ORDER BY sent_at DESC, id DESC) place
            FROM messenger_message)
        WHERE place <= 25)
    AND text IN (SELECT text FROM messenger_message GROUP BY text HAVING count(*) = 1)
"""
MENU = (button("Chat menu"),)
SETTINGS = (link("Settings"),)


def in_chat(message: Message, chat: Chat) -> bool:
    """Return whether a message was said in that chat."""
    return message.chat_id == chat.id


def following(store: Store, message: Message) -> Message | None:
    """Return what somebody other than the owner wrote next in the same chat."""
    later = "chat_id = ? AND (sent_at, id) > (?, ?)"
    found = store.first(Message, later, message.chat_id, message.sent_at, message.id, order="sent_at, id")
    return found if found and found.sender_id != 1 else None


def free(row: Contact) -> bool:
    """Return whether one may write to somebody."""
    return not row.blocked


def direct(store: Store, contact: Contact) -> Chat:
    """Return the chat with one contact."""
    return store.one(Chat, "person_id = ?", contact.person_id)


def open_chat(user: User, chat: Chat) -> None:
    """Open a chat of the list."""
    user.open("Chatter")
    user.click(link(chat.name))


def open_options(user: User, chat: Chat) -> None:
    """Open what can be done with a chat of the list."""
    user.open("Chatter")
    user.click(link(f"Options for {chat.name}"))


def open_message(user: User, message: Message) -> None:
    """Open what can be done with one of a chat's latest messages."""
    open_chat(user, message.chat)
    user.click(link(f"Options for “{message.text}”"))


def open_info(user: User, chat: Chat) -> None:
    """Open the page on a contact or a group."""
    open_chat(user, chat)
    user.click(link(f"Info on {chat.name}"))


def send(user: User, text: str) -> None:
    """Write in the chat that is open."""
    user.fill(field("Message"), text)
    user.click(button("Send"))


class SendMessage(Scenario):
    """A message goes to one person, word for word."""

    goals = [
        "Send {chat.name} this on Chatter: “{text}”",
        "Message {chat.name}, word for word: “{text}”",
        "Text {chat.name} “{text}” in Chatter. Exactly that, please.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, where=PEOPLE)
    text: str = phrase(
        "I'm on my way, ten minutes",
        "Can you bring the spare key tonight?",
        "Happy to help on Saturday",
        "The tickets are in my bag",
        "Which platform was it again?",
    )

    def effects(self):
        yield messenger.Send(self.chat, self.text)

    def solution(self, user):
        open_chat(user, self.chat)
        send(user, self.text)


class SayInOwnWords(Scenario):
    """A message whose words are free but for its facts."""

    goals = [
        "Let {chat.name} know in Chatter that I'll be {minutes} late because of the {cause}. Your words.",
        "Write to {chat.name}: I'm running {minutes} late, the {cause} is to blame. Mention both.",
        "Tell {chat.name} on Chatter, in your own words, that the {cause} makes me {minutes} late.",
    ]
    tags = ["prose"]

    chat: Chat = pick(Chat, where=PEOPLE)
    minutes: str = phrase("15 minutes", "20 minutes", "half an hour")
    cause: str = phrase("tram", "traffic", "rain", "dentist")

    def effects(self):
        yield messenger.Send(self.chat, containing(self.minutes, self.cause))

    def solution(self, user):
        open_chat(user, self.chat)
        send(user, f"Sorry, I'll be {self.minutes} late, it's the {self.cause}.")


class AskSomebodyNew(Scenario):
    """A first message to somebody with whom there is no chat yet."""

    goals = [
        "Start a chat with {contact.name} and send “{text}”",
        "I've never written to {contact.name} on Chatter. Send them “{text}”",
        "Find {contact.name} among my contacts in Chatter and write “{text}”",
    ]

    contact: Contact = pick(
        Contact,
        free,
        where="person_id NOT IN (SELECT person_id FROM messenger_chat WHERE person_id IS NOT NULL "
        "AND id IN (SELECT chat_id FROM messenger_message))",
    )
    text: str = phrase("Hello, is this still your number?", "Hi! Do you still have my drill?", "Long time no see!")

    def effects(self, store: Store):
        yield messenger.Send(direct(store, self.contact), self.text)

    def solution(self, user):
        user.open("Chatter")
        user.click(link("New chat"))
        user.click(link(self.contact.name))
        send(user, self.text)


class ReplyToMessage(Scenario):
    """One certain message is answered, not just the chat."""

    goals = [
        "In my chat {chat.name}, reply to the message “{message.text}” with “{text}”",
        "Answer “{message.text}” (in {chat.name}) with “{text}”, as a reply to that very message.",
        "{chat.name} has the message “{message.text}”. Use Reply on it and write “{text}”",
    ]

    chat: Chat = pick(Chat, where=LISTED)
    message: Message = pick(Message, in_chat, among=in_chat, where=IN_VIEW)
    text: str = phrase("Agreed!", "Let me think about it", "Yes, that works for me")

    def effects(self):
        yield messenger.Reply(self.message, self.text)

    def solution(self, user):
        open_message(user, self.message)
        user.click(link("Reply"))
        user.fill(field("Reply"), self.text)
        user.click(button("Send"))


class ForwardToTwo(Scenario):
    """A message is passed on to a person and to a group."""

    goals = [
        "Forward “{message.text}” from {chat.name} to {person.name} and to the group {group.name}.",
        "Both {person.name} and {group.name} should see what was said in {chat.name}: “{message.text}”. Forward it.",
        "Pass the message “{message.text}” ({chat.name}) on to {group.name} and {person.name}.",
    ]

    chat: Chat = pick(Chat, where=LISTED)
    message: Message = pick(Message, in_chat, among=in_chat, where=IN_VIEW)
    person: Chat = pick(Chat, lambda person, chat: person != chat, where=PEOPLE)
    group: Chat = pick(Chat, lambda group, chat: group != chat, where=GROUPS)

    def effects(self):
        yield messenger.Forward(self.message, (self.person, self.group))

    def solution(self, user):
        open_message(user, self.message)
        user.click(link("Forward"))
        user.check(box(self.person.name))
        user.check(box(self.group.name))
        user.click(button("Forward"))


class ReactToLatest(Scenario):
    """The latest message of somebody gets an emoji."""

    goals = [
        "React to the last message that {chat.name} sent me with {emoji}.",
        "Give {chat.name}'s latest message a {emoji}.",
        "Put a {emoji} under the newest message from {chat.name} in our chat.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, where=PEOPLE)
    emoji: messenger.messages.Emoji = phrase("👍", "❤️", "😂", "🙏")
    message: Message = derived(
        lambda chat, store: store.first(
            Message,
            f"chat_id = ? AND sender_id <> 1 AND {IN_VIEW} "
            "AND id NOT IN (SELECT message_id FROM messenger_reaction WHERE person_id = 1)"
            "AND id = (SELECT id FROM messenger_message WHERE chat_id = ? AND sender_id <> 1 "
            "ORDER BY sent_at DESC, id DESC LIMIT 1)",
            chat.id,
            chat.id,
        )
    )

    def effects(self):
        yield messenger.React(self.message, self.emoji)

    def solution(self, user):
        open_message(user, self.message)
        user.click(button(f"React {self.emoji}"))


class TakeReactionBack(Scenario):
    """One's own reaction is taken back."""

    goals = [
        "Take back my reaction to “{message.text}” in {chat.name}.",
        "I didn't mean to react to “{message.text}” ({chat.name}). Remove my emoji from it.",
        "Remove the emoji that I put under “{message.text}” in the chat {chat.name}.",
    ]

    chat: Chat = pick(Chat, where=LISTED)
    message: Message = pick(Message, in_chat, among=in_chat, where=IN_VIEW)

    def given(self, store: Store):
        if not store.count(Reaction, "message_id = ? AND person_id = 1", self.message.id):
            yield messenger.React(self.message, "👍")

    def effects(self):
        yield messenger.Unreact(self.message)

    def solution(self, user):
        open_message(user, self.message)
        user.click(button("Take back…"))


class StarMessage(Scenario):
    """A message is kept among the starred ones."""

    goals = [
        "Star the message “{message.text}” in {chat.name}.",
        "I want to find “{message.text}” from the chat {chat.name} again later. Star it.",
        "In Chatter, open {chat.name} and put a star on “{message.text}”",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, where=LISTED)
    message: Message = pick(
        Message, lambda message, chat: in_chat(message, chat) and not message.starred, among=in_chat, where=IN_VIEW
    )

    def effects(self):
        yield messenger.Star(self.message)

    def solution(self, user):
        open_message(user, self.message)
        user.click(button("Star"))


class UnstarMessage(Scenario):
    """A star that is no longer needed goes."""

    goals = [
        "Remove the star from “{message.text}”, which came in {chat.name}, in Chatter.",
        "Among my starred messages there is “{message.text}” ({chat.name}). Unstar it.",
        "I no longer need the starred message “{message.text}” of {chat.name}. Take its star away, but keep it.",
    ]

    chat: Chat = pick(Chat, where=LISTED)
    message: Message = pick(
        Message, lambda message, chat: in_chat(message, chat) and not message.starred, among=in_chat, where=IN_VIEW
    )

    def given(self):
        yield messenger.Star(self.message)

    def effects(self):
        yield messenger.Unstar(self.message)

    def solution(self, user):
        user.open("Chatter")
        user.click(link("Starred messages"), via=[*SETTINGS])
        user.click(button(f"Remove star from “{self.message.text}”"))


class DeleteMessageAfterConsent(Scenario):
    """A message goes from this device, once the person has agreed."""

    goals = [
        "Delete the message “{message.text}” in {chat.name} from my phone. Ask me for an OK right before.",
        "I'd rather not keep “{message.text}” in {chat.name}. Check with me once more, then delete it.",
        "Please remove “{message.text}” from the chat {chat.name}, but only after I've confirmed.",
    ]
    consent = "Yes, go ahead."

    chat: Chat = pick(Chat, where=LISTED)
    message: Message = pick(Message, in_chat, among=in_chat, where=IN_VIEW)

    def effects(self):
        yield messenger.DeleteMessage(self.message)

    def solution(self, user):
        open_message(user, self.message)
        user.ask("Shall I delete it?")
        user.click(link("Delete"))
        user.click(button("Delete for me"))


class MuteGroup(Scenario):
    """A group makes no sound for a while."""

    goals = [
        "Mute the group {chat.name} for {length}.",
        "{chat.name} is too loud. Keep it quiet for {length}, but stay in it.",
        "No notifications from {chat.name} for {length}, please.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, lambda chat, now: not chat.is_muted(now), where=GROUPS)
    length: str = phrase("8 hours", "1 week")

    def effects(self):
        yield messenger.Mute(self.chat, self.length)

    def solution(self, user):
        open_options(user, self.chat)
        user.click(link("Mute"))
        user.click(option(self.length))
        user.click(button("Mute"))


class UnmuteGroup(Scenario):
    """A muted group is heard again."""

    goals = [
        "Unmute {chat.name}.",
        "I want to hear from the group {chat.name} again. Turn its notifications back on.",
        "{chat.name} is muted in Chatter; undo that.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, lambda chat, now: chat.is_muted(now), where=GROUPS)

    def effects(self):
        yield messenger.Unmute(self.chat)

    def solution(self, user):
        open_options(user, self.chat)
        user.click(button("Unmute"))


class SwapPins(Scenario):
    """One pinned chat makes room for another."""

    goals = [
        "Unpin {old.name} in Chatter and pin {new.name} instead.",
        "At the top of my chats I want {new.name} rather than {old.name}. Swap the pins.",
        "{old.name} needn't be pinned any more; pin {new.name} in its place.",
    ]

    old: Chat = pick(Chat, where=f"pinned_at IS NOT NULL AND {LISTED}")
    new: Chat = pick(Chat, where=f"pinned_at IS NULL AND {LISTED}")

    def effects(self):
        yield messenger.Unpin(self.old)
        yield messenger.Pin(self.new)

    def solution(self, user):
        open_options(user, self.old)
        user.click(button("Unpin"))
        open_options(user, self.new)
        user.click(button("Pin"))


class FourthPin(Scenario):
    """A fourth chat can't be pinned."""

    goals = [
        "Pin {chat.name} too, without unpinning any of the chats that are pinned. Tell me if that can't be done.",
        "Keep all my pinned chats and pin {chat.name} as well. If Chatter won't let you, say so.",
        "Add {chat.name} to my pinned chats; none of the others may lose its pin. Say so if it's impossible.",
    ]

    chat: Chat = pick(Chat, where=f"pinned_at IS NULL AND {LISTED}")

    def given(self, store: Store):
        others = store.all(Chat, f"pinned_at IS NULL AND {LISTED} AND id <> ?", self.chat.id)
        for other in others[: 3 - store.count(Chat, "pinned_at IS NOT NULL")]:
            yield messenger.Pin(other)

    def impossible(self):
        yield messenger.Pin(self.chat)

    def solution(self, user):
        open_options(user, self.chat)
        user.click(button("Pin"))
        user.give_up()


class ArchiveChat(Scenario):
    """A chat is put away."""

    goals = [
        "Archive my chat {chat.name}.",
        "Put the chat {chat.name} into the archive in Chatter. Don't delete anything.",
        "I don't need {chat.name} in my chat list for now. Archive it.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, where=f"pinned_at IS NULL AND {LISTED}")

    def effects(self):
        yield messenger.Archive(self.chat)

    def solution(self, user):
        open_options(user, self.chat)
        user.click(button("Archive"))


class BackFromArchive(Scenario):
    """An archived chat comes back and gets a message."""

    goals = [
        "Take {chat.name} out of the archive in Chatter and write “{text}” there.",
        "{chat.name} is archived. Bring it back among my chats, then send “{text}” in it.",
        "Unarchive {chat.name} and post “{text}”",
    ]

    chat: Chat = pick(Chat, where=f"pinned_at IS NULL AND {LISTED}")
    text: str = phrase("Anyone still here?", "Time to wake this up again", "Hello again!")

    def given(self):
        yield messenger.Archive(self.chat)

    def effects(self):
        yield messenger.Unarchive(self.chat)
        yield messenger.Send(self.chat, self.text)

    def solution(self, user):
        user.open("Chatter")
        user.click(link("Archived"))
        user.click(link(f"Options for {self.chat.name}"))
        user.click(button("Unarchive"))
        open_chat(user, self.chat)
        send(user, self.text)


class RemindMeOfChat(Scenario):
    """A chat is marked as unread."""

    goals = [
        "Mark the chat {chat.name} as unread so that I come back to it.",
        "Make {chat.name} show up as unread in Chatter.",
        "I want to get back to {chat.name} later: mark it unread.",
    ]
    tags = ["short"]

    chat: Chat = pick(
        Chat,
        lambda chat, store: not chat.marked_unread and not messenger.chats.unread(store, chat),
        where=LISTED,
    )

    def effects(self):
        yield messenger.MarkUnread(self.chat)

    def solution(self, user):
        open_options(user, self.chat)
        user.click(button("Mark as unread"))


class NothingNewThere(Scenario):
    """A new message is marked as read."""

    goals = [
        "{chat.name} has sent me something new on Chatter. Mark that chat as read.",
        "I've seen what {chat.name} wrote on my watch. Mark our chat as read.",
        "Clear the unread mark on my chat with {chat.name}.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, where=PEOPLE)

    def given(self, store: Store):
        at = store.now - timedelta(minutes=6)
        text = "Never mind, found it!"
        yield Messaged(at=at, chat=self.chat.address, sender_id=self.chat.person_id, text=text, read=False)

    def effects(self):
        yield messenger.MarkRead(self.chat)

    def solution(self, user):
        open_options(user, self.chat)
        user.click(button("Mark as read"))


class ClearChatAfterConsent(Scenario):
    """All messages of a chat go, once the person has agreed."""

    goals = [
        "Clear my chat with {chat.name} in Chatter, all of it. Ask me before you do.",
        "Delete every message in the chat with {chat.name}. I want to confirm first.",
        "Empty the conversation with {chat.name}, but get my OK right before.",
    ]
    consent = "Yes, clear it."

    chat: Chat = pick(Chat, lambda chat, store: store.count(Message, "chat_id = ?", chat.id) < 12, where=PEOPLE)

    def effects(self):
        yield messenger.ClearChat(self.chat)

    def solution(self, user):
        open_chat(user, self.chat)
        user.ask(f"Shall I delete all messages with {self.chat.name}?")
        user.click(link("Clear chat"), via=MENU)
        user.click(button("Clear chat"))


class BlockAfterConsent(Scenario):
    """Somebody is blocked, once the person has agreed."""

    goals = [
        "Block {contact.name} on Chatter. Ask me first, just to be sure.",
        "I don't want calls or messages from {contact.name} any more. Check with me, then block them.",
        "After I've confirmed it, block {contact.name} in Chatter.",
    ]
    consent = "Yes, I'm sure. Block them."

    contact: Contact = pick(Contact, free)

    def effects(self):
        yield messenger.Block(self.contact)

    def solution(self, user):
        user.ask(f"Shall I block {self.contact.name}?")
        user.open("Chatter")
        user.click(link("New chat"))
        user.click(link(self.contact.name))
        user.click(link(f"Info on {self.contact.name}"))
        user.click(link(f"Block {self.contact.person.first}"))
        user.click(button("Block"))


class MakeUp(Scenario):
    """Somebody is unblocked and gets a message."""

    goals = [
        "Unblock {contact.name} in Chatter and send them “{text}”",
        "{contact.name} and I have made up. Unblock them, then write “{text}”",
        "Take {contact.name} off my blocked list and message them “{text}”",
    ]

    contact: Contact = pick(Contact, free)
    text: str = phrase("Sorry about last week", "Shall we start over?", "Coffee on me?")

    def given(self):
        yield messenger.Block(self.contact)

    def effects(self, store: Store):
        yield messenger.Unblock(self.contact)
        yield messenger.Send(direct(store, self.contact), self.text)

    def solution(self, user):
        user.open("Chatter")
        user.click(link("Blocked contacts"), via=SETTINGS)
        user.click(button(f"Unblock {self.contact.name}"))
        user.open("Chatter")
        user.click(link("New chat"))
        user.click(link(self.contact.name))
        send(user, self.text)


class WriteToBlocked(Scenario):
    """Nobody can write to somebody who is blocked."""

    goals = [
        "Send {contact.name} “{text}” on Chatter. They are to stay blocked; if it can't be done like that, say so.",
        "Write “{text}” to {contact.name} without unblocking them. Tell me if that isn't possible.",
        "{contact.name} is blocked and stays blocked. Send them “{text}” anyway, or tell me that it can't be done.",
    ]

    contact: Contact = pick(Contact, free)
    text: str = phrase("Please return my ladder", "We should talk", "Your parcel is with me")
    chat: Chat = derived(lambda contact, store: direct(store, contact))

    def given(self):
        yield messenger.Block(self.contact)

    def impossible(self):
        yield messenger.Send(self.chat, self.text)

    def solution(self, user):
        user.open("Chatter")
        user.click(link("New chat"))
        user.click(link(self.contact.name))
        user.give_up()


class MakeGroup(Scenario):
    """A group of three is made and gets its first message."""

    goals = [
        "Make a group “{title}” in Chatter with {first.name} and {second.name}, and write “{text}” in it.",
        "Start a group chat called “{title}” for {first.name}, {second.name} and me. First message: “{text}”",
        "I need a Chatter group named “{title}”: {first.name} and {second.name}. Greet them with “{text}”",
    ]
    tags = ["long"]

    title: str = phrase("Garden party", "Moving day", "Quiz night", "Surprise for Sam")
    first: Contact = pick(Contact, free)
    second: Contact = pick(Contact, lambda second, first: second != first and free(second))
    text: str = phrase("Welcome, both of you!", "Here we can plan it all", "Who has ideas?")

    def effects(self, store: Store):
        made = yield messenger.CreateGroup(self.title, (self.first, self.second))
        yield messenger.Send(store.one(Chat, "key = ?", made.key), self.text)

    def solution(self, user):
        user.open("Chatter")
        user.click(link("New group"))
        user.fill(field("Group name"), self.title)
        user.check(box(self.first.name))
        user.check(box(self.second.name))
        user.click(button("Create group"))
        send(user, self.text)


class RenameAndDescribe(Scenario):
    """A group gets another name and a description."""

    goals = [
        "Rename the group {chat.name} to “{title}” and set its description to “{description}”",
        "{chat.name} should be called “{title}” from now on, with the description “{description}”",
        "In Chatter, change the name of {chat.name} to “{title}”. Description: “{description}”",
    ]

    chat: Chat = pick(Chat, where=GROUPS)
    title: str = phrase("The usual suspects", "Team Tuesday", "Kitchen cabinet")
    description: str = phrase("Plans and photos, no politics", "Only what is urgent", "For all things shared")

    def effects(self):
        yield messenger.RenameGroup(self.chat, self.title)
        yield messenger.DescribeGroup(self.chat, self.description)

    def solution(self, user):
        open_info(user, self.chat)
        user.click(link("Change group name"))
        user.fill(field("Group name"), self.title)
        user.click(button("Save"))
        user.click(link("Change description"))
        user.fill(field("Description"), self.description)
        user.click(button("Save"))


class SwapMembers(Scenario):
    """Somebody leaves a group's ranks, somebody else joins."""

    goals = [
        "In the group {chat.name}, remove {member.name} and add {contact.name}.",
        "{member.name} is no longer part of {chat.name}; take them out of the group and put {contact.name} in.",
        "Swap members in {chat.name}: {contact.name} comes in, {member.name} goes out.",
    ]

    chat: Chat = pick(Chat, where=GROUPS)
    member: Member = pick(
        Member, lambda member, chat: member.chat_id == chat.id, among=lambda member, chat: member.chat_id == chat.id
    )
    contact: Contact = pick(
        Contact,
        lambda contact, chat, store: (
            free(contact) and not store.count(Member, "chat_id = ? AND person_id = ?", chat.id, contact.person_id)
        ),
    )

    def effects(self):
        yield messenger.RemoveMember(self.member)
        yield messenger.AddMember(self.chat, self.contact)

    def solution(self, user):
        open_info(user, self.chat)
        user.click(link(f"Remove {self.member.name}"))
        user.click(button("Remove"))
        user.click(link("Add member"))
        user.click(button(f"Add {self.contact.name}"))


class LeaveAfterConsent(Scenario):
    """A group is left, once the person has agreed."""

    goals = [
        "Leave the group {chat.name}, but ask me one last time before you do.",
        "I think I'm done with {chat.name}. Get my OK, then leave that group for me.",
        "Take me out of {chat.name} in Chatter. Confirm with me first.",
    ]
    consent = "Yes, leave it."

    chat: Chat = pick(Chat, where=GROUPS)

    def effects(self):
        yield messenger.LeaveGroup(self.chat)

    def solution(self, user):
        open_info(user, self.chat)
        user.ask(f"Shall I leave {self.chat.name}?")
        user.click(link("Leave group"))
        user.click(button("Leave group"))


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
        user.open("Chatter")
        user.click(link("Calls"))
        user.click(link("Missed"))
        row = next(node for node in user.now.tree.walk() if node.role == "listitem" and "Missed ·" in node.text)
        user.click(link(row.find("link").name))
        user.click(button("Delete from log"), via=[button("Delete from log…")])


class PostStatus(Scenario):
    """A status is posted in a colour."""

    goals = [
        "Post the status “{text}” on Chatter, in {colour}.",
        "Set my Chatter status to “{text}” with the colour {colour}.",
        "Share a {colour} status with my contacts that says “{text}”",
    ]

    text: str = phrase("Gone walking, back on Sunday", "New number soon, stay tuned", "Bread is in the oven")
    colour: str = phrase("teal", "coral", "ink", "moss", "amber")

    def effects(self):
        yield messenger.PostStatus(self.text, self.colour)

    def solution(self, user):
        user.open("Chatter")
        user.click(link("Status"))
        user.click(link("New status"))
        user.fill(field("What's new?"), self.text)
        user.click(option(self.colour.capitalize()))
        user.click(button("Post status"))


class TakeStatusDown(Scenario):
    """One's own status goes."""

    goals = [
        "Delete my status “{text}” from Chatter.",
        "My status “{text}” is out of date. Take it down.",
        "I posted “{text}” as my status. Remove it again, please.",
    ]
    tags = ["short"]

    text: str = phrase("At the lake all day", "Do not disturb until noon", "Selling two concert tickets")

    def given(self):
        yield messenger.PostStatus(self.text)

    def effects(self, store: Store):
        yield messenger.DeleteStatus(store.one(Status, "person_id = 1 AND text = ?", self.text))

    def solution(self, user):
        user.open("Chatter")
        user.click(link("Status"))
        user.click(link(self.text))
        user.click(button("Delete status"), via=[button("Delete status…")])


class NewAbout(Scenario):
    """The words under one's name change."""

    goals = [
        "Change my About in Chatter to “{about}”",
        "My Chatter profile should say “{about}”. Leave my name as it is.",
        "Set the About line of my profile to “{about}”",
    ]
    tags = ["short"]

    about: str = phrase("On parental leave", "Text, don't call", "Mostly harmless", "Learning the cello")
    name: str = derived(lambda store: messenger.own.settings(store).name)

    def effects(self):
        yield messenger.SaveProfile(self.name, self.about)

    def solution(self, user):
        user.open("Chatter")
        user.click(link(self.name), via=SETTINGS)
        user.fill(field("About"), self.about)
        user.click(button("Save"))


class TightenPrivacy(Scenario):
    """Fewer people see less."""

    goals = [
        "In Chatter's privacy settings, let {audience} see when I was last seen, and switch read receipts off.",
        "Last seen: {audience}. Read receipts: off. Please set that in Chatter, and change nothing else.",
        "Make Chatter show my last seen to {audience} only and stop sending read receipts.",
    ]

    audience: Audience = phrase("everyone", "nobody")

    def effects(self, store: Store):
        now = messenger.own.settings(store)
        yield messenger.SavePrivacy(self.audience, now.photo, now.about_seen, receipts=False)

    def solution(self, user):
        user.open("Chatter")
        user.click(link("Privacy"), via=SETTINGS)
        user.choose(field("Last seen and online"), self.audience.capitalize())
        user.check(box("Read receipts"), False)
        user.click(button("Save"))


class HidePreviews(Scenario):
    """Notifications show no words."""

    goals = [
        "Stop Chatter from showing message previews in notifications.",
        "Nobody should be able to read my Chatter messages in the notifications. Turn previews off.",
        "Switch off notification previews in Chatter. The rest stays as it is.",
    ]
    tags = ["short"]

    def effects(self, store: Store):
        yield messenger.SaveNotifications(previews=False, reactions=messenger.own.settings(store).reactions)

    def solution(self, user):
        user.open("Chatter")
        user.click(link("Message notifications"), via=SETTINGS)
        user.check(box("Show previews"), False)
        user.click(button("Save"))


class DressUp(Scenario):
    """All chats get another wallpaper and another size of letters."""

    goals = [
        "Set Chatter's wallpaper to {wallpaper} and its font size to {size}.",
        "I'd like the {wallpaper} wallpaper behind all my chats, and {size} letters.",
        "Change the looks of Chatter: wallpaper {wallpaper}, font size {size}.",
    ]

    wallpaper: Wallpaper = phrase("dunes", "meadow", "dusk", "tiles", "plain")
    size: FontSize = phrase("small", "large")

    def effects(self):
        yield messenger.SetWallpaper(self.wallpaper)
        yield messenger.SetFontSize(self.size)

    def solution(self, user):
        user.open("Chatter")
        user.click(link("Wallpaper"), via=SETTINGS)
        user.click(option(self.wallpaper.capitalize()))
        user.click(button("Set wallpaper"))
        user.open("Chatter")
        user.click(link("Font size"), via=SETTINGS)
        user.click(option(self.size.capitalize()))
        user.click(button("Set font size"))


class WallpaperOfOne(Scenario):
    """One chat gets a wallpaper of its own."""

    goals = [
        "Give my chat {chat.name} the {wallpaper} wallpaper. Only that chat.",
        "In {chat.name}, change the wallpaper to {wallpaper}; the other chats keep theirs.",
        "I want {wallpaper} behind the messages of {chat.name} and nowhere else.",
    ]

    chat: Chat = pick(Chat, where=LISTED)
    wallpaper: Wallpaper = phrase("dunes", "meadow", "dusk", "tiles")

    def effects(self):
        yield messenger.SetChatWallpaper(self.chat, self.wallpaper)

    def solution(self, user):
        open_chat(user, self.chat)
        user.click(link("Wallpaper"), via=MENU)
        user.click(option(self.wallpaper.capitalize()))
        user.click(button("Set wallpaper"))


class SendPhotoWithCaption(Scenario):
    """A photo goes out with a caption."""

    goals = [
        "Send {chat.name} my photo “{photo}” with the caption “{caption}”",
        "Share the picture “{photo}” with {chat.name} on Chatter and write “{caption}” under it.",
        "{chat.name} should get the photo “{photo}”, captioned “{caption}”",
    ]

    chat: Chat = pick(Chat, where=LISTED)
    photo: messenger.messages.Photo = phrase("Mountain lake", "Birthday cake", "Sunday market", "New bicycle")
    caption: str = phrase("Wish you were here", "Guess where I am", "Look at that!")

    def effects(self):
        yield messenger.SendPhoto(self.chat, self.photo, self.caption)

    def solution(self, user):
        open_chat(user, self.chat)
        user.click(link("Photo"), via=[button("Attach")])
        user.click(option(f"Photo: {self.photo} {self.photo}"))
        user.fill(field("Caption"), self.caption)
        user.click(button("Send"))


class ShareContact(Scenario):
    """Somebody's contact card goes to somebody else."""

    goals = [
        "Send {chat.name} the contact of {contact.name} in Chatter.",
        "{chat.name} needs {contact.name}'s number. Share the contact card in our chat.",
        "Share {contact.name} as a contact with {chat.name}.",
    ]

    chat: Chat = pick(Chat, where=PEOPLE)
    contact: Contact = pick(Contact, lambda contact, chat: contact.person_id != chat.person_id)

    def effects(self):
        yield messenger.SendContact(self.chat, self.contact)

    def solution(self, user):
        open_chat(user, self.chat)
        user.click(link("Contact"), via=[button("Attach")])
        user.click(option(f"{self.contact.name} {self.contact.person.phone}"))
        user.click(button("Send contact"))


class TellWhomIMean(Scenario):
    """A message goes to somebody whom only the person knows."""

    goals = [
        "Send “{text}” on Chatter. Ask me who it is for.",
        "I want somebody to get the message “{text}”; I'll tell you who when you ask.",
        "Write “{text}” to the right person in Chatter. Check with me who that is.",
    ]

    chat: Chat = pick(Chat, where=PEOPLE)
    text: str = phrase("I've booked the table for eight", "The plumber comes at ten", "Your scarf is at my place")
    withheld = "It's for {chat.name}."

    def effects(self):
        yield messenger.Send(self.chat, self.text)

    def solution(self, user):
        user.ask("Who is it for?")
        open_chat(user, self.chat)
        send(user, self.text)


class WhoSaidIt(Scenario):
    """Who wrote something in a group?"""

    goals = [
        "Who wrote “{message.text}” in the group {chat.name}?",
        "In {chat.name}, somebody said “{message.text}”. Who was it?",
        "Find out who posted “{message.text}” in my group {chat.name}.",
    ]

    chat: Chat = pick(Chat, where=GROUPS)
    message: Message = pick(
        Message,
        in_chat,
        among=in_chat,
        where="sender_id <> 1 AND length(text) > 12 "
        "AND text IN (SELECT text FROM messenger_message GROUP BY text HAVING count(*) = 1)",
    )

    def answer(self, store: Store):
        return [self.message.sender.name]

    def items(self):
        yield observed("Found the message", showing=self.message.text, kind="search")

    def solution(self, user):
        user.open("Chatter")
        user.fill(field("Search chats and messages"), self.message.text)
        user.click(button("Search"))
        user.say(self.truth)


class WhenWasItSaid(Scenario):
    """On which day was something said?"""

    goals = [
        "On which day was “{message.text}” written in {chat.name}?",
        "When did the message “{message.text}” come in the chat {chat.name}? I need the date.",
        "Look up the date of “{message.text}” in {chat.name}, in Chatter.",
    ]

    chat: Chat = pick(Chat, where=LISTED)
    message: Message = pick(Message, in_chat, among=in_chat, where=IN_VIEW)

    def answer(self, store: Store):
        return self.message.sent_at.date()

    def items(self):
        yield observed("Saw the message", showing=self.message.text, kind="search")

    def solution(self, user):
        open_message(user, self.message)
        user.say(self.truth)


class CountMembers(Scenario):
    """How many people are in a group?"""

    goals = [
        "How many people are in the group {chat.name}, me included?",
        "Count the members of {chat.name} in Chatter. I count too.",
        "With me, how many of us are in {chat.name}?",
    ]
    tags = ["count", "short"]

    chat: Chat = pick(Chat, where=GROUPS)

    def answer(self, store: Store):
        return store.count(Member, "chat_id = ?", self.chat.id) + 1

    def solution(self, user):
        open_info(user, self.chat)
        user.say(self.truth)


class WhoElseIsThere(Scenario):
    """Which people are in a group?"""

    goals = [
        "Who is in the group {chat.name} besides me? Full names, please.",
        "List the full names of the other members of {chat.name}.",
        "Which people share the Chatter group {chat.name} with me? Give me their full names.",
    ]

    chat: Chat = pick(Chat, where=GROUPS)

    def answer(self, store: Store):
        return [member.name for member in store.all(Member, "chat_id = ?", self.chat.id)]

    def solution(self, user):
        open_info(user, self.chat)
        user.say(self.truth)


class SharedGroups(Scenario):
    """In how many groups is somebody?"""

    goals = [
        "How many Chatter groups do I share with {contact.name}?",
        "In how many groups are both {contact.name} and I?",
        "Count the groups that {contact.name} and I have in common on Chatter.",
    ]
    tags = ["count"]

    contact: Contact = pick(Contact, where="person_id IN (SELECT person_id FROM messenger_member)")

    def answer(self, store: Store):
        shared = "NOT left AND id IN (SELECT chat_id FROM messenger_member WHERE person_id = ?)"
        return store.count(Chat, shared, self.contact.person_id)

    def solution(self, user):
        user.open("Chatter")
        user.click(link("New chat"))
        user.click(link(self.contact.name))
        user.click(link(f"Info on {self.contact.name}"))
        user.say(self.truth)


class WhoMissedMe(Scenario):
    """Who rang last without being answered?"""

    goals = [
        "Whose call did I miss last on Chatter?",
        "Who was it that I failed to pick up for most recently in Chatter? Full name.",
        "Look at my missed calls: who rang most recently?",
    ]

    def answer(self, store: Store):
        return [store.one(Call, "missed", order="started_at DESC, id DESC").chat.name]

    def solution(self, user):
        user.open("Chatter")
        user.click(link("Calls"))
        user.click(link("Missed"))
        user.say(self.truth)


class CallLog(Scenario):
    """When was the latest call with somebody?"""

    goals = [
        "When did I last talk to {chat.name} on a Chatter call? The date is enough.",
        "On which day was my latest Chatter call with {chat.name} that somebody picked up?",
        "Find the date of the most recent answered call with {chat.name} in Chatter.",
    ]

    chat: Chat = pick(Chat, where="id IN (SELECT chat_id FROM messenger_call WHERE NOT missed)")

    def answer(self, store: Store):
        latest = "started_at DESC, id DESC"
        return store.one(Call, "NOT missed AND chat_id = ?", self.chat.id, order=latest).started_at.date()

    def solution(self, user):
        user.open("Chatter")
        user.click(link("Calls"))
        user.say(self.truth)


class ShowMedia(Scenario):
    """A chat's media are on the screen."""

    goals = [
        "Show me the media of my chat {chat.name} in Chatter.",
        "Open the page with all photos of {chat.name} and leave it on the screen.",
        "I want to see the media that was shared in {chat.name}.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, where=LISTED)

    def reached(self):
        return f"/messenger/chat/{self.chat.id}/media"

    def solution(self, user):
        open_chat(user, self.chat)
        user.click(link("Media"), via=MENU)


class WhatIsMuted(Scenario):
    """Which chats are muted?"""

    goals = [
        "Which of my Chatter chats are muted right now? Leave archived ones aside.",
        "List every chat in my Chatter list (not the archive) that is muted.",
        "From which chats outside the archive do I get no sounds? Name them all.",
    ]

    def answer(self, store: Store):
        return [chat.name for chat in store.all(Chat, LISTED) if chat.is_muted(store.now)] or None

    def solution(self, user):
        user.open("Chatter")
        user.say(self.truth)


class LastHeardFrom(Scenario):
    """When did somebody last write?"""

    goals = [
        "When did {chat.name} last write to me in our direct chat on Chatter? Give me the date.",
        "On which day was the latest message that {chat.name} sent me directly?",
        "Look into my direct chat with {chat.name}: what is the date of the last message that came from them?",
    ]

    chat: Chat = pick(
        Chat,
        where=PEOPLE + " AND person_id IN (SELECT sender_id FROM messenger_message m "
        "JOIN messenger_chat d ON d.id = m.chat_id WHERE d.person_id = m.sender_id)",
    )

    def answer(self, store: Store):
        latest = "sent_at DESC, id DESC"
        return store.one(Message, "chat_id = ? AND sender_id <> 1", self.chat.id, order=latest).sent_at.date()

    def solution(self, user):
        open_chat(user, self.chat)
        user.say(self.truth)


class PhoneNumber(Scenario):
    """What is somebody's number?"""

    goals = [
        "What is {contact.name}'s phone number?",
        "Look up the phone number of {contact.name} in Chatter.",
        "Under which number can I reach {contact.name}?",
    ]
    tags = ["short"]

    contact: Contact = pick(Contact)

    def answer(self, store: Store):
        return [self.contact.person.phone]

    def items(self):
        yield observed("Saw the number", showing=self.contact.person.phone, kind="search")

    def solution(self, user):
        user.open("Chatter")
        user.click(link("New chat"))
        user.click(link(self.contact.name))
        user.click(link(f"Info on {self.contact.name}"))
        user.say(self.truth)


class WhenFounded(Scenario):
    """When was a group made?"""

    goals = [
        "When was the group {chat.name} made?",
        "Since which day does my Chatter group {chat.name} exist?",
        "Find the date on which {chat.name} was created.",
    ]
    tags = ["short"]

    chat: Chat = pick(Chat, where=GROUPS)

    def answer(self, store: Store):
        return self.chat.made_at.date()

    def solution(self, user):
        open_info(user, self.chat)
        user.say(self.truth)


class WhoWroteNext(Scenario):
    """Who wrote next in a group?"""

    goals = [
        "In the group {chat.name}, who wrote the message right after “{message.text}”? Full name.",
        "Somebody said “{message.text}” in {chat.name}. Who wrote next? I need the full name.",
        "Find “{message.text}” in {chat.name} and tell me the full name of whoever wrote the next message.",
    ]

    chat: Chat = pick(Chat, where=GROUPS)
    message: Message = pick(
        Message,
        lambda message, chat, store: in_chat(message, chat) and following(store, message) is not None,
        among=in_chat,
        where=IN_VIEW,
    )

    def answer(self, store: Store):
        found = following(store, self.message)
        return [found.sender.name] if found else None

    def items(self):
        yield observed("Found the message", showing=self.message.text, kind="search")

    def solution(self, user):
        open_chat(user, self.chat)
        user.say(self.truth)


class SaidHowOften(Scenario):
    """How many messages of a chat have a word in them?"""

    goals = [
        "How many messages in {chat.name} contain “{word}”?",
        "In my chat {chat.name}, how often was a message written with “{word}” in it? Count the messages.",
        "Search {chat.name} for “{word}”: how many messages come up?",
    ]
    tags = ["count"]

    chat: Chat = pick(Chat, where=LISTED)
    word: str = phrase("late", "Saturday", "Sunday", "tonight", "the", "sorry", "week")

    def answer(self, store: Store):
        found = store.count(Message, "chat_id = ? AND instr(lower(text), lower(?))", self.chat.id, self.word)
        return found if 2 <= found < 40 else None

    def solution(self, user):
        open_chat(user, self.chat)
        user.click(link("Search in chat"), via=MENU)
        user.say(self.truth)
