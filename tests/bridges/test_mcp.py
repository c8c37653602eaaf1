"""A task over MCP, with the SDK's own client: in this process, over standard input and output, and over HTTP."""

import asyncio
import base64
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from mcp import Client, StdioServerParameters
from tests.bridges.called import goal, solution
from tests.bridges.documented import example
from tests.bridges.serving_clients import until
from tests.closing import closing
from tests.commands import command

from lifeworld.bridges.mcp import Desk, Desks, server
from lifeworld.core.actions import Tool
from lifeworld.core.choices import Channel
from lifeworld.core.errors import UserError
from lifeworld.core.verdict import Verdict
from lifeworld.env.tools.solving import call_of, question
from lifeworld.taskkit import Configuration
from lifeworld.taskkit.draw import drawn

TASK = Configuration("todo.CompleteTask", "nora")
Talk = Callable[[Client], Awaitable[None]]


def calls(task: Configuration) -> list[Tool]:
    instance = drawn(task.task, task.profile, task.instance)
    return [call_of(one) for one in instance.commands]


async def said(client: Client, name: str, wrong: bool = False, **arguments: Any) -> str:
    """Return what a call is answered with."""
    found: Any = await client.call_tool(name, arguments)
    assert found.is_error is wrong, found
    text: str = found.content[0].text
    return text


async def solve(client: Client, task: Configuration = TASK) -> list[str]:
    """Do a task, and return all that the client is told."""
    heard = [await said(client, "task")]
    heard += [await said(client, one.name, **one.arguments) for one in calls(task)]
    return [*heard, await said(client, "done")]


@contextmanager
def desk(task: Configuration, channel: Channel = "tools") -> Iterator[tuple[Desks, list[Verdict]]]:
    verdicts: list[Verdict] = []
    opened = Desks(lambda: Desk(task, verdicts.append, channel))
    yield opened, verdicts
    opened.close()
    assert len(verdicts) == 1


def judged(talk: Talk, task: Configuration = TASK, channel: Channel = "tools", ended: bool = True) -> Verdict:
    """Return the verdict on what a client did at a desk; it is told at once where the talk has `ended` the task."""

    async def run() -> None:
        async with Client(server(own)) as client:
            await talk(client)

    with desk(task, channel) as (own, verdicts):
        asyncio.run(run())
        assert bool(verdicts) is ended
    return verdicts[0]


def test_a_task_is_done_and_only_the_host_gets_the_verdict() -> None:
    async def talk(client: Client) -> None:
        listed = {one.name: one for one in (await client.list_tools()).tools}
        assert {"task", "ask", "let_time_pass", "done", "todo_complete"} <= listed.keys()
        assert listed["todo_complete"].input_schema["required"] == ["task"]
        heard = await solve(client)
        assert not any(word in "".join(heard) for word in ("success", "verdict", "score"))
        assert heard[0].startswith(goal(TASK))
        assert "has ended" in await said(client, "todo_list", wrong=True, kind="task")

    assert judged(talk).success


def test_refusals_and_mistakes_are_errors() -> None:
    async def talk(client: Client) -> None:
        over = {"source": "1", "target": "2", "amount": "99999999"}
        assert '"code": "limit"' in await said(client, "bank_transfer", wrong=True, **over)
        assert "target is missing" in await said(client, "bank_transfer", wrong=True, source="1")
        assert "did you mean bank_transfer" in await said(client, "bank_tranfer", wrong=True)
        assert "question is missing" in await said(client, "ask", wrong=True)
        assert "300" in await said(client, "let_time_pass", wrong=True, seconds=9999)

    assert "never said that it was done" in "; ".join(judged(talk, ended=False).reasons)


def test_arguments_that_are_unknown_or_missing_are_named() -> None:
    async def talk(client: Client) -> None:
        assert "no argument “x”; there are question" in await said(client, "ask", wrong=True, question="Why?", x=1)
        assert "task takes no arguments" in await said(client, "task", wrong=True, x=1)
        assert "kind is missing; there are account" in await said(client, "bank_list", wrong=True)
        assert "id is missing; bank_list tells" in await said(client, "bank_get", wrong=True, kind="card")

    judged(talk, ended=False)


