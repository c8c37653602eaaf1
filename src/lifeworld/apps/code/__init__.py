"""Brackets: small projects of files, edited, searched, checked and committed."""

from lifeworld.web import app

APP = app(__name__, name="Brackets", family="work")
