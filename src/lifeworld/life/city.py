"""Port Callow's businesses as rows; what the city itself knows of them is in `lifeworld.city`."""

from functools import cache

from lifeworld.city.directory import CITY, address, at_home, directory, entries, phone
from lifeworld.life.models import Business

__all__ = ["CITY", "address", "at_home", "businesses", "directory", "phone"]


@cache
def businesses() -> dict[str, Business]:
    """Return every business of the city by its key in the directory, ids from 1."""
    return {
        key: Business(
            id=one.number,  # type: ignore[call-arg]  # every row has an id
            name=one.name,
            kind=one.kind,
            category=one.category,
            email=one.email,
            phone=one.phone,
            address=one.address,
            emoji=one.emoji,
        )
        for key, one in entries().items()
    }
