from collections.abc import Iterator

import pytest

from lifeworld.life import Life, live, simulate
from lifeworld.life.biographies import NAMES, biography

SEEDS = (None, 7, 90210)
DRAWN = tuple(f"person-{number}" for number in (0, 1, 2, 3, 4, 5, 6, 7, 17, 4242, 10**12))
LIVES = [*((name, seed) for name in NAMES for seed in SEEDS), *((name, None) for name in DRAWN), ("person-3", 7)]
_LIVED: dict[tuple[str, int | None], Life] = {}


@pytest.fixture(params=LIVES, ids=lambda pair: f"{pair[0]}-{pair[1]}")
def life(request: pytest.FixtureRequest) -> Iterator[Life]:
    """Each biography, by its own seed and by others."""
    name, seed = request.param
    if (name, seed) not in _LIVED:
        _LIVED[name, seed] = live(name) if seed is None else simulate(biography(name), seed)
    yield _LIVED[name, seed]


@pytest.fixture
def nora() -> Life:
    return live("nora")
