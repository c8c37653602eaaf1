"""Texts that a person words freely: what stands in the reference run's rows for them, and the facts they must hold."""

from datetime import date, time
from typing import Any

from lifeworld.core.money import Money
from lifeworld.taskkit.wording import spoken
from lifeworld.verify.expectation import Prose

anything: Any = Prose()


def containing(*facts: Any) -> Any:
    """Return what stands in a command's text field where only these facts are asked for.

    Args:
        facts: an amount, a day or a time, which may be written in any usual way; or a name or words, of which `|` parts
            several wordings (“come|be there”), each from the beginning of a word on.

    That is all that code reads of the text, beside values that nobody asked for and secrets. What it means is a judge's
    to say and decides nothing; a task with such a text is tagged “prose” and belongs to that stratum.
    """
    return Prose(
        tuple(fact if isinstance(fact, Money | date | time) else tuple(str(fact).split("|")) for fact in facts)
    )


def plainest(prose: Prose) -> tuple[str, ...]:
    """Return each fact of a free text in words, as goals show it; of several wordings the first."""
    return tuple(fact[0] if isinstance(fact, tuple) else spoken(fact) for fact in prose.facts)


def worded(prose: Prose) -> str:
    """Return a text that tells the facts which are asked for."""
    return f"I wanted to tell you: {', '.join(plainest(prose)) or 'here is what we talked about'}."
