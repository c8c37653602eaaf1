"""Claude, through Anthropic's computer use: the single computer tool in its versions, or the toolset.

An exchange on the wire (`POST {base_url}/v1/messages`, history sent anew each time):

    {"model": …, "max_tokens": …, "tools": [{"type": "computer_20251124", "name": "computer", "display_width_px": …,
     "display_height_px": …, "enable_zoom": true}], "messages": [
        {"role": "user", "content": [{"type": "text", "text": …}, {"type": "image", "source": {…}}]},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "computer",
                                           "input": {"action": "left_click", "coordinate": [100, 200]}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "image", …}]}]}]}

The toolset is declared as `{"type": "computer_toolset_20260801"}`; its calls are named for what they do, and carry
`"toolset_name": "computer"`, as do their results.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, Self

from anthropic import AnthropicError, AsyncAnthropic, DefaultAsyncHttpxClient
from anthropic.types.beta import BetaMessage
from pydantic import Field, model_validator

from lifeworld.agents.briefing import refusal
from lifeworld.agents.call_decoding import Answer, Call, Result
from lifeworld.agents.calling import plain
from lifeworld.agents.codecs.anthropic import CODEC
from lifeworld.agents.endpoint import client, encoded
from lifeworld.agents.history import History
from lifeworld.agents.model import ModelAgent
from lifeworld.agents.offered import Function, offered, opening
from lifeworld.agents.outline import in_words
from lifeworld.agents.picture import Picture, SizeRule, tiled
from lifeworld.agents.prices import Taken
from lifeworld.agents.provider import Provider, Turns
from lifeworld.agents.settings import Address, Settings, Variable, address_from, without_keys
from lifeworld.core.actions import Point
from lifeworld.core.errors import ProviderFault
from lifeworld.core.observation import Observation

_BETAS = {
    "computer_20241022": ["computer-use-2024-10-22"],
    "computer_20250124": ["computer-use-2025-01-24"],
    "computer_20251124": ["computer-use-2025-11-24"],
    "computer_toolset_20260801": [],
}
_ENDS = {None, "end_turn", "stop_sequence", "tool_use"}  # why an answer is whole
_PAUSES = {"pause_turn", "compaction"}  # and why the next request goes on with it
_TILES = 1568  # squares of 28 pixels; beyond, Anthropic would scale a picture itself
_BINDING = "thinking-binding-controls-2026-08-01"


class ClaudeSettings(Settings):
    """Where Claude is asked."""

    key_from: Variable = "ANTHROPIC_API_KEY"
    base_url: Address = address_from("ANTHROPIC_BASE_URL")


class AnthropicSettings(ClaudeSettings):
    """Settings of Claude.

    Attributes:
        tool: which of Anthropic's tools is declared; what a model takes is in Anthropic's documentation.
        tiles: squares of 28 pixels that a picture may cover; beyond, Anthropic would scale it itself.
        screenshots: by default as many as a request may have: so each begins with all of the last one, which is read
            from a cache then, and which newer models insist on where they have thought before.
        effort: how much the model should do; None for its default.
        thinking: tokens to think with, or “adaptive” or “disabled”; None for the model's default.
        functions: how many are declared at most, None for any number; where there are more tools, each app is one.
    """

    needs = Settings.needs | {"tool": "pixels", "tiles": "pixels", "functions": "tools"}
    tool: Literal["computer_20241022", "computer_20250124", "computer_20251124", "computer_toolset_20260801"] = (
        "computer_toolset_20260801"
    )
    tiles: int = Field(_TILES, ge=1)
    functions: int | None = Field(None, ge=1)
    screenshots: int = Field(100, ge=1)
    effort: Literal["low", "medium", "high", "xhigh", "max"] | None = None
    thinking: Literal["adaptive", "disabled"] | Annotated[int, Field(ge=1024)] | None = None

    @property
    def floor(self) -> int:
        return super().floor + (self.thinking if isinstance(self.thinking, int) else 0)

    @model_validator(mode="after")
    def _can_think(self) -> Self:
        if isinstance(self.thinking, int) and self.thinking >= self.max_tokens:
            raise ValueError(f"thinking={self.thinking} wants a max_tokens that is more")
        if self.thinking not in (None, "disabled") and self.temperature is not None:
            raise ValueError("temperature has no effect on a model that thinks; leave it or thinking out")
        return self


class Claude(Provider):
    """Claude, through Anthropic's package."""

    name, kind = "anthropic", ClaudeSettings

    def connected(self) -> AsyncAnthropic:
        place = "https://api.anthropic.com"
        return client(AsyncAnthropic, DefaultAsyncHttpxClient, self.settings, self.endpoint.key, place)

    async def ready(self) -> None:
        """Have a request counted, which costs nothing."""
        await self.counted(model=self.settings.model)

    async def counted(self, **request: Any) -> None:
        """See that a request can be counted; it says “Hello”."""
        with self.endpoint.told(AnthropicError):
            hello: Any = [{"role": "user", "content": "Hello"}]
            counted = await self.client.beta.messages.count_tokens(**request, messages=hello)
            self.endpoint.sound(counted, "input_tokens")

    def rule(self) -> SizeRule:
        return tiled(self.settings.longest_edge, _TILES)

    def conversation(self, turns: Turns) -> list[dict[str, Any]]:
        return [{"role": role, "content": [block(part) for part in parts]} for role, parts in turns]

    async def reply(self, messages: Any, most: int) -> tuple[str, Taken]:
        with self.endpoint.told(AnthropicError):
            reply: Any = await self.client.beta.messages.create(
                model=self.settings.model,
                max_tokens=most,
                messages=messages,
                extra_body=self.options(),  # newer versions of the package have no argument for a temperature
            )
            self.endpoint.sound(reply, "content", "usage")
            blocks = reply.to_dict(warnings=False)["content"]
            return "\n".join(block["text"] for block in blocks if block["type"] == "text"), taken(reply.usage)


