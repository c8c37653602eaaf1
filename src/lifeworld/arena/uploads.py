"""Reads a visitor's own files into what the apps can hold; each that can't be read is refused in one line.

A text, a document and a picture become letters to oneself, a letter stays one, a calendar's events become appointments,
and a table becomes a list. Letters come as the battle begins, whatever their date. Nothing of a file is kept but its
words: what it could do elsewhere, it can't do here.
"""

import csv
import io
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from email import policy
from email.errors import MessageError
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import PurePath
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from lifeworld.arena.additions import Addition, Appointment, Entry, Letter, Listed
from lifeworld.core.errors import UserError

MAX_FILES = 5
MAX_BYTES = 300_000  # of one file
MAX_CHARACTERS = 12_000  # of one text
MAX_ROWS = 60  # of a table, and events of a calendar
_MAX_TITLE = 120
_MAX_UNPACKED = 4_000_000  # bytes of a document
_MAX_PIXELS = 30_000_000
HIDDEN = ("Cc", "Cf", "Co", "Cn", "Cs")  # invisible characters can hide words from moderators
_SHORTEST = timedelta(minutes=15)
# What readers of formats raise about what is not of theirs, besides errors of their own; a test damages files.
_BROKEN = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    LookupError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)


class _Unreadable(Exception):
    """What is wrong with a file, as it is told after its name."""


def read(files: Sequence[tuple[str, bytes]]) -> tuple[Addition, ...]:
    """Return what is in files, each with its name.

    Raises:
        UserError: one can't be read, or they are too many or too large; says which and why.
    """
    if len(files) > MAX_FILES:
        raise UserError(f"These are {len(files)} files; {MAX_FILES} are taken at most")
    return tuple(one for name, data in files for one in _read(_plain(PurePath(name).name)[-_MAX_TITLE:], data))


def _read(name: str, data: bytes) -> list[Addition]:
    suffix = PurePath(name).suffix.lower()
    try:
        if suffix not in READERS:
            raise _Unreadable(f"is none of the files that are taken: {', '.join(READERS)}")
        if len(data) > MAX_BYTES:
            raise _Unreadable(f"has {len(data) // 1000:,} kB; {MAX_BYTES // 1000} kB are taken at most")
        found = READERS[suffix](name, data)
        if any(len(text) > MAX_CHARACTERS for one in found for text in one.texts):
            raise _Unreadable(f"holds too long a text; {MAX_CHARACTERS:,} characters are taken at most")
        return found
    except _Unreadable as wrong:
        raise UserError(f"“{name}” {wrong}") from None


def _text(name: str, data: bytes) -> list[Addition]:
    return [Letter(subject=name, body=_decoded(data))]


def _table(name: str, data: bytes) -> list[Addition]:
    """Return a list with a task for each row: its first cell, its first date, and the rest beside the column's name."""
    text = _decoded(data)
    try:
        dialect: Any = csv.Sniffer().sniff(text[:4000], ",;\t|")
    except csv.Error:
        dialect = csv.excel
    try:
        heads, *rows = [row for row in csv.reader(io.StringIO(text), dialect) if any(cell.strip() for cell in row)]
    except (csv.Error, ValueError):
        raise _Unreadable("is no table: a first row with the columns' names and one row below are expected") from None
    if not 0 < len(rows) <= MAX_ROWS:
        raise _Unreadable(f"has {len(rows)} rows below the columns' names; 1 to {MAX_ROWS} are taken")
    return [Listed(name=_title(PurePath(name).stem), tasks=tuple(_entry(heads, row) for row in rows))]


def _entry(heads: Sequence[str], row: Sequence[str]) -> Entry:
    cells = [(head.strip(), cell.strip()) for head, cell in zip([*heads, *[""] * len(row)], row, strict=False)]
    filled = [(head, cell) for head, cell in cells if cell]
    dates = [(at, day) for at, (_, cell) in enumerate(filled) if (day := _day(cell))]
    due = dates[0] if dates else None
    rest = [one for at, one in enumerate(filled) if due is None or at != due[0] or len(filled) == 1]
    note = "\n".join(f"{head}: {cell}" if head else cell for head, cell in rest[1:])
    return Entry(title=_title(rest[0][1]), note=note, due=due[1] if due else None)


def _day(cell: str) -> date | None:
    with suppress(ValueError):
        return date.fromisoformat(cell)
    return None


