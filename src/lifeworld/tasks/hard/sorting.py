"""Many letters of one matter: each is read, and filed, thrown away or passed on as somebody has said."""

from collections.abc import Iterator
from datetime import date, timedelta

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Label, Message, Thread
from lifeworld.life.events import Mailed
from lifeworld.life.models import Business, Person
from lifeworld.taskkit import (
    Commands,
    Items,
    Money,
    Setup,
    Store,
    Task,
    User,
    amounts,
    button,
    days,
    derived,
    field,
    link,
    money,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.tasks.bank import added
from lifeworld.tasks.cross.beforehand import InChat, dated, friends, journey, mailed
from lifeworld.tasks.cross.screens import conversation, first_and_last, letter, write_to
from lifeworld.tasks.cross.words import message
from lifeworld.tasks.hard.company import turned
from lifeworld.tasks.hard.hands import with_words
from lifeworld.tasks.mail.picking import known
from lifeworld.tasks.mail.screens import do_to_selected, found, opened, search

OF_TRIPS = ("restaurant", "cafe", "bar", "hotel", "leisure")


def hosts(store: Store, turn: int) -> tuple[Business, ...]:
    """Return six places that one comes by on a journey, by any number."""
    there = [one for one in store.all(Business, order="id") if one.kind in OF_TRIPS]
    return turned(there, turn)[:6]


class ReceiptsOfTheTrip(InChat, Task):
    """Of six receipts those of a journey's days are filed and added up, the others thrown away."""

    goals = [
        "Six mails are called “Receipt: …”. File those under {label.name} that say they're for a day of “{trip}”, "
        "first and last day included (see Almanac), and bin the others. Then send {chat.name} the sum of the filed "
        "ones on Chatter, only the figure; where a place has corrected its receipt, the later sum counts.",
        "Sort my “Receipt: …” mails, six of them. By the day in each it belongs to “{trip}” or not; the days of that "
        "are in my calendar, both ends count. What belongs to it gets the label {label.name}, what doesn't is deleted. "
        "Write {chat.name} in our chat what the labelled ones make, just the amount, by the corrected sum if there's "
        "one.",
        "Which of the six receipts in Post (“Receipt: …”) are from “{trip}”, by Almanac, from its first day to its "
        "last? Label them {label.name} and throw the rest into the bin. {chat.name} should read their total in "
        "Chatter, the bare number. A second mail in a conversation corrects the first.",
    ]
    tags = ["hard", "collect", "sum", "look-up", "distractor", "long"]
    apps = ["calendar", "mail", "messenger"]

    turn: int = number(0, 5000)
    places: tuple[Business, ...] = derived(hosts)
    trip: str = phrase("Days on the island", "Walking in the hills", "Three days by the lake", "Weekend in the city")
    ago: int = number(9, 20)
    nights: int = number(2, 4)
    label: Label = pick(Label)
    least: Money = money(9, 60)
    less: Money = money(1, 5)

    def _sum(self, place: int) -> Money:
        return self.least + Money(437 * ((place + self.turn) % 6))

    def setup(self, store: Store) -> Setup:
        first = store.now.date() - timedelta(days=self.ago)
        yield journey(store, self.trip, first, self.nights)
        after = (0, self.nights, -1, 1, self.nights + 1, 1)  # days after the first one
        for place, (host, on) in enumerate(zip(self.places, after, strict=True)):
            yield self._receipt(store, host, first + timedelta(days=on), self._sum(place), hours=9 + place)
        corrected = self._sum(3) - self.less
        yield self._receipt(store, self.places[3], first + timedelta(days=1), corrected, hours=4)

    def _receipt(self, store: Store, host: Business, on: date, paid: Money, hours: int) -> Mailed:
        body = f"Thank you for being with us.\n\nThis is for {dated(on)}, all in all {paid}.\n\n{host.name}"
        return mailed(store, host, f"Receipt: {host.name}", body, hours)

    def effects(self, store: Store) -> Commands:
        for place, host in enumerate(self.places):
            thread = store.one(Thread, "subject = ?", f"Receipt: {host.name}")
            yield mail.Delete(thread) if place in (2, 4) else mail.ApplyLabel(thread, self.label)
        paid = added([self._sum(0), self._sum(1), self._sum(3) - self.less, self._sum(5)])
        yield message(store, self.chat.person_id, str(paid))

    def items(self) -> Items:
        yield observed("Saw when the trip was", showing=self.trip, kind="search")
        yield observed("Read the receipts", showing="Thank you for being with us", kind="search")

    def solution(self, user: User) -> None:
        first, last = first_and_last(user, self.trip)
        search(user, 'subject:"Receipt:"')
        filed, binned = {}, []
        for line in opened(user):
            told = conversation(user)
            if first <= days(told.split("This is for")[1], user.today)[0] <= last:
                filed[line.names[0]] = amounts(told)[0]
            else:
                binned.append(line.names[0])
        do_to_selected(user, f"Label as {self.label.name}", *filed)
        search(user, 'subject:"Receipt:"')
        do_to_selected(user, "Delete selected", *binned)
        write_to(user, self.chat.name, str(added(filed.values())))


DEEDS = {"star": mail.Star, "archive": mail.Archive, "delete": mail.Delete}


class LettersByTheRules(InChat, Task):
    """Eight letters are starred, archived or thrown away by three rules, each of which has an exception."""

    goals = [
        "People have mailed me about the {what}, eight letters that begin with “{what}: ”. {chat.name} wrote on "
        "Chatter what I'm to do with which, and where it's otherwise. Do that with all eight, and send {chat.name} the "
        "number of starred ones, just the figure.",
        "Sort the eight “{what}: …” letters in Post by the rules, and the exceptions to them, that {chat.name} has put "
        "into our Chatter chat. How many have a star then? Write {chat.name} that number and nothing else.",
        "See Chatter for how {chat.name} wants my mails on the {what} treated (eight, their subjects begin with "
        "“{what}: ”): which get a star, which are archived, which deleted, which left alone. When they all are, "
        "message {chat.name} how many are starred, in figures.",
    ]
    tags = ["hard", "collect", "look-up", "distractor", "long"]
    apps = ["mail", "messenger"]

    turn: int = number(0, 5000)
    what: str = phrase("Street fair", "Flea market", "Harvest fair", "Open-air concert")
    writers: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 4))
    topics: tuple[str, ...] = derived(
        lambda turn: turned(("jam", "old books", "lamps", "coffee", "wool", "bread", "games", "seedlings"), turn)
    )
    deeds: tuple[str, ...] = derived(lambda turn: turned(("star", "archive", "delete"), turn // 8))

    def talk(self) -> Iterator[tuple[int, str]]:
        table, hand, back = self.deeds
        rules = f"who wants a table, {table} it. Who wants to help, {hand} it. Who takes it back, {back} it"
        yield 90, f"{self.what}: {rules}"
        yield 80, f"I forgot: a table for a firm, {back} it. Where somebody says they're under 16, leave it"

    def setup(self, store: Store) -> Setup:
        table, hand = "I'd like a table for {}", "I'd like to help with the {}"
        firm, young = f"{table}. It's for the firm that I work for", f"{hand}. I'm fourteen"
        said = (table, hand, firm, table, young, "I take back what I wrote about {} last week", table, hand)
        for place, (topic, words) in enumerate(zip(self.topics, said, strict=True)):
            body = f"Hello,\n\n{words.format(topic)}.\n\nMany greetings"
            hours = 3 + (5 * place + self.turn) % 17
            yield mailed(store, self.writers[place % 4], f"{self.what}: {topic}", body, hours)
        yield from super().setup(store)

    def effects(self, store: Store) -> Commands:
        table, hand, back = (DEEDS[one] for one in self.deeds)
        does = (table, hand, back, table, None, back, table, hand)
        for topic, deed in zip(self.topics, does, strict=True):
            if deed:
                yield deed(store.one(Thread, "subject = ?", f"{self.what}: {topic}"))
        yield message(store, self.chat.person_id, str(does.count(mail.Star)))

    def items(self) -> Items:
        yield observed("Read the rules", showing="who wants a table, ", kind="search")
        yield observed("Read the exceptions", showing="a table for a firm", kind="search")
        yield observed("Read the letters", showing="It's for the firm that I work for", kind="search")

    def solution(self, user: User) -> None:
        told = self.said(user, "who wants a table") + self.said(user, "a table for a firm")
        table, hand, back, firm = (part.split(" it")[0].capitalize() for part in told.split(", ")[1:5])
        does = {"table": table, "to help": hand, "take back": back, "for the firm": firm}
        search(user, f'subject:"{self.what}:"')
        chosen: dict[str, list[str]] = {deed: [] for deed in does.values()}
        for line in opened(user):
            said = conversation(user)
            if "fourteen" not in said:
                chosen[[deed for words, deed in does.items() if words in said][-1]].append(line.names[0])
        for deed, subjects in chosen.items():
            search(user, f'subject:"{self.what}:"')
            do_to_selected(user, f"{deed} selected", *subjects)
        write_to(user, self.chat.name, str(len(chosen["Star"])))


ROLES = {"bakes": "oven", "plays the organ": "pipes", "prints the posters": "press"}


class ThreeOfOneName(InChat, Task):
    """Three people have one name: letters go on to whom they are meant for, at the address that is right by now."""

    goals = [
        "Three people are called {name}; {host.name} has mailed me who is who, with addresses, and one has another "
        "address by now, as {chat.name} wrote on Chatter. Forward each of the mails “For {name}: …” to the one whom it "
        "is meant for, with “{words}” above it, unless it has been settled, and archive them all, settled or not.",
        "My mails “For {name}: …” have to reach the right {name} of three. Which does what is in the mail “Who is who” "
        "from {host.name}; Chatter has the new address that {chat.name} told me. Pass each on with the words "
        "“{words}”, leave out what is settled, and put every one of those mails into the archive.",
        "Every “For {name}: …” mail says what its {name} does. Look up that person's address in “Who is who”, which "
        "{host.name} mailed me, mind the change that {chat.name} has told me on Chatter, and forward the mail there "
        "with “{words}”. One is settled and goes to nobody. All of them are to be archived.",
    ]
    tags = ["hard", "collect", "look-up", "distractor", "long"]
    apps = ["mail", "messenger"]

    turn: int = number(0, 5000)
    name: str = phrase("Robin Marsh", "Sam Alderway", "Kim Harrowgate", "Jo Pennyfield")
    none: bool = derived(lambda store, name: not store.count(Person, "name = ?", name) or None)
    host: Person = pick(Person, known)
    words: str = phrase("This is meant for you", "That came to me, it's yours", "For you, I think")
    roles: tuple[str, ...] = derived(lambda turn: turned(tuple(ROLES), turn))
    things: tuple[str, ...] = derived(
        lambda turn: turned(("a question", "a key", "a bill", "a date", "a parcel", "a photo"), turn // 3)[:4]
    )

    def _address(self, role: str, of: str = "mail") -> str:
        return f"{self.name.split()[0].lower()}@{ROLES[role]}-{of}.example"

    def talk(self) -> Iterator[tuple[int, str]]:
        moved = self.roles[1]
        yield 44, f"The {self.name} who {moved} has moved, it's {self._address(moved, 'new')} from now on"

    def setup(self, store: Store) -> Setup:
        lines = "\n\n".join(f"The one who {role}: {self._address(role)}" for role in ROLES)
        yield mailed(store, self.host, "Who is who", f"Hello,\n\nall three are {self.name}.\n\n{lines}\n\nBye", 70)
        for place, thing in enumerate(self.things):
            settled = "\n\nNo need to pass it on any more, it is settled." if place == 3 else ""
            body = f"Hello,\n\nthis is {thing} for the {self.name} who {self.roles[place % 3]}.{settled}\n\nThank you"
            yield mailed(store, self.host, f"For {self.name}: {thing}", body, hours=4 + (7 * place + self.turn) % 30)
        yield from super().setup(store)

    def effects(self, store: Store) -> Commands:
        for place, thing in enumerate(self.things):
            thread = store.one(Thread, "subject = ?", f"For {self.name}: {thing}")
            if place < 3:
                to = self._address(self.roles[place], "new" if place == 1 else "mail")
                yield mail.Forward(store.one(Message, "thread_id = ?", thread.id), to, self.words)
            yield mail.Archive(thread)

    def items(self) -> Items:
        yield observed("Read who is who", showing="The one who bakes", kind="search")
        yield observed("Read the new address", showing="from now on", kind="search")

    def solution(self, user: User) -> None:
        told = with_words(letter(user, "Who is who"), "The one who ")
        where = dict(line.removeprefix("The one who ").split(": ") for line in told)
        moved, rest = self.said(user, "from now on").split(" who ")[1].split(" has moved, it's ")
        where[moved] = rest.split()[0]
        for line in found(user, f'subject:"For {self.name}:"'):
            user.click(link(line.names[0]))
            said = conversation(user)
            if "it is settled" not in said:
                user.click(link("Forward"))
                user.fill(field("To"), where[said.split(f"{self.name} who ")[1].split(".")[0]])
                user.fill(field("Message"), self.words)
                user.click(button("Send"))
            user.click(button("Archive"))
            search(user, f'subject:"For {self.name}:"')
