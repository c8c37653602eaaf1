"""Tasks in Chatter; the ways through it are here for tasks of several apps to take too."""

from lifeworld.tasks.messenger.ways import LISTED, PEOPLE, open_chat, open_named, send, start_with

__all__ = ["LISTED", "PEOPLE", "open_chat", "open_named", "send", "start_with"]
