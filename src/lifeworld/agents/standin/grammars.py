"""Answers in each open model's grammar: its words, then its actions, in the frame that it was taught.

What a model has no word for raises `NotImplementedError`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from lifeworld.agents.arguments import Measure
from lifeworld.agents.standin.calls import fara, holo, prompt, qwen, uitars
from lifeworld.agents.standin.code import autoglm, glm, pyautogui
from lifeworld.agents.standin.spelling import At, Size, answer_lines, measured
from lifeworld.core.actions import Action, Done

WORDS = "I go on."


class Grammar(Protocol):
    """Writes an answer: the actions in a picture of this size, after words, which may be none."""

    def __call__(self, actions: Sequence[Action], size: Size | None, words: str = WORDS) -> str: ...


def _tool(name: str, arguments: Mapping[str, Any]) -> str:
    return f"<tool_call>\n{json.dumps({'name': name, 'arguments': arguments}, allow_nan=False)}\n</tool_call>"


def _xml(mark: str, name: str, arguments: Mapping[str, Any], gap: str) -> str:
    values = {
        key: value if isinstance(value, str) else json.dumps(value, allow_nan=False) for key, value in arguments.items()
    }
    inner = "".join(f"<parameter={key}>{gap}{value}{gap}</parameter>" for key, value in values.items())
    return f"<{mark}><function={name}>{inner}</function></{mark}>"


def _call(name: str, arguments: Mapping[str, Any]) -> str:
    return f"{name}({', '.join(f'{key}={str(value)!r}' for key, value in arguments.items())})"


def _code(code: str, words: str) -> str:
    told = f"## Action:\n{words}\n\n" if words else ""
    return f"{told}## Code:\n```python\n{code}\n```"


def _boxed(code: str, words: str) -> str:
    return f"{words} <|begin_of_box|>{code}<|end_of_box|>\nMemory: []".lstrip()


def _thought(code: str, words: str) -> str:
    return f"<think>{words}</think>\n<answer>{code}</answer>"


def _noted(code: str, words: str) -> str:
    return json.dumps({"note": "", "thought": words, "action": json.loads(code)}, allow_nan=False)


def _after(label: str = "", mark: str = "") -> Callable[[str, str], str]:
    """Return the frame of words with a label on a line of their own, and actions with a mark right before them."""
    return lambda code, words: f"{label}{words}\n{mark}{code}" if words else f"{mark}{code}"


_PLAIN = _after()


def _each(
    measure: Measure,
    write: Callable[[Action, At], str],
    frame: Callable[[str, str], str] = _PLAIN,
    between: str = "\n",
) -> Grammar:
    def say(actions: Sequence[Action], size: Size | None, words: str = WORDS) -> str:
        at = measured(measure, size)
        return frame(between.join(write(action, at) for action in actions), words)

    return say


def _aside(grammar: Grammar) -> Grammar:
    """Return a grammar whose call for the end has no place for an answer, so that it stands in the words."""

    def say(actions: Sequence[Action], size: Size | None, words: str = WORDS) -> str:
        ends = [one for one in actions if isinstance(one, Done) and one.answer is not None]
        bare = [one.model_copy(update={"answer": None}) if one in ends else one for one in actions]
        return grammar(bare, size, "\n".join(filter(None, (words, *map(answer_lines, ends)))))

    return say


GRAMMARS: dict[str, Grammar] = {
    "qwen-2.5": _each("pixels", lambda action, at: _tool("computer_use", qwen(action, at)), _after("Action: ")),
    "qwen-3": _each("999", lambda action, at: _tool("mobile_use", qwen(action, at))),
    "qwen-3.5": _each("1000", lambda action, at: _xml("tool_call", "computer_use", qwen(action, at), "\n")),
    "uitars-1.5": _each(
        "pixels", lambda action, at: _call(*uitars(action, at)), _after("Thought: ", "Action: "), between="\n\n"
    ),
    "uitars-2": _each("1000", lambda action, at: _xml("seed:tool_call", *uitars(action, at), "")),
    "opencua": _each("fractions", pyautogui, _code),
    "opencua-qwen25": _each("pixels", pyautogui, _code),
    "kimi": _each("fractions", pyautogui, _code),
    "glm": _aside(_each("1000", glm, _boxed)),
    "autoglm": _each("1000", autoglm, _thought),
    "holo": _each("pixels", lambda action, at: json.dumps(holo(action, at), allow_nan=False), _noted),
    "fara-7B": _aside(_each("pixels", lambda action, at: _tool("computer_use", fara(action, at)))),
    "fara-1.5": _each("1000", lambda action, at: _tool("computer_use", fara(action, at))),
    "prompt": _each("1000", lambda action, at: json.dumps(prompt(action, at), allow_nan=False)),
}
