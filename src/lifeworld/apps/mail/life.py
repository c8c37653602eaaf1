"""How a life shows in Post: letters, and the mail that machines write about everything else."""

from datetime import datetime, timedelta

from lifeworld.apps.mail import machines, parcels
from lifeworld.apps.mail.commands import COLOURS
from lifeworld.apps.mail.letters import LABELS, mailed
from lifeworld.apps.mail.models import ME, Draft, Label, Message, Recipient, Settings, Thread, Vacation
from lifeworld.life import Life, events
from lifeworld.store import Store
from lifeworld.web import Handlers

# What a filter has caught: subject, sender's address, text, days ago.
_SPAM = (
    (
        "You have (1) parcel waiting: confirm within 24h",
        "no-reply@parcel-desk-92.example",
        "Dear customer,\n\nYour parcel could not be handed over because a fee of 1.99 is missing. Confirm your address "
        "and your card to release it.\n\nYour parcel desk",
        3,
    ),
    (
        "Congratulations!! Your number was drawn",
        "winner@lucky-harbour-draw.example",
        "Dear lucky one,\n\nYOUR E-MAIL ADDRESS has won in our anniversary draw. To collect, answer with your full "
        "name, address and bank.\n\nDo not tell anybody before the money is yours.",
        6,
    ),
    (
        "Re: your invoice (second reminder)",
        "billing@acc0unts-office.example",
        "Hello,\n\nsee the attached reminder and settle today to avoid extra cost.",
        9,
    ),
    (
        "Lose 12 pounds while you sleep 😴",
        "hello@dreamslim.example",
        "One drop under the tongue each night. Doctors are speechless.\n\nOnly today: three for the price of two.",
        15,
    ),
)
_DRAFTS = (
    (
        "friend",
        "Long time",
        "Hey {first},\n\nI keep meaning to write. How are things? I thought of you the other day when",
    ),
    ("family", "Photos", "Hi {first},\n\nI finally sorted the photos. Do you want all of them or just the good ones?"),
    ("colleague", "Notes from this week", "Hi {first},\n\nA few points before I forget them:\n\n- "),
)
# Letters that the owner broke off: to, subject, text.
_BROKEN_OFF = (
    ("", "Things to bring on Saturday", "Blanket, cups, the good knife, something for rain"),
    ("{name}", "", ""),
    ("{half}", "", "Quick question before I forget, do you still have the"),
    ("the plumber", "Tap in the bathroom", "Hello,\n\nthe tap drips again, a little more each week."),
)


def seed(store: Store, life: Life) -> None:
    """Set up settings, the labels that letters name, drafts, and what the filter has caught."""
    store.add(Settings, signature=life.tastes.signature)
    store.add(Vacation)
    named = {event.label for event in life.events if isinstance(event, events.Mailed)} - {""}
    names = sorted(named | set(LABELS.values()))
    for number, name in enumerate(names):
        store.add(Label, name=name, colour=COLOURS[number % len(COLOURS)])
    _drafts(store, life)
    _spam(store)


def _drafts(store: Store, life: Life) -> None:
    for number, (relation, subject, text) in enumerate(_DRAFTS):
        who = next((person for person in life.people if person.relation == relation), None)
        if who:
            saved = _days_ago(store, number * 4 + 2)
            store.add(Draft, to=who.name, subject=subject, body=text.format(first=who.first), saved_at=saved)
    half = {"{name}": life.people[1].name, "{half}": life.people[2].first[:2]}
    for number, (to, subject, text) in enumerate(_BROKEN_OFF):
        saved = _days_ago(store, number * 2 + 5)
        store.add(Draft, to=half.get(to, to), subject=subject, body=text, saved_at=saved)


def _spam(store: Store) -> None:
    for number, (subject, address, body, days) in enumerate(_SPAM):
        thread = store.add(Thread, subject=subject, key=f"spam/{number}", spam=True, unread=True)
        sent = _days_ago(store, days)
        message = store.add(Message, thread_id=thread.id, address=address, body=body, sent_at=sent)
        store.add(Recipient, message_id=message.id, person_id=ME)


def _days_ago(store: Store, days: int) -> datetime:
    return store.now.replace(hour=4 + days, minute=7 * days % 60, second=0) - timedelta(days=days)


ON: Handlers = {events.Mailed: mailed, **machines.ON, **parcels.ON}
