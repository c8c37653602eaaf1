"""A model that can be asked: a conversation with pictures goes in, text and what it took come out."""

import asyncio
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from lifeworld.agents.calling import plain, raised
from lifeworld.agents.endpoint import STRANGE, Endpoint
from lifeworld.agents.history import longest_answer, weighed
from lifeworld.agents.picture import Picture, SizeRule, longest, sent
from lifeworld.agents.prices import price
from lifeworld.agents.roster import imported
from lifeworld.agents.settings import Settings, read, without_keys
from lifeworld.agents.wire import believed
from lifeworld.core.errors import ProviderFault, UserError
from lifeworld.core.nearest import hint
from lifeworld.core.trajectory import Usage

Role = Literal["user", "assistant"]
MODELS = {
    "anthropic": "lifeworld.judges.anthropic:AnthropicJudge",
    "gemini": "lifeworld.judges.gemini:GeminiJudge",
    "openai": "lifeworld.judges.openai:OpenAIJudge",
    "prompt": "lifeworld.judges.openai:ChatJudge",
}
_ACTS = ("screenshots", "elements", "levels", "scale")  # which say what one that acts is sent


@dataclass(frozen=True)
class Turn:
    """What one side said: texts, and pictures by where they lie."""

    role: Role
    parts: tuple[str | Path, ...]


Conversation: TypeAlias = tuple[Turn, ...]


@dataclass(frozen=True)
class Reply:
    """A model's answer, and what it took."""

    text: str
    usage: Usage


class JudgeSettings(Settings):
    """What a judge can be set to.

    Attributes:
        pictures: steps, each with its picture, that one request shows at most; longer trajectories go in parts.
    """

    pictures: int = Field(12, ge=1)

    @model_validator(mode="after")
    def _has_effect(self) -> Self:
        if idle := [name for name in _ACTS if name in self.model_fields_set]:
            raise ValueError(f"{idle[0]} has no effect on a judge; leave it out")
        return self


class JudgeModel(ABC):
    """One model behind one provider's interface.

    Attributes:
        name: the provider's, as agents name it.
        kind: its settings.
    """

    name: ClassVar[str]
    kind: ClassVar[type[JudgeSettings]]

    def __init__(self, written: str) -> None:
        self.settings = read(self.kind, self.name, written)
        self.endpoint = Endpoint.of(self.name, self.settings)
        self._client = self.connected()

    @abstractmethod
    def connected(self) -> Any:
        """Return the package's client for the endpoint."""

    @property
    def priced(self) -> bool:
        """Whether the price of the model is known."""
        return price(self.settings) is not None

    @property
    def rule(self) -> SizeRule:
        """The size in which it gets pictures."""
        return longest(self.settings.longest_edge)

    @property
    def options(self) -> dict[str, Any]:
        """What else a request says."""
        return {} if self.settings.temperature is None else {"temperature": self.settings.temperature}

    @abstractmethod
    async def ready(self) -> None:
        """See that it could be asked.

        Raises:
            ProviderFault: it could not; says in one line what to set.
        """

    async def answer(self, conversation: Conversation) -> Reply:
        """Return the model's whole answer in time, as every file can hold it, with a usage that can be true.

        Raises:
            ProviderFault, AgentFailed: as `ask` does.
        """
        try:
            async with asyncio.timeout(self.settings.timeout):
                reply = await self.ask(conversation)
            return Reply(reply.text.encode(errors="replace").decode(), believed(reply.usage))
        except TimeoutError:
            said = f"{self.settings.model}: no whole answer within {self.settings.timeout:g} seconds"
            raise ProviderFault(said, again=True, charged=True) from None
        except STRANGE as error:
            said = plain(without_keys(f"{self.settings.model}: its answer can't be read: {raised(error)}"))
            raise ProviderFault(said, again=True, charged=True) from None

    @abstractmethod
    async def ask(self, conversation: Conversation) -> Reply:
        """Return the model's answer.

        Raises:
            ProviderFault: there is none.
            AgentFailed: the conversation is longer than the model's context.
        """

    @abstractmethod
    def sent(self, conversation: Conversation) -> list[dict[str, Any]]:
        """Return a conversation in the provider's shape, as plain data."""

    async def close(self) -> None:
        """Let its connections go."""
        await self._client.close()

    def most(self, conversation: Conversation) -> Usage:
        """Return the most that an answer can take."""
        shown = [self.picture(part) for turn in conversation for part in turn.parts if isinstance(part, Path)]
        largest = max(shown, key=lambda one: one.width * one.height, default=None)
        weight = weighed(self.sent(conversation))
        return longest_answer(weight, largest, self.settings.max_tokens, None).usage(self.settings)

    def picture(self, place: Path) -> Picture:
        """Return a picture as it is sent."""
        return sent(place.read_bytes(), self.rule)

    def turns(self, conversation: Conversation) -> list[tuple[Role, list[str | Picture]]]:
        """Return a conversation with its pictures read."""
        return [
            (turn.role, [self.picture(part) if isinstance(part, Path) else part for part in turn.parts])
            for turn in conversation
        ]


def create(name: str) -> JudgeModel:
    """Return the model of a judge, `anthropic:MODEL?temperature=0`.

    Raises:
        UserError: there is none of this name, or what it needs is missing.
    """
    first, _, rest = name.partition(":")
    if first not in MODELS:
        raise UserError(f"no judge “{first}”; {hint(first, MODELS)} (each with :MODEL)")
    module, _, wanted = MODELS[first].partition(":")
    found: JudgeModel = getattr(imported(first, module), wanted)(rest)
    return found
