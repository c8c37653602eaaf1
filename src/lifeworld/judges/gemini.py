"""Gemini as a judge."""

from typing import Any

from google.genai import types

from lifeworld.agents.gemini import FAULTS, Gemini, message_part, taken
from lifeworld.agents.settings import Address, Variable, address_from
from lifeworld.judges.model import Conversation, JudgeModel, JudgeSettings, Reply

_ROLES = {"user": "user", "assistant": "model"}


class GeminiJudgeSettings(JudgeSettings):
    """Settings of Gemini as a judge."""

    key_from: Variable = "GEMINI_API_KEY"
    base_url: Address = address_from("GOOGLE_GEMINI_BASE_URL")


class GeminiJudge(Gemini, JudgeModel):
    """Asks Gemini."""

    kind = GeminiJudgeSettings

    async def ask(self, conversation: Conversation) -> Reply:
        contents: Any = self.sent(conversation)
        options = {"max_output_tokens": self.settings.max_tokens, **self.options()}
        with self.endpoint.told(*FAULTS):
            reply = await self.client.aio.models.generate_content(
                model=self.settings.model,
                contents=contents,
                config=types.GenerateContentConfig(**options),
            )
            content = reply.candidates[0].content if reply.candidates else None
            parts = content.parts or [] if content else []
            text = "\n".join(part.text for part in parts if part.text and not part.thought)
            return Reply(text, taken(reply.usage_metadata).usage(self.settings))

    def sent(self, conversation: Conversation) -> list[dict[str, Any]]:
        turns = self.turns(conversation)
        return [{"role": _ROLES[role], "parts": [message_part(part) for part in parts]} for role, parts in turns]
