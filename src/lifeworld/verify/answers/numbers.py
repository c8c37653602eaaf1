"""Numbers in digits and in words."""

import re

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_VALUES = {word: number for number, word in enumerate(_SMALL)} | {word: 20 + 10 * n for n, word in enumerate(_TENS)}
_VALUES |= {"a": 1, "an": 1}
_ONES = "|".join(sorted(_SMALL[1:10], key=len, reverse=True))
_TO_99 = rf"(?:(?:{'|'.join(_TENS)})(?:[\s-]?(?:{_ONES}))?|{'|'.join(sorted(_SMALL, key=len, reverse=True))})"
_TO_999 = rf"(?:(?:an?|{_ONES})[\s-]hundred(?:[\s-](?:and\s)?{_TO_99})?|{_TO_99})"
WORDS = rf"(?:(?:{_TO_999}|a)[\s-]thousand(?:,?[\s-](?:and\s)?{_TO_999})?|{_TO_999})"
DIGITS = r"(?:\d{1,3}(?:[,']\d{3})+(?!\d)|\d+)"
_PARTS = re.compile(rf"hundred|thousand|and|{'|'.join(sorted(_VALUES, key=len, reverse=True))}")


def number(written: str) -> int:
    """Return the number that is written in digits or in words, like “1,204” or “one hundred and five”."""
    if written[0].isdigit():
        return int(re.sub(r"\D", "", written))
    total = part = 0
    for word in _PARTS.findall(written.lower()):
        if word == "hundred":
            part *= 100
        elif word == "thousand":
            total, part = part * 1000, 0
        elif word != "and":
            part += _VALUES[word]
    return total + part
