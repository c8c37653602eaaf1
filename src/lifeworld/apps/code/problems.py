"""What stands in a text: words that are looked for, and what is wrong as the linter of its language says."""

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from warnings import catch_warnings

from pyflakes.checker import Checker


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


@dataclass(frozen=True)
class Problem:
    """One line of what is wrong; a hint is what runs all the same."""

    line: int
    says: str
    hint: bool = False


@lru_cache(maxsize=512)
def problems(path: str, text: str) -> tuple[Problem, ...]:
    """Return what is wrong with a file, from its top to its end; nothing where no linter reads its language."""
    check = CHECKED.get(path.rpartition(".")[2])
    if not check or not text:
        return ()
    try:
        return check(text)
    except (RecursionError, MemoryError):
        return (Problem(1, "too deeply nested to be read"),)
    except ValueError as error:  # a number of thousands of digits
        return (Problem(1, str(error)),)


def _python(text: str) -> tuple[Problem, ...]:
    try:
        with catch_warnings(action="ignore"):
            found = Checker(ast.parse(f"{text}\n")).messages
    except SyntaxError as error:
        return (Problem(error.lineno or 1, f"syntax error: {error.msg}"),)
    told = (Problem(one.lineno, one.message % one.message_args, "Undefined" not in type(one).__name__) for one in found)
    return tuple(sorted(told, key=lambda problem: problem.line))


def _json(text: str) -> tuple[Problem, ...]:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return (Problem(error.lineno, error.msg),)
    return ()


def _toml(text: str) -> tuple[Problem, ...]:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        said, _, place = str(error).partition(" (at line ")
        line = place.partition(",")[0]
        return (Problem(int(line) if line.isdecimal() else text.count("\n") + 1, said),)
    return ()


CHECKED = {"py": _python, "json": _json, "toml": _toml}  # by what reads their languages
