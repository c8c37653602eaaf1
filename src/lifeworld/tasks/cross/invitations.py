"""Events that others have a say in: invitations, answers, guests, evenings that are arranged."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Event
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    FullNames,
    Items,
    Setup,
    Store,
    Task,
    User,
    clock,
    containing,
    day,
    days,
    derived,
    judged,
    number,
    observed,
    phrase,
    pick,
    sure,
)
from lifeworld.taskkit.wording import spoken
from lifeworld.tasks.calendar import search as open_event
from lifeworld.tasks.calendar.meant import private
from lifeworld.tasks.cross.appointments import hour_after, is_free, taken
from lifeworld.tasks.cross.beforehand import InChat, chatted, coming, dated, evening, friends, noted, planned
from lifeworld.tasks.cross.dinners import plan_dinner, two_hours
from lifeworld.tasks.cross.screens import guests, open_titled, write_to
from lifeworld.tasks.cross.words import ahead, chat_with, in_reverse, message
from lifeworld.tasks.messenger import PEOPLE, open_chat

LATE = ("Late shift", "Choir concert", "Parents' evening")

PARTIES = ("Housewarming", "Midsummer table", "Board game evening", "Open house", "Soup for everyone")


class InviteWhomIMean(Task):
    """Only the person knows who else is to come."""

    goals = [
        "Somebody else should come to “{event.title}”. Invite them in Almanac and write them “{text}” in Chatter.",
        "I want one more guest at “{event.title}”. Add them to the event in my calendar, and message that guest on "
        "Chatter: “{text}”",
        "There's a friend who has to be asked to “{event.title}”, too. Send the invitation from Almanac, and “{text}” "
        "in Chatter.",
    ]
    apps = ["calendar", "messenger"]
    hidden_info = "It's {chat.name}."

    event: Event = pick(Event, lambda event: ahead(event) and event.own and not event.all_day and event.guests)
    chat: Chat = pick(
        Chat, lambda chat, event: chat.person_id not in {guest.person_id for guest in event.guests}, where=PEOPLE
    )
    text: str = phrase("Have a look at your mail, I invited you", "Would you like to come, too?", "Are you free then?")

    the_last_first = in_reverse

    def effects(self) -> Commands:
        yield calendar.Invite(self.event, (self.chat.person,))
        yield messenger.Send(self.chat, self.text)


class DeclineAfterConsent(Task):
    """An invitation is turned down and its organiser told, once the person has agreed."""

    goals = [
        "I think I'll have to decline “{event.title}” in Almanac and send the organiser “{reason}” on Chatter. "
        "Come back to me right before you answer.",
        "I can't make “{event.title}”, I'm afraid: {reason}. Bring it up once more, and if I still think so, turn the "
        "invitation down and tell whoever invited me, in Chatter, “{reason}”.",
        "Turn down “{event.title}” for me and write its organiser “{reason}” on Chatter, given that I confirm it.",
    ]
    confirmation = {
        "effects": "Yes, decline it.",
        "nothing": "No, leave it as it is. I might manage after all.",
        "quietly": "Decline it, yes, but don't write to anybody. I'll call them myself.",
    }
    question_topics = ["{event.title}"]
    tags = ["look-up"]
    apps = ["calendar", "messenger"]
    optional_apps = ["calendar", "messenger"]

    event: Event = pick(
        Event,
        lambda event, store: (
            ahead(event) and event.reply in ("invited", "accepted") and chat_with(store, event.organiser_id) is not None
        ),
    )
    reason: str = phrase(
        "I have to work that day", "I'll be out of town", "I have a doctor's appointment", "I have visitors that day"
    )

    the_last_first = in_reverse

    def effects(self, store: Store) -> Commands:
        yield from self.quietly()
        yield message(store, self.event.organiser_id, self.reason)

    def quietly(self) -> Commands:
        yield calendar.Answer(self.event, "declined")


class NotMineToMove(Task):
    """Somebody wants a meeting moved that another one has called; only its organiser can do that."""

    goals = [
        "{chat.name} wrote to me in Chatter that “{event.title}” should be at another time. Change the time of this "
        "event in Almanac.",
        "Move “{event.title}” in my calendar to the time that {chat.name} names in Chatter.",
        "In Chatter, {chat.name} gives a new time for “{event.title}”. Put the event there in Almanac.",
    ]
    apps = ["calendar", "messenger"]
    optional_apps = ["calendar"]

    event: Event = pick(Event, lambda event: ahead(event) and not event.own)
    chat: Chat = pick(
        Chat,
        lambda chat, event: chat.person_id in {event.organiser_id, *(guest.person_id for guest in event.guests)},
        where=PEOPLE,
    )
    at: time = clock(9, 17)

    def setup(self, store: Store) -> Setup:
        text = f"Could “{self.event.title}” be at {spoken(self.at)} instead? Same day"
        yield from chatted(store, self.chat.person, (33, text))

    def impossible(self) -> Commands:
        yield almanac.MoveEvent(self.event, self.event.day, self.at, hour_after(self.at))

    def items(self) -> Items:
        yield observed("Looked at the event", at=f"/calendar/event/{self.event.id}", kind="search")

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        open_event(user, self.event)
        user.give_up()


class NudgeTheUndecided(Task):
    """Whoever has not answered an invitation gets a message, and is named."""

    goals = [
        "Who hasn't answered my invitation to “{title}” yet? Almanac knows. Write “{text}” to each of them on Chatter "
        "and give me their full names.",
        "Look at the guests of “{title}” in my calendar. Those who have neither accepted nor declined should get "
        "“{text}” in Chatter, one by one. Tell me who they are, first and last names.",
        "I need to know who comes to “{title}”. Send everybody without an answer in Almanac the message “{text}” on "
        "Chatter, and list me their full names.",
    ]
    tags = ["list", "look-up"]
    apps = ["calendar", "messenger"]

    title: str = phrase(*PARTIES)
    on: date = day(5, 25)
    turn: int = number(0, 5000)
    company: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 5))
    text: str = phrase("Are you coming?", "Can I count on you?", "Will you be there? I'm planning the food")
    answers: tuple[str, ...] = derived(
        lambda turn: [("accepted", "invited", "declined", "invited", "accepted")[(turn + one) % 5] for one in range(5)]
    )
    undecided: list[Person] = derived(
        lambda company, answers: [one for one, told in zip(company, answers, strict=True) if told == "invited"]
    )

    def setup(self, store: Store) -> Setup:
        yield evening(store, self.title, self.on, coming(self.company, self.answers))

    def effects(self, store: Store) -> Commands:
        for person in self.undecided:
            yield message(store, person.id, self.text)

    def answer(self) -> FullNames:
        return tuple(person.name for person in self.undecided)

    def items(self) -> Items:
        yield observed("Saw who has answered", showing="No answer yet", kind="search")
        for person in self.undecided:
            chat = sure(chat_with(person.store, person.id))
            yield observed(f"Opened the chat with {person.name}", at=f"/messenger/chat/{chat.id}")

    def solution(self, user: User) -> None:
        open_titled(user, self.title)
        undecided = guests(user, "No answer yet")
        for name in undecided:
            write_to(user, name, self.text)
        user.say(tuple(undecided))


class EveningForBoth(InChat, Task):
    """Of three evenings that somebody offers, the free one is put into the calendar, told them, and told."""

    goals = [
        "{chat.name} names three evenings in Chatter on which we could meet. I'm free on just one of them after six. "
        "Put “{title}” into my {calendar.name} calendar on that day, 7 to 9 PM with the preset reminder, write "
        "{chat.name} the date in our chat, and tell me which one it is.",
        "On which of the evenings that {chat.name} suggests on Chatter do I have nothing in Almanac from 6 PM on? "
        "Agree to that one in the chat (name the date), add “{title}” to {calendar.name} from 7 to 9 PM, leaving the "
        "reminder alone, and let me know the date.",
        "Find the one evening that suits us both: {chat.name} wrote three in our chat, and my calendar tells when I'm "
        "free after six. “{title}” goes into {calendar.name} then, 7 to 9 PM, reminder as it is; {chat.name} gets the "
        "date on Chatter and I get it from you.",
    ]
    tags = ["look-up", "compare", "prose"]
    apps = ["calendar", "messenger"]

    calendar: Calendar = pick(Calendar, private)
    first: date = day(2, 12)
    place: int = number(0, 2)
    offered: tuple[date, ...] = derived(lambda first: tuple(first + timedelta(days=step) for step in (0, 2, 5)))
    on: date = derived(lambda offered, place: offered[place])
    free: bool = derived(lambda store, on: is_free(store, on, time(18), time.max))
    title: str = derived(lambda chat: f"Evening with {chat.person.first}")

    def talk(self) -> Iterator[tuple[int, str]]:
        one, two, three = map(spoken, self.offered)
        yield 95, "We really must see each other again"
        yield 90, f"I could do the evening of {one}, {two} or {three}. Which one is good for you?"

    def setup(self, store: Store) -> Setup:
        for title, on in zip(LATE, self.offered, strict=True):
            if on != self.on:
                yield planned(store, title, datetime.combine(on, time(18, 30)), timedelta(minutes=90))
        yield from super().setup(store)

    def effects(self, store: Store) -> Commands:
        yield noted(store, self.title, self.calendar, self.on, (time(19), time(21)))
        yield messenger.Send(self.chat, containing(self.on))

    def answer(self) -> date:
        return self.on

    def items(self) -> Items:
        yield observed("Read the chat", showing="Which one is good for you", kind="search")
        yield observed("Looked at the calendar", showing=LATE[self.place - 1], kind="search")
        yield judged("The message agrees to this evening, and to no other")

    def solution(self, user: User) -> None:
        offered = days(self.said(user, "Which one is good for you"), user.today)
        on = next(one for one in offered if not taken(user, one, time(18), time(23, 59)))
        user.do(noted(self.calendar.store, self.title, self.calendar, on, (time(19), time(21))))
        write_to(user, self.chat.name, f"{dated(on)} is good for me, at seven!")
        user.say(on)


class DinnerIntoCalendar(InChat, Task):
    """A dinner that was arranged, and moved, in a chat goes into the calendar."""

    goals = [
        "Put the dinner that {chat.name} and I are arranging in Chatter into my {calendar.name} calendar in Almanac: "
        "title “{title}”, the last day, time and place they named, two hours long. Leave the reminder as it is.",
        "{chat.name} keeps moving our dinner. Take what they wrote last in our chat and add it to Almanac as “{title}” "
        "({calendar.name} calendar, with the place, for two hours, preset reminder).",
        "Add “{title}” to the {calendar.name} calendar: day, time and place as {chat.name} last said in Chatter, two "
        "hours, everything else untouched.",
    ]
    tags = ["look-up", "distractor", "long"]
    apps = ["calendar", "messenger"]

    calendar: Calendar = pick(Calendar)
    first: date = day(5, 9)
    last: date = day(10, 24)
    at: time = clock(18, 20)
    place: str = phrase("Saffron Gate", "Casa Tordo", "Verdant Kitchen", "The Copper Pot")
    title: str = derived(lambda chat: f"Dinner with {chat.person.first}")

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 200, f"Dinner on {spoken(self.first)}? At the Halyard Taproom, say"
        yield 120, f"Or rather {self.place}, it's quieter"
        yield 45, f"The day is bad after all. {spoken(self.last)}, {spoken(self.at)}, same place?"

    def effects(self, store: Store) -> Commands:
        yield noted(store, self.title, self.calendar, self.last, two_hours(self.at), self.place)

    def items(self) -> Items:
        yield observed("Read the chat", showing="The day is bad after all", kind="search")

    def solution(self, user: User) -> None:
        place = self.said(user, "Or rather ").removeprefix("Or rather ").split(",")[0]
        plan_dinner(user, self.title, self.said(user, "The day is bad after all"), self.calendar, place)
