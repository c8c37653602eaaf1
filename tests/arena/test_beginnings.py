"""Where a live battle begins: screens, data, themes of life and files of one's own, the same for both sides."""

import asyncio
import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import docx
import pytest
from playwright.sync_api import Browser, expect
from sqlalchemy import select
from tests.arena.stage import SIZES, Stage, Visit, picture, role, shown, staged
from tests.arena.test_worker import work

from lifeworld import apps
from lifeworld.arena import additions, agents, exchange, uploads
from lifeworld.arena.additions import Appointment, Entry, Letter, Listed
from lifeworld.arena.beginning import Beginning, presets
from lifeworld.arena.site.live_pages import MAX_UPLOAD
from lifeworld.arena.tables import Battle, Side
from lifeworld.core.choices import NAMES
from lifeworld.core.errors import UserError
from lifeworld.core.observation import Node
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.environment import at_once
from lifeworld.env.episode import begun
from lifeworld.run.folder import Folder
from lifeworld.taskkit.configuration import state_of, states
from lifeworld.world import Profile, World, load
from lifeworld.world.contents import contents

LETTER = b"""From: Ida Moor <ida@moor.example>
Subject: The boat
Date: Mon, 2 Mar 2026 10:00:00 +0100

It leaves at 7:40.
"""
DATES = b"""BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//a test//
BEGIN:VEVENT
UID:1
DTSTART:20260320T074000Z
DURATION:PT2H
SUMMARY:Ferry to Skerry Bay
LOCATION:Pier 4
END:VEVENT
BEGIN:VEVENT
UID:2
DTSTART;VALUE=DATE:20260321
DTEND;VALUE=DATE:20260323
SUMMARY:On the island
END:VEVENT
END:VCALENDAR
"""
TABLE = b"Item;By;How many\nTent;2026-03-19;1\nRope;;2\n"
CALENDAR = apps.by_id()["calendar"].name
SPOKEN = ("titles-de", "titles-zh")  # contents that are languages


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    with staged(tmp_path) as opened:
        with opened.database.writing() as rows:
            agents.register(rows, "walks", "random")
        yield opened


def document(*lines: str) -> bytes:
    made, out = docx.Document(), io.BytesIO()
    for line in lines:
        made.add_paragraph(line)
    made.save(out)
    return out.getvalue()


# ---- files


def test_each_kind_of_file_becomes_what_an_app_holds() -> None:
    files = [("boat.eml", LETTER), ("plan.ics", DATES), ("/home/me/things.csv", TABLE), ("a.txt", b"Bring the map.")]
    letter, ferry, island, things, note = uploads.read(files)
    assert letter == Letter(address="ida@moor.example", subject="The boat", body="It leaves at 7:40.")
    assert ferry == Appointment(
        title="Ferry to Skerry Bay", starts="2026-03-20T07:40:00", ends="2026-03-20T09:40:00", place="Pier 4"
    )
    assert (island.starts.isoformat(), island.ends.isoformat(), island.all_day) == (
        "2026-03-21T00:00:00",
        "2026-03-22T00:00:00",
        True,
    )
    tent, rope = Entry(title="Tent", note="How many: 1", due="2026-03-19"), Entry(title="Rope", note="How many: 2")
    assert things == Listed(name="things", tasks=(tent, rope))
    assert note == Letter(subject="a.txt", body="Bring the map.")
    [seen] = uploads.read([("view.png", picture((40, 30)))])
    assert (seen.files, seen.body) == ((("view.png", 1),), "40 × 30")
    [told] = uploads.read([("trip.docx", document("Day one", "Day two"))])
    assert (told.subject, told.body) == ("trip.docx", "Day one\nDay two")


def bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("word/document.xml", b" " * 9_000_000)
    return out.getvalue()


HOSTILE = [
    ("a.exe", b"MZ", "is none of the files that are taken"),
    ("a.txt", b"\xff\xfe\x00", "is no plain text in UTF-8"),
    ("a.txt", b" \n ", "is empty"),
    ("a.txt", b"x" * 12_001, "holds too long a text"),
    ("a.txt", b"x" * 300_001, "has 300 kB; 300 kB are taken at most"),
    ("a.csv", b"only a head\n", "has 0 rows"),
    ("a.csv", b"a,b\n" * 70, "has 69 rows"),
    ("a.docx", b"PK\x03\x04 nothing", "is no Word document that can be read"),
    ("a.docx", bomb(), "unpacks to more than 4 MB"),
    ("a.ics", b"BEGIN:VCALENDAR\nEND:VCALENDAR\n", "has 0 events"),
    ("a.ics", b"DTSTART:soon", "is no calendar that can be read"),
    ("a.ics", DATES.replace(b"DTSTART:20260320T074000Z", b"DTSTART:99999999"), "is no calendar that can be read"),
    ("a.eml", b"no letter at all", "lacks a line “From:”"),
    ("a.eml", b"From: a@b.example\nContent-Type: text/plain; charset=klingon\n\nx", "is no letter that can be read"),
    ("a.png", b"\x89PNG\r\n\x1a\nrest", "is no picture that can be read"),
    ("a.png", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "is no picture that can be read"),
]