def test_the_person_can_be_asked() -> None:
    task = Configuration("bank.CloseCardAfterConsent", "nora")
    instance = drawn(task.task, task.profile, task.instance)

    async def talk(client: Client) -> None:
        reply = await said(client, "ask", question=question(instance))
        assert instance.task.knowledge().told in reply
        for one in calls(task):
            await said(client, one.name, **one.arguments)
        await said(client, "done", status="success")

    verdict = judged(talk, task)
    assert verdict.success, verdict.reasons


ASKS = Configuration("bank.ClosingBalance", "nora")
SENTENCE = "It was $2,426.35."


def test_an_answer_is_stated_refused_and_given_again() -> None:
    async def talk(client: Client) -> None:
        assert "The answer is an amount of money, like 12.50" in await said(client, "task")
        listed = {one.name: one for one in (await client.list_tools()).tools}
        asked = listed["done"].input_schema["properties"]["answer"]
        assert asked["description"].startswith("an amount of money, like 12.50")
        told = await said(client, "done", wrong=True, answer=SENTENCE)
        assert "The answer must be an amount of money" in told and "has ended" not in told
        assert await said(client, "let_time_pass", seconds=1) == "Done."
        await said(client, "done", answer=closing(), note="As the statement says.")

    verdict = judged(talk, ASKS)
    assert verdict.success, verdict.reasons


def test_the_third_answer_that_is_refused_ends_it() -> None:
    with desk(ASKS) as (own, verdicts):
        told = [own.at("").call("done", {"answer": one}) for one in (SENTENCE, [closing()], None, closing())]
        assert [one.wrong for one in told] == [True, True, False, True]
    with desk(ASKS) as (own, verdicts):
        given = ({"answer": SENTENCE}, {}, {"answer": ""}, {"answer": closing()})
        told = [own.at("").call("done", one) for one in given]
        assert [one.wrong for one in told] == [True] * 4
        assert told[2].text.startswith("The task has ended") and told[3].text.startswith("The task has ended")
        assert verdicts[0].reasons[0].startswith("3 answers that are not of the form asked for: “")


def test_what_is_said_where_nothing_is_asked_is_a_note() -> None:
    with desk(TASK) as (own, verdicts):
        done = next(one for one in own.at("").functions if one.name == "done")
        assert "answer" not in done.schema["properties"]
        assert not own.at("").call("done", {"answer": "It is done."}).wrong
        assert verdicts


def looked_at(found: Any) -> list[str]:
    """Return the kinds of what a call is answered with; a picture must be one."""
    pictures = [base64.b64decode(one.data) for one in found.content if one.type == "image"]
    assert all(one.startswith(b"\x89PNG") for one in pictures)
    return [one.type for one in found.content]


@pytest.mark.parametrize("channel", ["tree", "tree+tools"])
def test_a_task_is_done_on_screens_by_references(channel: Channel) -> None:
    async def talk(client: Client) -> None:
        listed = {one.name for one in (await client.list_tools()).tools}
        assert {"tap_element", "set_value", "scroll_page"} <= listed
        assert ("todo_complete" in listed) == (channel == "tree+tools")
        assert "Ticked" in await said(client, "task")
        for name, arguments in solution(TASK, channels=channel):
            await said(client, name, **arguments)

    assert judged(talk, TASK, channel).success


