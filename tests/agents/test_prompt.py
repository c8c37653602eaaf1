"""The plain prompt: by picture, by tree, by numbered marks; with as much history as is wanted."""

from dataclasses import replace

import pytest
from tests.agents.mocked import acts
from tests.agents.test_chat import PICTURED, Server, server
from tests.agents.test_open_models import made, opened, parts

from lifeworld.core.actions import Click, Ref, Text
from lifeworld.core.errors import UserError
from lifeworld.core.observation import Box, Node, Observation

__all__ = ["server"]

TREE = Node(
    "document",
    children=(
        Node("button", "Save", ref="e4", box=Box(10, 20, 100, 40)),
        Node("link", "Below", ref="e5", box=Box(10, 2000, 100, 40)),
        Node("textbox", "Title", ref="e6", box=Box(10, 100, 200, 40)),
    ),
)
BOTH: Observation = replace(PICTURED, tree=TREE, title="Note")


def test_marks_stand_on_the_controls_that_are_on_the_screen(server: Server) -> None:
    server.say('I save it. {"action": "click", "mark": 1}')
    server.say('{"action": "type", "mark": 2, "text": "ho"}')
    one = made(server, "prompt:llava", "&marks=true&longest_edge=1688")
    assert acts(one, BOTH, BOTH) == [Click(target=Ref(id="e4")), Text(text="ho", target=Ref(id="e6"))]
    words = parts(server.asked[0], "text")[0]
    assert "button “Save” [1]" in words and "textbox “Title” [2]" in words and "link “Below”\n" in words
    with opened(parts(server.asked[0], "image_url")[0]["url"]) as image:
        assert image.size == (780, 1688)
        edge, inside = image.getpixel((120, 40)), image.getpixel((150, 80))
    assert edge != (255, 255, 255) and inside == (255, 255, 255)


def test_marks_need_both(server: Server) -> None:
    with pytest.raises(UserError, match=r"--channel pixels\+tree"):
        acts(made(server, "prompt:llava", "&marks=true"), PICTURED)


def test_the_tree_alone_will_do_for_the_prompt(server: Server) -> None:
    server.say('{"action": "click", "ref": "e4"}')
    one = made(server, "prompt:llama", "&thought=false")
    assert acts(one, replace(BOTH, screenshot=None)) == [Click(target=Ref(id="e4"))]
    assert not parts(server.asked[0], "image_url")
    assert "button “Save” [e4]" in parts(server.asked[0], "text")[0]
    assert "grid" not in server.asked[0]["messages"][0]["content"]


def test_the_tree_can_be_left_out(server: Server) -> None:
    server.say('{"action": "back"}')
    acts(made(server, "prompt:llava", "&tree=false"), BOTH)
    assert "Save" not in str(server.asked[0]["messages"][1])


@pytest.mark.parametrize(("history", "roles"), [(0, 2), (1, 4), (9, 8)])
def test_a_prompt_is_reminded_of_as_much_as_is_wanted(server: Server, history: int, roles: int) -> None:
    for _ in range(4):
        server.say('{"action": "wait"}')
    acts(made(server, "prompt:llava", f"&history={history}"), *[PICTURED] * 4)
    messages = server.asked[-1]["messages"]
    assert [message["role"] for message in messages] == ["system", *["user", "assistant"] * (roles // 2 - 1), "user"]
    assert str(messages).count("Do it.") == 1
