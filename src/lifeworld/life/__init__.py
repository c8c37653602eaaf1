"""The city, its people, a year of events."""

from lifeworld.life.simulation import NAMES, Life, live, simulate

__all__ = ["NAMES", "Life", "live", "simulate"]
