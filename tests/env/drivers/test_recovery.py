"""A browser or a page that dies costs a try, never an episode."""

import contextlib
import os
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.run.rows import rows_of

from lifeworld.core.actions import Action
from lifeworld.core.observation import Feedback, View
from lifeworld.env.drivers import browser as browsers
from lifeworld.env.drivers import chromium
from lifeworld.env.drivers.browser import Browser
from lifeworld.env.drivers.chromium import Chromium
from lifeworld.run import runner
from lifeworld.run.config import RunConfig

Deed = Callable[["Deadly"], Awaitable[None]]


async def kill_browser(driver: "Deadly") -> None:
    session = await driver._browser._browser.new_browser_cdp_session()
    told = await session.send("SystemInfo.getProcessInfo")
    os.kill(next(one["id"] for one in told["processInfo"] if one["type"] == "browser"), signal.SIGKILL)


async def crash_page(driver: "Deadly") -> None:
    with contextlib.suppress(browsers.PlaywrightError):
        await driver._screen.page.goto("chrome://crash", timeout=5000)


class Deadly(Chromium):
    """Its browser dies once at a moment."""

    moment, count = "", 0
    deed: Deed = kill_browser

    async def _at(self, moment: str) -> None:
        if moment == Deadly.moment:
            Deadly.count += 1
            if Deadly.count == 3:
                await Deadly.deed(self)

    async def open(self, world: Any, start: str = "/") -> View:
        await self._at("between")
        return await super().open(world, start)

    async def act(self, action: Action) -> Feedback:
        await self._at("act")
        return await super().act(action)

    async def view(self) -> View:
        await self._at("view")
        return await super().view()

    async def _settle(self) -> str:
        await self._at("settle")
        return await super()._settle()


@pytest.mark.long
@pytest.mark.parametrize(
    ("moment", "deed"),
    [(moment, kill_browser) for moment in ("between", "act", "view", "settle")] + [("act", crash_page)],
)
def test_every_episode_is_scored_though_it_died(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, browser: Browser, moment: str, deed: Deed
) -> None:
    calls: Counter[str] = Counter()
    for name in ("_launch", "screen"):
        monkeypatch.setattr(Browser, name, counting(calls, name))
    for name, value in {"moment": moment, "count": 0, "deed": staticmethod(deed)}.items():
        monkeypatch.setattr(Deadly, name, value)
    monkeypatch.setattr(chromium, "Chromium", Deadly)
    config = RunConfig(
        agents=("oracle",), driver="chromium", tasks=("todo.CompleteTask",), instances=3, devices=("phone",), at_once=2
    )
    folder = runner.run(config, tmp_path / "run")
    assert [row["status"] for row in rows_of(folder)] == ["success"] * 3
    assert calls["_launch"] == (2 if deed is kill_browser else 1)
    assert calls["screen"] > 2  # one for each at once, and what took the place of the dead


def counting(calls: Counter[str], name: str) -> Callable[..., Any]:
    real = getattr(Browser, name)

    async def counted(self: Browser, *arguments: Any) -> Any:
        calls[name] += 1
        return await real(self, *arguments)

    return counted
