"""Places that are chosen for somebody, or that somebody recommends; where one works from now on."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from lifeworld.apps.maps import commands as maps
from lifeworld.apps.maps.kinds import KINDS
from lifeworld.apps.maps.models import Place, PlaceList, Spot
from lifeworld.apps.messenger import commands as messenger
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    Events,
    Items,
    Setup,
    Store,
    Task,
    User,
    button,
    containing,
    derived,
    field,
    judged,
    link,
    number,
    observed,
    phrase,
    pick,
    when,
)
from lifeworld.tasks.bank import known
from lifeworld.tasks.cross.beforehand import InChat, mailed
from lifeworld.tasks.cross.places import EATEN, fresh, nth_place, other
from lifeworld.tasks.cross.screens import letter, quotes, write_to
from lifeworld.tasks.maps import route
from lifeworld.tasks.maps.going import closer, told
from lifeworld.tasks.maps.places import LOOKED_FOR, nearest_open
from lifeworld.tasks.maps.ways import nearest_first, save
from lifeworld.tasks.messenger.news import says


class NearestOpenProposed(InChat, Task):
    """Somebody wants to meet near one's home now, and gets the name of a place that is open."""

    goals = [
        "{chat.name} wants to meet near my home right now. Find the nearest place under “{many}” in Wayfarer that is "
        "open, and write its name to them on Chatter.",
        "Which of “{many}” on the map is open at this moment and closest to where I live? Propose that one, by name, "
        "to {chat.name} in Chatter.",
        "Look under “{many}” in my maps app for the open one nearest to home and suggest it to {chat.name} in our "
        "chat; call it by its name.",
    ]
    tags = ["look-up", "compare", "prose"]
    apps = ["maps", "messenger"]

    sort: str = phrase(*LOOKED_FOR)
    many: str = derived(lambda sort: KINDS[sort].many)
    nearest: Place = derived(lambda store, sort: nearest_open(store, sort))

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 12, "I'm around the corner from you. Where shall we meet?"

    def effects(self) -> Commands:
        yield messenger.Send(self.chat, containing(self.nearest.name.removeprefix("The ")))

    def items(self) -> Items:
        yield observed("Looked for what is open", showing=self.nearest.name, kind="search")
        yield judged("The message proposes this place, and no other, to meet at now")

    def solution(self, user: User) -> None:
        name = nearest_first(user, self.sort, open_now=True)[0].names[0]
        write_to(user, self.chat.name, f"Let's meet at {name}, it's open.")


class ShorterWalkForBoth(InChat, Task):
    """Of two places that somebody names, the one to which one walks less is agreed to, and told."""

    goals = [
        "{chat.name} names two places on Chatter. Which is the shorter walk from my home, by Wayfarer? Write them the "
        "name of that one, and tell me, too.",
        "Compare on the map how long I walk from home to each of the places that {chat.name} suggests in Chatter. "
        "Answer them with the name of the one I reach sooner. Which is it?",
        "Of the two places in {chat.name}'s message on Chatter I want the one with fewer minutes on foot from home. "
        "Agree to it there by name, and name it to me.",
    ]
    tags = ["look-up", "compare", "prose"]
    apps = ["maps", "messenger"]

    turn: int = number(0, 5000)
    one: Place = derived(lambda store, turn: nth_place(store, turn, EATEN))
    another: Place = derived(lambda store, turn, one: other(nth_place(store, turn + 3, EATEN), one))
    nearer: Place = derived(lambda store, one, another: closer(store, one, another, "home"))

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 44, "You choose, I've a car"
        yield 40, f"It's either “{self.one.name}” or “{self.another.name}”"

    def effects(self) -> Commands:
        yield messenger.Send(self.chat, containing(self.nearer.name.removeprefix("The ")))

    def answer(self) -> str:
        return self.nearer.name

    def items(self) -> Items:
        yield observed("Read the chat", showing="It's either", kind="search")
        yield judged("The message agrees to this place, and to no other")

    def solution(self, user: User) -> None:
        said, walks = self.said(user, "It's either"), dict[int, str]()
        for name in (quotes(said)[0], quotes(said.partition("” or ")[2])[0]):
            route(user, "Home", name, "foot")
            walks[told(user)] = name
        name = walks[min(walks)]
        write_to(user, self.chat.name, f"Then {name}, please!")
        user.say(name)


