"""Almanac: months, weeks and days."""

from lifeworld.web import app

APP = app(__name__, name="Almanac", family="work")
