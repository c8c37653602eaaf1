"""An agent that asks a chat model for each action. CHAT_URL and CHAT_KEY name any OpenAI-compatible endpoint."""

import json
import os
from urllib.error import URLError
from urllib.request import Request, urlopen

from lifeworld import Agent
from lifeworld.agents.outline import in_words
from lifeworld.core.actions import parse_action
from lifeworld.core.errors import ProviderFault, UserError

RULES = """You use a phone for a person. Answer with one JSON object and nothing else, one of:
{"type": "click", "target": {"kind": "ref", "id": "e12"}}   {"type": "text", "text": "Milk", "target": {...}}
{"type": "system", "name": "back"}   {"type": "done"}   {"type": "done", "answer": "12.50"} where asked something"""


def setting(name):
    if name not in os.environ:
        raise UserError(f"set {name}: CHAT_URL is the endpoint's address, like https://…/v1, and CHAT_KEY its key")
    if not os.environ[name].isascii():
        raise UserError(f"{name} is “{os.environ[name]}”: put your own there")
    return os.environ[name]


class ChatAgent(Agent):
    def __init__(self, model):
        self.model = model
        self.url, self.key = setting("CHAT_URL"), setting("CHAT_KEY")  # one that lacks is told before the run

    def begin(self, goal, seed):
        self.messages = [{"role": "system", "content": RULES}]

    def act(self, observation):
        page = f"Goal: {observation.goal}\n{observation.feedback.text}\n{in_words(observation)}"
        self.messages.append({"role": "user", "content": page})
        body = json.dumps({"model": self.model, "messages": self.messages}).encode()
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        try:
            with urlopen(Request(f"{self.url}/chat/completions", body, headers), timeout=120) as reply:
                said = json.load(reply)["choices"][0]["message"]["content"]
        except URLError as problem:  # asked again where that may help, instead of a failure that is not the model's
            again = getattr(problem, "code", 500) in (429, *range(500, 600))
            raise ProviderFault(f"the endpoint did not answer: {problem}", again=again) from problem
        self.messages.append({"role": "assistant", "content": said})
        return parse_action(said[said.find("{") : said.rfind("}") + 1] or said)  # without what stands around it
