"""Somebody is found out by what they do or have told, and several apps act on it: nothing says who it is."""

from datetime import date
from typing import TYPE_CHECKING

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account
from lifeworld.apps.calendar.models import Calendar
from lifeworld.apps.mail import commands as mail
from lifeworld.apps.maps import commands as maps
from lifeworld.apps.maps.models import Place
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Product, Variant
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.facts import Known
from lifeworld.life.models import Person
from lifeworld.taskkit import Commands, Money, Store, Task, User, day, derived, money, phrase, pick
from lifeworld.tasks.bank import holds, starred
from lifeworld.tasks.cross.beforehand import noted
from lifeworld.tasks.cross.words import message
from lifeworld.tasks.maps.ways import BUSINESSES
from lifeworld.tasks.memory.deeds import Deeds
from lifeworld.tasks.memory.news import helper
from lifeworld.tasks.memory.sentences import Told, chat_of_all, told
from lifeworld.tasks.memory.table import NeverPays
from lifeworld.tasks.memory.told import CallsOff, InGroup, OneOf, most_heard
from lifeworld.tasks.shop import FREE_VARIANT, buying
from lifeworld.tasks.todo.ways import own


class ForThem(Deeds):
    """Deeds for somebody who is found out by their name."""

    if TYPE_CHECKING:

        def who(self, user: User) -> str: ...

    @property
    def truth(self) -> Person:
        return self.chat.person

    def find_out(self, user: User) -> Person:
        return self.chat.store.one(Person, "name = ?", self.who(user))


class TheirTurnToPay(ForThem, NeverPays, Task):
    """Whoever left the bill to one is asked for a part of it, and for a meal somewhere."""

    goals = [
        "One of “{group.name}” let me pay for our meal and wrote to me that the next is theirs. Share {place.name} "
        "from Wayfarer with that person, message “{text}”; request {amount} from them at Harbour Bank, no memo; and "
        "add “Eat with …” to {list.name} in Ticked, with their full name for the dots.",
        "Find out in Chatter who of “{group.name}” had nothing to pay with when we ate. Request {amount} from them "
        "through the bank without a memo, put “Eat with …” (their full name) on {list.name}, and send them the place "
        "{place.name} out of my maps app with the words “{text}”.",
        "Somebody in “{group.name}” thanked me for paying and excused themselves, see our chats. On {list.name} I want "
        "“Eat with …” with their full name. They get {place.name} from the map with “{text}”, and a request for "
        "{amount} from Harbour Bank with the memo left empty.",
    ]
    tags = ["pattern", "told", "long"]
    step_budgets = 2
    apps = ["bank", "maps", "messenger", "todo"]

    place: Place = pick(Place, where=BUSINESSES)
    text: str = phrase("Your turn, and I'm hungry", "This is where you could take me", "Bring your wallet")
    amount: Money = money(8, 40)
    list: TaskList = pick(TaskList, own)

    def deeds(self, store: Store, person: Person) -> Commands:
        yield maps.SharePlace(self.place, (person,), self.text)
        yield bank.RequestMoney(person, self.amount)
        yield todo.AddTask(f"Eat with {person.name}", self.list)


class DinnerForOneMaybe(ForThem, CallsOff, Task):
    """A dinner with the one who always calls off is put down with a question mark, and they hear where it is."""

    goals = [
        "I try it once more with the one of “{group.name}” who keeps calling our dinners off on the day. Mark {on}, "
        "all day, in {calendar.name} in Almanac: “Dinner with …?”, full name for the dots, preset reminder. Share "
        "{place.name} from Wayfarer with them, message “{text}”, and put “Ring …”, same name, on {list.name} for {on}.",
        "Who of “{group.name}” drops out of every dinner at the last moment, by my Chatter chats? Send them "
        "{place.name} from the map with “{text}”. Add “Ring …” with their full name to {list.name} in Ticked, due "
        "{on}, and an all-day “Dinner with …?”, named alike, to {calendar.name} on {on}; the reminder stays.",
        "One member of “{group.name}” never turns up when we are to eat. That person's full name goes into two things "
        "for {on}: the task “Ring …” on {list.name} and the all-day event “Dinner with …?” in {calendar.name}, "
        "reminder untouched. From my maps app they get {place.name} and the words “{text}”.",
    ]
    tags = ["pattern", "told", "long"]
    step_budgets = 2
    apps = ["calendar", "maps", "messenger", "todo"]

    on: date = day(3, 25)
    calendar: Calendar = pick(Calendar)
    place: Place = pick(Place, where=BUSINESSES)
    text: str = phrase("This time we both come", "I've told them two", "They keep tables for an hour")
    list: TaskList = pick(TaskList, own)

    def who(self, user: User) -> str:
        return most_heard(user, self.one, "calls-off", "off")

    def deeds(self, store: Store, person: Person) -> Commands:
        yield noted(store, f"Dinner with {person.name}?", self.calendar, self.on)
        yield maps.SharePlace(self.place, (person,), self.text)
        yield todo.AddTask(f"Ring {person.name}", self.list, due=self.on)


