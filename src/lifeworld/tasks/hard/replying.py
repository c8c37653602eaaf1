"""Letters that want something: answered by a rule, cleared away, or put back where somebody else has tidied up."""

from collections.abc import Iterator
from datetime import date, timedelta

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Thread
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.models import Business, Person
from lifeworld.taskkit import (
    Commands,
    Events,
    Items,
    Money,
    Setup,
    Store,
    Task,
    User,
    button,
    day,
    days,
    derived,
    link,
    money,
    number,
    numbers,
    observed,
    phrase,
    pick,
    when,
)
from lifeworld.tasks.cross.beforehand import InChat, dated, friends, inbox, mailed, newest, sent_me, ticked
from lifeworld.tasks.cross.screens import conversation, letter, payments, quotes, reply
from lifeworld.tasks.cross.words import message
from lifeworld.tasks.hard.company import Company, task_of, turned
from lifeworld.tasks.hard.hands import put_off, reopen, see_task
from lifeworld.tasks.mail.picking import known
from lifeworld.tasks.mail.screens import do_to_selected, found, opened, search
from lifeworld.tasks.messenger import send
from lifeworld.tasks.messenger.news import says

SUBJECTS = ("Slides of the tour", "Seeds to swap", "Words for the choir", "Old class list", "Sizes of the windows")
CHORES = ("Count the tickets", "Wax the skis", "Renew the pass", "Scan the letters", "Patch the tent", "Buy twine")


class SeatsByTheRules(Company, Task):
    """Four people ask for seats; each is answered as the rules in a letter have it, and a task says how many go."""

    goals = [
        "Four people have mailed me for seats (“Seats for {title}: …”). Answer each of these mails as the rules say "
        "that {host.name} has sent to Post, in the words that they quote; who has paid is to be seen at Harbour Bank, "
        "in payments with the note “{title}”. Then add “Seats given away: …” to {list.name}, with the number for the "
        "dots.",
        "Reply to the four “Seats for {title}: …” mails. What to write to whom, word for word, stands in the mail from "
        "{host.name} on the rules; a payment for “{title}” shows at the bank. How many seats go in all belongs into a "
        "new task in {list.name}: “Seats given away: …”, where the dots are the number.",
        "{host.name} has mailed me by which rules the seats go. Apply them to each “Seats for {title}: …” mail (four "
        "of them), look at Harbour Bank for who has paid something under “{title}”, and answer with exactly what is "
        "quoted there. Put the task “Seats given away: …” on {list.name}, ending in how many I've promised altogether.",
    ]
    tags = ["hard", "collect", "sum", "look-up", "compare", "long"]
    apps = ["bank", "mail", "todo"]

    host: Person = pick(Person, known)
    title: str = phrase("Puppet evening", "Chamber music", "Short film night", "Reading by candlelight")
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    limit: int = number(2, 3)
    many: int = number(5, 8)
    part: Money = money(8, 30)
    yes: str = phrase("Gladly, your seats are kept for you", "They are yours, see you there", "Yes, all of them")
    no: str = phrase("So many I can't give away, sorry", "That is more than I have", "No, it's too many this time")

    def _wanted(self) -> dict[Person, int]:
        few, many, paid, least = self.roles
        return {few: self.limit, many: self.many, paid: self.many + 1, least: 1}

    def setup(self, store: Store) -> Setup:
        few, many, paid, _ = self.roles
        body = (
            f"Hello,\n\nhere is how we do it. Who wants {self.limit} seats or fewer reads “{self.yes}”.\n\nWho wants "
            f"more reads “{self.no}”.\n\nBut who has paid you for it reads the first, however many it is.\n\nThanks!"
        )
        yield mailed(store, self.host, f"Rules for {self.title}", body, hours=60)
        for hours, (person, count) in enumerate(self._wanted().items(), 4):
            body = f"Hello,\n\ncould I have {count} of the seats?\n\n{person.first}"
            yield mailed(store, person, self._subject(person), body, hours=5 * hours)
        yield sent_me(store.now - timedelta(hours=9), paid, self.part, self.title)
        yield sent_me(store.now - timedelta(hours=30), many, self.part, "Theatre in spring")
        yield sent_me(store.now - timedelta(hours=40), few, self.part, self.title, outgoing=True)

    def _subject(self, person: Person) -> str:
        return f"Seats for {self.title}: {person.name}"

    def effects(self, store: Store) -> Commands:
        for place, person in enumerate(self.roles):
            yield mail.Reply(newest(store, self._subject(person)), self.no if place == 1 else self.yes)
        yield todo.AddTask(f"Seats given away: {self.limit + self.many + 2}", self.list)

    def items(self) -> Items:
        yield observed("Read the rules", showing="here is how we do it", kind="search")
        yield observed("Saw who has paid", showing=str(self.part), kind="search")

    def solution(self, user: User) -> None:
        rules = letter(user, f"Rules for {self.title}").split("here is how we do it")[1]
        limit, (yes, no) = numbers(rules)[0], quotes(rules)
        paid = [one.who for one in payments(user, self.title) if one.amount > Money()]
        given = 0
        for line in found(user, f'subject:"Seats for {self.title}:"'):
            user.click(link(line.names[0]))
            count = numbers(conversation(user).split("could I have")[1])[0]
            fine = count <= limit or line.names[0].split(": ")[1] in paid
            given += count * fine
            reply(user, yes if fine else no)
            search(user, f'subject:"Seats for {self.title}:"')
        user.do(todo.AddTask(f"Seats given away: {given}", self.list))


