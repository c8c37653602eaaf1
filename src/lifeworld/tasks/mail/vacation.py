"""The vacation reply."""

from datetime import date

from lifeworld.apps.mail import commands as mail
from lifeworld.taskkit import Commands, Items, Task, containing, day, judged, phrase


class VacationReply(Task):
    """The vacation reply is switched on for a time."""

    goals = [
        "Set up a vacation reply in Post from {first} to {last}, subject “{subject}”, saying that I am back on {back}.",
        "I'm away from {first} until {last}. Turn on the automatic answer in Post: subject “{subject}”, and "
        "mention {back} as the day I'm back.",
        "Switch the vacation reply on, first day {first}, last day {last}, subject “{subject}”. People should read in "
        "it that I'll be back on {back}.",
    ]
    tags = ["prose"]

    first: date = day(2, 6)
    last: date = day(9, 16)
    subject: str = phrase("Out of office", "Away for a few days")
    back: date = day(17, 20)

    def effects(self) -> Commands:
        yield mail.SaveVacation(True, self.first, self.last, self.subject, containing(self.back))

    def items(self) -> Items:
        yield judged("The reply says that I am away, and back on that day")
