"""A row that was there at the start is itself; only rows made in the episode go by content."""

from datetime import timedelta

from tests.verify.test_judge import Doing, verdict

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Entry
from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Calendar, Event
from lifeworld.apps.code import commands as code
from lifeworld.apps.code.models import Folder
from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Label
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task, TaskList
from lifeworld.life.models import Person
from lifeworld.world import World


def lists(world: World) -> list[TaskList]:
    return world.store.all(TaskList, "NOT inbox")


def test_the_wrong_list_renamed_and_the_right_one_given_its_name() -> None:
    def right(world: World) -> None:
        one, _ = lists(world)[:2]
        world.do(todo.RenameList(one, "Odds and ends", one.colour))

    def wrong(world: World) -> None:
        one, other = lists(world)[:2]
        world.do(todo.RenameList(other, "Odds and ends", one.colour))
        world.do(todo.RenameList(one, other.name, other.colour))

    assert verdict(right, right).success
    assert not verdict(right, wrong).success


def twins(world: World) -> tuple[Entry, Entry]:
    """Two charges that differ only in their time, which is a stamp."""
    by_look: dict[tuple[object, ...], Entry] = {}
    for entry in world.store.all(Entry, "kind = 'card' AND NOT pending"):
        look = (entry.account_id, entry.amount, entry.title, entry.category)
        if look in by_look:
            return by_look[look], entry
        by_look[look] = entry
    raise AssertionError("no two charges look alike")


def filed(which: int) -> Doing:
    def doing(world: World) -> None:
        entry = twins(world)[which]
        other = next(name for name in ("groceries", "travel") if name != entry.category)
        world.do(bank.Recategorise(entry, other))  # type: ignore[arg-type]

    return doing


def test_the_charge_of_another_day() -> None:
    assert verdict(filed(0), filed(0)).success
    assert not verdict(filed(0), filed(1)).success


def test_thrown_away_and_made_again_just_so_is_as_before() -> None:
    def again(world: World) -> None:
        made = world.do(todo.AddList("Something"))
        world.do(todo.DeleteList(made))
        world.do(todo.AddTask("Water the ferns", world.store.get(TaskList, 1)))

    def once(world: World) -> None:
        world.do(todo.AddTask("Water the ferns", world.store.get(TaskList, 1)))

    assert verdict(once, again).success


def test_a_link_between_two_rows_is_what_it_joins() -> None:
    """Taken out of the cart and put in again is no other cart: the row has no identity of its own."""

    def put(times: int) -> Doing:
        def doing(world: World) -> None:
            variant = world.store.one(Variant, "stock > 3 AND id NOT IN (SELECT variant_id FROM shop_cart_item)")
            for n in range(times):
                item = world.do(shop.AddToCart(variant))
                if n + 1 < times:
                    world.do(shop.RemoveFromCart(item))

        return doing

    assert verdict(put(1), put(3)).success


def invited(world: World, seconds: float, before: float = 0) -> None:
    where = "organiser_id IS NULL AND starts > ? AND NOT all_day"
    event = world.store.one(Event, where, world.store.now)
    known = "id > 1 AND id NOT IN (SELECT person_id FROM calendar_guest WHERE event_id = ?)"
    person = world.store.one(Person, known, event.id)
    world.advance(before)
    world.do(almanac.Invite(event, (person,)))
    world.advance(seconds)


def test_what_the_world_does_later_is_not_the_agents() -> None:
    def at_once(world: World) -> None:
        invited(world, 0)

    def with_a_wait(world: World) -> None:
        invited(world, 6 * 3600)

    def after_a_wait(world: World) -> None:
        invited(world, 0, before=3600)

    assert verdict(at_once, with_a_wait).success
    assert verdict(at_once, after_a_wait).success


def test_what_the_agent_changes_after_the_world_did_is_the_agents(world: World) -> None:
    invited(world, 6 * 3600)
    task = world.store.one(Task, "done_at IS NULL")
    world.do(todo.Complete(task))
    assert any(change.table == "todo_task" for change in world.changes().rows)


def test_bare_ids_are_no_conditions(world: World) -> None:
    for read in (world.store.count, world.store.all):
        try:
            read(Task, 3)  # type: ignore[arg-type]
        except TypeError as told:
            assert "get" in str(told)
        else:
            raise AssertionError("an id was taken for a condition")


