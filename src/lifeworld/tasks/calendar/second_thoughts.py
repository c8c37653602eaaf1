"""The person says something else while their calendar is being changed."""

from datetime import date, time

from lifeworld.apps.calendar import commands as calendar
from lifeworld.taskkit import Commands, clock, derived, number, phrase, when
from lifeworld.tasks.calendar.guests import ANSWERS, AnswerInvitation
from lifeworld.tasks.calendar.making import AddAppointment
from lifeworld.tasks.calendar.meant import after, hour_after
from lifeworld.tasks.calendar.moving import Reschedule


class AddAppointmentLater(AddAppointment):
    """An event goes into a calendar; its time changes while it is being entered."""

    goals = [
        "Put “{title}” into my {calendar.name} calendar on {on}, from {first} to {until}.",
        "I have “{title}” on {on}, {first} until {until}. Add it to {calendar.name} in Almanac.",
        "New event in {calendar.name}: “{title}”, {on}, {first} to {until}.",
    ]
    trigger = when(opened="calendar")
    goal_update = [
        "They've just called: it's from {starts} to {ends} now. Same day.",
        "Correction: {starts} to {ends}, the day stays.",
        "It has been moved to {starts}, until {ends}. Put it in like that, please.",
    ]
    tags = ["goal-update"]

    first: time = clock(8, 18)
    until: time = derived(lambda first: hour_after(first))

    def superseded_effects(self) -> Commands:
        yield calendar.AddEvent(self.title, self.calendar, self.on, self.first, self.until, reminder=30)


class AnswerOtherwise(AnswerInvitation):
    """An invitation is answered, but not as was said first."""

    goals = [
        "{event.organiser.name} has invited me to “{event.title}”. Please {first} the invitation.",
        "There's an invitation to “{event.title}” from {event.organiser.name} in my calendar. I'd like to {first} it.",
        "Please {first} {event.organiser.name}'s invitation to “{event.title}”.",
    ]
    trigger = when(opened="calendar")
    goal_update = [
        "I've thought about it again: {verb} it, please.",
        "Something has come up. Could you {verb} it instead?",
        "No, wait, {verb} it.",
    ]
    tags = ["goal-update", "short"]

    first: str = phrase(*ANSWERS)

    def superseded_effects(self) -> Commands:
        yield calendar.Answer(self.event, ANSWERS[self.first])


class RescheduleToAnotherDay(Reschedule):
    """An event moves, though to another day than was said first."""

    goals = [
        "Move “{event.title}” from {event.day} to {first}, {starts} to {ends}.",
        "“{event.title}” on {event.day} is postponed to {first}, from {starts} to {ends}. Change it, please.",
        "Put “{event.title}” ({event.day}) on {first} instead, {starts} until {ends}.",
    ]
    trigger = when(opened="calendar")
    goal_update = [
        "Make it {to} after all, at the same time.",
        "Not that day, sorry. {to} suits everybody better. The time stays.",
        "It's {to} now. From {starts} to {ends}, as I said.",
    ]
    tags = ["goal-update"]

    sooner: int = number(1, 20)
    first: date = derived(lambda event, sooner: after(event.day, sooner, event))

    def superseded_effects(self) -> Commands:
        yield calendar.MoveEvent(self.event, self.first, self.starts, self.ends)
