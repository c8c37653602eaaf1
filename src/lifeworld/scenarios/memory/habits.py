"""What one does again and again: places, days, presents."""

from datetime import date

from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Calendar, Settings
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Address
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.models import Business, Person
from lifeworld.scenarios import (
    Scenario,
    box,
    button,
    containing,
    derived,
    field,
    judged,
    link,
    number,
    observed,
    option,
    phrase,
    pick,
)
from lifeworld.scenarios.bank import go as go_bank
from lifeworld.scenarios.cross.words import add_task, chat_with
from lifeworld.scenarios.memory import patterns
from lifeworld.scenarios.memory.patterns import Habit
from lifeworld.scenarios.messenger import PEOPLE, open_chat, send
from lifeworld.scenarios.shop import FREE_VARIANT, card_of, choose, go, place
from lifeworld.store import Store


class MeetWhereIGo(Scenario):
    """Somebody is asked to the place where one goes at that time of the week, as things are now."""

    goals = [
        "Ask {chat.name} in Chatter to join me, next {when}, where I usually go for food or a drink at that time of "
        "the week these days. Name the place.",
        "I always eat or drink somewhere on {when}s. Write to {chat.name} on Chatter and suggest that we meet there; "
        "the name of the place has to be in the message.",
        "Invite {chat.name}, in Chatter, to my usual place of a {when}. My habits change, so look at the last weeks, "
        "and name it.",
    ]
    apps = ("bank", "messenger")
    tags = ["pattern", "drift", "prose"]

    turn: int = number(0, 60)
    habit: Habit = derived(lambda store, turn: patterns.nth(patterns.places(store), turn))
    when: str = derived(lambda habit: habit.when)
    chat: Chat = pick(Chat, where=PEOPLE)

    def effects(self):
        yield messenger.Send(self.chat, containing(self.habit.words))

    def items(self):
        yield observed("Saw payments there", showing=self.habit.place.name, kind="search")
        yield judged("The message proposes to meet at the right time")

    def solution(self, user):
        go_bank(user, "Activity")
        user.fill(field("Search transactions"), self.habit.place.name)
        user.click(button("Search"))
        open_chat(user, self.chat)
        send(user, f"Shall we meet at {self.habit.words}, next {self.when}?")


class PlaceGivenUp(Scenario):
    """A place that one has stopped going to becomes a task, and the last day there is told."""

    goals = [
        "Until some months ago I used to eat or drink at the same place on {when}s. Add a task that names it to "
        "{list.name} in Ticked, and tell me on which date I was last there on a {when}.",
        "There's a place where I don't spend my {when}s any more. Put a to-do with its name into {list.name}, and "
        "answer with the date of my last {when} there.",
        "My {when}s used to look different: find the place that I've given up, write a task with its name on the list "
        "{list.name}, and tell me when I last paid there on a {when}.",
    ]
    apps = ("bank", "todo")
    tags = ["pattern", "drift", "effects and answer", "prose"]

    turn: int = number(0, 60)
    gone: tuple[Habit, date] = derived(lambda store, turn: patterns.nth(patterns.given_up(store), turn))
    when: str = derived(lambda gone: gone[0].when)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)

    def effects(self):
        yield todo.AddTask(containing(self.gone[0].words), self.list)

    def answer(self, store: Store):
        return self.gone[1]

    def items(self):
        yield observed("Saw payments there", showing=self.gone[0].place.name, kind="search")

    def solution(self, user):
        go_bank(user, "Activity")
        user.fill(field("Search transactions"), self.gone[0].place.name)
        user.click(button("Search"))
        add_task(user, self.list, f"Go to {self.gone[0].words} again")
        user.say(self.truth)


class PlanUsualErrand(Scenario):
    """An errand is put on the next day on which one usually runs it."""

    goals = [
        "I nearly always go to {business.name} on the same day of the week. Add “{title}” to {list.name} in Ticked, "
        "due on the next such day after today.",
        "Put “{title}” on my list {list.name}, due the next time that it's my usual weekday for {business.name} "
        "(not today). My bank payments show which one that is.",
        "Look at when I pay at {business.name}: there's a usual weekday. Make a task “{title}” in {list.name} that is "
        "due on that weekday, the first after today.",
    ]
    apps = ("bank", "todo")
    tags = ["pattern"]

    business: Business = pick(Business, lambda business, store: patterns.shopping_day(store, business) is not None)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    title: str = derived(lambda business: f"Stop by at {business.name}")
    due: date = derived(lambda store, business: patterns.next_day(store, patterns.shopping_day(store, business)))

    def effects(self):
        yield todo.AddTask(self.title, self.list, due=self.due)

    def items(self):
        yield observed("Looked at the payments", showing=self.business.name, kind="search")

    def solution(self, user):
        go_bank(user, "Activity")
        user.fill(field("Search transactions"), self.business.name)
        user.click(button("Search"))
        add_task(user, self.list, self.title, self.due)


