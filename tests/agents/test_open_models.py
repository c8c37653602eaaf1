"""Each open model's agent plays some steps over a chat endpoint on the loopback that writes in its grammar."""

import base64
import io
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from starlette.requests import Request
from starlette.responses import Response
from tests.agents.mocked import SEEN, acts
from tests.agents.test_chat import PICTURED, Server, server
from tests.agents.vocabularies import near

from lifeworld.agents.codecs.action_spaces import GRAMMARS
from lifeworld.agents.codecs.grammar import WORDS
from lifeworld.agents.openweights import OpenAgent
from lifeworld.agents.picture import smart
from lifeworld.agents.qwen import QwenSettings
from lifeworld.agents.roster import create
from lifeworld.agents.settings import read
from lifeworld.core.actions import Action, Click, Done, Drag, Invalid, Point, Scroll, Text, Wait, dump_action
from lifeworld.core.answers import Form
from lifeworld.core.errors import UserError
from lifeworld.core.observation import Box, Feedback, Node
from lifeworld.web.answer_forms import schema
from lifeworld.web.loopback import serving

__all__ = ["server"]

LIFEWORLD = (sys.executable, "-m", "lifeworld")

HERE, THERE = Point(x=0.25, y=0.75), Point(x=0.5, y=0.1)
TAP, PAUSE, END = Click(target=HERE), Wait(seconds=5), Done(answer="12")
STEPS: dict[str, tuple[str, str, list[Action]]] = {
    "qwen-2.5": ("qwen:Qwen/Qwen2.5-VL-7B-Instruct", "", [TAP, Text(text="ho"), Scroll(dy=300), PAUSE, END]),
    "qwen-3": ("qwen:Qwen/Qwen3-VL-8B", "", [TAP, Drag(path=(HERE, THERE), pointer="touch"), Text(text="ho"), END]),
    "qwen-3.5": ("qwen:qwen3.5-35b", "&screen=desktop", [TAP, Text(text="ho"), PAUSE, END]),
    "uitars-1.5": ("uitars:UI-TARS-1.5-7B", "", [TAP, Text(text="ho", submit=True), Scroll(dy=600), PAUSE, END]),
    "uitars-2": ("uitars:ui-tars-2", "", [TAP, Drag(path=(HERE, THERE)), PAUSE, END]),
    "opencua-qwen25": ("opencua:xlangai/OpenCUA-7B", "", [TAP, Text(text="ho"), Drag(path=(HERE, THERE)), END]),
    "opencua": ("opencua:OpenCUA-A3B", "&measure=fractions&factor=1", [TAP, Text(text="ho"), END]),
    "kimi": ("kimi:kimi-k2.5", "", [TAP, Text(text="ho"), Scroll(dy=240), END]),
    "glm": ("glm:GLM-4.5V", "", [TAP, Text(text="ho"), Scroll(dy=600, target=HERE), PAUSE, END]),
    "autoglm": ("autoglm:autoglm-phone-9b", "", [TAP, Text(text="ho", clear=True), PAUSE, END]),
    "holo": ("holo:Hcompany/Holo1.5-7B", "", [TAP, Text(text="ho", target=HERE, submit=True), PAUSE, END]),
    "fara-7B": ("fara:microsoft/Fara-7B", "", [TAP, Text(text="ho", target=HERE, submit=True), PAUSE, END]),
    "fara-1.5": ("fara:Fara-1.5-9B", "", [TAP, Text(text="ho"), Scroll(dy=0.25, unit="viewport"), END]),
    "prompt": ("prompt:llava", "", [TAP, Text(text="ho", target=HERE), Scroll(dy=0.5, unit="viewport"), PAUSE, END]),
}


SENT = {
    "qwen-2.5": (784, 1680),
    "qwen-3": (768, 1696),
    "qwen-3.5": (768, 1696),
    "uitars-1.5": (784, 1680),
    "opencua-qwen25": (784, 1680),
    "holo": (784, 1680),
    "fara-7B": (784, 1680),
    "fara-1.5": (768, 1696),
    "prompt": (710, 1536),
}  # of a screen of 780x1688; the others get it as it is


class Greeting(Server):
    """Says hello to whoever only asks whether it is there."""

    async def _answer(self, request: Request) -> Response:
        if (await request.json())["max_tokens"] > 1:
            return await super()._answer(request)
        self.say("Hello")
        return self.answers.pop()


def made(server: Any, name: str, more: str = "") -> OpenAgent:
    one = create(f"{name}?base_url={server.origin}/v1{more}")
    assert isinstance(one, OpenAgent)
    return one


