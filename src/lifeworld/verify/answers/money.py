"""Amounts of money: marked ones, else bare ones; the sign is free."""

import re
from collections.abc import Iterator
from datetime import date
from functools import partial

from lifeworld.core.money import Money
from lifeworld.verify.answers import dates, times
from lifeworld.verify.answers.candidates import sole
from lifeworld.verify.answers.known import Known, Said
from lifeworld.verify.answers.numbers import WORDS, number
from lifeworld.verify.answers.scan import compiled, few, scanned
from lifeworld.verify.answers.text import masked

_N = (
    r"(?P<n>\d{1,3}(?: \d{3})+[.,]\d{2}(?!\d)"
    r"|(?:\d{1,3}(?:[,']\d{3})+|\d+)(?:\.\d{1,2})?(?![\d.,']*\d)|(?:\d{1,3}(?:\.\d{3})+|\d+),\d{2}(?![\d.,]*\d))"
    r"(?!\s?[km]\b)"
)
_CENTS = r"(?:\s*(?:,|and|,\s*and)?\s*(?P<c>\d{1,2}|" + WORDS + r")\s*(?:cents?|¢|c\b))?"
_DOLLARS = r"(?:dollars?|usd|bucks?|\$)(?!\w)"
_MARKED = (
    rf"(?:us\s?)?(?:\$|\busd)\s?-?\s?{_N}(?:\s*(?:{_DOLLARS}))?{_CENTS}",
    rf"(?<![\w.,$]){_N}\s?-?(?:us )?{_DOLLARS}{_CENTS}",
    rf"\b(?P<n>{WORDS})\s(?:us )?dollars?\b{_CENTS}",
    rf"(?<![\w.,$])(?P<c>\d[\d.,]*|{WORDS})\s?(?:cents?\b|¢)",
)
_UNREAD = re.compile(  # what is no amount of ours: “$1.2k”, another currency
    r"(?:[$€£¥]|\busd|\beur|\bgbp)\s?-?\s?\d[\d.,']*\s?[\dkm]*|\d\s?(?:[€£¥]|euros?\b|eur\b|gbp\b|pounds?\b)",
    re.IGNORECASE,
)
_BARE = re.compile(rf"(?<![\w.,$#:/]){_N}(?![\w%:/]|\s?%)", re.IGNORECASE)
_JOIN = r"\s*,?\s*(?:-|/|\b(?:or|to|maybe|perhaps|possibly)\b\s*)+\s*(?:maybe |perhaps |even )?"
_NEXT = rf"{_JOIN}(?P<n>{WORDS}\b|\d[\d.,]*\d|\d)"
_BEFORE = rf"(?<![\w.,$])(?P<n>{WORDS}\b|\d[\d.,]*\d|\d){_JOIN}$"
_EXACT = re.compile(
    r"(?<![\w.,$#:/])(?P<n>(?:\d{1,3}(?:,\d{3})+|\d+)\.\d{2})(?![\w%:/]|\.\d|\s?(?:%|[ap]\.?m\b|stars?|k[gm]\b|hours?))",
    re.I,
)
_NONE = re.compile(
    r"(?:it was |it's |it is )?(?:nothing|free|none|zero|no money|for free|free of charge)", re.IGNORECASE
)


def is_money(text: str, true: Money, known: Known) -> bool:
    """Return whether a text says the amount, and no other than the goal's."""
    if not true and _NONE.fullmatch(text.strip(" .!")):
        return True
    return sole(text, partial(amounts, today=known.today), lambda cents: cents == abs(true.cents), known, sort="amount")


def amounts(text: str, today: date) -> list[Said]:
    """Return each amount in a text, in cents: those with a currency, else every number that could be one."""
    said = marked(text)
    if said:
        return said + [Said(_cents(m["n"]), *m.span()) for m in _EXACT.finditer(masked(text, said))]
    rest = masked(text, dates.days(text, today))
    rest = masked(rest, [one for one in times.times(rest, today) if re.search(r"[:a-z]", text[one.start : one.end])])
    bare = [Said(_cents(match["n"]), *match.span()) for match in _BARE.finditer(rest)]
    few(bare)
    return bare


def marked(text: str) -> list[Said]:
    """Return each amount with a currency, and what is linked to one, like “$12 or 15”."""
    taken = [Said(cents, *match.span()) for cents, match in scanned(_MARKED, text, _value)]
    unread = [Said(-1, *m.span()) for m in _UNREAD.finditer(masked(text, taken))]
    few(unread)
    return [*taken, *unread, *(other for one in taken for other in _around(text, one))]


def _value(match: re.Match[str]) -> int:
    parts = match.groupdict()
    cents = (_cents(parts["c"]) + 50) // 100 if parts.get("c") else 0  # “45.00 cents” are 45
    return cents + (_cents(parts["n"]) if parts.get("n") else 0)


def _cents(written: str) -> int:
    """Return the cents of “1,240.50”, “1.240,50”, “1 240.50” or “twelve”."""
    if not written[0].isdigit():
        return 100 * number(written)
    cents = re.search(r"[.,](\d{1,2})$", written)
    whole = re.sub(r"\D", "", written[: cents.start()] if cents else written)
    return int(whole) * 100 + (int(cents[1].ljust(2, "0")) if cents else 0)


def _around(text: str, one: Said) -> Iterator[Said]:
    for match in (compiled(_NEXT).match(text, one.end), compiled(_BEFORE).search(text[: one.start])):
        if match:
            yield Said(_cents(match["n"].strip(".,")), match.start("n"), match.end("n"))
