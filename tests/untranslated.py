"""Finds what apps say without a catalogue: crawls their pages in the pseudo-language and looks for plain English.

All that a page shows is said by a catalogue (in accents), written by Babel (in its brackets), or a person's or a
business's own: then it stands in the world's rows.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from babel.messages.catalog import Catalog, Message
from selectolax.lexbor import LexborHTMLParser, LexborNode

from lifeworld.city.geometry import streets
from lifeworld.city.lines import lines
from lifeworld.proof.crawl import crawl, outside
from lifeworld.web import dates
from lifeworld.web.own_words import ACCENTED, CLOSING, ENDED, OPENING, WRITTEN
from lifeworld.web.parse import EXAMPLE
from lifeworld.world import World

_NAMED = ("aria-label", "title", "alt", "placeholder")
_BABEL = re.compile(f"{WRITTEN}[^{ENDED}]*{ENDED}")
_LETTERS = re.compile(r"[A-Za-z]{2}")
_EDGES = "".join((OPENING, CLOSING, " ,.;:!?…·“”‹›▸\"'()–—-+×/•✓<>"))
_AMOUNT = re.compile(r"[−+]?[$]?\d[\d.,:%]*")
_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{[^{}]*\}")
_PICTURES = re.compile("[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]+")  # drawn on a page, so they part a text
_JOINED = (r" · ", r" – | [→←] |…|[()<>]", r", |: ")
_OWN = re.compile(  # initials, sizes, what a search takes, and what a letter quotes, which goes out as it stands
    r"[A-Z]{2,3}|[\d.]+ [kM]B|(from|to|subject|is|has|label|in):\w+|(On (Mon|Tue|Wed|Thu|Fri|Sat|Sun), .* wrote)|"
    r"Forwarded message .*|Fwd: .*|Order number .*|[0-9a-f]{7}"  # and what a commit is called by
)
_NAMED_LATER = {"Compass Travel", "Driftwood Student", "Cat on the sofa", "Mountain lake", "Noodle bowl", "megacart"}
_SHORT, _LONG = 60, 14  # characters of a text that is found within a row's rather than as all of it


@dataclass(frozen=True)
class Untranslated:
    """A text that no catalogue said, and the page that shows it."""

    text: str
    address: str


def untranslated(world: World, within: str) -> Iterator[Untranslated]:
    """Yield each text that pages at addresses below `within` show in English; the world speaks the pseudo-language."""
    content, told = Content(world), set()
    before_gates = (outside(world, app) for app in world.apps if app.href == within)
    for visited in chain(crawl(world, within, within), *before_gates):
        if visited.response.status == 200:
            for text in shown(visited.response.body.decode()):
                for run in plain_runs(text):
                    if run not in told and not content.holds(run):
                        told.add(run)
                        yield Untranslated(run, visited.address)


def speak(world: World, language: str) -> None:
    """Have a world speak another language."""
    world.look = replace(world.look, language=language)


def shown(html: str) -> Iterator[str]:
    """Yield all texts and names of a page; neither what fields hold nor what is the same in every language."""
    tree = LexborHTMLParser(html)
    for kept in tree.css('[translate="no"], svg.map text'):  # code, what a linter says of it, and names of the city
        kept.decompose()
    for node in tree.css("title, body, body *"):
        if node.tag in ("script", "style", "textarea"):
            continue
        yield from (value for name in _NAMED if (value := node.attributes.get(name)))
        yield from _texts(node)


def _texts(node: LexborNode) -> Iterator[str]:
    child = node.child
    while child is not None:
        if child.tag == "-text" and (text := " ".join(child.text_content.split() if child.text_content else [])):
            yield text
        child = child.next


def plain_runs(text: str) -> Iterator[str]:
    """Yield what is left of a text without what a catalogue or Babel wrote: words side by side."""
    run: list[str] = []
    for word in [*_BABEL.sub(f" {WRITTEN} ", text).split(), WRITTEN]:
        if word != WRITTEN and not _is_said(word):
            run.append(word)
            continue
        if _LETTERS.search(left := " ".join(run).strip(_EDGES)):
            yield left
        run = []


def _is_said(word: str) -> bool:
    return any(letter in ACCENTED for letter in word)


def _parts(value: str) -> Iterator[str]:
    """Yield the lines and paragraphs of a value, and its words: a person is called by the first name, too."""
    for line in (*value.splitlines(), *value.split("\n\n")):
        yield from (" ".join(part.split()) for part in _PICTURES.split(line))
    if len(value) < _SHORT:
        yield from (*value.split(), *value.split(", "), *value.split("/"))


class Content:
    """All texts of a world's rows: what its people, businesses and machines have written; and the city's names."""

    def __init__(self, world: World) -> None:
        self._values = {app.name for app in world.apps} | {dates.typed_day(EXAMPLE.date())} | _NAMED_LATER
        self._values |= {street.name for street in streets()}
        self._values |= {name for line in lines().values() for name in (line.name, *(stop.name for stop in line.stops))}
        for (table,) in world.store.sql("SELECT name FROM sqlite_master WHERE type = 'table'"):
            for row in world.store.sql(f'SELECT * FROM "{table}"'):
                self._values |= {value for value in row if isinstance(value, str)}
        self._values |= {part for value in list(self._values) for part in _parts(value)}
        self._known = {value.strip(_EDGES) for value in self._values}
        self._all = "\n".join(" ".join(value.split()) for value in self._values)

    def holds(self, text: str, joined: tuple[str, ...] = _JOINED) -> bool:
        """Return whether a text is a value, a person's first name, a longer part of a value, or joined of such."""
        if self._is_own(text):
            return True
        if not joined:
            return self._is_own(_AMOUNT.sub("", text).strip(_EDGES))
        return all(self.holds(part.strip(_EDGES), joined[1:]) for part in re.split(joined[0], text))

    def _is_own(self, text: str) -> bool:
        plain = not _LETTERS.search(text) or _OWN.fullmatch(text)
        return bool(plain) or text in self._known or (len(text) >= _LONG and text in self._all)


def placeholders(catalogue: Catalog) -> Iterator[str]:
    """Yield each translation that lacks a placeholder of its text, or has one of its own."""
    for message in catalogue:
        for said in _said(message):
            texts = message.id if isinstance(message.id, tuple) else (message.id,)
            if message.id and set(_PLACEHOLDER.findall(said)) not in [
                set(_PLACEHOLDER.findall(str(text))) for text in texts
            ]:
                yield f"{texts[0]}: {said}"


def _said(message: Message) -> Iterator[str]:
    said = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return (str(one) for one in said if one)
