"""Tries drafts in turn: each is written, read again as the author's file that it will be, and played."""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module, invalidate_caches
from importlib.util import cache_from_source
from itertools import islice
from pathlib import Path

import lifeworld.tasks
from lifeworld.core.errors import UserError
from lifeworld.core.source import parsed
from lifeworld.env.environment import SyncEnvironment
from lifeworld.proof.check import DRAWS, played, prove
from lifeworld.proof.draft.draft import Draft
from lifeworld.taskkit import Configuration, Task
from lifeworld.taskkit.catalogue import forget
from lifeworld.taskkit.draw import drawn

MOST = 80  # drafts that are tried
Configurations = Callable[[type[Task], int], Iterable[Configuration]]


@dataclass(frozen=True)
class File:
    """Where a task is written: a folder of tasks, a package in it, and the module and class."""

    folder: Path
    package: str
    module: str
    name: str

    @property
    def path(self) -> Path:
        return self.folder / self.package / f"{self.module}.py"

    @property
    def id(self) -> str:
        return f"{self.package}.{self.name}"

    def write(self, text: str) -> type[Task]:
        """Write the file and read it as the catalogue will; what was known of an older text is forgotten.

        Raises:
            UserError: it can't be written.
        """
        try:
            self._write(text)
        except OSError as error:
            raise UserError(f"{error.filename or self.path}: {error.strerror}; choose another folder") from None
        Path(cache_from_source(str(self.path))).unlink(missing_ok=True)
        module = f"{lifeworld.tasks.__name__}.{self.package}.{self.module}"
        sys.modules.pop(module, None)
        for known in (invalidate_caches, forget, drawn.cache_clear, parsed.cache_clear):
            known()
        if str(self.folder) not in lifeworld.tasks.__path__:
            lifeworld.tasks.__path__.append(str(self.folder))
        return getattr(import_module(module), self.name)  # type: ignore[no-any-return]

    def _write(self, text: str) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        start = self.path.parent / "__init__.py"
        if not start.exists():
            start.write_text('"""Tasks of one\'s own."""\n')
        self.path.write_text(text, encoding="utf-8")


def settled(
    drafts: Iterable[Draft], file: File, environment: SyncEnvironment, configurations: Configurations
) -> Sequence[str]:
    """Leave the first draft that is proved in its file, else the one that came farthest; return what is wrong with it.

    Args:
        drafts: the likeliest first.
        file: where it is written.
        environment: where solutions are played.
        configurations: gives those of a task that must hold, so many instances a person.
    """
    best: tuple[int, Draft, Sequence[str]] | None = None
    for draft in islice(drafts, MOST):
        template = file.write(draft.text)
        far, problems = played([*configurations(template, DRAWS)], environment)
        if not problems:
            problems = _proved(configurations(template, 1), environment)
        if not problems:
            return ()
        if any("no fair draw" in problem for problem in problems):  # whichever way is gone
            return problems
        if best is None or far > best[0]:
            best = far, draft, problems
    assert best
    file.write(best[1].text)
    return [best[1].lacks] if best[1].lacks else best[2]


def _proved(chosen: Iterable[Configuration], environment: SyncEnvironment) -> Sequence[str]:
    return [problem for one in chosen for problem in prove(one, environment).problems]
