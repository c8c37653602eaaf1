"""Letters that leave something to do."""

from datetime import date

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Thread
from lifeworld.apps.todo.models import TaskList
from lifeworld.taskkit import Commands, Task, day, pick
from lifeworld.tasks.mail.picking import in_inbox


class LetterOntoList(Task):
    """A conversation goes onto a list of things to do, with a due date."""

    goals = [
        "Add the mail “{thread.subject}” from my inbox to my list {list.name} in Ticked, due {due}. Do it from Post, "
        "and keep the subject as the title.",
        "“{thread.subject}” in my inbox is something to do by {due}. Put it on {list.name} straight from the mail app, "
        "under its own subject.",
        "From Post, send the inbox conversation “{thread.subject}” to my to-do list {list.name}. It is due {due}; the "
        "title stays as it is.",
    ]
    apps = ["mail", "todo"]
    optional_apps = ["todo"]
    thread: Thread = pick(Thread, in_inbox, among=in_inbox)
    list: TaskList = pick(TaskList)
    due: date = day(2, 20)

    def effects(self) -> Commands:
        yield mail.NoteConversation(self.thread, self.thread.subject, self.list.name, self.due)
