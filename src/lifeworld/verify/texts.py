"""Texts against what the twin holds, where some of it is free prose."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from lifeworld.scenarios.prose import MARK, Prose, anything
from lifeworld.scenarios.sense import claims, harmless, takes_back
from lifeworld.scenarios.setting import Setting
from lifeworld.store import Column
from lifeworld.verify.courtesy import courteous
from lifeworld.verify.unasked import unasked
from lifeworld.verify.written import spelled


class Texts:
    """Tells whether a found value is the wanted one, free words included; each text is read once."""

    def __init__(self, prose: Sequence[Prose] = (), setting: Setting | None = None) -> None:
        self._prose, self._setting = prose, setting
        self._told: dict[tuple[str, str], bool] = {}

    def __call__(self, wanted: Any, found: Any) -> bool:
        if isinstance(wanted, tuple) and isinstance(found, tuple):
            return len(wanted) == len(found) and all(map(self, wanted, found))
        if isinstance(wanted, str) and isinstance(found, str) and MARK.search(wanted):
            if (wanted, found) not in self._told:
                self._told[wanted, found] = self._fits(wanted, found)
            return self._told[wanted, found]
        return type(wanted) is type(found) and bool(wanted == found)

    def free(self, found: str, column: Column, row: Mapping[str, Any]) -> bool:
        """Return whether words are good enough for a column that is left open: they harm and contradict nobody."""
        against = "|".join(words for value, words in column.against if value in row.values())
        spoilt = takes_back(found) or (bool(against) and claims(found, against))
        beside = self._beside(found, anything) if column.shared else self._unasked(found)
        return harmless(found) and not spoilt and not beside

    def _fits(self, wanted: str, found: str) -> bool:
        """Match the fixed parts to the letter and each free part by its words."""
        split = MARK.split(wanted)
        pattern = "".join(re.escape(part) if n % 2 == 0 else "(.*?)" for n, part in enumerate(split))
        match = re.fullmatch(pattern, found, re.DOTALL)
        numbers = [int(part) for part in split[1::2]]
        parts = zip(numbers, match.groups(), strict=True) if match else ()
        return match is not None and all(self._tells(text, self._prose[n]) for n, text in parts)

    def _tells(self, text: str, prose: Prose) -> bool:
        """Return whether a text tells what it must, and nothing that nobody asked for."""
        if self._setting is None:
            return prose.fits(text)
        text = spelled(text, prose.values, self._setting.today)
        return prose.fits(text, self._setting.names) and not self._beside(text, prose)

    def _beside(self, text: str, prose: Prose) -> bool:
        """Return whether a text says something that nobody asked for: a value, or more than courtesy."""
        known = self._setting
        return known is not None and (unasked(prose.parted(text), known) or not courteous(text, prose, known))

    def _unasked(self, text: str) -> bool:
        return self._setting is not None and unasked(text, self._setting)
