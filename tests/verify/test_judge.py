"""The verdict: a closed world, by content."""

import json
import re
from collections.abc import Callable
from datetime import date

import pytest

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Card, Entry, Settings
from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Thread
from lifeworld.apps.maps import commands as maps
from lifeworld.apps.maps.models import Search
from lifeworld.apps.shop.models import Look
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Step, Task, TaskList
from lifeworld.core.verdict import Verdict
from lifeworld.store import Change, Changes, Store, Table
from lifeworld.taskkit.draw import drawn
from lifeworld.taskkit.kit import observed
from lifeworld.verify.content import Bag
from lifeworld.verify.expectation import Expectation, Prose, Setting, Target, Wanted, mark
from lifeworld.verify.happened import Asked, Happened, Seen
from lifeworld.verify.judge import judge
from lifeworld.verify.words import described
from lifeworld.web import Request
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES
from lifeworld.world.tables import by_name

TODAY = date(2026, 3, 12)
Doing = Callable[[World], None]


def changes(doing: Doing) -> Changes:
    world = World(load(NAMES[0]).data).start()
    doing(world)
    try:
        return world.changes()
    finally:
        world.close()


def verdict(wanted: Doing, done: Doing, prose: tuple[Prose, ...] = ()) -> Verdict:
    known = Setting("", TODAY, frozenset())
    expectation = Expectation((Target(changes(wanted), prose=prose, setting=known),))
    return judge(Happened(changes(done), TODAY, status="success"), expectation, by_name())


def first(store: Store, where: str = "done_at IS NULL") -> Task:
    return store.one(Task, where)


def add(title: str) -> Doing:
    def doing(world: World) -> None:
        world.do(todo.AddTask(title, world.store.get(TaskList, 1)))

    return doing


def nothing(world: World) -> None: ...


def test_the_same_change_is_right() -> None:
    assert verdict(add("Water the ferns"), add("Water the ferns")).success
    assert verdict(add("Water the ferns"), add("Water  the ferns ")).success


@pytest.mark.parametrize("done", [nothing, add("Water the fern"), add("water the ferns"), add("Water the ferns today")])
def test_another_value_is_wrong(done: Doing) -> None:
    found = verdict(add("Water the ferns"), done)
    assert found.outcome == "failure"
    assert found.reasons[0].startswith("should have added a task in Ticked")


def test_ids_of_new_rows_are_only_names() -> None:
    def once_more(world: World) -> None:
        add("Something")(world)
        world.do(todo.DeleteTask(world.store.one(Task, "title = 'Something'")))
        add("Water the ferns")(world)

    def with_step(before: Doing) -> Doing:
        def doing(world: World) -> None:
            before(world)
            world.do(todo.AddStep(world.store.one(Task, "title = 'Water the ferns'"), "Fill the can"))

        return doing

    assert verdict(with_step(add("Water the ferns")), with_step(once_more)).success


def test_undone_changes_vanish() -> None:
    def there_and_back(world: World) -> None:
        task = world.do(todo.Complete(first(world.store)))
        world.do(todo.Reopen(task))
        add("Water the ferns")(world)

    assert verdict(add("Water the ferns"), there_and_back).success


def test_deleting_and_writing_anew_is_not_changing() -> None:
    def renamed(world: World) -> None:
        world.do(todo.EditTask(first(world.store, "note = '' AND due IS NULL AND done_at IS NULL"), "Other"))

    def anew(world: World) -> None:
        old = first(world.store, "note = '' AND due IS NULL AND done_at IS NULL")
        world.do(todo.DeleteTask(old))
        world.do(todo.AddTask("Other", old.list, priority=old.priority))

    steps = World(load(NAMES[0]).data).store
    assert not first(steps, "note = '' AND due IS NULL AND done_at IS NULL").steps
    found = verdict(renamed, anew)
    assert not found.success and "removed a task in Ticked" in " ".join(found.side_effects)


def test_side_effects_are_named() -> None:
    def too_much(world: World) -> None:
        add("Water the ferns")(world)
        world.do(todo.Complete(first(world.store)))

    found = verdict(add("Water the ferns"), too_much)
    assert found.outcome == "failure"
    assert len(found.side_effects) == 1
    assert found.side_effects[0].startswith("changed a task in Ticked: “")
    assert found.side_effects[0].endswith("(done from no to yes)")


