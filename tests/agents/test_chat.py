"""An agent behind a chat endpoint, over the real package, against a server on the loopback."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from tests.agents.mocked import SEEN, acts, picture

from lifeworld.agents.arguments import Named
from lifeworld.agents.call_decoding import Call
from lifeworld.agents.chat import ChatAgent
from lifeworld.agents.codecs.parts import target, x_y
from lifeworld.agents.codecs.rows import Codec, row
from lifeworld.core.actions import Click, Done, Point
from lifeworld.core.errors import AgentFailed, ProviderFault, UserError
from lifeworld.core.observation import Observation
from lifeworld.web.loopback import serving

CODEC = Codec((row("click", Click, target(x_y(), needed=True)),))


class Clicks(ChatAgent):
    """Understands “click X Y”, a call a line."""

    name = "clicks"

    def system(self, observation: Observation) -> str:
        return "Click."

    def read(self, text: str) -> Sequence[Call]:
        lines = (line.split() for line in text.splitlines() if "click" in line)
        calls = (Named("click", {"x": x, "y": y}) for _, x, y in lines)
        return [Call(CODEC.read(call, self.frame), native=call.name) for call in calls]


class Server:
    """Gives prepared answers, and keeps what it was asked."""

    def __init__(self) -> None:
        self.answers: list[Response] = []
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []

    def say(self, text: str | None, finish: str = "stop", **message: Any) -> None:
        said = {"role": "assistant", "content": text, **message}
        usage = {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100}
        choice = {"index": 0, "message": said, "finish_reason": finish}
        body = {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}
        self.answers.append(JSONResponse(body))

    def fail(self, status: int, message: str, **headers: str) -> None:
        self.answers.append(JSONResponse({"error": {"message": message}}, status, headers))

    async def _answer(self, request: Request) -> Response:
        self.asked.append(await request.json())
        self.keys.append(request.headers["authorization"])
        return self.answers.pop(0)

    def application(self) -> Starlette:
        return Starlette(routes=[Route("/v1/chat/completions", self._answer, methods=["POST"])])


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    with serving(made.application()) as made.origin:  # type: ignore[attr-defined]
        yield made


def agent(server: Any, more: str = "") -> Clicks:
    return Clicks(f"m?base_url={server.origin}/v1{more}")


PICTURED = replace(SEEN, screenshot=picture((780, 1688)))


def pictures(asked: dict[str, Any]) -> list[int]:
    """Return how many pictures each message has."""
    return [str(message["content"]).count("data:image/png;base64,") for message in asked["messages"]]


def test_pictures_go_out_scaled_and_pixels_come_back_as_places(server: Server) -> None:
    server.say("click 355 384\nclick 0 0")
    server.say("Done.")
    one = agent(server, "&price_in=1&price_out=10")
    assert acts(one, PICTURED, PICTURED, PICTURED) == [
        Click(target=Point(x=0.5, y=0.25)),
        Click(target=Point(x=0, y=0)),
        Done(note="Done."),
    ]
    first, second = server.asked
    assert [message["role"] for message in second["messages"]] == ["system", "user", "assistant", "user"]
    assert first["messages"][1]["content"][1]["text"].startswith("Do it.\n\nIt is Thursday, January 1, 2026, 00:00.")
    assert second["messages"][3]["content"][1]["text"] == "Done.\n\nDone."
    assert server.keys[0] == "Bearer none"
    assert (one.usage.tokens_in, one.usage.tokens_out) == (2000, 200)
    assert one.usage.cost == pytest.approx(0.004)


def test_only_the_last_pictures_stay(server: Server) -> None:
    for _ in range(4):
        server.say("click 1 1")
    acts(agent(server, "&screenshots=2"), *[PICTURED] * 4)
    assert pictures(server.asked[-1]) == [0, 0, 0, 0, 0, 1, 0, 1]


def test_a_refusal_ends_the_episode_as_a_failure(server: Server) -> None:
    server.say(None, refusal="I can't help with that.")
    assert acts(agent(server), PICTURED) == [Done(status="failure", note="The model refused: I can't help with that.")]


@pytest.mark.parametrize(
    ("status", "again", "after"), [(429, True, 7.0), (500, True, None), (529, True, None), (400, False, None)]
)
def test_faults_of_the_provider_say_whether_to_ask_again(
    server: Server, status: int, again: bool, after: float | None
) -> None:
    server.fail(status, "No.", **({"retry-after": "7"} if after else {}))
    with pytest.raises(ProviderFault, match=f"clicks: {status} No") as told:
        acts(agent(server), PICTURED)
    assert (told.value.again, told.value.after) == (again, after)


def test_a_full_context_is_the_agents_failure(server: Server) -> None:
    server.fail(400, "This model's maximum context length is 8192 tokens.")
    with pytest.raises(AgentFailed, match="the model's context is full"):
        acts(agent(server), PICTURED)


def test_the_key_comes_from_the_environment_and_stands_in_no_error(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-other")
    with pytest.raises(UserError, match="clicks needs a key: set TEST_KEY in the environment"):
        agent(server, "&key_from=TEST_KEY")
    monkeypatch.setenv("TEST_KEY", "sk-secret")
    server.fail(401, "sk-secret is wrong")
    with pytest.raises(ProviderFault, match=r"\[key\] is wrong; is the key in TEST_KEY right\?"):
        acts(agent(server, "&key_from=TEST_KEY"), PICTURED)
    assert server.keys == ["Bearer sk-secret"]


@pytest.mark.parametrize("written", ["m?key_from=sk-secret", "m?base_url=http://u:sk-secret@h/v1", "m?key=sk-secret"])
def test_a_key_in_the_name_is_refused_and_not_repeated(written: str) -> None:
    with pytest.raises(UserError) as told:
        Clicks(written)
    assert "sk-secret" not in str(told.value)


def test_one_word_tells_whether_it_is_ready(server: Server) -> None:
    async def ready() -> None:
        one = agent(server)
        await one.ready()
        await one.close()

    server.say("Hi")
    asyncio.run(ready())
    assert server.asked[0]["max_tokens"] == 1 and len(server.asked[0]["messages"]) == 1
