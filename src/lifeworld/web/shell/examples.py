"""Examples of the device's commands and refusals that do not follow from their declarations."""

from collections.abc import Iterator

from lifeworld.store import Store
from lifeworld.web.app import Example, done, refused
from lifeworld.web.shell import commands as c
from lifeworld.web.shell.models import Source, device


def examples(store: Store) -> Iterator[Example]:
    """Yield them on a lived-in world."""
    for percent in (c.DIMMEST, c.BRIGHTEST):
        yield done(c.SetBrightness(percent))
    for percent in (0, 45, 110):
        yield refused("range", c.SetBrightness(percent))
    yield refused("already", c.SetBrightness(device(store).brightness))
    source = store.one(Source)
    one = c.mark(source.app, "/mail/", store.now, 0)
    yield done(c.Dismiss((one,)))
    yield refused("none", c.Dismiss(()))
    yield refused("already", c.Dismiss((one, one)))
    for wrong in (f"nobody{one}", one.replace("/mail/", "mail"), f"{source.app} /mail/ yesterday 0", ""):
        yield refused("unknown", c.Dismiss((wrong,)))
    yield from map(done, (c.Lock(), c.Unlock()))
