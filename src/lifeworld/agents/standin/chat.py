"""Stands in for an OpenAI-compatible chat endpoint; what it writes is in the grammar that it is given."""

from collections.abc import Callable, Sequence
from typing import Any

from openai.types.chat import ChatCompletionMessageParam
from pydantic import TypeAdapter

from lifeworld.agents.standin.script import Asked, Turn
from lifeworld.agents.standin.wire import Body, Headers, Wire, fits, must, size_of
from lifeworld.core.actions import Action, dump_action
from lifeworld.core.jsontext import json_text

_MESSAGE: TypeAdapter[Any] = TypeAdapter(ChatCompletionMessageParam)
Grammar = Callable[[Sequence[Action], tuple[int, int] | None], str]
"""Writes actions as a model would, given the size of the picture."""


def as_json(actions: Sequence[Action], size: tuple[int, int] | None) -> str:
    """Return our own actions as JSON, one a line."""
    return "\n".join(json_text(dump_action(action)) for action in actions)


class ChatWire(Wire):
    """Writes words, then actions in a grammar: the end and questions, too."""

    def __init__(self, grammar: Grammar = as_json) -> None:
        self._grammar = grammar

    def asked(self, body: Body, headers: Headers) -> Asked:
        messages = body["messages"]
        for message in messages:
            fits(_MESSAGE, message, "messages")
        roles = [message["role"] for message in messages if message["role"] != "system"]
        must(roles[::2] == ["user"] * len(roles[::2]), f"user begins: {roles}")
        must(roles[1::2] == ["assistant"] * len(roles[1::2]) and len(roles) % 2, f"they take turns: {roles}")
        must([message["role"] for message in messages[1:]].count("system") == 0, "a system message comes first")
        parts = [part for message in messages if isinstance(message["content"], list) for part in message["content"]]
        sizes = [size_of(part["image_url"]["url"]) for part in parts if part["type"] == "image_url"]
        first = next((message["content"] for message in messages if message["role"] == "user"), "")
        texts = [part["text"] for part in first if part["type"] == "text"] if isinstance(first, list) else []
        words = "\n".join(texts) or "Hello"
        return Asked(words, roles.count("assistant"), sizes[-1] if sizes else None, tree=not sizes)

    def answer(self, turn: Turn, asked: Asked) -> Body:
        said = self._grammar(turn.actions, asked.size) if turn.actions else ""
        return _completion("\n".join(filter(None, (turn.words, said))))

    def malformed(self) -> Body:
        return _completion('{"type": "click", ')

    def refusal(self) -> Body:
        return _completion("I won't.", "content_filter")

    def empty(self) -> Body:
        return _completion("", "length")


def _completion(text: str, why: str = "stop") -> Body:
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": why}
    usage = {"prompt_tokens": 1000, "completion_tokens": 50, "total_tokens": 1050}
    same = {"id": "chat_1", "object": "chat.completion", "created": 1, "model": "stand-in"}
    return {**same, "choices": [choice], "usage": usage}
