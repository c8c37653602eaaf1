"""A model that can be asked: a conversation with pictures goes in, text and what it took come out."""

from abc import abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TypeAlias

from pydantic import Field, create_model, model_validator

from lifeworld.agents.history import longest_answer, weighed
from lifeworld.agents.picture import Picture, sent
from lifeworld.agents.prices import Taken
from lifeworld.agents.provider import Provider, Role, Turns
from lifeworld.agents.roster import imported
from lifeworld.agents.settings import Settings
from lifeworld.agents.wire import believed
from lifeworld.core.errors import UserError, hint
from lifeworld.core.trajectory import Usage

MODELS = {
    "anthropic": "lifeworld.agents.anthropic:Claude",
    "gemini": "lifeworld.agents.gemini:Gemini",
    "openai": "lifeworld.agents.openai:Gpt",
    "prompt": "lifeworld.agents.chat:Chat",
}
_ACTS = ("screenshots", "elements", "levels", "scale")  # which say what one that acts is sent


Conversation: TypeAlias = tuple[tuple[Role, tuple[str | Path, ...]], ...]
"""What each side said in turn: texts, and pictures by where they lie."""


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
    """A provider's model as a judge; a judge's class is made of this one and the provider's."""

    settings: JudgeSettings

    @abstractmethod
    def conversation(self, turns: Turns) -> list[dict[str, Any]]:
        """Return turns in the provider's shape, as plain data."""

    @abstractmethod
    async def reply(self, messages: Any, most: int) -> tuple[str, Taken]:
        """Return what the model answers in so many tokens at most, in words, and what that took.

        Raises:
            ProviderFault: there is no answer.
            AgentFailed: the conversation is longer than the model's context.
        """

    async def answer(self, conversation: Conversation) -> Reply:
        """Return the model's whole answer in time, as every file can hold it, with a usage that can be true.

        Raises:
            ProviderFault, AgentFailed: as `reply` does.
        """
        return await self.in_time(self._answered(conversation))

    async def _answered(self, conversation: Conversation) -> Reply:
        text, took = await self.reply(self._sent(conversation), self.settings.max_tokens)
        return Reply(text.encode(errors="replace").decode(), believed(took.usage(self.settings)))

    def most(self, conversation: Conversation) -> Usage:
        """Return the most that an answer can take."""
        shown = [self._picture(part) for _, parts in conversation for part in parts if isinstance(part, Path)]
        largest = max(shown, key=lambda one: one.width * one.height, default=None)
        weight = weighed(self._sent(conversation))
        return longest_answer(weight, largest, self.settings.max_tokens, None).usage(self.settings)

    def _picture(self, place: Path) -> Picture:
        return sent(place.read_bytes(), self.rule())

    def _sent(self, conversation: Conversation) -> list[dict[str, Any]]:
        """Return a conversation with its pictures read, as it is sent."""
        return self.conversation(
            [
                (role, [self._picture(part) if isinstance(part, Path) else part for part in parts])
                for role, parts in conversation
            ]
        )


def create(name: str) -> JudgeModel:
    """Return the model of a judge, `anthropic:MODEL?temperature=0`.

    Raises:
        UserError: there is none of this name, or what it needs is missing.
    """
    first, _, rest = name.partition(":")
    if first not in MODELS:
        raise UserError(f"no judge “{first}”; {hint(first, MODELS)} (each with :MODEL)")
    module, _, wanted = MODELS[first].partition(":")
    provider: type[Provider] = getattr(imported(first, module), wanted)
    kind = create_model("Settings", __base__=(provider.kind, JudgeSettings))
    made: Any = type(wanted, (provider, JudgeModel), {"name": first, "kind": kind})
    judge: JudgeModel = made(rest)
    return judge
