"""How people of different temper put the same thing."""

import re
from dataclasses import replace
from functools import lru_cache
from random import Random

from lifeworld.life.events import Messaged
from lifeworld.life.grammar import Slots
from lifeworld.life.models import Person
from lifeworld.life.words.vocabulary import voices

_WORD = re.compile(r"[A-Za-z]+")
_SLOT = re.compile(r"\{\w+\}")
_ASKED = re.compile(
    r"(^|[.!?] )((?:Who|Which|Whose|Did|Does|Shall|Should I|Are you|Am I|And then|Have you|Thoughts|Is that|Is it)\b"
    r"[^.!?]*)\.(?= |$)"
)
_START = re.compile(r"(^|[^.][.!?] )([a-z])")  # a small letter that begins a sentence: what came before it ended one
# The first letter of a sentence; names keep theirs: “I”, and what goes on with a capital, “Larkline Mobile”.
_FIRST = re.compile(r"(^|[.!?] )(?!I\b|\w+ (?!I\b)[A-Z])([A-Z])(?=[a-z' ])")
_HABIT = 0.5  # how many of the chaotic have a habit: “i”, “im”, “bc”
_SMALL = {"terse": 0.3, "chaotic": 1}  # how many begin without a capital
_I = re.compile(r"\b[iI]\b(?!\.)")
_REACTIONS = {"terse": ("👍",), "warm": ("❤️", "🙏", "😊"), "chaotic": ("😂", "💀", "🔥"), "formal": ("👍", "🙂")}


class Speaker(dict[str, str]):
    """The slots of a plan as one speaker fills them: parts of speech follow the temper."""

    def __init__(self, slots: Slots, temper: str, names: tuple[str, str], rng: Random) -> None:
        super().__init__(other=names[0], self=names[1])
        self._slots, self._temper, self._rng = slots, temper, rng

    def __missing__(self, key: str) -> str:
        ways = voices().parts.get(key)
        if ways is None:
            return self._slots[key]
        part = self._rng.choice(ways[self._temper])
        loose = self._temper == "chaotic" and part and part[-1] not in ".!?,:"
        ends = (",", "!", " –", "...") if key == "hey" else ("!", "...")  # behind others a sentence begins
        return part + self._rng.choice(ends) if loose else part


def speak(
    text: str, who: Person, rng: Random, grave: bool = False, hand: tuple[str, ...] = (), line: str | None = None
) -> str:
    """Return the text as somebody types it, without a smile if it is grave; `hand` is what is written by theirs.

    A slip of the pen falls on a word of the line that the text fills, never on what fills it: a fact stays readable.
    """
    asked = _START.sub(lambda match: match[1] + match[2].upper(), _ASKED.sub(r"\1\2?", text))
    habits = _habits(who.name, who.temper, hand)
    own = frozenset(_WORD.findall((text if line is None else _SLOT.sub("", line)).lower()))
    return _VOICES[who.temper](asked, habits, grave, rng, own)


def whole(text: str) -> str:
    """Return the text with nothing shortened, as the formal write."""
    longer = voices().expanded
    short = rf"\b({'|'.join(map(re.escape, longer))})\b(?! (?:I|you|he|she|it|we|they)\b)"  # “isn't it” stays
    return re.sub(short, lambda match: longer[match[1]], text)


def reacted(message: Messaged, fan: Person, rng: Random) -> Messaged:
    """Return the message with what somebody puts on it."""
    return replace(message, reactions=((fan.id, rng.choice(_REACTIONS[fan.temper])),))


@lru_cache(maxsize=4096)
def _habits(name: str, temper: str, hand: tuple[str, ...]) -> frozenset[str]:
    """Return what somebody always does: “small” first letters, “i”, and words that they shorten."""
    odds = {"small": _SMALL.get(temper, 0), "i": _HABIT, **dict.fromkeys(voices().slang, _HABIT)}
    drawn = {what for what, share in odds.items() if Random(f"{name} writes {what}").random() < share}
    seen = [found == "i" for text in hand for found in _I.findall(text)]
    small = [text[:1].islower() for text in hand if text[:1].isalpha()]
    for what, told in (("i", seen), ("small", small)):
        drawn = drawn - {what} | ({what} if sum(told) * 2 > len(told) else set()) if told else drawn
    return frozenset(drawn)


def _terse(text: str, habits: frozenset[str], grave: bool, rng: Random, own: frozenset[str]) -> str:
    text = text.replace("!", ".")
    if text.endswith(".") and "." not in text[:-1]:
        text = text[:-1]
    return _lower(text) if "small" in habits else text


def _warm(text: str, habits: frozenset[str], grave: bool, rng: Random, own: frozenset[str]) -> str:
    roll = 1.0 if grave else rng.random()
    if roll < 0.16 and text[-1] in ".!":
        return f"{text[:-1]}! {rng.choice(voices().emoji.warm)}"
    if roll < 0.3:
        return f"{text} {rng.choice(voices().emoji.warm)}"
    return text


def _chaotic(text: str, habits: frozenset[str], grave: bool, rng: Random, own: frozenset[str]) -> str:
    text = _lower(text) if "small" in habits else text
    for whole, short in voices().slang.items():
        if ("i" if whole[:2] == "I'" else whole) in habits:  # nobody writes “im” beside “I”
            text = text.replace(whole, short)
    if "i" in habits:
        text = re.sub(r"\bI\b", "i", text)
    text = re.sub(r"(\s–|[,.])$", "", text)
    roll = 1.0 if grave else rng.random()
    if roll < 0.1:
        text = _typo(text, rng, own)
    elif roll < 0.24:
        text = f"{text} {rng.choice(voices().emoji.chaotic)}"
    elif roll < 0.31 and text.endswith(("!", "?")):
        text += text[-1] * rng.randint(1, 2)
    return text


def _formal(text: str, habits: frozenset[str], grave: bool, rng: Random, own: frozenset[str]) -> str:
    text = whole(text)
    text = text.replace("!", ".") if rng.random() < 0.8 else text
    return text if text[-1] in ".!?…" or not text[-1].isalnum() else f"{text}."


def _lower(text: str) -> str:
    return _FIRST.sub(lambda match: match[1] + match[2].lower(), text)


def _typo(text: str, rng: Random, own: frozenset[str]) -> str:
    """Swap two letters inside one of the longer plain words, of those that are the writer's own."""
    places = [m for m in _WORD.finditer(text) if len(m[0]) > 4 and m[0].islower() and m[0] in own]
    if not places:
        return text
    word = rng.choice(places)
    i = word.start() + rng.randint(1, len(word[0]) - 3)
    return text[:i] + text[i + 1] + text[i] + text[i + 2 :]


_VOICES = {"terse": _terse, "warm": _warm, "chaotic": _chaotic, "formal": _formal}
