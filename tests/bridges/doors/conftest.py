"""The doors' tests run where their packages are: each in an environment of its own (`make bridges`)."""

import os
from collections.abc import Iterator
from typing import Any

import pytest

if not os.environ.get("LIFEWORLD_DOOR"):
    collect_ignore_glob = ["test_*.py"]
_REVISION = "chromium-1117"  # the build of Chromium that BrowserGym's Playwright looks for


@pytest.fixture
def without_vocabularies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Doors count tokens by a vocabulary that they fetch on first use: words are counted instead."""
    import tiktoken  # which not every door has

    class Words:
        def encode(self, text: str, **_: Any) -> list[str]:
            return text.split()

    for name in ("get_encoding", "encoding_for_model"):
        monkeypatch.setattr(tiktoken, name, lambda _: Words())


@pytest.fixture(scope="module")
def browser_of_browsergym(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """BrowserGym's chat opens a browser without asking which: this machine's stands where it looks."""
    from lifeworld.env.drivers.browser import find_chromium  # which wants Playwright, as not every door does

    place = tmp_path_factory.mktemp("browsers")
    (place / _REVISION / "chrome-linux").mkdir(parents=True)
    (place / _REVISION / "chrome-linux" / "chrome").symlink_to(find_chromium(""))
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PLAYWRIGHT_BROWSERS_PATH", str(place))
        yield
