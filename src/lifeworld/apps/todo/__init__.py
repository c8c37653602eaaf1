"""Ticked: lists of things to do."""

from lifeworld.web import app

APP = app(__name__, name="Ticked", family="work")
