"""Any model behind an OpenAI-compatible chat endpoint as a judge."""

from typing import Any

from lifeworld.agents.chat import Said, client, said
from lifeworld.agents.picture import Picture
from lifeworld.agents.settings import Address
from lifeworld.judges.model import Conversation, JudgeModel, JudgeSettings, Reply


class ChatJudgeSettings(JudgeSettings):
    """Settings of such a model; by default it is on this machine and takes no key."""

    base_url: Address = "http://127.0.0.1:8000/v1"


class ChatJudge(JudgeModel):
    """Asks a chat endpoint."""

    name, kind = "prompt", ChatJudgeSettings

    def __init__(self, written: str) -> None:
        super().__init__(written)
        self._client = client(self.settings, self.endpoint)

    async def ask(self, conversation: Conversation) -> Reply:
        answer = await self._asked(self.sent(conversation), self.settings.max_tokens)
        return Reply(answer.text, answer.taken.usage(self.settings))

    async def ready(self) -> None:
        """Ask for one word."""
        await self._asked([{"role": "user", "content": "Hello"}], 1)

    async def _asked(self, messages: list[dict[str, Any]], most: int) -> Said:
        request = {"model": self.settings.model, "messages": messages, "max_tokens": most, **self.options}
        return await said(self._client, self.endpoint, request)

    def sent(self, conversation: Conversation) -> list[dict[str, Any]]:
        turns = self.turns(conversation)
        return [
            {"role": role, "content": parts[0] if role == "assistant" else [_part(part) for part in parts]}
            for role, parts in turns
        ]

    async def close(self) -> None:
        await self._client.close()


def _part(part: str | Picture) -> dict[str, Any]:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    return {"type": "image_url", "image_url": {"url": part.url}}
