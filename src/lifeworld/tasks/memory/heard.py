"""Messages understood: of what kind of plan one is, and which step of it, by the line that it comes nearest to.

It is told the lines of all plans, and reads what stands on the screen, or in the rows; it knows nothing of how a life
came about, so it can tell whether what a life takes for a fact can be found out.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import cache

from lifeworld.life.voices import whole
from lifeworld.life.words.plans import plans

_WORD = re.compile(r"[^\W\d_]+")
_PART = re.compile(r"\{\w+\}|\$?\d(?:[\d.,:]*\d)?|[\w’']+|[.,:;?!]")  # a slot, a number, a word, a mark
_NUMBER = re.compile(r"\$?\d.*|\{(sum|clock)\}")
_SLOT = re.compile(r"\{\w+\}")
_ENOUGH = 0.54  # of a message's words that stand in the line
_WHOLE, _LONG = 0.85, 6  # or of a line's words, of so many, that stand in a message which has much in its slots
Step = tuple[str, str]


Line = tuple[frozenset[str], Step, str]


@cache
def _lines() -> tuple[Line, ...]:
    return tuple(
        (words, (key, name), part)
        for key, kind in plans().items()
        for name, step in kind.steps.items()
        for line in step.lines
        for way in line.split(" ~ ")
        for part in way.split(" / ")
        if (words := _words(_SLOT.sub(" ", part)))
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))


@cache
def _holding() -> dict[str, list[int]]:
    """Return for each word the lines that it stands in, by number."""
    found = defaultdict(list)
    for number, (words, *_) in enumerate(_lines()):
        for word in words:
            found[word].append(number)
    return found


@cache
def _nearest(text: str) -> Line | None:
    said, lines, holding = _words(text), _lines(), _holding()
    shared = Counter(number for word in said for number in holding.get(word, ()))
    if not shared:
        return None
    both = max(shared.values())
    whole, nearest = min((len(lines[number][0]), number) for number, words in shared.items() if words == both)
    found = lines[nearest]
    return found if both >= _ENOUGH * len(said) or both >= max(_LONG, _WHOLE * whole) else None


def heard(text: str) -> Step | None:
    """Return the kind of plan and the step that a message belongs to; None where it comes near none."""
    found = _nearest(text)
    return found[1] if found else None


def heard_in(texts: Iterable[str], kind: str, *steps: str) -> list[str]:
    """Return those of the messages that are of a kind of plan and of one of these steps, or of any."""
    found = ((text, heard(text)) for text in texts)
    return [text for text, step in found if step and step[0] == kind and (not steps or step[1] in steps)]


def filled(text: str, slot: str) -> str:
    """Return what stands in a message where its line has a slot (also one with a capital); "" where it has none."""
    found = _nearest(text)
    text = whole(text)  # the formal shorten nothing
    line = _PART.findall(whole(found[2])) if found else []
    at = next((n for n, part in enumerate(line) if part in (f"{{{slot}}}", f"{{{slot}_c}}")), None)
    if at is None:
        return ""
    said = [*_PART.finditer(text)]
    ways = SequenceMatcher(None, [*map(_alike, line)], [_alike(part[0]) for part in said], autojunk=False)
    tag, first, _, low, high = next(way for way in ways.get_opcodes() if way[1] <= at < way[2])
    if tag == "equal":
        low, high = low + at - first, low + at - first + 1
    return text[said[low].start() : said[high - 1].end()] if high > low else ""


def _alike(part: str) -> str:
    return "#" if _NUMBER.fullmatch(part) else part.casefold()


def come_to(texts: Iterable[str], kind: str, slot: str, *steps: str) -> list[str]:
    """Return, from what was said in a chat in order, what a slot holds of those plans that came to one of the steps."""
    last, found = "", list[str]()
    for text in texts:
        step = heard(text)
        if step and step[0] == kind:
            last = filled(text, slot) or last
            if step[1] in steps and last.casefold() not in (one.casefold() for one in ("", *found)):
                found.append(last)
    return found
