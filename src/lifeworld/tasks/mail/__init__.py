"""Tasks in Post; how its screens are reached is here for tasks of several apps to take too."""

from lifeworld.tasks.mail.screens import compose, forward, search

__all__ = ["compose", "forward", "search"]
