"""What bench/subject.py uses of a checkout, under the names of today; older commits called some of it otherwise."""

from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from typing import Any


def _first(*places: str) -> Any:
    """Return the first of MODULE:NAME that this checkout has."""
    for place in places:
        module, _, name = place.partition(":")
        try:
            return getattr(import_module(module), name)
        except (ImportError, AttributeError):
            continue
    raise ImportError(f"this revision has none of {', '.join(places)}")


tasks = _first("lifeworld.taskkit.catalogue:tasks", "lifeworld.scenarios.catalogue:scenarios")
drawn = _first("lifeworld.taskkit.draw:drawn", "lifeworld.scenarios.draw:drawn")
TaskError = _first("lifeworld.core.errors:TaskError", "lifeworld.core.errors:ScenarioError")
SolutionDriver = _first("lifeworld.env.solution_driver:SolutionDriver", "lifeworld.env.hands:Hands")
_Configuration = _first(
    "lifeworld.taskkit.configuration:Configuration", "lifeworld.scenarios.configuration:Configuration"
)
_TASK = "task" if "task" in signature(_Configuration).parameters else "scenario"


def solve(instance: Any, driver: Any) -> None:
    """Do a task as the checkout does: older ones by a function, the oldest by what every task wrote itself."""
    if hasattr(driver, "solve"):
        driver.solve(instance)
    elif find_spec("lifeworld.env.solving"):
        _first("lifeworld.env.solving:solve")(instance, driver)
    else:
        getattr(instance, _TASK).solution(driver)


def configuration(task: str, profile: str, instance: int, **more: Any) -> Any:
    return _Configuration(**{_TASK: task}, profile=profile, instance=instance, **more)


def shared(one: Any) -> dict[str, Any]:
    """Return the part of a configuration in which all revisions agree."""
    return {"task": getattr(one, _TASK), "profile": one.profile, "instance": one.instance}


def draw(one: Any) -> Any:
    """Return the instance of a configuration as the environment will ask for it, so that nothing is drawn twice."""
    content = (one.content,) if "content" in signature(drawn).parameters else ()
    return drawn(*shared(one).values(), *content)