@pytest.mark.parametrize(("name", "data", "why"), HOSTILE, ids=[f"{name} {why[:20]}" for name, _, why in HOSTILE])
def test_what_can_not_be_read_is_refused_in_one_line(name: str, data: bytes, why: str) -> None:
    with pytest.raises(UserError) as refused:
        uploads.read([(name, data)])
    assert str(refused.value).startswith(f"“{name}” ")
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


def test_damaged_files_are_read_or_refused_and_nothing_else() -> None:
    """Every reader gets each good file with a part cut out, doubled or turned around, and other kinds' files."""
    good = {".eml": LETTER, ".ics": DATES, ".csv": TABLE, ".docx": document("Day one"), ".png": picture((40, 30))}
    damaged = [
        data[:at] + change(data[at : at + 40]) + data[at + 40 :]
        for data in good.values()
        for at in range(0, len(data), 397)
        for change in (bytes.upper, lambda part: b"", lambda part: part[::-1], lambda part: part * 3)
    ]
    for number, data in enumerate([*good.values(), *damaged]):
        for suffix in good:
            try:
                uploads.read([(f"{number}{suffix}", data)])
            except UserError as refused:
                assert "\n" not in str(refused)


def test_too_many_files_are_refused() -> None:
    with pytest.raises(UserError, match="These are 6 files; 5 are taken at most"):
        uploads.read([("a.txt", b"a")] * 6)


MIXED = b"""From: a@b.example
Subject: =?utf-8?q?Caf=C3=A9?=
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=x

--x
Content-Type: text/html

<style>p {}</style><p>At <b>noon</b></p><script>alert(1)</script>
--x
Content-Type: application/pdf
Content-Disposition: attachment; filename="../menu.pdf"

PDF
--x--
"""


def test_letters_in_html_and_with_attachments_are_told_in_words() -> None:
    [letter] = uploads.read([("a.eml", MIXED)])
    assert (letter.subject, letter.body, letter.files) == ("Café", "At\nnoon", (("../menu.pdf", 1),))


# ---- worlds


def test_apps_show_what_was_added() -> None:
    added = uploads.read([("boat.eml", LETTER), ("plan.ics", DATES), ("things.csv", TABLE)])
    world = World(additions.added_to(load("nora"), added).data)
    shown = {
        path: at_once(Dom().open(world, path)).tree.text for path in ("/mail/", "/calendar/agenda", "/todo/browse")
    }
    assert "The boat" in shown["/mail/"]
    assert "Ferry to Skerry Bay" in shown["/calendar/agenda"]
    assert "things" in shown["/todo/browse"]


def test_every_theme_of_life_fits_everybody() -> None:
    for person in NAMES:
        for name, one in presets().items():
            start = Beginning.chosen(person, "", "", name, ())
            assert start.state == one.state
            assert not [text for addition in start.added for text in addition.texts if set("{}") & set(text)]
            world = World(start.profile(person).data)
            view = at_once(begun(Dom(), world, start.state))
            assert view.tree.text
            assert additions.read(additions.filed(start.added)) == start.added


HOLDING = ("mail", "calendar", "todo")  # the apps that hold what themes add


@pytest.mark.slow
def test_there_are_six_hundred_beginnings_and_more() -> None:
    """Databases by their bytes, first screens by all that is on them; themes of colour and languages don't count."""
    databases, screens = set(), set()
    for person in NAMES:
        for profile, state in beginnings(person):
            databases.add(profile.digest)
            screens.add(screen(profile.data, state))
    assert len(databases) >= 42
    assert len(screens - {""}) >= 600


def beginnings(person: str) -> Iterator[tuple[Profile, str]]:
    """Yield a person's worlds with what is open: each screen with each kind of data, and those that a theme changes."""
    for content in (name for name in contents() if name not in SPOKEN):
        yield from ((load(person, content), state) for state in states())
        for name in presets():
            profile = Beginning.chosen(person, "", content, name, ()).profile(person)
            yield from ((profile, state) for state in states() if state.partition(".")[0] in HOLDING)


def screen(data: bytes, state: str) -> str:
    """Return a digest of what is on the first screen; "" where there is no such screen in this world."""
    world = World(data)
    try:
        state_of(state).path(world.store)
    except LookupError:
        return ""
    try:
        return hashlib.sha256(repr(listed(at_once(begun(Dom(), world, state)).tree)).encode()).hexdigest()
    finally:
        world.close()


def listed(tree: Node) -> list[tuple[str, str, str]]:
    return [(node.role, node.name, str(node.value)) for node in tree.walk()]


# ---- battles


def begin(stage: Stage, visit: Visit, files: list[tuple[str, bytes]], **fields: str):  # type: ignore[no-untyped-def]
    sent = {"token": visit.token("/live", "/live"), "device": "phone", "profile": "nora", **fields}
    part = b'--x\r\ncontent-disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
    parts = [part % (name.encode(), b"", value.encode()) for name, value in sent.items()]
    parts += [part % (b"files", b'; filename="%s"' % name.encode(), data) for name, data in files]
    return visit.post("/live", b"".join(parts) + b"--x--\r\n", content_type="multipart/form-data; boundary=x")


