"""Tasks in Almanac; the ways through it are here for tasks of several apps to take too."""

from lifeworld.tasks.calendar.ways import look_up, new_event, search, set_times, tick

__all__ = ["look_up", "new_event", "search", "set_times", "tick"]