def told(wanted: Doing, done: Doing) -> list[str]:
    """What a verdict says, knowing the rows that did not change as an episode does."""
    world = World(load(NAMES[0]).data).start()
    done(world)
    try:
        expectation = Expectation((Target(changes(wanted)),))
        happened = Happened(world.changes(), TODAY, status="success")
        return list(judge(happened, expectation, by_name(), world.store.stored).reasons)
    finally:
        world.close()


def test_reasons_tell_twins_apart() -> None:
    def twins(world: World) -> list[Task]:
        lists = world.store.all(TaskList)[:2]
        return [world.do(todo.AddTask("Buy bread", one)) for one in lists]

    def complete(place: int) -> Doing:
        return lambda world: world.do(todo.Complete(twins(world)[place]))

    lines = told(complete(0), complete(1))
    things = [line.removeprefix("also ").removeprefix("should have ") for line in lines]
    assert len(things) == 4 == len(set(things))
    assert all("“Buy bread” (" in line and "list “" in line and "done " in line for line in things), things


def test_reasons_tell_values() -> None:
    def due(day: date | None) -> Doing:
        return lambda world: world.do(todo.SetDue(first(world.store), day))

    missing, extra = told(due(date(2026, 5, 3)), due(date(2026, 5, 4)))
    assert missing.startswith("should have changed a task") and "to 3 May 2026" in missing
    assert extra.startswith("also changed a task") and "to 4 May 2026" in extra

    def freeze(world: World) -> None:
        world.do(bank.Freeze(world.store.one(Card, "frozen = 0 AND closed = 0")))

    (frozen,) = told(freeze, nothing)
    assert "(frozen from no to yes)" in frozen and "••" in frozen and not re.search(r"\d{5}", frozen)

    def moved(to: int) -> Doing:
        return lambda world: world.do(todo.MoveTask(first(world.store), world.store.all(TaskList)[to]))

    (line,) = told(moved(1), nothing)
    assert re.search(r"\(list from “.+” to “.+”\)", line)

    def paperless(world: World) -> None:
        now = world.store.one(Settings)
        world.do(bank.SaveSettings(now.hide_numbers, not now.paperless, now.contact))

    (line,) = told(nothing, paperless)
    assert line.startswith("also changed the settings in Harbour Bank (paperless from ")


def test_every_kind_of_row_is_called_by_a_noun_with_its_article() -> None:
    for table in by_name().values():
        article, noun = table.called.split(" ", 1)
        assert article == "the" or article == ("an" if noun[0] in "aeiou" else "a"), table.called
        assert article == "the" or not noun.endswith("s") or noun.endswith(("ss", "us")), table.called


def test_an_effect_that_was_left_unset_meets_no_item() -> None:
    def show(world: World) -> None:
        world.do(bank.ShowNumber(world.store.get(Card, 1)))

    shown = Wanted("Show a card's number.", "ShowNumber", frozenset({("bank_card", 1)}))
    expectation = Expectation((Target(changes(show), (shown,)),))
    for done, met in ((nothing, False), (show, True)):
        found = judge(Happened(changes(done), TODAY, status="success"), expectation, by_name())
        assert (found.success, found.items[0].met) == (met, met)


def test_order_counts_and_place_numbers_do_not() -> None:
    def to_the_top(world: World) -> None:
        task = next(t for t in world.store.all(Task, "done_at IS NULL") if todo.siblings(world.store, t)[0].id != t.id)
        world.do(todo.Reorder(task, "top"))

    def step_by_step(world: World) -> None:
        task = next(t for t in world.store.all(Task, "done_at IS NULL") if todo.siblings(world.store, t)[0].id != t.id)
        while todo.siblings(world.store, task)[0].id != task.id:
            world.do(todo.Reorder(task, "up"))

    assert verdict(to_the_top, step_by_step).success
    assert not verdict(to_the_top, nothing).success
    assert not verdict(nothing, to_the_top).success


