"""What a person may have meant by a name that does not exist."""

from collections.abc import Iterable
from difflib import get_close_matches


def hint(name: str, known: Iterable[str]) -> str:
    """Return “did you mean …?” with the nearest names, or all of them where none is near."""
    names = list(known)
    near = get_close_matches(name, names, n=3, cutoff=0.4)
    return f"did you mean {', '.join(near)}?" if near else f"there are {', '.join(names)}"
