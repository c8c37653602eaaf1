"""Many worlds as arrays: what is seen and done is what a session sees and does, and a policy learns from it."""

import runpy

import numpy as np
import pytest
from tests.bridges.broken import broken

from lifeworld.bridges.arrays import COMMANDS, ROLES, STATES, Sizes, word_numbers
from lifeworld.bridges.batch import Batch, demonstration
from lifeworld.bridges.suite import Suite
from lifeworld.core.actions import Click, Done, Ref, SetValue
from lifeworld.core.errors import Fault, UserError

TASK = "todo.CompleteTask"
HOME, DONE, MORE = (COMMANDS.index(name) for name in ("home", "done", "more"))
SIZES = Sizes()


def numbers(text: str, most: int = SIZES.words) -> list[int]:
    return np.frombuffer(word_numbers(text, most, SIZES.vocabulary), np.int32).tolist()


def test_arrays_say_what_the_tree_says() -> None:
    with Batch(2, tasks=TASK, devices="phone") as batch:
        seen = batch.reset(seed=4)
        for row, world in enumerate(batch.worlds):
            now = world.screen.now
            apps = [node for node in now.tree.walk() if node.role == "link" and node.name == "Ticked"]
            place = seen["names"][row].tolist().index(numbers("Ticked"))
            assert ROLES[seen["roles"][row, place]] == "link" and seen["mask"][row, SIZES.tap(place)] == 1
            assert batch.worlds[row].screen.action(SIZES.tap(place)) == Click(target=Ref(id=apps[0].ref))
            assert seen["goal"][row].tolist() == numbers(now.goal, SIZES.goal)
        assert {name: array.shape[1:] for name, array in seen.items()} == {
            name: shape for name, (shape, _, _) in SIZES.layout().items()
        }


def test_states_follow_what_is_done() -> None:
    with Batch(1, tasks="todo.RewordTask", devices="phone") as batch:
        seen = batch.reset()
        place = seen["names"][0].tolist().index(numbers("Search apps"))
        assert seen["mask"][0, SIZES.fill(place, 0)] == 1 and not seen["contents"][0, place].any()
        now = batch.step([SIZES.fill(place, 0)]).observations
        quoted = now["mentions"][0, 0]
        assert quoted.any() and now["contents"][0, place].tolist() == quoted.tolist()
        assert STATES.index("focused") in np.flatnonzero(now["states"][0, place])
        assert seen["contents"][0, place].sum() == 0  # what was returned before is nobody's to change


@pytest.mark.parametrize("task", [TASK, "todo.RewordTask", "todo.FullestList", "bank.TransferTooMuch"])
def test_indices_solve_tasks_with_taps_fields_and_answers(task: str) -> None:
    suite = Suite(tasks=task)
    shown = next(one for seed in range(20) if (one := demonstration(suite, seed)))
    assert shown.observations["mask"][np.arange(len(shown.actions)), shown.actions].all()


def test_elements_beyond_the_arrays_come_with_more() -> None:
    small = Sizes(elements=8)
    suite = Suite(tasks=TASK, devices="phone")
    shown = demonstration(suite, 3, small)
    assert shown is not None and MORE in shown.actions
    with Batch(1, sizes=small, tasks=TASK, devices="phone") as batch:
        first = batch.reset(seed=3)
        later = batch.step([MORE]).observations
        assert (first["names"] != later["names"]).any()
        for _ in range(8):
            later = batch.step([MORE]).observations
            if (later["names"] == first["names"]).all():
                return
    pytest.fail("turning over never comes back to the first elements")


def test_what_is_masked_is_invalid_and_what_has_no_index_has_none() -> None:
    with Batch(1, tasks=TASK) as batch:
        seen = batch.reset()
        masked = np.flatnonzero(seen["mask"][0] == 0)
        stepped = batch.step([int(masked[-1])])
        assert stepped.observations["refused"][0] == 1 and not stepped.ended
        screen = batch.worlds[0].screen
        assert screen.index(Click(target=Ref(id="e99999"))) is None
        assert screen.index(Click(target=Ref(id="e2"), count=2)) is None
        assert screen.index(Done(status="failure")) is None
        assert screen.index(SetValue(target=Ref(id="e99999"), value="x")) is None


def test_finished_worlds_begin_the_next_episode_by_themselves() -> None:
    with Batch(3, tasks=TASK, max_steps=2) as batch:
        batch.reset(seed=5)
        stepped = batch.step([HOME, DONE, HOME])
        assert stepped.terminated.tolist() == [False, True, False] and set(stepped.ended) == {1}
        info = stepped.ended[1].info
        assert info["configuration"] == batch.suite.configuration(6).id and info["verdict"]["outcome"] == "failure"
        assert batch.worlds[1].session.configuration == batch.suite.configuration(9)
        stepped = batch.step([HOME, HOME, HOME])
        assert stepped.truncated.tolist() == [True, False, True] and stepped.valid.all()


def test_a_fault_of_ours_is_no_zero(monkeypatch: pytest.MonkeyPatch) -> None:

    with Batch(2, tasks=TASK) as batch:
        batch.reset()
        with monkeypatch.context() as patched:
            patched.setattr(batch.worlds[0].session._environment, "step", broken)
            stepped = batch.step([HOME, HOME])
        assert np.isnan(stepped.rewards).tolist() == [True, False] == (~stepped.valid).tolist()
        assert stepped.truncated[0] and "the disk is full" in stepped.ended[0].info["fault"]
        assert batch.step([HOME, HOME]).valid.all()


def test_a_world_that_breaks_as_it_begins_plays_the_next_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    with Batch(1, tasks=TASK) as batch:
        whole, left = batch.worlds[0].session._environment.reset, [1]

        def once(configuration: object) -> object:
            if left:
                left.pop()
                raise Fault("the disk is full")
            return whole(configuration)

        monkeypatch.setattr(batch.worlds[0].session._environment, "reset", once)
        batch.reset(seed=0)
        assert batch.worlds[0].session.configuration == batch.suite.configuration(1)


def test_what_has_no_effect_is_refused() -> None:
    with pytest.raises(UserError, match="use the channel tree or pixels"):
        Batch(1, tasks=TASK, channels="tree+tools")
    with pytest.raises(UserError, match="one world or more, not 0"):
        Batch(0, tasks=TASK)
    with Batch(2, tasks=TASK) as batch:
        with pytest.raises(UserError, match="call reset before step"):
            batch.step([HOME, HOME])
        with pytest.raises(UserError, match="3 seeds for 2 worlds"):
            batch.reset(seed=[1, 2, 3])
        batch.reset()
        with pytest.raises(UserError, match="1 actions for 2 worlds"):
            batch.step([HOME])


def test_pictures_come_where_they_are_asked_for() -> None:
    with Batch(1, tasks=TASK, driver="chromium", channels="pixels+tree", devices="phone") as batch:
        seen = batch.reset()
        assert seen["picture"].shape == (1, 844, 390, 3) and seen["picture"].any()
        place = seen["names"][0].tolist().index(numbers("Ticked"))
        left, top, right, bottom = seen["boxes"][0, place]
        assert 0 <= left < right <= 1 and 0 <= top < bottom <= 1


def test_the_example_learns_tasks_that_it_has_not_seen() -> None:
    example = runpy.run_path("examples/batch.py")
    before, after = example["main"](["--demonstrations", "24", "--worlds", "16"])
    assert before <= 0.1 and after >= 0.5
