"""Battles of finished runs, and those that are played ahead."""

import asyncio
import zipfile
from importlib.resources import files
from pathlib import Path

import pytest
from sqlalchemy import func, select
from tests.arena.test_worker import work

from lifeworld.arena import agents, battles, filling
from lifeworld.arena.database import Database
from lifeworld.arena.tables import Agent, Battle
from lifeworld.arena.wording import names_controls
from lifeworld.core.actions import Scroll
from lifeworld.core.errors import UserError
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder
from lifeworld.run.runner import run
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import instance_of

AGENTS = ("oracle", "label", "null")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of three agents on two tasks, with pictures."""
    path = tmp_path_factory.mktemp("runs") / "finished"
    tasks = ("todo.CompleteTask", "bank.FreezeCard")
    run(RunConfig(agents=AGENTS, driver="chromium", tasks=tasks, limit=2, workers=1), path)
    return path


@pytest.mark.long
def test_two_agents_on_the_same_configuration_meet_once(database: Database, tmp_path: Path, finished: Path) -> None:
    made = []
    for _ in range(2):
        with database.writing() as session:
            made.append(filling.fill(session, tmp_path, [finished]))
    assert [(one.made, one.existing) for one in made] == [(6, 0), (0, 6)]
    with database.reading() as session:
        assert set(session.scalars(select(Agent.name))) == set(AGENTS)
        for one in session.scalars(select(Battle)):
            found = battles.find_battle(session, one.id)
            folders = [Folder.opened(tmp_path / "battles" / side.folder) for side in found.sides]
            episodes = [next(folder.episodes()) for folder in folders]
            assert {episode["fingerprint"]["digest"] for episode in episodes} == {found.fingerprint}
            assert {episode["goal"] for episode in episodes} == {found.goal}
            assert [side.verdict for side in found.sides] == [each["verdict"]["outcome"] for each in episodes]
            for folder, episode in zip(folders, episodes, strict=True):
                assert all(folder.image(step.image).exists() for step in folder.steps(episode["episode"]))


def test_no_more_are_made_than_asked_for(database: Database, tmp_path: Path, finished: Path) -> None:
    with database.writing() as session:
        assert filling.fill(session, tmp_path, [finished], most=2).made == 2


def test_what_shows_nothing_is_left_out_and_counted(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "unseen"
    run(RunConfig(agents=("oracle", "null"), driver="dom", tasks=("todo.CompleteTask",), limit=1), path)
    with database.writing() as session:
        filled = filling.fill(session, tmp_path, [path])
        assert (filled.made, filled.without_pictures) == (0, 2)
        with pytest.raises(UserError, match="holds no run"):
            filling.fill(session, tmp_path, [tmp_path / "nothing"])


def test_the_first_start_queues_battles_and_the_next_one_does_not(database: Database, tmp_path: Path) -> None:
    with database.writing() as session:
        for one in agents.register_keyless(session):
            one.status = "paused" if one.spec == "ocr" else "active"  # which reads pictures, and dom has none
        assert filling.queue_first_battles(session, 3) == 3
        assert filling.queue_first_battles(session, 3) == 0
    played = 0

    def until(one: bool) -> bool:
        nonlocal played
        played += one
        return played == 3

    asyncio.run(work(database, tmp_path, until))
    with database.reading() as session:
        ready = select(func.count()).select_from(Battle).where(Battle.status == "ready")
        assert session.scalar(ready) == 3
        assert set(session.scalars(select(Battle.device))) == {"phone", "desktop"}


def test_what_ships_is_shown_at_once_and_small(database: Database, tmp_path: Path) -> None:
    with database.writing() as session:
        agents.register_keyless(session)
        assert filling.add_shipped_battles(session, tmp_path) == 6
        assert filling.add_shipped_battles(session, tmp_path) == 0
        assert set(session.scalars(select(Battle.status))) == {"ready"}
        assert set(session.scalars(select(Agent.name))) <= set(agents.KEYLESS)
    assert Path(str(files("lifeworld.arena").joinpath("prepared.zip"))).stat().st_size < 2_500_000


def test_what_ships_is_told_as_this_version_tells_it(tmp_path: Path) -> None:
    """Its steps say what was pressed, also below the screen, and its goals are those that the tasks have by now."""
    with zipfile.ZipFile(str(files("lifeworld.arena").joinpath("prepared.zip"))) as packed:
        packed.extractall(tmp_path)
    folder = Folder.opened(tmp_path)
    for episode in folder.episodes():
        steps = folder.steps(episode["episode"])
        assert names_controls(steps)
        assert all(step.reached for step in steps if step.by_points and isinstance(step.by_points[0], Scroll))
        configuration = Configuration.from_json(episode["planned"]["configuration"])
        goal = instance_of(configuration).task.goal(configuration.phrasing, configuration.goal_language)
        assert episode["goal"] == goal, "run scripts/prepared.py again"


def test_an_agent_with_long_settings_gets_a_name_that_fits() -> None:
    long = ["chat:model?" + "x" * 100 + end for end in "ab"]
    names = {filling._agent_name(name) for name in (*long, "oracle")}
    assert len(names) == 3 and "oracle" in names and all(len(name) <= 80 for name in names)