class PlantDoctor(ForThem, InGroup, Task):
    """Whoever knows about plants sees a product and is starred, and a day with them is marked."""

    goals = [
        "One of “{group.name}” has told me in our own chat what to do about a plant. Show them {product.name}: share "
        "it from Megacart with “{text}”. Star them at Harbour Bank, and mark {on}, all day, in {calendar.name} in "
        "Almanac: “Plants with …”, their full name, reminder as preset.",
        "By my Chatter chats, which member of “{group.name}” helps when leaves turn yellow? Make that person a "
        "favourite at the bank, enter “Plants with …” (full name) all day on {on} in {calendar.name}, without touching "
        "the reminder, and send them {product.name} from the shopping app, message “{text}”.",
        "I have a green patient, and somebody in “{group.name}” knows about such things, as they've shown me on "
        "Chatter. An all-day “Plants with …” and their full name belong in {calendar.name} on {on}, usual reminder. "
        "They should be starred at Harbour Bank and get {product.name} shared from its page with “{text}”.",
    ]
    tags = ["pattern", "told", "long"]
    step_budgets = 2
    apps = ["bank", "calendar", "messenger", "shop"]

    one: OneOf = helper("plants")
    person: Person = derived(lambda chat: None if starred(chat.person) else chat.person)
    product: Product = pick(Product)
    text: str = phrase("Would this save my fern?", "Is this any good for roots?", "You'd know what to do with it")
    on: date = day(2, 25)
    calendar: Calendar = pick(Calendar)

    def who(self, user: User) -> str:
        return most_heard(user, self.one, "asks-plants")

    def deeds(self, store: Store, person: Person) -> Commands:
        yield shop.ShareProduct(self.product, (person,), self.text)
        yield bank.Star(person)
        yield noted(store, f"Plants with {person.name}", self.calendar, self.on)


class ComputerHour(ForThem, InGroup, Task):
    """Whoever helps with computers is asked for an hour, for which something is ordered."""

    goals = [
        "Order one {variant.full_name} at Megacart, past the cart and with everything as preset. Then write “{text}” "
        "to the one of “{group.name}” who has helped me with my devices, in our Chatter chat, and mark {on}, all day, "
        "in {calendar.name} in Almanac: “Computer hour with …”, full name for the dots, preset reminder. “Copy my "
        "files” goes on {list.name} in Ticked.",
        "Somebody in “{group.name}” has got my laptop, printer or phone going again, between the two of us on Chatter. "
        "Buy one {variant.full_name} now (usual address, card and delivery, not by the cart), send that person "
        "“{text}”, and enter “Computer hour with …” and their full name on {on} in {calendar.name}, all day, reminder "
        "untouched. Before that I must “Copy my files”: a task for {list.name}.",
        "Which member of “{group.name}” do I ask about computers, by my chats? “{text}” is for them, on Chatter. On "
        "{on} I want an all-day “Computer hour with …” (their full name, the reminder that comes up) in "
        "{calendar.name}, and I need {variant.full_name}: buy one right away from Megacart, nothing changed. Add “Copy "
        "my files” to {list.name}.",
    ]
    tags = ["pattern", "told", "long"]
    step_budgets = 2
    apps = ["calendar", "messenger", "shop", "todo"]

    one: OneOf = helper("computers")
    variant: Variant = pick(Variant, where=FREE_VARIANT)
    text: str = phrase("Have you an hour for me?", "I've ordered what you said", "It won't start again")
    on: date = day(4, 25)
    calendar: Calendar = pick(Calendar)
    list: TaskList = pick(TaskList, own)

    def who(self, user: User) -> str:
        return most_heard(user, self.one, "asks-computers")

    def deeds(self, store: Store, person: Person) -> Commands:
        yield buying(store, self.variant)
        yield message(store, person.id, self.text)
        yield noted(store, f"Computer hour with {person.name}", self.calendar, self.on)
        yield todo.AddTask("Copy my files", self.list)


class ByTheirWords(ForThem, Told):
    """Somebody is found by what was said with them, in a plan of the kind that is asked for."""

    chat: Chat = derived(chat_of_all)

    def who(self, user: User) -> str:
        return self.find(user)


