"""Chatter's screens, and what the home screen shows of them."""

from lifeworld.apps.messenger.models import Settings
from lifeworld.apps.messenger.views import chats, own, people, session
from lifeworld.apps.messenger.views import frame as f
from lifeworld.apps.messenger.views.frame import pages
from lifeworld.store import Store
from lifeworld.web import Notice
from lifeworld.web.language import _, ngettext

__all__ = ["badge", "chats", "notices", "own", "pages", "people", "session"]

badge = f.waiting


def notices(store: Store) -> list[Notice]:
    """Return one notice for each chat with unread messages that isn't muted or archived."""
    previews = store.get(Settings, 1).previews
    found = f.lines(store, f.people(store))
    return [_notice(line, previews) for line in found if line.unread and not (line.muted or line.chat.archived)]


def _notice(line: f.Line, previews: bool) -> Notice:
    assert line.last
    assert line.at
    said = line.last.text or line.last.photo or _("Contact card")
    words = f"{line.sender}: {said}" if line.sender else said
    text = words if previews else ngettext("%(n)s new message", "%(n)s new messages", line.unread)
    return Notice(line.name, text, f"/messenger/chat/{line.chat.id}", line.at, line.last.id)
