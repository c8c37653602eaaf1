"""Nothing that is shown tells whether an agent works by the picture or by the tree: wording and marks are the same.

The same trajectory is that of a hand: an agent that names a control below the screen scrolls there and taps it, as one
that points does, and its hand opens a list before it chooses.
"""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.arena.test_worker import work

from lifeworld.arena import agents, battles
from lifeworld.arena.database import Database
from lifeworld.arena.site.replay import Recording, Replay
from lifeworld.arena.site.visitors import Signer
from lifeworld.arena.tables import SIDES, Pair
from lifeworld.arena.wording import by_hand, deed, mark_of
from lifeworld.core.actions import Click, Key, Point, Ref, Scroll, SetValue, Text
from lifeworld.core.observation import Box, Node, View
from lifeworld.core.trajectory import Step
from lifeworld.run import runner
from lifeworld.run.action_target import target_box, target_control, target_pressed
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder
from lifeworld.taskkit.configuration import Configuration

SIZE = (400, 800)
PAGE = View(
    url="/",
    title="Home",
    size=SIZE,
    tree=Node(
        "document",
        box=Box(0, 0, 400, 800),
        children=(
            Node("link", "Cards", ref="e1", box=Box(40, 80, 200, 60)),
            Node("textbox", "Name", ref="e2", box=Box(40, 200, 300, 40), states=frozenset({"focused"})),
            Node("checkbox", "Frozen", ref="e3", box=Box(40, 300, 20, 20)),
            Node(
                "combobox",
                "Pay from",
                ref="e4",
                box=Box(40, 400, 300, 40),
                children=(Node("option", "Savings", ref="e5"),),
            ),
        ),
    ),
)


def step(action: object, **more: object) -> Step:
    aimed = {"box": target_box(action, PAGE), **target_control(action, PAGE.tree)}  # type: ignore[arg-type]
    return Step(number=0, action=action, url="/", pressed=target_pressed(action, PAGE), **aimed, **more)  # type: ignore[arg-type]


def served(*steps: Step) -> str:
    """Return all that a browser gets of a battle whose both sides took these steps."""
    numbered = [replace(one, number=number, seconds=0.0) for number, one in enumerate(steps)]
    sides = {side: Recording(numbered, Path) for side in ("left", "right")}
    replay = Replay("b", SIZE, sides, (), Signer("a secret of a test, long enough for it"))  # type: ignore[arg-type]
    return str(replay.json) + str(replay.part("marks")) + str(replay.player(0, "phone", False))


def point(x: float, y: float) -> Point:
    return Point(x=x / SIZE[0], y=y / SIZE[1])


SAME = [
    (Click(target=Ref(id="e1")), Click(target=point(44, 131))),
    (SetValue(target=Ref(id="e2"), value="Nora"), Text(target=point(60, 230), text="Nora")),
    (SetValue(target=Ref(id="e2"), value="Nora"), Text(text="Nora")),
    (SetValue(target=Ref(id="e3"), value=True), Click(target=point(50, 310))),
    (Scroll(target=Ref(id="e1"), dy=300), Scroll(target=point(300, 700), dy=300)),
]


OPEN, DOWN, TAKE = Click(target=point(190, 420)), Key(chord=("ArrowDown",)), Key(chord=("Enter",))
CHOICES = [SetValue(target=Ref(id="e4"), value="Savings"), Click(target=Ref(id="e5"))]


@pytest.mark.parametrize(("by_tree", "by_picture"), SAME)
def test_one_wording_and_one_mark_for_both_kinds(by_tree: object, by_picture: object) -> None:
    assert deed(step(by_tree)) == deed(step(by_picture))
    assert mark_of(step(by_tree)) == mark_of(step(by_picture))
    assert served(step(by_tree)) == served(step(by_picture))


@pytest.mark.parametrize("by_tree", CHOICES)
def test_a_list_is_opened_to_choose_from_it_by_both_kinds(by_tree: object) -> None:
    """Who points goes through it by keys, which are no steps of their own; keys after that are."""
    after = step(Key(chord=("Tab",)))
    assert deed(step(by_tree)) == "Opened “Pay from” to choose"
    by_picture = [step(OPEN), step(DOWN), step(DOWN), step(TAKE), after]
    assert served(step(by_tree), after) == served(*by_picture)
    assert [one.number for one in by_hand(replace(one, number=n) for n, one in enumerate(by_picture))] == [0, 4]


def test_what_is_scrolled_to_is_shown_as_scrolling_and_then_pressed_in_the_picture() -> None:
    scroll, tap = Scroll(target=point(200, 400), dy=600), Click(target=point(44, 131))
    below = replace(step(Click(target=Ref(id="e1"))), image="a", reached="b", by_points=(scroll, tap))
    seen = by_hand([below])
    assert [(deed(one), mark_of(one), one.image) for one in seen] == [
        ("Scrolled down", None, "a"),
        ("Tapped “Cards”", Box(0.1, 0.1, 0.5, 0.075), "b"),
    ]
    assert served(below) == served(replace(step(scroll), image="a"), replace(step(tap), image="b"))


