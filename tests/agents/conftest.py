"""What tests of several agents share."""

import pytest
from tests.agents.mocked import origin

from lifeworld.agents.mock.server import KEY

__all__ = ["origin"]


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each provider be asked with the mock server's key."""
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "CHAT_API_KEY", "LIFEWORLD_MOCK_KEY"):
        monkeypatch.setenv(name, KEY)