def test_a_row_made_again_stands_where_it_stood() -> None:
    """Ticked shows tasks in their order: one thrown away and made again at the end has been moved."""

    def adds(world: World) -> None:
        world.do(todo.AddTask("Water the ferns", world.store.get(TaskList, 1)))

    def again(which: int) -> Doing:
        def doing(world: World) -> None:
            bare = "note = '' AND due IS NULL AND done_at IS NULL AND id NOT IN (SELECT task_id FROM todo_step)"
            home = world.store.one(Task, f"{bare} AND list_id IN (SELECT list_id FROM todo_task GROUP BY 1)")
            tasks = world.store.all(Task, "list_id = ?", home.list_id, order="position, id")
            task = [one for one in tasks if one.open and not (one.note or one.due or one.steps)][which]
            world.do(todo.DeleteTask(task))
            world.do(todo.AddTask(task.title, task.list, priority=task.priority))
            adds(world)

        return doing

    found = verdict(adds, again(0))
    assert not found.success and "also put a task in Ticked into another place" in found.reasons


def with_tasks(colour: str, *titles: str, steps: tuple[str, ...] = ("Look", "Dig")) -> Doing:
    """Make a list of a colour, with tasks in it and steps in each; the colour is the agent's to choose."""

    def doing(world: World) -> None:
        made = world.do(todo.AddList("Winter garden", colour))  # type: ignore[arg-type]
        for title in titles:
            task = world.do(todo.AddTask(title, made))
            for step in steps:
                world.do(todo.AddStep(task, step))

    return doing


def test_what_is_free_in_a_new_row_is_free_where_others_point_at_it() -> None:
    wanted = with_tasks("grey", "Lemons", "Figs")
    assert verdict(wanted, with_tasks("teal", "Figs", "Lemons")).success
    assert not verdict(with_tasks("teal", "Lemons", "Figs"), with_tasks("gold", "Lemons", "Figs")).success
    for wrong in (
        with_tasks("teal", "Lemons"),
        with_tasks("teal", "Lemons", "Fig"),
        with_tasks("teal", "Lemons", "Figs", steps=("Dig", "Look")),
    ):
        assert not verdict(wanted, wrong).success


def test_rows_are_paired_off_before_those_that_point_at_them() -> None:
    """Of two new rows of one name, one left open: what belongs to the one does not count for the other."""

    def invited(to_plain: int) -> Doing:
        def doing(world: World) -> None:
            def event(note: str) -> Event:
                at = world.store.now.replace(minute=0, second=0) + timedelta(days=3)
                calendar = world.store.one(Calendar)
                return world.do(almanac.AddEvent("Pumpkin soup", calendar, at.date(), at.time(), note=note))  # type: ignore[no-any-return]

            plain, noted = event(""), event("bring bowls")
            people = world.store.all(Person, "id > 1", limit=2)
            for number, person in enumerate(people):
                world.do(almanac.Invite(plain if number < to_plain else noted, (person,)))

        return doing

    assert verdict(invited(1), invited(1)).success
    for wrong in (0, 2):
        assert not verdict(invited(1), invited(wrong)).success


def test_a_label_made_anew_is_not_the_one_that_letters_have() -> None:
    def labelled(world: World) -> Label:
        return world.store.all(Label, "id IN (SELECT label_id FROM mail_thread_label)")[0]

    def renamed(world: World) -> None:
        label = labelled(world)
        world.do(mail.RenameLabel(label, "Kept", label.colour))

    def anew(world: World) -> None:
        label = labelled(world)
        world.do(mail.DeleteLabel(label))
        world.do(mail.AddLabel("Kept", label.colour))

    assert verdict(renamed, renamed).success
    assert not verdict(renamed, anew).success


def test_a_folder_made_anew_is_the_folder_renamed_but_another_one_is_not() -> None:
    def right(world: World) -> None:
        folder = world.store.all(Folder)[0]
        world.do(code.MoveFolder(folder, "kept"))

    def by_hand(which: int) -> Doing:
        def done(world: World) -> None:
            folder = world.store.all(Folder)[which]
            world.do(code.AddFolder(folder.project, "kept"))
            for file in code.within(world.store, folder):
                world.do(code.MoveFile(file, f"kept/{file.path.partition('/')[2]}"))
            world.do(code.DeleteFolder(folder))

        return done

    assert verdict(right, by_hand(0)).success
    assert not verdict(right, by_hand(1)).success
