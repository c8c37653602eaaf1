"""What models that write their calls as text share: a grammar, parsed and spelled, and rows that end an episode or ask.

The words of an end and of a question come from the answer beside the call.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from lifeworld.agents.arguments import Arguments, Frame, Measure, Named
from lifeworld.agents.briefing import answer_lines, is_marked
from lifeworld.agents.call_decoding import Call, decoded
from lifeworld.agents.codecs.rows import Codec, Fields, Inexpressible, Part
from lifeworld.core.actions import Action, Done
from lifeworld.core.answers import answered

WORDS = "I go on."
_END = ("status", "answer", "note")

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


def named(one: Mapping[str, Any]) -> Named:
    """Return the call that an object is which names its action beside its arguments, or holds it as an object."""
    inner = one.get("action")
    call = inner if isinstance(inner, dict) else one
    return Named(str(call.get("action", "")), {name: value for name, value in call.items() if name != "action"})


def result(*names: str, blank: Any = Ellipsis, spell: Callable[[Any], Any] = lambda answer: answer) -> Part:
    """The answer of an end that succeeds; `blank` is written where it has none, None for no argument."""

    def write(action: Done, _: Frame) -> Fields:
        if action.status != "success" or (action.answer is None and blank is Ellipsis):
            raise Inexpressible("only an answer ends an episode so")
        if action.answer is None:
            return {} if blank is None else {names[0]: blank}
        return {names[0]: spell(action.answer)}

    return Part(_END, lambda given: _finished(given.answer(*names), given.frame.words), write)


def outcome(name: str, *answers: str, default: str | None = "success", written: str = "") -> Part:
    """Success or failure as a word; an answer is read from any of `answers`, and written as `written`, if at all."""
    words = {"success": "success", "failure": "failure", "fail": "failure"}

    def read(given: Arguments) -> Fields:
        status = given.choice(words, name, default=default)
        return _stopped(status, given.answer(*answers), given.frame.words)

    def write(action: Done, _: Frame) -> Fields:
        if (action.answer is not None and not written) or action.status == "failure":
            raise Inexpressible("it has no argument for an answer")
        status = {name: "success" if action.status == "success" else "failure"}
        return status if action.answer is None else {**status, written: action.answer}

    return Part(_END, read, write)


def over(status: str) -> Part:
    """An end that is all that its call means; an answer stands in the words."""

    def write(action: Done, _: Frame) -> Fields:
        if action.answer is not None or action.status != ("success" if status == "success" else "infeasible"):
            raise Inexpressible("it has no argument for an answer")
        return {}

    return Part(_END, lambda given: _stopped(status, None, given.frame.words), write)


def question(*names: str) -> Part:
    """A question to the person; without a text, the model's words are the question."""
    return Part(
        ("text",),
        lambda given: {"text": given.text(*names, default="").strip() or given.frame.words or "I need your help."},
        lambda action, _: {names[0]: action.text},
    )


def _finished(answer: Any, words: str) -> Fields:
    """Return an end that succeeds; an answer that stands only in the words, in lines “Answer: …”, is one."""
    return {"answer": words} if answer is None and is_marked(words) else {"answer": answer, "note": words}


def _stopped(status: str, answer: Any, words: str) -> Fields:
    """Return the end that a model with two words for it means; its failure means that the task can't be done.

    The benchmark that these vocabularies come from grades it so; none of them has a word for giving up.
    """
    if status == "success":
        return _finished(answer, words)
    return {"status": "infeasible", "note": "\n".join(filter(None, (words, answered(answer))))}
