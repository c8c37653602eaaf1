"""Meals with others: who leaves the bill to one, what that cost, what must not be on the table."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Entry
from lifeworld.apps.calendar.models import Calendar, Event, Guest
from lifeworld.apps.messenger.models import Message
from lifeworld.life.facts import Known
from lifeworld.taskkit import (
    Commands,
    Items,
    Money,
    Store,
    Task,
    User,
    button,
    day,
    days,
    derived,
    field,
    link,
    observed,
    phrase,
    pick,
    show_all,
    sure,
    way,
)
from lifeworld.tasks.bank import filtered
from lifeworld.tasks.calendar.ways import look_for, named
from lifeworld.tasks.cross.beforehand import noted
from lifeworld.tasks.cross.screens import payments, spent_at, where_and_when, write_to
from lifeworld.tasks.memory.heard import heard_in
from lifeworld.tasks.memory.sentences import Told, WriteToWhoTold, told
from lifeworld.tasks.memory.told import InGroup, Messaged, OneOf, last_heard, most_heard, one_of

NEVER_PAYS = ("next-time-mine", "wallet", "card", "again")
WEEK = timedelta(days=7)


class NeverPays(InGroup):
    """The one of a group who lets the owner pay and means to pay the next time."""

    one: OneOf = derived(lambda store, facts, turn: one_of(store, facts, "owes", turn, least=1))

    def who(self, user: User) -> str:
        """Read the chats for with whom one has talked of such meals."""
        return most_heard(user, self.one, NEVER_PAYS[0])


class RemindWhoNeverPays(Messaged, NeverPays, Task):
    """Whoever has left the bill to one is told so."""

    goals = [
        "One of “{group.name}” let me pay at the table and wrote to me that the next one is theirs. Send that person "
        "alone, in Chatter, “{text}”",
        "Somebody in “{group.name}” had no wallet or card along when we ate, see my Chatter chats with them. Write to "
        "them, not to the group: “{text}”",
        "“{text}” should go, on Chatter and between the two of us, to the one of “{group.name}” who left the bill for "
        "our meal to me and thanked me for it.",
    ]
    tags = ["pattern", "told"]
    step_budgets = 2
    apps = ["messenger"]

    text: str = phrase(
        "This time it's really your turn", "I'm hungry. Have you got your wallet?", "I keep a list, you know"
    )

    def solution(self, user: User) -> None:
        write_to(user, self.who(user), self.text)


@dataclass(frozen=True)
class Meal:
    """A meal that stands in the calendar and was paid for: an event with one guest, and the payment of that day."""

    event: Event
    entry: Entry


def last_meal(store: Store, facts: Iterable[Known], one: OneOf) -> Meal | None:
    """Return the last time that somebody has left the bill to the owner and excused themselves on the same day."""
    on = max(f.since for f in facts if f.relation == "owes" and f.of == one.chat.person_id).date()
    said = store.all(Message, "chat_id = ? AND date(sent_at) = ?", one.chat.id, on)
    if not heard_in([message.text for message in said], *NEVER_PAYS):  # foreign words stand behind it
        return None
    events = [guest.event for guest in store.all(Guest, "person_id = ?", one.chat.person_id)]
    there = [event for event in events if event.day == on and event.place]
    paid = [entry for event in there for entry in paid_there(store, event)]
    return Meal(there[0], paid[0]) if len(there) == len(paid) == 1 and not paid[0].note else None


def paid_there(store: Store, event: Event) -> list[Entry]:
    """Return what was paid by card at the place of an event on its day."""
    day_after = event.day + timedelta(days=1)
    return store.all(Entry, "kind = 'card' AND title = ? AND at >= ? AND at < ?", event.place, event.day, day_after)


class LastMeal(NeverPays):
    """The last meal with the one who left the bill to the owner, and what was paid for it."""

    meal: Meal = derived(last_meal)

    def items(self) -> Items:
        yield from super().items()
        yield observed("Found the meal in the calendar", at=f"/calendar/event/{self.meal.event.id}", kind="search")

    def find(self, user: User) -> tuple[str, date]:
        """Read the chats for who excused themselves, and when; return the place of that day, by the calendar."""
        name = self.who(user)
        on, who = sure(last_heard(user, name, *NEVER_PAYS)), name.split()[0]
        look_for(user, who)
        shared = [named(line.text) for line in show_all(user) if on in days(line.text, user.today)[:1]]
        for title in shared:
            user.click(link("…").within(f"{title}, {on:%b} {on.day}, {on.year}"))
            place, _ = where_and_when(user)
            if len(shared) == 1 or place in [one.who for one in payments(user, place) if one.at.date() == on]:
                return place, on
            look_for(user, who)
            show_all(user)
        raise LookupError(f"no meal with {who} on {on}")


class WhatTheLastMealCost(LastMeal, Task):
    """What did the last meal cost with the one who left the bill to the owner?"""

    goals = [
        "One of “{group.name}” let me pay when we ate and thanked me for it on Chatter. What did I pay by card that "
        "day, the last such one? Almanac knows where we were.",
        "Find out in my Chatter chats who of “{group.name}” means to pay the next time, since I paid. Look up our "
        "last meal in Almanac, and tell me what it cost me by Harbour Bank.",
        "How much was my last meal, by the bank, with the member of “{group.name}” who wrote to me that they had no "
        "wallet or card? The calendar knows the day and the place.",
    ]
    tags = ["pattern", "told", "look-up"]
    step_budgets = 2
    apps = ["bank", "calendar", "messenger"]

    def answer(self, store: Store) -> Money:
        return -self.meal.entry.amount

    def solution(self, user: User) -> None:
        user.say(spent_at(user, self.find(user)))


class NoteOnTheLastMeal(LastMeal, Task):
    """The payment for the last meal with the one who left the bill to the owner gets a note."""

    goals = [
        "Put the note “{note}” on my card payment for the last meal with the one of “{group.name}” who let me pay. "
        "Chatter tells who, Almanac where and when.",
        "Who of “{group.name}” excused themselves to me because I had to pay for the two of us? Find our last meal in "
        "the calendar and write “{note}” on its transaction in Harbour Bank.",
        "In my chats somebody of “{group.name}” promises to pay the next time. The payment at our last meal, by "
        "Almanac, should have the note “{note}” at the bank.",
    ]
    tags = ["pattern", "told", "look-up"]
    step_budgets = 2
    apps = ["bank", "calendar", "messenger"]

    note: str = phrase("I paid for two again", "their turn next", "half of it is not mine")

    def effects(self) -> Commands:
        yield bank.Annotate(self.meal.entry, self.note)

    def solution(self, user: User) -> None:
        place, on = self.find(user)
        filtered(user, {"From date": on, "To date": on})
        user.click(link(next(line.names[0] for line in user.page.lines() if line.names[0].startswith(f"{place}, "))))
        user.click(link("Add note"))
        user.fill(field("Note"), self.note)
        user.click(button("Save"))


class Warned(Told):
    """What somebody can't eat, and the supper before which they told it."""

    known: Known = told("allergy")


