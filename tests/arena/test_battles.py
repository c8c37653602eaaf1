"""Battles: what can be one, who may play it, what its visitor may do."""

import pytest
from sqlalchemy import select
from tests.arena.people import PAIR, TASK, battle, open_questions, voter

from lifeworld.arena import agents, battles
from lifeworld.arena.database import Database
from lifeworld.arena.tables import Battle, Job, Pair, Question, now
from lifeworld.core.errors import UserError
from lifeworld.taskkit.compose import Written
from lifeworld.taskkit.configuration import Configuration

OWN = Configuration(Written.id, "nora")


def test_the_contenders_that_ship_need_no_key_and_are_there_once(database: Database) -> None:
    with database.writing() as session:
        for _ in range(2):
            agents.register_keyless(session)
        names = {one.name for one in agents.active(session)}
    assert (
        {"tree", "label", "oracle, slips 2 %", "oracle, slips 10 %", "oracle, slips 30 %"}
        <= names
        <= set(agents.KEYLESS)
    )


@pytest.mark.parametrize(
    ("name", "spec", "steps", "told"),
    [
        ("x", "oracel", 10, "did you mean oracle"),
        ("x", "oracle?slip=3", 10, "less than or equal"),
        ("", "null", 10, "name"),
        ("x\n", "null", 10, "name"),
        ("x", "null", 0, "limits"),
        ("left one", "oracle", 30, "is taken"),
    ],
)
def test_what_is_no_contender_is_refused(database: Database, name: str, spec: str, steps: int, told: str) -> None:
    with database.writing() as session:
        battle(session)
        with pytest.raises(UserError, match=told):
            agents.register(session, name, spec, steps)


def test_paused_agents_play_no_new_battle_and_retired_ones_never_again(database: Database) -> None:
    with database.writing() as session:
        battle(session)
        agents.set_status(session, "left one", "paused")
        with pytest.raises(UserError, match="is paused"):
            battles.new_battle(session, TASK, PAIR, "ahead")
        agents.set_status(session, "left one", "retired")
        with pytest.raises(UserError, match="is retired, which is final"):
            agents.set_status(session, "left one", "active")


def test_a_battle_has_one_goal_two_sides_and_a_name_nobody_guesses(database: Database) -> None:
    with database.writing() as session:
        made = battle(session, ready=False)
        found = battles.find_battle(session, made.id)
        assert (len(found.id), found.category, found.device, found.status) == (22, "single", "phone", "queued")
        assert [side.side for side in found.sides] == ["left", "right"]
        assert found.goal.strip()
        assert session.scalars(select(Job.battle)).all() == [made.id]


def test_privileged_agents_play_no_written_task(database: Database) -> None:
    with database.writing() as session:
        agents.register_keyless(session)
        assert not any("oracle" in one.spec for one in agents.active(session, written=True))
        made = battles.new_battle(session, OWN, Pair("tree", "label"), "live", goal=" Tidy up my list ")
        assert (made.goal, made.written, made.category) == ("Tidy up my list", True, "written")
        with pytest.raises(UserError, match="reads the task definition"):
            battles.new_battle(session, OWN, Pair("tree", "oracle, slips 2 %"), "live", goal="Tidy up")


@pytest.mark.parametrize(
    ("configuration", "pair", "goal"),
    [
        (OWN, Pair("tree", "label"), "  "),
        (OWN, Pair("tree", "label"), "x" * 2001),
        (TASK, Pair("tree", "label"), "my own words"),
        (TASK, Pair("tree", "tree"), ""),
        (TASK, Pair("tree", "nobody"), ""),
        (Configuration("todo.Nothing", "nora"), Pair("tree", "label"), ""),
    ],
)
def test_what_is_no_battle_is_refused(database: Database, configuration: Configuration, pair: Pair, goal: str) -> None:
    with database.writing() as session:
        agents.register_keyless(session)
        with pytest.raises(UserError):
            battles.new_battle(session, configuration, pair, "live", goal=goal)
        assert session.scalars(select(Battle)).all() == []


def test_what_is_held_waits_for_a_moderator(database: Database) -> None:
    with database.writing() as session:
        agents.register_keyless(session)
        pair = Pair("tree", "label")
        made = battles.new_battle(session, OWN, pair, "live", goal="Write a rude letter", held=True)
        assert session.scalars(select(Job)).all() == []
        battles.release(session, made.id)
        assert (made.status, len(session.scalars(select(Job)).all())) == ("queued", 1)
        with pytest.raises(UserError, match="not held"):
            battles.release(session, made.id)


def test_what_was_stopped_stays_so(database: Database) -> None:
    with database.writing() as session:
        made = battle(session, ready=False)
        seen = []
        for wanted in ("pause", "go", "stop", "go"):
            battles.set_wanted(session, made.id, wanted)  # type: ignore[arg-type]
            seen.append(made.wanted)
    assert seen == ["pause", "go", "stop", "stop"]


def test_a_question_is_answered_once(database: Database) -> None:
    with database.writing() as session:
        made = battle(session, ready=False, made="live", visitor=voter(session))
        side = battles.find_battle(session, made.id).sides[0]
        session.add(Question(side=side.id, step=2, text="Which list?", asked=now()))
        session.flush()
        question = open_questions(session, made.id)[0]
        with pytest.raises(UserError, match="1 to 2000"):
            battles.reply(session, question.id, " ")
        assert battles.reply(session, question.id, "The red one")
        assert not battles.reply(session, question.id, "The blue one")
        assert (question.reply, open_questions(session, made.id)) == ("The red one", [])
