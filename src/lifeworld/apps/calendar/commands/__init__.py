"""Almanac's verbs."""

from lifeworld.apps.calendar.commands.calendars import *  # noqa: F403
from lifeworld.apps.calendar.commands.events import *  # noqa: F403
from lifeworld.apps.calendar.commands.guests import *  # noqa: F403