def test_prose_needs_its_words_and_no_more() -> None:
    wanted = add(mark(0))
    prose = (Prose((("ferns",), ("Water",))),)
    assert verdict(wanted, add("Please water all my FERNS on Sunday"), prose).success
    assert not verdict(wanted, add("Please water my plants"), prose).success
    assert not verdict(wanted, add("Please water my ferns on March 20"), prose).success
    assert not verdict(wanted, nothing, prose).success


def test_an_episode_that_never_says_done_is_no_success() -> None:
    expectation = Expectation((Target(changes(add("x"))),))
    found = judge(Happened(changes(add("x")), TODAY), expectation, by_name())
    assert found.reasons == ("the agent never said that it was done",)


def test_the_closest_of_several_ends_decides() -> None:
    def deleted(world: World) -> None:
        world.do(todo.DeleteTask(first(world.store)))

    def completed(world: World) -> None:
        world.do(todo.Complete(first(world.store)))

    ends = Expectation((Target(changes(completed)), Target(changes(deleted))))
    for doing in (deleted, completed):
        assert judge(Happened(changes(doing), TODAY, status="success"), ends, by_name()).success


def test_an_effect_on_an_incidental_column_alone_is_not_met_by_doing_nothing() -> None:
    def read(world: World) -> None:
        world.do(mail.MarkRead(world.store.one(Thread, "unread = 1")))

    done = changes(read)
    wanted = Wanted("Mark it as read", "MarkRead", frozenset((row.table, row.id) for row in done.rows))
    expectation = Expectation((Target(done, (wanted,)),))
    for left, met in ((done, True), (Changes(), False)):
        found = judge(Happened(left, TODAY, status="success"), expectation, by_name())
        assert (found.success, found.items[0].met) == (met, met)


def test_what_looking_leaves_is_free_and_what_is_taken_out_of_it_is_not() -> None:
    def looked(world: World) -> None:
        assert world.site.handle(Request("GET", "/maps/search", (("q", "library"),))).status == 200

    def forgot_one(world: World) -> None:
        world.do(maps.ForgetSearch(world.store.one(Search)))

    def forgot_all(world: World) -> None:
        world.do(maps.ClearHistory("searches"))

    assert verdict(add("x"), lambda world: (add("x")(world), looked(world))).success  # type: ignore[arg-type, return-value]
    for wanted, done in ((nothing, forgot_one), (forgot_one, forgot_all), (forgot_all, forgot_one)):
        found = verdict(wanted, done)
        assert not found.success
        assert "search" in found.reasons[0]
    assert verdict(forgot_one, forgot_one).success


def test_looking_again_makes_up_for_no_look_that_was_taken_out() -> None:
    def looked(world: World, again: bool = False) -> None:
        seen = world.store.one(Look)
        if again:
            with world.store.writing():
                world.store.remove(seen)
        assert world.site.handle(Request("GET", f"/shop/product/{seen.product_id}")).status == 200

    assert verdict(nothing, looked).success and not verdict(nothing, lambda world: looked(world, again=True)).success


def read_thread(world: World, where: str) -> Thread:
    """Mark a conversation as read by what its screens offer for that."""
    return world.do(mail.MarkRead(world.store.one(Thread, where)))  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("look", "press", "passes"), [(False, False, True), (True, False, True), (False, True, False), (True, True, True)]
)
def test_what_looking_sets_is_no_deed_and_what_is_pressed_is_one(look: bool, press: bool, passes: bool) -> None:
    """Whatever the deed, marking a conversation as read is too much; having opened it is not."""

    def right(world: World) -> None:
        read_thread(world, "unread = 1 AND NOT archived")

    def beside(world: World) -> None:
        other = world.store.one(Thread, "unread = 1 AND NOT archived")
        if look:
            assert world.site.handle(Request("GET", f"/mail/thread/{other.id}")).status == 200
        if press:
            world.do(mail.MarkRead(other))

    def done(world: World) -> None:
        right(world)
        beside(world)

    ferns = add("Water the ferns")
    for found in (verdict(right, done), verdict(ferns, lambda world: (beside(world), ferns(world))[1])):
        assert found.success is passes and len(found.side_effects) == (not passes)
    filed = changes(done)
    assert Changes.from_json(json.loads(json.dumps(filed.to_json()))) == filed
    assert any(change.seen == ("unread",) for change in filed.rows) is look


