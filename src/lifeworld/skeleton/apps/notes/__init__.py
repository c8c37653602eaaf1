"""Jotter: notes in notebooks."""

from lifeworld.web import app

APP = app(__name__, name="Jotter", family="work")
