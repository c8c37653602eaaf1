"""Tasks in Wayfarer; the ways through it are here for tasks of several apps to take too."""

from lifeworld.tasks.maps.ways import open_list, open_place, route, search

__all__ = ["open_list", "open_place", "route", "search"]
