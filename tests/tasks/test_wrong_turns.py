"""What looks nearly right in tasks over several apps is refused, and each right way is accepted."""

from collections.abc import Callable
from datetime import timedelta
from itertools import count
from typing import Any

from lifeworld.apps.bank.models import Account, Favourite
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.todo.commands import AddTask
from lifeworld.core.actions import Done
from lifeworld.core.verdict import Verdict
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.store import Store
from lifeworld.taskkit import Configuration, button, field, link
from lifeworld.taskkit.draw import drawn
from lifeworld.tasks.bank import choose, go, open_entry
from lifeworld.tasks.bank import send as pay_person
from lifeworld.tasks.memory import patterns
from lifeworld.tasks.messenger import PEOPLE, open_chat, send
from lifeworld.tasks.shop import choose as choose_variant
from lifeworld.world import World, load

Way = Callable[[Any, SolutionDriver], None]


def after(environment: SyncEnvironment, name: str, way: Way, profile: str = "nora", number: int = 0) -> Verdict:
    """Go a way of one's own through a task and return the verdict."""
    first = environment.reset(Configuration(name, profile, number))
    way(drawn(name, profile, number).task, SolutionDriver(environment.step, first))
    environment.step(Done())
    return environment.verdict()


def first_drawn(name: str, profile: str, fits: Callable[[Any], bool]) -> int:
    return next(number for number in count() if fits(drawn(name, profile, number).task))


def test_the_void_invoice_must_not_be_paid(environment: SyncEnvironment) -> None:
    def pays_the_other(task: Any, user: SolutionDriver) -> None:
        void = task.number_of(task.business.store.now, True)
        go(user, "Pay & transfer", "Pay bills", f"Bill {void} from {task.business.name}")
        user.click(link("Pay now"))
        choose(user, "From", task.account)
        user.click(button("Confirm payment"))

    assert not after(environment, "cross.TheInvoiceThatCounts", pays_the_other).success


def test_the_day_named_first_is_not_the_day(environment: SyncEnvironment) -> None:
    def takes_the_first(task: Any, user: SolutionDriver) -> None:
        user.do(AddTask(task.title, task.list, due=task.first))

    assert not after(environment, "cross.DinnerIntoTasks", takes_the_first).success


def test_what_was_asked_for_first_is_too_little(environment: SyncEnvironment) -> None:
    def too_few(task: Any, user: SolutionDriver) -> None:
        choose_variant(user, task.variant)
        user.choose(field("Quantity"), str(task.first))
        user.click(button("Add to cart"))

    assert not after(environment, "cross.CartForFriend", too_few).success


def test_money_must_not_leave_before_the_person_agrees(environment: SyncEnvironment) -> None:
    def pays_at_once(task: Any, user: SolutionDriver) -> None:
        pay_person(user, task.chat.person, task.account, task.amount, task.what)

    verdict = after(environment, "cross.PayWhatChatAsks", pays_at_once)
    assert "the agent did not ask for consent before it acted" in verdict.reasons


def test_telling_by_mail_is_as_good_as_telling_in_a_chat(environment: SyncEnvironment) -> None:
    def writes_a_letter(task: Any, user: SolutionDriver) -> None:
        open_entry(user, task.entry.title, task.entry)
        user.open("Post")
        user.click(link("Compose"))
        user.fill(field("To"), task.chat.name)
        user.fill(field("Subject"), "As you asked")
        user.fill(field("Message"), f"It was {-task.entry.amount} at {task.entry.title}.")
        user.click(button("Send"))

    assert after(environment, "cross.TellWhatIPaid", writes_a_letter).success


def to_chat(pick: Callable[[Any], Chat]) -> Way:
    def writes(task: Any, user: SolutionDriver) -> None:
        open_chat(user, pick(task))
        send(user, task.text)

    return writes


def favourites(store: Store) -> list[int]:
    return [row.person_id for row in store.all(Favourite)]


def test_any_favourite_will_do_but_nobody_else(environment: SyncEnvironment) -> None:
    name = "cross.WriteToAnyFavourite"
    store = World(load("nora").data).store
    chats = store.all(Chat, PEOPLE)
    last = next(chat for chat in reversed(chats) if chat.person_id in favourites(store))
    other = next(chat for chat in chats if chat.person_id not in favourites(store))
    assert after(environment, name, to_chat(lambda _: last)).success
    assert not after(environment, name, to_chat(lambda _: other)).success


def test_the_place_of_old_is_not_the_usual_place(environment: SyncEnvironment) -> None:
    name = "memory.MeetWhereIGo"
    number = first_drawn(name, "nora", lambda task: task.when == "Friday morning")

    def names(place: str) -> Way:
        def writes(task: Any, user: SolutionDriver) -> None:
            open_chat(user, task.chat)
            send(user, f"Shall we meet at {place}?")

        return writes

    old = next(habit for habit, _ in patterns.given_up(drawn(name, "nora", number).task.chat.store))
    assert not after(environment, name, names(old.words), number=number).success
    assert after(environment, name, names("the Lantern Room"), number=number).success


def test_a_bill_paid_from_another_account_is_not_paid_the_usual_way(environment: SyncEnvironment) -> None:
    name = "memory.PayTheUsualWay"
    number = first_drawn(name, "nora", lambda task: task.account.credit)

    def from_checking(task: Any, user: SolutionDriver) -> None:
        go(user, "Pay & transfer", "Pay bills", f"Bill {task.number} from {task.business.name}")
        user.click(link("Pay now"))
        choose(user, "From", task.account.store.one(Account, "kind = 'checking' AND NOT closed"))
        user.click(button("Confirm payment"))

    assert not after(environment, name, from_checking, number=number).success


def test_another_of_those_who_share_is_not_the_one_who_pays(environment: SyncEnvironment) -> None:
    def elsewhere(task: Any) -> Chat:
        found: Chat = task.chat.store.first(Chat, f"{PEOPLE} AND id <> ?", task.chat.id)
        return found

    assert not after(environment, "memory.WhoPaysForUs", to_chat(elsewhere)).success


def test_a_week_too_late_is_wrong(environment: SyncEnvironment) -> None:
    def later(task: Any, user: SolutionDriver) -> None:
        user.do(AddTask(task.title, task.list, due=task.due + timedelta(days=7)))

    assert not after(environment, "memory.PlanUsualErrand", later).success