def test_both_sides_begin_where_the_visitor_chose_and_the_record_and_export_say_it(stage: Stage) -> None:
    visit = stage.visit()
    chosen = {"preset": "trip", "content": "sparse", "written": "Find out when the boat leaves"}
    started = begin(stage, visit, [("boat.eml", LETTER)], **chosen)
    assert started.status_code == 303, started.text
    asyncio.run(work(stage.database, stage.home))
    with stage.database.reading() as rows:
        battle = rows.scalars(select(Battle)).one()
        assert (battle.status, battle.preset, battle.configuration["state"]) == ("ready", "trip", "calendar.agenda")
        assert (battle.configuration["content"], len(battle.added)) == ("sparse", 5)
        for side in rows.scalars(select(Side)):
            folder = Folder.opened(stage.home / "battles" / side.folder)
            assert folder.steps(folder.names()[0])[0].url.startswith("/calendar")
        began = exchange.dataset(rows).begun[battle.id]
    assert began == {"person": "nora", "state": "calendar.agenda", "content": "sparse", "preset": "trip", "added": 5}
    told = f"Began with Planning a trip; open: {CALENDAR}, agenda; data: {contents()['sparse'].says}; 3 letters, "
    assert told in visit.get(f"/battle/{battle.id}").text
    mine = visit.get("/data/mine.json").json()["battles"][0]
    assert "It leaves at 7:40." in json.dumps(mine["added"])
    visit.send("/data", "/data/delete", sure="yes")
    with stage.database.reading() as rows:
        assert rows.scalars(select(Battle)).one().added == []


REFUSED = [
    ({"preset": "trip", "task": "todo.CompleteTask"}, [], "go with a task in your own words"),
    ({"task": "todo.CompleteTask"}, [("a.txt", b"note")], "go with a task in your own words"),
    ({"written": "Do it all", "preset": "war"}, [], "no theme “war”"),
    ({"written": "Do it all", "state": "bank.vault"}, [], "no state “bank.vault”"),
    ({"written": "Do it all", "content": "huge"}, [], "no content “huge”"),
    ({"written": "Do it all"}, [("a.zip", b"PK")], "“a.zip” is none of the files"),
    ({"written": "Do it all"}, [("a.txt", b"a")] * 6, "These are 6 files"),
]


@pytest.mark.parametrize(("fields", "files", "why"), REFUSED, ids=[why for _, _, why in REFUSED])
def test_a_wrong_beginning_is_refused_and_nothing_begins(
    stage: Stage, fields: dict[str, str], files: list[tuple[str, bytes]], why: str
) -> None:
    refused = begin(stage, stage.visit(), files, **fields)
    assert (refused.status_code, why in refused.text) == (422, True)
    with stage.database.reading() as rows:
        assert not rows.scalars(select(Battle)).all()


def test_a_moderator_reads_what_was_added(stage: Stage) -> None:
    stage.rules(hold=True)
    visit = stage.visit()
    assert begin(stage, visit, [("boat.eml", LETTER)], written="Find out when it leaves").status_code == 303
    visit.sign_in("ida@arena.example")
    role(stage, "ida@arena.example", "admin")
    page = visit.get("/admin/battles").text
    assert "Began with 1 letter added" in page and "It leaves at 7:40." in page


def test_a_denied_word_in_a_file_is_refused(stage: Stage) -> None:
    stage.rules(deny=("blob fish",))
    files = [("a.csv", b"Animal\nBlob-Fish\n")]
    refused = begin(stage, stage.visit(), files, written="Count the animals")
    assert (refused.status_code, "A file holds words that are not allowed" in refused.text) == (422, True)


def test_a_form_of_files_that_is_too_large_is_refused(stage: Stage) -> None:
    refused = begin(stage, stage.visit(), [("a.txt", b"x" * MAX_UPLOAD)], written="Read it all")
    assert refused.status_code == 413


@pytest.mark.parametrize("size", SIZES)
def test_a_visitor_chooses_a_theme_and_a_file_in_the_browser(
    chrome: Browser, stage: Stage, tmp_path: Path, size: str
) -> None:
    place = tmp_path / "boat.eml"
    place.write_bytes(LETTER)
    with shown(chrome, stage, size) as (page, origin):
        page.goto(f"{origin}/live")
        expect(page.get_by_text("A theme of life", exact=True)).to_be_hidden()
        page.get_by_text("Choose where to begin").click()
        page.get_by_role("radio", name="Planning a trip").check()
        expect(page.locator("#written")).to_have_value(presets()["trip"].tasks[0])
        page.get_by_role("radio", name="Moving house").check()
        expect(page.locator("#written")).to_have_value(presets()["moving"].tasks[0])
        page.get_by_label("What is open").select_option(label="Agenda")
        page.get_by_label("Files of your own").set_input_files(place)
        page.get_by_role("button", name="Start the battle").click()
        page.wait_for_url("**/watch/**")
        told = f"Began with Moving house; open: {CALENDAR}, agenda; 3 letters, 1 list added"
        expect(page.get_by_text(told)).to_be_visible()
