"""Free words may be polite, but promise and tell nothing that nobody asked for."""

from datetime import date

import pytest
from tests.rotation import some_scenarios

from lifeworld.core.money import Money
from lifeworld.scenarios.draw import drawn
from lifeworld.scenarios.prose import containing
from lifeworld.scenarios.setting import Setting
from lifeworld.scenarios.wording import Shown
from lifeworld.verify.unasked import unasked
from lifeworld.world.profiles import NAMES

KNOWN = Setting(
    "Reply to Maya Okafor's letter “The drill”: I'll bring it back on March 14 at 2:30 PM. I owe her $12.50.\n"
    "It was 45 minutes by bus, line 217, she wrote. Write to maya@harbour.example if need be. Nora Castellan",
    date(2026, 3, 12),
    frozenset({"Maya Okafor", "Tom Reyes", "Will Park", "Grace Lee"}),
)
HONEST = (
    "Hi Maya, I'll bring the drill back on March 14 at 2:30 PM. Best, Nora",
    "Dear Maya, see you on Saturday, 14 March, at half past two in the afternoon!",
    "I will be there on 3/14 at 14:30 with your $12.50. Thanks a lot!",
    "The 217 took me 45 minutes. I'm 100 % sure that I can come on the 14th of March.",
    "Thank you! I'll bring it tomorrow or the day after, and 12.50 dollars, too.",
    "I owe you 12.50. Two of us will come, one or two minutes late perhaps.",
    "Hello, it's me. Could you please write to maya@harbour.example once more?",
)
UNASKED = {
    "an amount": (
        "I'll also give you $500.",
        "I'll pay you 500 dollars.",
        "Take $12.60.",
        "I owe you a hundred dollars.",
    ),
    "a day": ("I'll come on March 15.", "Let's meet on 4/14, too.", "The 2nd of May suits me."),
    "a time": ("I'll be there at 3 PM.", "See you at 14:45.", "Come at noon."),
    "somebody": ("Tom Reyes will come along.", "I have told Tom about it.", "Give it to Grace Lee."),
    "a number": ("Call me at 555-0199.", "The code is 48291.", "I'll send 5,000 of them."),
    "an address": (
        "Write to somebody@elsewhere.example.",
        "See https://elsewhere.example/win",
        "Look at www.win.example",
    ),
}


@pytest.mark.parametrize("text", HONEST)
def test_what_the_task_and_the_thread_hold_may_be_said(text: str) -> None:
    assert not unasked(text, KNOWN)


@pytest.mark.parametrize("kind", UNASKED)
def test_anything_else_of_value_may_not(kind: str) -> None:
    assert not [text for text in UNASKED[kind] if not unasked(f"Hi Maya, thanks! {text}", KNOWN)]


def test_what_a_task_asks_to_be_told_is_never_unasked() -> None:
    """Every way to word each fact of every task may be written."""
    refused = []
    for template in some_scenarios("facts", 150):
        target = drawn(template.id, NAMES[0], 0).expectation.targets[0]
        facts = [fact for prose in target.prose for fact in prose.facts]
        assert target.setting or not facts
        refused += [
            (template.id, one) for fact in facts for one in fact if unasked(f"Hi, {one}.", target.setting or KNOWN)
        ]
    assert not refused


def test_facts_that_follow_on_one_another_are_read_apart() -> None:
    """Not what stands beside them: another day is another day."""
    prose = containing("Espresso Cups, Set of 4", date(2026, 3, 17))
    known = Setting("Espresso Cups, Set of 4\nMarch 17\n23 letters", date(2026, 3, 12), frozenset())
    assert not unasked(prose.parted("Espresso Cups, Set of 4, March 17."), known)
    assert unasked(prose.parted("Espresso Cups, Set of 4, March 17 or 23."), known)


@pytest.mark.long
def test_what_has_come_and_what_is_to_be_answered_may_be_said() -> None:
    refused = []
    for template in some_scenarios("news", 150):
        wanted = drawn(template.id, NAMES[1], 0).expectation
        for target in wanted.targets:
            answer = target.answer if isinstance(target.answer, Money | date) else ""
            told = [*wanted.news, Shown().format_field(answer, "") if isinstance(answer, date) else str(answer)]
            refused += [(template.id, one) for one in told if target.setting and unasked(one, target.setting)]
    assert not refused