class VouchersWorthKeeping(InChat, Task):
    """Of six letters with vouchers those go that are over or that nobody wants; what is wanted becomes tasks."""

    goals = [
        "Clear out the “Voucher from …” mails, six of them: delete those that are no longer good and those of the "
        "places to which we don't go any more, as {chat.name} wrote on Chatter. What stays gets a task “Use …” in "
        "{list.name}, with the voucher's code for the dots, due on the last day on which it's good. Then write "
        "{chat.name} “{words}”.",
        "Six mails in Post are called “Voucher from …”. Bin every one that has run out and every one from somewhere "
        "that {chat.name} has ruled out in our Chatter chat. For each of the others add “Use …” (the code instead of "
        "the dots) to {list.name} with its last day as the due date, and send {chat.name} “{words}” on Chatter.",
        "Tidy the vouchers in my mail (“Voucher from …”, six): run out, or from one of the places that {chat.name} "
        "doesn't want any more by our chat: into the bin. Still good and wanted: stays, and “Use …” with its code goes "
        "on {list.name}, due when it ends. {chat.name} should read “{words}” in Chatter after that.",
    ]
    tags = ["hard", "collect", "compare", "look-up", "distractor", "long"]
    apps = ["mail", "messenger", "todo"]

    turn: int = number(0, 5000)
    shops: tuple[Business, ...] = derived(
        lambda store, turn: turned(store.all(Business, "kind IN ('shop', 'restaurant', 'cafe')"), turn)[:6]
    )
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    ago: int = number(2, 9)
    left: int = number(3, 20)
    words: str = phrase("The vouchers are sorted", "I've kept what we can use", "All the old ones are gone")

    def talk(self) -> Iterator[tuple[int, str]]:
        *_, one, two, three = self.shops
        yield 70, f"Vouchers: not “{one.name}”, not “{two.name}” and not “{three.name}”, we don't go there any more"
        yield 65, f"Though, no: we do go to “{three.name}”, so keep that one"

    def _codes(self) -> Iterator[tuple[Business, str, int]]:
        """Yield whose voucher has which code, and how many days it is good for."""
        for place, left in enumerate((self.left, -self.ago, -1, 9, 30, self.left + 4)):
            yield self.shops[place], f"SAVE-{(self.turn + 1) * 7 % 900 + 100}{place}", left

    def setup(self, store: Store) -> Setup:
        for place, (shop, code, left) in enumerate(self._codes()):
            on = dated(self._last(store, left))
            body = f"Good day,\n\nthis is for you: “{code}” takes a fifth off.\n\nIt is good until {on}.\n\nBye"
            yield mailed(store, shop, f"Voucher from {shop.name}", body, hours=300 + 31 * ((place + self.turn) % 6))
        yield from super().setup(store)

    def _last(self, store: Store, left: int) -> date:
        return store.now.date() + timedelta(days=left)

    def effects(self, store: Store) -> Commands:
        for place, (shop, code, left) in enumerate(self._codes()):
            if place in (0, 5):
                yield todo.AddTask(f"Use {code}", self.list, due=self._last(store, left))
            else:
                yield mail.Delete(store.one(Thread, "subject = ?", f"Voucher from {shop.name}"))
        yield message(store, self.chat.person_id, self.words)

    def items(self) -> Items:
        yield observed("Read what isn't wanted", showing="we don't go there any more", kind="search")
        yield observed("Read the vouchers", showing="takes a fifth off", kind="search")

    def solution(self, user: User) -> None:
        out, again = self.said(user, "Vouchers: not"), self.said(user, "so keep that one")
        send(user, self.words)
        never = {*quotes(out)} - {*quotes(again)}
        search(user, 'subject:"Voucher from"')
        keep, gone = {}, []
        for line in opened(user):
            told = conversation(user).split("this is for you")[1]
            until = days(told, user.today)[0]
            if until < user.today or line.names[0].removeprefix("Voucher from ") in never:
                gone.append(line.names[0])
            else:
                keep[quotes(told)[0]] = until
        search(user, 'subject:"Voucher from"')
        do_to_selected(user, "Delete selected", *gone)
        for code, until in keep.items():
            user.do(todo.AddTask(f"Use {code}", self.list, due=until))


