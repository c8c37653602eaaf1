"""What is said in one app and has to arrive in another: messages, letters, tasks."""

from datetime import date, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account, Entry, Favourite
from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Thread
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.todo.models import TaskList
from lifeworld.store import Row, Store
from lifeworld.taskkit import (
    Commands,
    Items,
    Money,
    Outcomes,
    Task,
    User,
    anything,
    button,
    chosen,
    containing,
    day,
    judged,
    money,
    observed,
    phrase,
    pick,
    sure,
    way,
)
from lifeworld.taskkit.kit import called
from lifeworld.tasks.bank import BOOKED, go, holds, open_entry, recent
from lifeworld.tasks.calendar import search as open_event
from lifeworld.tasks.cross.screens import payments, write_to
from lifeworld.tasks.mail import compose
from lifeworld.tasks.mail.picking import in_inbox
from lifeworld.tasks.messenger import LISTED, PEOPLE, send, start_with


def chat_with(store: Store, person_id: int | None) -> Chat | None:
    """Return the chat with somebody, if there is one in the list of chats."""
    return store.first(Chat, f"person_id = ? AND {LISTED}", person_id)


def message(store: Store, person_id: int | None, text: str) -> messenger.Send:
    """Return what writes to somebody in the chat with them."""
    return messenger.Send(sure(chat_with(store, person_id)), text)


@way
def in_reverse(task: Task, user: User) -> None:
    """Do the commands of a task from the last to the first, once the person has been asked what there is to ask."""
    if task.must_ask():
        user.ask(task.knowledge().question)
    store = next(value.store for value in task.bound.values() if isinstance(value, Row))
    for command in reversed([*called(getattr(task, task.agreed), store)]):
        user.do(command)


def paid_me(row: Entry) -> bool:
    """Return whether an entry is money that came from a person."""
    return row.kind == "person" and row.amount > Money()


class ThankWhoPaid(Task):
    """Whoever paid on a day is thanked in the chat."""

    goals = [
        "Somebody paid me through Harbour Bank on {entry.at}. Send them “thank you” in Chatter and name the amount.",
        "See at the bank who sent me money on {entry.at}, and write to that person in Chatter: the words “thank you” "
        "and the amount should be in it.",
        "Thank whoever paid me on {entry.at} for it, on Chatter. Use the words “thank you” and say how much it was.",
    ]
    tags = ["look-up", "prose"]
    apps = ["bank", "messenger"]

    entry: Entry = pick(
        Entry,
        lambda entry, store, now: (
            paid_me(entry) and now - entry.at < timedelta(days=120) and chat_with(store, entry.person_id) is not None
        ),
        among=paid_me,
        where="kind = 'person' AND amount > 0",
    )

    def effects(self, store: Store) -> Commands:
        yield message(store, self.entry.person_id, containing("thank you", self.entry.amount))

    def items(self) -> Items:
        yield observed("Found the payment", showing=self.entry.title, kind="search")
        yield judged("The message reads like one person thanking another")

    def solution(self, user: User) -> None:
        came = [one for one in payments(user, "People") if one.amount > Money()]
        paid = next(one for one in came if one.at.date() == self.entry.at.date())
        write_to(user, paid.who, f"Got your {paid.amount}, thank you!")

    @way
    def by_its_date(self, user: User) -> None:
        open_entry(user, self.entry.title, self.entry)
        write_to(user, self.entry.title, f"Thank you so much for the ${self.entry.amount.plain} 🙏")


class TellWhatIPaid(Task):
    """What something cost is told to somebody, by mail or in the chat."""

    goals = [
        "{chat.name} wants to know what I paid at {entry.title} on {entry.at}. Tell them by mail or in Chatter, as you "
        "like; say where it was and give the amount to the cent. A mail needs some subject, too.",
        "Look up at Harbour Bank how much I spent at {entry.title} on {entry.at} and let {chat.name} know the place "
        "and the exact amount. A mail with a subject or a message in Chatter, either is fine.",
        "How much was {entry.title} on {entry.at}? Don't tell me, tell {chat.name}: the name of the place and the "
        "exact amount, in Chatter or by mail (with a subject of your choice).",
    ]
    tags = ["look-up", "choice", "prose"]
    apps = ["bank", "mail", "messenger"]
    optional_apps = ["mail", "messenger"]

    entry: Entry = pick(Entry, recent, where=BOOKED)
    chat: Chat = pick(Chat, where=PEOPLE)

    def outcomes(self) -> Outcomes:
        place = self.entry.title.removeprefix("The ")
        words = containing(-self.entry.amount, place)
        return [
            [messenger.Send(self.chat, words)],
            [mail.Send(self.chat.name, subject=anything, body=words)],
        ]

    def items(self) -> Items:
        yield observed("Found the payment", showing=str(-self.entry.amount), kind="search")
        yield judged("The message says that this is what I paid there")

    def look_up(self, user: User) -> Money:
        found = payments(user, self.entry.title)
        on = self.entry.at.date()
        return next(-one.amount for one in found if (one.who, one.at.date()) == (self.entry.title, on))

    def solution(self, user: User) -> None:
        amount = self.look_up(user)
        write_to(user, self.chat.name, f"It was {amount} at {self.entry.title}.")

    @way
    def by_mail(self, user: User) -> None:
        amount = self.look_up(user)
        compose(user, "What I paid", f"Hello,\n\nat {self.entry.title} I paid {amount}.", To=self.chat.name)
        user.click(button("Send"))


