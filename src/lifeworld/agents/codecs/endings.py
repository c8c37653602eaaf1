"""The parts of rows that end an episode or ask the person: their words come from the answer beside the call."""

from collections.abc import Callable
from typing import Any

from lifeworld.agents.arguments import Arguments, Frame
from lifeworld.agents.call_decoding import asked, finished, stopped
from lifeworld.agents.codecs.rows import Fields, Inexpressible, Part
from lifeworld.core.actions import Done

_END = ("status", "answer", "note")


def result(*names: str, blank: Any = Ellipsis, spell: Callable[[Any], Any] = lambda answer: answer) -> Part:
    """The answer of an end that succeeds; `blank` is written where it has none, None for no argument."""

    def write(action: Done, _: Frame) -> Fields:
        if action.status != "success" or (action.answer is None and blank is Ellipsis):
            raise Inexpressible("only an answer ends an episode so")
        if action.answer is None:
            return {} if blank is None else {names[0]: blank}
        return {names[0]: spell(action.answer)}

    return Part(_END, lambda given: _end(finished(given.answer(*names), given.frame.words)), write)


def outcome(name: str, *answers: str, default: str | None = "success", written: str = "") -> Part:
    """Success or failure as a word; an answer is read from any of `answers`, and written as `written`, if at all."""
    words = {"success": "success", "failure": "failure", "fail": "failure"}

    def read(given: Arguments) -> Fields:
        status = given.choice(words, name, default=default)
        return _end(stopped(status, given.answer(*answers), given.frame.words))

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

    return Part(_END, lambda given: _end(stopped(status, None, given.frame.words)), write)


def question(*names: str) -> Part:
    """A question to the person; without a text, the model's words are the question."""
    return Part(
        ("text",),
        lambda given: {"text": asked(given.text(*names, default=""), given.frame.words).text},
        lambda action, _: {names[0]: action.text},
    )


def _end(done: Done) -> Fields:
    return {name: getattr(done, name) for name in _END}
