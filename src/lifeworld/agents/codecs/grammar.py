"""The grammar of a model that writes its calls as text: parsed into calls, and spelled from them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from lifeworld.agents.arguments import Frame, Measure, Named
from lifeworld.agents.briefing import answer_lines
from lifeworld.agents.call_decoding import Call, decoded
from lifeworld.agents.codecs.rows import Codec
from lifeworld.core.actions import Action, Done

WORDS = "I go on."

Parsed: TypeAlias = tuple[Iterable[Named | Action], str]
"""The calls of an answer, and its words besides."""


@dataclass(frozen=True)
class Grammar:
    """How a model writes an answer.

    Attributes:
        codec: its calls.
        measure: what its coordinates count, where settings don't change it.
        parse: returns the calls and words of an answer.
        spell: returns an answer from calls and words.
        aside: its call for the end has no argument for an answer, which stands in the words instead.
    """

    codec: Codec
    measure: Measure
    parse: Callable[[str], Parsed]
    spell: Callable[[Sequence[Named], str], str]
    aside: bool = False

    def read(self, text: str, frame: Frame) -> tuple[Call, ...]:
        """Return the calls of an answer, each with its actions. Never raises."""
        calls, words = self.parse(text)
        return decoded(calls, self.codec.read, replace(frame, words=words.strip()), text)

    def write(self, actions: Sequence[Action], size: tuple[int, int] | None, words: str = WORDS) -> str:
        """Return the answer that stands for actions on a picture of this size.

        Raises:
            Inexpressible: there is no call for one of them.
        """
        frame = self.frame(size)
        if self.aside:
            ends = [one for one in actions if isinstance(one, Done) and one.answer is not None]
            words = "\n".join(filter(None, (words, *map(answer_lines, ends))))
            actions = [self._bare(one) for one in actions]
        return self.spell([self.codec.write(action, frame) for action in actions], words)

    def steps(self, action: Action, size: tuple[int, int] | None) -> list[Action]:
        """Return an action, or the smaller ones that come to the same; see `Codec.steps`."""
        return [action] if self._bare(action) != action else self.codec.steps(action, self.frame(size))

    def frame(self, size: tuple[int, int] | None) -> Frame:
        return Frame.of(size, self.measure) if size else Frame(measure=self.measure)

    def _bare(self, action: Action) -> Action:
        return action.model_copy(update={"answer": None}) if self.aside and isinstance(action, Done) else action


def after(words: str, calls: Iterable[str], label: str = "", mark: str = "", between: str = "\n") -> str:
    """Return calls after words with a label, if any; a mark stands right before the calls."""
    told = mark + between.join(calls)
    return f"{label}{words}\n{told}" if words else told


def by_action(call: Named, key: str = "action") -> dict[str, Any]:
    """Return a call as one object that names its action beside its arguments."""
    return {key: call.name, **call.arguments}
