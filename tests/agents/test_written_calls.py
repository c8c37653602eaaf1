"""Calls of functions in the shapes that endpoints and models give them, and what is told of one that there is not."""

import asyncio
import json
from typing import Any

import pytest
from tests.agents.test_hostile_endpoints import AGENTS, JSON, SERVER, origin

from lifeworld.agents.roster import create
from lifeworld.core.actions import Action, Done, Invalid, Tool
from lifeworld.core.choices import Channel
from lifeworld.env.opening import opened
from lifeworld.taskkit import Configuration

__all__ = ["origin"]
pytestmark = pytest.mark.usefixtures("keys")

TASK, ASKS = Configuration("todo.CompleteTask", "nora"), Configuration("bank.DueUntil", "nora")
LIST = Tool(name="todo_list", arguments={"kind": "task"})
MODELS = {"qwen": "form=3", "kimi": "timeout=20", "glm": "timeout=20", "prompt": "calling=native"}


def told(content: str | None = None, *functions: Any) -> dict[str, Any]:
    """Return the body of an answer with calls."""
    calls = [{"id": f"c{n}", "type": "function", "function": one} for n, one in enumerate(functions)]
    message = {"role": "assistant", "content": content, "tool_calls": calls}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}


def actions(full: str, channel: Channel, task: Configuration, times: int) -> list[Action]:
    async def play() -> list[Action]:
        agent: Any = create(full)
        with opened("dom", channel) as environment:
            observation = environment.reset(task)
            found = list[Action]()
            for _ in range(times):
                found.append(await agent.act(observation))
                observation = environment.step(found[-1])
        await agent.close()
        return found

    return asyncio.run(play())


def chatted(model: str, origin: str, *bodies: Any, task: Configuration = TASK) -> list[Action]:
    SERVER.bodies.clear()
    SERVER.answers[:] = [(200, JSON, json.dumps(one).encode()) for one in bodies]
    return actions(f"{model}:m?{MODELS[model]}&base_url={origin}/v1", "tools", task, len(bodies))


def answered() -> Any:
    """Return what the last request tells of the last answer: it, and its results."""
    return json.loads(SERVER.bodies[-1])["messages"][-2:]


EACH = pytest.mark.parametrize("model", MODELS)


@EACH
@pytest.mark.parametrize("thought", ["<think>I could say\nAnswer: 1\n</think>", "<think>\n</think>\n\n", ""])
def test_what_a_model_thinks_is_no_answer(model: str, thought: str, origin: str) -> None:
    (done,) = chatted(model, origin, told(f"{thought}79.38"), task=ASKS)
    assert done == Done(answer="79.38")


@EACH
@pytest.mark.parametrize(
    "written",
    [
        '<tool_call>\n{"name": "todo_list", "arguments": {"kind": "task"}}\n</tool_call>',
        "<tool_call><function=todo_list><parameter=kind>task</parameter></function></tool_call>",
    ],
)
def test_a_call_that_the_endpoint_left_among_the_words_is_played_and_answered(
    model: str, written: str, origin: str
) -> None:
    thought = '<think>Shall I <tool_call>{"name": "nothing"}</tool_call>?</think>I look.'
    found = chatted(model, origin, told(f"{thought}\n{written}"), told("Done."))
    assert found == [LIST, Done(note="Done.")]
    said, result = answered()
    assert json.loads(said["tool_calls"][0]["function"]["arguments"]) == {"kind": "task"}
    assert said["content"] == "I look." and result["role"] == "tool"
    assert result["tool_call_id"] == said["tool_calls"][0]["id"]


@EACH
@pytest.mark.parametrize(
    "written", ["<tool_call>todo_list</tool_call>", "<|tool_call_begin|>todo_list<|tool_call_end|>"]
)
def test_a_call_that_nobody_can_read_is_no_end(model: str, written: str, origin: str) -> None:
    first, done = chatted(model, origin, told(written), told("Done."))
    assert isinstance(first, Invalid) and first.code == "parse_error" and isinstance(done, Done)
    assert "a JSON object with name and arguments is wanted" in json.dumps(answered())


@EACH
@pytest.mark.parametrize("arguments", [{"kind": "task"}, '{"kind": "task"}'])
def test_arguments_may_be_an_object_and_go_back_as_text(model: str, arguments: Any, origin: str) -> None:
    first, _ = chatted(model, origin, told(None, {"name": "todo_list", "arguments": arguments}), told("Done."))
    assert first == LIST
    assert answered()[0]["tool_calls"][0]["function"] == {"name": "todo_list", "arguments": '{"kind": "task"}'}


@EACH
@pytest.mark.parametrize("function", [None, "todo_list", {"name": None}, {"name": "todo_lst", "arguments": "{}"}])
def test_a_call_of_no_function_is_an_invalid_step(model: str, function: Any, origin: str) -> None:
    first, done = chatted(model, origin, told(None, function), told("Done."))
    assert isinstance(first, Invalid) and first.code == "unknown_action" and isinstance(done, Done)


def test_openais_arguments_may_be_an_object(origin: str) -> None:
    call = {"type": "function_call", "id": "f", "call_id": "c", "name": "launch_app", "arguments": {"name": "Ticked"}}
    (opens,) = provider("openai", "tree", origin, call)
    assert opens.type == "app"


CALLS: dict[str, Any] = {
    "anthropic": lambda name: {"type": "tool_use", "id": "t", "name": name, "input": {}},
    "openai": lambda name: {"type": "function_call", "id": "f", "call_id": "c", "name": name, "arguments": "{}"},
    "gemini": lambda name: {"functionCall": {"id": "f", "name": name, "args": {}}},
}


def provider(name: str, channel: Channel, origin: str, call: Any) -> list[Action]:
    """Return what comes of a provider's answer that is one call."""
    answers: dict[str, Any] = {
        "anthropic": {"content": [call], "stop_reason": "tool_use", "usage": {"input_tokens": 1, "output_tokens": 1}},
        "openai": {"id": "r", "output": [call], "status": "completed"},
        "gemini": {"candidates": [{"content": {"role": "model", "parts": [call]}, "finishReason": "STOP"}]},
    }
    SERVER.answers[:] = [(200, JSON, json.dumps(answers[name]).encode())]
    return actions(AGENTS[name].format(origin), channel, TASK, 1)


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize(("channel", "there"), [("tree", "tap_element"), ("tools", "todo_list")])
def test_who_calls_what_there_is_not_is_told_what_was_declared(
    name: str, channel: Channel, there: str, origin: str
) -> None:
    (first,) = provider(name, channel, origin, CALLS[name]("xyz"))
    assert isinstance(first, Invalid) and first.code == "unknown_action"
    assert there in first.detail if channel == "tree" else "there are " in first.detail
    assert "click" not in first.detail.replace("double", "")
