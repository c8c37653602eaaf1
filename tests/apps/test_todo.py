"""Ticked's own rules: what repeats comes again, once, and a reminder is told from its moment on."""

import re
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Step, Task, TaskList
from lifeworld.apps.todo.views import notices
from lifeworld.core.errors import Refused
from lifeworld.web import Request
from lifeworld.world import World

TODAY = date(2026, 3, 12)  # a Thursday


def made(world: World, **values: object) -> Task:
    task: Task = world.do(todo.AddTask("Water the fern", world.store.get(TaskList, 2), **values))  # type: ignore[arg-type]
    return task


def named(world: World) -> list[Task]:
    return world.store.all(Task, "title = 'Water the fern' AND done_at IS NULL")


@pytest.mark.parametrize(
    ("repeat", "due", "comes"),
    [
        ("daily", TODAY, date(2026, 3, 13)),
        ("daily", date(2026, 3, 1), date(2026, 3, 13)),  # what is late comes again after today
        ("weekdays", date(2026, 3, 13), date(2026, 3, 16)),
        ("weekly", date(2026, 3, 3), date(2026, 3, 17)),
        ("weekly", date(2026, 3, 20), date(2026, 3, 27)),
        ("monthly", date(2025, 12, 20), date(2026, 3, 20)),
        ("monthly", date(2026, 3, 31), date(2026, 5, 31)),  # April has no such day
    ],
)
def test_completing_what_repeats_makes_the_next(world: World, repeat: str, due: date, comes: date) -> None:
    world.do(todo.Complete(made(world, due=due, repeat=repeat)))
    (found,) = named(world)
    assert (found.due, found.repeat) == (comes, repeat)


def test_the_next_has_its_steps_open_and_is_reminded_at_the_same_time(world: World) -> None:
    task = made(world, due=TODAY, repeat="weekly", remind_at=datetime(2026, 3, 12, 18, 30), note="From below")
    step: Step = world.do(todo.AddStep(task, "Fill the can"))
    world.do(todo.CompleteStep(step))
    world.do(todo.Complete(task))
    (found,) = named(world)
    assert [(one.title, one.open) for one in found.steps] == [("Fill the can", True)]
    assert (found.remind_at, found.note) == (datetime(2026, 3, 19, 18, 30), "From below")


def test_taking_the_tick_back_takes_the_next_away(world: World) -> None:
    task = made(world, due=TODAY, repeat="daily")
    world.do(todo.Complete(task))
    world.do(todo.Reopen(task))
    assert [one.id for one in named(world)] == [task.id]
    world.do(todo.Complete(task))
    (again,) = named(world)
    world.do(todo.EditTask(again, title="Water the ivy"))
    world.do(todo.Reopen(task))
    assert world.store.get(Task, again.id).title == "Water the ivy"  # what somebody has worded anew stays


def test_a_reminder_is_told_from_its_moment_until_the_task_is_done(world: World) -> None:
    at = world.store.now + timedelta(minutes=30)
    task = made(world, remind_at=at)
    assert task.title not in [notice.title for notice in notices(world.store)]
    world.advance(1800)
    told = [(one.at, one.text) for one in notices(world.store) if one.title == task.title]
    assert told == [(at, "Reminder · Bakery")]
    world.do(todo.Complete(task))
    assert task.title not in [notice.title for notice in notices(world.store)]


def test_a_repeating_task_keeps_a_date(world: World) -> None:
    task = made(world, due=TODAY, repeat="daily")
    with pytest.raises(Refused, match="repeats"):
        world.do(todo.SetDue(task))


@pytest.mark.parametrize(("language", "column"), [("en", [1, 4]), ("de", [7, 3])])
def test_a_due_date_is_chosen_in_a_month_whose_weeks_begin_as_the_language_has_it(
    world: World, language: str, column: list[int]
) -> None:
    world.look = replace(world.look, language=language)
    at, found = f"/todo/task/{made(world).id}/due", []
    for turned, last in enumerate(("2026-03-31", "2026-04-30")):
        body = world.site.handle(Request("GET", at, (("months", str(turned)),))).body.decode()
        days = re.findall(r'<button class="month-day[^>]*value="([\d-]+)"', body)
        assert (days[0], days[-1]) == (f"{last[:-2]}01", last)
        found += map(int, re.findall(r"grid-column:(\d)", body))
    assert found == column


@pytest.mark.parametrize("back", ["", "/todo/today"])
def test_who_puts_a_task_off_stands_where_it_was_seen(world: World, back: str) -> None:
    task = made(world, due=TODAY - timedelta(days=1))
    assert (
        f"/todo/task/{task.id}/due?back=/todo/today" in world.site.handle(Request("GET", "/todo/today")).body.decode()
    )
    form = (("token", world.token), ("due", "tomorrow"))
    done = world.site.handle(Request("POST", f"/todo/task/{task.id}/due", (("back", back),) if back else (), form))
    assert (done.status, done.headers["location"]) == (303, back or f"/todo/task/{task.id}")
