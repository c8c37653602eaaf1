"""What a person may have meant by a name that does not exist."""

from collections.abc import Iterable
from difflib import get_close_matches

MOST_LISTED = 24


def hint(name: str, known: Iterable[str]) -> str:
    """Return “did you mean …?” with the nearest names, or what there is where none is near."""
    names = list(known)
    near = get_close_matches(name, names, n=3, cutoff=0.6)
    if near:
        return f"did you mean {', '.join(near)}?"
    more = [f"{len(names) - MOST_LISTED} more"] if len(names) > MOST_LISTED else []
    return f"there are {', '.join([*names[:MOST_LISTED], *more]) or 'none'}"
