"""The city, its people, a year of events."""

from lifeworld.core.choices import DRAWN, NAMES
from lifeworld.life.biographies import known, names, place
from lifeworld.life.simulation import Life, live, simulate

__all__ = ["DRAWN", "NAMES", "Life", "known", "live", "names", "place", "simulate"]
