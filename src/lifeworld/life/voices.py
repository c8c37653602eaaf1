"""How people of different temper put the same thing."""

import re
from random import Random

from lifeworld.life.words.vocabulary import voices

_WORD = re.compile(r"[A-Za-z']+")
_ASKED = re.compile(
    r"(^|[.!?] )((?:Who|Which|Whose|Did|Does|Shall|Should I|Are you|Am I|And then|Have you|Thoughts|Is that|Is it)\b"
    r"[^.!?]*)\.(?= |$)"
)


def speak(text: str, temper: str, rng: Random, grave: bool = False) -> str:
    """Return the text as someone of this temper types it, without a smile if it is grave."""
    asked = _ASKED.sub(r"\1\2?", text)
    return (_GRAVE if grave and temper in _GRAVE else _VOICES)[temper](asked, rng)


def _terse(text: str, rng: Random) -> str:
    text = text.replace("!", ".")
    if text.endswith(".") and "." not in text[:-1]:
        text = text[:-1]
    return text if rng.random() < 0.7 else _lower(text)


def _warm(text: str, rng: Random) -> str:
    roll = rng.random()
    if roll < 0.16 and text[-1] in ".!":
        return f"{text[:-1]}! {rng.choice(voices().emoji.warm)}"
    if roll < 0.3:
        return f"{text} {rng.choice(voices().emoji.warm)}"
    return text


def _plainly(text: str, rng: Random) -> str:
    return text


def _loosely(text: str, rng: Random) -> str:
    text = _lower(text)
    for whole, short in voices().slang.items():
        if rng.random() < 0.5:
            text = text.replace(whole, short)
    return re.sub(r"(\s–|[,.])$", "", text)


def _chaotic(text: str, rng: Random) -> str:
    text = _loosely(text, rng)
    roll = rng.random()
    if roll < 0.1:
        text = _typo(text, rng)
    elif roll < 0.24:
        text = f"{text} {rng.choice(voices().emoji.chaotic)}"
    elif roll < 0.31 and text.endswith(("!", "?")):
        text += text[-1] * rng.randint(1, 2)
    return text


def _formal(text: str, rng: Random) -> str:
    for short, whole in voices().expanded.items():
        text = text.replace(short, whole)
    text = text.replace("!", ".") if rng.random() < 0.8 else text
    return text if text[-1] in ".!?…" or not text[-1].isalnum() else f"{text}."


def _lower(text: str) -> str:
    """Lower the first letter of each sentence, and nothing else: names keep theirs."""
    return re.sub(r"(^|[.!?] )([A-Z])(?=[a-z' ])", lambda match: match[1] + match[2].lower(), text)


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