def test_opening_a_letter_marks_it_as_read() -> None:
    def opened(world: World) -> None:
        other = world.store.one(Thread, "unread = 1 AND NOT archived")
        assert world.site.handle(Request("GET", f"/mail/thread/{other.id}")).status == 200

    assert verdict(lambda world: read_thread(world, "unread = 1 AND NOT archived"), opened).success  # type: ignore[arg-type, func-returns-value]


@pytest.mark.parametrize(
    ("subject", "body", "passes"),
    [
        ("Lunch", "See you at the pier", True),
        ("Lunch.", "See you at the pier.", True),
        ("Lunch", "See  you at the pier", True),
        ("Lunch", "See you at a pier.", False),
        ("Lunch See", "you at the pier.", False),
        ("", "Lunch See you at the pier.", False),
    ],
)
def test_what_others_read_is_compared_part_by_part(subject: str, body: str, passes: bool) -> None:
    def sent(subject: str, body: str) -> Doing:
        def doing(world: World) -> None:
            world.do(mail.SaveSignature("Yours, N."))
            world.do(mail.Send("somebody@example.org", subject=subject, body=body))

        return doing

    assert verdict(sent("Lunch", "See you at the pier."), sent(subject, body)).success is passes


def test_a_free_text_stays_within_its_part() -> None:
    def sent(body: str) -> Doing:
        return lambda world: world.do(mail.Send("somebody@example.org", subject="Lunch", body=body))

    prose = (Prose((("pier",),)),)
    assert verdict(sent(mark(0)), sent("See you at the\n\npier"), prose).success
    assert not verdict(sent(mark(0)), sent("See you"), prose).success


@pytest.mark.parametrize(
    ("address", "passes"),
    [
        ("/mail/label/1", True),
        ("/mail/label/1?conversations=40", True),
        ("/mail/search?q=label%3A%22to++keep%22", True),
        ("/mail/search?q=label:To+keep", True),
        ("/mail/search?q=label:To", False),
        ("/mail/search?q=label:To+keep+is:unread", False),
        ("/mail/search", False),
        ("/mail/label/2", False),
        ("/", False),
    ],
)
def test_what_shows_the_same_is_a_page_to_stop_on_too(address: str, passes: bool) -> None:
    wanted = Expectation((Target(changes(nothing)),), reached=("/mail/label/1", "/mail/search?q=label:To+keep"))
    found = judge(Happened(changes(nothing), TODAY, status="success", address=address), wanted, by_name())
    assert (found.success, [item.met for item in found.items]) == (passes, [passes])
    assert passes or str(found.reasons[0]).startswith("it stopped on ")


def test_a_page_that_was_stopped_on_is_told_by_its_title() -> None:
    wanted = Expectation((Target(changes(nothing)),), reached=("/mail/label/1",))
    for address, title, said in (
        ("/shop/orders/ORD-7", "Order ORD-7 · Megacart", "“Order ORD-7 · Megacart”"),
        ("/shop/orders/ORD-7", "", "“orders ORD 7” in Megacart"),
        ("/mail/search?q=tea", "Search · Post", "“Search · Post” (for “tea”)"),
        ("/", "", "the home screen"),
    ):
        happened = Happened(changes(nothing), TODAY, status="success", address=address, title=title)
        found = judge(happened, wanted, by_name())
        assert found.reasons == (f"it stopped on {said} instead of “label 1” in Post",)


def test_a_verdict_is_pure_and_can_be_filed() -> None:
    left = changes(add("Water the ferns"))
    assert Changes.from_json(left.to_json()) == left
    found = verdict(add("Water the ferns"), nothing)
    assert Verdict.from_json(found.to_json()) == found


def test_a_change_of_a_steps_tick_is_seen() -> None:
    def ticked(world: World) -> None:
        world.do(todo.CompleteStep(world.store.one(Step, "done_at IS NULL")))

    assert verdict(ticked, ticked).success
    assert not verdict(nothing, ticked).success


