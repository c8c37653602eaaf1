"""Tasks in Post; the ways through it are here for tasks of several apps to take too."""

from lifeworld.tasks.mail.ways import (
    FOLDERS,
    asks_for_payment,
    compose,
    forward,
    from_person,
    in_inbox,
    known,
    letter_of,
    open_folder,
    open_invoice,
    open_thread,
    reachable,
    search,
)

__all__ = [
    "FOLDERS",
    "asks_for_payment",
    "compose",
    "forward",
    "from_person",
    "in_inbox",
    "known",
    "letter_of",
    "open_folder",
    "open_invoice",
    "open_thread",
    "reachable",
    "search",
]