class ListOnlyIKnow(InChat, Task):
    """A place that somebody recommends is kept; on which list, only the person knows."""

    goals = [
        "Save the place that {chat.name} recommends on Chatter to one of my lists in Wayfarer.",
        "{chat.name} has a tip for me in Chatter. Keep that place on the right list of mine on the map.",
        "Put what {chat.name} praises in our chat onto a list in my maps app.",
    ]
    tags = ["look-up"]
    apps = ["maps", "messenger"]
    hidden_info = "It belongs on {list.name}."

    list: PlaceList = pick(PlaceList)
    turn: int = number(0, 5000)
    place: Place = derived(lambda store, turn, list: fresh(store, nth_place(store, turn), list))

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 75, f"You must go to “{self.place.name}”, I was so pleased"

    def effects(self) -> Commands:
        yield maps.SavePlace(self.place, self.list)

    def items(self) -> Items:
        yield observed("Read the chat", showing="You must go to", kind="search")

    def solution(self, user: User) -> None:
        name = quotes(self.said(user, "You must go to"))[0]
        user.ask("Which list should it go on?")
        save(user, name, self.list.name)


class TheyPickAnotherPlace(InChat, Task):
    """A place is named to be kept, and another one while the map is open."""

    goals = [
        "{chat.name} tells me on Chatter where we go next week. Save the place to {list.name} in Wayfarer; if they "
        "think again meanwhile, the later one is right.",
        "Keep the place where {chat.name} wants to go on my list {list.name} on the map. Our chat says which; their "
        "last word counts.",
        "Put the place of {chat.name}'s message in Chatter onto {list.name} in my maps app, and mind that they may "
        "name another one while you do it: take the latest.",
    ]
    trigger = when(opened="maps")
    apps = ["maps", "messenger"]

    list: PlaceList = pick(PlaceList)
    turn: int = number(0, 5000)
    first: Place = derived(lambda store, turn, list: fresh(store, nth_place(store, turn, EATEN), list))
    place: Place = derived(
        lambda store, turn, list, first: other(fresh(store, nth_place(store, turn + 2, EATEN), list), first)
    )

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 30, f"Next week it's “{self.first.name}”, all right?"

    def scheduled_events(self, store: Store) -> Events:
        yield says(store, self.chat, f"No, wait, they're closed for good. Let's say “{self.place.name}”")

    def superseded_effects(self) -> Commands:
        yield maps.SavePlace(self.first, self.list)

    def effects(self) -> Commands:
        yield maps.SavePlace(self.place, self.list)

    def solution(self, user: User) -> None:
        user.open("Wayfarer")
        save(user, quotes(self.said(user, "No, wait"))[0], self.list.name)


class WorkMoves:
    """A letter tells where one works from now on, and the map is to know it."""

    goals: ClassVar[Sequence[str]] = (
        "{person.name} has mailed me where our office moves. Set that address as “{work}” in Wayfarer, exactly as the "
        "mail has it.",
        "{person.name}'s mail “{subject}” has the new address of our office: make it “{work}” on the map, word for "
        "word.",
        "My maps app should have as “{work}” just the address that {person.name} gives in a mail about our office.",
    )
    tags: ClassVar[Sequence[str]] = ("look-up",)
    apps: ClassVar[Sequence[str]] = ("mail", "maps")

    person: Person = pick(Person, known)
    subject: str = phrase("Boxes are packed", "New rooms, new luck", "Where we sit from Monday on")
    address: str
    work: str = derived(lambda store: spot(store).called)

    def setup(self, store: Store) -> Setup:
        body = (
            "Hello,\n\nthe boxes are packed, the plants come last.\n\n"
            f"From Monday on our office is at {self.address}, with a lift at last.\n\nSee you there"
        )
        yield mailed(store, self.person, self.subject, body, hours=9)

    def items(self) -> Items:
        yield observed("Read the letter", showing="with a lift at last", kind="search")

    def set_work(self, user: User) -> None:
        """Write down as work what the letter says."""
        address = letter(user, self.subject, "our office is at ").split(",")[0]
        user.open("Wayfarer")
        user.click(link("Saved"))
        user.click(link("Work"))
        user.fill(field("Address"), address)
        user.click(button("Save"))


class WorkMovesByMail(WorkMoves, Task):
    """A letter tells a new address of work, which the map has."""

    address: str = phrase("88 Kiln Street", "31 Lantern Street", "112 Toll Street", "7 Fountain Street")

    def effects(self, store: Store) -> Commands:
        yield maps.SetSpot(spot(store), self.address)

    def solution(self, user: User) -> None:
        self.set_work(user)


class WorkMovesNowhere(WorkMoves, Task):
    """A letter tells an address that the map does not have, so that it can't become work."""

    address: str = phrase("12 Windlass Boulevard", "40 Pepperpot Plaza", "3 Quern Gardens")

    def impossible(self) -> Commands:
        yield maps.SetSpot(spot(self.person.store), self.address)

    def solution(self, user: User) -> None:
        self.set_work(user)
        user.give_up()


def spot(store: Store) -> Spot:
    """Return where work is."""
    return store.one(Spot, "label = 'work'")
