"""The settings of an arena's site."""

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
