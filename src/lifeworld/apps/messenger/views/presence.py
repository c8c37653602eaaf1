"""When somebody was last in Chatter: what a chat with them says under their name."""

import zlib
from datetime import datetime, timedelta

from lifeworld.apps.messenger.models import Settings
from lifeworld.life.models import Person
from lifeworld.web import Request
from lifeworld.web.dates import clock, near
from lifeworld.web.language import _

_LINGERS = 30  # minutes at most that people go on reading after what they wrote
_LATEST = (
    "SELECT max(at) FROM (SELECT max(sent_at) AS at FROM messenger_message WHERE sender_id = ? "
    "UNION ALL SELECT max(posted_at) FROM messenger_status WHERE person_id = ?)"
)


def presence(request: Request, person: Person) -> str:
    """Return “online”, “last seen at 8:57 AM”, “last seen Mon”; “” of who never wrote anything.

    As everywhere, who shows nobody when they were there is not told it of others.
    """
    wrote = request.store.value(_LATEST, person.id, person.id)
    if not wrote or request.store.get(Settings, 1).last_seen == "nobody":
        return ""
    lingers = 3 + zlib.crc32(f"{person.name} {wrote}".encode()) % (_LINGERS - 3)
    seen = datetime.fromisoformat(wrote) + timedelta(minutes=lingers)
    if seen >= request.now:
        return _("online")
    if seen.date() == request.now.date():
        return _("last seen at %(time)s", time=clock(seen))
    if (request.now.date() - seen.date()).days == 1:
        return _("last seen yesterday")
    return _("last seen %(day)s", day=near(seen.date(), request.now.date()))
