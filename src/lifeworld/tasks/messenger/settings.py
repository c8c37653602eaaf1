"""Signing in to Chatter and out, the profile, privacy, notifications, looks, and one's own status."""

import re

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import ME, Audience, FontSize, Status, StatusColour, Wallpaper
from lifeworld.life.models import Person
from lifeworld.taskkit import Commands, Effects, Setup, Store, Task, User, button, derived, field, link, phrase
from lifeworld.tasks.messenger import ways
from lifeworld.tasks.messenger.ways import WithPerson, in_reverse

_CODE = re.compile(r"(\d{3} \d{3}) is your Chatter code")


def own_phone(store: Store) -> str:
    """Return the owner's telephone number."""
    return store.get(Person, ME).phone


def sign_in(user: User, phone: str) -> None:
    """Have a code sent, read it in the notifications, and enter it."""
    user.open("Chatter")
    user.fill(field("Phone number"), phone)
    user.click(button("Send code"))
    user.home()
    user.click(link("Notifications"))
    code = _CODE.findall(user.page.text)[0]
    user.click(link("Text message"))
    user.fill(field("Code"), code)
    user.click(button("Sign in"))


class SignOut(Task):
    """The owner is signed out of Chatter."""

    goals = [
        "Sign out of Chatter.",
        "Sign me out of the chat app, please.",
        "I'm lending my phone to somebody. Sign me out of Chatter before that.",
    ]
    tags = ["daily"]

    def effects(self) -> Commands:
        yield messenger.SignOut()

    def solution(self, user: User) -> None:
        user.open("Chatter")
        user.click(link("Settings"))
        user.click(link("Sign out"))
        user.click(button("Sign out"))


class SignInAndWrite(ways.WithPerson, Task):
    """The owner is signed in again by a code that comes as a message, and somebody is written to."""

    goals = [
        "Sign in to Chatter with my number, {phone}, and send {chat.name} “{text}”",
        "I'm signed out of Chatter. My number is {phone}: have a code sent to it, sign in with that, and write to "
        "{chat.name}: “{text}”",
        "Get me into Chatter again ({phone} is my number, and the code will be in my notifications). Then message "
        "{chat.name}, word for word: “{text}”",
    ]

    text: str = phrase(
        "I'm back, what did I miss?",
        "Sorry, I only see this now",
        "Yes, count me in",
        "No, I can't make it",
        "Ring me when you are up",
    )
    phone: str = derived(own_phone)

    def setup(self) -> Setup:
        yield messenger.SignOut()

    def effects(self) -> Effects:
        session = yield messenger.AskForCode(self.phone)
        yield messenger.SignIn(session.code)
        yield messenger.Send(self.chat, self.text)

    def solution(self, user: User) -> None:
        sign_in(user, self.phone)
        ways.open_chat(user, self.chat)
        ways.send(user, self.text)


class NewAbout(Task):
    """The words under one's name change."""

    goals = [
        "Change my About in Chatter to “{line}”",
        "My Chatter profile should say “{line}”. Leave my name as it is.",
        "Set the About line of my profile to “{line}”",
    ]
    tags = ["short"]

    line: str = phrase(
        "On parental leave",
        "Text, don't call",
        "Mostly harmless",
        "Learning the cello",
        "Away until Monday",
        "Knee-deep in boxes",
        "Slow but steady",
        "Tea first",
        "New phone, same me",
        "Ask me about bees",
        "Half asleep",
        "On the night shift",
        "Between two trains",
        "Training for ten miles",
    )
    name: str = derived(lambda store: messenger.own.settings(store).name)

    def effects(self) -> Commands:
        yield messenger.SaveProfile(self.name, self.line)


