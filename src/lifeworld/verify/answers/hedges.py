"""Words beside a value that make another of it, or leave it open: “roughly”, “at least”, “the one before”, “or so”.

Who has read a value off a screen says it as it is. So a hedge counts wherever it stands in the value's sentence, or in
a sentence of its own, unless it is the goal's own word; words that are only sometimes one count beside the value.
"""

import re
from typing import Literal

from lifeworld.verify.answers.text import says

# Money, whose sign is free; counts and durations; dates and times; names, codes and lists.
Sort = Literal["amount", "measure", "moment", "word"]

_NEAR = 160  # letters on either side of a value that are looked at
_SHORT = 4  # words of a sentence that has nothing to say but a hedge
_VAGUE = re.compile(
    r"\b(?:roughly|approximat\w+|approx|circa|ball ?park|guess?timate\w*|estimat\w+|thereabouts?|give or take"
    r"|(?:more|plus) or (?:less|minus)|(?:somewhere|anything|anywhere|everything|something)"
    r" (?:near|around|about|between|in|from|like|up to|over|under|above|below|close)"
    r"|in the (?:region|neighbou?rhood|area|vicinity|range) of|[oi]n the order of|of the order of|along the lines of"
    r"|upwards? of|(?:north|south|shy|in excess|(?<!run )(?<!ran )short) of|hardly|barely|scarcely|virtually"
    r"|practically"
    r"|pretty (?:much|near)|as good as|or (?:something|somebody|someone|similar|near(?:by)?|close)|roundabout"
    r"|(?:the )?opposite of|resembl\w+|similar to|not (?:exactly|quite|precisely|necessarily)(?! even\b)"
    r"|close (?:enough )?to"
    r"|(?:just|slightly|well|a (?:bit|little|shade|tad|touch)) (?:over|under|above|below|past|short|more|less"
    r"|before|after)"
    r"|off by|margin of error|on average|an average|rounded|rounding|as (?:many|much|few|little) as|kind of|sort of"
    r"|at the very (?:least|most)|if not (?:more|less|fewer|later|earlier|higher|lower|longer)|(?:worst|best) case"
    r"|(?:within|inside|off) (?:an?|one|two|three|\d+|half an?) ?\w* (?:of|from)"
    r"|(?:an?|one|two|three|\d+|half an?) (?:\w+ )?(?:off|away from|short of|shy of)(?! the list)"
    r"|guess(?:ed|ing)?|no idea|(?:do not|don't) know(?! why| how)|unless i)\b"
    r"|\(est\.?\)|^\W*est$|[≈≃≅±]",
    re.IGNORECASE,
)
_FILL = (
    r"[\s\"'(\[<]*(?:(?:the|an?|my|your|his|her|its|their|on|at|name|list|number|code|amount|sum|figure|total"
    r"|date|day|time|value)\b[\s\"'(\[<]*)*$"
)
_COMPARED = (
    r"(?:more|less|fewer|later|earlier|sooner|longer|shorter|greater|higher|lower|bigger|smaller|older|newer) than"
)
_BEFORE = re.compile(
    rf"(?:\b(?P<word>about|around|nearly|almost|near|next to|beside|behind|beyond|before|after|following|preceding"
    rf"|prior to|ahead of|above|below|within|between|past|adjacent to|some"
    rf"|at (?:least|most|best|worst|the (?:earliest|latest))"
    rf"|(?<!add )(?<!adds )(?<!come )(?<!comes )(?<!came )up to|(?:a )?(?:good|minimum of|maximum of)"
    rf"|maximum|minimum|max\.?|min\.?|ca\.?|c\.|(?:un)?like(?=\s*$)(?<!s like)(?<!look like)|{_COMPARED})|[~>≤≥]=?"
    rf"|<=?){_FILL}",
    re.IGNORECASE,
)
_MEASURED = re.compile(rf"\b(?:over|under|early|late){_FILL}", re.IGNORECASE)
_MINUS = re.compile(rf"\b(?:minus|negative)\b{_FILL}", re.IGNORECASE)
_SIGN = re.compile(r"(?<![\w)])-$")
_FROM = re.compile(rf"\b(?:(?:starting|beginning) (?:with|from|at)){_FILL}", re.IGNORECASE)
_ON = re.compile(r"\W{0,2}(?:on(?=\W*(?:$|[.;!?\n]))|onwards?\b|upwards?\b)", re.IGNORECASE)
_NOBODY = re.compile(r"\b(?:nobody|no one|no-one|none|no (?!\w+ than)\w+|nothing)\b", re.IGNORECASE)
_AFTER = re.compile(
    r"(?:\+(?!\s*\d)|\s?(?:[ap]\.?m\.?)?-?ish\b|(?:[\s,;(]{0,3}|\s+[a-z]+(?:\s+[a-z]+)?,?\s+)(?:(?:or"
    r"|and) (?:even |a |maybe |perhaps )?"
    r"(?:bit |little |lot |slightly |somewhat )*(?:(?<=or )so|more|less|fewer|higher|lower|later|earlier|longer|shorter"
    r"|above|below|over|under|upwards?|up|counting|then some|change|bit|about)"
    r"|at (?:least|most|best|worst|the (?:earliest|latest|minimum|maximum|most|least))(?!\s+\$?(?:\d|x+\b))"
    r"|plus(?=\W*$|\W+(?:a|some|or)\b)|max(?:imum)?|minimum|tops|odd|about(?=\W*$)"
    r"|(?:it|that) (?:is|was|'s) not|but not)\b(?! than\b))",
    re.IGNORECASE,
)
_DOUBTED = re.compile(r"\s*\?\W*(?:hardly|barely|not|no|never)\b", re.IGNORECASE)
_TIMES = re.compile(
    r"\s?-?(?:\b(?:hundred|thousand|million|billion|dozens?|score|grand|k|per ?cent|cents?|doubled|halved|tripled"
    r"|squared"
    r"|and (?:a|one) (?:half|quarter|third)|times (?:two|three|ten|\d+|x+)|(?:minus|plus|less) (?:an?|one|two"
    r"|three|some|something|whatever|\d+|x+))\b"
    r"|[%‰^¢²³]|[x×*/]\s?\d|(?<!\s)\.?\d)",
    re.IGNORECASE,
)
_PARTS = re.compile(
    rf"(?:\b(?:half|twice|double|triple|treble|quarter|third|fifth|tenth|dozens|hundreds|thousands"
    rf"|(?:one|two|three|an?|\d+) (?:more|less|fewer|off|short|before|after))(?: of| than)?{_FILL}|\b\d+/\s*$)",
    re.IGNORECASE,
)
_AGAIN = re.compile(r"\s?(?:twice|thrice)\b", re.IGNORECASE)
# What a goal may ask for, and the words that then hedge nothing: “12 %, rounded” where it says to round.
_ASKED = (
    (re.compile(r"\b(?:on average|(?:the|an) average|average the|mean of)\b"), re.compile(r"(?:on|an) average")),
    (
        re.compile(r"\brounded\b|\bround (?:\w+ )?to\b|\bin whole\b|\bwhole (?:number|percent)|\bto the cent\b"),
        re.compile(r"round(?:ed|ing)"),
    ),
)
# A day, a time or an amount: before one of these, a goal's “after” says nothing of names.
_MOMENT = (
    r"\W*(?:the\W+)?(?:\$?\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d|\w+day\b|and including\b"
    r"|(?:that|today|tomorrow|noon|it)\b)"
)
_STOP = re.compile(r"[.!?;\n](?=\s|$)")
_WORD = re.compile(r"[^\W\d_]+")


