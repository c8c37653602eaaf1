"""What is drawn in every test; how long a draw takes says nothing where other work takes the machine."""

import hypothesis
import numpy as np
import pytest

hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(11)
