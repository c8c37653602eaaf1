"""Places that chats and letters name: their numbers and addresses, kept on lists, taken off the timeline."""

from collections.abc import Iterator

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.maps import commands as maps
from lifeworld.apps.maps.models import Place, PlaceList, Visit
from lifeworld.apps.messenger import commands as messenger
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    Effects,
    Items,
    Setup,
    Store,
    Task,
    User,
    containing,
    derived,
    judged,
    nth,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.taskkit.wording import spoken
from lifeworld.tasks.bank import known
from lifeworld.tasks.cross.beforehand import InChat, mailed, newest
from lifeworld.tasks.cross.screens import letter, quotes, reply_to, write_to
from lifeworld.tasks.cross.words import in_reverse
from lifeworld.tasks.maps import open_place
from lifeworld.tasks.maps.going import lately
from lifeworld.tasks.maps.ways import BUSINESSES, make_list, save, unsaved

CALLED = f"{BUSINESSES} AND phone <> ''"
EATEN = "category IN ('restaurant', 'cafe')"
SEEN = "category IN ('sight', 'park', 'leisure')"


def nth_place(store: Store, turn: int, where: str = CALLED) -> Place | None:
    """Return one of the places for which a condition holds, by any number."""
    return nth(store.all(Place, where, order="id"), turn * 7919)


def address_shown(user: User, name: str) -> str:
    """Open a place's page and return its address."""
    open_place(user, name)
    return user.page.lines("About")[0].text


def phone_shown(user: User, name: str) -> str:
    """Open a place's page and return its phone number."""
    open_place(user, name)
    return user.page.lines("About")[1].text


class SomePlace:
    """A place that only the setup names."""

    turn: int = number(0, 5000)
    place: Place = derived(lambda store, turn: nth_place(store, turn))


class SendTheirNumber(SomePlace, InChat, Task):
    """Somebody asks for the phone number of a place, and gets it."""

    goals = [
        "{chat.name} asks me on Chatter for a phone number. Look it up in Wayfarer and write just that to them in our "
        "chat, as it stands there.",
        "Answer {chat.name} in Chatter with nothing but the number that they're after; copy it from the page of that "
        "place in Wayfarer.",
        "{chat.name} has to ring somewhere and asked me on Chatter for the number. My maps app has it; send the number "
        "alone, written as it is there.",
    ]
    tags = ["look-up"]
    apps = ["maps", "messenger"]

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 25, f"What's the phone number of “{self.place.name}”? They wanted to hear from me today"

    def effects(self) -> Commands:
        yield messenger.Send(self.chat, self.place.phone)

    def items(self) -> Items:
        yield observed("Saw the number", showing=self.place.phone, kind="search")

    def solution(self, user: User) -> None:
        name = quotes(self.said(user, "What's the phone number"))[0]
        write_to(user, self.chat.name, phone_shown(user, name))


class AddressByMail(SomePlace, Task):
    """Somebody can't find a place, and gets its address by mail."""

    goals = [
        "{person.name} mailed me about a place that they can't find. Reply to that mail with its street and number, as "
        "Wayfarer has them.",
        "Answer {person.name}'s mail “{subject}”: they need the street and house number of the place, which my maps "
        "app shows.",
        "In “{subject}”, {person.name} asks where a place is. Look up its address in Wayfarer and put it into your "
        "reply.",
    ]
    tags = ["look-up", "prose"]
    apps = ["mail", "maps"]

    person: Person = pick(Person, known)
    subject: str = phrase("Where was that again?", "I'm lost", "How do I get there?")

    def setup(self, store: Store) -> Setup:
        body = f"Hello,\n\nI'm to be at “{self.place.name}” on Thursday. I've no idea where that is.\n\nDo you know it?"
        yield mailed(store, self.person, self.subject, body, hours=5)

    def effects(self, store: Store) -> Commands:
        yield mail.Reply(newest(store, self.subject), containing(self.place.address.partition(",")[0]))

    def items(self) -> Items:
        yield observed("Read the letter", showing="I've no idea where that is", kind="search")
        yield observed("Opened the place", at=f"/maps/place/{self.place.id}", kind="search")
        yield judged("The letter tells the address of this place and nothing that was not asked")

    def solution(self, user: User) -> None:
        name = quotes(letter(user, self.subject, "I'm to be at "))[0]
        where = address_shown(user, name)
        reply_to(user, self.subject, f"Hello,\n\nthat's at {where}.")


