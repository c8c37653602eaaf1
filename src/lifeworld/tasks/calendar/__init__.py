"""Tasks in Almanac; the ways through it are here for tasks of several apps to take too."""

from lifeworld.tasks.calendar.ways import CALENDARS, MORE, look_up, new_event, schedule, search, set_times, tick

__all__ = ["CALENDARS", "MORE", "look_up", "new_event", "schedule", "search", "set_times", "tick"]
