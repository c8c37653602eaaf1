"""TRL: an environment for `GRPOTrainer` whose methods are what can be done on the device, and its dataset.

```python
from trl import GRPOConfig, GRPOTrainer
from lifeworld.bridges.trl import dataset, environment

settings = {"apps": "todo,bank", "split": "train"}
trainer = GRPOTrainer(
    "Qwen/Qwen3-0.6B",
    args=GRPOConfig(max_completion_length=16_384),
    train_dataset=dataset(1000, **settings),
    environment_factory=environment(**settings),
)
```

A row names a configuration; `reset` tells its task and shows the first screen, so that the prompts of rows are empty.
"""

import inspect
import io
import weakref
from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Literal

from lifeworld.agents.offered import Function
from lifeworld.bridges.calls import Calls, Came
from lifeworld.bridges.suite import Suite
from lifeworld.core.errors import UserError
from lifeworld.env.session import Reward, Session

if TYPE_CHECKING:
    from datasets import Dataset

_TYPES = {"string": str, "integer": int, "number": float, "boolean": bool, "object": dict, "null": None}
Told = str | list[dict[str, Any]]


def dataset(limit: int, **settings: Any) -> "Dataset":
    """Return so many different configurations of a suite as rows: `prompt`, empty, and `configuration`, an id.

    Args:
        limit: how many rows.
        settings: of the suite, as in a run's file; `split` is train, validation or test.

    Raises:
        UserError: a setting is unknown or has no such value.
    """
    from datasets import Dataset  # which whoever only plays need not have

    prompt = [{"role": "user", "content": ""}]
    return Dataset.from_list(
        [{"prompt": prompt, "configuration": one.id} for one in Suite(**settings).configurations(limit)]
    )


def environment(*, reward: Reward = "success", most: int | None = None, **settings: Any) -> type["Episodes"]:
    """Return the class of a suite's environments, to be given as `environment_factory`.

    Args:
        reward: success or items.
        most: functions that may be declared; where there are more, each app is one function.
        settings: of the suite, as in a run's file. Its channel says which methods there are.

    Raises:
        UserError: a setting is unknown or has no such value.
    """
    suite = Suite(**settings)
    with suite.session(reward=reward) as session:
        calls = Calls(session, most)
        calls.begin()
        methods = {one.name: _method(one) for one in calls.functions}

    def begun(self: Episodes) -> None:
        Episodes.__init__(self, suite.session(reward=reward), most)

    return type("Lifeworld", (Episodes,), {"__init__": begun, "__doc__": Episodes.__doc__, **methods})


class Episodes:
    """Plays one episode after the other; what else its class has are the tools."""

    def __init__(self, session: Session, most: int | None) -> None:
        self._calls = Calls(session, most)
        weakref.finalize(self, session.close)  # the trainer never says that it is done with one

    def reset(self, *, configuration: str = "", **row: Any) -> Told:
        """Begin the episode of a row and return the task and the first screen.

        Raises:
            UserError: the row names no configuration, or none that there is.
        """
        if not configuration:
            raise UserError("a row has no configuration; build the rows with lifeworld.bridges.trl.dataset")
        return _told(self._calls.begin(configuration))

    def get_reward(self) -> float | None:
        """Return what the episode is worth; None where a fault of ours ended it, which is no part of any loss."""
        return self._calls.reward()


def _method(function: Function) -> Any:
    """Return the method that calls a function: TRL reads its signature and its docstring."""

    def method(self: Episodes, **arguments: Any) -> Told:
        return _told(self._calls.call(function.name, arguments))

    properties, required = function.schema["properties"], function.schema.get("required", ())
    hints = {name: _type(one) for name, one in properties.items()}
    parameters = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if name in required else None,
            annotation=hint,
        )
        for name, hint in hints.items()
    ]
    itself = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    method.__name__, method.__qualname__ = function.name, f"Lifeworld.{function.name}"
    method.__doc__, method.__annotations__ = _docstring(function.about, properties), hints
    method.__signature__ = inspect.Signature([itself, *parameters])  # type: ignore[attr-defined]
    return method


def _docstring(about: str, properties: Mapping[str, Any]) -> str:
    lines = [" ".join(about.split()), "", *(["Args:"] if properties else [])]
    for name, one in properties.items():
        lines.append(f"    {name}: {' '.join(one.get('description', name.replace('_', ' ')).split())}")
    return "\n".join(lines)


def _type(schema: Mapping[str, Any]) -> Any:
    """Return the type of a parameter, from which TRL makes its schema again."""
    if "anyOf" in schema:
        return reduce(or_, map(_type, schema["anyOf"]))
    if "enum" in schema:
        return Literal[tuple(schema["enum"])]
    if schema["type"] == "array":
        return list[_type(schema["items"])]  # type: ignore[misc]
    return _TYPES[schema["type"]]


def _told(came: Came) -> Told:
    if came.picture is None:
        return came.text
    from PIL import Image  # which only pictures need

    with Image.open(io.BytesIO(came.picture)) as picture:
        image = picture.convert("RGB")
    return [{"type": "image", "image": image}, {"type": "text", "text": came.text}]
