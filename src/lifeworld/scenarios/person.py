"""What the person who gave a task knows, and which questions it takes to be told."""

from dataclasses import dataclass

from lifeworld.scenarios.questions import asks
from lifeworld.scenarios.translated import ENGLISH, said

PATIENCE = 3  # questions beside the point that are answered; then the person has other things to do
PUZZLED = "I'm not sure what you mean. What exactly is it about?"
NOTHING_TO_ADD = "I have nothing to add. Please go on with what I asked for."
SILENCE = ""


@dataclass(frozen=True)
class Knowledge:
    """What there is to be told, and what a question must name for that.

    Attributes:
        told: the reply; "" where there is nothing to ask.
        about: what a question must hold: of each entry one of its wordings, parted by `|`.
        goals: what was asked for, in every phrasing; repeating it is no question.
        agreeing: whether the person is asked to agree rather than to tell.
        choices: the names that what is told is one of.
        language: what the person speaks.
    """

    told: str = ""
    about: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    agreeing: bool = False
    choices: tuple[str, ...] = ()
    language: str = ENGLISH

    def answers(self, question: str) -> bool:
        """Return whether a question is about what the person can tell."""
        return bool(self.told) and asks(question, self.about, self.goals, self.agreeing, self.choices)


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
