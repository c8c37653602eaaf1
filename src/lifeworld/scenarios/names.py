"""First names that stand for whole ones in an answer: those that nobody else has."""

from collections import Counter
from typing import Any

from lifeworld.life.models import Person
from lifeworld.store import Store


def aliases(answer: Any, store: Store) -> tuple[tuple[str, str], ...]:
    """Return for each person whom an answer names the first name, where nobody else known has it, with the whole."""
    given = {answer} if isinstance(answer, str) else set(answer if isinstance(answer, list | tuple) else ())
    people = [person.name for person in store.all(Person)] if given else []
    firsts = Counter(name.split(" ")[0] for name in set(people))
    return tuple((name.split(" ")[0], name) for name in sorted(given & set(people)) if firsts[name.split(" ")[0]] == 1)
