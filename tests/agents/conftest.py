"""What tests of several agents share."""

from collections.abc import Iterator

import pytest
from tests.agents.mocked import MOCK

from lifeworld.agents.mock.server import KEY, served


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each provider be asked with the mock server's key."""
    for name in ("ANTHROPIC", "OPENAI", "GEMINI", "CHAT"):
        monkeypatch.setenv(f"{name}_API_KEY", KEY)


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    """Serve the mock server."""
    with served(MOCK) as origin:
        yield origin
