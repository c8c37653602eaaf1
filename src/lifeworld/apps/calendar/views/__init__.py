"""Almanac's screens."""

from lifeworld.apps.calendar.views import events as events
from lifeworld.apps.calendar.views import ranges as ranges
from lifeworld.apps.calendar.views.frame import badge, notices, pages

__all__ = ["badge", "notices", "pages"]
