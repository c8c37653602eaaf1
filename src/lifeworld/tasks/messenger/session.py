"""Signing in to Chatter, and out."""

import re

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import ME
from lifeworld.life.models import Person
from lifeworld.taskkit import Commands, Effects, Setup, Store, Task, User, button, derived, field, link, phrase
from lifeworld.tasks.messenger import ways

_CODE = re.compile(r"(\d{3} \d{3}) is your Chatter code")


def own_phone(store: Store) -> str:
    """Return the owner's telephone number."""
    return store.get(Person, ME).phone


def sign_in(user: User, phone: str) -> None:
    """Have a code sent, read it in the notifications, and enter it."""
    user.open("Chatter")
    user.fill(field("Phone number"), phone)
    user.click(button("Send me a code"))
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
