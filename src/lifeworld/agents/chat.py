"""Models behind an OpenAI-compatible chat endpoint: they see a picture and write what to do in a grammar of their own.

A model's own agent is a subclass with four things: the system prompt, the words for a screen, the size of the picture,
and how its text is parsed into calls. An exchange on the wire (`POST {base_url}/chat/completions`):

    {"model": …, "max_tokens": …, "messages": [
        {"role": "system", "content": …},
        {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:image/png;base64,…"}},
                                     {"type": "text", "text": …}]},
        {"role": "assistant", "content": …}, …]}
    {"choices": [{"message": {"content": …}, "finish_reason": "stop"}], "usage": {"prompt_tokens": …, …}}

Where an agent acts by the apps' tools, it calls functions instead, each answered by a message of its own:

    {"tools": [{"type": "function", "function": {"name": "todo_complete", "parameters": {…}}}], "messages": [
        {"role": "user", "content": …},
        {"role": "assistant", "content": "", "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "todo_complete", "arguments": "{\"task\": 3}"}}]},
        {"role": "tool", "tool_call_id": "c1", "content": "{\"done\": true}"}]}
"""

import json
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple

from openai import AsyncOpenAI, DefaultAsyncHttpxClient, OpenAIError
from openai.types.chat import ChatCompletion

from lifeworld.agents.arguments import Named, sound
from lifeworld.agents.briefing import ending, refusal, task
from lifeworld.agents.call_decoding import Answer, Call, Result
from lifeworld.agents.call_text import besides, marked_calls, spoken
from lifeworld.agents.endpoint import client, encoded
from lifeworld.agents.history import History
from lifeworld.agents.model import ModelAgent
from lifeworld.agents.offered import offered, opening, read_arguments
from lifeworld.agents.outline import in_words
from lifeworld.agents.picture import Picture
from lifeworld.agents.prices import Taken
from lifeworld.agents.provider import Provider, Turns
from lifeworld.agents.settings import Address, Settings
from lifeworld.core.actions import Invalid
from lifeworld.core.errors import UserError
from lifeworld.core.observation import Observation


class ChatSettings(Settings):
    """What every chat endpoint can be set to; by default it is on this machine and takes no key."""

    base_url: Address = "http://127.0.0.1:8000/v1"


class Said(NamedTuple):
    """What an answer says.

    Attributes:
        calls: its `tool_calls`, as plain data.
        cut: it ends at the request's limit, and not by itself.
    """

    text: str
    taken: Taken
    refused: bool
    calls: Any = None
    cut: bool = False


class Chat(Provider):
    """A model behind a chat endpoint."""

    kind: ClassVar[type[ChatSettings]] = ChatSettings

    def connected(self) -> AsyncOpenAI:
        key = self.endpoint.key or "none"  # the package wants one, and would take another provider's
        return client(AsyncOpenAI, DefaultAsyncHttpxClient, self.settings, key, "", alone=True)

    async def asked(
        self, messages: list[dict[str, Any]], most: int, took: Callable[[Taken], None] = lambda _: None, **more: Any
    ) -> Said:
        """Return what is answered, and what that took, which is told before all else.

        Args:
            messages: what is sent.
            most: tokens that the answer may take.
            took: is told.
            more: that the request says.

        Raises:
            ProviderFault: there was no answer, or none that can be read.
        """
        request = {"model": self.settings.model, "messages": messages, "max_tokens": most, **more, **self.options()}
        with self.endpoint.told(OpenAIError):
            reply: Any = await self.client.post("/chat/completions", cast_to=ChatCompletion, **encoded(request))
            took(taken := _taken(getattr(reply, "usage", None)))
            return _read(self.endpoint.sound(reply, "choices"), taken)

    async def ready(self) -> None:
        """Ask for one word."""
        await self.asked([{"role": "user", "content": "Hello"}], 1)

    def conversation(self, turns: Turns) -> list[dict[str, Any]]:
        return [
            {"role": role, "content": parts[0] if role == "assistant" else [_part(part) for part in parts]}
            for role, parts in turns
        ]

    async def reply(self, messages: Any, most: int) -> tuple[str, Taken]:
        answer = await self.asked(messages, most)
        return answer.text, answer.taken


def _taken(usage: Any) -> Taken:
    cached = getattr(getattr(usage, "prompt_tokens_details", None), "cached_tokens", None)
    return Taken(usage.prompt_tokens or 0, usage.completion_tokens or 0, cached or 0) if usage else Taken()


def _read(reply: Any, taken: Taken) -> Said:
    if not reply.choices:
        raise LookupError("it has no choice")
    first = reply.choices[0]
    refusal, calls = (getattr(first.message, name, None) for name in ("refusal", "tool_calls"))
    refused = bool(refusal) or first.finish_reason == "content_filter"
    text = _text(refusal or first.message.content).encode(errors="replace").decode()  # half a sign can't be sent
    asked = [call.to_dict(warnings=False) for call in calls or ()]
    return Said(text, taken, refused, asked, first.finish_reason == "length")


def _text(content: Any) -> str:
    """Return the text of a message; of one in parts, the texts among them, for a picture is no answer."""
    if isinstance(content, list):
        return "\n".join(part["text"] for part in content if part.get("type") == "text")
    return str(content or "")


