"""Lifeworld: a living, checkable world of apps in which computer-use agents are measured."""

__version__ = "0.1.0"
