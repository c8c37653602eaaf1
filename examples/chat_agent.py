"""An agent that asks a chat model for each action. CHAT_URL and CHAT_KEY name any OpenAI-compatible endpoint."""

import json
import os
from urllib.request import Request, urlopen

from lifeworld import Agent
from lifeworld.agents.outline import in_words
from lifeworld.core.actions import parse_action

RULES = """You use a phone for a person. Answer with one JSON object and nothing else, one of:
{"type": "click", "target": {"kind": "ref", "id": "e12"}}   {"type": "text", "text": "Milk", "target": {...}}
{"type": "system", "name": "back"}   {"type": "done"}   {"type": "done", "answer": "12.50"} where asked something"""


class ChatAgent(Agent):
    def __init__(self, model):
        self.model = model

    def begin(self, goal, seed):
        self.messages = [{"role": "system", "content": RULES}]

    def act(self, observation):
        page = f"Goal: {observation.goal}\n{observation.feedback.text}\n{in_words(observation)}"
        self.messages.append({"role": "user", "content": page})
        body = json.dumps({"model": self.model, "messages": self.messages}).encode()
        headers = {"Authorization": f"Bearer {os.environ['CHAT_KEY']}", "Content-Type": "application/json"}
        with urlopen(Request(f"{os.environ['CHAT_URL']}/chat/completions", body, headers), timeout=120) as reply:
            said = json.load(reply)["choices"][0]["message"]["content"]
        self.messages.append({"role": "assistant", "content": said})
        return parse_action(said)
