"""Marks: read, open, ticked. What looking sets is nobody's deed; what is pressed is one, where nobody asked for it."""

from collections.abc import Callable

import pytest
from tests.verify.test_judge import Doing, add, verdict

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Card
from lifeworld.apps.code import commands as code
from lifeworld.apps.code.models import File
from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Thread
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.shop import commands as shop
from lifeworld.store import Command, Store
from lifeworld.web import Request
from lifeworld.world import World


def pressed(make: Callable[[Store], Command]) -> Doing:
    return lambda world: world.do(make(world.store))


@pytest.mark.parametrize(
    ("mark", "passes"),
    [
        (lambda store: mail.MarkUnread(store.all(Thread, "NOT unread")[0]), False),
        (lambda store: messenger.MarkUnread(store.all(Chat, "archived = 0")[0]), False),
        (lambda store: code.CloseAll(store.all(File, "opened_at IS NOT NULL")[0].project), False),
        (lambda store: bank.ShowNumber(store.all(Card)[0]), True),
        (lambda store: shop.SelectAll(selected=False), True),
    ],
)
def test_a_mark_that_nobody_asked_for_is_a_side_effect(mark: Callable[[Store], Command], passes: bool) -> None:
    """Which letters are still to be read and what lay open is the owner's; a number shown and a tick are no deeds."""
    ferns, set_it = add("Water the ferns"), pressed(mark)
    found = verdict(ferns, lambda world: (set_it(world), ferns(world))[1])
    assert found.success is passes and bool(found.side_effects) is not passes


def test_a_tab_that_is_opened_and_closed_again_is_as_before() -> None:
    def looked(world: World) -> None:
        file = world.store.all(File, "opened_at IS NULL")[0]
        assert world.site.handle(Request("GET", f"/code/file/{file.id}")).status == 200
        opened = world.store.get(File, file.id)
        assert opened.opened_at
        world.do(code.CloseFile(opened))

    ferns = add("Water the ferns")
    assert verdict(ferns, lambda world: (looked(world), ferns(world))[1]).success
