"""What a task's code breaks with, told as a mistake of its author."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from lifeworld.core.errors import TaskError
from lifeworld.store.blame import AUTHORED, is_authored, placed


@contextmanager
def blamed(name: str, of: Callable[[], str] | None = None) -> Iterator[None]:
    """Tell what an author's code breaks with as a mistake in the task of this name.

    Args:
        name: of the task, or of its file.
        of: gives the place that is to blame where no line of the author's was being run.

    Raises:
        TaskError: it broke.
    """
    try:
        yield
    except AUTHORED as problem:
        if not is_authored(problem) and of is None:
            raise
        fallback = f"({of()}): " if of and not is_authored(problem) else ""
        raise TaskError(f"{name} {fallback}{placed(problem)}") from problem
