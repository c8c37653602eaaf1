"""Gemini, through Google's computer use: legacy and modern function names alike, in any of its three environments.

An exchange on the wire (`POST {base_url}/v1/models/MODEL:generateContent`, history sent anew each time):

    {"tools": [{"computerUse": {"environment": "ENVIRONMENT_BROWSER"}}], "contents": [
        {"role": "user", "parts": [{"text": …}, {"inlineData": {"mimeType": "image/png", "data": …}}]},
        {"role": "model", "parts": [{"functionCall": {"id": "f1", "name": "click_at", "args": {"x": 500, "y": 250}}}]},
        {"role": "user", "parts": [{"functionResponse": {"id": "f1", "name": "click_at", "parts": [{"inlineData": {…}}],
                                    "response": {"url": …, "result": …}}}]}]}

Places are on a grid of 1000 by 1000. A call that Google wants confirmed has `safety_decision` among its arguments, and
its response `safety_acknowledgement`.
"""

from collections.abc import Sequence
from typing import Any, Literal, Self

import httpx2
from google import genai
from google.genai import errors, types
from pydantic import Field, model_validator

from lifeworld.agents.arguments import Frame
from lifeworld.agents.briefing import refusal
from lifeworld.agents.call_decoding import Answer, Call, Result
from lifeworld.agents.codecs.gemini import MEASURE, MODERN
from lifeworld.agents.endpoint import encoded, trusted
from lifeworld.agents.history import History
from lifeworld.agents.model import ModelAgent
from lifeworld.agents.offered import Function, offered, opening
from lifeworld.agents.outline import in_words
from lifeworld.agents.picture import Picture
from lifeworld.agents.prices import Taken
from lifeworld.agents.provider import Provider, Turns
from lifeworld.agents.settings import Address, Settings, Variable, address_from
from lifeworld.core.actions import Invalid
from lifeworld.core.observation import Observation

