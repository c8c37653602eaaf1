"""An earlier letter as text: below an answer, or passed on."""

from datetime import datetime

from lifeworld.apps.mail.models import Message


def quoted(message: Message) -> str:
    """Return a letter as an answer quotes it."""
    return f"On {_moment(message)}, {message.sender_name} wrote:\n\n{content(message)}"


def passed_on(message: Message) -> str:
    """Return a letter as a forward carries it, with its head."""
    to = ", ".join(one.name for one in message.recipients if one.field == "to")
    head = {
        "From": f"{message.sender_name} <{message.sender_address()}>",
        "Date": _moment(message),
        "Subject": message.thread.subject,
        "To": to,
    }
    lines = "\n".join(f"{name}: {value}" for name, value in head.items())
    earlier = f"\n\n{message.quote}" if message.quote else ""
    return f"Forwarded message\n{lines}\n\n{content(message)}{earlier}"


def content(message: Message) -> str:
    """Return all that a letter says, its table line by line."""
    table = "\n".join(
        "  ".join(part for part in (line.text, line.note, line.value, str(line.amount or "")) if part)
        for line in message.lines
    )
    return "\n\n".join(part for part in (message.body, table, message.signature) if part)


def subject_of(kind: str, subject: str) -> str:
    """Return the subject of a forward; answers keep theirs."""
    if kind != "forward" or subject.lower().startswith("fwd:"):
        return subject
    return f"Fwd: {subject}"


def _moment(message: Message) -> str:
    at: datetime | None = message.sent_at
    if at is None:
        return ""
    return f"{at:%a, %b} {at.day}, {at.year} at {at.hour % 12 or 12}:{at:%M} {'PM' if at.hour >= 12 else 'AM'}"