class TightenPrivacy(Task):
    """It is chosen who sees what, and read receipts go."""

    goals = [
        "In Chatter's privacy settings, choose who sees what: last seen {seen}, profile photo {photo}, About {line}. "
        "And switch read receipts off.",
        "Last seen: {seen}. Profile photo: {photo}. About: {line}. Read receipts: off. Please set Chatter's privacy "
        "like that.",
        "Set up my privacy in Chatter. Last seen is for {seen}, my photo for {photo}, my About for {line}; and there "
        "should be no read receipts.",
    ]

    seen: Audience = phrase("everyone", "contacts", "nobody")
    photo: Audience = phrase("everyone", "contacts", "nobody")
    line: Audience = phrase("everyone", "contacts", "nobody")

    def effects(self) -> Commands:
        yield messenger.SavePrivacy(self.seen, self.photo, self.line, receipts=False)


class HidePreviews(Task):
    """Notifications show less."""

    goals = [
        "Switch off {part} in Chatter's message notifications. The rest stays as it is.",
        "In Chatter's notification settings, turn {part} off and leave everything else.",
        "I don't want {part} in my Chatter notifications any more. Turn that off in its settings, nothing else.",
    ]
    tags = ["short"]

    part: str = phrase("message previews", "reactions to my messages")

    def effects(self, store: Store) -> Commands:
        now = messenger.own.settings(store)
        words = self.part == "message previews"
        yield messenger.SaveNotifications(previews=now.previews and not words, reactions=now.reactions and words)


class DressUp(Task):
    """All chats get another wallpaper and another size of letters."""

    goals = [
        "Set Chatter's wallpaper to {wallpaper} and its font size to {size}.",
        "I'd like the {wallpaper} wallpaper behind all my Chatter chats, and the font size {size}.",
        "Change the looks of Chatter: wallpaper {wallpaper}, font size {size}.",
    ]
    size_first = in_reverse

    wallpaper: Wallpaper = phrase("dunes", "meadow", "dusk", "tiles", "plain")
    size: FontSize = phrase("small", "large")

    def effects(self) -> Commands:
        yield messenger.SetWallpaper(self.wallpaper)
        yield messenger.SetFontSize(self.size)


class WallpaperOfOne(WithPerson, Task):
    """One chat gets a wallpaper of its own."""

    goals = [
        "Give my Chatter chat with {chat.name} the {wallpaper} wallpaper. Only that chat.",
        "In my chat with {chat.name}, change the wallpaper to {wallpaper}; the other Chatter chats keep theirs.",
        "I want the wallpaper {wallpaper} behind my Chatter chat with {chat.name} and nowhere else.",
    ]

    wallpaper: Wallpaper = phrase("dunes", "meadow", "dusk", "tiles")

    def effects(self) -> Commands:
        yield messenger.SetChatWallpaper(self.chat, self.wallpaper)


class PostStatus(Task):
    """A status is posted in a colour."""

    goals = [
        "Post the status “{text}” on Chatter, in {colour}.",
        "Set my Chatter status to “{text}” with the colour {colour}.",
        "Share {colour:a} status with my Chatter contacts that says “{text}”",
    ]

    text: str = phrase(
        "Gone walking, back on Sunday",
        "New number soon, stay tuned",
        "Bread is in the oven",
        "Does anyone have a bike pump?",
    )
    colour: StatusColour = phrase("teal", "coral", "ink", "moss", "amber")

    def effects(self) -> Commands:
        yield messenger.PostStatus(self.text, self.colour)


class TakeStatusDown(Task):
    """One's own status goes."""

    goals = [
        "Delete my status “{text}” from Chatter.",
        "My Chatter status “{text}” is out of date. Take it down.",
        "I posted “{text}” as my status on Chatter. Remove it again, please.",
    ]
    tags = ["short"]

    text: str = phrase(
        "At the lake all day",
        "Do not disturb until noon",
        "Selling two concert tickets",
        "Looking for a cat sitter",
        "Free plums, help yourselves",
        "My phone is nearly dead",
        "Found a red scarf on the bus",
        "Who plays chess?",
        "Stuck on the ring road",
        "Down with a cold",
        "Back at work from today",
        "Half a cake left, first come",
        "The flat is painted at last",
        "Three kittens, all of them mine",
    )

    def setup(self) -> Setup:
        yield messenger.PostStatus(self.text)

    def effects(self, store: Store) -> Commands:
        yield messenger.DeleteStatus(store.one(Status, "person_id = 1 AND text = ?", self.text))
