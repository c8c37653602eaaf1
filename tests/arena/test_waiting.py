"""Live battles that wait: as many at once as the machine holds, the place in the queue told, and what an error does."""

import os
import sys
import time
from datetime import timedelta

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import select
from tests.arena import people
from tests.arena.stage import Stage, picture, shown, within

from lifeworld.arena import queue, worker_processes
from lifeworld.arena.database import Database
from lifeworld.arena.live import BattleEvent, EventStream
from lifeworld.arena.site.broadcast import BattleState
from lifeworld.arena.tables import Battle, Job, now


def told(database: Database, battle: str) -> str:
    with database.reading() as rows:
        return BattleState.of(rows, rows.get_one(Battle, battle)).text


def queued(database: Database, count: int) -> list[str]:
    with database.writing() as rows:
        return [people.battle(rows, ready=False, made="live").id for _ in range(count)]


def test_the_place_and_the_time_are_told(stage: Stage) -> None:
    """Battles took 60 s lately, and two workers have played theirs for 20 and 40 s."""
    database, moment = stage.database, now()
    with database.writing() as rows:
        for _ in range(3):
            over = people.battle(rows, made="live")
            rows.delete(rows.scalars(select(Job).where(Job.battle == over.id)).one())
            over.started, over.finished = moment - timedelta(seconds=100), moment - timedelta(seconds=40)
    *_, first, second, third = queued(database, 5)
    with database.writing() as rows:
        for age, name in ((20, "a"), (40, "b")):
            lease = queue.lease_next(rows, name, moment)
            assert lease
            rows.get_one(Battle, lease.battle).started = moment - timedelta(seconds=age)
    assert told(database, first) == "Next in line, about 20 s"
    assert told(database, second) == "1 battle before yours, about 40 s"
    assert told(database, third) == "2 battles before yours, about 1:20 min"


def test_a_battle_for_somebody_who_waits_comes_before_those_made_ahead(stage: Stage) -> None:
    with stage.database.writing() as rows:
        people.battle(rows, ready=False)
        mine = people.battle(rows, ready=False, made="live")
        place = queue.place(rows, mine, now())
    assert place == queue.Place(0, 0, None)
    assert told(stage.database, mine.id) == "Waiting for a free worker"


def test_after_an_error_it_says_that_it_starts_again(stage: Stage) -> None:
    (battle,) = queued(stage.database, 1)
    with stage.database.writing() as rows:
        lease = queue.lease_next(rows, "a", now())
    assert told(stage.database, battle) == "Both agents are working"
    with stage.database.writing() as rows:  # its worker has gone, and nobody has noticed
        rows.get_one(Job, lease.job if lease else 0).leased_until = now() - timedelta(seconds=1)
    assert told(stage.database, battle) == "Starting again after an error"
    with stage.database.writing() as rows:
        queue.release_expired(rows, now())
    assert told(stage.database, battle) == "Starting again after an error"
    with stage.database.writing() as rows:
        queue.lease_next(rows, "b", now())
    assert told(stage.database, battle) == "Both agents are working again, after an error"


def test_the_battle_of_a_worker_that_died_waits_for_no_lease(stage: Stage) -> None:
    """It would last for half a minute, in which the page said that both are working."""
    (battle,) = queued(stage.database, 1)
    with worker_processes.worker_processes(1, [sys.executable, "-c", LEASES, str(stage.database.url)], stage.database):
        within(20, lambda: told(stage.database, battle) == "Starting again after an error")


LEASES = """
import sys
from lifeworld.arena import queue, worker
from lifeworld.arena.database import Database
from lifeworld.arena.tables import now
with Database(sys.argv[1]) as database, database.writing() as rows:
    queue.lease_next(rows, worker.Worker(database, None).name, now())
"""


def test_a_machine_holds_a_battle_a_core_if_it_has_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_processes, "available_cores", lambda: 8)
    pages = {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 7 * 2**30 // 4096}
    monkeypatch.setattr(os, "sysconf", pages.__getitem__)
    assert worker_processes.capacity() == 3
    monkeypatch.setattr(worker_processes, "available_cores", lambda: 2)
    assert worker_processes.capacity() == 2


def test_who_waits_is_offered_a_replay_and_who_watches_is_not(chrome: Browser, stage: Stage) -> None:
    stage.battle()
    battle, _ = queued(stage.database, 2)
    with shown(chrome, stage, "phone") as (page, origin):
        page.goto(f"{origin}/watch/{battle}")
        offered = page.get_by_role("link", name="Vote on a finished battle meanwhile")
        with page.context.expect_page() as opened:
            offered.click()
        expect(opened.value.get_by_text("which one did better?").first).to_be_visible()
        with stage.database.writing() as rows:
            rows.get_one(Battle, battle).status = "running"
        expect(page.get_by_text("Both agents are working")).to_be_visible()
        expect(offered).to_be_hidden()


def test_a_mark_stays_on_the_screen_that_was_pressed(chrome: Browser, stage: Stage) -> None:
    (battle,) = queued(stage.database, 1)
    with stage.database.writing() as rows:
        rows.get_one(Battle, battle).status = "running"
    stream = EventStream(stage.home, battle)
    before, after = (picture((40, 80), colour, "JPEG") for colour in ((200, 0, 0), (0, 0, 200)))
    with shown(chrome, stage) as (page, origin):
        page.add_init_script(SHOWN)
        stream.publish(BattleEvent("begun", "left"))
        stream.show("left", before)
        page.goto(f"{origin}/watch/{battle}")
        until(page, 1)
        stream.publish(BattleEvent("acted", "left", 0, done="Tapped “Cards”", action="click", aim=(0.2, 0.2, 0.3, 0.1)))
        stream.show("left", after)
        until(page, 2)
        second = page.evaluate("shown")[1]
        page.wait_for_timeout(50)
        frame = page.locator(".side.left .aims .frame")
        assert (second["marked"], frame.get_attribute("opacity")) == ("1", "0")
        assert second["at"] - second["since"] >= 450  # it was seen, before the screen changed


SHOWN = """window.shown = [];
const drawn = CanvasRenderingContext2D.prototype.drawImage;
new MutationObserver((news) => { for (const one of news) if (one.attributeName === "opacity") window.since ??=
  one.target.getAttribute("opacity") === "1" ? performance.now() : undefined; })
  .observe(document, { subtree: true, attributes: true });
CanvasRenderingContext2D.prototype.drawImage = function (...given) {
  const marked = this.canvas.parentElement.querySelector(".frame").getAttribute("opacity");
  shown.push({ marked, at: performance.now(), since: window.since }); return drawn.apply(this, given); };"""


def until(page: Page, count: int) -> None:
    last = time.monotonic() + 10
    while page.evaluate("shown.length") < count and time.monotonic() < last:
        page.wait_for_timeout(20)
