"""Start tags, and what follows from each alone: pages repeat them so much that they are read once and shared."""

import re
from functools import lru_cache

from lifeworld.env.walker.roles import Attributes, rule_of, words

_SKIPPED = words(
    "script style template noscript datalist head link meta title base map param source track "
    "iframe object embed audio video"
)
_VOID = words("area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr")
# Beside text these continue the word; every other element begins a new one. A browser asks the style sheet whether
# a space is heard between "Inbox" and its badge; a page without style has to go by the tag.
_PHRASING = words("a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp strong sub sup u var wbr")
FIELDS = words("input select textarea button option optgroup fieldset")
_STATED = FIELDS | {"summary"}
_STATEFUL = words(
    "aria-checked aria-selected aria-expanded aria-disabled aria-required required aria-invalid aria-current "
    "aria-pressed"
)
_ACTIVE = words("a button input select textarea summary")
_ATTRIBUTE = re.compile(r'([^\s="]+)="([^"]*)"')


class Tag:
    """A start tag; shared by all elements that begin with it, so nobody changes it.

    Attributes:
        role: an ARIA role, or a function that tells it of an element where its place counts.
        hidden: all inside is out of sight, or meant not to be told of.
        stated: it may have a state.
        active: one can act on it, or its author says what it is.
        skipped: neither it nor what is inside is part of a document.
        void: it has no inside.
    """

    __slots__ = ("active", "attributes", "hidden", "name", "phrasing", "role", "skipped", "stated", "void")

    def __init__(self, name: str, attributes: Attributes) -> None:
        self.name, self.attributes = name, attributes
        self.role = rule_of(name, attributes)
        self.hidden = "hidden" in attributes or "inert" in attributes or attributes.get("aria-hidden") == "true"
        self.phrasing = name in _PHRASING
        self.skipped, self.void = name in _SKIPPED, name in _VOID
        self.stated = name in _STATED or not _STATEFUL.isdisjoint(attributes)
        self.active = name in _ACTIVE or "role" in attributes


@lru_cache(maxsize=16_384)
def tag_of(name: str, *attributes: tuple[str, str]) -> Tag:
    """Return the start tag of that name and with these attributes."""
    return Tag(name, dict(attributes))


@lru_cache(maxsize=16_384)
def read_tag(written: str) -> Tag:
    """Return a start tag as Lexbor writes it, without its angles."""
    name, _, attributes = written.partition(" ")
    return Tag(name, {key: plain(value) for key, value in _ATTRIBUTE.findall(attributes)})


def plain(text: str) -> str:
    """Return a text as Lexbor writes it without its escapes."""
    if "&" not in text:
        return text
    for escape, letter in _ESCAPES:
        text = text.replace(escape, letter)
    return text


_ESCAPES = (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&nbsp;", "\xa0"), ("&amp;", "&"))  # & comes last
