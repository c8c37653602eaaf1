"""What the apps notify of, less what is silenced or cleared."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from lifeworld.store import Event, Store
from lifeworld.web.app import App, Notice
from lifeworld.web.language import speaking
from lifeworld.web.request import Host, Lasting
from lifeworld.web.shell.commands import mark
from lifeworld.web.shell.models import Device, Dismissed, Source, device, silenced


@dataclass(frozen=True)
class Group:
    """What one app notifies of, latest first, each with its mark."""

    app: App
    notices: tuple[tuple[Notice, str], ...]

    @property
    def at(self) -> datetime:
        """When the latest came."""
        return self.notices[0][0].at

    @property
    def marks(self) -> list[str]:
        return [mark for _, mark in self.notices]


def groups(host: Host | Lasting) -> list[Group]:
    """Return the notifications by app, that of the latest first."""
    gone, mute = _gone(host.store), silenced(host.store)
    found = (_group(app, host, gone) for app in host.apps if app.id not in mute)
    return sorted((group for group in found if group.notices), key=lambda group: group.at, reverse=True)


def _gone(store: Store) -> frozenset[str]:
    ids = {source.id: source.app for source in store.all(Source)}
    return frozenset(mark(ids[one.source_id], one.href, one.at, one.about) for one in store.all(Dismissed))


def _group(app: App, host: Host | Lasting, gone: frozenset[str]) -> Group:
    with speaking(host.look.of(app.id).language, app.folder):
        told = app.news(host.store)
    marked = ((notice, mark(app.id, notice.href, notice.at, notice.about)) for notice in told)
    left = [pair for pair in marked if pair[1] not in gone]
    return Group(app, tuple(sorted(left, key=lambda pair: pair[0].at, reverse=True)))


def heard(event: Event, apps: Iterable[App], store: Store) -> bool:
    """Return whether the device tells of an event: an app that takes it in may, and nothing holds it back."""
    mute = silenced(store)
    told = any(type(event) in app.on and app.id not in mute and not app.is_shut(store) for app in apps)
    return told and not device(store).do_not_disturb


def seed(store: Store, apps: Iterable[App]) -> None:
    """Store what a device begins with, where it is not there: its settings, and the apps that may notify."""
    known = {source.app for source in store.all(Source)}
    if store.first(Device) is None:
        store.add(Device)
    for app in apps:
        if app.id not in known:
            store.add(Source, app=app.id, name=app.name)
