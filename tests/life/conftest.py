from collections.abc import Iterator
from random import Random

import pytest
from tests.life.lives import lived
from tests.rotation import has_changed, some_names

from lifeworld.core.choices import PEOPLE
from lifeworld.life import Life, live

_RNG = Random(20)
SEEDS_IN_TURN = 5  # of the random ones, while nothing of lives changes
WRITTEN = [(name, None) for name in PEOPLE]
SEEDS = [  # 20 random ones: of drawn people, and of other years of the written ones
    *((f"person-{_RNG.randrange(10**6)}", None) for _ in range(9)),
    *((name, _RNG.randrange(10**6)) for name in PEOPLE[1:]),
]
LIVES: list[tuple[str, int | None]] = [*WRITTEN, *SEEDS]
if not has_changed("life"):
    _TAKEN = some_names("lives", map(str, SEEDS), SEEDS_IN_TURN)
    LIVES = [one for one in LIVES if one in WRITTEN or str(one) in _TAKEN]


@pytest.fixture(params=LIVES, ids=lambda pair: pair[0] if pair[1] is None else f"{pair[0]}-{pair[1]}")
def life(request: pytest.FixtureRequest) -> Iterator[Life]:
    """Each of the twelve by its own seed, and 20 random seeds, some of these in turn; lived once for all laws."""
    yield lived(*request.param)


@pytest.fixture(params=PEOPLE)
def written(request: pytest.FixtureRequest) -> Life:
    """Each of the twelve, as it is written."""
    return lived(request.param, None)


@pytest.fixture
def nora() -> Life:
    return live("nora")
