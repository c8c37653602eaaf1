"""Where the owner of a life is when: nobody is at two places, at a closed door, or sooner than one gets there."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cache
from random import Random

from lifeworld.city.places import find, stays_open

# kinds of businesses that are paid where they are; all others from anywhere
GONE_TO = frozenset(("grocer", "bakery", "cafe", "restaurant", "bar", "leisure", "health", "shop"))
AT_THE_TILL = timedelta(minutes=3)
_PACE = 5.0  # metres a second, as the crow flies, from one place to the next
_LATER = timedelta(hours=3)  # for which a visit may be put off


@dataclass
class Whereabouts:
    """What the owner of a life has on, day by day, and where."""

    _busy: dict[date, list[tuple[datetime, datetime, str]]] = field(default_factory=lambda: defaultdict(list))

    def occupy(self, start: datetime, end: datetime, place: str = "") -> None:
        """Say that the owner has something on then, perhaps at `place`."""
        for days in range((end.date() - start.date()).days + 1):
            self._busy[start.date() + timedelta(days=days)].append((start, end, place))

    def free(self, start: datetime, end: datetime, place: str = "", *, within: bool = False) -> bool:
        """Say whether the owner has nothing on then, gets there and away, and finds it open; or is there (`within`)."""
        busy = [(*one, timedelta() if within else _way(one[2], place)) for one in self._busy[start.date()]]
        return stays_open(place, start, end) and all(
            over + way <= start or end + way <= begun or (within and at == place) for begun, over, at, way in busy
        )

    def visit(self, at: datetime, place: str, rng: Random) -> datetime | None:
        """Return when the owner pays at a place, then or hours later, and let them be there; None if they can't be.

        Nobody pays at a house shortly before what they have on there.
        """
        marks = [over + _way(before, place) for _, over, before in sorted(self._busy[at.date()])]
        after = (mark + AT_THE_TILL + timedelta(seconds=rng.randint(60, 600)) for mark in marks)
        for till in (at, *(one for one in after if at < one < at + _LATER)):
            soon = any(here == place and till <= begun < till + _LATER for begun, _, here in self._busy[at.date()])
            if not soon and self.free(till - AT_THE_TILL, till, place):
                self.occupy(till - AT_THE_TILL, till, place)
                return till
        return None


@cache
def _way(place: str, other: str) -> timedelta:
    """Return how long one needs from a place to another; no time where it isn't said where that is."""
    start, end = find(place), find(other)
    return timedelta(seconds=round(start.to(end) / _PACE)) if start and end else timedelta()