class AnthropicAgent(Claude, ModelAgent):
    """Asks Claude for what to do on the screen."""

    kind = AnthropicSettings
    settings: AnthropicSettings

    def __init__(self, written: str = "") -> None:
        super().__init__(written)
        self._history = History(
            self.settings.screenshots, lambda part: part.get("type") == "image", block("(an earlier screen)")
        )

    def rule(self) -> SizeRule:
        return tiled(self.settings.longest_edge, self.settings.tiles)

    def tell(self, observation: Observation, results: Sequence[Result]) -> None:
        picture = self.show(observation, self.rule())
        tree = in_words(observation, self.settings.elements, self.settings.levels)
        self.functions = offered(observation, self.settings.functions)
        screen = [*([block(picture)] if picture else []), *([block(tree)] if tree else [])]
        answers = [_answer(result, self._said(result)) for result in results if result.call.id]
        words = [block(result.told) for result in results if not result.call.id]
        if answers:
            answers[-1]["content"] += screen
            screen = []
        said = words if self.sent() else [block(opening(observation, self.settings.functions))]
        self._history.add({"role": "user", "content": [*answers, *said, *screen]}, pictured=picture is not None)

    async def ask(self) -> Answer:
        betas = {"anthropic-beta": ",".join(self._betas())} if self._betas() else {}
        request = {"max_tokens": self.limit, "messages": self.sent(), **self._what(), **self._options()}
        with self.endpoint.told(AnthropicError):
            reply: Any = await self.client.post(
                "/v1/messages?beta=true", cast_to=BetaMessage, **encoded(request, **betas)
            )
            self.took(taken(getattr(reply, "usage", None)))
            self.endpoint.sound(reply, "content", "usage")
            blocks = reply.to_dict(warnings=False)["content"]
        if reply.stop_reason == "model_context_window_exceeded":
            return Answer((), lacks="full")
        if reply.stop_reason == "max_tokens":
            return Answer((), lacks="cut")
        words = "\n".join(block["text"] for block in blocks if block["type"] == "text")
        if reply.stop_reason == "refusal":
            details = getattr(reply, "stop_details", None)
            why = words or getattr(details, "explanation", None) or getattr(details, "category", None) or ""
            return Answer((Call((refusal(why),), native=blocks),), words)
        paused = reply.stop_reason in _PAUSES
        calls = [] if paused else [self._call(block) for block in blocks if block["type"] == "tool_use"]
        if not (calls or paused or reply.stop_reason in _ENDS):
            said = f"anthropic: why its answer ended is not known: {reply.stop_reason}"
            raise ProviderFault(plain(without_keys(said)), again=True, charged=True)
        if blocks:
            self._history.add({"role": "assistant", "content": blocks})
        return Answer(tuple(calls), words, "paused" if paused else "")

    async def ready(self) -> None:
        """Have a request counted, which costs nothing: whether the model takes the tool is known then, too."""
        shown, self.frame = self.frame, replace(self.frame, picture=Picture(b"", "image/png", 390, 844))
        request = {"betas": self._betas(), **self._what()}
        self.frame = shown
        await self.counted(**request)

    def _what(self) -> dict[str, Any]:
        """Return model and tools of a request."""
        return {"model": self.settings.model, "tools": declared(self.settings, self.frame.picture, self.functions)}

    def _betas(self) -> list[str]:
        return [*(_BETAS[self.settings.tool] if self.frame.picture else []), *([_BINDING] if self._forgets else [])]

    @property
    def _forgets(self) -> bool:
        """Whether the model is to forget what it thought before a picture was left out of what is sent."""
        return "screenshots" in self.settings.model_fields_set and self.settings.thinking not in (None, "disabled")

    def _options(self) -> dict[str, Any]:
        """Return what else a request says; each but those that leave pictures out begins with all of the last one."""
        settings, thinking = self.settings, self.settings.thinking
        thinks = {"type": thinking} if isinstance(thinking, str) else {"type": "enabled", "budget_tokens": thinking}
        forgets = {"block_binding": {"prefix_mismatch_behavior": "drop_block"}} if self._forgets else {}
        given = {
            "temperature": settings.temperature,
            "cache_control": None if self._history.full else {"type": "ephemeral"},
            "output_config": {"effort": settings.effort} if settings.effort else None,
            "thinking": {**thinks, **forgets} if thinking else None,
        }
        return {name: value for name, value in given.items() if value is not None}

    def _call(self, block: dict[str, Any]) -> Call:
        name, given = block["name"], block["input"]
        action = given.get("action") if name == "computer" and isinstance(given, dict) else name
        return Call(self.decode(str(action), given, CODEC), block["id"], name, block)

    def _said(self, result: Result) -> str:
        last = result.call.actions[-1]
        if result.error or getattr(last, "what", "") != "cursor":
            return result.told
        at, picture = self.frame.cursor or Point(x=0, y=0), self.frame.picture
        return f"X={int(at.x * picture.width)},Y={int(at.y * picture.height)}" if picture else result.told


