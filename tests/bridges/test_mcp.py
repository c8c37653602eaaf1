"""A task over MCP, with the SDK's own client: in this process, over standard input and output, and over HTTP."""

import asyncio
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from lifeworld.bridges.desk import OWN, Desk
from lifeworld.bridges.mcp import server
from lifeworld.core.actions import Tool
from lifeworld.core.verdict import Verdict
from lifeworld.env.tools.solving import call_of, question
from lifeworld.taskkit import Configuration
from lifeworld.taskkit.draw import drawn

TASK = Configuration("todo.CompleteTask", "nora")


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
def desk(task: Configuration) -> Iterator[tuple[Desk, list[Verdict]]]:
    verdicts: list[Verdict] = []
    opened = Desk(task, verdicts.append)
    yield opened, verdicts
    opened.close()
    assert len(verdicts) == 1


def test_a_task_is_done_and_only_the_host_gets_the_verdict() -> None:
    async def run() -> None:
        async with Client(server(own)) as client:
            listed = {one.name: one for one in (await client.list_tools()).tools}
            assert {one.name for one in OWN} <= listed.keys() and "todo_complete" in listed
            assert listed["todo_complete"].input_schema["required"] == ["task"]
            heard = await solve(client)
            assert not any(word in "".join(heard) for word in ("success", "verdict", "score"))
            assert json.loads(heard[0])["goal"]
            assert "has ended" in await said(client, "todo_list", wrong=True, kind="task")

    with desk(TASK) as (own, verdicts):
        asyncio.run(run())
        assert [one.outcome for one in verdicts] == ["success"]


def test_refusals_and_mistakes_are_errors() -> None:
    async def run() -> None:
        async with Client(server(own)) as client:
            over = {"source": "1", "target": "2", "amount": "99999999"}
            assert json.loads(await said(client, "bank_transfer", wrong=True, **over))["error"]["code"] == "limit"
            assert "target is missing" in await said(client, "bank_transfer", wrong=True, source="1")
            assert "did you mean bank_transfer" in await said(client, "bank_tranfer", wrong=True)
            assert "question is missing" in await said(client, "ask", wrong=True)
            assert await said(client, "wait", wrong=True, seconds=9999)

    with desk(TASK) as (own, verdicts):
        asyncio.run(run())
        assert not verdicts
    assert "never said that it was done" in "; ".join(verdicts[0].reasons)


def test_the_person_can_be_asked() -> None:
    task = Configuration("bank.CloseCardAfterConsent", "nora")
    instance = drawn(task.task, task.profile, task.instance)

    async def run() -> None:
        async with Client(server(own)) as client:
            reply = await said(client, "ask", question=question(instance))
            assert reply == instance.task.knowledge().told
            for one in calls(task):
                await said(client, one.name, **one.arguments)
            await said(client, "done", status="success")

    with desk(task) as (own, verdicts):
        asyncio.run(run())
        assert verdicts[0].success, verdicts[0].reasons


ASKS = Configuration("bank.ClosingBalance", "nora")
SENTENCE = "It was $2,429.69."


def test_an_answer_is_stated_refused_and_given_again() -> None:
    async def run() -> None:
        async with Client(server(own)) as client:
            asked = json.loads(await said(client, "task"))["answer_schema"]
            assert asked["description"].startswith("an amount of money, like 12.50")
            listed = {one.name: one for one in (await client.list_tools()).tools}
            assert listed["done"].input_schema["properties"]["answer"] == asked
            told = await said(client, "done", wrong=True, answer=SENTENCE)
            assert told.startswith("The answer must be an amount of money") and "has ended" not in told
            assert await said(client, "wait", seconds=1) == "Done."
            await said(client, "done", answer="2429.69", note="As the statement says.")

    with desk(ASKS) as (own, verdicts):
        asyncio.run(run())
        assert verdicts[0].success, verdicts[0].reasons


def test_the_third_answer_that_is_refused_ends_it() -> None:
    with desk(ASKS) as (own, verdicts):
        told = [own.call("done", {"answer": answer}) for answer in (SENTENCE, ["2429.69"], None, "2429.69")]
        assert [one.wrong for one in told] == [True, True, False, True]
    with desk(ASKS) as (own, verdicts):
        told = [own.call("done", given) for given in ({"answer": SENTENCE}, {}, {"answer": ""}, {"answer": "2429.69"})]
        assert [one.wrong for one in told] == [True] * 4
        assert told[2].text.endswith("The task has ended.") and told[3].text.startswith("The task has ended")
        assert verdicts[0].reasons[0] == "3 answers that are not of the form asked for"


def test_what_is_said_where_nothing_is_asked_is_a_note() -> None:
    with desk(TASK) as (own, verdicts):
        done = next(one for one in own.tools if one.name == "done")
        assert "answer" not in done.parameters["properties"]
        assert not own.call("done", {"answer": "It is done."}).wrong
        assert verdicts


def command(*more: str) -> list[str]:
    return ["-m", "lifeworld", "serve", "mcp", "--task", TASK.task, "--profile", TASK.profile, *more]


def as_it_was(*more: str) -> list[str]:
    return ["-m", "lifeworld", "serve", *more, "--mcp", "--task", TASK.task, "--profile", TASK.profile]


