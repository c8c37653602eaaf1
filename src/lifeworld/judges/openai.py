"""GPT as a judge, through the Responses API; and any model behind an OpenAI-compatible chat endpoint."""

from typing import Any

from openai import OpenAIError

from lifeworld.agents import chat
from lifeworld.agents.openai import Gpt, taken
from lifeworld.agents.picture import Picture
from lifeworld.agents.settings import Address, Variable, address_from
from lifeworld.judges.model import Conversation, JudgeModel, JudgeSettings, Reply, Role


class OpenAIJudgeSettings(JudgeSettings):
    """Settings of GPT as a judge."""

    key_from: Variable = "OPENAI_API_KEY"
    base_url: Address = address_from("OPENAI_BASE_URL")


class OpenAIJudge(Gpt, JudgeModel):
    """Asks GPT."""

    kind = OpenAIJudgeSettings

    async def ask(self, conversation: Conversation) -> Reply:
        items: Any = self.sent(conversation)
        with self.endpoint.told(OpenAIError):
            reply: Any = await self.client.responses.create(
                model=self.settings.model,
                input=items,
                max_output_tokens=self.settings.max_tokens,
                store=False,
                **self.options(),
            )
            self.endpoint.sound(reply, "output")
            return Reply(reply.output_text, taken(reply.usage).usage(self.settings))

    def sent(self, conversation: Conversation) -> list[dict[str, Any]]:
        turns = self.turns(conversation)
        return [{"role": role, "content": [_part(role, part) for part in parts]} for role, parts in turns]


class ChatJudgeSettings(JudgeSettings):
    """Settings of such a model; by default it is on this machine and takes no key."""

    base_url: Address = "http://127.0.0.1:8000/v1"


class ChatJudge(chat.Chat, JudgeModel):
    """Asks a chat endpoint."""

    name, kind = "prompt", ChatJudgeSettings

    async def ask(self, conversation: Conversation) -> Reply:
        answer = await self.asked(self.sent(conversation), self.settings.max_tokens)
        return Reply(answer.text, answer.taken.usage(self.settings))

    def sent(self, conversation: Conversation) -> list[dict[str, Any]]:
        turns = self.turns(conversation)
        return [
            {"role": role, "content": parts[0] if role == "assistant" else [chat.part(part) for part in parts]}
            for role, parts in turns
        ]


def _part(role: Role, part: str | Picture) -> dict[str, Any]:
    if isinstance(part, Picture):
        return {"type": "input_image", "image_url": part.url, "detail": "high"}
    return {"type": "output_text" if role == "assistant" else "input_text", "text": part}
