"""Words in texts: where they stand, and others in their place."""

import re
from collections.abc import Iterator


class Finder:
    """Finds words as they are written, in any case or in this one, anywhere or as whole words."""

    def __init__(self, words: str, case: bool = False, whole: bool = False) -> None:
        edges = r"(?<!\w){}(?!\w)" if whole else "{}"
        self._pattern = re.compile(edges.format(re.escape(words)), 0 if case else re.IGNORECASE)

    def count(self, text: str) -> int:
        return len(self._pattern.findall(text))

    def replaced(self, text: str, replacement: str) -> str:
        return self._pattern.sub(lambda _: replacement, text)

    def lines(self, text: str) -> Iterator[tuple[int, list[tuple[str, bool]]]]:
        """Yield the number of each line that has the words, and its parts, each with whether it is the words."""
        for number, line in enumerate(text.split("\n"), 1):
            if self._pattern.search(line):
                yield number, list(self._parts(line.strip()))

    def _parts(self, line: str) -> Iterator[tuple[str, bool]]:
        end = 0
        for found in self._pattern.finditer(line):
            yield line[end : found.start()], False
            yield found[0], True
            end = found.end()
        yield line[end:], False