_ONCE: types.GenerateContentConfigDict = {  # a request is what it says, and no other follows by itself
    "automatic_function_calling": {"disable": True},
    "automatic_continuation": False,
}
_ROLES = {"user": "user", "assistant": "model"}
_FAULTS = (errors.APIError, httpx2.HTTPError, httpx2.InvalidURL)  # what the package raises
_MALFORMED = {"MALFORMED_FUNCTION_CALL", "MALFORMED_RESPONSE", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS"}
_REFUSED = {"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "MODEL_ARMOR"}

_BLOCKS = {"block", "blocked"}  # decisions that nobody can confirm


class GoogleSettings(Settings):
    """Where Gemini is asked."""

    key_from: Variable = "GEMINI_API_KEY"
    base_url: Address = address_from("GOOGLE_GEMINI_BASE_URL")


class GeminiSettings(GoogleSettings):
    """Settings of Gemini.

    Attributes:
        environment: what the tool is told that it sees; the oldest models take only browser.
        functions: how many the provider takes in one request; where the apps have more tools, each app is one function.
        effort: the level of its thinking; None for the model's default.
        thinking: tokens to think with, 0 for none, -1 for as many as the model likes: for models older than levels.
    """

    needs = Settings.needs | {"environment": "pixels", "functions": "tools"}
    environment: Literal["browser", "mobile", "desktop"] = "browser"
    functions: int | None = Field(64, ge=1)
    effort: Literal["minimal", "low", "medium", "high", "xhigh"] | None = None
    thinking: int | None = Field(None, ge=-1)

    @property
    def floor(self) -> int:
        return super().floor + max(0, self.thinking or 0)

    @model_validator(mode="after")
    def _thinks_one_way(self) -> Self:
        if self.effort and self.thinking is not None:
            raise ValueError("effort is for models with levels of thinking, thinking for those before; leave one out")
        return self


class Connection(httpx2.AsyncClient):
    """What the package sends its requests through, whatever else is installed; whoever makes it closes it.

    Attributes:
        body: sent in the place of what the package makes of a request, which reads and escapes every picture anew.
    """

    def __init__(self) -> None:
        # Without redirects a key goes nowhere but to the address that was given.
        super().__init__(follow_redirects=False, verify=trusted(), timeout=None)
        self.body = b""

    def build_request(self, *named: Any, **given: Any) -> httpx2.Request:
        return super().build_request(*named, **({**given, "content": self.body} if self.body else given))


class Gemini(Provider):
    """Gemini, through Google's package; it never asks again by itself."""

    name, kind = "gemini", GoogleSettings

    def connected(self) -> genai.Client:
        self.http = Connection()
        options = types.HttpOptions(
            base_url=self.settings.base_url or None,
            timeout=int(self.settings.timeout * 1000),
            retry_options=types.HttpRetryOptions(attempts=1),
            httpx_async_client=self.http,
            client_args={"verify": trusted()},  # it makes clients of other kinds, too, which nobody uses
            async_client_args={"ssl": trusted()},
        )
        return genai.Client(api_key=self.endpoint.key, http_options=options, vertexai=False)

    async def ready(self) -> None:
        """Ask for the model's description, which costs nothing."""
        with self.endpoint.told(*_FAULTS):
            self.endpoint.sound(await self.client.aio.models.get(model=self.settings.model), "name")

    async def close(self) -> None:
        await self.http.aclose()

    def conversation(self, turns: Turns) -> list[dict[str, Any]]:
        return [{"role": _ROLES[role], "parts": [_part(part) for part in parts]} for role, parts in turns]

    async def reply(self, messages: Any, most: int) -> tuple[str, Taken]:
        config = types.GenerateContentConfig(max_output_tokens=most, **self.options())
        with self.endpoint.told(*_FAULTS):
            reply = await self.client.aio.models.generate_content(
                model=self.settings.model, contents=messages, config=config
            )
            content = reply.candidates[0].content if reply.candidates else None
            return _words(content), taken(reply.usage_metadata)


class GeminiAgent(Gemini, ModelAgent):
    """Asks Gemini for what to do on the screen."""

    kind = GeminiSettings
    settings: GeminiSettings

    def __init__(self, written: str = "") -> None:
        super().__init__(written)
        self._history = History(self.settings.screenshots, lambda part: "inlineData" in part)
        self.frame = Frame(measure=MEASURE)

    def tell(self, observation: Observation, results: Sequence[Result]) -> None:
        picture = self.show(observation, self.rule())
        tree = in_words(observation, self.settings.elements, self.settings.levels)
        self.functions = offered(observation, self.settings.functions)
        screen = [_part(picture)] if picture else []
        url = {"url": observation.url} if picture else {}
        answers = [_response(result, url) for result in results if result.call.name]
        words = [result.told for result in results if not result.call.name]
        if answers:
            answers[-1]["functionResponse"]["parts"] = screen
            screen = []
        said = words if self.sent() else [opening(observation, self.settings.functions)]
        parts = [_part(one) for one in (*said, *([tree] if tree else []))]
        self._history.add({"role": "user", "parts": [*answers, *parts, *screen]}, pictured=picture is not None)

    async def ask(self) -> Answer:
        with self.endpoint.told(*_FAULTS):
            self.http.body = encoded(self._request())["content"]
            reply = await self.client.aio.models.generate_content(
                model=self.settings.model, contents="as in the body", config=_ONCE
            )
            self.took(taken(reply.usage_metadata))
            blocked = getattr(reply.prompt_feedback, "block_reason", None)
            self.endpoint.sound(reply, *(() if blocked else ("candidates",)))
            if not (reply.candidates or blocked):
                raise LookupError("it has no candidate")
            found = reply.candidates[0] if reply.candidates else None
            content = found.content if found else None
        answer = self._read(content, _why(found.finish_reason if found else blocked), found is None)
        if not answer.lacks and content and content.parts:
            self._history.add(content.model_dump(mode="json", by_alias=True, exclude_none=True, warnings=False))
        return answer

    def _read(self, content: types.Content | None, why: str, none: bool) -> Answer:
        parts, words = (content.parts or []) if content else [], _words(content)
        if why == "MAX_TOKENS":
            return Answer((), lacks="cut")
        calls = [self._call(part.function_call) for part in parts if part.function_call]
        if not calls and (none or why in _REFUSED):
            return Answer((Call((refusal(words or why),), native=why),), words)
        if not calls and why in _MALFORMED:
            return Answer((Call((Invalid(code="parse_error", detail=why),), native=why),), words)
        return Answer(tuple(calls), words)

    def _request(self) -> dict[str, Any]:
        """Return a request as it goes over the wire."""
        effort, thinking = self.settings.effort, self.settings.thinking
        level = {"thinkingLevel": effort.upper()} if effort else None
        thinks = level if thinking is None else {"thinkingBudget": thinking}
        settings = {"maxOutputTokens": self.limit, **self.options(), **({"thinkingConfig": thinks} if thinks else {})}
        tools = declared(self.settings, self.frame.picture, self.functions)
        return {"contents": self.sent(), "tools": tools, "generationConfig": settings}

    def _call(self, called: types.FunctionCall) -> Call:
        name, given = called.name or "", called.args or {}
        native = called.model_dump(mode="json", exclude_none=True)
        decision = _decision(given)
        if decision in _BLOCKS:
            blocked = Invalid(code="blocked", detail="Google's safety system does not allow this call")
            return Call((blocked,), called.id or "", name, native)
        own = {key: value for key, value in given.items() if key != "safety_decision"}
        return Call(self.decode(name, own, MODERN), called.id or "", name, native, checks=1 if decision else 0)


def declared(settings: GeminiSettings, picture: Picture | None, functions: Sequence[Function]) -> list[dict[str, Any]]:
    """Return the tools of a request: computer use where there is a picture, and functions."""
    computer = {"environment": f"ENVIRONMENT_{settings.environment.upper()}"}
    own = [{"name": one.name, "description": one.about, "parametersJsonSchema": one.schema} for one in functions]
    return [*([{"computerUse": computer}] if picture else []), *([{"functionDeclarations": own}] if own else [])]


def _response(result: Result, url: dict[str, str]) -> dict[str, Any]:
    said = {"error": result.error} if result.error else {"result": result.told}
    given = result.call.native.get("args") or {}
    acknowledged = {"safety_acknowledgement": "true"} if _decision(given) not in ("", *_BLOCKS) else {}
    id = {"id": result.call.id} if result.call.id else {}
    return {"functionResponse": {"name": result.call.name, **id, "response": {**url, **said, **acknowledged}}}


def _decision(given: dict[str, Any]) -> str:
    """Return what Google's safety system says of a call; "" if nothing."""
    said = given.get("safety_decision")
    return str((said.get("decision") if isinstance(said, dict) else said) or "")


def _words(content: types.Content | None) -> str:
    parts = (content.parts or []) if content else []
    return "\n".join(part.text for part in parts if part.text and not part.thought)


def _part(part: str | Picture) -> dict[str, Any]:
    if isinstance(part, str):
        return {"text": part}
    return {"inlineData": {"mimeType": part.media_type, "data": part.base64}}


def _why(reason: Any) -> str:
    return str(getattr(reason, "value", reason) or "")


def taken(usage: types.GenerateContentResponseUsageMetadata | None) -> Taken:
    if usage is None:
        return Taken()
    read = (usage.prompt_token_count or 0) + (usage.tool_use_prompt_token_count or 0)
    written = (usage.candidates_token_count or 0) + (usage.thoughts_token_count or 0)
    return Taken(read, written, usage.cached_content_token_count or 0)
