"""The settings of an arena's site, and its rate limits: for each visitor, each address and all together."""

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from lifeworld.arena.quality import FILTERS
from lifeworld.core.errors import UserError

SHARED = 10  # times the limit of a visitor that one address may reach, such as that of a school


@dataclass(frozen=True)
class Rate:
    """A rate limit: `most` times in `seconds` for one visitor, `all` times for all together."""

    most: int
    seconds: float
    all: int

    @property
    def shared(self) -> int:
        """The limit of one network address."""
        return SHARED * self.most


@dataclass(frozen=True)
class Limits:
    """Rate limits, and sizes of requests.

    Attributes:
        address: requests of one network address, which many people may share.
        trial: starts of agents that administrators add.
        body: the maximal size of a form in bytes.
        sockets: the maximal numbers of open live views of one visitor and of all.
    """

    page: Rate = Rate(240, 60, 30_000)
    address: Rate = Rate(20_000, 60, 100_000)
    vote: Rate = Rate(40, 60, 12_000)
    battle: Rate = Rate(6, 3600, 240)
    mail: Rate = Rate(5, 3600, 200)
    sign_in: Rate = Rate(20, 3600, 2000)
    trial: Rate = Rate(60, 3600, 240)
    body: int = 32_768
    sockets: tuple[int, int] = (4, 400)


@dataclass(frozen=True)
class OpenId:
    """A provider of OpenID Connect, and the credentials of this client."""

    issuer: str
    client: str
    secret: str
    name: str = "your organisation"


@dataclass(frozen=True)
class Settings:
    """The settings of a site.

    Attributes:
        secret: signs cookies and forms and names pictures.
        origins: of the site, like https://arena.example; the first is used in mails.
        admins: e-mail addresses of administrators.
        metrics: the bearer token of the metrics page; "" disables it.
        contact: shown on the page about personal data.
        filters: of votes, by name.
        days: the lifetimes of anonymous and of signed-in sessions.

    Raises:
        UserError: the secret is too short, or an origin is invalid.
    """

    secret: str
    origins: tuple[str, ...]
    admins: tuple[str, ...] = ()
    oidc: OpenId | None = None
    metrics: str = ""
    contact: str = "whoever runs this arena"
    days: tuple[int, int] = (180, 14)
    limits: Limits = field(default=Limits())
    filters: tuple[str, ...] = tuple(FILTERS)

    def __post_init__(self) -> None:
        if len(self.secret) < 32:
            raise UserError("the arena's secret has fewer than 32 characters; `openssl rand -hex 32` makes one")
        for origin in self.origins:
            parts = urlsplit(origin)
            if (
                parts.scheme not in ("http", "https")
                or not parts.hostname
                or origin != f"{parts.scheme}://{parts.netloc}"
            ):
                raise UserError(f"{origin} is not an origin like https://arena.example, without a path")
        if not self.origins:
            raise UserError("the arena has no origin; name one like https://arena.example")

    @property
    def secure(self) -> bool:
        """Whether the site is reached by https only."""
        return all(origin.startswith("https:") for origin in self.origins)

    @property
    def hosts(self) -> list[str]:
        return [urlsplit(origin).hostname or "" for origin in self.origins]


MAX_BUCKETS = 50_000  # the least recently used are dropped first
_ALL = "all"


class Limiter:
    """Token buckets in the memory of one server, by a monotonic clock."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits, self._clock, self._lock = limits, clock, threading.Lock()
        self._left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._open: Counter[str] = Counter()

    def wait(self, what: str, whose: str, address: str = "") -> float:
        """Take a token of a rate and return 0, or return in how many seconds there will be one.

        An address is counted also, at the rate that its visitors share.
        """
        rate: Rate = getattr(self._limits, what)
        with self._lock:
            keys = {(what, whose): rate.most, (what, _ALL): rate.all}
            keys |= {(what, f"from {address}"): rate.shared} if address else {}
            missing = {key: max(0.0, 1 - self._now_left(key, most, rate.seconds)) for key, most in keys.items()}
            waits = [missing[key] * rate.seconds / most for key, most in keys.items()]
            if any(waits):
                return max(waits)
            for key, most in keys.items():
                self._take(key, most, rate.seconds)
        return 0.0

    def _now_left(self, key: tuple[str, str], most: int, seconds: float) -> float:
        left, since = self._left.get(key, (float(most), self._clock()))
        return min(float(most), left + (self._clock() - since) * most / seconds)

    def _take(self, key: tuple[str, str], most: int, seconds: float) -> None:
        self._left[key] = self._now_left(key, most, seconds) - 1, self._clock()
        self._left.move_to_end(key)
        while len(self._left) > MAX_BUCKETS:
            self._left.popitem(last=False)

    def enter(self, whose: str, address: str) -> bool:
        """Register a live view; return False if the visitor, their address or all together have too many."""
        one, every = self._limits.sockets
        most = {whose: one, f"from {address}": SHARED * one, _ALL: every}
        with self._lock:
            if any(self._open[key] >= limit for key, limit in most.items()):
                return False
            self._open.update(most.keys())
        return True

    @property
    def views(self) -> int:
        """The number of open live views."""
        return self._open[_ALL]

    def leave(self, whose: str, address: str) -> None:
        with self._lock:
            self._open.subtract((whose, f"from {address}", _ALL))
            self._open = +self._open  # drops zero counts
