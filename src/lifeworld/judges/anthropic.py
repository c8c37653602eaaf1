"""Claude as a judge, through the Messages API."""

from typing import Any

from anthropic import AnthropicError

from lifeworld.agents.anthropic import Claude, block, taken
from lifeworld.agents.picture import SizeRule, tiled
from lifeworld.agents.settings import Address, Variable, address_from
from lifeworld.judges.model import Conversation, JudgeModel, JudgeSettings, Reply

_TILES = 1568  # squares of 28 pixels; beyond, Anthropic would scale a picture itself


class AnthropicJudgeSettings(JudgeSettings):
    """Settings of Claude as a judge."""

    key_from: Variable = "ANTHROPIC_API_KEY"
    base_url: Address = address_from("ANTHROPIC_BASE_URL")


class AnthropicJudge(Claude, JudgeModel):
    """Asks Claude."""

    kind = AnthropicJudgeSettings

    def rule(self) -> SizeRule:
        return tiled(self.settings.longest_edge, _TILES)

    async def ask(self, conversation: Conversation) -> Reply:
        messages: Any = self.sent(conversation)
        with self.endpoint.told(AnthropicError):
            reply: Any = await self.client.beta.messages.create(
                model=self.settings.model,
                max_tokens=self.settings.max_tokens,
                messages=messages,
                extra_body=self.options(),  # newer versions of the package have no argument for a temperature
            )
            self.endpoint.sound(reply, "content", "usage")
            blocks = reply.to_dict(warnings=False)["content"]
            text = "\n".join(block["text"] for block in blocks if block["type"] == "text")
            return Reply(text, taken(reply.usage).usage(self.settings))

    async def ready(self) -> None:
        """Have a request counted, which costs nothing."""
        hello: Any = [{"role": "user", "content": "Hello"}]
        with self.endpoint.told(AnthropicError):
            counted = await self.client.beta.messages.count_tokens(model=self.settings.model, messages=hello)
            self.endpoint.sound(counted, "input_tokens")

    def sent(self, conversation: Conversation) -> list[dict[str, Any]]:
        turns = self.turns(conversation)
        return [{"role": role, "content": [block(part) for part in parts]} for role, parts in turns]
