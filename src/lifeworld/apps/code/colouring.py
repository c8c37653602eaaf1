"""Code in the colours of its syntax, and two texts side by side."""

from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape
from pygments.lexers import TextLexer, find_lexer_class_for_filename
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, String, _TokenType

from lifeworld.apps.code.versions import lines

_COLOURS = {
    Keyword: "k",
    Keyword.Constant: "f",
    Keyword.Type: "f",
    Operator.Word: "k",
    Name.Tag: "k",
    Name.Attribute: "n",
    Name.Builtin: "t",
    Name.Class: "n",
    Name.Constant: "f",
    Name.Decorator: "t",
    Name.Function: "n",
    Name.Namespace: "n",
    Name.Variable: "t",
    Generic.Heading: "n",
    Generic.Subheading: "n",
    String: "s",
    Number: "f",
    Comment: "c",
}


@dataclass(frozen=True)
class DiffLine:
    """One line of a comparison: its sign, its numbers before and after (0: not there), its code."""

    sign: str
    old: int
    new: int
    code: Markup


def language(path: str) -> str:
    """Return what a file's language is called."""
    return str(_lexer(path).name)


@lru_cache(maxsize=512)
def coloured(path: str, text: str) -> tuple[Markup, ...]:
    """Return the lines of a text in colours: what has one is a `<b>`, so that a line is heard as it is written."""
    found, colour, words = [Markup()], "", ""
    tokens = _lexer(path)(stripnl=False).get_tokens(text.replace("\r", " ")) if text else ()
    for kind, value in tokens:  # the last of which ends a line
        for n, part in enumerate(value.split("\n")):
            if n or _colour(kind) != colour:
                found[-1] += _drawn(colour, words)
                colour, words = _colour(kind), ""
            found += [Markup()] * bool(n)
            words += part
    return tuple(found[: len(lines(text))])


def _drawn(colour: str, words: str) -> Markup:
    return Markup('<b class="{}">{}</b>').format(colour, words) if colour and words else escape(words)


def _colour(kind: _TokenType) -> str:
    """Return the colour of a kind of token, or of the nearest that it is one of."""
    return next((_COLOURS[one] for one in reversed(kind.split()) if one in _COLOURS), "")


@lru_cache(maxsize=256)
def compared(path: str, before: str | None, after: str | None, around: int = 3) -> tuple[tuple[DiffLine, ...], ...]:
    """Return where two texts differ, each place with so many lines around it."""
    old, new = coloured(path, before or ""), coloured(path, after or "")
    matcher = SequenceMatcher(None, lines(before), lines(after), autojunk=False)
    found = []
    for group in matcher.get_grouped_opcodes(around):
        hunk = []
        for kind, a, a_end, b, b_end in group:
            if kind == "equal":
                hunk += [DiffLine("", a + n + 1, b + n + 1, new[b + n]) for n in range(b_end - b)]
                continue
            hunk += [DiffLine("−", n + 1, 0, old[n]) for n in range(a, a_end)]
            hunk += [DiffLine("+", 0, n + 1, new[n]) for n in range(b, b_end)]
        found.append(tuple(hunk))
    return tuple(found)


def outline(line: str) -> tuple[int, int]:
    """Return where a line begins and how long it is, in characters of the eighty that are drawn from afar."""
    bare = line.strip()
    start = min(80, len(line) - len(line.lstrip()))
    return start, min(80 - start, len(bare))


def stretch(hunk: tuple[DiffLine, ...]) -> str:
    """Return which lines a place of a comparison shows, before and after, as patches head it."""
    old, new = [one.old for one in hunk if one.old], [one.new for one in hunk if one.new]
    return f"@@ −{min(old, default=0)},{len(old)} +{min(new, default=0)},{len(new)} @@"


def marks(before: str | None, after: str) -> dict[int, str]:
    """Return which lines of a text are new, or stand in place of others, by number."""
    found: dict[int, str] = {}
    for kind, _, _, b, b_end in SequenceMatcher(None, lines(before), lines(after), autojunk=False).get_opcodes():
        if kind in ("insert", "replace"):
            found |= dict.fromkeys(range(b + 1, b_end + 1), "new" if kind == "insert" else "changed")
    return found


@lru_cache(maxsize=64)
def _lexer(path: str) -> Any:
    return find_lexer_class_for_filename(path) or TextLexer
