"""Where commands print tables: names are shown as they are, whatever signs are in them."""

from rich.console import Console


def console(stderr: bool = False, wide: int | None = None) -> Console:
    """Return where to print; brackets and colons in names mean nothing.

    Args:
        stderr: print errors and progress.
        wide: how wide what is no terminal is taken to be.
    """
    found = Console(stderr=stderr, markup=False, emoji=False, highlight=False)
    if wide and not found.is_terminal:
        found.width = wide
    return found
