"""Whatever an endpoint answers, an adapter acts, or tells in a line that its provider failed; and no key leaves it."""

import asyncio
import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from tests.agents.mocked import PIXELS, acting, acts

from lifeworld.agents.mock.anthropic import AnthropicWire
from lifeworld.agents.mock.chat import OpenWire
from lifeworld.agents.mock.gemini import GeminiWire
from lifeworld.agents.mock.openai import OpenAIWire
from lifeworld.agents.mock.script import Asked, Turn, Wire
from lifeworld.agents.mock.server import KEY
from lifeworld.agents.roster import create
from lifeworld.agents.wire import KINDS
from lifeworld.core.actions import Action, Click, Done, Invalid, Point, Text
from lifeworld.core.errors import ProviderFault, UserError
from lifeworld.judges import model as judges
from lifeworld.judges.model import Reply
from lifeworld.web.loopback import serving

pytestmark = pytest.mark.filterwarnings("ignore:.* is not a valid:UserWarning")  # Google's package, of its own enums

JSON, HTML = {"content-type": "application/json"}, {"content-type": "text/html"}
PAGE = f"<html><body>Sign in, {KEY}</body></html>".encode()
TAP = Click(target=Point(x=0.5, y=0.5))
AGENTS = {
    "anthropic": "anthropic:m?base_url={}",
    "openai": "openai:m?base_url={}/v1",
    "gemini": "gemini:m?base_url={}",
    "prompt": "prompt:m?base_url={}/v1&key_from=CHAT_API_KEY",
    "qwen": "qwen:m?form=3&base_url={}/v1&key_from=CHAT_API_KEY",
}
WIRES: dict[str, Wire] = {
    "anthropic": AnthropicWire(),
    "openai": OpenAIWire(),
    "gemini": GeminiWire(),
    "prompt": OpenWire("prompt"),
    "qwen": OpenWire("qwen-3"),
}