def verdict_in(path: Path) -> Any:
    (line,) = path.read_text().splitlines()
    return json.loads(line)["verdict"]["outcome"]


@pytest.mark.long
def test_over_standard_input_and_output(tmp_path: Path) -> None:
    out = tmp_path / "verdicts.jsonl"
    arguments = command("--stdio", "--out", str(out))
    parameters = StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))

    async def run() -> None:
        async with Client(parameters) as client:
            await solve(client)

    asyncio.run(run())
    assert verdict_in(out) == "success"


@pytest.mark.long
def test_over_http(tmp_path: Path) -> None:
    out, port = tmp_path / "verdicts.jsonl", free_port()
    process = subprocess.Popen(
        [sys.executable, *as_it_was("--port", str(port), "--out", str(out))], stderr=subprocess.PIPE, text=True
    )
    try:
        until_heard(port)

        async def run() -> None:
            async with Client(f"http://127.0.0.1:{port}/mcp") as client:
                await solve(client)

        asyncio.run(run())
    finally:
        process.terminate()
        _, log = process.communicate(timeout=30)
    assert verdict_in(out) == "success"
    assert "todo.CompleteTask: success" in log and "serve --mcp is written `lifeworld serve mcp` now" in log


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def until_heard(port: int) -> None:
    for _ in range(300):
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("nobody listens")


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--task", "todo.CompleteTask"], "serve over which protocol? Write lifeworld serve http|openenv|mcp"),
        (["mcpp", "--task", "todo.CompleteTask"], "no protocol “mcpp”; did you mean mcp"),
        (["http", "--app", "tudo"], "no app “tudo”"),
        (["openenv", "--app", "todo"], "needs the package openenv"),
        (["--mcp", "--task", "todo.CompleteTask", "--stdio", "--port", "8403"], "leave it or --stdio out"),
        (["--mcp", "--task", "todo.CompletTask"], "did you mean"),
        (["mcp", "--app", "todo"], "--app does nothing with mcp, only with http, openenv"),
        (["http", "--stdio"], "--stdio does nothing with http, only with mcp"),
        (["http", "--axis", "instance=2"], "--axis instance is of mcp"),
        (["http", "--set", "sessions=0"], "--set sessions=0: it is a whole number from 1"),
        (["mcp", "--task", "todo.CompleteTask", "--axis", "theme=dark"], "--axis theme does nothing with mcp"),
        (["mcp"], "name one --task"),
        (["--mcp", "--task", "todo.ShowList"], "ends on a page"),
        (["--mcp", "--task", "todo.CompleteTask", "--axis", "phrasing=99"], "has phrasings 0 to"),
        (["--mcp", "--task", "todo.CompleteTask", "--out", "/nowhere/at/all"], "can't be written"),
    ],
)
def test_what_is_not_right_is_told_in_a_line(arguments: list[str], told: str) -> None:
    ended = subprocess.run([sys.executable, "-m", "lifeworld", "serve", *arguments], capture_output=True, text=True)
    assert ended.returncode == 2 and told in ended.stderr and "Traceback" not in ended.stderr


FIRST = {
    "method": "initialize",
    "params": {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}},
}


@contextmanager
def started(*more: str) -> Iterator["subprocess.Popen[str]"]:
    pipes: Any = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([sys.executable, *command(*more)], text=True, **pipes) as process:
        try:
            yield process
        finally:
            process.kill()


def asked(process: "subprocess.Popen[str]", line: str) -> Any:
    """Return the answer to a line of JSON."""
    assert process.stdin and process.stdout
    process.stdin.write(line + "\n")
    process.stdin.flush()
    assert select.select([process.stdout], [], [], 60)[0], "no answer"
    return json.loads(process.stdout.readline())


@pytest.mark.long
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_over_standard_input_what_there_is_is_judged_when_it_is_stopped(tmp_path: Path, told: signal.Signals) -> None:
    out = tmp_path / "verdicts.jsonl"
    with started("--stdio", "--out", str(out)) as process:
        asked(process, json.dumps({"jsonrpc": "2.0", "id": 1, **FIRST}))
        process.send_signal(told)
        assert process.wait(30) == 130
    assert verdict_in(out) == "failure"


@pytest.mark.long
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_over_http_what_there_is_is_judged_when_it_is_stopped(tmp_path: Path, told: signal.Signals) -> None:
    out, port = tmp_path / "verdicts.jsonl", free_port()
    with started("--port", str(port), "--out", str(out)) as process:
        until_heard(port)
        process.send_signal(told)
        assert process.wait(30) == 130
    assert verdict_in(out) == "failure"


@pytest.mark.long
def test_what_can_t_be_read_is_answered_with_an_error(tmp_path: Path) -> None:
    with started("--stdio") as process:
        asked(process, json.dumps({"jsonrpc": "2.0", "id": 1, **FIRST}))
        call = {"name": "todo_complete", "arguments": {"task": "\ud800"}}
        found = asked(process, json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}))
        assert found["id"] == 2 and "no message" in found["error"]["message"]
        assert asked(process, "no JSON")["error"]["code"] == -32700
        assert asked(process, json.dumps({"jsonrpc": "2.0", "id": 3, "method": "tools/list"}))["result"]["tools"]
