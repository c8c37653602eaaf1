"""Yes or no, by a clear word; a sentence that only denies something is a no."""

import re

from lifeworld.verify.answers.hedges import hedged, only_hedges
from lifeworld.verify.answers.known import Known

_YES = r"yes|yeah|yep|yup|true|correct|affirmative|indeed|(?:that's|that is|you're|you are) right"
_NO = r"no|nope|nah|false|incorrect|negative|wrong|(?:that's|that is) (?:wrong|not (?:right|true|correct|so))"
_WORD = re.compile(rf"\b(?:(?P<no>{_NO})|(?P<yes>{_YES}))\b", re.IGNORECASE)
_PLAIN_NO = re.compile(
    r"(?:^|[,.;:!?/\n-]\s*|\b(?:or|and|but|maybe|perhaps)\s+)no\b(?! one\b)"
    r"|\bno\b(?=\W*(?:$|[.,;:!?]|(?:and|or|but)\b))",
    re.IGNORECASE,
)
_DOUBT = re.compile(
    r"(?:\b(?:not|cannot)|n't) (?:\w+ )?(?:say|tell|sure|certain|know|clear|find|see|open|reach|determine"
    r"|answer|check|verify)\b"
    r"|\b(?:maybe|perhaps|possibly|might|may be|could be|either|depends|unsure|unclear|unknown|whether|guess|yes/no)"
    r"\b|\byes (?:and|or|/) no\b|\bno idea\b|\banything but\b|\bif (?:it|that|this|not)\b"
    r"|\bnot (?:over|under) (?:yes|no)\b"
    r"|\b(?:yes|no) (?:is|was|would be) (?:what|not|(?:\w+ly )?(?:wrong|false|incorrect))\b",
    re.IGNORECASE,
)
_PARTLY = re.compile(
    r"\b(?:mostly|partly|partially|largely|somewhat|basically|(?<!than )half|in a way|up to a point"
    r"|to some extent|c|ca)\b"
    r"|^\W*(?:(?:or|and) so|at (?:least|most)|about)\W*$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[.,;:!?()\n]|(?:^|\s)-\s")
_WHOLE = re.compile(
    r"(?:(?P<yes>y|ok|(?:yes )?(?:absolutely|certainly|definitely|of course|sure|right|confirmed)|sure it is"
    r"|very much so"
    r"|there is one)|(?P<no>n|none|never|not (?:at all|yet|so|the case)|(?:absolutely|certainly|definitely|of course"
    r"|unfortunately|i'm afraid) not|(?:has|have|did|does|do|is|are|was)n't happened))[\s.!]*",
    re.IGNORECASE,
)
_NEAR = 60  # letters before a word that are looked at
_SHORT = 4  # words of a clause that says nothing else
_NEGATED = re.compile(r"(?:\bnot|n't)\s+(?:a\s+|be\s+|quite\s+|really\s+|exactly\s+)*$", re.IGNORECASE)
_SUBJECT = r"(?:no,? )?(?:it|that|there|you|they|we|he|she|i|this|the \w+(?: \w+){0,4})"
_VERB = r"(?:is|are|was|were|do|does|did|has|have|had|will|can|could)"
_DENIES = re.compile(
    rf"^{_SUBJECT}(?:'s|'re|'ve)?\s*(?:{_VERB}|wo|ca)?\s*(?:not|n't|no|none|nothing|never)\b", re.IGNORECASE
)
_AFFIRMS = re.compile(rf"^{_SUBJECT} {_VERB}\W*$", re.IGNORECASE)


def is_yes(text: str, true: bool, known: Known) -> bool:
    """Return whether a text says yes or no, as it should, and not both."""
    whole = _WHOLE.fullmatch(text)
    if whole:
        return bool(whole["yes"]) is true
    if _DOUBT.search(text) or any(map(_vague, _CLAUSE.split(text))):
        return False
    said = set(_said(text))
    if said:
        return said == {true}
    if _DENIES.search(text):
        return not true
    return true and bool(_AFFIRMS.search(text))


def _vague(clause: str) -> bool:
    """Return whether a clause says yes or no by halves: “roughly yes”, or is a hedge: “…, more or less”."""
    said = list(_WORD.finditer(clause))
    half = _PARTLY.search(clause) if said or len(clause.split()) < _SHORT else None
    return bool(half) or only_hedges(clause, "") or any(hedged(clause, *one.span(), "", "word") for one in said)


def _said(text: str) -> list[bool]:
    """Return each clear word, as what it says; the “no” of “there is no …” is none."""
    found: list[bool] = []
    plain = {match.end() for match in _PLAIN_NO.finditer(text)}
    for match in _WORD.finditer(text):
        if match[0].lower() == "no" and match.end() not in plain:
            continue
        found.append(bool(match["yes"]) != bool(_NEGATED.search(text[max(0, match.start() - _NEAR) : match.start()])))
    return found
