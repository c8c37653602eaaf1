"""What an arena's host decides about its site."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from lifeworld.arena.quality import FILTERS
from lifeworld.core.errors import UserError

SHARED = 10  # visitors at their limit that one address may have; those of a school stay far below theirs


@dataclass(frozen=True)
class Rate:
    """How often something may happen: `most` times in `seconds`, for one and for all together."""

    most: int
    seconds: float
    all: int

    @property
    def shared(self) -> int:
        """How often from one network address, whoever comes from it: as ten visitors at their limit may."""
        return SHARED * self.most


@dataclass(frozen=True)
class Limits:
    """Rates of what visitors do, and sizes of what they send.

    Attributes:
        address: requests of one network address; many people may share one.
        trial: agents that administrators have tried, for each of which a process is started.
        body: bytes of a form.
        sockets: live views that one visitor may hold open, and that all may; one address may ten times the former.
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
    """A provider of OpenID Connect: where it is, and what it knows us by."""

    issuer: str
    client: str
    secret: str
    name: str = "your organisation"


@dataclass(frozen=True)
class Settings:
    """What the host decides.

    Attributes:
        secret: signs cookies and forms and names pictures; whoever knows it can be anybody.
        origins: where the site is reached, like https://arena.example; the first stands in mails.
        admins: e-mail addresses whose owners administer.
        metrics: what a collector sends as a bearer token; "" closes the page of metrics.
        contact: whom the site's text on data names.
        filters: what sets votes aside from the ranking.
        days: how long a session lasts: of somebody unknown, and of somebody signed in.

    Raises:
        UserError: the secret is short, or an origin is none.
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
                raise UserError(f"{origin} is no origin; one is like https://arena.example, with nothing behind it")
        if not self.origins:
            raise UserError("the arena has no origin; name one like https://arena.example")

    @property
    def secure(self) -> bool:
        """Whether browsers come by https alone."""
        return all(origin.startswith("https:") for origin in self.origins)

    @property
    def hosts(self) -> list[str]:
        return [urlsplit(origin).hostname or "" for origin in self.origins]
