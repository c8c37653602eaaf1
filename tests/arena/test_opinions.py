"""A judge's opinion of both sides, beside vote and verdict, where the host has set one up."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from sqlalchemy import select
from tests.arena.people import TASK
from tests.arena.stage import Stage, shown, staged
from tests.arena.test_worker import work

from lifeworld.agents.mock.script import Asked, Turn
from lifeworld.agents.mock.server import KEY, MODEL, MockServer
from lifeworld.agents.mock.server import served as mocked
from lifeworld.arena import agents, battles
from lifeworld.arena.tables import Battle, Pair, Side
from lifeworld.judges.mock import mistaken
from lifeworld.run.folder import Folder
from lifeworld.run.judging import known_outcomes


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    with staged(tmp_path) as opened:
        with opened.database.writing() as rows:
            agents.register(rows, "does it", "oracle")
            agents.register(rows, "does nothing", "null")
        yield opened


@pytest.fixture
def judge(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A judge that tells the truth of the battles that are filed."""

    def say(asked: Asked) -> Turn:
        runs = (Folder(path) for path in (stage.home / "battles").iterdir())
        return mistaken([one for run in runs for one in known_outcomes(run)], 0.0, 0.0)(asked)

    monkeypatch.setenv("MOCK_API_KEY", KEY)
    with mocked(MockServer(say)) as origin:
        yield f"prompt:{MODEL}?base_url={origin}/chat/v1&key_from=MOCK_API_KEY"


def played(stage: Stage, **given: str) -> str:
    with stage.database.writing() as rows:
        battle = battles.new_battle(rows, TASK, Pair("does it", "does nothing"), "ahead").id
    with ThreadPoolExecutor(1) as pool:  # a browser's own loop may run in this thread
        pool.submit(asyncio.run, work(stage.database, stage.home, **given)).result()
    return battle


def test_the_reveal_shows_what_the_judge_thinks_of_each_side(chrome: Browser, stage: Stage, judge: str) -> None:
    battle = played(stage, judge=judge)
    with shown(chrome, stage, "phone") as (page, origin):
        page.goto(f"{origin}/battle/{battle}")
        assert "A judge thinks" not in page.content()
        page.locator("button[value=left]").click()
        expect(page.locator(".told.left .opinion")).to_contain_text("A judge thinks that it did")
        expect(page.locator(".told.right .opinion")).to_contain_text("A judge thinks that it did not")
        assert KEY not in page.content() and "base_url" not in page.content()


def test_without_a_judge_and_where_it_fails_the_battle_is_whole(
    stage: Stage, judge: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    visit = stage.visit()
    monkeypatch.setattr("lifeworld.run.budget._FIRST", 0.01)
    for given in ({}, {"judge": judge.replace("MOCK_API_KEY", "HOME")}):
        battle = played(stage, **given)
        assert "A judge thinks" not in visit.vote(battle).text + visit.get(f"/battle/{battle}").text
    with stage.database.reading() as rows:
        assert set(rows.scalars(select(Battle.status))) == {"ready"}
        assert "success" in set(rows.scalars(select(Side.verdict)))


def test_a_judge_that_there_is_not_is_refused_before_anything_starts(tmp_path: Path) -> None:
    config = tmp_path / "arena.toml"
    config.write_text('judge = "oracle:gold"\n')
    command = [sys.executable, "-m", "lifeworld", "arena", "--dir", str(tmp_path / "home"), "--config", str(config)]
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "no judge “oracle”" in refused.stderr
    assert not (tmp_path / "home").exists()
