"""Mock of an OpenAI-compatible chat endpoint; it writes our own actions as JSON, or in an open model's grammar.

Where functions are declared it calls them instead, each call answered by a message of the role `tool`.
"""

import itertools
from collections.abc import Sequence
from typing import Any

from openai.types.chat import ChatCompletionFunctionToolParam, ChatCompletionMessageParam
from pydantic import TypeAdapter

from lifeworld.agents.arguments import Named
from lifeworld.agents.call_text import strict_json
from lifeworld.agents.codecs.action_spaces import GRAMMARS
from lifeworld.agents.codecs.grammar import WORDS
from lifeworld.agents.codecs.rows import Inexpressible
from lifeworld.agents.mock.script import Asked, Body, Headers, Turn, Wire, fits, must, size_of, spoken, steps
from lifeworld.agents.offered import call_of
from lifeworld.core.actions import Action, Done, Message, Observe, dump_action
from lifeworld.core.jsontext import json_text

_MESSAGE: TypeAdapter[Any] = TypeAdapter(ChatCompletionMessageParam)
_TOOL: TypeAdapter[Any] = TypeAdapter(ChatCompletionFunctionToolParam)


class ChatWire(Wire):
    """Writes words, then our own actions as JSON, one a line: the end and questions, too."""

    def __init__(self) -> None:
        self._ids = itertools.count(1)
        self._calls = False  # functions were declared

    def asked(self, body: Body, headers: Headers) -> Asked:
        messages = body["messages"]
        for message in messages:
            fits(_MESSAGE, message, "messages")
        for tool in body.get("tools", []):
            fits(_TOOL, tool, "tools")
        _check_turns(messages)
        content = [part for message in messages if isinstance(message["content"], list) for part in message["content"]]
        sizes = [size_of(part["image_url"]["url"]) for part in content if part["type"] == "image_url"]
        names = frozenset(tool["function"]["name"] for tool in body.get("tools", []))
        self._calls = bool(names)
        turns = sum(message["role"] == "assistant" for message in messages)
        size, parts = sizes[-1] if sizes else None, None if names else self._parts
        return Asked(_task(messages), turns, size, tree=not sizes, functions=names, parts=parts)

    def answer(self, turn: Turn, asked: Asked) -> Body:
        if asked.functions:
            actions, words = spoken(turn, asked.functions)
            return _completion(words, calls=[self._call(call_of(action, asked.functions)) for action in actions])
        return _completion(self.written(turn, asked))

    def written(self, turn: Turn, asked: Asked) -> str:
        """Return the text of an answer."""
        return "\n".join(filter(None, (turn.words, *(json_text(dump_action(one)) for one in turn.actions))))

    def malformed(self) -> Body:
        if self._calls:
            call = self._call(Named("todo_complete", {}))
            return _completion("", calls=[{**call, "function": {**call["function"], "arguments": '{"task": '}}])
        return _completion('{"type": "click", ')

    def refusal(self) -> Body:
        return _completion("I won't.", "content_filter")

    def empty(self) -> Body:
        return _completion("", "length")

    def _parts(self, actions: Sequence[Action], size: tuple[int, int] | None) -> list[tuple[Action, ...]]:
        """Return the actions that each answer has."""
        return [(action,) for action in actions]

    def _call(self, call: Named) -> Body:
        function = {"name": call.name, "arguments": json_text(call.arguments)}
        return {"id": f"call_{next(self._ids)}", "type": "function", "function": function}


class OpenWire(ChatWire):
    """Writes in an open model's grammar, an action an answer.

    An action that the grammar has no call for ends the episode as not feasible.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self._write = GRAMMARS[name]

    def written(self, turn: Turn, asked: Asked) -> str:
        if not turn.actions or any(map(_is_in_words, turn.actions)):
            return spoken(turn)[1]
        return self._write.write(turn.actions, asked.size, turn.words or WORDS)

    def _parts(self, actions: Sequence[Action], size: tuple[int, int] | None) -> list[tuple[Action, ...]]:
        looks = Observe()  # which each answer does by itself
        return [(part,) for action in actions if action != looks for part in self._small(action, size)]

    def _small(self, action: Action, size: tuple[int, int] | None) -> list[Action]:
        if _is_in_words(action) or (isinstance(action, Done) and self._write.aside):
            return [action]
        try:
            return steps(self._write.codec, action, self._write.frame(size))
        except Inexpressible:
            return [Done(status="infeasible", note=f"this vocabulary has no word for {action.type} like that")]


def _is_in_words(action: Action) -> bool:
    return isinstance(action, Message) or (isinstance(action, Done) and action.status == "infeasible")


def _task(messages: list[Body]) -> str:
    first = next((message["content"] for message in messages if message["role"] == "user"), "")
    return first if isinstance(first, str) else "\n".join(part["text"] for part in first if part["type"] == "text")


def _check_turns(messages: list[Body]) -> None:
    """See that both sides take turns, and that each call has its own answer, in order, before anything else."""
    must([message["role"] for message in messages[1:]].count("system") == 0, "a system message comes first")
    sides, waiting = list[str](), list[str]()
    for message in messages:
        if message["role"] == "tool":
            must(waiting[:1] == [message["tool_call_id"]], f"{message['tool_call_id']} answers none of {waiting}")
            waiting = waiting[1:]
            sides += ["user"] if sides[-1] == "assistant" else []
            continue
        must(not waiting, f"the calls {waiting} want a message of the role tool each")
        sides += [message["role"]] if message["role"] != "system" else []
        waiting = [call["id"] for call in _calls(message)]
    must(not waiting, f"the calls {waiting} want a message of the role tool each")
    must(sides[::2] == ["user"] * len(sides[::2]), f"user begins: {sides}")
    must(sides[1::2] == ["assistant"] * len(sides[1::2]) and len(sides) % 2, f"they take turns: {sides}")


def _calls(message: Body) -> list[Body]:
    calls: list[Body] = message.get("tool_calls") or []
    for call in calls:
        must(
            isinstance(strict_json(call["function"]["arguments"]), dict), f"the arguments of {call['id']} are no object"
        )
    return calls


def _completion(text: str, why: str = "stop", calls: Sequence[Body] = ()) -> Body:
    message = {"role": "assistant", "content": text, **({"tool_calls": [*calls]} if calls else {})}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if calls else why}
    usage = {"prompt_tokens": 1000, "completion_tokens": 50, "total_tokens": 1050}
    same = {"id": "chat_1", "object": "chat.completion", "created": 1, "model": "mock"}
    return {**same, "choices": [choice], "usage": usage}
