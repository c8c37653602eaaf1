"""Wayfarer: a map of the city, its places, and the ways between them."""

from lifeworld.web import app

APP = app(__name__, name="Wayfarer", family="travel")
