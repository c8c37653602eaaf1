"""Unified actions as each open model would write them: the readers' inverse, for stand-ins and for round trips."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lifeworld.agents.arguments import Measure
from lifeworld.agents.standin.calls import fara, holo, prompt, qwen, uitars
from lifeworld.agents.standin.chat import Grammar
from lifeworld.agents.standin.code import autoglm, glm, pyautogui
from lifeworld.agents.standin.spelling import At, Size, measured
from lifeworld.core.actions import Action


def _tool(name: str, arguments: Mapping[str, Any]) -> str:
    return f"<tool_call>\n{json.dumps({'name': name, 'arguments': arguments})}\n</tool_call>"


def _xml(mark: str, name: str, arguments: Mapping[str, Any], gap: str) -> str:
    values = {key: value if isinstance(value, str) else json.dumps(value) for key, value in arguments.items()}
    inner = "".join(f"<parameter={key}>{gap}{value}{gap}</parameter>" for key, value in values.items())
    return f"<{mark}><function={name}>{inner}</function></{mark}>"


def _call(name: str, arguments: Mapping[str, Any]) -> str:
    return f"{name}({', '.join(f'{key}={str(value)!r}' for key, value in arguments.items())})"


def _code(actions: Sequence[Action], at: At) -> str:
    code = "\n".join(pyautogui(action, at) for action in actions)
    return f"## Action:\nI go on.\n\n## Code:\n```python\n{code}\n```"


def _each(measure: Measure, write: Callable[[Action, At], str], before: str = "", between: str = "\n") -> Grammar:
    def say(actions: Sequence[Action], size: Size | None) -> str:
        return before + between.join(write(action, measured(measure, size)) for action in actions)

    return say


def _fenced(measure: Measure) -> Grammar:
    return lambda actions, size: _code(actions, measured(measure, size))


GRAMMARS: dict[str, Grammar] = {
    "qwen-2.5": _each("pixels", lambda action, at: _tool("computer_use", qwen(action, at)), "Action: I go on.\n"),
    "qwen-3": _each("999", lambda action, at: _tool("mobile_use", qwen(action, at))),
    "qwen-3.5": _each("1000", lambda action, at: _xml("tool_call", "computer_use", qwen(action, at), "\n")),
    "uitars-1.5": _each(
        "pixels", lambda action, at: _call(*uitars(action, at)), "Thought: I go on.\nAction: ", between="\n\n"
    ),
    "uitars-2": _each("1000", lambda action, at: _xml("seed:tool_call", *uitars(action, at), "")),
    "opencua": _fenced("fractions"),
    "opencua-qwen25": _fenced("pixels"),
    "kimi": _fenced("fractions"),
    "glm": _each("1000", lambda action, at: f"So. <|begin_of_box|>{glm(action, at)}<|end_of_box|>\nMemory: []"),
    "autoglm": _each("1000", lambda action, at: f"<think>So.</think>\n<answer>{autoglm(action, at)}</answer>"),
    "holo": _each("pixels", lambda action, at: json.dumps({"note": "", "thought": "So.", "action": holo(action, at)})),
    "fara-7B": _each("pixels", lambda action, at: _tool("computer_use", fara(action, at))),
    "fara-1.5": _each("1000", lambda action, at: _tool("computer_use", fara(action, at))),
    "prompt": _each("1000", lambda action, at: f"I go on. {json.dumps(prompt(action, at))}"),
}