def declared(
    settings: AnthropicSettings, picture: Picture | None, functions: Sequence[Function]
) -> list[dict[str, Any]]:
    """Return the tools of a request: computer use where there is a picture, and functions."""
    own = [{"name": one.name, "description": one.about, "input_schema": one.schema} for one in functions]
    return [*([_tool(settings.tool, picture)] if picture else []), *own]


def _tool(kind: str, picture: Picture) -> dict[str, Any]:
    if kind == "computer_toolset_20260801":
        return {"type": kind}
    size = {"display_width_px": picture.width, "display_height_px": picture.height}
    zoom = {"enable_zoom": True} if kind == "computer_20251124" else {}
    return {"type": kind, "name": "computer", **size, **zoom}


def _answer(result: Result, said: str) -> dict[str, Any]:
    call: Any = result.call.native
    toolset = {"toolset_name": call["toolset_name"]} if call.get("toolset_name") else {}
    wrong = {"is_error": True} if result.error else {}
    return {"type": "tool_result", "tool_use_id": result.call.id, "content": [block(said)], **toolset, **wrong}


def block(part: str | Picture) -> dict[str, Any]:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    source = {"type": "base64", "media_type": part.media_type, "data": part.base64}
    return {"type": "image", "source": source}


def taken(usage: Any) -> Taken:
    if usage is None:
        return Taken()
    cached, made = usage.cache_read_input_tokens or 0, usage.cache_creation_input_tokens or 0
    return Taken(usage.input_tokens + cached + made, usage.output_tokens, cached, made)
