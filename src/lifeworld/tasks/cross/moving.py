"""What others say while an agent works, and what it changes in another app."""

from collections.abc import Iterator
from datetime import time

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account
from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.taskkit import (
    Commands,
    Events,
    Money,
    Setup,
    Store,
    Task,
    User,
    amounts,
    clock,
    clocks,
    derived,
    money,
    phrase,
    pick,
    way,
    when,
)
from lifeworld.taskkit.wording import spoken
from lifeworld.tasks.bank import holds
from lifeworld.tasks.cross.beforehand import InChat, chatted
from lifeworld.tasks.cross.screens import quotes
from lifeworld.tasks.messenger import PEOPLE, open_chat
from lifeworld.tasks.messenger.news import says

NOES = ("No, I'm away then, sorry", "No, I really can't")


def own_ahead(event: Event) -> bool:
    """Return whether it is one of the owner's own events that takes place once, in daytime, and is yet to come."""
    alone = event.own and event.once and not event.all_day and event.starts > event.store.now
    return alone and event.starts.date() == event.ends.date()


class Awaited(InChat):
    """What somebody is about to say in the chat, which one waits for."""

    def act(self, user: User) -> None:
        """Read what was said, and do what it asks for."""
        raise NotImplementedError

    def solution(self, user: User) -> None:
        user.wait(300)
        self.act(user)

    @way
    def with_a_look_in_between(self, user: User) -> None:
        for _ in range(2):
            open_chat(user, self.chat)
            user.wait(200)
            user.home()
        self.act(user)


class PayWhatTheyFinallySay(InChat, Task):
    """A sum that was asked for in a chat is corrected while the bank is open."""

    goals = [
        "Pay {chat.name} what they ask for on Chatter for the {what}, from {account.name}, with the note “{what}”. "
        "If they correct themselves before it's out, pay the right sum.",
        "{chat.name} wrote to me on Chatter what the {what} comes to. Send it from {account.name} with “{what}” as "
        "the note; if they think again, their last word counts.",
        "Settle the {what} with {chat.name}: the sum is in our chat. Use {account.name}, write “{what}” as the "
        "note, and mind that they like to correct themselves at the last moment.",
    ]
    trigger = when(opened="bank")
    apps = ["bank", "messenger"]

    first: Money = money(8, 60)
    amount: Money = money(8, 60)
    account: Account = pick(Account, lambda account, first, amount: holds(account, first) and holds(account, amount))
    what: str = phrase("sledge hire", "group tickets", "taxi on Friday", "cheese platter", "rowing boat")

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 40, f"Your part of the {self.what} is {self.first}"

    def scheduled_events(self, store: Store) -> Events:
        yield says(store, self.chat, f"Oh dear, I can't add up. It's {self.amount} for you")

    def superseded_effects(self) -> Commands:
        yield bank.SendMoney(self.chat.person, self.account, self.first, self.what)

    def effects(self) -> Commands:
        yield bank.SendMoney(self.chat.person, self.account, self.amount, self.what)

    def solution(self, user: User) -> None:
        user.open("Harbour Bank")
        amount = amounts(self.said(user, "I can't add up"))[0]
        user.do(bank.SendMoney(self.chat.person, self.account, amount, self.what))


class PayOnceTheyName(Awaited, Task):
    """Somebody is about to name a sum, which is then paid."""

    goals = [
        "{chat.name} is adding up what I owe for the {what} and will write it on Chatter. Once they have, pay it from "
        "{account.name} with the note “{what}”.",
        "Wait until {chat.name} tells me on Chatter what the {what} costs me, then send them that from {account.name}. "
        "“{what}” is the note.",
        "As soon as {chat.name} has written in Chatter how much it is for the {what}, pay. Take it from "
        "{account.name} and write “{what}” as the note.",
    ]
    trigger = when(minutes=5)
    tags = ["wait"]
    apps = ["bank", "messenger"]

    amount: Money = money(8, 60)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))
    what: str = phrase("brunch", "flowers", "camping site", "leaving present", "tandem hire")

    def scheduled_events(self, store: Store) -> Events:
        yield says(store, self.chat, f"So, the {self.what}: {self.amount} for you")

    def effects(self) -> Commands:
        yield bank.SendMoney(self.chat.person, self.account, self.amount, self.what)

    def act(self, user: User) -> None:
        amount = amounts(self.said(user, f"So, the {self.what}"))[0]
        user.do(bank.SendMoney(self.chat.person, self.account, amount, self.what))


