"""Yes or no, by a clear word; a sentence that only denies something is a no."""

import re

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
    r"\b|\byes (?:and|or|/) no\b",
    re.IGNORECASE,
)
_NEGATED = re.compile(r"(?:\bnot|n't)\s+(?:a\s+|be\s+|quite\s+|really\s+|exactly\s+)*$", re.IGNORECASE)
_SUBJECT = r"(?:no,? )?(?:it|that|there|you|they|we|he|she|i|this|the \w+(?: \w+){0,4})"
_VERB = r"(?:is|are|was|were|do|does|did|has|have|had|will|can|could)"
_DENIES = re.compile(
    rf"^{_SUBJECT}(?:'s|'re|'ve)?\s*(?:{_VERB}|wo|ca)?\s*(?:not|n't|no|none|nothing|never)\b", re.IGNORECASE
)
_AFFIRMS = re.compile(rf"^{_SUBJECT} {_VERB}\W*$", re.IGNORECASE)


def is_yes(text: str, true: bool, known: Known) -> bool:
    """Return whether a text says yes or no, as it should, and not both."""
    if _DOUBT.search(text):
        return False
    said = set(_said(text))
    if said:
        return said == {true}
    if _DENIES.search(text):
        return not true
    return true and bool(_AFFIRMS.search(text))


def _said(text: str) -> list[bool]:
    """Return each clear word, as what it says; the “no” of “there is no …” is none."""
    found: list[bool] = []
    for match in _WORD.finditer(text):
        if match[0].lower() == "no" and not any(m.end() == match.end() for m in _PLAIN_NO.finditer(text)):
            continue
        found.append(bool(match["yes"]) != bool(_NEGATED.search(text[: match.start()])))
    return found
