"""Chatter: messages to people and groups, and calls."""

from lifeworld.web import app

APP = app(__name__, name="Chatter", family="communication")