class Server:
    """Gives prepared answers to whatever is asked, and keeps who asked."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, dict[str, str], bytes]] = []
        self.asked: list[str] = []
        self.bodies: list[bytes] = []
        self.headers: list[dict[str, str]] = []

    async def answer(self, request: Request) -> Response:
        self.asked.append(request.url.path)
        self.bodies.append(await request.body())
        self.headers.append(dict(request.headers))
        status, headers, body = self.answers.pop(0)
        return Response(body, status, headers)


SERVER = Server()


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    with serving(Starlette(routes=[Route("/{path:path}", SERVER.answer, methods=["GET", "POST"])])) as origin:
        yield origin


pytestmark = pytest.mark.usefixtures("keys")


def played(name: str, origin: str, *bodies: Any, more: str = "") -> list[Action] | ProviderFault:
    """Return what an agent does, or what it says of its provider; anything else that it raises is its own fault."""
    SERVER.asked.clear()
    SERVER.bodies.clear()
    SERVER.answers[:] = [one if isinstance(one, tuple) else (200, JSON, json.dumps(one).encode()) for one in bodies]
    try:
        return acts(create(AGENTS[name].format(origin) + f"&timeout=20{more}"), *[PIXELS] * len(bodies))
    except ProviderFault as fault:
        assert KEY not in str(fault) and len(str(fault).splitlines()) == 1 and len(str(fault)) < 500
        return fault


def right(name: str, *actions: Action) -> Any:
    """Return the body of a right answer."""
    return WIRES[name].answer(Turn(actions or (TAP,), "I tap."), Asked("", 0, PIXELS.size, tree=False))


NO_ANSWERS: dict[str, tuple[int, dict[str, str], bytes]] = {
    "a page": (200, HTML, PAGE),
    "a page that is called JSON": (200, JSON, PAGE),
    "a page of an error": (502, HTML, PAGE),
    "nothing": (200, JSON, b""),
    "null": (200, JSON, b"null"),
    "a list": (200, JSON, b"[]"),
    "a number": (200, JSON, b"3"),
    "a text": (200, JSON, b'"hello"'),
    "an error that is called right": (200, JSON, json.dumps({"error": {"message": f"No {KEY}", "code": 1}}).encode()),
    "a large page": (200, HTML, b"<p>" * 4_000_000),
    "a large object": (200, JSON, b'{"a": "' + b"x" * 10_000_000 + b'"}'),
    "a deep list": (200, JSON, b"[" * 200_000 + b"]" * 200_000),
    "no content": (204, {}, b""),
    "not UTF-8": (200, JSON, b'{"id": "\xff\xfe"}'),
    "not a number": (200, JSON, b'{"usage": NaN}'),
    "an error as a list": (400, JSON, b'[{"error": 3}]'),
    "an error as a text": (400, JSON, json.dumps({"error": KEY}).encode()),
}


@pytest.fixture(params=AGENTS)
def name(request: Any) -> Any:
    return request.param


@pytest.mark.parametrize("kind", NO_ANSWERS)
def test_what_is_no_answer_is_the_providers_fault(name: str, kind: str, origin: str) -> None:
    assert isinstance(played(name, origin, NO_ANSWERS[kind]), ProviderFault)


@pytest.mark.parametrize("kind", NO_ANSWERS)
def test_what_is_no_answer_is_told_by_the_dry_call(name: str, kind: str, origin: str) -> None:
    async def ready() -> None:
        agent: Any = create(AGENTS[name].format(origin))
        try:
            await agent.ready()
        finally:
            await agent.close()

    SERVER.answers[:] = [NO_ANSWERS[kind]]
    with pytest.raises(ProviderFault) as told:
        asyncio.run(ready())
    assert KEY not in str(told.value)


@pytest.mark.parametrize("key", ["sk-a key", "sk-schlüssel", "sk-a\nkey: 1", "“sk-quoted”"])
def test_a_key_that_no_header_can_carry_is_told_before_anything_is_sent(
    name: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    variable = f"{name.upper()}_API_KEY" if name in ("anthropic", "openai", "gemini") else "CHAT_API_KEY"
    monkeypatch.setenv(variable, key)
    with pytest.raises(UserError, match=f"what {variable} holds is no key") as told:
        create(AGENTS[name].format("http://127.0.0.1:9"))
    assert key not in str(told.value)


def test_googles_words_for_a_wrong_key_are_told_with_what_to_set(origin: str) -> None:
    said = {"error": {"code": 400, "message": "API key not valid. Please pass a valid API key.", "status": "INVALID"}}
    found = played("gemini", origin, (400, JSON, json.dumps(said).encode()))
    assert isinstance(found, ProviderFault) and not found.again
    assert "is the key in GEMINI_API_KEY right?" in str(found)


@pytest.mark.parametrize("agent", ["openai", "prompt"])
def test_an_account_without_credit_is_not_asked_again(agent: str, origin: str) -> None:
    said = {"error": {"message": "You exceeded your current quota.", "code": "insufficient_quota"}}
    found = played(agent, origin, (429, JSON, json.dumps(said).encode()))
    assert isinstance(found, ProviderFault) and not found.again and "any credit left?" in str(found)


def test_what_led_to_a_fault_is_told(name: str, origin: str) -> None:
    away = origin.replace("http:", "https:")  # where nobody speaks TLS
    found = played(name, away, right(name))
    assert isinstance(found, ProviderFault) and found.again
    assert "ssl" in str(found).lower() and f"is {away}" in str(found), str(found)


def test_an_answer_without_a_choice_says_so(origin: str) -> None:
    found = played("prompt", origin, {**right("prompt"), "choices": []})
    assert isinstance(found, ProviderFault) and "it has no choice" in str(found)


def test_the_texts_of_an_answer_in_parts_are_read_and_a_picture_is_none(origin: str) -> None:
    whole = right("prompt")
    text = {"type": "text", "text": whole["choices"][0]["message"]["content"]}
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}
    for parts, taps in (([text, image], True), ([image], False)):
        found = played("prompt", origin, changed(whole, ("choices", 0, "message", "content"), parts))
        assert isinstance(found, list)
        (action,) = found
        assert isinstance(action, Click) if taps else isinstance(action, Invalid)


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_nobody_is_led_elsewhere_with_a_key(name: str, status: int, origin: str) -> None:
    found = played(name, origin, (status, {"location": f"{origin}/elsewhere"}, b""))
    assert isinstance(found, ProviderFault) and not found.again and "address right?" in str(found)
    assert len(SERVER.asked) == 1 and "elsewhere" not in SERVER.asked[0]


ODD: tuple[Any, ...] = (None, "", "here", "\ud800", "x" * 5000, -1, 2**70, 1e300, True, [], [None], {}, {"a": []})


def places(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the places of all that an answer holds."""
    members = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in members:
        yield (*at, key)
        yield from places(value, (*at, key))


def changed(data: Any, place: tuple[Any, ...], odd: Any) -> Any:
    made = copy.deepcopy(data)
    inner = made
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = odd
    return made


