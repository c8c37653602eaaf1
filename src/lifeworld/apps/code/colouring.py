"""Code in the colours of its syntax, and two texts side by side."""

from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, find_lexer_class_for_filename

from lifeworld.apps.code.versions import lines

_CONTEXT = 3  # lines around what differs
_FORMAT = HtmlFormatter(nowrap=True, classprefix="s-")


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
    """Return the lines of a text in colours."""
    lexer = _lexer(path)(stripnl=False, ensurenl=True)
    drawn = highlight(text.replace("\r", " "), lexer, _FORMAT) if text else ""
    return tuple(Markup(line) for line in drawn.split("\n")[: len(lines(text))])


@lru_cache(maxsize=256)
def compared(path: str, before: str | None, after: str | None) -> tuple[tuple[DiffLine, ...], ...]:
    """Return where two texts differ, each place with the lines around it."""
    old, new = coloured(path, before or ""), coloured(path, after or "")
    matcher = SequenceMatcher(None, lines(before), lines(after), autojunk=False)
    found = []
    for group in matcher.get_grouped_opcodes(_CONTEXT):
        hunk = []
        for kind, a, a_end, b, b_end in group:
            if kind == "equal":
                hunk += [DiffLine("", a + n + 1, b + n + 1, new[b + n]) for n in range(b_end - b)]
                continue
            hunk += [DiffLine("−", n + 1, 0, old[n]) for n in range(a, a_end)]
            hunk += [DiffLine("+", 0, n + 1, new[n]) for n in range(b, b_end)]
        found.append(tuple(hunk))
    return tuple(found)


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