def parts(asked: dict[str, Any], kind: str) -> list[Any]:
    """Return the pictures (`image_url`) or texts (`text`) of a request."""
    lists = [message["content"] for message in asked["messages"] if isinstance(message["content"], list)]
    return [part[kind] for content in lists for part in content if part["type"] == kind]


def opened(url: str) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2])))


@pytest.mark.parametrize("model", STEPS)
def test_each_model_plays_what_it_writes(server: Server, model: str) -> None:
    name, more, actions = STEPS[model]
    one = made(server, name, more)
    sent = SENT.get(model, (780, 1688))
    for action in actions:
        server.say(GRAMMARS[model].write([action], sent))
    found = acts(one, *[replace(PICTURED, answer_schema=schema([(0, Form("number"))], "en"))] * len(actions))
    assert isinstance(found[-1], Done) and found[-1].note.removeprefix("Action: ") in ("", WORDS)
    found[-1] = found[-1].model_copy(update={"note": ""})
    assert near([dump_action(did) for did in found], [dump_action(action) for action in actions], 0.004), found
    for asked in server.asked:
        roles = [message["role"] for message in asked["messages"] if message["role"] != "system"]
        assert roles == ["user", "assistant"] * (len(roles) // 2) + ["user"]
        assert len(parts(asked, "image_url")) == min(one.settings.screenshots, len(roles) // 2 + 1)
        assert {opened(picture["url"]).size for picture in parts(asked, "image_url")} == {sent}
        assert asked["max_tokens"] == one.settings.max_tokens
        assert asked["temperature"] == one.settings.temperature
        assert "Do it." in str(asked["messages"])
        assert str(asked["messages"]).count("a whole number, like 12") == 2  # beside the task, and where it is ended


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("qwen:Qwen3-VL-8B", {"temperature": 0, "top_p": 0.9, "max_tokens": 32768}),
        ("uitars:UI-TARS-1.5-7B", {"temperature": 0, "top_p": 0.9, "max_tokens": 500, "frequency_penalty": 1}),
        ("opencua:OpenCUA-7B", {"temperature": 0, "top_p": 0.9, "max_tokens": 1500}),
        ("kimi:kimi-k2.5", {"temperature": 1, "top_p": 0.95, "max_tokens": 4096}),
        ("autoglm:a", {"temperature": 0, "top_p": 0.85, "frequency_penalty": 0.2, "max_tokens": 3000}),
        ("fara:Fara-7B", {"temperature": 0}),
        ("qwen:Qwen3-VL-8B?thinking=false", {"chat_template_kwargs": {"enable_thinking": False}}),
        ("kimi:kimi-k2.5?thinking=false", {"chat_template_kwargs": {"thinking": False}}),
        (
            "uitars:UI-TARS-1.5-7B?temperature=0.5&frequency_penalty=0&max_tokens=9",
            {"temperature": 0.5, "frequency_penalty": None, "max_tokens": 9},
        ),
    ],
)
def test_requests_have_the_published_settings_or_ones_own(server: Server, name: str, wanted: dict[str, Any]) -> None:
    name, _, more = name.partition("?")
    server.say("Infeasible: no.")
    acts(made(server, name, f"&{more}" if more else ""), PICTURED)
    assert {key: server.asked[0].get(key) for key in wanted} == wanted


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "driver", "answers"),
    [
        ("prompt:m", "dom", ['{"action": "wait"}', '{"action": "click", "x": 1, "y": 1}', '{"action": "done"}']),
        (
            "qwen:Qwen3-VL",
            "chromium",
            [
                f'<tool_call>{{"name": "mobile_use", "arguments": {arguments}}}</tool_call>'
                for arguments in (
                    '{"action": "swipe", "coordinate": [500, 800], "coordinate2": [500, 200]}',
                    '{"action": "click", "coordinate": [5000, 800]}',
                    '{"action": "terminate", "status": "success"}',
                )
            ],
        ),
    ],
)
def test_an_episode_is_played_from_the_command_line(tmp_path: Path, name: str, driver: str, answers: list[str]) -> None:
    server = Greeting()
    for one in answers:
        server.say(one)
    more = ("--app", "todo", "--limit", "1", "--driver", driver, "--out", str(tmp_path / "run"))
    with serving(server.application()) as origin:
        agent = f"{name}?base_url={origin}/v1"
        ran = subprocess.run([*LIFEWORLD, "eval", "--agent", agent, *more], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    (steps,) = (tmp_path / "run").glob("episodes/*/steps.jsonl")
    kinds = [json.loads(line).get("action", {}).get("type") for line in steps.read_text().splitlines()]
    assert kinds[:3] == [{"dom": "wait", "chromium": "drag"}[driver], {"dom": "click"}.get(driver, "invalid"), "done"]
    assert [len(parts(asked, "image_url")) > 0 for asked in server.asked] == [driver == "chromium"] * 3


@pytest.mark.parametrize("name", [name for name, _, _ in STEPS.values() if not name.startswith("prompt")])
def test_models_that_look_say_that_they_need_a_picture(server: Server, name: str) -> None:
    with pytest.raises(UserError, match="use --driver chromium"):
        acts(made(server, name), SEEN)


def test_the_screen_decides_which_tool_qwen_is_told_of(server: Server) -> None:
    for more, tool in (("", "mobile_use"), ("&screen=desktop", "computer_use")):
        server.say("Infeasible: no.")
        acts(made(server, "qwen:Qwen3-VL", more), PICTURED)
        assert f'"name": "{tool}"' in server.asked[-1]["messages"][0]["content"]
        assert "999x999" in server.asked[-1]["messages"][0]["content"]


def test_an_answer_that_cant_be_read_is_told_to_the_model(server: Server) -> None:
    server.say("I tap it.")
    server.say("Ask: Which one?")
    server.say("Infeasible: no.")
    refused = replace(PICTURED, feedback=Feedback(False, "parse_error", "The answer has no action."))
    first, second, _ = acts(made(server, "qwen:Qwen3-VL"), PICTURED, refused, replace(PICTURED, reply="The red one."))
    assert isinstance(first, Invalid) and first.code == "parse_error"
    assert second.type == "message"
    assert parts(server.asked[1], "text")[-1] == "Invalid action (parse_error): The answer has no action."
    assert parts(server.asked[2], "text")[-1] == "The person says: The red one."


def test_an_answer_with_half_a_sign_can_be_told_again(server: Server) -> None:
    server.say('{"action": "wait"}')
    server.answers = [Response(server.answers[0].body.replace(b"wait", b"wait\\ud800"), media_type="application/json")]
    server.say("Infeasible: no.")
    first, _ = acts(made(server, "prompt:m"), PICTURED, PICTURED)
    assert isinstance(first, Invalid)
    assert server.asked[1]["messages"][2]["content"] == '{"action": "wait?"}'


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("Qwen/Qwen2.5-VL-7B-Instruct", "2.5"),
        ("qwen2-5-vl-72b", "2.5"),
        ("Qwen3-VL-235B-A22B", "3"),
        ("qwen3.5-plus", "3.5"),
        ("qwen3_5", "3.5"),
        ("qwen3-5b", "3"),
    ],
)
def test_the_name_tells_which_qwen_it_is(name: str, form: str) -> None:
    assert read(QwenSettings, "qwen", name).form == form


