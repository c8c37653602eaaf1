"""What somebody has told of themselves decides what is written down, paid and ordered in several apps."""

from datetime import date

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account
from lifeworld.apps.calendar.models import Calendar
from lifeworld.apps.mail import commands as mail
from lifeworld.apps.maps import commands as maps
from lifeworld.apps.maps.models import Place
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.facts import Known
from lifeworld.taskkit import Commands, Money, Store, Task, User, day, money, phrase, pick
from lifeworld.tasks.bank import holds
from lifeworld.tasks.cross.beforehand import noted
from lifeworld.tasks.cross.words import message
from lifeworld.tasks.maps.ways import BUSINESSES
from lifeworld.tasks.memory.deeds import Deeds
from lifeworld.tasks.memory.lent import BorrowedOnce
from lifeworld.tasks.memory.news import TheirAnimal
from lifeworld.tasks.memory.sentences import Told, told
from lifeworld.tasks.memory.table import Warned
from lifeworld.tasks.shop import FREE_VARIANT, buying
from lifeworld.tasks.todo.ways import own


class WithTheirWord(Deeds, Told):
    """Deeds with a word that somebody has said."""

    on: date = day(3, 20)
    calendar: Calendar = pick(Calendar)
    list: TaskList = pick(TaskList, own)

    @property
    def truth(self) -> str:
        return self.value

    def find_out(self, user: User) -> str:
        return self.read(user)


class SettleTheLoan(WithTheirWord, BorrowedOnce, Task):
    """A thing that one of two was slow to give back is settled: with money, a message, a task and a day."""

    goals = [
        "{person.name} and I once had to ask for a thing that the other had borrowed, see Chatter. Settle it: {amount} "
        "from {account.name} to them with the thing, no article, as the memo; “{text}” to them in our chat; “Look for "
        "the …” with its name on {list.name}; and an all-day “Over: …”, named alike, in {calendar.name} on {on}, "
        "preset reminder.",
        "Which thing did one of us, {person.name} or I, keep too long? Our Chatter chat knows. Use its name without an "
        "article: as the memo of {amount} that you send them from {account.name}, in the task “Look for the …” on "
        "{list.name}, and in “Over: …” in {calendar.name}, all day on {on} with the usual reminder. Then write them "
        "“{text}” on Chatter.",
        "I'm through with what was lent between {person.name} and me and had to be asked for in Chatter. Write "
        "“{text}” there, put “Look for the …” on {list.name} and, on {on}, an all-day “Over: …” into {calendar.name} "
        "(leave its reminder), and pay {person.name} {amount} out of {account.name}. Dots and memo are the thing, with "
        "no article.",
    ]
    tags = ["told", "long"]
    step_budgets = 2
    apps = ["bank", "calendar", "messenger", "todo"]

    amount: Money = money(4, 30)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))
    text: str = phrase("Let's call it even", "Keep the change, and no hard feelings", "That's that, I hope")

    def deeds(self, store: Store, word: str) -> Commands:
        yield bank.SendMoney(self.person, self.account, self.amount, word)
        yield message(store, self.person.id, self.text)
        yield todo.AddTask(f"Look for the {word}", self.list)
        yield noted(store, f"Over: {word}", self.calendar, self.on)


class SupperWithCare(WithTheirWord, Warned, Task):
    """A supper with somebody is prepared, with what they can't eat in the calendar and on a list, and an order."""

    goals = [
        "{person.name} comes to supper on {on}. What they can't eat stands in our Chatter chat. Mark the day in "
        "{calendar.name} in Almanac, all day: “Supper, no …”, preset reminder. Add “Shop without …” to {list.name}, "
        "due that day. Order one {variant.full_name} at Megacart, past the cart, all as preset, and write “{text}” to "
        "them on Chatter.",
        "Get everything ready for {person.name}, who eats with me on {on}: one {variant.full_name} from Megacart (buy "
        "it now, change nothing), “{text}” as a message in Chatter, the task “Shop without …” on {list.name} for {on}, "
        "and in {calendar.name} an all-day “Supper, no …” with the usual reminder. For the dots take what they've told "
        "me in Chatter they are allergic to.",
        "What did {person.name} warn me of in Chatter, before we ate? That word completes “Supper, no …”, all day on "
        "{on} in {calendar.name}, reminder untouched, and the task “Shop without …” on {list.name} with the same date. "
        "They should read “{text}” in our chat, and {variant.full_name} has to come from Megacart: one, right away, as "
        "usual.",
    ]
    tags = ["told", "long"]
    step_budgets = 2
    apps = ["calendar", "messenger", "shop", "todo"]

    variant: Variant = pick(Variant, where=FREE_VARIANT)
    text: str = phrase("Come hungry, I remember", "I cook, you bring nothing", "Seven o'clock, and nothing that itches")

    def deeds(self, store: Store, word: str) -> Commands:
        yield noted(store, f"Supper, no {word}", self.calendar, self.on)
        yield todo.AddTask(f"Shop without {word}", self.list, due=self.on)
        yield buying(store, self.variant)
        yield message(store, self.person.id, self.text)


