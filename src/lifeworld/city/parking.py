"""Where one pays to park: zones over the centre and the harbour, with their hours and prices."""

from dataclasses import dataclass
from functools import cache

from lifeworld.city.geometry import Line, Point, inside, laid, line_of
from lifeworld.city.hours import Hours, hours
from lifeworld.core.money import Money


@dataclass(frozen=True)
class Zone:
    """A zone by its letter: what an hour costs there within its hours; outside them it is free."""

    letter: str
    price: Money
    hours: Hours
    outline: Line

    @property
    def middle(self) -> Point:
        """The point in the middle between its corners."""
        return Point(*(sum(values) / len(values) for values in zip(*self.outline, strict=True)))


@cache
def zones() -> dict[str, Zone]:
    """Return the zones by their letters."""
    return {
        letter: Zone(letter, Money(cents), hours(text), line_of(outline))
        for letter, cents, text, outline in laid()["zones"]
    }


def zone_at(point: Point) -> Zone | None:
    """Return the zone that a point lies in; None where parking is free."""
    return next((one for one in zones().values() if inside(point, one.outline)), None)
