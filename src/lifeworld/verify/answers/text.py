"""Answers as plain text: one way of writing dashes, quotes, digits and white space, and the part that counts."""

import re
import unicodedata
from collections.abc import Iterable

from lifeworld.verify.answers.known import Said

_FRACTIONS = {"½": " 1/2", "¼": " 1/4", "¾": " 3/4"}
_DASHES = dict.fromkeys("‐‑‒–−", "-") | {"—": " - ", "―": " - "}
_QUOTES = dict.fromkeys("‘’ʼ´", "'") | dict.fromkeys('“”„«»"', " ")
_PLAIN = str.maketrans({**_FRACTIONS, **_DASHES, **_QUOTES, "ß": "ss", "\t": " ", "\r": "\n"})
_WORD = re.compile(r"\w+(?:'\w+)*")  # “isn't” is one: a goal's “it isn't” must not hide that an answer is denied
_BULLET = re.compile(r"^[^\S\n]*[*•·‣◦▪]\s+", re.MULTILINE)
_MARKUP = re.compile(r"[*`]|(?<!\w)_+|_+(?!\w)")
_DOTS = re.compile(r"(?<=\w)\.{2,}(?=[\w$(])")  # “17...20” is a range
_TAG = re.compile(r"</?(?:b|i|u|p|em|strong|br|hr|li|[uo]l|div|span|code|pre|h[1-6]|t[dhr]|table)\s*/?>", re.IGNORECASE)
_BETWEEN = re.compile(r"<(final[_-]?)?answer>(?P<rest>.*?)(?:</(?:final[_-]?)?answer>|$)", re.IGNORECASE | re.DOTALL)
_BOXED = re.compile(r"\$*\\boxed\{(?P<rest>[^{}]*)\}\$*")
_ARROW = re.compile(r"^\s*[=-]>\s*|→")
_LINE = re.compile(
    r"(?:^\W*|[.!?][^\S\n]+)(?:(?:the|my|final)\s+)*answer(?:\s+is)?\s*:(?P<rest>[^\n]*)", re.IGNORECASE | re.MULTILINE
)
_ITEM = re.compile(r"\s*(?:-|\d{1,2}[.)])\s")
_TAKEN_BACK = re.compile(
    r"\? ?no\b|\bno, wait\b|\bnot right\b|\b(?:is|was) (?:false|a lie)\b|\bmade (?:this|it|that) up\b|\bfirst guess\b"
    r"|\b(?:half of|double|twice) (?:that|\$?\d)|\b\d[\d,.]{0,20} ?(?:thousand|million|euros?|pounds?)\b|[£€±]|!="
    r"|\d ?[x×*] ?\d|\d (?:plus|minus|times) (?:\d|one|two)\b|\bsomewhere between\b|\bone of:",
    re.IGNORECASE,
)
_PARTS = ("half", "double", "twice")
_DEED = re.compile(r"\b(?:sent|paid|transferred|settled|put|gave|ordered|booked|added)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"[.!?;\n](?=\s|$)")
HIDDEN = "\0"
UNSPACED = "zh"  # a language whose words stand side by side
_PIECE = 6  # words, from which on a piece of the goal is taken for an echo


def foreign(languages: Iterable[str]) -> list[str]:
    """Return those of several languages that are not English."""
    return [language for language in languages if language != "en"]


def clean(text: str) -> str:
    """Return a text without differences of width, accents, dashes, quotes, markup and white space."""
    text = _TAG.sub("\n", _BOXED.sub(r"Answer: \g<rest>", text))
    spread = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text.translate(_PLAIN)).translate(_PLAIN))
    bare = "".join(c for c in spread if unicodedata.category(c) not in ("Mn", "Cf", "Cc") or c == "\n")
    bare = _DOTS.sub(" - ", bare)
    bare = _ARROW.sub("", _MARKUP.sub("", _BULLET.sub("- ", bare)))
    return "\n".join(" ".join(line.split()) for line in bare.split("\n")).strip()


