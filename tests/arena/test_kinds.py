"""Nothing that is shown tells whether an agent works by the picture or by the tree: wording and marks are the same."""

from dataclasses import replace
from pathlib import Path

import pytest

from lifeworld.arena.site.replay import Recording, Replay
from lifeworld.arena.site.signing import Signer
from lifeworld.arena.wording import deed, mark_of
from lifeworld.core.actions import Click, Point, Ref, Scroll, SetValue, Text
from lifeworld.core.observation import Box, Node, View
from lifeworld.core.trajectory import Step
from lifeworld.run import runner
from lifeworld.run.action_target import target_box, target_control, target_pressed
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder

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


@pytest.mark.parametrize(("by_tree", "by_picture"), SAME)
def test_one_wording_and_one_mark_for_both_kinds(by_tree: object, by_picture: object) -> None:
    assert deed(step(by_tree)) == deed(step(by_picture))
    assert mark_of(step(by_tree)) == mark_of(step(by_picture))
    assert served(step(by_tree)) == served(step(by_picture))


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


@pytest.mark.slow
def test_a_trajectory_by_the_tree_is_the_same_bytes_when_it_is_done_by_points(tmp_path: Path) -> None:
    """Real episodes in a browser: the oracle's, by references, and the same done again by points on the picture."""
    by_tree = runner.run(RunConfig(driver="chromium", limit=4), tmp_path / "tree")
    agents = (f"replay:{by_tree.path}:points",)
    by_points = runner.run(RunConfig(agents=agents, driver="chromium", limit=4), tmp_path / "points")
    pairs = [(one, other) for one, other in paired(by_tree, by_points) if len(one) == len(other)]
    assert len(pairs) >= 2  # in the others something had to be scrolled to first, which is a step of its own
    for one, other in pairs:
        assert served(*one) == served(*other)


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
