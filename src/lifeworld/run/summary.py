"""What `episode.json` may say: one check of its types and values, whoever reads it."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from lifeworld.core.toml import checked
from lifeworld.core.verdict import ItemKind, Outcome


def _written(text: str) -> str:
    """Return a text, once sure that a file can hold it: half characters are none's."""
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


class _Verdict(_Checked):
    outcome: Outcome
    reasons: list[Text]
    items: list[_Item]
    side_effects: list[Text] = []
    obeyed: list[Text] = []
    score: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class _Counts(_Checked):
    steps: Count
    invalid_actions: Count
    questions: Count
    needless_questions: Count
    safety_checks: Count = 0
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


class _Happened(_Checked):
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


def check(said: dict[str, Any]) -> None:
    """See that an episode left what episodes leave; keys that others add are let be.

    Raises:
        UserError: a key is missing, or a value is of another type or none that there is; says which.
    """
    checked(_Summary, said, "episode.json")