class ChatAgent(Chat, ModelAgent):
    """Asks a chat endpoint with the last pictures and all words; `kind` has the defaults that were published."""

    settings: ChatSettings

    def __init__(self, written: str = "") -> None:
        super().__init__(written)
        self._history = History(self.settings.screenshots, lambda part: part.get("type") == "image_url")

    @abstractmethod
    def system(self, observation: Observation) -> str:
        """Return the system prompt; "" for none. Called once, at the first screen."""

    @abstractmethod
    def read(self, text: str) -> Sequence[Call]:
        """Return the calls in an answer to what `frame` has; none where it ends in words. Never raises."""

    def first(self, observation: Observation) -> str:
        """Return what is said beside the first picture: the task."""
        return task(observation)

    def page(self, observation: Observation) -> str:
        """Return the page in words, where that is wanted."""
        return in_words(observation, self.settings.elements, self.settings.levels)

    def tell(self, observation: Observation, results: Sequence[Result]) -> None:
        picture = self.show(observation, self.rule())
        if not self._history.messages and (prompt := self.system(observation)):
            self._history.add({"role": "system", "content": prompt})
        shown = [_part(picture)] if picture else []
        said = [result.told for result in results] or [self.first(observation)]
        words = _part("\n\n".join(filter(None, (*said, self.page(observation)))))
        self._history.add({"role": "user", "content": [*shown, words]}, pictured=picture is not None)

    def tell_tools(self, observation: Observation, results: Sequence[Result], most: int | None) -> None:
        """Add what came of the last calls, where the channel has the apps' tools; at first the task.

        Args:
            observation: with the tools, which the next request declares.
            results: of the calls of the last answer.
            most: how many functions are declared; where there are more tools, each app is one.

        Raises:
            UserError: the channel has screens, too.
        """
        if observation.screen:
            raise UserError(f"{self.name} takes screens or tools in one episode: use a --channel that has not both")
        self.functions = offered(observation, most)
        words = "\n\n".join(result.told for result in results) or opening(observation, most)
        for message in _answers(results) or [{"role": "user", "content": words}]:
            self._history.add(message)

    async def ask(self) -> Answer:
        tools = [{"type": "function", "function": one.to_json()} for one in self.functions]
        declared = {"tools": tools} if tools else {}
        text, _, refused, asked, cut = await self.asked(self.sent(), self.limit, self.took, **declared)
        if cut:
            return Answer((), lacks="cut")
        self.see_length(text)  # before it is read
        if self.functions and not refused:
            return self._called(text, asked)
        found = [Call((refusal(text),), native=text)] if refused else self.read(text)
        self._history.add({"role": "assistant", "content": text})
        return Answer(tuple(found), text)

    def _called(self, text: str, asked: Any) -> Answer:
        """Return an answer by functions; calls that the endpoint has left among the words, in marks, are calls, too."""
        words, marked = spoken(text), [] if asked else marked_calls(spoken(text))
        calls = _numbered(asked or map(_as_asked, marked), len(self._history.messages))
        if wrong := next((one for one in marked if isinstance(one, Invalid)), None):
            calls, found = [], [Call((wrong,), native=text)]
        else:
            found = [self._call(one) for one in calls] or [Call((ending(words),), native=text)]
        self._history.add(_remembered(besides(text) if marked and calls else text, calls))
        return Answer(tuple(found), besides(text))

    def _call(self, call: dict[str, Any]) -> Call:
        name, arguments = _parted(call)
        return Call(self.decode(name, arguments), call["id"], name, call)


def _part(content: str | Picture) -> dict[str, Any]:
    if isinstance(content, str):
        return {"type": "text", "text": content}
    return {"type": "image_url", "image_url": {"url": content.url}}


def _answers(results: Sequence[Result]) -> list[dict[str, Any]]:
    return [{"role": "tool", "tool_call_id": one.call.id, "content": one.told} for one in results if one.call.id]


def _remembered(text: str, calls: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return an answer as the next request repeats it; chat templates read arguments, and break on those that are none.

    Args:
        text: the answer's words.
        calls: its `tool_calls`.
    """
    message: dict[str, Any] = {"role": "assistant", "content": text}
    return {**message, "tool_calls": [_readable(call) for call in calls]} if calls else message


def _numbered(calls: Any, turn: int) -> list[dict[str, Any]]:
    """Return the `tool_calls` of an answer that are calls of functions; one without an id gets one."""
    found = [call for call in calls or () if call.get("type", "function") == "function"]
    return [{**call, "type": "function", "id": call.get("id") or f"call_{turn}_{n}"} for n, call in enumerate(found)]


def _as_asked(call: Named | Invalid) -> dict[str, Any]:
    return {"function": {"name": call.name, "arguments": call.arguments} if isinstance(call, Named) else {}}


def _parted(call: dict[str, Any]) -> tuple[str, Any]:
    function = call.get("function")
    given = function if isinstance(function, dict) else {}
    return str(given.get("name") or ""), read_arguments(given.get("arguments"))


def _readable(call: dict[str, Any]) -> dict[str, Any]:
    name, arguments = _parted(call)
    written = json.dumps(sound(arguments) if isinstance(arguments, dict) else {}, ensure_ascii=False, allow_nan=False)
    return {**call, "function": {"name": name, "arguments": written}}
