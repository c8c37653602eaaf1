"""The schema of `episode.json`, and its reader."""

import json
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from lifeworld.core.toml import checked
from lifeworld.core.verdict import ItemKind, Outcome
from lifeworld.run.plan import Planned


def _written(text: str) -> str:
    """Return a text that UTF-8 can encode: one without lone surrogates."""
    text.encode()
    return text


Text = Annotated[str, AfterValidator(_written)]
Count = Annotated[int, Field(ge=0, lt=2**31)]
Number = Annotated[int, Field(ge=0, lt=2**63)]
Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _Checked(BaseModel):
    model_config = ConfigDict(strict=True)


class _Planned(_Checked):
    agent: Text
    channel: Text
    driver: Text
    configuration: dict[str, str | Number]
    repeat: Number
    seed: Annotated[int, Field(ge=-(2**63), lt=2**63)]


class _Item(_Checked):
    text: Text
    kind: ItemKind
    met: bool | None
    found: Text


class _Reason(_Checked):
    headline: Text
    followings: list[Text]


class _Verdict(_Checked):
    outcome: Outcome
    reasons: list[Text | _Reason]
    items: list[_Item]
    side_effects: list[Text] = []
    obeyed: list[Text] = []
    unseen: bool = False
    score: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class _Counts(_Checked):
    steps: Count
    invalid_actions: Count
    questions: Count
    needless_questions: Count
    safety_checks: Count = 0
    cut_off: Count = 0
    seconds: Amount
    tokens_in: Number
    tokens_out: Number
    cost: Amount


class _Fingerprint(_Checked):
    versions: Text
    digest: Text
    driver: Text = ""
    database: Text = ""
    configuration: Text = ""


class _Changes(_Checked):
    rows: list[Any]


class _Asked(_Checked):
    text: Text
    reply: Text
    fits: bool
    changes: _Changes


class _Deed(_Checked):
    text: Text
    command: Text
    rows: dict[Text, list[Number]]


class _Happened(_Checked):
    deeds: list[_Deed] = []
    today: Text
    came: list[Text]
    unsaid: Text
    stopped: Text


class _Summary(_Checked):
    episode: Text
    planned: _Planned
    goal: Text
    answer_schema: dict[str, Any] | None = None
    privileged: bool
    in_process: bool = False
    wall: Text = ""
    scale: Annotated[int, Field(ge=1, le=3)] = 1
    broke: bool = False
    fault: bool = False
    verdict: _Verdict
    verdict_first: _Verdict | None = None
    judged_by: Text = ""
    asked: list[_Asked] = []
    happened: _Happened | None = None
    ended: Literal["", "truncated", "terminated"] = ""
    counts: _Counts
    bytes: dict[str, Number] = {}
    fingerprint: _Fingerprint


def read_object(text: str) -> dict[str, Any]:
    """Return the JSON object in a text; raises `ValueError` where it is none."""
    said = json.loads(text)
    if not isinstance(said, dict):
        raise ValueError("it holds no JSON object")
    return said


def read_summary(path: Path) -> dict[str, Any]:
    """Return the content of an `episode.json`; additional keys are allowed.

    Raises:
        UserError: a key is missing, or a value has a wrong type or is not allowed; names it.
        OSError, ValueError: it can't be read, or is another episode's.
    """
    said = read_object(path.read_text())
    checked(_Summary, said, "episode.json")
    Planned.from_json(said["planned"])
    if said["episode"] != path.parent.name:
        raise ValueError("it is another episode's")
    return said
