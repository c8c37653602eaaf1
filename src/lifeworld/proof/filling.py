"""A form filled in with what nobody expects, and the request that it becomes."""

import re
from dataclasses import dataclass
from random import Random
from urllib.parse import quote, unquote, urlencode, urlsplit

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
        pairs.append((rng.choice((*_NAMES, strange_value(rng)[:50])), strange_value(rng)))
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
        return [*one.texts, strange_value(rng), strange_value(rng)]
    return [strange_value(rng)]


def _readdressed(address: str, rng: Random) -> str:
    """Return the address, now and then with another number in its path."""
    if rng.random() < 0.95:
        return address
    return re.sub(r"(?<=/)\d+(?=/|$)", lambda _: quote(strange_number(rng)), address)


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


# ---- what nobody expects: texts, amounts, days, times and ids that programs trip over

_TEXTS = (
    "", " ", "\t \r\n ", "\u00a0\u2003\u3000", "x" * 300, "long " * 20_000, "\u0000", "nul\u0000in the middle",
    "bell \a, escape \u001b[31m, delete \u007f", "\u202eright to left\u202c \u200f\u200e\ufeff",
    "zero\u200bwidth\u2060\u00adjoin\u200der", "half \ud83d of a pair \udc00", "👩‍👩‍👧‍👦 🇨🇭 👍🏿",
    "Z̷̢̛a̷̡͠l̸̨͝g̶̨͒o" + "\u0301" * 40, "ﬁne ① ℌ ｆｕｌｌ Å ﷺ", "İstanbul ß ı ǆ",
    "\uffff \U0010ffff \ue000 \u2028 \u2029 \u0085", "<script>alert(7)</script>", '"><img src=x onerror=alert(7)>',
    "{{ 8191 * 131071 }} {% for x in y %} {# no #} ${7*7} %(name)s {name} {0} %s %d %", "'; DROP TABLE life_person; --",
    "\" OR 1=1 --", '"', "'", "\\", "*", "%", "_", "%%%_%", "?", "?1", "[", "^*", "(", ")", "NEAR(", "AND",
    "OR NOT", "a AND", '"a" NEAR/2', "a:b", "from:", "-", "--", "-x", ":", "is:odd", "has:", "in:nowhere",
    "after:9999-12-31", "before:0001-01-01", 'subject:"', "$99999999999999999999999.99",
    "$1.00 99,999,999,999,999,999,999.00", "label:%", "word " * 1200, "/etc/passwd", "//elsewhere.example/",
    "/\\elsewhere.example", "javascript:alert(7)", "/todo/\r\nset-cookie: a=b", "/ü", "a@b", "a@@b.example", "@",
    ",", ";,;", "Maya <", "<>", "a" * 90 + "@postbox.example", "None", "null", "undefined", "true", "false", "on",
    "off", "NaN",
)  # fmt: skip
_AMOUNTS = (
    "0", "-0", "+0", "0.00", "-1", "−5", "0.001", "$0.001", "$", "$ 12.50", "12.5 USD", "1,2,3", "1,000,000.00",
    ".5", "5.", "1e5", "1e308", "1e-400", "-1e308", "NaN", "inf", "-Infinity", "0x10", "1_000", "٣", "٣٫٥", "１２",
    "²", "½", "999999999.99", "99999999999", "92233720368547758.07", "92233720368547758.08", "999999999999999",
    "999999999999999.99", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
    "999999999999999999999", "9" * 40, "9" * 5000, "0" * 5000 + "1", "9" * 40 + ".99", "--5", "5-", "1 000",
)  # fmt: skip
_DAYS = (
    "Dec 31, 9999", "Jan 1, 1", "9999-12-31", "9999-12-01", "9998-12-31", "0001-01-01", "0000-00-00", "0001-01-31",
    "10000-01-01", "2026-13-45", "2026-02-30", "Feb 29, 2026", "Feb 29, 2028", "Feb 30", "29 Feb", "31 Apr",
    "12/31/9999", "1/1/0001", "tomorrow", "yesterday", "today", "Monday", "Mon", "Monday Monday", "Tuesday, Mar 3",
    "Mar 14", "14 March", "٣ Mar", "-1-1-1", "2026-03-14T10:00", "2026-03-14T10:00+05:00", "2026-03-14T10:00Z",
    "2026-W11-3", "20260314", "2026-03-14 25:00", "2026-03-14T10:00:00.123456789", "9999-12-31T23:59:59",
    "0001-01-01T00:00", "99999-01-01", "1900-01-01", "2100-12-31", "1969-12-31", "1583-01-01", "2038-01-20", "9999",
    "2026", "%Y-%m-%d", "Mar 14, 2026@", "@", "@10:00", "00", "9999-12", "0000-01",
)  # fmt: skip
_TIMES = (
    "25:61", "24:00", "23:59:60", "23:59", "00:00", "0:0", "12:00 AM", "12 PM", "13 PM", "0 AM", "9", "9.30",
    "9:30 XM", "-1:00", "99:99", "٩:٣٠", "noon", ":", "1:2:3", "12:30:61", "9:30 A.M.", "9:30PM+02:00",
    "2:30 " * 50,
)  # fmt: skip
_INTEGERS = (
    "0", "-1", "1", "2", "3", "999", "1000000", "2147483647", "2147483648", "4294967296", "999999999",
    "999999999999999", "9007199254740993", "9223372036854775807", "9223372036854775808", "18446744073709551616",
    "1" + "0" * 400, "9" * 4301, "1.5", "1e3", "０", "٣", "²", "①", "+1", " 1", "1 ", "01", "0x1", "", "-", "--1",
    "1,2", "1;2",
)  # fmt: skip
KINDS = (_TEXTS, _AMOUNTS, _DAYS, _TIMES, _INTEGERS)


def strange_value(rng: Random) -> str:
    """Return one strange value of any kind."""
    chosen = rng.choice(rng.choice(KINDS))
    return chosen if rng.random() < 0.9 else f"{chosen}{rng.choice(rng.choice(KINDS))}"


def strange_number(rng: Random) -> str:
    """Return a strange number, as may stand in an address."""
    return rng.choice(_INTEGERS)
