"""Texts against what the reference run holds, where some of it is left to the agent's own words."""

import re
from collections.abc import Sequence
from typing import Any

from lifeworld.store import PART, Column
from lifeworld.verify.expectation import MARK, Prose, Setting
from lifeworld.verify.facts import facts_missing, plain, taken_back, unasked

_WORD = re.compile(r"\w+")
_BETWEEN = frozenset(" .,;:!?'\"()/&-\n")  # what may stand between words of the goal


class Texts:
    """Tells whether a found value is the wanted one, free words included; each text is read once."""

    def __init__(self, prose: Sequence[Prose] = (), setting: Setting | None = None) -> None:
        self._prose, self._setting = prose, setting
        self._told: dict[tuple[str, str], bool] = {}
        self.asked = ""  # what the person has said, in the words that the agent read

    def __call__(self, wanted: Any, found: Any) -> bool:
        if isinstance(wanted, str) and isinstance(found, str) and MARK.search(wanted):
            if (wanted, found) not in self._told:
                self._told[wanted, found] = self._fits(wanted, found)
            return self._told[wanted, found]
        return type(wanted) is type(found) and bool(wanted == found)

    def free(self, found: Any, column: Column) -> bool:
        """Return whether a value is good enough for a column that is left open: any, but words only of the goal."""
        if not column.worded or not isinstance(found, str):
            return True
        asked, said = plain(self.asked), plain(found)
        strange = set(_WORD.sub("", said)) - _BETWEEN - set(asked)
        withdrawn = self._setting is not None and taken_back(found, self._setting)
        return not strange and not withdrawn and set(_WORD.findall(said)) <= set(_WORD.findall(asked))

    def _fits(self, wanted: str, found: str) -> bool:
        """Match the fixed parts to the letter and each free part by its facts."""
        split = MARK.split(wanted)
        pattern = "".join(re.escape(part) if n % 2 == 0 else f"([^{PART}]*?)" for n, part in enumerate(split))
        match = re.fullmatch(pattern, found)
        parts = zip(map(int, split[1::2]), match.groups(), strict=True) if match else ()
        return match is not None and all(self._tells(text, self._prose[n]) for n, text in parts)

    def _tells(self, text: str, prose: Prose) -> bool:
        """Return whether a text holds the facts that are asked for, and no value that nobody asks for."""
        assert self._setting
        missing = facts_missing(text, prose.facts, self._setting)
        strange = unasked(text, self._setting) | taken_back(text, self._setting)
        return bool(text.strip()) and not missing and not strange
