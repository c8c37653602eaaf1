"""One walker for both drivers: a document, parsed from HTML or read from a live page, becomes a tree of nodes."""

from importlib.resources import files

from lifeworld.env.walker.again import UNTOUCHED, marks, walk_again
from lifeworld.env.walker.document import Document, Element, from_html, from_snapshot
from lifeworld.env.walker.tree import Tree, document_of, made_of, note, walk

SNAPSHOT_SCRIPT = files("lifeworld.env.walker").joinpath("snapshot.js").read_text("utf-8")

__all__ = [
    "SNAPSHOT_SCRIPT",
    "UNTOUCHED",
    "Document",
    "Element",
    "Tree",
    "document_of",
    "from_html",
    "from_snapshot",
    "made_of",
    "marks",
    "note",
    "walk",
    "walk_again",
]
