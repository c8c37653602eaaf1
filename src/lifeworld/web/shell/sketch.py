"""The last page of an app, drawn small among the recent apps: what its lines say, its month, or its map."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup
from selectolax.lexbor import LexborHTMLParser, LexborNode

MOST = 14  # lines that a card has room for
_UNSEEN = "svg, button, select, script, time, .readers, .chips, details:not([open]) > :not(summary)"
_BLOCKS = "li, h1, h2, h3, p, label, textarea, dl > div"
_WEEKS = 28  # days: as many as every month's page has
_KEPT = {"bubble", "mine", "today"}  # classes


@dataclass(frozen=True)
class Line:
    """One line: its picture's address, its first words, those below them, the classes that it keeps.

    Attributes:
        listed: whether it is one of a list.
        more: whether it has anything below its first words.
    """

    picture: str
    title: str
    text: str
    marks: str
    listed: bool
    more: bool


@dataclass(frozen=True)
class Sketch:
    """What is drawn of a page: the map that it is, the days of its month, its lines."""

    map: Markup | None = None
    days: Sequence[Line] = ()
    lines: Sequence[Line] = ()


def sketch(html: bytes) -> Sketch:
    """Return what is drawn of a page."""
    page = LexborHTMLParser(html.decode())
    main = page.css_first(".pane") or page.css_first(".main")
    if main is None:
        return Sketch()
    if (drawing := main.css_first(".whole svg.map")) is not None:
        return Sketch(map=Markup(drawing.html))
    for node in main.css(_UNSEEN):
        node.decompose()
    days = next((found for found in map(_days, main.css("ul")) if found), [])
    lines = [line for line in _lines(main) if line.title[0].isalnum()][len(days) :]
    return Sketch(days=days, lines=lines[-MOST:] if any("bubble" in line.marks for line in lines) else lines[:MOST])


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


def _bare(words: str) -> str:
    """Return words without what ties them to those before."""
    return words.strip(" ·")


def _line(node: LexborNode) -> Line:
    title, *rest = [part for part in map(_bare, node.text(separator="\n").split("\n")) if part] or [""]
    picture, marks = node.css_first("img"), _KEPT.intersection((node.attributes.get("class") or "").split())
    source = (picture.attributes.get("src") or "") if picture else ""
    more = bool(rest) or node.css_first("i") is not None
    return Line(source, title, rest[0] if rest else "", " ".join(sorted(marks)), node.tag == "li", more)
