"""A model that can be asked: a conversation with pictures goes in, text and what it took come out."""

from abc import abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from lifeworld.agents.history import longest_answer, weighed
from lifeworld.agents.picture import Picture, sent
from lifeworld.agents.provider import Provider
from lifeworld.agents.roster import imported
from lifeworld.agents.settings import Settings
from lifeworld.agents.wire import believed
from lifeworld.core.errors import UserError
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


class JudgeModel(Provider):
    """A provider's model as a judge."""

    kind: ClassVar[type[JudgeSettings]]
    settings: JudgeSettings

    async def answer(self, conversation: Conversation) -> Reply:
        """Return the model's whole answer in time, as every file can hold it, with a usage that can be true.

        Raises:
            ProviderFault, AgentFailed: as `ask` does.
        """
        return await self.in_time(self._held(conversation))

    async def _held(self, conversation: Conversation) -> Reply:
        reply = await self.ask(conversation)
        return Reply(reply.text.encode(errors="replace").decode(), believed(reply.usage))

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

    def most(self, conversation: Conversation) -> Usage:
        """Return the most that an answer can take."""
        shown = [self.picture(part) for turn in conversation for part in turn.parts if isinstance(part, Path)]
        largest = max(shown, key=lambda one: one.width * one.height, default=None)
        weight = weighed(self.sent(conversation))
        return longest_answer(weight, largest, self.settings.max_tokens, None).usage(self.settings)

    def picture(self, place: Path) -> Picture:
        """Return a picture as it is sent."""
        return sent(place.read_bytes(), self.rule())

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
