"""What tasks across apps take for a question, and for a message that says what it should."""

from typing import Any

import pytest

from lifeworld.core.actions import Done, System
from lifeworld.env.opening import opened
from lifeworld.scenarios.catalogue import scenarios
from lifeworld.scenarios.configuration import Configuration
from lifeworld.scenarios.draw import drawn
from lifeworld.scenarios.touched import touched
from lifeworld.world.profiles import NAMES

ASKED = {
    "cross.PayWhomIMean": ("Which friend was it?", "To whom do I send it?", "What's their name?", "Who laid it out?"),
    "cross.InviteWhomIMean": ("Whom do you mean?", "Which friend should come?", "What's the name of the guest?"),
    "cross.PayWhatChatAsks": (
        "May I send {amount} now?",
        "OK to settle the {what} with {name}?",
        "Pay {name} {amount}?",
    ),
    "cross.DeclineAfterConsent": ("Shall I decline “{title}”?", "Should I turn {title} down?", "Say no to “{title}”?"),
}
BESIDE = ("", "Should I go on?", "What's the weather like?", "Is everything fine?", "Who won the match?", "Pay?")


def prose(name: str) -> Any:
    """Return the first text that a task lets one word freely, and the task's parameters."""
    instance = drawn(name, "nora", 0)
    return next(iter(instance.expectation.targets[0].prose)), instance.scenario


def shown(name: str, text: str) -> str:
    own = drawn(name, "nora", 0).scenario
    chat, event = getattr(own, "chat", None), getattr(own, "event", None)
    facts = {"amount": getattr(own, "amount", ""), "what": getattr(own, "what", "")}
    return text.format(**facts, name=chat.person.first if chat else "", title=event.title if event else "")


@pytest.mark.parametrize("name", ASKED)
def test_a_question_may_be_worded_in_several_ways_but_is_to_the_point(name: str) -> None:
    instance = drawn(name, "nora", 0)
    known = instance.scenario.knowledge()
    for question in ASKED[name]:
        assert known.answers(shown(name, question)), question
    for question in BESIDE:
        assert not known.answers(question), question


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("cross.AcceptAndTell", "Thanks, I'm coming! {own.words}.", "I'm not coming, but {own.words}."),
        ("cross.ThankWhoPaid", "Got your {own.entry.amount}, thank you!", "Thank you for the money."),
        ("cross.ThankWhoPaid", "Thank you for {own.entry.amount}.", "No, thank you, keep your {own.entry.amount}."),
        ("cross.ReturnAndTell", "They give me {own.line.price} back.", "I won't get {own.line.price} back."),
        (
            "cross.NeighbourTakesItIn",
            "Could you take in the {own.pair[0].product.name} on {own.then:%B} {own.then.day}?",
            "Could you take in the {own.pair[1].product.name} on {own.then:%B} {own.then.day}?",
        ),
        ("cross.CheaperOfTwo", "It's the {own.by_price[0].product.name}!", "It's the {own.by_price[1].product.name}!"),
        ("cross.PartOfTheEvening", "Your part is {own.share}.", "Your part is a bit more than {own.share}."),
        (
            "cross.MovedThisOnce",
            "We meet on {own.then:%B} {own.then.day} at {own.at:%H:%M} instead.",
            "{own.then:%B} {own.then.day} at {own.at:%H:%M} is cancelled.",
        ),
        ("cross.RememberTheBill", "{own.bill.business.name} is due", "Don't pay {own.bill.business.name}"),
        ("memory.MeetWhereIGo", "Coffee at {own.habit.words}?", "Never meet me at {own.habit.words}."),
        ("memory.PlaceGivenUp", "Go to {own.gone[0].words} again", "Avoid {own.gone[0].words}"),
        ("memory.WhatWentUpLast", "Ask {own.rise.business.name} why", "asdf"),
    ],
)
def test_a_message_says_what_it_should_and_not_its_opposite(name: str, good: str, bad: str) -> None:
    text, own = prose(name)
    assert text.fits(good.format(own=own))
    assert not text.fits(bad.format(own=own))


def test_tasks_across_apps_are_many_and_go_far() -> None:
    """Composition can't say them, so they are written by hand: the outcome of one part is used in the next."""
    over = [one for one in scenarios() if one.category() == "cross"]
    assert len(over) >= 66
    assert sum(len(touched(one)) > 2 for one in over) >= 20
    assert sum(one.kind() == "change" and one.says("answer") for one in over) >= 15


def rubric(environment: Any, configuration: Configuration) -> dict[str, bool | None]:
    environment.reset(configuration)
    return looked_around(environment, "home")


def looked_around(environment: Any, *keys: Any) -> dict[str, bool | None]:
    """Press these keys of the device, end the episode, and return which items are met."""
    for key in keys:
        environment.step(System(name=key))
    environment.step(Done())
    return {item.text: item.met for item in environment.verdict().items}


@pytest.mark.long
def test_rubrics_are_as_long_as_judging_wants() -> None:
    """iOSWorld's rubrics have some four items a task; ours follow from what the task is about."""
    over = [one.id for one in scenarios() if one.category() in ("cross", "memory")]
    with opened("dom") as environment:
        sizes = [len(rubric(environment, Configuration(name, "nora"))) for name in over]
    assert sum(sizes) / len(sizes) >= 4 and min(sizes) >= 2


def test_an_app_that_stood_open_at_the_start_was_not_opened_by_the_agent() -> None:
    with opened("dom") as environment:
        items = rubric(environment, Configuration("cross.PayMailedInvoice", "nora", state="mail.letter"))
    assert items["Opened Post"] is False and items["Opened Harbour Bank"] is False


def test_what_the_home_screen_and_the_notifications_show_meets_no_item() -> None:
    over = [one.id for one in scenarios() if one.category() in ("cross", "memory")]
    met = []
    with opened("dom") as environment:
        for number, name in enumerate(over):
            environment.reset(Configuration(name, NAMES[number % 3]))
            items = looked_around(environment, "home", "notifications", "home")
            met += [(name, text) for text, was in items.items() if was]
    assert not met