def supper(store: Store, facts: Iterable[Known], known: Known) -> Event | None:
    """Return the one evening in the calendar with somebody that came after they told what they can't eat."""
    told_at = next((f.since for f in facts if f.relation == "warned" and f.of == known.of), None)
    if told_at is None:
        return None
    guests = store.all(Guest, "person_id = ?", known.of)
    ahead = [guest.event for guest in guests if told_at < guest.event.starts < told_at + 2 * WEEK]
    found = [event for event in ahead if "upper" in event.title]
    return found[0] if len(found) == 1 else None


class WhenWasTheSupper(Warned, Task):
    """On what day was the supper before which somebody told what they can't eat?"""

    goals = [
        "When I asked {person.name} to supper, they warned me on Chatter of what they can't eat. On which date was "
        "that supper, by Almanac?",
        "Look in my calendar for the date of the supper with {person.name}: the one for which they told me in Chatter "
        "about their allergy.",
        "What date did {person.name} come to supper on, right after telling me in our Chatter chat of an allergy? "
        "Almanac has it.",
    ]
    tags = ["told", "look-up"]
    apps = ["calendar", "messenger"]
    optional_apps = ["messenger"]

    event: Event = derived(supper)

    def answer(self, store: Store) -> date:
        return self.event.day

    def solution(self, user: User) -> None:
        self.read(user)
        look_for(user, self.person.first)
        found = [line for line in show_all(user) if "upper" in line.text]
        user.say(next(on for line in found for on in days(line.text, user.today)[:1] if on == self.event.day))


class InviteWithCare(Warned, Task):
    """A supper goes into the calendar, with what the guest can't eat in its title."""

    goals = [
        "{person.name} comes to supper on {on}. Enter “Supper without …” all day into my {calendar.name} calendar, "
        "with what they told me in Chatter they can't eat for the dots. The reminder stays as it is preset.",
        "Add to {calendar.name}, all day on {on}: “Supper without …”. For the dots take the thing that {person.name} "
        "is allergic to, by our Chatter chat; leave the reminder alone.",
        "What can {person.name} not eat? They wrote it to me in Chatter. Mark {on} as “Supper without” that, all day, "
        "in the calendar {calendar.name}, without touching the reminder.",
    ]
    tags = ["told"]
    apps = ["calendar", "messenger"]

    on: date = day(2, 25)
    calendar: Calendar = pick(Calendar)

    def effects(self, store: Store) -> Commands:
        yield noted(store, f"Supper without {self.value}", self.calendar, self.on)

    def solution(self, user: User) -> None:
        user.do(noted(self.calendar.store, f"Supper without {self.read(user)}", self.calendar, self.on))


class WarnWhoMustNotEatIt(WriteToWhoTold, Warned, Task):
    """Whoever can't eat something is told that it is in a dish."""

    goals = [
        "Somebody told me on Chatter that {value} would send them to hospital. Write to them there: “{text}”",
        "One of my chats is with a person who mustn't eat {value}. Find out who, and send them “{text}” in Chatter.",
        "There's {value} in what I've made. Whoever told me in Chatter of being allergic to it should read “{text}” "
        "in our chat.",
    ]
    tags = ["told"]
    apps = ["messenger"]

    known: Known = told("allergy")
    text: str = phrase(
        "Don't touch the cake!", "Please ask me before you eat anything", "I'll cook something else for you"
    )

    @way
    def after_reading_it_all(self, user: User) -> None:
        self.read(user)
        write_to(user, self.chat.name, self.text)