class MoveToTheirLatestTime(Task):
    """A new time for an event is given in a chat, and another one while the calendar is open."""

    goals = [
        "{chat.name} wrote on Chatter at what time they can come to “{event.title}”. Move the event there, same day, "
        "one hour long. If they write again, take the later message.",
        "Move “{event.title}” to the time that {chat.name} last gave on Chatter. The day stays, and it lasts an hour.",
        "In Chatter, {chat.name} asks for another time for “{event.title}”. Change it in Almanac (same day, an hour). "
        "Mind that they may think again; the latest time counts.",
    ]
    trigger = when(opened="calendar")
    apps = ["calendar", "messenger"]

    event: Event = pick(Event, own_ahead, among=lambda event: event.starts > event.store.now)
    chat: Chat = pick(Chat, where=PEOPLE)
    first: time = clock(9, 20)
    at: time = clock(9, 20)

    def setup(self, store: Store) -> Setup:
        text = f"Could “{self.event.title}” start at {spoken(self.first)}?"
        yield from chatted(store, self.chat.person, (25, text))

    def scheduled_events(self, store: Store) -> Events:
        yield says(store, self.chat, f"No, sorry, {spoken(self.at)} is when I can be there")

    def superseded_effects(self) -> Commands:
        yield self._move(self.first)

    def effects(self) -> Commands:
        yield self._move(self.at)

    def solution(self, user: User) -> None:
        user.open("Almanac")
        open_chat(user, self.chat)
        at = clocks(user.page.line("is when I can be there", "Messages").text)[0]
        user.do(self._move(at))

    def _move(self, at: time) -> almanac.MoveEvent:
        return almanac.MoveEvent(self.event, self.event.day, at, at.replace(hour=at.hour + 1))


class NoteWhatTheyNeed(InChat, Task):
    """What somebody wants brought is noted, and is something else while the list is open."""

    goals = [
        "{chat.name} told me on Chatter what to bring. Add it to my {list.name} list in Ticked, named just as they "
        "call it. If they change it in the meantime, only what they want now.",
        "Put the thing that {chat.name} wants me to bring (see Chatter) on the list {list.name}, in their own words. "
        "Their last message counts.",
        "Make a task in {list.name} of what {chat.name} asks me in Chatter to bring, word for word, and keep up with "
        "them should they want something else.",
    ]
    trigger = when(opened="todo")
    apps = ["messenger", "todo"]

    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    first: str = phrase("paper lanterns", "two baguettes", "a tape measure", "the croquet set")
    thing: str = phrase("the long ladder", "a jar of olives", "warm blankets", "the slide projector")

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 35, f"Please bring “{self.first}” on Saturday"

    def scheduled_events(self, store: Store) -> Events:
        yield says(store, self.chat, f"We have that already! Bring “{self.thing}” instead")

    def superseded_effects(self) -> Commands:
        yield todo.AddTask(self.first, self.list)

    def effects(self) -> Commands:
        yield todo.AddTask(self.thing, self.list)

    def solution(self, user: User) -> None:
        user.open("Ticked")
        thing = quotes(self.said(user, "We have that already"))[0]
        user.do(todo.AddTask(thing, self.list))


class NoteOnceTheySay(Awaited, Task):
    """What somebody is about to ask for becomes a task."""

    goals = [
        "{chat.name} will tell me on Chatter in a few minutes which book to get. When they have, add it to {list.name} "
        "in Ticked: the title of the book, nothing else.",
        "Wait for {chat.name} to write to me on Chatter which book I should get, and put its title on my {list.name} "
        "list as a task.",
        "I've asked {chat.name} for the title of a book. It's coming on Chatter any moment; note it in {list.name}, "
        "just the title.",
    ]
    trigger = when(minutes=3)
    tags = ["wait"]
    apps = ["messenger", "todo"]

    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    title: str = phrase("The Salt Road", "A Year of Small Boats", "Letters to a Lighthouse", "The Orchard Keeper's Map")

    def scheduled_events(self, store: Store) -> Events:
        yield says(store, self.chat, f"Found it! The book is “{self.title}”")

    def effects(self) -> Commands:
        yield todo.AddTask(self.title, self.list)

    def act(self, user: User) -> None:
        user.do(todo.AddTask(quotes(self.said(user, "The book is"))[0], self.list))


class AskTheNext(Task):
    """Somebody is asked in a chat to come; who does come goes on the list."""

    goals = [
        "Ask {first.name} on Chatter: “{text}” They answer at once. If it's a no, ask {second.name} the same. Whoever "
        "is asked last goes on my {list.name} list as a task, by full name.",
        "Write “{text}” to {first.name} in Chatter. Should they say no, write the same to {second.name}. Then add a "
        "task to {list.name} that is called just like the last one you asked, first and last name.",
        "Try {first.name} on Chatter with “{text}” and, if they decline, {second.name}. The full name of the last "
        "person asked becomes a task in {list.name}.",
    ]
    trigger = when(done=messenger.Send)
    tags = ["long"]
    apps = ["messenger", "todo"]

    first: Chat = pick(Chat, where=PEOPLE)
    second: Chat = pick(Chat, lambda second, first: second != first, where=PEOPLE)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    text: str = phrase("Can you lend me a hand on Sunday?", "Could you water my plants next week?")
    reply: str = phrase("Yes, sure, tell me when", "Gladly!", *NOES)
    last: Chat = derived(lambda first, second, reply: second if reply.startswith("No") else first)

    def scheduled_events(self, store: Store) -> Events:
        yield says(store, self.first, self.reply)

    def effects(self) -> Commands:
        yield messenger.Send(self.first, self.text)
        if self.last == self.second:
            yield messenger.Send(self.second, self.text)
        yield todo.AddTask(self.last.name, self.list)

    def solution(self, user: User) -> None:
        user.do(messenger.Send(self.first, self.text))
        asked = self.second if any(user.sees(no) for no in NOES) else self.first
        if asked == self.second:
            user.do(messenger.Send(asked, self.text))
        user.do(todo.AddTask(asked.name, self.list))