def without(data: Any, place: tuple[Any, ...]) -> Any:
    made = changed(data, place, None)
    inner = made
    for key in place[:-1]:
        inner = inner[key]
    del inner[place[-1]]
    return made


def test_an_answer_that_is_odd_in_one_place_is_acted_on_or_told_and_the_next_is_acted_on(
    name: str, origin: str
) -> None:
    whole = right(name, TAP, Text(text="milk"))
    for nth, place in enumerate(places(whole)):
        odd = [changed(whole, place, ODD[(nth + more) % len(ODD)]) for more in (0, 5, 9)]
        for answer in (*odd, without(whole, place)):
            found = played(name, origin, answer)
            assert isinstance(found, ProviderFault) or all(isinstance(one, KINDS) for one in found), (place, found)


@pytest.mark.parametrize("name", judges.MODELS)
def test_a_judge_is_answered_or_told_of_its_provider_however_odd_the_answer_is(name: str, origin: str) -> None:
    full = AGENTS[name].format(origin) + "&timeout=20&price_in=1&price_out=2"

    async def asked(bodies: list[Any]) -> None:
        judge = judges.create(full)
        try:
            for _ in bodies:
                await told(judge)
        finally:
            await judge.close()

    async def told(judge: Any) -> None:
        try:
            reply = await judge.answer((("user", ("Is it so?",)),))
        except ProviderFault as fault:
            assert KEY not in str(fault) and len(str(fault).splitlines()) == 1
        else:
            assert isinstance(reply, Reply) and reply.text.encode() is not None and reply.usage.cost >= 0

    whole = WIRES[name].answer(Turn(words="It is."), Asked("", 0, None, tree=False))
    turns = [(place, nth + more) for nth, place in enumerate(places(whole)) for more in (0, 5, 9)]
    odd = [changed(whole, place, ODD[turn % len(ODD)]) for place, turn in turns]
    bodies = [*odd, *(without(whole, place) for place in places(whole))]
    SERVER.answers[:] = [*((200, JSON, json.dumps(one).encode()) for one in bodies), *NO_ANSWERS.values()]
    asyncio.run(asked([*SERVER.answers]))


@pytest.mark.parametrize(
    "said",
    ["\ud800 half a sign", "\x00\x07 control", "‮ turned", "🥖" * 2000, "</tool_call><tool_call>" * 500, "{" * 3000],
)
def test_odd_words_can_be_answered_and_sent_again(name: str, said: str, origin: str) -> None:
    first = WIRES[name].answer(Turn((Text(text=said),), said), Asked("", 0, PIXELS.size, tree=False))
    found = played(name, origin, first, right(name))
    assert isinstance(found, list) and len(found) == 2, found
    json.dumps([one.model_dump(mode="json") for one in found]).encode()


@pytest.mark.parametrize("tokens", [-1, 2**60, 1.5, "many", None, [3]])
def test_a_usage_that_can_not_be_is_nobodys_and_costs_nothing_below_zero(name: str, tokens: Any, origin: str) -> None:
    whole = right(name)
    usage = next(place for place in places(whole) if str(place[-1]) in ("usage", "usageMetadata"))
    for field in places(whole[usage[0]]):
        found = played(name, origin, changed(whole, (*usage, *field), tokens), more="&price_in=1&price_out=2")
        assert isinstance(found, ProviderFault) or isinstance(found[0], KINDS), field


def test_an_answer_longer_than_any_that_was_asked_for_is_the_providers_fault(name: str, origin: str) -> None:
    found = played(name, origin, right(name, Done(answer="x" * 10_000_000)))
    assert isinstance(found, ProviderFault) and "longer than" in str(found)


@pytest.mark.parametrize("part", ['{"a": ', "<tool_call>{", "click(", "<think>", "Action: ", '{"action": "click", '])
@pytest.mark.parametrize("grammar", ["qwen", "prompt", "uitars", "opencua", "kimi", "glm", "autoglm", "holo", "fara"])
def test_a_long_answer_of_nonsense_is_read_in_time(grammar: str, part: str, origin: str) -> None:
    more = "form=3&" if grammar == "qwen" else ""
    full = f"{grammar}:m?{more}base_url={origin}/v1&timeout=30"
    body = WIRES["prompt"].answer(Turn(words=part * (60_000 // len(part))), Asked("", 0, PIXELS.size, tree=False))
    SERVER.answers[:] = [(200, JSON, json.dumps(body).encode())]
    (action,) = asyncio.run(asyncio.wait_for(acting(create(full), [PIXELS]), 20))
    assert isinstance(action, KINDS)
