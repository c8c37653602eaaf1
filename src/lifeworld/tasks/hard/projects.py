"""Lists of things to do: one made of a letter, its parts handed to others, and two that become one."""

from collections.abc import Iterator
from datetime import date, timedelta

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    Effects,
    Items,
    Setup,
    Store,
    Task,
    User,
    button,
    day,
    days,
    derived,
    field,
    link,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.tasks.cross.beforehand import InChat, chatted, dated, friends, mailed
from lifeworld.tasks.cross.screens import letter, quotes
from lifeworld.tasks.cross.words import message
from lifeworld.tasks.hard.company import task_of, turned
from lifeworld.tasks.hard.hands import heard, see_task, set_due, with_words
from lifeworld.tasks.mail.picking import known
from lifeworld.tasks.messenger import send
from lifeworld.tasks.todo.ways import BROWSE
from lifeworld.tasks.todo.ways import dated as with_days

PARTS = (
    *("Measure everything", "Ask for three offers", "Order the timber", "Tell the neighbours", "Book the skip"),
    *("Draw the plan", "Borrow the tools", "Sort the screws"),
)


class ProjectByLetter(Task):
    """A letter says who does what by when: what is one's own becomes a list, the others get their parts in chats."""

    goals = [
        "{host.name} has mailed me the plan “{title}”. Make a new list of that name in Ticked and put in what is mine, "
        "one task each in just the quoted words, with its day as the due date and priority 1 if it's urgent. What is "
        "{names}'s I hand over: write each of them on Chatter the quoted words of their part, nothing else. But first "
        "see in our chats whether one of them can't do something: that's mine then.",
        "Turn the mail “{title}” from {host.name} into tasks: my parts of it go on a new list “{title}”, named as "
        "quoted, due on the day given there, the urgent ones with priority 1. {names} get theirs as a message in "
        "Chatter, a part each, its quoted words alone. Whatever one of them has turned down in our chat becomes a part "
        "of mine.",
        "Set up “{title}” as {host.name} has planned it by mail. A Ticked list with that title holds everything that I "
        "do: the words in quotes, the due day, priority 1 on what is urgent. Send {names} what they do, only those "
        "words, in their Chatter chats. One has told me there that they can't do one thing; I do that, and don't send "
        "it.",
    ]
    tags = ["hard", "collect", "look-up", "distractor", "long"]
    apps = ["mail", "messenger", "todo"]

    host: Person = pick(Person, known)
    turn: int = number(0, 5000)
    pair: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 2))
    others: bool = derived(lambda pair, host: host not in pair or None)
    names: str = derived(lambda pair: f"{pair[0].name} and {pair[1].name}")
    title: str = phrase("Pond in the yard", "Street library", "Stage for the school", "Shelves for the cellar")
    jobs: tuple[str, ...] = derived(lambda turn: turned(PARTS, turn)[:5])
    first: date = day(3, 12)

    def _by(self, place: int) -> date:
        return self.first + timedelta(days=3 * place - place // 2)

    def setup(self, store: Store) -> Setup:
        who = ("you", "you", self.pair[0].name, self.pair[1].name, self.pair[1].name)
        lines = [
            f"“{part}”: {name}, by {dated(self._by(place))}{', and it is urgent' if place in (1, 3) else ''}."
            for place, (part, name) in enumerate(zip(self.jobs, who, strict=True))
        ]
        told = "\n\n".join(turned(lines, self.turn // 8))
        yield mailed(store, self.host, self.title, f"Hello,\n\nthis is how we do it.\n\n{told}\n\nOff we go!", hours=30)
        cannot = f"About “{self.title}”: I can't do “{self.jobs[3]}”, you'll have to. The rest is fine"
        yield from chatted(store, self.pair[1], (130, cannot))

    def effects(self, store: Store) -> Effects:
        made = yield todo.AddList(self.title)
        yield todo.AddTask(self.jobs[0], made, self._by(0))
        for place in (1, 3):
            yield todo.AddTask(self.jobs[place], made, self._by(place), priority="1")
        yield message(store, self.pair[0].id, self.jobs[2])
        yield message(store, self.pair[1].id, self.jobs[4])

    def items(self) -> Items:
        yield observed("Read the plan", showing="this is how we do it", kind="search")
        yield observed("Read what one can't do", showing="you'll have to", kind="search")

    def solution(self, user: User) -> None:
        lines = with_words(letter(user, self.title, "this is how we do it"), "”: ")
        mine = [line for line in lines if "”: you, " in line]
        for name in (person.name for person in self.pair):
            never = quotes(heard(user, name, "I can't do"))[1:]
            theirs = [line for line in lines if f"”: {name}, " in line]
            mine += [line for line in theirs if quotes(line)[0] in never]
            send(user, next(quotes(line)[0] for line in theirs if line not in mine))
        user.do(todo.AddList(self.title))
        for line in mine:
            user.open("Ticked")
            user.click(link(self.title), via=BROWSE)
            user.click(link("Add task"))
            user.fill(field("Title"), quotes(line)[0])
            user.fill(field("Due date"), days(line.split("”: ")[1], user.today)[0])
            if "urgent" in line:
                user.choose(field("Priority"), "Priority 1")
            user.click(button("Add task"))


THINGS = (
    *("Oil for the gate", "Thank-you card", "Lamp for the hall", "Library books", "Birdseed"),
    *("Spare key", "Winter tyres", "Passport photos"),
)


class TwoListsIntoOne(InChat, Task):
    """Two lists become one: what both have stays once, with the earlier day; a chat tells what is the same thing."""

    goals = [
        "Merge my list “{old}” into {list.name}. What {list.name} has as well, if by another name, isn't moved, but "
        "its task there gets the day of the one in “{old}” if that is earlier; {chat.name} has told me on Chatter "
        "which two are the same. Move everything else, delete “{old}” with what is left on it, and send {chat.name} "
        "“{words}”.",
        "“{old}” and {list.name} in Ticked should become one list, {list.name}. By our Chatter chat with {chat.name} "
        "some tasks are on both under different names: of these the one on {list.name} stays, due on the earlier day "
        "of the two. The others go over to it as they are. Then “{old}” is to be deleted, and {chat.name} gets "
        "“{words}”.",
        "I want no “{old}” list in Ticked any more. Move its tasks to {list.name}, apart from those which {chat.name} "
        "says in Chatter are there already, called otherwise (their last word counts); such a task keeps its name and "
        "takes the earlier of both due dates. Delete the list, and let {chat.name} know in our chat: “{words}”",
    ]
    tags = ["hard", "compare", "look-up", "distractor", "long"]
    apps = ["messenger", "todo"]

    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    turn: int = number(0, 5000)
    old: str = phrase("Odds and ends", "From the fridge door", "Jotted down", "Before the summer")
    five: tuple[str, ...] = derived(lambda turn: turned(THINGS, turn)[:5])
    first: date = day(6, 20)
    sooner: int = number(1, 4)
    words: str = phrase("Now it's one list", "The lists are merged", "Only one list is left")

    def _named(self, place: int) -> str:
        return f"Get {self.five[place].lower()}"

    def talk(self) -> Iterator[tuple[int, str]]:
        yield (
            80,
            f"“{self.five[0]}” is what you call “{self._named(0)}”. And “{self.five[2]}” is your “{self._named(1)}”",
        )
        yield 70, f"No, I mixed that up: “{self.five[1]}” is “{self._named(1)}”. “{self.five[2]}” is something else"

    def setup(self, store: Store) -> Setup:
        yield todo.AddList(self.old)
        made = store.one(TaskList, "name = ?", self.old)
        for place in range(5):
            by = self.first - timedelta(days=self.sooner) if place == 0 else self.first + timedelta(days=place)
            yield todo.AddTask(self.five[place], made, due=by)
        for place in range(2):
            yield todo.AddTask(self._named(place), self.list, due=self.first)
        yield from super().setup(store)

    def effects(self, store: Store) -> Commands:
        for thing in self.five[2:]:
            yield todo.MoveTask(task_of(store, thing), self.list)
        yield todo.SetDue(task_of(store, self._named(0)), self.first - timedelta(days=self.sooner))
        yield todo.DeleteList(store.one(TaskList, "name = ?", self.old))
        yield messenger.Send(self.chat, self.words)

    def items(self) -> Items:
        yield observed("Read which are the same", showing="No, I mixed that up", kind="search")

    def solution(self, user: User) -> None:
        first, then = quotes(self.said(user, "is what you call")), quotes(self.said(user, "No, I mixed that up"))
        send(user, self.words)
        same = {first[0]: first[1], then[0]: then[1]}
        every = with_days(user)
        due = {one.title: one.day for one in every}
        for title in (one.title for one in every if one.list == self.old and one.title not in same):
            _see(user, self.old, title)
            user.click(link("Move to list"), via=[button("More")])
            user.click(button(self.list.name))
        for title, kept in same.items():
            if due[title] < due[kept]:
                see_task(user, self.list, kept)
                set_due(user, due[title])
        user.open("Ticked")
        user.click(link(self.old), via=BROWSE)
        user.click(link("Delete list"), via=[button("List options")])
        user.click(button("Delete"))


def _see(user: User, name: str, title: str) -> None:
    user.open("Ticked")
    user.click(link(name), via=BROWSE)
    user.click(link(title))
