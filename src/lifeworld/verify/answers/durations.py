"""Durations: a run of units from large to small is one; two runs are two, and nobody adds them up."""

import re
from collections.abc import Iterator
from datetime import timedelta

from lifeworld.verify.answers.candidates import sole
from lifeworld.verify.answers.known import Known, Said
from lifeworld.verify.answers.numbers import WORDS, number
from lifeworld.verify.answers.scan import compiled, scanned

_SECONDS = {"w": 604800, "d": 86400, "h": 3600, "m": 60, "s": 1}
_PARTS = {"half": 0.5, "a half": 0.5, "one half": 0.5, "a quarter": 0.25, "one quarter": 0.25, "quarter": 0.25}
_PARTS |= {"three quarters": 0.75, "three-quarters": 0.75, "1/2": 0.5, "1/4": 0.25, "3/4": 0.75}
_PART = "|".join(sorted(_PARTS, key=len, reverse=True))
_UNIT = r"(?P<unit>weeks?|days?|hours?|hrs?|h|d|minutes?|mins?|m|seconds?|secs?|s)\b\.?"
_TIGHT = r"(?P<unit>weeks?|days?|hours?|hrs?|h|d|minutes?|mins?|m|seconds?|secs?|s)(?=\b|\d)\.?"
_N = r"(?P<n>\d{1,3}(?:,\d{3})+|\d+(?:[.,]\d+)?)"
_PIECES = (
    r"\b(?P<h>\d{1,3}):(?P<min>\d{2})(?::(?P<sec>\d{2}))?\s*-?(?:h|hrs?|hours?)\b\.?",
    rf"(?<![\d.,/:])(?P<n>\d+|an?|{WORDS})?(?:\s+and)?\s*\b(?P<part>{_PART})(?:\s+of)?(?:\s+an?)?[\s-]*{_UNIT}",
    rf"\b(?P<n>an?\s|\d+\s?|{WORDS}[\s-]|(?=hour)){_UNIT}\s+(?:and|&)\s+(?P<part>{_PART})\b(?!\s+(?:of|hour|min|day))",
    rf"(?<![\d.,/:$]){_N}\s*-?\s*{_TIGHT}",
    rf"\b(?P<n>{WORDS})[\s-]+{_UNIT}",
    rf"\b(?P<n>an?)\s+{_UNIT}",
)
_GAP = re.compile(r"\s*,?\s*(?:(?:and|&)\s+)?", re.IGNORECASE)
_REST = re.compile(r"\s?(?P<n>[0-5]?\d)\b(?![:.,]\d|\s*[a-z%])", re.IGNORECASE)
_JOIN = r"\s*,?\s*(?:-|/|\b(?:or|to|until|maybe|perhaps|possibly|and)\b\s*)+\s*(?:maybe |perhaps |even )?"
_NEXT = rf"{_JOIN}(?P<n>\d+(?:\.\d+)?|{WORDS})\b(?![:/]\d|\s*-?(?:am|pm|\w))"
_BEFORE = rf"(?<![\d:.$])\b(?P<n>\d+(?:\.\d+)?|an|{WORDS}){_JOIN}$"
_CLOCKED = re.compile(r"^\W*(\d{1,2}:[0-5]\d:[0-5]\d)\W*$")  # “1:30:00” alone: with seconds, it is no time of day
_NONE = re.compile(r"\W*(?:none|zero|0|no time(?: at all)?|nothing)\W*", re.IGNORECASE)


def is_duration(text: str, true: timedelta, known: Known) -> bool:
    """Return whether a text says the duration in one piece, and no other than the goal's."""
    seconds = round(true.total_seconds())
    if not seconds and _NONE.fullmatch(text):
        return True
    text = _CLOCKED.sub(r"\1 h", text)
    return sole(text, durations, lambda value: value == seconds, known)


def durations(text: str) -> list[Said]:
    """Return each duration in a text, in seconds."""
    return [one for run in _runs(text) for one in _whole(text, run)]


def _runs(text: str) -> Iterator[list[tuple[int, Said]]]:
    """Yield the pieces that belong together: side by side, each in a smaller unit than the one before."""
    run: list[tuple[int, Said]] = []
    for unit, piece in _pieces(text):
        near = run and _GAP.fullmatch(text[run[-1][1].end : piece.start])
        if run and not (near and piece.value < run[-1][0] and unit < run[-1][0]):
            yield run
            run = []
        run.append((unit, piece))
    if run:
        yield run


def _pieces(text: str) -> list[tuple[int, Said]]:
    taken = [piece for piece, _ in scanned(_PIECES, text, _piece)]
    return sorted(taken, key=lambda piece: piece[1].start)


def _piece(match: re.Match[str]) -> tuple[int, Said]:
    parts = match.groupdict()
    if parts.get("min"):
        value = int(parts["h"]) * 3600 + int(parts["min"]) * 60 + int(parts.get("sec") or 0)
        return 1, Said(value, *match.span())
    unit = _SECONDS[parts["unit"][0].lower()]
    amount = _amount((parts.get("n") or ("0" if parts.get("n") is None else "one")).strip(" -")) + _PARTS.get(
        (parts.get("part") or "").lower(), 0
    )
    if parts.get("n") in ("a", "an") and parts.get("part") and re.match(r"an?\s+(?:half|quarter)", match[0], re.I):
        amount -= 1  # “a half hour”: the article belongs to the part
    start = match.end() - len(match[0].lstrip())
    return unit, Said(round(amount * unit), start, match.end())


def _amount(written: str) -> float:
    if not written[0].isdigit():
        return number(written)
    grouped = re.fullmatch(r"\d{1,3}(?:,\d{3})+", written)
    return float(written.replace(",", "" if grouped else "."))


def _whole(text: str, run: list[tuple[int, Said]]) -> Iterator[Said]:
    """Yield a run as one duration, and what is linked to it: “1 h 30”, “2 or … hours”, “… hours or 3”."""
    start, end = run[0][1].start, run[-1][1].end
    seconds = sum(piece.value for _, piece in run)
    rest = _REST.match(text, end) if run[-1][0] == 3600 else None
    if rest:
        seconds, end = seconds + 60 * int(rest["n"]), rest.end()
    yield Said(seconds, start, end)
    for match, unit in (
        (compiled(_NEXT).match(text, end), run[-1][0]),
        (compiled(_BEFORE).search(text[:start]), run[0][0]),
    ):
        if match:
            yield Said(round(_amount(match["n"].lower()) * unit), *match.span("n"))
