"""GPT, through OpenAI's computer use in the Responses API: `computer` with its batches, or `computer_use_preview`.

An exchange on the wire (`POST {base_url}/responses`, the answer to a first request, and the next one):

    {"id": "r1", "output": [
        {"type": "computer_call", "call_id": "c1", "pending_safety_checks": [{"id": "s1", …}], "actions": [
            {"type": "click", "button": "left", "x": 100, "y": 200}, {"type": "type", "text": "milk"}]}]}
    {"model": …, "tools": [{"type": "computer"}], "previous_response_id": "r1", "input": [
        {"type": "computer_call_output", "call_id": "c1", "acknowledged_safety_checks": [{"id": "s1", …}],
         "output": {"type": "computer_screenshot", "image_url": "data:image/png;base64,…", "detail": "original"}},
        {"role": "user", "content": [{"type": "input_text", "text": …}]}]}

With `history=sent` OpenAI keeps nothing, and `input` has all items from the first on, the answers' among them.

A batch is played in turn and answered with one picture. An output has no place for an error: that follows as words.
"""

from collections.abc import Sequence
from typing import Any, Literal, Self
from uuid import uuid4

from openai import AsyncOpenAI, DefaultAsyncHttpxClient, OpenAIError
from openai.types.responses import Response
from pydantic import Field, model_validator

from lifeworld.agents.briefing import refusal
from lifeworld.agents.call_decoding import Answer, Call, Result
from lifeworld.agents.calling import plain
from lifeworld.agents.codecs.openai import CODEC
from lifeworld.agents.endpoint import POLICY, client, encoded
from lifeworld.agents.history import pruned
from lifeworld.agents.model import ModelAgent
from lifeworld.agents.offered import Function, offered, opening, read_arguments
from lifeworld.agents.outline import in_words
from lifeworld.agents.picture import Picture
from lifeworld.agents.prices import Taken
from lifeworld.agents.provider import Provider, Role, Turns
from lifeworld.agents.settings import Address, Settings, Variable, address_from, without_keys
from lifeworld.core.errors import ProviderFault
from lifeworld.core.observation import Observation

_ANSWERED = {None, "completed", "incomplete"}  # not every gateway gives a status
_PICTURE = "data:image/"  # how one begins, which is all that is kept here of those that OpenAI keeps


class GptSettings(Settings):
    """Where GPT is asked."""

    key_from: Variable = "OPENAI_API_KEY"
    base_url: Address = address_from("OPENAI_BASE_URL")


class OpenAISettings(GptSettings):
    """Settings of GPT.

    Attributes:
        tool: which of OpenAI's tools is declared; what a model takes is in OpenAI's documentation.
        environment: what the preview's tool is told that it sees.
        functions: how many the provider takes in one request; where the apps have more tools, each app is one function.
        effort: of its reasoning; None for the model's default.
        history: `kept` by OpenAI, so that a request has only what is new, or `sent` anew each time, and kept nowhere.
    """

    needs = Settings.needs | {"tool": "pixels", "environment": "pixels", "functions": "tools"}
    tool: Literal["computer", "computer_use_preview"] = "computer"
    environment: Literal["browser", "windows", "mac", "linux", "ubuntu"] = "browser"
    screenshots: int = Field(0, ge=0)
    functions: int | None = Field(128, ge=1)
    effort: Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"] | None = None
    history: Literal["kept", "sent"] = "kept"

    @model_validator(mode="after")
    def _has_effect(self) -> Self:
        if "screenshots" in self.model_fields_set:
            raise ValueError("screenshots has no effect: OpenAI wants a picture in each output, so all are kept")
        if "environment" in self.model_fields_set and self.tool != "computer_use_preview":
            raise ValueError("environment is for tool=computer_use_preview; leave it out")
        return self


class Gpt(Provider):
    """GPT, through OpenAI's package."""

    name, kind = "openai", GptSettings

    def connected(self) -> AsyncOpenAI:
        place = "https://api.openai.com/v1"
        return client(AsyncOpenAI, DefaultAsyncHttpxClient, self.settings, self.endpoint.key, place)

    async def ready(self) -> None:
        """Ask for the model's description, which costs nothing."""
        with self.endpoint.told(OpenAIError):
            self.endpoint.sound(await self.client.models.retrieve(self.settings.model), "id")

    def conversation(self, turns: Turns) -> list[dict[str, Any]]:
        return [{"role": role, "content": [_part(role, part) for part in parts]} for role, parts in turns]

    async def reply(self, messages: Any, most: int) -> tuple[str, Taken]:
        same = {"model": self.settings.model, "max_output_tokens": most, "store": False}
        with self.endpoint.told(OpenAIError):
            reply: Any = await self.client.responses.create(input=messages, **same, **self.options())
            self.endpoint.sound(reply, "output")
            return reply.output_text, taken(reply.usage)


