"""One gets into Chatter by one's telephone number, and a code that is sent to it."""

from lifeworld.apps.messenger.commands.own import AskForCode, SignIn, SignOut, code_of
from lifeworld.apps.messenger.models import ME, Session
from lifeworld.life.models import Person
from lifeworld.store import Command, Store
from lifeworld.web import Gate, Notice
from lifeworld.web.language import N_, _


def _entry(store: Store) -> tuple[Command, ...]:
    return AskForCode(_phone(store)), SignIn(code_of(store, store.get(Session, 1).codes + 1))


def _phone(store: Store) -> str:
    return store.get(Person, ME).phone


def _notices(store: Store) -> list[Notice]:
    """Return the text message with the code, while it counts."""
    session = store.get(Session, 1)
    if not session.sent_at or not session.is_sent(store.now):
        return []
    return [Notice(_("Text message"), session.message, "/messenger/sign-in/code", session.sent_at)]


GATE = Gate(
    shut=lambda store: not store.get(Session, 1).signed_in,
    signs_out=SignOut,
    opens=(AskForCode, SignIn),
    entry=_entry,
    says=N_(
        "Should you be asked to sign in, my number is {phone}; a code is sent to it, and shows in the notifications."
    ),
    facts=lambda store: {"phone": _phone(store)},
    notices=_notices,
)
