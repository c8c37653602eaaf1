"""Which files can go with a letter: those that came or went with others, each once."""

from collections.abc import Iterable, Sequence

from lifeworld.apps.mail.models import Attachment
from lifeworld.store import Store
from lifeworld.web import Part, Request
from lifeworld.web.language import _

_OFFERED = """id IN (SELECT min(a.id) FROM mail_attachment a JOIN mail_message m ON m.id = a.message_id
JOIN mail_thread t ON t.id = m.thread_id WHERE t.binned = 0 AND t.spam = 0 GROUP BY a.name, a.kilobytes)"""
_LATEST = "(SELECT sent_at FROM mail_message WHERE id = message_id) DESC, id"


def offered(request: Request, typed: str, held: Iterable[Attachment]) -> Part:
    """Return the files to choose from, the latest first, without those that are chosen."""
    where = f"{_OFFERED} AND id NOT IN ({', '.join(str(file.id) for file in held)})"
    if typed:
        return request.found(Attachment, "name", where=where, order=_LATEST, q=typed)
    return request.part(Attachment, where, order=_LATEST)


def chosen(store: Store, numbers: Iterable[str]) -> list[Attachment]:
    """Return the files of these numbers; what is no file's is left out."""
    rows = (store.first(Attachment, "id = ?", int(one)) for one in numbers if one.isdecimal() and len(one) < 16)
    return [row for row in rows if row]


def named(store: Store, names: Sequence[str]) -> tuple[list[Attachment], str, str]:
    """Return the files of these names; or the first name that is not of one file, and what is wrong with it."""
    found: list[Attachment] = []
    for name in names:
        files = store.all(Attachment, f"{_OFFERED} AND lower(name) = lower(?)", name.strip())
        if not files:
            return [], name, _("There is no file “%(name)s” in your letters.", name=name)
        if len(files) > 1:
            return [], name, _("Several files are called “%(name)s”. Choose one of them.", name=name)
        found += files
    return found, "", ""
