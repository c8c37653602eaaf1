"""How people of different temper put the same thing."""

import re
from dataclasses import replace
from random import Random

from lifeworld.life.events import Messaged
from lifeworld.life.grammar import Slots
from lifeworld.life.models import Person
from lifeworld.life.words.vocabulary import voices

_WORD = re.compile(r"[A-Za-z']+")
_ASKED = re.compile(
    r"(^|[.!?] )((?:Who|Which|Whose|Did|Does|Shall|Should I|Are you|Am I|And then|Have you|Thoughts|Is that|Is it)\b"
    r"[^.!?]*)\.(?= |$)"
)
_FIRST = re.compile(r"(^|[.!?] )(?!I\b)([A-Z])(?=[a-z' ])")  # of a sentence; names keep theirs, and “I” is a name
_HABIT = 0.5  # how many of the chaotic have a habit: “i”, “im”, “bc”
_REACTIONS = {"terse": ("👍",), "warm": ("❤️", "🙏", "😊"), "chaotic": ("😂", "💀", "🔥"), "formal": ("👍", "🙂")}


class Speaker(dict[str, str]):
    """The slots of a plan as one speaker fills them: parts of speech follow the temper."""

    def __init__(self, slots: Slots, person: Person, other: Person, rng: Random) -> None:
        super().__init__(other=other.first, self=person.first)
        self._slots, self._temper, self._rng = slots, person.temper, rng

    def __missing__(self, key: str) -> str:
        ways = voices().parts.get(key)
        if ways is None:
            return self._slots[key]
        part = self._rng.choice(ways[self._temper])
        loose = self._temper == "chaotic" and part and part[-1] not in ".!?,:"
        return part + self._rng.choice((",", "!", " –", "...")) if loose else part


def speak(text: str, who: Person, rng: Random, grave: bool = False) -> str:
    """Return the text as somebody types it, without a smile if it is grave."""
    asked = _ASKED.sub(r"\1\2?", text)
    said = (_GRAVE if grave and who.temper in _GRAVE else _VOICES)[who.temper](asked, who, rng)
    keeps = who.temper in ("chaotic", "terse") or not said[:1].islower()
    return said if keeps else said[0].upper() + said[1:]


def reacted(message: Messaged, fan: Person, rng: Random) -> Messaged:
    """Return the message with what somebody puts on it."""
    return replace(message, reactions=((fan.id, rng.choice(_REACTIONS[fan.temper])),))


def _terse(text: str, who: Person, rng: Random) -> str:
    text = text.replace("!", ".")
    if text.endswith(".") and "." not in text[:-1]:
        text = text[:-1]
    return text if rng.random() < 0.7 else _lower(text)


def _warm(text: str, who: Person, rng: Random) -> str:
    roll = rng.random()
    if roll < 0.16 and text[-1] in ".!":
        return f"{text[:-1]}! {rng.choice(voices().emoji.warm)}"
    if roll < 0.3:
        return f"{text} {rng.choice(voices().emoji.warm)}"
    return text


def _plainly(text: str, who: Person, rng: Random) -> str:
    return text


def _loosely(text: str, who: Person, rng: Random) -> str:
    text = _lower(text)
    for whole, short in voices().slang.items():
        if _has_habit(who, whole):
            text = text.replace(whole, short)
    if _has_habit(who, "i"):
        text = re.sub(r"\bI\b", "i", text)
    return re.sub(r"(\s–|[,.])$", "", text)


def _has_habit(who: Person, what: str) -> bool:
    return Random(f"{who.name} writes {what}").random() < _HABIT


def _chaotic(text: str, who: Person, rng: Random) -> str:
    text = _loosely(text, who, rng)
    roll = rng.random()
    if roll < 0.1:
        text = _typo(text, rng)
    elif roll < 0.24:
        text = f"{text} {rng.choice(voices().emoji.chaotic)}"
    elif roll < 0.31 and text.endswith(("!", "?")):
        text += text[-1] * rng.randint(1, 2)
    return text


def _formal(text: str, who: Person, rng: Random) -> str:
    for short, whole in voices().expanded.items():
        text = text.replace(short, whole)
    text = text.replace("!", ".") if rng.random() < 0.8 else text
    return text if text[-1] in ".!?…" or not text[-1].isalnum() else f"{text}."


def _lower(text: str) -> str:
    return _FIRST.sub(lambda match: match[1] + match[2].lower(), text)


def _typo(text: str, rng: Random) -> str:
    """Swap two letters inside one of the longer plain words."""
    places = [m for m in _WORD.finditer(text) if len(m[0]) > 4 and m[0].islower()]
    if not places:
        return text
    word = rng.choice(places)
    i = word.start() + rng.randint(1, len(word[0]) - 3)
    return text[:i] + text[i + 1] + text[i] + text[i + 2 :]


_GRAVE = {"warm": _plainly, "chaotic": _loosely}
_VOICES = {"terse": _terse, "warm": _warm, "chaotic": _chaotic, "formal": _formal}