def _document(name: str, data: bytes) -> list[Addition]:
    import docx
    from docx.opc.exceptions import OpcError

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(one.file_size for one in packed.infolist()) > _MAX_UNPACKED:
                raise _Unreadable(f"unpacks to more than {_MAX_UNPACKED // 1_000_000} MB")
        found = docx.Document(io.BytesIO(data))
        lines = [paragraph.text for paragraph in found.paragraphs]
        lines += ["\t".join(cell.text for cell in row.cells) for table in found.tables for row in table.rows]
    except (*_BROKEN, OpcError) as error:
        raise _Unreadable("is no Word document that can be read") from error
    return [Letter(subject=name, body=_plain("\n".join(lines)))]


def _calendar(name: str, data: bytes) -> list[Addition]:
    import icalendar

    try:
        events = icalendar.Calendar.from_ical(data).walk("VEVENT")
        if not 0 < len(events) <= MAX_ROWS:
            raise _Unreadable(f"has {len(events)} events; 1 to {MAX_ROWS} are taken")
        return [_appointment(event) for event in events]
    except _BROKEN as error:
        raise _Unreadable("is no calendar that can be read: events with a start are expected") from error


def _appointment(event: Any) -> Appointment:
    starts, length = event.decoded("DTSTART"), event.decoded("DURATION", None)
    ends = event.decoded("DTEND", None) or starts + (length or timedelta(days=not isinstance(starts, datetime)))
    first, last = _moment(starts), _moment(ends)
    whole = not isinstance(starts, datetime)
    return Appointment(
        title=_title(str(event.get("SUMMARY", ""))),
        starts=first,
        ends=max(last - timedelta(days=whole), first) if whole else max(last, first + _SHORTEST),
        all_day=whole,
        place=_title(str(event.get("LOCATION", "")), ""),
        note=_plain(str(event.get("DESCRIPTION", ""))),
    )


def _moment(found: date) -> datetime:
    """Return a day's beginning, or a time as the clocks there show it: a world has no zones."""
    return found.replace(tzinfo=None) if isinstance(found, datetime) else datetime.combine(found, time())


def _letter(name: str, data: bytes) -> list[Addition]:
    try:
        found = BytesParser(EmailMessage, policy=policy.default).parsebytes(data)
        sender = found["from"].addresses[0].addr_spec if found["from"] else ""
        body = found.get_body(("plain", "html"))
        words = str(body.get_content()) if body else ""
        html = body is not None and body.get_content_subtype() == "html"
        files = tuple(_attached(found))
    except (*_BROKEN, MessageError) as error:
        raise _Unreadable("is no letter that can be read") from error
    if not sender or "@" not in sender:
        raise _Unreadable("is no letter: it lacks a line “From:” with an address")
    return [
        Letter(
            address=_plain(sender)[:_MAX_TITLE],
            subject=_title(str(found["subject"] or "")),
            body=_plain(_words_of(words) if html else words),
            files=files,
        )
    ]


def _attached(letter: EmailMessage) -> Iterator[tuple[str, int]]:
    for part in list(letter.iter_attachments())[:MAX_FILES]:
        size = len(part.get_payload(decode=True) or b"")
        yield _title(part.get_filename() or part.get_content_type()), max(1, round(size / 1000))


def _words_of(html: str) -> str:
    page = LexborHTMLParser(html)
    for hidden in page.css("script, style, head"):
        hidden.decompose()
    return page.body.text(separator="\n", strip=True) if page.body else ""


def _picture(name: str, data: bytes) -> list[Addition]:
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "GIF", "WEBP")) as image:
            wide, high = image.size
            if wide * high > _MAX_PIXELS:
                raise _Unreadable(f"has {wide} × {high} pixels; {_MAX_PIXELS // 1_000_000} million are taken at most")
            image.verify()
    except (*_BROKEN, Image.DecompressionBombError) as error:
        raise _Unreadable("is no picture that can be read") from error
    return [Letter(subject=name, body=f"{wide} × {high}", files=((name, max(1, round(len(data) / 1000))),))]


def _decoded(data: bytes) -> str:
    try:
        text = _plain(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise _Unreadable("is no plain text in UTF-8") from None
    if not text:
        raise _Unreadable("is empty")
    return text


def _plain(text: str) -> str:
    """Return a text without what nobody sees."""
    whole = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    seen = (letter for letter in whole if letter in "\n\t" or unicodedata.category(letter) not in HIDDEN)
    return "".join(seen).strip()


def _title(text: str, instead: str = "–") -> str:
    return " ".join(_plain(text).split())[:_MAX_TITLE] or instead


READERS: dict[str, Callable[[str, bytes], list[Addition]]] = {
    ".txt": _text,
    ".md": _text,
    ".csv": _table,
    ".docx": _document,
    ".ics": _calendar,
    ".eml": _letter,
    ".png": _picture,
    ".jpg": _picture,
    ".jpeg": _picture,
    ".gif": _picture,
    ".webp": _picture,
}
