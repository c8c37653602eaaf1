"""Kinds of plans, read from the files in `plans/`."""

from collections.abc import Mapping
from functools import cache

from lifeworld.core.words import folder, merge, read
from lifeworld.life.words.kinds import Kind
from lifeworld.life.words.soundness import check, relations

_UNSPOKEN = frozenset(("good_at", "expecting", "moving"))  # of which sheets know, and no plan yet speaks


@cache
def plans() -> Mapping[str, Kind]:
    """Return all kinds of plans by key.

    Raises:
        UserError: a file is wrong; one line for each fault.
    """
    found: dict[str, Kind] = {}
    for path in sorted((folder(__file__) / "plans").glob("*.toml")):
        written = read(dict[str, Kind], path)
        for key, kind in written.items():
            check(path, key, kind)
        merge(found, written, path)
    return found


@cache
def known_relations() -> frozenset[str]:
    """Return what may be so of somebody: the relations that plans speak of, as `cat` and `allergy`."""
    return _UNSPOKEN.union(*map(relations, plans().values()))
