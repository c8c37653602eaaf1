"""Harbour Bank: accounts, transfers, bills, cards."""

from lifeworld.web import app

APP = app(__name__, name="Harbour Bank", family="money")
