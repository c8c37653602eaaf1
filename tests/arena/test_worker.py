"""Workers: both sides of a battle played, filed, watched, paused, stopped and asked."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from tests.arena.people import TASK, open_questions

from lifeworld.agents.limits import WATCHED
from lifeworld.arena import agents, battles, live
from lifeworld.arena.database import Database
from lifeworld.arena.live import BattleEvent, Frame
from lifeworld.arena.playing import MEMORY_GB
from lifeworld.arena.tables import Battle, Job, Made, Pair, Question
from lifeworld.arena.worker import Worker, open_runner
from lifeworld.run.folder import Folder
from lifeworld.taskkit.compose import Written
from lifeworld.taskkit.configuration import Configuration

OWN = Configuration(Written.id, "nora")
PATIENCE = 30  # seconds, after which a test has hung


def made(database: Database, pair: Pair, made: Made = "ahead", goal: str = "", task: Configuration = TASK) -> str:
    with database.writing() as session:
        agents.register_keyless(session)
        agents.register(session, "asks", "tests.arena.contestants:Asks")
        agents.register(session, "breaks", "tests.arena.contestants:Breaks")
        return battles.new_battle(session, task, pair, made, goal=goal).id


def once(one: bool) -> bool:
    return one


async def work(database: Database, home: Path, until: Callable[[bool], bool] = once, **given: Any) -> None:
    of = [given.pop(name, usual) for name, usual in (("driver", "dom"), ("pace", 0.0), ("memory", MEMORY_GB))]
    async with open_runner(home, *of) as played_in:
        await Worker(database, played_in, **{"poll_seconds": 0.05, **given}).work(until)


def found(database: Database, battle: str) -> Battle:
    with database.reading() as session:
        return battles.find_battle(session, battle)


async def collected(watched: AsyncIterator[Frame | BattleEvent]) -> list[Frame | BattleEvent]:
    return [one async for one in watched]


def test_a_battle_leaves_two_runs_of_identical_worlds_with_verdicts(database: Database, tmp_path: Path) -> None:
    battle = made(database, Pair("oracle, slips 2 %", "oracle, slips 30 %"))
    asyncio.run(work(database, tmp_path))
    played = found(database, battle)
    assert (played.status, played.reason) == ("ready", "")
    marks = set()
    for side in played.sides:
        [episode] = Folder.opened(tmp_path / "battles" / side.folder).episodes()
        marks.add(episode["fingerprint"]["digest"])
        assert (side.status, side.verdict, side.steps) == ("done", episode["verdict"]["outcome"], side.steps)
        assert episode["goal"] == played.goal
        assert not set(side.folder.lower().split("-")) & {"oracle", "tree"}
    assert marks == {played.fingerprint}


def test_a_written_task_has_no_verdict_and_the_visitor_is_asked(database: Database, tmp_path: Path) -> None:
    battle = made(database, Pair("asks", "label"), "live", "Add milk to the list", OWN)

    async def answer() -> None:
        while True:
            with database.writing() as session:
                for question in open_questions(session, battle):
                    assert question.text == "Which list do you mean?"
                    assert battles.reply(session, question.id, "The red one")
                    return
            await asyncio.sleep(0.05)

    async def play() -> list[Frame | BattleEvent]:
        watched = asyncio.create_task(collected(live.watch(tmp_path, battle)))
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(work(database, tmp_path), answer())
            return await watched

    seen = asyncio.run(play())
    sides = {side.side: side for side in found(database, battle).sides}
    assert {side.verdict for side in sides.values()} == {None}
    assert sides["left"].questions == 1
    steps = Folder.opened(tmp_path / "battles" / sides["left"].folder)
    [episode] = steps.episodes()
    assert steps.steps(episode["episode"])[0].reply == "The red one"
    told = [one for one in seen if isinstance(one, BattleEvent)]
    assert [one.text for one in told if one.kind in ("asked", "answered")] == ["Which list do you mean?", "The red one"]
    assert told[-1].kind == "ended"
    assert {one.side for one in told if one.kind == "done"} == {"left", "right"}


def test_a_question_that_nobody_answers_costs_its_time_and_no_more(database: Database, tmp_path: Path) -> None:
    battle = made(database, Pair("asks", "label"), "live", "Add milk to the list", OWN)
    asyncio.run(work(database, tmp_path, answer_seconds=0.3))
    side = found(database, battle).sides[0]
    folder = Folder.opened(tmp_path / "battles" / side.folder)
    [episode] = folder.episodes()
    assert [getattr(step.action, "answer", "") for step in folder.steps(episode["episode"])][
        1
    ] == "nobody said anything"
    with database.writing() as session:
        [question] = session.scalars(select(Question)).all()
        assert not battles.reply(session, question.id, "too late")


def test_nobody_is_asked_in_a_battle_that_is_made_ahead(database: Database, tmp_path: Path) -> None:
    made(database, Pair("asks", "label"), "ahead", "Add milk to the list", OWN)
    asyncio.run(work(database, tmp_path))
    with database.reading() as session:
        assert session.scalars(select(Question)).all() == []


def test_a_pause_holds_both_and_a_stop_ends_both(database: Database, tmp_path: Path) -> None:
    battle = made(database, Pair("tree", "label"), "live")

    def want(wanted: Any) -> None:
        with database.writing() as session:
            battles.set_wanted(session, battle, wanted)

    async def play() -> tuple[int, int]:
        want("pause")
        seen: list[Frame | BattleEvent] = []

        async def watch() -> None:
            async for one in live.watch(tmp_path, battle):
                seen.append(one)

        watching, playing = asyncio.create_task(watch()), asyncio.create_task(work(database, tmp_path, pace=0.3))
        while len([one for one in seen if isinstance(one, BattleEvent) and one.kind == "begun"]) < 2:
            await asyncio.sleep(0.05)
        await asyncio.sleep(1)
        paused = len([one for one in seen if isinstance(one, BattleEvent) and one.kind == "acted"])
        await asyncio.to_thread(want, "go")
        while len([one for one in seen if isinstance(one, BattleEvent) and one.kind == "acted"]) < paused + 2:
            await asyncio.sleep(0.05)
        await asyncio.to_thread(want, "stop")
        began = time.monotonic()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(watching, playing)
        return paused, round(time.monotonic() - began)

    paused, took = asyncio.run(play())
    played = found(database, battle)
    assert paused <= 2  # a step of each may have been on its way
    assert took <= 2
    assert played.status == "ready"
    assert [(side.verdict, side.reasons) for side in played.sides] == [(None, ["stopped by the visitor"])] * 2


def test_an_agent_that_can_t_be_made_fails_the_battle_and_says_why(database: Database, tmp_path: Path) -> None:
    battle = made(database, Pair("breaks", "label"))
    asyncio.run(work(database, tmp_path))
    played = found(database, battle)
    assert played.status == "failed"
    assert "no model here" in played.reason
    assert list((tmp_path / "battles").iterdir()) == []


def test_a_worker_whose_lease_has_gone_leaves_nothing(database: Database, tmp_path: Path) -> None:
    battle = made(database, Pair("tree", "label"), "live")

    async def play() -> None:
        playing = asyncio.create_task(work(database, tmp_path, pace=0.4, lease_time=timedelta(seconds=1.5)))
        while found(database, battle).status != "running":
            await asyncio.sleep(0.02)
        with database.writing() as session:
            session.scalars(select(Job)).one().worker = "another"
        await playing

    asyncio.run(play())
    assert found(database, battle).sides[0].folder == ""
    assert list((tmp_path / "battles").iterdir()) == []


@pytest.mark.long
@pytest.mark.skipif(not WATCHED, reason="memory is watched on Linux")
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_browser_that_takes_too_much_memory_ends_its_battle(database: Database, tmp_path: Path) -> None:
    battle = made(database, Pair("oracle, slips 2 %", "oracle, slips 10 %"), "live")
    asyncio.run(work(database, tmp_path, driver="chromium", pace=2.0, memory=0.01))
    assert found(database, battle).reason == "the browser took more than 0.01 GB of memory"
    assert list((tmp_path / "battles").iterdir()) == []


@pytest.mark.long
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_in_a_real_browser_frames_of_both_sides_come_within_300_ms(database: Database, tmp_path: Path) -> None:
    battle = made(
        database, Pair("oracle, slips 2 %", "tree"), "live", task=Configuration("todo.AddTaskWithDate", "nora")
    )
    late: list[float] = []

    async def watch() -> list[Frame | BattleEvent]:
        seen = []
        async for one in live.watch(tmp_path, battle):
            seen.append(one)
            if isinstance(one, Frame):
                place = tmp_path / "live" / battle / f"{one.side}.jpg"
                late.append(time.time() - place.stat().st_mtime)
        return seen

    async def play() -> list[Frame | BattleEvent]:
        watching = asyncio.create_task(watch())
        await work(database, tmp_path, driver="chromium", pace=0.3)
        return await watching

    seen = asyncio.run(play())
    frames = [one for one in seen if isinstance(one, Frame)]
    assert {one.side for one in frames} == {"left", "right"}
    assert all(one.jpeg.startswith(b"\xff\xd8") for one in frames)
    assert len(frames) >= 10
    assert sorted(late)[int(0.95 * len(late))] < 0.3
    acted = [one for one in seen if isinstance(one, BattleEvent) and one.kind == "acted"]
    assert any(one.aim for one in acted)
    assert all(one.done for one in acted)
    for side in found(database, battle).sides:
        folder = Folder.opened(tmp_path / "battles" / side.folder)
        [episode] = folder.episodes()
        assert all(folder.image(step.image).exists() for step in folder.steps(episode["episode"]))


@pytest.mark.parametrize("kept", [0.0, 60.0])
def test_what_was_live_is_tidied_away_after_a_while(tmp_path: Path, kept: float) -> None:
    stream = live.EventStream(tmp_path, "one")
    stream.close()
    time.sleep(0.05)
    live.remove_old_streams(tmp_path, kept)
    assert (tmp_path / "live" / "one").exists() == bool(kept)


def test_a_battle_that_is_played_anew_says_so_to_who_watches(tmp_path: Path) -> None:
    async def watch() -> list[str]:
        seen = []
        first = live.EventStream(tmp_path, "one")
        first.publish(BattleEvent("begun", "left"))
        watched = live.watch(tmp_path, "one")
        seen.append(await anext(watched))
        second = live.EventStream(tmp_path, "one")
        second.publish(BattleEvent("begun", "right"))
        second.close()
        return [one.kind for one in (*seen, *[one async for one in watched]) if isinstance(one, BattleEvent)]

    assert asyncio.run(watch()) == ["begun", "again", "begun", "ended"]
