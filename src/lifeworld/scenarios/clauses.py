"""Clauses of a free text: which words stand together, and whether they are denied there."""

import re

_SPLIT = re.compile(r"[.,;:!?)(](?=\s|$)|\n|\s-\s|\b(?:and|but|because|so|since|though|although|while|whereas)\b")
_QUOTED = re.compile(r"[“\"][^”\"]*[”\"]")
_DENIED = re.compile(
    r"\b(?:not|never|no|nobody|no one|nor|neither|hardly|without|cannot)\b|n't\b"
    r"|\b(?:instead of|rather than|other than) (?:\w+ ){0,2}$"
)
_EXCEPT = re.compile(
    r"\b(?:any|every|all|each|no|none|nothing|anything|everything)\b[^.,;:!?]*"
    r"\b(?:but|except|save|other than|apart from|besides)\s+(?:for |on |in |at |the |by )*$"
)
_NOTHING_DENIED = re.compile(
    r"(?:n't|\bnot) (?:you )?(?:forget|hesitate|worry|mind|miss|be afraid|let me forget|forgotten|only|sure|quite sure"
    r"|(?:\w+ )?(?:received|got|gotten|get|seen|had|arrived))\b|\bcan(?:'t|not| not) (?:wait|thank you enough)\b"
    r"|\bnever (?:miss|fail|forget)\b|\b(?:no|not) later than\b|\bno (?:rush|hurry|worries|problem|pressure|matter)\b"
    r"|\bwhy (?:not|don't (?:we|you))\b|\b(?:could|can|would|will|wo)n't you\b"
    r"|(?:n't|\bnot)\b(?=[^.,;:!?]*\b(?:until|till|before)\b)"
)
_HERE = "\0"
_CONDITION = re.compile(r"\b(?:if|in case|unless|should you)\b[^.!?\n]*")


def denied(text: str, place: int) -> bool:
    """Return whether what stands at a place of a text, in lower case, is denied by the words before it.

    Only its own clause counts: “I can't come by car, but by bus” denies the car. “Don't forget”, “not before”, “I
    haven't got it yet” and their like deny nothing.
    """
    before, after = _SPLIT.split(_QUOTED.sub(" ", text[:place]))[-1], _SPLIT.split(text[place:], maxsplit=1)[0]
    left = _NOTHING_DENIED.sub(" ", f"{before}{_HERE}{after}").partition(_HERE)[0]
    return _EXCEPT.search(text[:place]) is not None or _DENIED.search(left) is not None


def clause(text: str, start: int, end: int) -> str:
    """Return the clause of a text that a place in it belongs to."""
    return _SPLIT.split(text[:start])[-1] + text[start:end] + _SPLIT.split(text[end:], maxsplit=1)[0]


def unconditioned(text: str) -> str:
    """Return a text without what holds only on some condition: “If you can't, never mind.” is no refusal."""
    return _CONDITION.sub(" ", text)
