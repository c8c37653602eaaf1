"""The city, its people, a year of events."""

from lifeworld.life.biographies import NAMES
from lifeworld.life.simulation import Life, live, simulate

__all__ = ["NAMES", "Life", "live", "simulate"]
