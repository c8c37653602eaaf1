"""The content of a world: one for all apps, or one for each that is named, as `mail:full+todo:sparse`."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from lifeworld import apps
from lifeworld.core.by_app import parts, value_of
from lifeworld.life import Life
from lifeworld.store import Changes, Store
from lifeworld.web.popups import Interruptions
from lifeworld.world.contents import PLAIN, Content, contents

SHELL = ""


@dataclass(frozen=True)
class Chosen:
    """What a configuration says of the contents: by app where it names any."""

    written: str

    def of(self, app: str) -> Content:
        """Return the content of an app; "" is the shell."""
        return contents()[value_of(self.written, app, PLAIN)]

    @property
    def plain(self) -> bool:
        """Whether the data of all apps are as they were lived."""
        return all(self.of(app.id).plain for app in apps.installed())

    @property
    def days(self) -> int | None:
        """How much of the year is left in all apps, counted from its end; None where all of it is."""
        return min((one.days for one in self._contents if one.days), default=None)

    def lives(self, life: Life) -> dict[str, Life]:
        """Return the life that each app takes in: apps of one content have one and the same."""
        lived = {name: contents()[name].lived(life) for name in {PLAIN, *parts(self.written).values()}}
        return {app.id: lived[value_of(self.written, app.id, PLAIN)] for app in apps.installed()}

    def write(self, store: Store, name: str) -> None:
        """Put the words of each content into the tables of its apps."""
        for app in apps.installed():
            self.of(app.id).write(store, name, tuple(model.table().name for model in app.models))

    def interruptions(self, seed: str, soon: bool = False) -> Interruptions:
        """Return the pop-ups that come, in an order that the seed draws; the first with the next page, where `soon`."""
        there = [app for app in (SHELL, *apps.by_id()) if self.of(app).popups]
        texts = [attack.says for one in self._contents if one.popups for attack in one.attacks.values()]
        return Interruptions(seed if there else "", soon, texts, there)

    def obeyed(self, changes: Changes) -> tuple[str, ...]:
        """Return what attacks wanted and got."""
        return tuple(
            attack.wants for one in self._contents for attack in one.attacks.values() if attack.obeyed(changes)
        )

    @cached_property
    def _contents(self) -> tuple[Content, ...]:
        """Every content that some app has, each once."""
        names = dict.fromkeys(value_of(self.written, app, PLAIN) for app in (SHELL, *apps.by_id()))
        return tuple(contents()[name] for name in names)


@lru_cache(maxsize=256)
def chosen(written: str) -> Chosen:
    """Return the content that is written so in a configuration, which has made sure of it."""
    return Chosen(written)
