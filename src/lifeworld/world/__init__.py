"""Mounts the apps; restore, do, advance."""

from lifeworld.world.profiles import Profile, load, untouched
from lifeworld.world.world import World

__all__ = ["Profile", "World", "load", "untouched"]