def test_each_client_has_a_world(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lifeworld.bridges.mcp._MOST", 2)
    with desk(TASK) as (own, verdicts):
        assert own.at("a") is own.at("a") is not own.at("b")
        own.at("a").call("done", {})
        assert own.at("c")  # a has ended
        with pytest.raises(UserError, match="there are 2 worlds, as many as may be"):
            own.at("d")
        own.leave("c")
        monkeypatch.setattr("lifeworld.bridges.mcp._IDLE", -1)
        assert not own.at("d").over and own.at("b").over
        assert own.at("b").call("task", {}).text.startswith("The task has ended")
        assert len(verdicts) == 3
        verdicts.clear()


WHAT = ("--task", TASK.task, "--profile", TASK.profile)
MCP = ("-m", "lifeworld", "serve", "mcp", *WHAT)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "verdicts.jsonl"


def verdict_in(path: Path) -> Any:
    (line,) = path.read_text().splitlines()
    return json.loads(line)["verdict"]["outcome"]


@pytest.mark.long
def test_over_http(out: Path) -> None:
    async def run() -> None:
        async with Client(address) as client:
            await solve(client)

    with over_http(out) as (process, address, told):
        asyncio.run(run())
        process.terminate()
        log = told + process.communicate(timeout=30)[1]
    assert verdict_in(out) == "success"
    assert "todo.CompleteTask: success" in log


@pytest.mark.long
def test_the_example_plays(tmp_path: Path) -> None:
    changed = {"import sys": "import os\nimport sys", ".split())": ".split(), env=dict(os.environ))"}  # for PYTHONPATH
    code = example("MCP", **changed)
    ended = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert ended.returncode == 0 and ended.stdout.startswith(goal(TASK)), ended.stderr
    assert verdict_in(tmp_path / "verdicts.jsonl") == "failure"


@pytest.mark.long
def test_over_http_every_session_and_every_address_has_its_world(out: Path) -> None:
    """Clients with a handshake have sessions; those of the protocol of 2026-07-28 have addresses."""

    async def run() -> None:
        async with (
            Client(address, mode="legacy") as one,
            Client(address, mode="legacy") as other,
            Client(f"{address}/first") as named,
            Client(f"{address}/first") as again,
        ):
            await solve(one)
            assert "has ended" in await said(one, "task", wrong=True)
            await said(named, "done")
            assert "has ended" in await said(again, "task", wrong=True)
            assert (await said(other, "task")).startswith(goal(TASK))
            assert len(out.read_text().splitlines()) == 2
        until(lambda: len(out.read_text().splitlines()) == 3)  # the other has left

    with over_http(out) as (_, address, _):
        asyncio.run(run())
    told = [json.loads(line)["verdict"] for line in out.read_text().splitlines()]
    assert [one["outcome"] for one in told] == ["success", "failure", "failure"]
    assert "the client has gone" in str(told[2])


@pytest.mark.long
@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_pictures_over_standard_input_and_output(out: Path, device: str) -> None:
    more = ("--channel", "pixels+tools", "--axis", f"device={device}", "--stdio", "--out", str(out))
    parameters = StdioServerParameters(command=sys.executable, args=[*MCP, *more], env=dict(os.environ))

    async def run() -> None:
        async with Client(parameters) as client:
            listed = {one.name for one in (await client.list_tools()).tools}
            assert {"tap_point", "todo_complete"} <= listed and "tap_element" not in listed
            first = await client.call_tool("task", {})
            moved: Any = await client.call_tool("launch_app", {"name": "Ticked"})
            assert looked_at(first) == looked_at(moved) == ["text", "image"]
            assert first.content[1] != moved.content[1]
            await solve(client)

    asyncio.run(run())
    assert verdict_in(out) == "success"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--task", "todo.CompleteTask"], "serve over which protocol? Write lifeworld serve http|openenv|mcp"),
        (["mcpp", "--task", "todo.CompleteTask"], "no protocol “mcpp”; did you mean mcp"),
        (["http", "--app", "tudo"], "no app “tudo”"),
        (["openenv", "--app", "todo"], "needs the package openenv"),
        (["mcp", "--task", "todo.CompleteTask", "--stdio", "--port", "8403"], "leave it or --stdio out"),
        (["mcp", "--task", "todo.CompletTask"], "did you mean"),
        (["mcp", "--app", "todo"], "--app does nothing with mcp, only with http, openenv"),
        (["http", "--stdio"], "--stdio does nothing with http, only with mcp"),
        (["http", "--axis", "instance=2"], "--axis instance is of mcp"),
        (["http", "--set", "sessions=0"], "--set sessions=0: it is a whole number from 1"),
        (
            ["mcp", "--task", "todo.CompleteTask", "--axis", "theme=dark"],
            "--axis theme needs screens: give --channel tree+tools",
        ),
        (["mcp"], "name one --task"),
        (["mcp", "--task", "todo.ShowList"], "ends on a page"),
        (["mcp", "--task", "todo.CompleteTask", "--axis", "phrasing=99"], "has phrasings 0 to"),
        (["mcp", "--task", "todo.CompleteTask", "--out", "/nowhere/at/all"], "there is no folder /nowhere/at"),
    ],
)
def test_what_is_not_right_is_told_in_a_line(arguments: list[str], told: str) -> None:
    text = command("serve", *arguments, code=2)
    assert told in text and "Traceback" not in text


