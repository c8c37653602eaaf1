"""A task's phrasings in each language: goals that are written by hand, one of them indirect, and those made of them."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from lifeworld.core.errors import TaskError, UserError
from lifeworld.core.typed import remembered
from lifeworld.taskkit.joining import counted, joined
from lifeworld.taskkit.styles import styled
from lifeworld.taskkit.wording import ENGLISH, folder_of, gap, said

FILE = "indirect.toml"  # beside the files of the tasks


@remembered(16384)
def phrased(template: Any, language: str) -> tuple[str, ...]:
    """Return a task's goals by number: those written, one in each of `STYLES`, the indirect one; of parts, joined.

    Raises:
        UserError: nobody has written them in this language.
    """
    if template.parts:
        return _of_parts(template.parts, language)
    own = dict(zip(texts(template), written(template, language), strict=True))
    made = (*styled(template.goals), *((text,) for text in indirect(template)))
    return tuple(gap(language).join(own.get(text) or said(text, language) for text in each) for each in made)


def _of_parts(parts: Sequence[Any], language: str) -> tuple[str, ...]:
    """Return the goals of several parts as one, joined in each way; then the indirect ones, where each part has one."""
    every = [(written(part, language), len(part.goals)) for part in parts]
    needs = [need for goals, direct in every for need in goals[direct:]]
    last = (counted(needs, language),) if len(needs) == len(every) else ()
    return (*joined([goals[:direct] for goals, direct in every], language), *last)


def written(template: Any, language: str) -> tuple[str, ...]:
    """Return the goals that are written by hand, as somebody has written them in a language.

    Raises:
        UserError: nobody has.
    """
    own = texts(template)
    found = tuple(said(goal, language, folder_of(template)) for goal in own)
    if language != ENGLISH and any(goal in own for goal in found):
        where = folder_of(template) / "locale" / language / "LC_MESSAGES" / "messages.po"
        raise UserError(f"{template.id} has no goals in “{language}”; write them into {where} (see docs/languages.md)")
    return found


def texts(template: Any) -> tuple[str, ...]:
    """Return the goals that are written by hand in English: `goals`, and the indirect one where there is one."""
    return (*template.goals, *indirect(template))


def indirect(template: Any) -> tuple[str, ...]:
    """Return the goal that names the need, not the app or what is done there; none where nobody has written it."""
    found = () if template.parts else (indirect_in(folder_of(template)).get(template.__name__),)
    return tuple(text for text in found if text)


@lru_cache(maxsize=64)
def indirect_in(folder: Path) -> Mapping[str, str]:
    """Return the indirect goals of a folder's tasks, by the names of the tasks.

    Raises:
        TaskError: the file can't be read, or holds something else than texts.
    """
    path = folder / FILE
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    except (tomllib.TOMLDecodeError, UnicodeError) as problem:
        raise TaskError(f"{path}: can't be read: {problem}") from None
    for name, text in found.items():
        if not isinstance(text, str):
            raise TaskError(f'{path}: {name} is no text; write {name} = "…", a goal of the task {name}')
    return found
