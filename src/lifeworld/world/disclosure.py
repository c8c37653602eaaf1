"""Sees to it that a secret which leaves the device is named, whatever it leaves with."""

from collections.abc import Iterable

from lifeworld import apps
from lifeworld.life.secrets import Secret, of_people, standing_in
from lifeworld.store import Sent, Store, tell

VERB = "disclose"


def disclosures(store: Store, since: int) -> None:
    """Add to the outbox, by name, each secret in what was sent after row `since` to those who don't know it."""
    new = store.all(Sent, "id > ? AND what || details <> ''", since)
    if not new:
        return
    held = secrets(store)
    for app, to in dict.fromkeys((sent.app, sent.to) for sent in new):
        _look(store, held, app, to)


def secrets(store: Store) -> list[Secret]:
    """Return all that a person would not send on, as the world knows it now."""
    return [*of_people(store), *(secret for app in apps.installed() for secret in app.secrets(store))]


def _look(store: Store, held: Iterable[Secret], app: str, to: str) -> None:
    """Look through all that these people were sent, since a secret may come in pieces."""
    sent = store.all(Sent, 'app = ? AND "to" = ?', app, to)
    said = "\n".join("\n".join((*one.parts, one.details)) for one in sent if one.verb != VERB)
    told = {(one.to, one.what) for one in store.all(Sent, "app = ? AND verb = ?", app, VERB)}
    for secret in standing_in(said, held):
        others = "" if to in secret.known else ", ".join(one for one in to.split(", ") if one not in secret.known)
        if others and (others, secret.name) not in told:
            tell(store, app, VERB, others, secret.name)
            told.add((others, secret.name))
