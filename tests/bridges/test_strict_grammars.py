"""Each export is read by the strict grammar of its model: no call that its own prompt or tool doesn't declare."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.bridges.test_export import exported, lines
from tests.commands import command

from lifeworld.bridges.action_space import ACTION_SPACES

TASKS = "todo.CompleteTask,todo.AddTaskWithDate,bank.ClosingBalance,shop.PutIntoCart"
DEVICES = ("phone", "desktop")
_JSON = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list}
_ANTHROPIC = (
    "key hold_key type cursor_position mouse_move left_mouse_down left_mouse_up left_click right_click middle_click "
    "double_click triple_click left_click_drag scroll wait screenshot zoom"
)
_OPENAI = "click double_click drag keypress move screenshot scroll type wait"
_GEMINI = (
    "click double_click triple_click middle_click right_click long_press move mouse_down mouse_up type press_key "
    "hotkey key_down key_up scroll drag_and_drop wait take_screenshot list_apps open_app"
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The oracle's demonstrations on both devices."""
    pytest.importorskip("playwright")
    place = tmp_path_factory.mktemp("played") / "run"
    where = ["--task", TASKS, "--profile", "nora", "--axis", f"device={','.join(DEVICES)}", "--crossed", "device"]
    command("eval", "--agent", "oracle", "--driver", "chromium", *where, "--workers", 1, "--out", place)
    return place


@pytest.mark.long
@pytest.mark.parametrize("name", ACTION_SPACES)
def test_what_is_exported_is_what_the_adapter_declares(name: str, played: Path, tmp_path: Path) -> None:
    exported(played, f"messages:{name}", tmp_path / "said")
    found = lines(tmp_path / "said")
    assert {one["device"] for one in found} == set(DEVICES)
    for one in found:
        texts = [text_of(message) for message in one["messages"] if message["role"] == "assistant"]
        told = "\n".join(text_of(message) for message in one["messages"] if message["role"] in ("system", "user"))
        if one["tools"]:
            check_native(name, one)
        elif name.startswith(("qwen", "fara")):
            for text in texts:
                check_function(text, told)
        else:
            declared = dict(listed(name, told))
            for call, arguments in (call for text in texts for call in called(name, text)):
                assert call in declared, (call, sorted(declared))
                assert not declared[call] or arguments <= declared[call], (call, arguments, declared[call])


def text_of(message: dict[str, Any]) -> str:
    return "\n".join(part["text"] for part in message["content"] if part["type"] == "text")


def check_native(name: str, one: dict[str, Any]) -> None:
    """See that calls are of the provider's computer use, as it is declared beside them."""
    calls = [call["function"] for message in one["messages"] for call in message.get("tool_calls", ())]
    assert calls
    if name == "anthropic":
        assert one["tools"][0] == {"type": "computer_toolset_20260801"}
        assert {call["name"] for call in calls} <= set(_ANTHROPIC.split())
    if name == "openai":
        assert one["tools"][0] == {"type": "computer"} and {call["name"] for call in calls} == {"computer"}
        assert {step["type"] for call in calls for step in call["arguments"]["actions"]} <= set(_OPENAI.split())
    if name == "gemini":
        environment = "MOBILE" if one["device"] == "phone" else "DESKTOP"
        assert one["tools"][0] == {"computerUse": {"environment": f"ENVIRONMENT_{environment}"}}
        assert {call["name"] for call in calls} <= set(_GEMINI.split())


def check_function(text: str, told: str) -> None:
    """See that each call is of the function in `<tools>`, with arguments of its schema."""
    function = json.loads(told.partition("<tools>")[2].partition("</tools>")[0])["function"]
    known = function["parameters"]["properties"]
    blocks = re.findall(r"<tool_call>(.*?)</tool_call>", text, re.DOTALL)
    assert blocks
    for block in blocks:
        name, given = written(block, known)
        assert name == function["name"]
        assert given["action"] in known["action"]["enum"], (given, known["action"]["enum"])
        for key, value in given.items():
            assert key in known, (key, sorted(known))
            if key != "answer":
                assert isinstance(value, _JSON[known[key]["type"]]), (key, value)
                assert value in known[key].get("enum", [value])


def written(block: str, known: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    if xml := re.fullmatch(r"\s*<function=(\w+)>(.*)</function>\s*", block, re.DOTALL):
        return xml[1], dict(parameters(xml[2], known))
    call = json.loads(block)
    return call["name"], call["arguments"]


def parameters(inner: str, known: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in re.findall(r"<parameter=(\w+)>\n(.*?)\n</parameter>", inner, re.DOTALL):
        yield key, value if known[key]["type"] == "string" else json.loads(value)


def listed(name: str, told: str) -> Iterator[tuple[str, set[str]]]:
    """Yield the calls that a prompt lists, with the arguments that it gives them; none where it doesn't say."""
    if name in ("prompt", "holo"):
        for line in re.findall(r'^\{"action": .*', told, re.MULTILINE):
            names = set(re.findall(r'"(\w+)":', line)) - {"action"}
            yield re.findall(r'"action": "(\w+)"', line)[0], set() if "TARGET" in told or name == "prompt" else names
    elif name == "autoglm":
        for call, rest in re.findall(r'^do\(action="([^"]+)"(.*)\)', told, re.MULTILINE):
            yield call, set(re.findall(r"(\w+)=", rest))
        yield "finish", {"message"}
    elif name == "glm":
        yield from ((one, set()) for one in re.findall(r"\b(\w+)\(", told))
        yield from ((one, set()) for one in ("right_click", "middle_click", "left_double", "hover"))
    elif name in ("opencua", "opencua-qwen25", "kimi"):
        yield from ((one, set()) for one in re.findall(r"(?:pyautogui\.|time\.|computer\.|, )(\w+)\(", told))
    else:
        for call, rest in re.findall(r"\b(\w+)\(([^)\n]*)\)", told):
            yield call, set(re.findall(r"(\w+)=", rest))


def called(name: str, text: str) -> Iterator[tuple[str, set[str]]]:
    """Yield the calls of an answer with the names of their arguments, by nothing but the model's own form."""
    if name in ("prompt", "holo"):
        whole = json.loads(text[text.index("{") :])
        call = whole["action"] if isinstance(whole["action"], dict) else whole
        yield call["action"], call.keys() - {"action"}
    elif name == "autoglm":
        source = text.partition("<answer>")[2].partition("</answer>")[0]
        for node in python(source):
            given = {word.arg: word.value for word in node.keywords}
            yield (given["action"].value if "action" in given else node.func.id), given.keys() - {"action"}  # type: ignore[attr-defined]
    elif name == "uitars-2":
        yield from ((one, set()) for one in re.findall(r"<function=(\w+)>", text))
    else:
        source = text.rpartition("Action: ")[2]
        if "```python" in text:
            source = text.partition("```python\n")[2].partition("```")[0]
        if name == "glm":
            source = text.partition("<|begin_of_box|>")[2].partition("<|end_of_box|>")[0]
        for node in python(source):
            yield getattr(node.func, "attr", getattr(node.func, "id", "")), {word.arg or "" for word in node.keywords}


def python(source: str) -> Iterator[ast.Call]:
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    assert found, source
    yield from found
