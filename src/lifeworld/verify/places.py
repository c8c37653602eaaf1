"""Where an address leads, in plain words."""

import re
from urllib.parse import parse_qsl, unquote, urlsplit

from lifeworld import apps

_ASKED = {"q": "for"}  # names in addresses that are no words


def place(url: str, title: str = "") -> str:
    """Return where an address leads, in words: the page, its app, and what is filled in; an odd one as it stands.

    Args:
        url: path and query, or a whole address.
        title: of the page, where it is known.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return f"“{url}”"
    if parts.scheme not in ("", "http", "https"):
        return f"“{url}”"
    first, *page = [words(part) for part in parts.path.split("/") if part] or ["the home screen"]
    known = None if parts.netloc else apps.by_id().get(first)
    app = known.name if known else first
    where = f"“{title}”" if title else f"“{' '.join(page)}” in {app}" if page else app
    given = [f"{_ASKED.get(name) or words(name)} “{value}”" for name, value in parse_qsl(parts.query)]
    return where + (f" on {parts.netloc}" if parts.netloc else "") + (f" ({', '.join(given)})" if given else "")


def words(part: str) -> str:
    """Return a name of an address or a tool as words."""
    return re.sub("[-_]+", " ", unquote(part)).strip() or part