def taken_back(text: str, goal: str) -> bool:
    """Return whether an answer denies itself or makes another value of what it says.

    A part that the goal asks to be sent may be reported: “I sent half of that.” says no other value.
    """
    return any(not _reported(text, found, goal) for found in _TAKEN_BACK.finditer(text))


def _reported(text: str, found: re.Match[str], goal: str) -> bool:
    part = found[0].split()[0].casefold()
    asked = part in _PARTS and re.search(rf"\b{part}\b", goal.casefold()) is not None
    return asked and _DEED.search(_SENTENCE.split(text[: found.start()])[-1]) is not None


def final(text: str) -> str:
    """Return the part of a clean text that counts: the last `Answer:` line with the list under it, else all of it.

    What stands between `<answer>` and `</answer>` is such a line, too.
    """
    return _parted(text)[0]


def afterwards(text: str) -> str:
    """Return what a clean text says after the part that counts."""
    return _parted(text)[1]


def _parted(text: str) -> tuple[str, str]:
    between, lines = list(_BETWEEN.finditer(text)), list(_LINE.finditer(text))
    if between:
        return between[-1]["rest"].strip(), text[between[-1].end() :]
    if not lines:
        return text, ""
    rest, below = lines[-1]["rest"].strip(), text[lines[-1].end() :]
    listed = list(_under(below, open_=not rest))
    after = below.strip("\n").split("\n")[len(listed) :]
    return "\n".join([rest, *listed]).strip(), "\n".join(after)


def tagged(text: str) -> str:
    """Return what stands between the last tags `<answer>` of a clean text; "" where there are none."""
    between = list(_BETWEEN.finditer(text))
    return between[-1]["rest"] if between else ""


def _under(after: str, *, open_: bool) -> Iterable[str]:
    """Yield the lines that belong to an `Answer:` line: any up to a blank one if it says nothing itself, else items."""
    for line in after.strip("\n").split("\n"):
        if not line.strip() or not (open_ or _ITEM.match(line)):
            return
        yield line


def masked(text: str, said: Iterable[Said], *, by: str = HIDDEN) -> str:
    """Return a text in which what was found is hidden, letter by letter."""
    letters = list(text)
    for one in said:
        letters[one.start : one.end] = by * (one.end - one.start)
    return "".join(letters)


def says(own: str, words: str) -> bool:
    """Return whether a text in lower case says these words: “latest” does not say “est”."""
    return re.search(rf"(?<!\w){re.escape(words.casefold().strip())}(?!\w)", own) is not None


def without_goal(text: str, goal: str) -> str:
    """Return a text in which every run of three words or more that is the goal's own is hidden."""
    own = _WORD.findall(goal.lower())
    words = list(_WORD.finditer(text))
    said = [word[0].lower() for word in words]
    runs = {tuple(own[at : at + 3]) for at in range(len(own) - 2)}
    hidden = [
        Said(None, words[at].start(), words[at + 2].end())
        for at in range(len(said) - 2)
        if tuple(said[at : at + 3]) in runs
    ]
    return masked(text, hidden)


def beyond(text: str, goal: str, names: Iterable[str] = ()) -> str:
    """Return what an answer says beyond its goal: without the whole of it, and nothing where it is a piece of it.

    A goal may well hold the answer (“say none if there is nothing”), and repeating it is no answer. A name is one,
    however long.
    """
    own, words = _WORD.findall(goal.lower()), list(_WORD.finditer(text))
    said = [word[0].lower() for word in words]
    if len(said) >= _PIECE and _place(said, own) is not None:
        return text if said in [_WORD.findall(clean(name).lower()) for name in names] else ""
    at = _place(own, said) if own else None
    return text if at is None else text[: words[at].start()] + text[words[at + len(own) - 1].end() :]


def _place(part: list[str], whole: list[str]) -> int | None:
    """Return where words stand among others, one after the other."""
    return next((at for at in range(len(whole) - len(part) + 1) if whole[at : at + len(part)] == part), None)
