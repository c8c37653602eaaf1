"""Post: letters from people, and the mail that machines write."""

from lifeworld.web import app

APP = app(__name__, name="Post", family="communication")
