"""What is said in one app and has to arrive in another: messages, letters, tasks."""

from datetime import date, timedelta

from lifeworld.apps.bank.models import Entry, Favourite
from lifeworld.apps.mail import commands as mail
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.core.money import Money
from lifeworld.life.events import Mailed, Messaged
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Items,
    Outcomes,
    Setup,
    Task,
    User,
    anything,
    button,
    chosen,
    containing,
    day,
    days,
    derived,
    field,
    judged,
    link,
    observed,
    phrase,
    pick,
    sure,
    way,
)
from lifeworld.tasks.bank import BOOKED, go, known, open_entry, recent
from lifeworld.tasks.cross.screens import payments, said
from lifeworld.tasks.mail import compose, search
from lifeworld.tasks.messenger import LISTED, PEOPLE, open_chat, open_named, send, start_with
from lifeworld.tasks.todo import open_list


def chat_with(store: Store, person_id: int | None) -> Chat | None:
    """Return the chat with somebody, if there is one in the list of chats."""
    return store.first(Chat, f"person_id = ? AND {LISTED}", person_id)


def add_task(user: User, found: TaskList, title: str, due: date | None = None) -> None:
    """Add a task on its list's page."""
    open_list(user, found)
    user.click(link("Add task"))
    user.fill(field("Title"), title)
    if due:
        user.fill(field("Due date"), due)
    user.click(button("Add task"))


class DinnerIntoTasks(Task):
    """A dinner that was arranged, and moved, in a chat becomes a task with its day."""

    goals = [
        "{chat.name} and I are arranging a dinner in Chatter. Put it into my {list.name} list in Ticked as "
        "“{title}”, due on the day that {chat.name} named last.",
        "Add “{title}” to {list.name} in Ticked, due on the day of the dinner that {chat.name} proposes in our chat. "
        "Mind that the day was moved.",
        "Look up in Chatter on which day {chat.name} wants to have dinner after all. Then add the task “{title}” to "
        "my list {list.name}, due that day.",
    ]
    tags = ["look-up", "distractor"]
    apps = ["messenger", "todo"]

    chat: Chat = pick(Chat, where=PEOPLE)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    first: date = day(6, 12)
    last: date = day(13, 25)
    place: str = phrase("the harbour", "my place", "the old mill", "the new Georgian place")
    title: str = derived(lambda chat: f"Dinner with {chat.person.first}")

    def setup(self, store: Store) -> Setup:
        words = (
            (190, f"Dinner at {self.place}? I could do {self.first:%B} {self.first.day}"),
            (160, "Or is that too early for you"),
            (75, f"Sorry, I have to move it, I'm away then. {self.last:%A, %B} {self.last.day} at seven?"),
            (70, "You needn't bring anything"),
        )
        for minutes, text in words:
            at = store.now - timedelta(minutes=minutes)
            yield Messaged(at=at, chat=self.chat.address, sender_id=self.chat.person.id, text=text, read=False)

    def effects(self) -> Commands:
        yield todo.AddTask(self.title, self.list, due=self.last)

    def items(self) -> Items:
        yield observed("Read the chat", showing="I have to move it", kind="search")

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        add_task(user, self.list, self.title, days(said(user, "I have to move it"), user.today)[0])


class TasksFromLetter(Task):
    """What a letter asks one to bring becomes tasks, one for each thing."""

    goals = [
        "{person.name} mailed me what I should bring to the street party. Add each thing to {list.name} in Ticked as a "
        "task of its own, worded as in the mail.",
        "Find {person.name}'s letter about the street party and turn the things that I'm to bring into tasks on my "
        "list {list.name}. Keep the exact words.",
        "There is a mail from {person.name} with a list of things for the street party. Each of mine should become a "
        "task in {list.name}, word for word.",
    ]
    tags = ["long", "distractor"]
    apps = ["mail", "todo"]

    person: Person = pick(Person, known)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    first: str = phrase("a folding table", "two benches", "the big parasol")
    second: str = phrase("paper lanterns", "a string of lights", "chalk for the pavement")
    third: str = phrase("lemonade for twenty", "a tray of sandwiches", "a cake without nuts")

    def setup(self, store: Store) -> Setup:
        yield Mailed(
            at=store.now - timedelta(hours=26),
            thread="given-street-party",
            person_id=self.person.id,
            subject="Street party: who brings what",
            body="Hello,\n\nthe others take care of the music and the grill.\n\n"
            f"You would bring these three:\n\n{self.first}\n\n{self.second}\n\n{self.third}\n\nThank you!",
            read=False,
        )

    def effects(self) -> Commands:
        for thing in (self.first, self.second, self.third):
            yield todo.AddTask(thing, self.list)

    def items(self) -> Items:
        yield observed("Read the letter", showing="You would bring", kind="search")

    def solution(self, user: User) -> None:
        search(user, 'subject:"Street party: who brings what"')
        user.click(link("Street party: who brings what"))
        for thing in user.page.text.split("You would bring these three:\n")[1].splitlines()[:3]:
            add_task(user, self.list, thing)

    @way
    def the_last_first(self, user: User) -> None:
        open_list(user, self.list)
        for thing in (self.third, self.first, self.second):
            user.click(link("Add task"))
            user.fill(field("Title"), thing)
            user.click(button("Add task"))


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
        yield messenger.Send(sure(chat_with(store, self.entry.person_id)), containing("thank you", self.entry.amount))

    def items(self) -> Items:
        yield observed("Found the payment", showing=self.entry.title, kind="search")
        yield judged("The message reads like one person thanking another")

    def solution(self, user: User) -> None:
        came = [one for one in payments(user, "People") if one.amount > Money()]
        paid = next(one for one in came if one.at.date() == self.entry.at.date())
        open_named(user, paid.who)
        send(user, f"Got your {paid.amount}, thank you!")

    @way
    def by_its_date(self, user: User) -> None:
        open_entry(user, self.entry.title, self.entry)
        open_chat(user, sure(chat_with(self.entry.store, self.entry.person_id)))
        send(user, f"Thank you so much for the ${self.entry.amount.plain} 🙏")


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
        open_chat(user, self.chat)
        send(user, f"It was {amount} at {self.entry.title}.")

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
        go(user, "Pay & transfer", "Send money")
        self.write_to(user, user.page.lines("Favourites")[0].names[0])

    @way
    def to_the_last_of_them(self, user: User) -> None:
        go(user, "Pay & transfer", "Send money")
        self.write_to(user, user.page.lines("Favourites")[-1].names[0])

    def write_to(self, user: User, name: str) -> None:
        start_with(user, name)
        send(user, self.text)


def starred(store: Store, chat: Chat) -> bool:
    """Return whether a chat is with one of the bank's favourites, and in the list."""
    listed = chat_with(store, chat.person_id) is not None
    return listed and store.count(Favourite, "person_id = ?", chat.person_id) > 0
