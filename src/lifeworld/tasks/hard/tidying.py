"""Somebody has tidied up one's phone, and says the rest of it only as one sets about undoing it."""

from collections.abc import Iterator
from datetime import date, timedelta

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Thread
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
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
    day,
    derived,
    link,
    number,
    numbers,
    observed,
    option,
    phrase,
    pick,
    when,
)
from lifeworld.tasks.cross.beforehand import InChat, friends, inbox, mailed, ticked
from lifeworld.tasks.cross.screens import quotes
from lifeworld.tasks.hard.company import task_of, turned
from lifeworld.tasks.hard.hands import put_off, reopen, see_task
from lifeworld.tasks.mail.screens import search
from lifeworld.tasks.messenger import send
from lifeworld.tasks.messenger.news import says

SUBJECTS = ("Slides of the tour", "Seeds to swap", "Words for the choir", "Old class list", "Sizes of the windows")
CHORES = ("Count the tickets", "Wax the skis", "Renew the pass", "Scan the letters", "Patch the tent", "Buy twine")


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
    tags = ["hard", "moving", "adapt", "look-up", "distractor", "long"]
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
        user.click(option(self.list.name))
        user.click(button("Move"))
        see_task(user, self.list, delayed)
        put_off(user, -timedelta(days=numbers(moved)[0]))
        reopen(user, self.list, done)