def test_a_mark_that_was_not_set_earns_nothing() -> None:
    wanted = drawn("messenger.RemindMeOfChat", NAMES[0], 0).expectation  # of columns that only count when asked for
    found = judge(Happened(Changes(), TODAY, status="success"), wanted, by_name())
    assert not found.success
    assert {item.met for item in found.items} == {False}


@pytest.mark.parametrize(
    ("details", "passes"),
    [
        ("", True),
        ("It never arrived!", True),
        ("never arrived, the parcel", True),
        ("Cancelled. Do not do this.", False),
        ("I made that payment.", False),
        ("🖕🖕", False),
        ("\u2820\u280e", False),
        ("$$$", False),
        ("It arrived.", True),  # words of the goal alone, whatever they say; docs/verification.md names it
    ],
)
def test_free_words_are_words_of_the_goal(details: str, passes: bool) -> None:
    def disputed(words: str) -> Doing:
        def doing(world: World) -> None:
            fresh = "kind = 'card' AND NOT pending AND id NOT IN (SELECT entry_id FROM bank_dispute)"
            charge = world.store.one(Entry, fresh, order="at DESC")
            world.do(bank.DisputeCharge(charge, "not received", words))

        return doing

    goal = "Dispute what I paid for the parcel. It never arrived."
    expectation = Expectation((Target(changes(disputed(""))),))
    found = judge(Happened(changes(disputed(details)), TODAY, status="success", goal=goal), expectation, by_name())
    assert found.success is passes and bool(found.side_effects) is not passes


def test_a_question_in_vain_is_told_with_what_came_of_it() -> None:
    before, after = changes(nothing), changes(add("Water the ferns"))
    asked = (
        Asked("Nice weather?", "I'm not sure what you mean.", False, before),
        Asked("Which list?", "Home.", True, after),
        Asked("Hello?", "", False, after),
    )
    expectation = Expectation((Target(after),), asks=True)
    found = judge(Happened(after, TODAY, status="success", asked=asked), expectation, by_name())
    assert found.reasons == (
        "the agent did not ask before it acted",
        "the agent asked “Nice weather?”, but the person did not understand what it was about",
        "the agent asked “Which list?”, but it came too late",
        "the agent asked “Hello?”, but the person had stopped answering",
    )


def test_changes_that_hold_anything_are_told() -> None:
    strange = Change("todo_task", 1, None, {name: "x" for name in by_name()["todo_task"].names})
    (line,) = described(Bag(Changes((strange,)), by_name()).entries, by_name(), Changes((strange,)))
    assert line == "added a task in Ticked: “x”"
    again = Change("todo_task", 2, None, {**strange.added, "due": "y"})  # type: ignore[dict-item]
    both = Changes((strange, again))
    assert "(due x)" in " ".join(described(Bag(both, by_name()).entries, by_name(), both))


@pytest.mark.parametrize("value", ["x", 1, None])
@pytest.mark.parametrize("table", by_name().values(), ids=lambda table: str(table.name))
def test_whatever_changes_hold_is_told_in_every_table(table: Table, value: str | int | None) -> None:
    rows = [Change(table.name, number, None, dict.fromkeys(table.names, value)) for number in (1, 2)]
    changed = Change(table.name, 3, dict.fromkeys(table.names), dict.fromkeys(table.names, value))
    bag = Bag(Changes((*rows, changed)), by_name())
    assert described([*bag.entries, *bag.ignored], by_name(), bag.changes)


@pytest.mark.parametrize(("path", "met"), [("/", False), ("/notifications", False), ("/bank/", True)])
def test_what_the_device_tells_or_began_with_is_not_looked_for(path: str, met: bool) -> None:
    item = observed("Saw the bill", showing="Beacon Gas")
    wanted = Expectation((Target(changes(nothing)),), rubric=lambda: (item,))
    bill = Seen(path, "Beacon Gas: a bill of $12.00")
    for seen, looked in (((Seen("/"), bill), met), ((bill, bill), False)):
        happened = Happened(changes(nothing), TODAY, status="success", seen=seen)
        assert [one.met for one in judge(happened, wanted, by_name()).items] == [looked]
