"""The last page of an app, drawn small among the recent apps: its lines, its month or its map, and its places."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup
from selectolax.lexbor import LexborHTMLParser, LexborNode

MOST = 14  # lines that a card has room for
_UNSEEN = "svg, button, select, script, time, .readers, .chips, details:not([open]) > :not(summary)"
_BLOCKS = "li, h1, h2, h3, p, label, textarea, dl > div"
_WEEKS = 28  # days: as many as every month's page has
_KEPT = {"bubble", "mine", "today", "day"}  # classes
_SUM = re.compile(r"[^\d]{0,3}\d[\d.,\s]*[.,]\d\d\D{0,2}")
_PLACES = 9  # at a window's side, for as many as there is room


@dataclass(frozen=True)
class Line:
    """One line: its picture's address or the letters in its place, its first words, those below them, a sum at its end.

    Attributes:
        marks: the classes that it keeps; “ring” where a box to tick stands before it.
        listed: whether it is one of a list.
        more: how much it has below its first words, as far as that shows.
    """

    picture: str
    letters: str
    title: str
    text: str
    sum: str
    marks: str
    listed: bool
    more: int


@dataclass(frozen=True)
class Place:
    """One of the app's places: its icon, its name, whether it is the one that is open."""

    icon: Markup
    name: str
    on: bool


@dataclass(frozen=True)
class Sketch:
    """What is drawn of a page: the map that it is, the days of its month, its lines; the app's places around it."""

    map: Markup | None = None
    days: Sequence[Line] = ()
    lines: Sequence[Line] = ()
    places: Sequence[Place] = ()


def sketch(html: bytes) -> Sketch:
    """Return what is drawn of a page."""
    page = LexborHTMLParser(html.decode())
    main = page.css_first(".pane") or page.css_first(".main")
    if main is None:
        return Sketch()
    places = [_place(node) for node in page.css(".tab-bar .tab, .side-bar .side-item")[:_PLACES]]
    if (drawing := main.css_first(".whole svg.map")) is not None:
        return Sketch(map=Markup(drawing.html), places=places)
    for node in main.css(_UNSEEN):
        node.decompose()
    days = next((found for found in map(_days, main.css("ul")) if found), [])
    lines = [line for line in _lines(main) if line.title[0].isalnum()][len(days) :]
    some = slice(-MOST, None) if any("bubble" in line.marks for line in lines) else slice(MOST)
    return Sketch(days=days, lines=lines[some], places=places)


def _place(node: LexborNode) -> Place:
    icon, name = node.css_first("svg"), node.css_first(".tab-text, .side-text")
    text = name.text().strip() if name else ""
    return Place(Markup(icon.html if icon else ""), text, "on" in (node.attributes.get("class") or "").split())


def _days(found: LexborNode) -> list[Line]:
    """Return what a list says of each day, where it is a month's."""
    lines = [_line(one) for one in found.iter() if one.tag == "li"]
    return lines if len(lines) >= _WEEKS and lines[0].title.isdecimal() else []


def _lines(main: LexborNode) -> Iterator[Line]:
    for node in main.css(_BLOCKS):
        above = node.parent
        while above is not None and above.tag != "li" and above != main:
            above = above.parent
        line = _line(node)
        if line.title and (above is None or above.tag != "li"):
            yield line


def _line(node: LexborNode) -> Line:
    words = [part for part in map(_bare, node.text(separator="\n").split("\n")) if part] or [""]
    letters = words.pop(0) if len(words) > 1 and len(words[0]) < 3 and words[0].isupper() else ""
    title, *rest = words
    figure = next(filter(_SUM.fullmatch, rest), "")
    said = [part for part in rest if part != figure]
    text = " ".join(said[: 2 if said and said[0].endswith(":") else 1])
    picture, marks = node.css_first("img"), _KEPT.intersection((node.attributes.get("class") or "").split())
    source = (picture.attributes.get("src") or "") if picture else ""
    if next((one.tag for one in node.iter()), "") == "form":
        marks.add("ring")
    more = max(len(node.css("i")), min(1, len(rest)))
    return Line(source, letters, title, text, figure, " ".join(sorted(marks)), node.tag == "li", more)


def _bare(words: str) -> str:
    """Return words without what ties them to those before."""
    return words.strip(" ·")
