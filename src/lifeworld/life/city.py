"""Port Callow's businesses as rows; what the city itself knows of them is in `lifeworld.city`."""

from dataclasses import fields
from functools import cache

from lifeworld.city.directory import CITY, address, at_home, directory, entries, phone
from lifeworld.life.models import Business

__all__ = ["CITY", "address", "at_home", "businesses", "directory", "phone"]


@cache
def businesses() -> dict[str, Business]:
    """Return every business of the city by its key in the directory, ids from 1."""
    names = [field.name for field in fields(Business) if field.name != "id"]
    every = ((key, one.number, {name: getattr(one, name) for name in names}) for key, one in entries().items())
    return {key: Business(id=number, **told) for key, number, told in every}  # type: ignore[call-arg]  # every row has one