def hedged(text: str, start: int, end: int, goal: str, sort: Sort) -> bool:
    """Return whether a value is said only roughly, as a bound, or as what another is told by.

    Args:
        text: the answer, with the values hidden.
        start: where the value begins.
        end: where it ends.
        goal: the goal, clean; what it says itself hedges nothing.
        sort: what kind of value it is: “from 2 PM on” tells a time, “from Ann on” no name.
    """
    before, after, own = text[max(0, start - _NEAR) : start], text[end : end + _NEAR], goal.casefold()
    before = before.rstrip("<") if after.startswith(">") else before  # “<ann@harbour.example>”
    doubted, after = _DOUBTED.match(after), after.lstrip("?!")  # marks at the end may be a title's own
    found = [doubted, _PARTS.search(before), _AFTER.match(after), _TIMES.match(after)]
    found += [] if sort == "word" else [_MEASURED.search(before)]
    found += [
        again
        for again in [_AGAIN.match(after)]
        if again and again[0].strip() not in own and sort in ("amount", "measure")
    ]
    found += [] if sort == "amount" else [_MINUS.search(before)]
    found += [_SIGN.search(before)] if sort == "measure" else []
    found += [] if sort == "moment" else [_FROM.search(before), _ON.match(after)]
    beside = _BEFORE.search(before)
    if any(found) or (beside and not _excused(beside, before, own, sort)):
        return True
    return any(_leaves_open(match, own) for match in _VAGUE.finditer(_around(before, after)))


def only_hedges(text: str, goal: str) -> bool:
    """Return whether a sentence of an answer holds nothing but a hedge, like “Roughly.” after the value."""
    own = goal.casefold()
    return any(
        len(_WORD.findall(sentence)) <= _SHORT and (match := _VAGUE.search(sentence)) and _leaves_open(match, own)
        for sentence in _STOP.split(text)
    )


def _leaves_open(found: re.Match[str], own: str) -> bool:
    return not says(own, found[0]) and not _asked_for(found[0], own)


def _asked_for(hedge: str, own: str) -> bool:
    """Return whether a goal asks for a value of which these words are true: an average, a rounded one."""
    return any(goal.search(own) and words.fullmatch(hedge.strip().casefold()) for goal, words in _ASKED)


def _excused(found: re.Match[str], before: str, own: str, sort: Sort) -> bool:
    """Return whether words are the goal's own (“Whom is it about?”), or compare: “nobody wrote more than Ann”."""
    word = (found["word"] or "").casefold()
    if sort != "word":
        return _asked_for(word or found[0], own)
    if word.endswith(" than"):
        return _NOBODY.search(before) is not None
    return bool(word) and re.search(rf"\b{re.escape(word)}\b(?!{_MOMENT})", own) is not None


def _around(before: str, after: str) -> str:
    """Return the sentence around a value, the value left out."""
    ends = _STOP.search(after)
    return f"{_STOP.split(before)[-1]}\0{after[: ends.start()] if ends else after}"
