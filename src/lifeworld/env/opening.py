"""Environments by the driver's name."""

from collections.abc import Iterator
from contextlib import contextmanager

from lifeworld.core.choices import Channel
from lifeworld.core.errors import UserError, extras_named
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.environment import Environment, SyncEnvironment, run_in_thread


@contextmanager
def opened(driver: str, channel: Channel | None = None, *, pictures: bool = True) -> Iterator[SyncEnvironment]:
    """Open one environment without async, and close it with all that belongs to it.

    Args:
        driver: dom or chromium.
        channel: what is seen and used; the driver's widest by default.
        pictures: False spares chromium the screenshots, where only the tree is looked at.

    ```python
    with opened("chromium") as environment:
        observation = environment.reset(Configuration("todo.CompleteTask", "nora"))
    ```

    Raises:
        UserError: there is no such driver, or no browser or extra for it on this machine.
    """
    if driver == "dom":
        yield SyncEnvironment(Environment(Dom(), channel))
        return
    if driver != "chromium":
        raise UserError(f"no driver “{driver}”; there are dom, chromium")
    with extras_named():
        from lifeworld.env.drivers.browser import Browser  # a quarter of a second that dom need not wait for
        from lifeworld.env.drivers.chromium import Chromium

    with run_in_thread() as run:
        browser = Browser()
        run(browser.start())
        environment = SyncEnvironment(Environment(Chromium(browser, pictures), channel), run)
        try:
            yield environment
        finally:
            environment.close()
            run(browser.stop())