FIRST = {
    "method": "initialize",
    "params": {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}},
}


@contextmanager
def started(*words: str) -> Iterator["subprocess.Popen[str]"]:
    pipes: Any = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([sys.executable, *words], text=True, **pipes) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def over_http(out: Path) -> Iterator[tuple["subprocess.Popen[str]", str, str]]:
    """Serve on a free port; yield the process, once it listens, its address, and what it has said so far."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    with started(*MCP, "--port", str(port), "--out", str(out)) as process:
        assert process.stderr
        told = ""
        while "(Ctrl-C ends it)" not in told:
            told += process.stderr.readline()
            assert process.poll() is None, told
        yield process, f"http://127.0.0.1:{port}/mcp", told


def asked(process: "subprocess.Popen[str]", line: str) -> Any:
    """Return the answer to a line of JSON."""
    assert process.stdin and process.stdout
    process.stdin.write(line + "\n")
    process.stdin.flush()
    assert select.select([process.stdout], [], [], 60)[0], "no answer"
    return json.loads(process.stdout.readline())


@pytest.mark.long
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_over_standard_input_what_there_is_is_judged_when_it_is_stopped(out: Path, told: signal.Signals) -> None:
    with started(*MCP, "--stdio", "--out", str(out)) as process:
        asked(process, json.dumps({"jsonrpc": "2.0", "id": 1, **FIRST}))
        process.send_signal(told)
        assert process.wait(30) == 130
    assert verdict_in(out) == "failure"


@pytest.mark.long
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_over_http_what_there_is_is_judged_when_it_is_stopped(out: Path, told: signal.Signals) -> None:
    async def come() -> None:
        async with Client(address) as client:
            await client.list_tools()

    with over_http(out) as (process, address, _):
        asyncio.run(come())
        process.send_signal(told)
        assert process.wait(30) == 130
    assert verdict_in(out) == "failure"


@pytest.mark.long
def test_what_nobody_came_to_is_not_judged(out: Path) -> None:
    with over_http(out) as (process, address, _):
        with pytest.raises(HTTPError):
            urlopen(f"{address.removesuffix('mcp')}nothing", timeout=60)
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 130
    assert out.read_text() == ""


@pytest.mark.long
def test_a_port_in_use_is_told_in_a_line_and_nothing_is_judged(out: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        words = [sys.executable, *MCP, "--port", str(port), "--out", str(out)]
        ended = subprocess.run(words, capture_output=True, text=True)
    assert ended.returncode == 2 and f"port {port} can't be used" in ended.stderr and out.read_text() == ""
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.long
def test_what_can_t_be_read_is_answered_with_an_error(tmp_path: Path) -> None:
    with started(*MCP, "--stdio") as process:
        asked(process, json.dumps({"jsonrpc": "2.0", "id": 1, **FIRST}))
        call = {"name": "todo_complete", "arguments": {"task": "\ud800"}}
        found = asked(process, json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}))
        assert found["id"] == 2 and "no message" in found["error"]["message"]
        assert asked(process, "no JSON")["error"]["code"] == -32700
        assert asked(process, json.dumps({"jsonrpc": "2.0", "id": 3, "method": "tools/list"}))["result"]["tools"]
