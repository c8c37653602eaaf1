"""Where the owner may have left Almanac."""

from lifeworld.apps.calendar.models import Calendar, Event
from lifeworld.web.states import State, at

STATES = (
    State("month", "/month"),
    State("week", "/week"),
    State("agenda", "/agenda"),
    State("event", at(Event, "/event/{id}")),
    State("search", "/search?q=dinner"),
    State("free", "/free"),
    State("half-written", "/add", {"Title": "Something on "}),
    State("half-moved", at(Event, "/event/{id}/edit"), {"Title": "Moved to"}),
    State("asked-to-delete", at(Event, "/event/{id}/delete")),
    State("calendars", "/calendars"),
    State("calendar", at(Calendar, "/calendars/{id}")),
    State("invitations", "/invitations"),
    State("settings", "/settings"),
)
