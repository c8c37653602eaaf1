"""Megacart: a department store with search, cart, lists, checkout and orders."""

from lifeworld.web import app

APP = app(__name__, name="Megacart", family="shopping")