def test_what_scrolls_within_a_page_that_scrolls_takes_two_turns_of_the_hand() -> None:
    down, aside = Scroll(target=point(200, 400), dy=600), Scroll(target=point(200, 700), dx=300)
    tap = Click(target=point(44, 131))
    within = replace(
        step(Click(target=Ref(id="e1"))), image="a", reached="b", by_points=(down, aside, tap), seconds=2.0
    )
    seen = by_hand([within])
    assert [(deed(one), one.seconds) for one in seen] == [
        ("Scrolled down", 2.0),
        ("Scrolled sideways", 0.0),
        ("Tapped “Cards”", 0.0),
    ]
    by_picture = (replace(step(one), image=image) for one, image in ((down, "a"), (aside, "a"), (tap, "b")))
    assert served(within) == served(*by_picture)


def test_a_mark_frames_the_control_and_its_name_is_told() -> None:
    pressed = step(Click(target=point(44, 131)))
    assert deed(pressed) == "Tapped “Cards”"
    assert mark_of(pressed) == Box(0.1, 0.1, 0.5, 0.075)
    beside = step(Click(target=point(390, 700)))
    assert (deed(beside), mark_of(beside)) == ("Tapped here", Box(0.975, 0.875, 0, 0))


def test_older_recordings_name_no_control_on_either_side() -> None:
    """They tell what was pressed by reference only: to name that would tell the kinds apart."""
    old = [replace(step(one), pressed=None) for one in SAME[0]]
    left, right = (Recording([one], Path) for one in old)
    replay = Replay("b", SIZE, {"left": left, "right": right}, (), Signer("a secret of a test, long enough for it"))
    assert [shown[0].done for shown in replay.sides.values()] == ["Tapped here", "Tapped here"]
    assert all(shown[0].aim[2:] == (34.0, 34.0, 17.0) for shown in replay.sides.values() if shown[0].aim)


FILING = "bank.FileUnder"  # scrolls to a list, and chooses from it
WAYS = [
    pytest.param((FILING, "calendar.AddAppointmentLater"), 2, marks=pytest.mark.long),
    pytest.param((), 200, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("tasks", "count"), WAYS)
def test_a_trajectory_by_the_tree_is_the_same_bytes_when_it_is_done_by_points(
    tasks: tuple[str, ...], count: int, tmp_path: Path
) -> None:
    """Real episodes in a browser: the oracle's, by references, and the same done again by points on the picture."""
    by_tree = runner.run(RunConfig(driver="chromium", tasks=tasks, limit=count), tmp_path / "tree")
    agents = (f"replay:{by_tree.path}:points",)
    by_points = runner.run(by_tree.config().model_copy(update={"agents": agents}), tmp_path / "points")
    pairs = paired(by_tree, by_points)
    assert len(pairs) == count
    assert [one for one, other in pairs if served(*one) != served(*other)] == []
    assert any(step.reached for one, _ in pairs for step in one)  # something had to be scrolled to


@pytest.mark.long
def test_a_live_battle_tells_the_same_of_both_kinds(tmp_path: Path, database: Database) -> None:
    by_tree = runner.run(RunConfig(driver="chromium", tasks=(FILING,), devices=("phone",), limit=1), tmp_path / "a")
    [played] = by_tree.episodes()
    configuration = Configuration.from_json(played["planned"]["configuration"])
    with database.writing() as rows:
        agents.register(rows, "names", "oracle")
        agents.register(rows, "points", f"replay:{by_tree.path}:points")
        battle = battles.new_battle(rows, configuration, Pair("names", "points"), "live").id
    asyncio.run(work(database, tmp_path, driver="chromium"))
    events = [json.loads(line) for line in (tmp_path / "live" / battle / "events.jsonl").read_text().splitlines()]
    acted = [one for one in events if one["kind"] == "acted"]
    left, right = ([(one["done"], one["aim"]) for one in acted if one["side"] == side] for side in SIDES)
    assert left == right
    assert ("Scrolled down", None) in left


def paired(by_tree: Folder, by_points: Folder) -> list[tuple[list[Step], list[Step]]]:
    """Return the steps of the same configurations; what agents say of themselves aside."""
    found = []
    for folder in (by_tree, by_points):
        known = {}
        for one in folder.episodes():
            steps = [replace(step, native=None) for step in folder.steps(one["episode"])]
            known[str(one["planned"]["configuration"])] = steps
        found.append(known)
    return [(found[0][key], found[1][key]) for key in found[0] if key in found[1]]
