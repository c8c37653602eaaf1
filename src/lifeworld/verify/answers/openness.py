"""Words by which names are said to be only some of those that there are: “among others”, “such as”, “and 2 more”."""

import re
from collections.abc import Iterable

from lifeworld.verify.answers.known import Said
from lifeworld.verify.answers.text import HIDDEN, clean, masked, says

_SOME = r"(?:one|two|three|four|\d+|any|some|none|part|half|several|most|a few)"
_NOBODYS = "".join(rf"(?<!\b{whose} )" for whose in ("my", "your", "his", "her", "their", "its"))  # “their part of”
_OPEN = re.compile(
    r"\b(?:among (?:\w+ )?others|etc|et al|and so (?:on|forth)|such as|for (?:example|instance)|e\.? ?g|including|incl"
    r"|mainly|mostly|chiefly|primarily|to name (?:a few|some|but)|the first (?:few|ones)|incomplete"
    r"|not (?:complete|all of them)|there (?:may|might|could) (?:well )?be)\b"
    rf"|\bsome(?=\W{{0,3}}{HIDDEN})|{_NOBODYS}\b{_SOME} of (?:the )?[^\w{HIDDEN}]{{0,2}}(?={HIDDEN})"
    r"|\b(?:and|or|plus|perhaps|maybe|possibly|probably) (?:(?:also|the|an?|some|any|few|many|maybe|perhaps|possibly"
    r"|probably|one|two|three|four|several|\d+) )*(?:others?|more(?! than)|(?:some|any)(?:body|one|thing) else|the like"
    r"|the rest)\b"
    r"|\bi (?:\w+n't|cannot|\w+ not|(?:was|am) unable to)"
    r" (?:look|check(?! off)|open|see|read|reach|finish|load|verify)\b"
    r"|\.\.\.\W*$",
    re.IGNORECASE,
)


def left_open(text: str, said: Iterable[Said], goal: str) -> bool:
    """Return whether an answer says that there are others beside the names in it; words of the goal's say nothing."""
    own = clean(goal).casefold()
    return any(not says(own, match[0]) for match in _OPEN.finditer(masked(text, said)))
