"""What things and deeds are called by those who ask about them: one table for all scenarios.

A wording of `about` that stands here as a key means all of its words, each from the beginning of a word on.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

DEEDS = {
    "delete": (
        "delet|remov|eras|clear|empt|wip|purg|destroy|get rid|getting rid|throw|trash it|bin it|discard|drop|scrap"
        "|take down|taking down|take it down|take your|take it off|take it out|withdraw|unpublish|disappear|can go"
        "|may go|to go|go for good|should go|let go|go away|go now|for good|permanent|forever|do away|cancel|call off"
        "|calling off|off your|gone"
    ),
    "close": (
        "clos|cancel|terminat|shut|get rid|getting rid|give up|giving up|discontinu|delet|remov|end the|end your|can go"
    ),
    "cancel": (
        "cancel|call off|calling off|called off|delet|remov|drop|take|taking|get rid|getting rid|eras|clear"
        "|off your|strike|scrap"
    ),
    "decline": (
        "declin|cancel|refus|turn|say no|saying no|reject|answer no|not coming|not go|no to|excus|respond no|rsvp"
    ),
    "block": "block|ban|shut out|blacklist",
    "leave": "leav|left|exit|quit|take you out|get you out|tak(?:e|ing) you|remov|out of|drop out|unsubscrib",
    "pay": "send|pay|transfer|settl|approv|leave|reimburs|release|go out|hand over|amount|sum",
}
# What can be asked for, or is at stake. After `!`: what asks for it beside a word of the goal, or one of `RELATED`.
THINGS = {
    "account": (
        "account|checking|current account|savings?|credit card|debit|fund|draw|taken? (?:it )?(?:out of|from)"
        "|paid from|pay(?:ing)? (?:it )?(?:from|out of)|comes? from|source"
        "!where from|from where|out of which|from which|from what"
    ),
    "day": "day|date|which week|what week|morning of!when",
    "person": (
        "person|people|friend|contact|recipient|receiver|addressee|payee|somebody|someone|guest|name|invitee"
        "|e-?mail address|which chat|which conversation|which group|which of|creditor|where should|where do|where shall"
        "|where to!who|whom|whose"
    ),
    "address": (
        "address|deliver|ship|parcel|package|destination|recipient|receiver|street|send it|sent to"
        "|postcode!where|who|whom"
    ),
    "list": "list|belong|should it go|does it go|put it|add it|file it!where|which one",
    "card": "card",
    "label": "label|tag",
    "calendar": "calendar|schedule",
    "time": "time|hour|o'clock",
    "amount": "amount|price|sum|how much|how many|quantity",
    "note": "note|memo|comment|reason",
    "title": "title|subject|heading|wording",
    "priority": "priority|urgency|importance",
    "category": "category|folder|section|colou?r|icon",
    "event": "event|appointment|meeting|entry|invitation|invite",
    "chat": "chat|conversation|thread|message history|messages",
    "message": "message|text",
    "letter": "letter|mail|email|e-mail|conversation|thread|message",
    "group": "group",
    "review": "review|rating",
    "bin": "bin|trash|deleted|recycl|rubbish|garbage|waste",
    "bill": "bill|invoice",
    "product": "product|item|article|variant|size",
}
_RELATED = (
    r"mean|in mind|is it|was it|is this|is that|it for|send|sent|gets?|go|goes|invit|add|com(?:e|ing)|pay|paid"
    r"|owe|give|gave"
    r"|forward|pass|writ|messag|tell|receiv|belong|put|deliver|ship|take place|happen|suppos|use|file|lend|lent"
    r"|ha(?:s|ve) to see"
)
_BARE = 2  # words of a question that is only a question word: “To whom?”
_MANY = 3  # things beside those that the goal names; a question about more is a list of all that might be asked
_WHICH = r"(?:the|this|that|these|those|your|my|whole|entire|of|its)(?: [\w'-]+){0,3}?"


@lru_cache(maxsize=4096)
def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{words})")


def is_key(wording: str) -> bool:
    """Return whether a wording stands for a deed or a thing of the table."""
    return wording in DEEDS or wording in THINGS


def tells(text: str, wording: str, goals: Iterable[str] = ()) -> bool:
    """Return whether a folded text holds one of the words for what stands in the table under this key."""
    words, _, asking = (DEEDS.get(wording) or THINGS[wording]).partition("!")
    if _pattern(words).search(text):
        return True
    found = _pattern(asking).search(text) if asking else None
    return found is not None and (len(text.split()) <= _BARE or _to_the_point(text, goals))


def places(text: str, wording: str) -> Iterator[int]:
    """Yield where a folded text names a deed of the table."""
    yield from (found.start() for found in _pattern(DEEDS[wording]).finditer(text))


def _to_the_point(text: str, goals: Iterable[str]) -> bool:
    """Return whether a question shares a word with the goals, or asks as people do, like “Who gets it?”."""
    own = {word for goal in goals for word in re.findall(r"[^\W\d_]{4,}", goal)}
    return not own.isdisjoint(re.findall(r"[^\W\d_]{4,}", text)) or _pattern(_RELATED).search(text) is not None


def points_at(text: str, wording: str) -> bool:
    """Return whether a folded text names a thing of this kind as one that both know, like “the list”."""
    words = THINGS[wording].partition("!")[0]
    return re.search(rf"(?<!\w){_WHICH} (?:{words})", text) is not None


def too_many(text: str, goals: Iterable[str]) -> bool:
    """Return whether a folded text names more kinds of things than one question is about."""
    own = set().union(*(set(_named(goal)) for goal in goals))
    return len(set(_named(text)) - own) > _MANY


def _named(text: str) -> Iterator[str]:
    """Yield the kinds of things that a text names by their nouns."""
    for key, words in THINGS.items():
        nouns = words.partition("!")[0].split("|")[:2]
        if re.search(rf"\b(?:{'|'.join(map(re.escape, nouns))})(?:s|es)?\b", text):
            yield key
