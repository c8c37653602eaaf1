"""Inspect AI: `inspect eval lifeworld/suite -T apps=todo,bank --model …`, or the same task in Python.

```python
from inspect_ai import eval
from lifeworld.bridges.inspect_ai import suite

eval(suite(limit=40, apps="todo,bank"), model="openai/gpt-5")
```

A sample is a configuration. Its tools are what can be done on the device; the score is what the episode is worth.
"""

from collections.abc import Mapping
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageUser, Content, ContentImage, ContentText
from inspect_ai.scorer import Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver
from inspect_ai.tool import Tool, ToolDef, ToolParams
from inspect_ai.util import LimitExceededError

from lifeworld.agents.offered import Function
from lifeworld.bridges.calls import Calls, Came, in_turn
from lifeworld.bridges.suite import Suite
from lifeworld.core.errors import UserError
from lifeworld.env.session import Reward
from lifeworld.taskkit.catalogue import apps_of, find
from lifeworld.taskkit.configuration import Configuration

_playing: dict[str, Calls] = {}  # by the sample's uuid


@task
def suite(limit: int = 100, reward: Reward = "success", most: int | None = None, **settings: Any) -> Task:
    """Return the task that plays a suite. Its solver calls tools until the end.

    Args:
        limit: how many different configurations are played.
        reward: success or items.
        most: functions that may be declared; where there are more, each app is one function.
        settings: of the suite, as in a run's file.

    Raises:
        UserError: a setting is unknown or has no such value.
    """
    if limit < 1:
        raise UserError(f"limit is 1 or more, not {limit}")
    played = Suite(**settings)
    return Task(
        dataset=MemoryDataset([_sample(one) for one in played.configurations(limit)], name="lifeworld"),
        setup=_begun(played, reward, most),
        solver=generate(tool_calls="loop"),
        cleanup=_ended,
        scorer=verdict(),
    )


@scorer(metrics=[accuracy(), stderr()])
def verdict() -> Scorer:
    """Score what an episode is worth, judged as it stands where nobody has ended it.

    A fault of ours is `Score.unscored`, which no metric counts.
    """

    async def score(state: TaskState, target: Target) -> Score:
        calls = _calls(state.uuid)
        worth = await in_turn(calls.reward)
        judged = calls.session.verdict
        if worth is None:
            why = judged.reasons[0] if judged else "fault: the device broke before the task began"
            return Score.unscored(reason="fault", explanation=why)
        assert judged
        return Score(value=worth, explanation="\n".join(judged.reasons), metadata={"verdict": judged.to_json()})

    return score


def _sample(one: Configuration) -> Sample:
    template = find(one.task)
    app = apps_of(template)[0] if template.category() == "single" else template.category()
    return Sample(input=one.id, id=one.id, metadata={"app": app, **one.to_json()})


@solver
def _begun(played: Suite, reward: Reward, most: int | None) -> Solver:
    """Begin the episode of a sample: its first message is the task and the first screen."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        calls = Calls(played.session(reward=reward), most)
        _playing[state.uuid] = calls
        opened = await in_turn(calls.begin, str(state.sample_id))
        state.messages = [ChatMessageUser(content=_content(opened))]
        state.tools = [_tool(calls, one, state) for one in calls.functions]
        state.completed = calls.over
        return state

    return solve


async def _ended(state: TaskState) -> None:
    if calls := _playing.pop(state.uuid, None):
        await in_turn(calls.session.close)


def _calls(sample: str) -> Calls:
    if sample not in _playing:
        raise UserError("no episode of this sample is open: it is begun, played and scored in one run of `suite`")
    return _playing[sample]


def _tool(calls: Calls, function: Function, state: TaskState) -> Tool:
    async def execute(**kwargs: Any) -> list[Content]:
        if calls.over:
            raise LimitExceededError("custom", value=1, limit=1, message="The task had ended, and was gone on with.")
        came = await in_turn(calls.call, function.name, kwargs)
        if calls.over:
            state.completed = True
        return _content(came)

    return ToolDef(execute, function.name, function.about, _parameters(function.schema), max_output=0).as_tool()


def _parameters(schema: Mapping[str, Any]) -> ToolParams:
    """Return a function's parameters as Inspect has them: each described."""
    described = {name: {"description": name, **one} for name, one in schema["properties"].items()}
    return ToolParams.model_validate({**schema, "properties": described})


def _content(came: Came) -> list[Content]:
    told: list[Content] = [ContentText(text=came.text)] if came.text else []
    if came.picture:
        told.append(ContentImage(image=came.url))
    return told
