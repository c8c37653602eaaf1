"""The words that a talk with a model begins and ends with: its task, and what an answer without a call means."""

import re
from collections.abc import Mapping
from typing import Any

from lifeworld.core.actions import Action, Done, Invalid, Message, parse_action
from lifeworld.core.answers import NONE, answered
from lifeworld.core.jsontext import json_text
from lifeworld.core.observation import Observation
from lifeworld.web.answer_forms import described, line_of, lines_of

_BLANK = re.compile(r"\n\s*\n")
_INFEASIBLE, _ASKS = "infeasible:", "ask:"


def ending(words: str) -> Action:
    """Return what an answer without a call means: done, not feasible, or a question to the person.

    The prompt says which lines those are; a provider's own calls for them go before.
    """
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    for line in lines:
        if line.lower().startswith(_ASKS):
            return Message(text=line[len(_ASKS) :].strip(), expects_reply=True)
        if line.lower().startswith(_INFEASIBLE):
            return Done(status="infeasible", note=line[len(_INFEASIBLE) :].strip())
    return Done(answer=words.strip()) if lines else Invalid(code="parse_error", detail="The answer was empty.")


def words_of(action: Action) -> str:
    """Return the words by which a model without a call for it ends or asks: what `ending` reads."""
    match action:
        case Message():
            return f"Ask: {action.text}" if action.expects_reply else action.text
        case Done(status="infeasible"):
            return f"Infeasible: {action.note or 'no'}"
        case Done():
            return "\n".join(filter(None, (action.note, answer_lines(action)))) or "Done."
    return ""


def answer_lines(done: Done) -> str:
    """Return the lines that give an answer in words: one, or one for each part."""
    if isinstance(done.answer, dict):
        return "\n".join(f"Answer {part}: {as_text(one)}" for part, one in done.answer.items())
    return "" if done.answer is None else f"Answer: {as_text(done.answer)}"


def as_text(answer: Any) -> str:
    """Return an answer as a text: one that is none as JSON; "" where none is given."""
    return "" if answer is None else answer if isinstance(answer, str) else json_text(answer)


def ended(given: Mapping[str, Any]) -> Action:
    """Return the end that a call's arguments say."""
    return parse_action({**nulled(given), "type": "done"})


def refusal(words: str) -> Done:
    """Return the end that a refusal is, with what was said of it."""
    return Done(status="failure", note=f"The model refused: {words.strip() or 'it did not say why'}")


def nulled(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return an end's arguments as its fields: JSON's null is the answer that there is nothing, no answer is none."""
    return {name: NONE if (name, value) == ("answer", None) else value for name, value in given.items()}


def settled(done: Done, asked: bool, beside: str = "") -> Done:
    """Return an end as it is played: what is no answer to anything is a note.

    Args:
        done: as the model said it; of an answer in words, the last line “Answer: …” counts, where it has one.
        asked: an answer is asked for.
        beside: what else the model said.
    """
    answer, before = done.answer, ""
    if not asked or done.status != "success":
        answer, before = None, "" if answer == NONE else answered(answer)
    elif isinstance(answer, str):
        answer, before = _parted(answer.strip())
    note = "\n".join(filter(None, (part.strip() for part in (beside, done.note, before))))
    return done.model_copy(update={"answer": answer, "note": note})


def _parted(talk: str) -> tuple[str, str]:
    """Return what a last line “Answer: …” gives, and what stands before it; the talk as it is, where more follows."""
    line, before = line_of(talk)
    return (talk, "") if _BLANK.search(line.strip()) else (line.strip(), before)


def is_marked(words: str) -> bool:
    """Return whether a talk has a line “Answer: …”, or “Answer 1: …”."""
    return line_of(words)[0] != words or bool(lines_of(words))


def task(observation: Observation, finish: str = "", calls: bool = False) -> str:
    """Return the task in words, and how its end, an answer, a question and an impossible task are told.

    Args:
        observation: the first one.
        finish: how a model ends a task that has a vocabulary of its own.
        calls: one that has none may call the function for answers.
    """
    end = (
        f"{finish or _finish(observation.answer_schema, calls)} If it can't be done, change nothing and end with a "
        "line “Infeasible: …” that says why. To ask the person whose device it is, end with a line “Ask: …”."
    )
    return "\n\n".join([*wish(observation), end])


def wish(observation: Observation) -> list[str]:
    """Return the goal, the time, and what the answer is if one is asked for."""
    now, asked = observation.now, observation.answer_schema
    answer = [f"The answer is {wanted(asked)}. Give the value alone, without a sentence."] if asked else []
    return [observation.goal, f"It is {now:%A, %B} {now.day}, {now.year}, {now:%H:%M}.", *answer]


def _finish(asked: Mapping[str, Any] | None, calls: bool) -> str:
    """Return how a model ends a task that has no vocabulary of its own."""
    if not asked:
        return "When you have finished, say so without another call."
    lines = "these lines" if "properties" in asked else "a line “Answer: …”"
    call = "call done with the answer; or " if calls else ""
    return f"When you have finished, {call}end without another call, with {lines} alone."


def wanted(asked: Mapping[str, Any]) -> str:
    """Return in one line what the answer is."""
    parts = asked.get("properties")
    if not parts:
        return described(asked)
    given = ", ".join(f'"{part}": …' for part in parts)
    return f"a value for each part that asks something, in lines or as {{{given}}}: {described(asked)}"


def remark(asked: Mapping[str, Any] | None, mark: str = "  # ") -> str:
    """Return what stands behind the call that ends a task: what its answer is; "" where none is asked for."""
    return f"{mark}the answer: {wanted(asked)}" if asked else ""


def parameter(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of an answer as functions declare it: examples, which providers don't know, are in words."""
    inner = {part: parameter(one) for part, one in asked.get("properties", {}).items()}
    rest = {name: value for name, value in asked.items() if name != "examples"}
    return {**rest, **({"properties": inner} if inner else {})}
