"""Wayfarer's screens."""

from lifeworld.apps.maps.views import directions, lists, place, search, you
from lifeworld.apps.maps.views.frame import pages

__all__ = ["directions", "lists", "pages", "place", "search", "you"]
