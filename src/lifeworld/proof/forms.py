"""Fills in every form of a world with what nobody expects, and tells what breaks."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from urllib.parse import quote, unquote, urlencode, urlsplit

from markupsafe import escape

from lifeworld.apps import installed
from lifeworld.proof import strange
from lifeworld.proof.blanks import Blank, Field, find
from lifeworld.web.look import FORMS, Look
from lifeworld.web.request import Pairs, Request, Response, pairs_of
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

APPS = tuple(app.id for app in installed())
_TEARS = (b"%", b"%FF", b"%00", b"\xff", b"\xed\xa0\x80", b"&", b"=", b"+", b";")
_NAMES = ("page", "sort", "show", "month", "day", "at")  # of what other pages are asked for
_TEARS = (b"%", b"%FF", b"%00", b"\xff", b"\xed\xa0\x80", b"&", b"=", b"+", b";")
_ANSWERS = frozenset((200, 303, 403, 404, 405, 422))
_HOPS = 3
_LEGIBLE = 500  # characters up to which a refused text has to stand in the page that says so
_MARKUP = (b"<script>alert(7)", b"<img src=x onerror", b"1337 ")
_HEADER = re.compile(r"[!-~]+")
_MESSAGE = re.compile(rb'role="alert"|class="error"|<title>That didn')
_SOUND = {"Mar 14, 2026": ("Mar 20, 2026", "Mar 9, 2026"), "9:30 AM": ("9:30 AM", "2:15 PM"), "0.00": ("12.50", "40")}
_BY_NAME = {"email": "ann@postbox.example", "phone": "555-0142", "to": "ann@postbox.example"}


@dataclass(frozen=True)
class Filled:
    """A form that was filled in: what is sent, and what of it somebody wrote."""

    method: str
    address: str
    pairs: Pairs
    written: Pairs = ()

    def __str__(self) -> str:
        sent = " ".join(f"{name}={_short(text)}" for name, text in self.pairs)
        return f"{self.method} {_short(self.address)} {sent}".rstrip()


@dataclass(frozen=True)
class Found:
    """A fault, with what makes it happen again: `lifeworld check --forms` with the seed, and the number of the form."""

    number: int
    seed: int
    device: str
    filled: Filled
    what: str

    def __str__(self) -> str:
        return f"#{self.number} of seed {self.seed} ({self.device}): {self.what}: {self.filled}"


@dataclass
class Tally:
    """What came of it all."""

    forms: int = 0
    sent: int = 0
    answers: Counter[int] = field(default_factory=Counter)
    found: list[Found] = field(default_factory=list)


def submitted(times: int, seed: int = 1, apps: Sequence[str] = ()) -> Tally:
    """Send `times` filled-in forms, half on a phone and half on a desktop, and return what came of them."""
    tally = Tally()
    for place, device in enumerate(FORMS):
        world = World(load(NAMES[place % len(NAMES)]).data, Look("light", FORMS[device]))
        desk = Desk(world, apps)
        tally.forms += len(desk.blanks)
        for number in range(place, times, len(FORMS)):
            filled, answer, faults = desk.send(Random(f"{seed}/{number}"))
            tally.sent += 1
            tally.answers[answer] += 1
            tally.found += [Found(number, seed, device, filled, what) for what in faults]
        world.close()
    return tally


class Desk:
    """Fills in one world's forms; the world is afterwards as it was before."""

    def __init__(self, world: World, apps: Sequence[str] = ()) -> None:
        self.world = world
        with world.store.tentatively():
            self.blanks, addresses = find(world, apps)
        self._weights = [1 + 2 * blank.choices for blank in self.blanks]
        self._pages: dict[str, list[str]] = {}
        for address in addresses:
            self._pages.setdefault(address.split("/")[1], []).append(address)

    def send(self, rng: Random) -> tuple[Filled, int, list[str]]:
        """Fill in one form and send it; return it, the status and what was wrong with the answer."""
        blank = rng.choices(self.blanks, self._weights)[0]
        filled = fill(blank, rng, self.world.token)
        with self.world.store.tentatively():
            request = _request(filled, rng)
            response = self._answer(request)
            found = list(self._wrong(request, filled.written, response))
            if not found and response.status == 303:
                found = list(self._after(filled, response, rng))
        return filled, response.status, found

    def _answer(self, request: Request) -> Response:
        self.world.site.fault = None
        return self.world.site.handle(request)

    def _wrong(self, request: Request, written: Pairs, response: Response) -> Iterator[str]:
        if self.world.site.fault:
            yield repr(self.world.site.fault.__cause__)
        elif response.status not in _ANSWERS:
            yield f"status {response.status}"
        elif any(mark in response.body for mark in _MARKUP):
            yield "what was typed becomes markup"
        elif response.status == 422:
            arrived = dict(request.form_pairs)
            kept = [text for name, text in written if arrived.get(name) == text]
            yield from _refused(kept, response.body.decode())

    def _after(self, filled: Filled, response: Response, rng: Random) -> Iterator[str]:
        """Look at where the answer leads and at another page, with the strange value in the world."""
        address = response.headers["location"]
        if not _HEADER.fullmatch(address):
            yield f"the answer leads to {_short(address)}, which is no address"
        pages = self._pages.get(filled.address.split("/")[1], ["/"])
        for page in (address, rng.choice(pages)):
            yield from (f"{problem} on {_short(page)} afterwards" for problem in self._looked(page))

    def _looked(self, address: str) -> Iterator[str]:
        for _ in range(_HOPS):
            parts = urlsplit(address)
            request = Request("GET", unquote(parts.path), pairs_of(parts.query.encode()))
            response = self._answer(request)
            yield from self._wrong(request, (), response)
            if response.status != 303:
                return
            address = response.headers["location"]
        yield "redirects without end"


