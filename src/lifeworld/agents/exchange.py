"""What goes between a model and an episode: the calls and words of an answer, and what came of each call."""

from dataclasses import dataclass, field, replace
from typing import Literal

from lifeworld.agents.call_decoding import Call
from lifeworld.agents.settings import without_keys
from lifeworld.core.observation import Feedback


@dataclass
class Result:
    """What came of a call.

    Attributes:
        feedback: of each of its actions that was played; fewer than these where one was invalid.
        reply: what the person said.
        result: what a tool of the apps gave, as JSON.
    """

    call: Call
    feedback: list[Feedback] = field(default_factory=list)
    reply: str = ""
    result: str = ""

    @property
    def error(self) -> str:
        """What was wrong with it, as the model is told; "" if nothing was."""
        if not self.feedback:
            return "Not done: an earlier call of the same answer was invalid."
        last = self.feedback[-1]
        if last.ok:
            return f"Refused ({last.text})" if last.code else ""
        return f"Invalid action ({last.code}): {last.text}"

    @property
    def told(self) -> str:
        """What the model is told of it: what was wrong, what the person said, what a tool or the device said."""
        person = f"The person says: {self.reply}" if self.reply else ""
        device = self.error or self.result or self.feedback[-1].text
        return "\n".join(filter(None, (device, person))) or "Done."


@dataclass(frozen=True)
class Answer:
    """A model's answer: its calls and its words.

    Attributes:
        lacks: why it is not whole: cut off at the request's limit, paused by the provider, which is to be asked on, or
            ended where the model's context is full; "" of a whole one.
    """

    calls: tuple[Call, ...]
    words: str = ""
    lacks: Literal["", "cut", "paused", "full"] = ""

    def without_keys(self) -> "Answer":
        """Return it as it may be played and recorded."""
        calls = tuple(call.without_keys() for call in self.calls)
        return replace(self, calls=calls, words=without_keys(self.words))
