"""How a life shows in Post: letters, and the mail that machines write about everything else."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from random import Random
from typing import TypeVar, get_args

from lifeworld.apps.mail import machines
from lifeworld.apps.mail.commands import SendDraft
from lifeworld.apps.mail.letters import LABELS, mailed
from lifeworld.apps.mail.models import ME, Colour, Draft, Label, Message, Recipient, Settings, Thread, Vacation
from lifeworld.apps.mail.words import words
from lifeworld.core.errors import Refused
from lifeworld.life import Life, events
from lifeworld.store import Store
from lifeworld.web import Handlers

T = TypeVar("T")


def seed(store: Store, life: Life) -> None:
    """Set up settings, the labels that letters name, drafts, and what the filter has caught."""
    store.add(Settings, signature=life.tastes.signature)
    store.add(Vacation)
    named = {event.label for event in life.events if isinstance(event, events.Mailed)} - {""}
    names = sorted(named | set(LABELS.values()))
    for number, name in enumerate(names):
        store.add(Label, name=name, colour=get_args(Colour)[number % 8])
    _drafts(store, life)
    _spam(store)


def _drafts(store: Store, life: Life) -> None:
    """Leave behind a letter begun to one of each relation, and what was broken off for lack of somebody or a word."""
    rng = life.rng("drafts")
    for number, (relation, begun) in enumerate(_one_of_each(words().drafts, "relation", rng)):
        who = next((person for person in life.people if person.relation == relation), None)
        if who:
            saved = _days_ago(store, number * 4 + 2)
            text = begun.body.format(first=who.first)
            store.add(Draft, to=who.name, subject=begun.subject, body=text, saved_at=saved)
    half = {"{name}": life.people[1].name, "{half}": life.people[2].first[:2]}
    for number, (_, broken) in enumerate(_one_of_each(words().broken_off, "kind", rng)):
        saved = _days_ago(store, number * 2 + 5)
        store.add(Draft, to=half.get(broken.to, broken.to), subject=broken.subject, body=broken.body, saved_at=saved)


def _one_of_each(found: Iterable[T], by: str, rng: Random) -> list[tuple[str, T]]:
    """Return one of each that have the same in a field, by what they have in it."""
    groups: dict[str, list[T]] = {}
    for one in found:
        groups.setdefault(getattr(one, by), []).append(one)
    return [(value, rng.choice(those)) for value, those in groups.items()]


def _spam(store: Store) -> None:
    for number, caught in enumerate(words().spam):
        thread = store.add(Thread, subject=caught.subject, key=f"spam/{number}", spam=True, unread=True)
        sent = _days_ago(store, caught.days)
        message = store.add(Message, thread_id=thread.id, address=caught.address, body=caught.body, sent_at=sent)
        store.add(Recipient, message_id=message.id, person_id=ME)


def due(store: Store, event: events.LetterDue) -> None:
    """Send a letter whose time has come; one that nobody could get any more stays a draft."""
    draft = store.first(Draft, "id = ? AND send_at = ?", event.draft, event.at)
    if draft is None:
        return
    try:
        SendDraft(draft).ready(store).run(store)
    except Refused:
        store.change(draft, send_at=None)


def _days_ago(store: Store, days: int) -> datetime:
    return store.now.replace(hour=4 + days, minute=7 * days % 60, second=0) - timedelta(days=days)


ON: Handlers = {events.Mailed: mailed, events.LetterDue: due, **machines.ON}
