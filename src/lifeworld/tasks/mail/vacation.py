"""The vacation reply."""

from datetime import date

from lifeworld.apps.mail import commands as mail
from lifeworld.taskkit import Task, box, button, containing, day, field, judged, link, phrase
from lifeworld.tasks.mail.ways import open_folder


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

    def effects(self):
        yield mail.SaveVacation(True, self.first, self.last, self.subject, containing(self.back))

    def items(self):
        yield judged("The reply says that I am away, and back on that day")

    def solution(self, user):
        open_folder(user, "Settings")
        user.click(link("Vacation reply"))
        user.check(box("Answer new mail by itself"))
        user.fill(field("First day"), self.first)
        user.fill(field("Last day"), self.last)
        user.fill(field("Subject"), self.subject)
        user.fill(field("Message"), f"Thanks for writing. I am back on {self.back:%B} {self.back.day}.")
        user.click(button("Save"))