class ForTheAnimal(WithTheirWord, TheirAnimal, Task):
    """Somebody's animal is to be looked after: something is ordered for it, and a day and a task have its name."""

    goals = [
        "I look after the animal of {person.name} on {on}. By its name, as our Chatter chat has it: “With …” in "
        "{calendar.name} in Almanac, all day, preset reminder, and “Fetch the key for …” on {list.name}, due that day. "
        "Order one {variant.full_name} for it at Megacart, past the cart and with all as preset, and share "
        "{place.name} from Wayfarer with {person.name}, without a message.",
        "The cat or dog of {person.name} is with me on {on}. Send them {place.name} out of my maps app, no words with "
        "it; buy one {variant.full_name} now from Megacart, address, card and delivery as usual; then look in Chatter "
        "for what the animal is called, and write that name into “With …” (all day in {calendar.name}, leave the "
        "reminder) and into the task “Fetch the key for …” on {list.name} for {on}.",
        "What is the name that {person.name} calls their animal by in Chatter? It belongs into the task “Fetch the key "
        "for …”, due {on} on {list.name}, and into “With …”, all day on {on} in {calendar.name}, reminder untouched. "
        "{person.name} should get the place {place.name} from the map, with no note. And I need {variant.full_name} "
        "from Megacart, one, ordered straight away as it is preset.",
    ]
    tags = ["told", "long"]
    step_budgets = 2
    apps = ["calendar", "maps", "messenger", "shop", "todo"]

    variant: Variant = pick(Variant, where=FREE_VARIANT)
    place: Place = pick(Place, where=BUSINESSES)

    def deeds(self, store: Store, word: str) -> Commands:
        yield noted(store, f"With {word}", self.calendar, self.on)
        yield todo.AddTask(f"Fetch the key for {word}", self.list, due=self.on)
        yield buying(store, self.variant)
        yield maps.SharePlace(self.place, (self.person,))


class LuckForTheExam(WithTheirWord, Task):
    """Whoever sits an examination gets a letter and a product as a hint, and a day and a task have its name."""

    goals = [
        "{person.name} told me in Chatter what they have to pass; take its name without an article for the dots. Mail "
        "them “{text}”, subject “Good luck”. Put “Card: …” on {list.name} for {on}, and “Results: …”, all day on {on}, "
        "into {calendar.name} with the preset reminder. They should also get {place.name} from Wayfarer, without "
        "words.",
        "For which exam was {person.name} learning, by our Chatter chat? Enter “Results: …” all day on {on} in "
        "{calendar.name}, reminder left alone, and the task “Card: …” on {list.name}, due {on}, both with its name (no "
        "article). Share {place.name} from my maps app with them, no message, and send a mail under “Good luck” that "
        "says “{text}”.",
        "“Good luck” is the subject and “{text}” the text of a mail to {person.name}, who was nervous in Chatter about "
        "an examination or certificate. Named without its article, that completes “Card: …” on {list.name} and an "
        "all-day “Results: …” in {calendar.name}, both for {on}, usual reminder. And from the map, send {person.name} "
        "{place.name} with no note.",
    ]
    tags = ["told", "long"]
    step_budgets = 2
    apps = ["calendar", "mail", "maps", "messenger", "todo"]

    known: Known = told("sits")
    text: str = phrase("You know more than you think", "Sleep, then win", "I'll be thinking of you at nine")
    place: Place = pick(Place, where=BUSINESSES)

    def deeds(self, store: Store, word: str) -> Commands:
        yield mail.Send(self.person.name, subject="Good luck", body=self.text)
        yield todo.AddTask(f"Card: {word}", self.list, due=self.on)
        yield noted(store, f"Results: {word}", self.calendar, self.on)
        yield maps.SharePlace(self.place, (self.person,))
