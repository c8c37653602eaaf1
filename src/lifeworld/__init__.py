"""Lifeworld: a living, checkable world of apps in which computer-use agents are measured.

```python
import lifeworld

with lifeworld.make("todo.CompleteTask") as session:
    observation, info = session.reset(seed=3)
```
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lifeworld.agents.agent import Agent
    from lifeworld.env.environment import Environment
    from lifeworld.env.session import Session, make
    from lifeworld.taskkit import Configuration, Task

__version__ = "0.1.0"
__all__ = ["Agent", "Configuration", "Environment", "Session", "Task", "make"]

_PLACES = {
    "Agent": "agents.agent:Agent",
    "Configuration": "taskkit:Configuration",
    "Environment": "env.environment:Environment",
    "Task": "taskkit:Task",
    "Session": "env.session:Session",
    "make": "env.session:make",
}


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: `lifeworld --help` needs none of them."""
    if name not in _PLACES:
        raise AttributeError(f"module 'lifeworld' has no attribute {name!r}")
    module, _, own = _PLACES[name].partition(":")
    return getattr(import_module(f"lifeworld.{module}"), own)