class WhereWeEatOnList(InChat, Task):
    """The place of a dinner that was agreed on in a chat goes onto a list."""

    goals = [
        "{chat.name} and I have settled on Chatter where we eat. Save that place to {list.name} in Wayfarer with the "
        "note “{note}”.",
        "Put the restaurant that {chat.name} got us a table in onto my list {list.name} on the map, and note exactly "
        "“{note}” with it. Our chat says which one.",
        "See in Chatter where {chat.name} has booked for us and keep the place on {list.name} in my maps app; the note "
        "is “{note}”.",
    ]
    tags = ["look-up", "distractor"]
    apps = ["maps", "messenger"]

    list: PlaceList = pick(PlaceList)
    turn: int = number(0, 5000)
    place: Place = derived(lambda store, turn, list: fresh(store, nth_place(store, turn, EATEN), list))
    full: Place = derived(lambda store, turn, place: other(nth_place(store, turn + 1, EATEN), place))
    note: str = phrase("Dinner soon", "Table by the door", "Bring cash", "Be early")

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 90, f"Shall we eat at {self.full.name} this time?"
        yield 40, "They're full, I rang"
        yield 35, f"But we have a table at “{self.place.name}”!"

    def effects(self) -> Commands:
        yield maps.SavePlace(self.place, self.list, self.note)

    def items(self) -> Items:
        yield observed("Read the chat", showing="But we have a table", kind="search")

    def solution(self, user: User) -> None:
        name = quotes(self.said(user, "But we have a table"))[0]
        open_place(user, name)
        user.do(maps.SavePlace(self.place, self.list, self.note))


def fresh(store: Store, place: Place | None, list: PlaceList) -> Place | None:
    """Return a place that is not on a list."""
    return place if place and unsaved(store, place, list) else None


def other(place: Place | None, one: Place) -> Place | None:
    """Return a place that is not the one."""
    return place if place and place.id != one.id else None


class TheirWishes(InChat, Task):
    """What a visitor wants to see becomes a list."""

    goals = [
        "{chat.name} wrote on Chatter which two places they'd like to see. Make a list “{name}” in Wayfarer with both "
        "of them on it.",
        "Start a list “{name}” on the map for {chat.name}'s visit, and save the two places to it that they name in our "
        "Chatter chat.",
        "I need a new list in my maps app, “{name}”, with what {chat.name} wants to see: two places, both named in "
        "Chatter.",
    ]
    tags = ["look-up", "long"]
    apps = ["maps", "messenger"]

    name: str = phrase("The visit", "Weekend walk", "Round the town", "For our guests")
    turn: int = number(0, 5000)
    first: Place = derived(lambda store, turn: nth_place(store, turn, SEEN))
    second: Place = derived(lambda store, turn, first: other(nth_place(store, turn + 1, SEEN), first))

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 190, "Only a few days now!"
        yield 180, f"I'd love to see “{self.first.name}” and “{self.second.name}” when I'm there"

    def effects(self) -> Effects:
        made = yield maps.AddList(self.name)
        yield maps.SavePlace(self.first, made)
        yield maps.SavePlace(self.second, made)

    def items(self) -> Items:
        yield observed("Read the chat", showing="I'd love to see", kind="search")

    def solution(self, user: User) -> None:
        names = quotes(self.said(user, "I'd love to see"))
        make_list(user, self.name)
        for name in names:
            save(user, name, self.name)


class SurpriseOffTheTimeline(InChat, Task):
    """A visit that would give a surprise away goes from the timeline."""

    goals = [
        "{chat.name} asks me on Chatter to take a visit off my timeline in Wayfarer. Do that, and answer “{text}”.",
        "Remove the visit from Wayfarer's timeline that {chat.name} is worried about in our Chatter chat, then write "
        "them “{text}”.",
        "A visit that my maps app has noted would give something away. {chat.name} says on Chatter which; delete it "
        "from the timeline and send them “{text}”.",
    ]
    tags = ["look-up"]
    apps = ["maps", "messenger"]

    turn: int = number(0, 5000)
    visit: Visit = derived(lambda store, turn: nth([store.get(Visit, one) for one in sorted(lately(store))], turn))
    text: str = phrase("Done, nobody will see it", "It's gone", "Taken off. Your secret is safe", "Gone for good")

    the_last_first = in_reverse

    def talk(self) -> Iterator[tuple[int, str]]:
        where, on = self.visit.place.name, spoken(self.visit.day)
        yield 50, f"They'll want to see your map. Take {where} on {on} off it, or our surprise is none"

    def effects(self) -> Commands:
        yield maps.ForgetVisit(self.visit)
        yield messenger.Send(self.chat, self.text)

    def items(self) -> Items:
        yield observed("Read the chat", showing="or our surprise is none", kind="search")
        yield observed("Saw the timeline", at="/maps/you/timeline", kind="search")

    def solution(self, user: User) -> None:
        self.said(user, "or our surprise is none")
        user.follow(self)