class WriteToAnyFavourite(Task):
    """One of the people who are starred at the bank, whichever, gets a message."""

    goals = [
        "Write “{text}” in Chatter to any one of the people whom I starred at Harbour Bank.",
        "Pick one of my bank favourites, I don't mind which, and message that person on Chatter: “{text}”",
        "Look at my favourites for sending money. One of them, whoever you like, should get “{text}” in Chatter.",
    ]
    tags = ["choice"]
    apps = ["bank", "messenger"]

    text: str = phrase(
        "Do I still owe you anything?",
        "Are we even?",
        "Did my last payment arrive?",
        "Shall we settle up at the end of the month?",
        "Which account do you use these days?",
    )

    def effects(self) -> Commands:
        yield messenger.Send(chosen(Chat, lambda row, store: starred(store, row)), self.text)

    def items(self) -> Items:
        yield observed("Saw the favourites", at="/bank/people")

    def solution(self, user: User) -> None:
        self.write_to(user, 0)

    @way
    def to_the_last_of_them(self, user: User) -> None:
        self.write_to(user, -1)

    def write_to(self, user: User, place: int) -> None:
        go(user, "Pay & transfer", "Send money")
        start_with(user, user.page.lines("Favourites")[place].names[0])
        send(user, self.text)


def starred(store: Store, chat: Chat) -> bool:
    """Return whether a chat is with one of the bank's favourites, though nothing may have been said in it so far."""
    return store.count(Favourite, "person_id = ?", chat.person_id) > 0


def ahead(event: Event) -> bool:
    """Return whether an event takes place once and is yet to come."""
    return event.once and event.starts > event.store.now


class AcceptAndTell(Task):
    """An invitation is accepted, and its organiser gets a word."""

    goals = [
        "Accept the invitation to “{event.title}” in Almanac and write “{words}” to whoever invited me, on Chatter.",
        "I'm coming to “{event.title}”. Answer the invitation, and send the organiser “{words}” in Chatter.",
        "Say yes to “{event.title}” in my calendar. Then message its organiser on Chatter: “{words}”",
    ]
    tags = ["look-up"]
    apps = ["calendar", "messenger"]

    event: Event = pick(
        Event, lambda event, store: event.reply == "invited" and chat_with(store, event.organiser_id) is not None
    )
    words: str = phrase(
        "I'll come by bike",
        "I'll come straight from work",
        "I'll be there ten minutes early",
        "I'll take the bus",
        "I have to leave after an hour",
    )

    the_last_first = in_reverse

    def effects(self, store: Store) -> Commands:
        yield calendar.Answer(self.event, "accepted")
        yield message(store, self.event.organiser_id, self.words)

    def items(self) -> Items:
        yield observed("Saw the invitation", showing=self.event.title, kind="search")


class PayTheOrganiser(Task):
    """Whoever has invited to something gets money for it, and is told."""

    goals = [
        "I owe whoever organises “{event.title}” {amount} for it. See in Almanac who that is, send them the money from "
        "{account.name} with the note “{note}”, and write them “{text}” on Chatter.",
        "Send {amount} from {account.name} to the person who invited me to “{event.title}”, with “{note}” as the note, "
        "and message “{text}” to that same person in Chatter.",
        "“{event.title}” is in my calendar because somebody invited me. They should get {amount} out of {account.name} "
        "(note: “{note}”), and after that “{text}” in our chat on Chatter.",
    ]
    tags = ["look-up"]
    apps = ["bank", "calendar", "messenger"]

    event: Event = pick(
        Event, lambda event, store: ahead(event) and not event.own and chat_with(store, event.organiser_id) is not None
    )
    amount: Money = money(5, 60)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))
    note: str = phrase("My part", "Towards the costs", "For food and drinks")
    text: str = phrase("I've just sent you my part", "The money is on its way", "Paid my part, see you there")

    the_last_first = in_reverse

    def effects(self, store: Store) -> Commands:
        yield bank.SendMoney(sure(self.event.organiser), self.account, self.amount, self.note)
        yield message(store, self.event.organiser_id, self.text)

    def items(self) -> Items:
        yield observed("Saw who invites", at=f"/calendar/event/{self.event.id}", kind="search")
        chat = sure(chat_with(self.event.store, self.event.organiser_id))
        yield observed("Opened the chat", at=f"/messenger/chat/{chat.id}")

    def solution(self, user: User) -> None:
        open_event(user, self.event)
        told = user.page.text.splitlines()
        organiser = next(one.removesuffix(" Organiser") for one in told if one.endswith(" Organiser"))
        user.do(bank.SendMoney(sure(self.event.organiser), self.account, self.amount, self.note))
        write_to(user, organiser, self.text)


class LetterOntoList(Task):
    """A conversation goes onto a list of things to do, with a due date."""

    goals = [
        "Add the mail “{thread.subject}” from my inbox to my list {list.name} in Ticked, due {due}. Do it from Post, "
        "and keep the subject as the title.",
        "“{thread.subject}” in my inbox is something to do by {due}. Put it on {list.name} straight from the mail app, "
        "under its own subject.",
        "From Post, send the inbox conversation “{thread.subject}” to my to-do list {list.name}. It is due {due}; the "
        "title stays as it is.",
    ]
    apps = ["mail", "todo"]
    optional_apps = ["todo"]
    thread: Thread = pick(Thread, in_inbox, among=in_inbox)
    list: TaskList = pick(TaskList)
    due: date = day(2, 20)

    def effects(self) -> Commands:
        yield mail.NoteConversation(self.thread, self.thread.subject, self.list.name, self.due)