# ---- filling in


def fill(blank: Blank, rng: Random, token: str) -> Filled:
    """Fill in a form: sound values in all fields but a few, which are strange, missing, doubled or nobody's."""
    odd = {one.name for one in blank.fields if rng.random() < 1 / max(2, len(blank.fields) - 1)}
    pairs, written = [], []
    for one in blank.fields:
        texts = _strange(one, rng) if one.name in odd else _sound(one, rng)
        pairs += [(one.name, text) for text in texts]
        written += [(one.name, text) for text in texts if one.written]
    if rng.random() < 0.1:
        pairs.append((rng.choice((*_NAMES, strange.value(rng)[:50])), strange.value(rng)))
    if blank.method == "POST" and rng.random() < 0.98:
        pairs.append(("token", token))
    address = _readdressed(blank.address, rng)
    own = blank.page and address == blank.address  # another row's form may lack some of these fields
    return Filled(blank.method, address, tuple(pairs), tuple(written) if own else ())


def _sound(one: Field, rng: Random) -> list[str]:
    if one.offered:
        return [rng.choice(one.offered)] if one.texts or rng.random() < 0.5 else []
    if not one.written or (any(one.texts) and rng.random() < 0.7):
        return list(one.texts)
    return [rng.choice(_SOUND.get(one.example, (_BY_NAME.get(one.name, f"Tea {rng.randint(1, 99)}"),)))]


def _strange(one: Field, rng: Random) -> list[str]:
    luck = rng.random()
    if luck < 0.08:
        return []
    if luck < 0.16:
        return [*one.texts, strange.value(rng), strange.value(rng)]
    return [strange.value(rng)]


def _readdressed(address: str, rng: Random) -> str:
    """Return the address, now and then with another number in its path."""
    if rng.random() < 0.95:
        return address
    return re.sub(r"(?<=/)\d+(?=/|$)", lambda _: quote(strange.number(rng)), address)


def _request(filled: Filled, rng: Random) -> Request:
    """Return what arrives: half as a browser sends it, bytes and all; half as the driver without a browser does."""
    parts = urlsplit(filled.address)
    pairs = filled.pairs
    if rng.random() < 0.5:
        sent = urlencode(pairs, errors="surrogatepass").encode()
        pairs = pairs_of(_torn(sent, rng) if rng.random() < 0.1 else sent)
    if filled.method == "GET":
        return Request("GET", unquote(parts.path), pairs)
    return Request("POST", unquote(parts.path), pairs_of(parts.query.encode()), pairs)


def _torn(sent: bytes, rng: Random) -> bytes:
    place = rng.randint(0, len(sent))
    return sent[:place] + rng.choice(_TEARS) + sent[place:]


# ---- judging


def _refused(written: Sequence[str], page: str) -> Iterator[str]:
    if not _MESSAGE.search(page.encode()):
        yield "refused without a message"
    for text in written:
        if text.isprintable() and len(text) <= _LEGIBLE and str(escape(text)) not in page:
            yield f"refused, and {_short(text)} is lost"


def _short(text: str) -> str:
    return ascii(text) if len(text) <= 60 else f"{text[:50]!a}…({len(text)} characters)"
