"""Almanac's screens."""

from lifeworld.apps.calendar.views import calendars, changing, events, guests, ranges
from lifeworld.apps.calendar.views.frame import badge, notices, pages

__all__ = ["badge", "calendars", "changing", "events", "guests", "notices", "pages", "ranges"]
