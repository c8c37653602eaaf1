"""Something comes while Almanac is being seen to that is none of its business."""

from datetime import datetime, time, timedelta

from lifeworld.store import Store
from lifeworld.taskkit import Events, derived, phrase, when
from lifeworld.tasks.calendar.making import AddAppointment
from lifeworld.tasks.calendar.meant import invitation
from lifeworld.tasks.messenger.news import somebody


class AddBesideAnInvitation(AddAppointment):
    """An event goes into a calendar while somebody invites to another."""

    goals = [
        "Put “{title}” into my {calendar.name} calendar on {on}, from {starts} to {ends}. I'll answer invitations "
        "myself.",
        "I have “{title}” on {on} at {starts}, until {ends}. Add it to {calendar.name} in Almanac and don't answer "
        "anybody for me.",
        "New event in {calendar.name}: “{title}”, {on}, {starts} to {ends}. Leave whatever else turns up as it is.",
    ]
    trigger = when(opened="calendar")
    distractor = True
    tags = ["moving", "ignore"]

    other: str = phrase("Board game night", "Coffee in the yard", "Test run of the new bikes", "Film club")
    begins: datetime = derived(lambda on: datetime.combine(on + timedelta(days=1), time(19)))

    def scheduled_events(self, store: Store) -> Events:
        host = somebody(store, self.other).person_id
        yield invitation(store.now, self.other, host, self.begins, timedelta(hours=2))
