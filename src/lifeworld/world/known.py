"""What is so in a person's life and stands in no row: kept beside the profile, never in the database agents reach."""

from functools import lru_cache

from pydantic import TypeAdapter

from lifeworld import life
from lifeworld.core.cache import cache, keep
from lifeworld.core.own import own_worlds
from lifeworld.life.facts import Known
from lifeworld.world.profiles import code_digest

_KEPT = TypeAdapter(tuple[Known, ...])


def known(name: str) -> tuple[Known, ...]:
    """Return the facts of a person's life, those that are over first; none of a world from a file."""
    return () if not name or name in own_worlds() else _of(name, code_digest())


@lru_cache(maxsize=16)
def _of(name: str, digest: str) -> tuple[Known, ...]:
    path = cache() / f"{name}-{digest}.facts.json"
    if path.exists():
        return _KEPT.validate_json(path.read_bytes())
    found = life.live(name).facts
    keep(path, _KEPT.dump_json(found))
    return found
