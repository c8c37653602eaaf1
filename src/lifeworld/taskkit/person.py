"""What the person who gave a task knows, and which questions it takes to be told."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from lifeworld.taskkit.wording import ENGLISH, said
from lifeworld.web.text_matching import folded, stands

PATIENCE = 3  # questions beside the point that are answered; then the person has other things to do
PUZZLED = "Which one do you mean?"
NOTHING_TO_ADD = "I have nothing to add. Please go on with what I asked for."
SILENCE = ""
LONGEST = 200  # characters of a question beside what it names; who pastes a whole screen asks nothing


@dataclass(frozen=True)
class Knowledge:
    """What there is to be told, and what a question must name for that.

    Attributes:
        told: the reply; "" where there is nothing to ask.
        names: what is at stake as screens call it: a question must hold one of these, in whole words. Where there are
            none, one thing is withheld, and any question is about it.
        others: what else of this kind is called; a question that holds one of these is not about one thing.
        language: what the person speaks.
    """

    told: str = ""
    names: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    language: str = ENGLISH

    @property
    def question(self) -> str:
        """A question that is understood."""
        return f"{self.names[0]}?" if self.names else "What should I know before I begin?"

    def answers(self, question: str) -> bool:
        """Return whether a question is about what the person can tell, and about nothing else of its kind."""
        if not self.names:
            return bool(self.told and question.strip())
        asked, names = folded(question), sorted(map(folded, self.names), key=len, reverse=True)
        own, others = re.compile("|".join(map(re.escape, names))), list(map(folded, self.others))
        if not self.told or len(own.sub("", asked)) > LONGEST or not _holds(asked, names):
            return False
        longer = [other for other in others if own.search(other)]  # “Home 2” holds “Home”
        return not (_holds(asked, longer) or _holds(own.sub(" ", asked), others))


def _holds(text: str, names: Iterable[str]) -> bool:
    return any(stands(re.escape(name), [text]) for name in names if name)


@dataclass(frozen=True)
class Reply:
    """What the person said to a question, and whether it was to the point."""

    text: str
    fits: bool


class Person:
    """The scripted user: answers what was asked, and stops answering after some questions beside the point."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self.needless = 0

    def reply(self, question: str) -> Reply:
        """Return the reply to the next question."""
        if self.needless >= PATIENCE:
            return Reply(SILENCE, False)
        if self._knowledge.answers(question):
            return Reply(self._knowledge.told, True)
        self.needless += 1
        return Reply(said(PUZZLED if self._knowledge.told else NOTHING_TO_ADD, self._knowledge.language), False)
