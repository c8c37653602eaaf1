"""A form filled in with what nobody expects, and the request that it becomes."""

import re
from dataclasses import dataclass
from random import Random
from urllib.parse import quote, unquote, urlencode, urlsplit

from lifeworld.proof import strange
from lifeworld.proof.blanks import Blank, Field
from lifeworld.web.request import Pairs, Request, pairs_of

_TEARS = (b"%", b"%FF", b"%00", b"\xff", b"\xed\xa0\x80", b"&", b"=", b"+", b";")
_NAMES = ("page", "sort", "show", "month", "day", "at")  # of what other pages are asked for
_SOUND = {"Mar 14, 2026": ("Mar 20, 2026", "Mar 9, 2026"), "9:30 AM": ("9:30 AM", "2:15 PM"), "0.00": ("12.50", "40")}
_ANN = "ann@postbox.example"
_BY_NAME = {"email": _ANN, "to": _ANN, "cc": _ANN, "bcc": _ANN, "phone": "555-0142", "code": "97481", "income": "52000"}
_BY_NAME |= {"number": "4000 0012 3456 7899", "expires": "08/29"}


@dataclass(frozen=True)
class Filled:
    """A form that was filled in: what is sent, and what of it somebody wrote."""

    method: str
    address: str
    pairs: Pairs
    written: Pairs = ()

    def __str__(self) -> str:
        sent = " ".join(f"{name}={short(text)}" for name, text in self.pairs)
        return f"{self.method} {short(self.address)} {sent}".rstrip()


def short(text: str) -> str:
    """Return a text as it can be printed, only its beginning where it is long."""
    return ascii(text) if len(text) <= 60 else f"{text[:50]!a}…({len(text)} characters)"


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


def request_of(filled: Filled, rng: Random) -> Request:
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