class AboutTheBook(ByTheirWords, Task):
    """Whoever one has shared a book with gets money and a letter, and a day with them is marked."""

    goals = [
        "The book {value} went from somebody to me or the other way round, as we wrote in Chatter. Send that person "
        "{amount} from {account.name} without a memo, mail them “{text}” under the subject “About the book”, and mark "
        "{on}, all day, in {calendar.name} in Almanac: “Visit …”, their full name, preset reminder.",
        "With whom did I share the book {value}, by my chats? They should get {amount} out of {account.name} (no memo) "
        "and a mail, subject “About the book”, that says “{text}”. “Visit …” with their full name goes into "
        "{calendar.name} on {on}, all day; leave the reminder.",
        "On {on} I want an all-day “Visit …” in my {calendar.name} calendar, reminder untouched: the dots are the full "
        "name of the one with whom I arranged in Chatter who may read {value}, a book. Write them a mail with “About "
        "the book” as its subject and “{text}” as its text, and pay them {amount} from {account.name}, memo left "
        "empty.",
    ]
    tags = ["told", "long"]
    step_budgets = 2
    apps = ["bank", "calendar", "mail", "messenger"]

    known: Known = told("novel")
    amount: Money = money(4, 30)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))
    text: str = phrase("I've spilt tea on page nine", "The ending kept me awake", "Shall we talk about it at last?")
    on: date = day(2, 25)
    calendar: Calendar = pick(Calendar)

    def deeds(self, store: Store, person: Person) -> Commands:
        yield bank.SendMoney(person, self.account, self.amount)
        yield mail.Send(person.name, subject="About the book", body=self.text)
        yield noted(store, f"Visit {person.name}", self.calendar, self.on)


class TheBetGoesOn(ByTheirWords, Task):
    """Whoever one has bet with gets a letter and a place to meet, and a task has their name."""

    goals = [
        "There was money on it {value}: one of us said so in Chatter. Mail whoever I bet with “{text}”, subject “Our "
        "bet”, share {place.name} from Wayfarer with them, without a message, and add “Beat …” with their full name to "
        "{list.name} in Ticked.",
        "With whom did I bet it {value}, by my chats? Put “Beat …” (full name) on {list.name}. The same person should "
        "get {place.name} out of my maps app, no words with it, and a mail that is headed “Our bet” and says “{text}”.",
        "Find my opponent in Chatter: the bet was {value}. They get two things from me, the place {place.name}, shared "
        "from the map with no note, and “{text}” by mail with the subject “Our bet”. {list.name} gets “Beat …” with "
        "their first and last name.",
    ]
    tags = ["told", "long"]
    step_budgets = 2
    apps = ["mail", "maps", "messenger", "todo"]

    known: Known = told("bet")
    text: str = phrase("I have proof, in print", "Double or quits?", "I've asked somebody who knows")
    place: Place = pick(Place, where=BUSINESSES)
    list: TaskList = pick(TaskList, own)

    def deeds(self, store: Store, person: Person) -> Commands:
        yield mail.Send(person.name, subject="Our bet", body=self.text)
        yield maps.SharePlace(self.place, (person,))
        yield todo.AddTask(f"Beat {person.name}", self.list)


class DraftHour(ByTheirWords, Task):
    """Whoever one has exchanged a draft with sees a product, and an hour with them is prepared."""

    goals = [
        "A {value} was read by one of us before it went out, as somebody and I arranged in Chatter. Share "
        "{product.name} from Megacart with that person, message “{text}”. Mark {on}, all day, in {calendar.name}: "
        "“Read with …”, reminder as preset; and add “Print for …” to {list.name} in Ticked, due {on}; full name in "
        "both.",
        "Who exchanged a {value} with me for reading, by our Chatter chat? Their full name completes two entries for "
        "{on}: the all-day “Read with …” in {calendar.name}, reminder left alone, and the task “Print for …” on "
        "{list.name}. Send them {product.name} out of the shopping app, too, with the words “{text}”.",
        "“{text}”: that goes with {product.name}, shared from its page on Megacart, to the one with whom I talked in "
        "Chatter about reading a {value}. {calendar.name} gets an all-day “Read with …” on {on} with the usual "
        "reminder, {list.name} a task “Print for …” for that day, both with the person's full name.",
    ]
    tags = ["told", "long"]
    step_budgets = 2
    apps = ["calendar", "messenger", "shop", "todo"]

    known: Known = told("draft")
    product: Product = pick(Product)
    text: str = phrase("Would this make it easier?", "For both our desks?", "I could do with one of these")
    on: date = day(2, 25)
    calendar: Calendar = pick(Calendar)
    list: TaskList = pick(TaskList, own)

    def deeds(self, store: Store, person: Person) -> Commands:
        yield shop.ShareProduct(self.product, (person,), self.text)
        yield noted(store, f"Read with {person.name}", self.calendar, self.on)
        yield todo.AddTask(f"Print for {person.name}", self.list, due=self.on)
