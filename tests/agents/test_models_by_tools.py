"""Models that act by the apps' tools: declared in each provider's way, called, and answered in its shape."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.agents.mocked import MOCK, episode, heard, says
from tests.agents.test_chat import Server, server
from tests.agents.test_open_models import made
from tests.run.rows import rows_of

from lifeworld.agents.agent import Agent
from lifeworld.agents.mock.script import Failure, Script, Turn, scripted, solutions
from lifeworld.agents.mock.server import MODEL, MockServer, served
from lifeworld.agents.offered import Function, action_of
from lifeworld.agents.roster import create
from lifeworld.core.actions import Action, Done, Invalid, OpenApp, Tool, Wait
from lifeworld.core.choices import Channel
from lifeworld.core.errors import UserError
from lifeworld.core.verdict import Verdict
from lifeworld.env.opening import opened
from lifeworld.env.tools.solving import call_of
from lifeworld.run.config import RunConfig
from lifeworld.run.runner import run
from lifeworld.taskkit import Configuration
from lifeworld.taskkit.draw import drawn

__all__ = ["server"]

TASK = Configuration("todo.CompleteTask", "nora")
AGENTS = {
    "anthropic": ("anthropic", "/anthropic", ""),
    "anthropic, of few functions": ("anthropic", "/anthropic", "&functions=20"),
    "openai": ("openai", "/openai/v1", ""),
    "gemini": ("gemini", "/gemini", ""),
    "qwen": ("qwen", "/chat/v1", "&form=3&key_from=CHAT_API_KEY"),
    "kimi, of few functions": ("kimi", "/chat/v1", "&functions=20&key_from=CHAT_API_KEY"),
    "glm": ("glm", "/chat/v1", "&key_from=CHAT_API_KEY"),
    "prompt": ("prompt", "/chat/v1", "&calling=native&key_from=CHAT_API_KEY"),
}
ONE_BY_ONE = ("anthropic", "qwen", "glm", "prompt")
_HISTORY = {"openai": "input", "gemini": "contents"}
ASKS = Tool(name="bank_list", arguments={"kind": "account"})
REFUSED = Tool(name="bank_transfer", arguments={"source": "1", "target": "2", "amount": "99999999"})
WRONG = Tool(name="bank_transfer", arguments={"source": "1"})
pytestmark = pytest.mark.usefixtures("keys")


@pytest.fixture(params=AGENTS)
def name(request: Any) -> Any:
    return request.param


def played(name: str, origin: str, script: Script, channel: Channel = "tools") -> tuple[list[Action], Verdict]:
    """Return what an agent does by tools where a script stands in for its model, and what comes of it."""
    says(script)
    first, base, more = AGENTS[name]
    agent = create(f"{first}:{MODEL}?base_url={origin}{base}&timeout=5{more}")
    found = _play(agent, channel)
    assert not MOCK.wrong
    return found


def _play(agent: Agent, channel: Channel = "tools") -> tuple[list[Action], Verdict]:
    with opened("dom", channel) as environment:
        return [action for action, _ in episode(agent, environment, TASK)], environment.verdict()


def solution() -> list[Tool]:
    instance = drawn(TASK.task, TASK.profile, TASK.instance)
    return [call_of(one) for one in instance.commands]


def test_a_task_is_done_by_function_calls(name: str, origin: str) -> None:
    calls = solution()
    script = scripted(Turn((ASKS, Wait(seconds=1))), *(Turn((one,)) for one in calls), Turn(words="It is done."))
    actions, verdict = played(name, origin, script)
    assert actions == [ASKS, Wait(seconds=1), *calls, Done(note="It is done.")]
    assert verdict.success, verdict.reasons
    declared = json.dumps(MOCK.heard[0].body["tools"])
    assert "todo_complete" in declared and "let_time_pass" in declared
    one_by_one = name in ONE_BY_ONE
    assert ('"name": "todo_complete"' in declared) is one_by_one
    assert (
        "It may be refused" in json.dumps(MOCK.heard[0].body[_HISTORY.get(AGENTS[name][0], "messages")])
    ) is not one_by_one
    assert "computer" not in declared.lower() and "tap_element" not in declared


@pytest.mark.parametrize("name", ["anthropic", "openai", "gemini"], indirect=True)
def test_screens_and_tools_go_into_one_episode(name: str, origin: str) -> None:
    """The model calls a tool, then a control of the screen, and is shown both; a task is done by either."""
    calls, opens = solution(), OpenApp(name="Ticked")
    script = scripted(Turn((ASKS,)), Turn((opens,)), *(Turn((one,)) for one in calls), Turn(words="It is done."))
    actions, verdict = played(name, origin, script, "tree+tools")
    assert actions == [ASKS, opens, *calls, Done(note="It is done.")] and verdict.success
    declared = json.dumps(MOCK.heard[0].body["tools"])
    assert "launch_app" in declared and "todo" in declared
    assert "Everyday Checking" in heard() and "Add task" in heard()


def test_who_looks_or_calls_but_not_both_says_so(server: Server) -> None:
    with pytest.raises(UserError, match="screens or tools in one episode"):
        _play(made(server, "prompt:llama", "&calling=native"), "tree+tools")


def test_results_refusals_and_mistakes_go_back(name: str, origin: str) -> None:
    played(name, origin, scripted(Turn((ASKS,)), Turn((REFUSED,)), Turn((WRONG,)), Turn(words="I give up.")))
    said = heard()
    assert "Everyday Checking" in said
    assert "Refused (limit: One transfer can be $25,000.00 at most.)" in said
    assert "Invalid action (bad_argument): target is missing; needed are source, target, amount." in said
    last, first = json.dumps(MOCK.heard[-1].body), AGENTS[name][0]
    marks = {"anthropic": '"is_error": true', "gemini": '"error"', "openai": "function_call_output"}
    assert last.count(marks.get(first, '"role": "tool"')) == {"openai": 1, "anthropic": 2, "gemini": 2}.get(first, 3)


def test_a_call_at_a_chat_endpoint_that_cannot_be_read_is_invalid_and_is_remembered_as_one_that_can(
    origin: str,
) -> None:
    actions, _ = played("qwen", origin, scripted(Failure("malformed"), Turn(words="I give up.")))
    assert isinstance(actions[0], Invalid) and actions[0].code == "bad_argument"
    called, told = MOCK.heard[-1].body["messages"][-2:]
    assert called["tool_calls"][0]["function"]["arguments"] == "{}"
    assert (told["role"], told["tool_call_id"]) == ("tool", called["tool_calls"][0]["id"])
    assert "todo_complete takes an object of arguments" in told["content"]


def test_a_plain_prompt_is_reminded_of_the_last_calls_only(origin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AGENTS, "short", ("prompt", "/chat/v1", "&calling=native&history=1&key_from=CHAT_API_KEY"))
    played("short", origin, scripted(*[Turn((ASKS,))] * 4, Turn(words="Done.")))
    roles = [message["role"] for message in MOCK.heard[-1].body["messages"]]
    assert roles == ["user", "assistant", "tool", "assistant", "tool"]


@pytest.mark.parametrize(("channel", "more"), [("tools", ""), ("tree+tools", "&picture=false&tree=true")])
def test_the_plain_prompt_calls_tools_in_json(server: Server, channel: Channel, more: str) -> None:
    (call,) = solution()
    server.say(f'I complete it. {{"type": "tool", "name": "{call.name}", "arguments": {json.dumps(call.arguments)}}}')
    server.say('{"action": "done"}')
    actions, verdict = _play(made(server, "prompt:llama", more), channel)
    assert actions[0] == call and verdict.success
    told = server.asked[0]["messages"][0]["content"]
    assert '"name": "todo_complete"' in told and ("click" in told) is (channel == "tree+tools")
    assert '{"done": true' in str(server.asked[1]["messages"][-1]).replace("'", '"')


def test_models_of_pixels_say_what_they_need(server: Server) -> None:
    with pytest.raises(UserError, match="uitars was taught its own grammar and no function calling"):
        _play(made(server, "uitars:ui-tars-1.5"))


def test_a_call_of_an_apps_function_is_read_with_care() -> None:
    functions = (Function("bank", "", {}, several=True), Function("todo_list", "", {}))
    whole = action_of("bank", {"tool": "bank_list", "arguments": '{"kind": "card"}'}, functions)
    assert whole == Tool(name="bank_list", arguments={"kind": "card"})
    assert action_of("bank", {"tool": "bank_list"}, functions) == Tool(name="bank_list")
    for wrong in (
        None,
        {},
        {"tool": 3},
        {"tool": "bank_list", "arguments": "{"},
        {"tool": "bank_list", "arguments": [1]},
    ):
        assert isinstance(action_of("bank", wrong, functions), Invalid)
    assert isinstance(action_of("todo_list", [], functions), Invalid)


@pytest.mark.parametrize("name", ["label", "random", "tree"])
def test_agents_of_screens_say_so(name: str) -> None:
    agent = create(name)
    agent.begin("Do it.", 1)
    with opened("dom", "tools") as environment, pytest.raises(UserError, match="works on screens"):
        agent.act(environment.reset(TASK))


@pytest.mark.long
def test_stand_in_models_solve_tasks_by_tools_from_end_to_end(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"channels": ("tools",), "limit": 4, "seed": 3, "workers": 1, "max_steps": 120}
    run(RunConfig(agents=("oracle",), **settings), tmp_path / "oracle")
    mock = MockServer(solutions(tmp_path / "oracle"))
    with served(mock) as origin:
        agents = tuple(f"{first}:{MODEL}?base_url={origin}{base}{more}" for first, base, more in AGENTS.values())
        run(RunConfig(agents=agents, **settings), tmp_path / "run")
    assert not mock.wrong
    found = rows_of(tmp_path / "run")
    assert [row["status"] for row in found] == ["success"] * 4 * len(AGENTS), [row["reason"] for row in found]
