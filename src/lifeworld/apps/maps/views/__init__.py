"""Wayfarer's screens."""

from lifeworld.apps.maps.views import city, directions, lists, place, search, you
from lifeworld.apps.maps.views.frame import pages

__all__ = ["city", "directions", "lists", "pages", "place", "search", "you"]
