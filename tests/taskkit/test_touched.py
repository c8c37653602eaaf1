"""Which apps a task touches: by what its code names, never by words that only look like it."""

import re

from lifeworld.taskkit.touched import touched
from lifeworld.tasks.cross.plans import DinnerIntoCalendar
from lifeworld.tasks.mail import search


class Reads(DinnerIntoCalendar):
    """Looks for words, and for a shop's name, without opening anything more."""

    def solution(self, user):
        if re.search("nothing", user.page.text) or user.sees("Megacart"):
            user.give_up()


class Searches(DinnerIntoCalendar):
    """Looks into the mail and the shop as well."""

    def solution(self, user):
        search(user, "nothing")
        user.open("Megacart")


def test_a_method_and_a_name_on_a_screen_are_no_apps() -> None:
    assert touched(Reads) == touched(DinnerIntoCalendar) == ("calendar", "messenger")


def test_what_is_used_and_opened_is() -> None:
    assert touched(Searches) == ("calendar", "mail", "messenger", "shop")