class WriteToThePresented(Scenario):
    """The one who gets a present every month gets a message."""

    goals = [
        "Every month I have something sent to the same person from Megacart. Write that person “{text}” in Chatter.",
        "Message “{text}” on Chatter to whoever gets a parcel from me each month.",
        "There is somebody to whom I order a present month after month. Send them “{text}” in Chatter.",
    ]
    apps = ("messenger", "shop")
    tags = ["pattern"]

    person: Person = derived(patterns.presented)
    text: str = phrase("Did this month's parcel arrive?", "How did you like the last one?", "Something is on its way!")

    def effects(self, store: Store):
        yield messenger.Send(chat_with(store, self.person.id), self.text)

    def items(self):
        yield observed("Saw who gets the orders", showing=self.person.name, kind="search")

    def solution(self, user):
        go(user, "Orders")
        open_chat(user, chat_with(self.person.store, self.person.id))
        send(user, self.text)


class PresentAsEveryMonth(Scenario):
    """Another present goes where one goes each month, and its arrival is announced."""

    goals = [
        "Order one {variant.full_name} at Megacart for the person who gets a present from me every month, to the "
        "address where those go; default card, standard delivery, no gift note. Then write them “{text}” in Chatter.",
        "Buy {variant.full_name} as an extra present for whomever I send something each month (usual address there, "
        "my default card, standard delivery, no note), past the cart. Tell them “{text}” on Chatter.",
        "The person who gets a monthly parcel from me should also have {variant.full_name}. Order it right away to "
        "their address, everything else as preset, and message them “{text}”",
    ]
    apps = ("messenger", "shop")
    tags = ["pattern", "long"]

    variant: Variant = pick(Variant, where=FREE_VARIANT)
    person: Person = derived(patterns.presented)
    address: Address = derived(patterns.home_of)
    text: str = phrase("Look out for the courier!", "Another parcel is coming your way", "I found something for you")

    def effects(self, store: Store):
        yield shop.BuyNow(self.variant, self.address, card_of(store))
        yield messenger.Send(chat_with(store, self.person.id), self.text)

    def items(self):
        yield observed("Saw who gets the orders", showing=self.person.name, kind="search")

    def solution(self, user):
        choose(user, self.variant)
        user.click(link("Buy now"))
        user.click(option(place(self.address)))
        user.click(button("Continue to payment"))
        user.click(button("Continue to review"))
        user.click(button("Place your order"))
        open_chat(user, chat_with(self.person.store, self.person.id))
        send(user, self.text)


class RemindOfThePresent(Scenario):
    """The day on which the monthly present is due again goes into the calendar."""

    goals = [
        "Each month, on the same day, I order a present at Megacart for the same person. Put the next time (after "
        "today) into Almanac: “{title}”, all day, {calendar.name} calendar, reminder as preset.",
        "Add an all-day event “{title}” to my {calendar.name} calendar for the next day, after today, on which my "
        "monthly order for somebody else is due. Leave the reminder alone.",
        "When do I send the monthly parcel to somebody again? Mark that day, the first after today, in Almanac: title "
        "“{title}”, {calendar.name} calendar, all day, preset reminder.",
    ]
    apps = ("calendar", "shop")
    tags = ["pattern"]

    calendar: Calendar = pick(Calendar)
    title: str = phrase("Order the present", "Monthly parcel", "Something for the post")
    on: date = derived(patterns.next_present)

    def effects(self, store: Store):
        reminder = store.one(Settings).reminder
        yield almanac.AddEvent(self.title, self.calendar, self.on, all_day=True, reminder=reminder)

    def items(self):
        yield observed("Looked at the orders", at="/shop/orders", kind="search")

    def solution(self, user):
        go(user, "Orders")
        user.open("Almanac")
        user.click(link("New event"))
        user.fill(field("Title"), self.title)
        user.check(box("All day"))
        user.fill(field("Date"), self.on)
        user.choose(field("Calendar"), self.calendar.name)
        user.click(button("Save"))


class WhoPaysForUs(Scenario):
    """The one who mostly lays out the money for something shared is asked about it."""

    goals = [
        "When somebody else lays out the money for “{what}” and I send my part, it's mostly the same friend. Write to "
        "that friend in Chatter: “{text}”",
        "Look at whom I mostly pay back for “{what}”, and message “{text}” to that person on Chatter.",
        "Who gets my share for “{what}” most of the time? Send “{text}” to them in Chatter.",
    ]
    apps = ("bank", "messenger")
    tags = ["pattern"]

    turn: int = number(0, 60)
    pair: tuple[str, Person] = derived(lambda store, turn: patterns.nth(patterns.shared(store), turn))
    what: str = derived(lambda pair: pair[0])
    chat: Chat = derived(lambda store, pair: chat_with(store, pair[1].id))
    text: str = phrase("Will you pay for all again next time?", "It's my turn to pay next time", "What do I owe you?")

    def effects(self):
        yield messenger.Send(self.chat, self.text)

    def items(self):
        yield observed("Saw the payments", showing=self.chat.name, kind="search")

    def solution(self, user):
        go_bank(user, "Activity")
        user.fill(field("Search transactions"), self.what)
        user.click(button("Search"))
        open_chat(user, self.chat)
        send(user, self.text)