class OpenAIAgent(Gpt, ModelAgent):
    """Asks GPT for what to do on the screen."""

    kind = OpenAISettings
    settings: OpenAISettings

    def __init__(self, written: str = "") -> None:
        super().__init__(written)
        self._before: list[dict[str, Any]] = []  # items that the last answer ends
        self._items: list[dict[str, Any]] = []  # since then
        self._kept = ""  # by which OpenAI knows those before
        self._conversation = uuid4().hex  # requests with the same are sent to where what they repeat is kept

    def tell(self, observation: Observation, results: Sequence[Result]) -> None:
        picture = self.show(observation, self.rule())
        tree = in_words(observation, self.settings.elements, self.settings.levels)
        self.functions = offered(observation, self.settings.functions)
        words = [] if self._before else [opening(observation, self.settings.functions)]
        shown = False
        for result in results:
            if result.call.name == "computer_call" and picture:
                self._items.append(_screenshot(result, picture))
                shown = True
                words += [result.error] if result.error else []
            elif result.call.id:
                self._items.append({"type": "function_call_output", "call_id": result.call.id, "output": result.told})
            else:
                words.append(result.told)
        parts = [{"type": "input_text", "text": one} for one in (*words, *([tree] if tree else []))]
        if picture and not shown:
            parts.append({"type": "input_image", "image_url": picture.url, "detail": "auto"})
        if parts:
            self._items.append({"role": "user", "content": parts})

    def sent(self) -> list[dict[str, Any]]:
        return [*self._before, *self._items]

    async def ask(self) -> Answer:
        with self.endpoint.told(OpenAIError):
            reply: Any = await self.client.post("/responses", cast_to=Response, **encoded(self._request()))
            self.took(taken(getattr(reply, "usage", None)))
            if self.endpoint.sound(reply, "output").error or reply.status not in _ANSWERED:
                return _failed(reply)
            items = [item.to_dict(warnings=False) for item in reply.output]
        answer = self._read(reply, items)
        if not answer.lacks:
            self._remember(reply.id, items)
        return answer

    def _read(self, reply: Any, items: list[dict[str, Any]]) -> Answer:
        parts = [part for item in items if item["type"] == "message" for part in item["content"]]
        words = "\n".join(part.get("text") or part.get("refusal") or "" for part in parts)
        if _refused(reply, parts):
            return Answer((Call((refusal(words),), native=items),), words)
        if reply.status == "incomplete":
            return Answer((), lacks="cut")
        return Answer(tuple(call for item in items for call in self._calls(item)), words)

    def _request(self) -> dict[str, Any]:
        effort = {"reasoning": {"effort": self.settings.effort}} if self.settings.effort else {}
        same = {"model": self.settings.model, "max_output_tokens": self.limit, "truncation": "auto"}
        same["prompt_cache_key"] = self._conversation
        if self.settings.history == "sent":
            more = {"store": False, "include": ["reasoning.encrypted_content"], "input": self.sent()}
        else:
            more = {"input": self._items, **({"previous_response_id": self._kept} if self._kept else {})}
        tools = declared(self.settings, self.frame.picture, self.functions)
        return {**same, "tools": tools, **more, **effort, **self.options()}

    def _remember(self, answer: str, items: list[dict[str, Any]]) -> None:
        """Take an answer to what goes before the next request."""
        if self.settings.history == "kept" and not answer:
            raise ProviderFault("openai: its answer has no id to go on from; set history=sent", charged=True)
        self._before += [*self._items, *items]
        self._items = []
        if self.settings.history == "kept":
            self._kept, self._before = (
                answer,
                pruned(self._before, lambda part: isinstance(part, str) and part.startswith(_PICTURE), _PICTURE),
            )

    def _calls(self, item: dict[str, Any]) -> Sequence[Call]:
        if item["type"] == "function_call":
            actions = self.decode(item["name"], read_arguments(item["arguments"]))
            return [Call(actions, item["call_id"], item["name"], item)]
        if item["type"] != "computer_call":
            return []
        given = item.get("actions") or item.get("action") or {"type": "screenshot"}
        actions = tuple(
            action
            for one in (given if isinstance(given, list) else [given])
            for action in self.decode(str(one.get("type") if isinstance(one, dict) else "an action"), one, CODEC)
        )
        checks = len(item.get("pending_safety_checks") or ())
        return [Call(actions, item["call_id"], "computer_call", item, checks)]


def declared(settings: OpenAISettings, picture: Picture | None, functions: Sequence[Function]) -> list[dict[str, Any]]:
    """Return the tools of a request: computer use where there is a picture, and functions."""
    own = [{"type": "function", **one.to_json(), "strict": False} for one in functions]
    return [*([_tool(settings, picture)] if picture else []), *own]


def _tool(settings: OpenAISettings, picture: Picture) -> dict[str, Any]:
    if settings.tool == "computer":
        return {"type": "computer"}
    size = {"display_width": picture.width, "display_height": picture.height}
    return {"type": "computer_use_preview", **size, "environment": settings.environment}


def _part(role: Role, part: str | Picture) -> dict[str, Any]:
    if isinstance(part, Picture):
        return {"type": "input_image", "image_url": part.url, "detail": "high"}
    return {"type": "output_text" if role == "assistant" else "input_text", "text": part}


def _screenshot(result: Result, picture: Picture) -> dict[str, Any]:
    output = {"type": "computer_screenshot", "image_url": picture.url, "detail": "original"}
    checks = result.call.native.get("pending_safety_checks")
    acknowledged = {"acknowledged_safety_checks": checks} if checks else {}
    return {"type": "computer_call_output", "call_id": result.call.id, "output": output, **acknowledged}


def _failed(reply: Any) -> Answer:
    """Return the refusal that a response without an answer is.

    Raises:
        ProviderFault: it is none.
    """
    code, message = (getattr(reply.error, name, None) for name in ("code", "message"))
    if code in POLICY:
        return Answer((Call((refusal(str(message or code)),), native=code),))
    said = f"{code}: {message}" if reply.error else f"its response is {reply.status}"
    raise ProviderFault(plain(without_keys(f"openai: {said}")), again=True, charged=not reply.error)


def _refused(reply: Any, parts: list[dict[str, Any]]) -> bool:
    why = getattr(reply.incomplete_details, "reason", "")
    return why == "content_filter" or any(part["type"] == "refusal" for part in parts)


def taken(usage: Any) -> Taken:
    if usage is None:
        return Taken()
    again, kept = (getattr(usage.input_tokens_details, f"cache{name}_tokens", None) or 0 for name in ("d", "_write"))
    return Taken(usage.input_tokens, usage.output_tokens, again, kept)
