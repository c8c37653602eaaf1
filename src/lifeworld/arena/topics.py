"""What a battle is about, and what voters tell of themselves: what rankings can be narrowed to."""

from collections import Counter
from collections.abc import Iterable

from lifeworld import apps

SEVERAL = "several"
BACKGROUNDS = {
    "builds": "I build AI systems",
    "technical": "I work with software",
    "other": "I do something else",
    "unsaid": "I would rather not say",
}
"""What a voter is asked once, by what is stored; `unsaid` is nobody's group."""


def topic_of(task: str) -> str:
    """Return the app that a task of the catalogue is about; `several` where there are more."""
    first = task.partition(".")[0]
    return first if first in apps.by_id() else SEVERAL


def topic_of_pages(addresses: Iterable[str]) -> str:
    """Return the app that was open in most of these pages; "" if none was."""
    opened = (address.lstrip("/").partition("/")[0].partition("?")[0] for address in addresses)
    found = Counter(name for name in opened if name in apps.by_id())
    return max(found, key=lambda name: found[name], default="")
