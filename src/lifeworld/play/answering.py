"""The fields that a person gives an answer in: one, or one for each part of the task that asks something."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class AnswerField:
    """A field.

    Attributes:
        name: in the form.
        label: which part's answer it is.
        about: what the answer is, in words.
        several: it takes a line for each member of a list.
        value: what was typed before, and refused.
    """

    name: str
    label: str
    about: str
    several: bool
    value: str = ""


def answer_fields(asked: Mapping[str, Any] | None, given: Any = None) -> list[AnswerField]:
    """Return the fields for an answer of a JSON schema; none where no answer is asked for.

    Args:
        asked: the schema.
        given: what was typed before.
    """
    if asked is None:
        return []
    if parts := asked.get("properties"):
        return [_field(f"answer-{part}", f"Answer {part}", one, (given or {}).get(part)) for part, one in parts.items()]
    return [_field("answer", "Answer", asked, given)]


def typed(asked: Mapping[str, Any] | None, fields: Mapping[str, str]) -> Any:
    """Return the answer that a form's fields give; None where nothing is typed, or no answer is asked for."""
    said = {one.name: fields.get(one.name, "").strip() for one in answer_fields(asked)}
    if not any(said.values()):
        return None
    return said.get("answer") or {name.removeprefix("answer-"): text for name, text in said.items()}


def _field(name: str, label: str, asked: Mapping[str, Any], given: str | None) -> AnswerField:
    return AnswerField(name, label, asked["description"], "array" in asked["type"], given or "")