class TidiedUpTooWell(InChat, Task):
    """What somebody has done on the phone is undone in three apps; as Post opens, they correct what they had told."""

    goals = [
        "{chat.name} has tidied up my phone, far too well. Undo all of it, as they tell on Chatter, and heed it if "
        "they remember more meanwhile: mails from where they've put them back into the inbox; in Ticked the task back "
        "to {list.name}, the other one due when it was, and open what they ticked off. What I did myself stays so. "
        "Then write them “{words}”.",
        "Everything that {chat.name} has changed on my phone has to be as before. See our Chatter chat for what that "
        "is, and for anything they still add to it: letters that belong in the inbox, a task that belongs on "
        "{list.name}, a due date, a task that isn't done. My own doings, as they call them, remain. {chat.name} gets "
        "“{words}” in the end.",
        "Take back what {chat.name} did to my mails and to {list.name} in Ticked. They've put it into our chat on "
        "Chatter, may have got something wrong, and will say so when they notice; the last word counts. Mails go to "
        "the inbox again, tasks to their list, day and state. Answer {chat.name} with “{words}”.",
    ]
    trigger = when(opened="mail")
    tags = ["hard", "look-up", "distractor", "long"]
    apps = ["mail", "messenger", "todo"]

    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    turn: int = number(0, 5000)
    writers: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 3))
    letters: tuple[str, ...] = derived(lambda turn: turned(SUBJECTS, turn)[:3])
    chores: tuple[str, ...] = derived(lambda turn: turned(CHORES, turn)[:3])
    first: date = day(3, 15)
    later: int = number(2, 6)
    words: str = phrase("Please never do that again", "All is as it was", "I've undone it, no harm done")

    def talk(self) -> Iterator[tuple[int, str]]:
        (one, mine, _), (moved, delayed, done) = self.letters, self.chores
        yield 50, f"I tidied up for you! “{one}” and “{mine}” are in the archive now, nobody needs them in the inbox"
        yield 48, f"And I put “{moved}” into your Inbox in Ticked, and made “{delayed}” due {self.later} days later"
        yield 46, f"“{done}” must be done by now, so I ticked it off"

    def scheduled_events(self, store: Store) -> Events:
        _, mine, binned = self.letters
        text = f"Wait, “{mine}” was in the archive before, that was you. But I did throw “{binned}” into the bin"
        yield says(store, self.chat, text)

    def setup(self, store: Store) -> Setup:
        for place, (subject, person) in enumerate(zip(self.letters, self.writers, strict=True)):
            yield mailed(
                store, person, subject, f"Hello,\n\nhere is what I promised you.\n\n{person.first}", 20 + 9 * place
            )
            thread = store.one(Thread, "subject = ?", subject)
            yield mail.Delete(thread) if place == 2 else mail.Archive(thread)
        moved, delayed, done = self.chores
        yield todo.AddTask(moved, inbox(store))
        yield todo.AddTask(delayed, self.list, due=self.first + timedelta(days=self.later))
        yield todo.AddTask(done, self.list)
        yield ticked(store, done)
        yield from super().setup(store)

    def _tasks(self, store: Store) -> Commands:
        moved, delayed, done = (task_of(store, chore) for chore in self.chores)
        yield todo.MoveTask(moved, self.list)
        yield todo.SetDue(delayed, self.first)
        yield todo.Reopen(done)
        yield messenger.Send(self.chat, self.words)

    def superseded_effects(self, store: Store) -> Commands:
        for subject in self.letters[:2]:
            yield mail.MoveToInbox(store.one(Thread, "subject = ?", subject))
        yield from self._tasks(store)

    def effects(self, store: Store) -> Commands:
        yield mail.MoveToInbox(store.one(Thread, "subject = ?", self.letters[0]))
        yield mail.Restore(store.one(Thread, "subject = ?", self.letters[2]))
        yield from self._tasks(store)

    def items(self) -> Items:
        yield observed("Read what was done", showing="I tidied up for you", kind="search")
        yield observed("Read what they add", showing="But I did throw", kind="search")

    def solution(self, user: User) -> None:
        user.open("Post")
        archived, moved = quotes(self.said(user, "I tidied up for you")), self.said(user, "made “")
        (done,), (mine, binned) = (
            quotes(self.said(user, "must be done by now")),
            quotes(self.said(user, "But I did throw")),
        )
        send(user, self.words)
        for subject in (one for one in archived if one != mine):
            search(user, f'subject:"{subject}"')
            user.click(link(subject))
            user.click(button("Move to inbox"), via=[button("More")])
        search(user, f'in:bin subject:"{binned}"')
        user.click(link(binned))
        user.click(button("Restore"))
        chore, delayed = quotes(moved)
        see_task(user, inbox(self.list.store), chore)
        user.click(link("Move to list"), via=[button("More")])
        user.click(button(self.list.name))
        see_task(user, self.list, delayed)
        put_off(user, -timedelta(days=numbers(moved)[0]))
        reopen(user, self.list, done)
