"""Opens the table: two servers, two origins."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from lifeworld.play import record
from lifeworld.play.game import Choice
from lifeworld.play.panel import Panel
from lifeworld.play.screens import world
from lifeworld.play.table import Table
from lifeworld.web.loopback import Loopback


@dataclass(frozen=True)
class Hosted:
    """A table being played at: where its panel and its world are served."""

    table: Table
    panel: str
    world: str


@contextmanager
def hosted(choice: Choice, port: int = 0, folder: Path | None = None) -> Iterator[Hosted]:
    """Serve a choice to a person's browser for as long as the context lasts.

    Args:
        choice: what is played first.
        port: the panel's; 0 for any that is free. The world takes a free one.
        folder: where finished episodes are kept.

    Raises:
        UserError: the choice can't be played, the port is in use, or the folder holds something else.
    """
    kept = record.begun(folder) if folder else None
    panel, screens = Loopback(port), Loopback()
    try:
        table = Table(choice, kept)
        try:
            screens.start(world(table))
            panel.start(Panel(table, screens.origin).application())
            yield Hosted(table, panel.origin, screens.origin)
        finally:
            table.close()
    finally:
        panel.stop()
        screens.stop()