def test_a_pointer_is_kept_from_answer_to_answer(server: Server) -> None:
    for call in (
        '{"action": "mouse_move", "coordinate": [0, 0]}',
        '{"action": "left_click_drag", "coordinate": [999, 999]}',
    ):
        server.say(f'<tool_call>{{"name": "computer_use", "arguments": {call}}}</tool_call>')
    _, drag = acts(made(server, "qwen:Qwen3-VL"), PICTURED, PICTURED)
    assert drag == Drag(path=(Point(x=0, y=0), Point(x=1, y=1)))


SAVE = Node("document", children=(Node("button", "Save", ref="e4", box=Box(10, 20, 100, 40)), Node("button", "Undo")))


def test_other_models_get_the_tree_with_places_if_that_is_wanted(server: Server) -> None:
    server.say("Infeasible: no.")
    acts(made(server, "qwen:Qwen3-VL", "&tree=true&elements=1"), replace(PICTURED, tree=SAVE))
    assert "button “Save” (154, 47)" in parts(server.asked[0], "text")[0]


@pytest.mark.parametrize(
    ("screen_size", "factor", "least", "most", "sent"),
    [
        ((1920, 1080), 28, 3136, 12845056, (1932, 1092)),
        ((390, 844), 28, 78400, 12845056, (392, 840)),
        ((1440, 900), 32, 3136, 12845056, (1440, 896)),
        ((2000, 2000), 28, 3136, 1003520, (980, 980)),
        ((100, 50), 28, 78400, 12845056, (420, 224)),
    ],
)
def test_smart_resize_as_published(
    screen_size: tuple[int, int], factor: int, least: int, most: int, sent: tuple[int, int]
) -> None:
    assert smart(factor, least, most)(*screen_size) == sent
