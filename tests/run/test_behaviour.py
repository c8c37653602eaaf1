"""Measures of behaviour, by the papers' definitions."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifeworld.core.actions import Action, Click, Done, Drag, Invalid, Message, Point, Ref, Scroll, Wait
from lifeworld.core.observation import Feedback
from lifeworld.core.trajectory import Step
from lifeworld.core.verdict import Item, Outcome, Reason, Verdict
from lifeworld.run.behaviour import CODES, loops, measures, mode, opened, three_in_a_row, touches

PHONE = (390, 844)
DONE = Done()


def tap(x: float, y: float) -> Click:
    return Click(target=Point(x=x / PHONE[0], y=y / PHONE[1]))


def steps(*actions: Action, urls: tuple[str, ...] = (), acts: tuple[str, ...] = ()) -> list[Step]:
    pages = (*urls, *["/"] * (len(actions) + 1 - len(urls)))
    done = [
        Step(number=n, action=action, url=url, title="", acts=acts, feedback=fed(action))
        for n, (action, url) in enumerate(zip(actions, pages, strict=False))
    ]
    return [*done, Step(number=len(actions), action=None, url=pages[len(actions)], title="")]


def fed(action: Action) -> Feedback:
    return Feedback(False, action.code) if isinstance(action, Invalid) else Feedback()


def verdict(*met: bool, extra: tuple[str, ...] = (), kind: str = "submit", outcome: Outcome = "failure") -> Verdict:
    return Verdict(outcome, (Reason("missing"),), tuple(Item("x", kind, one) for one in met), extra)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("actions", "found"),
    [
        ("", []),
        ("abc", []),
        ("aa", [(0, 2)]),
        ("aaaa", [(0, 4)]),
        ("xabab", [(1, 5)]),
        ("ababa", [(0, 4)]),
        ("aabaab", [(0, 6)]),
        ("aaxbb", [(0, 2), (3, 5)]),
        ("abcabcd", [(0, 6)]),
    ],
)
def test_loops_are_maximal_stretches_of_a_repeated_sequence(actions: str, found: list[tuple[int, int]]) -> None:
    assert [(one.start, one.stop) for one in loops(actions)] == found


@given(st.text("abc", max_size=24))
def test_every_loop_repeats_and_none_lies_in_another(actions: str) -> None:
    found = loops(actions)
    for one in found:
        part = actions[one.start : one.stop]
        assert any(part == part[:p] * (len(part) // p) for p in range(1, len(part) // 2 + 1) if len(part) % p == 0)
        assert not any(set(one) < set(other) for other in found)
    doubled = any(a == b for a, b in pairwise(actions))
    assert not doubled or found


def test_three_in_a_row_takes_near_taps_for_one() -> None:
    assert three_in_a_row([tap(10, 10), tap(12, 11), tap(11, 14)], PHONE)
    assert not three_in_a_row([tap(10, 10), tap(10, 200), tap(10, 10)], PHONE)
    assert not three_in_a_row([Scroll(dy=200), Scroll(dy=200)], PHONE)
    assert three_in_a_row([Scroll(dy=200)] * 3, PHONE)


def test_near_retaps_and_edge_swipes() -> None:
    def swipe(x: float, to: float) -> Drag:
        return Drag(path=(Point(x=x / PHONE[0], y=0.5), Point(x=to / PHONE[0], y=0.5)))

    actions = [
        tap(100, 100),
        tap(130, 120),
        tap(300, 120),
        Wait(),
        tap(300, 121),
        swipe(5, 200),
        swipe(100, 200),
        swipe(5, 2),
    ]
    assert touches(actions, PHONE) == {"taps": 4, "near_retaps": 1, "swipes": 3, "edge_swipes": 1}
    assert touches([Click(target=Ref(id="e1"))] * 2, PHONE)["near_retaps"] == 0


def test_apps_are_opened_when_the_page_changes_to_them() -> None:
    walked = steps(*[Wait()] * 5, urls=("/todo/", "/todo/today", "/", "/mail/?q=1", "/notifications", "/bank/x"))
    assert list(opened(walked)) == ["mail", "bank"]
    row = measures(walked, verdict(False), frozenset({"todo", "bank"}), PHONE)
    assert row["strayed"] and row["strayed_to"] == "mail"


@pytest.mark.parametrize(
    ("expected", "actions", "said", "wrote"),
    [
        (None, [DONE], verdict(True, outcome="success"), False),
        (None, [DONE], Verdict.unscored("world_fault"), False),
        ("budget exhausted", [Wait()], verdict(False), True),
        ("budget exhausted", [], verdict(False), False),
        ("refused", [Done(status="infeasible")], verdict(False), False),
        ("side effect", [DONE], verdict(True, True, extra=("a row",)), True),
        ("wrong act", [DONE], verdict(True, False, extra=("a row",)), True),
        ("wrong act", [Done(answer="42")], verdict(False, kind="report"), False),
        ("wrong act", [Done(answer=["a", 0])], verdict(False, kind="report"), False),
        ("wrong act", [Done(answer=False)], verdict(False, kind="report"), False),
        ("gave up", [Done(answer=" ")], verdict(False, kind="report"), False),
        ("wrong act", [DONE], verdict(False, kind="ask"), True),
        ("premature stop", [DONE], verdict(True, True, True, False), True),
        ("gave up", [Done(status="failure")], verdict(True, True, True, False), True),
        ("gave up", [DONE], verdict(True, False), True),
    ],
)
def test_each_failure_has_one_mode(expected: str | None, actions: list[Action], said: Verdict, wrote: bool) -> None:
    assert mode(actions, said, wrote) == expected


def test_an_episode_in_numbers() -> None:
    said = Message(text="?", expects_reply=True)
    row = measures(steps(tap(1, 1), Invalid(code="blocked"), said, DONE), verdict(True, False), frozenset(), PHONE)
    assert row["action_click"] == row["action_invalid"] == row["action_message"] == row["action_done"] == 1
    assert row["invalid_blocked"] == 1 and sum(row[f"invalid_{code}"] for code in CODES) == 1
    assert row["item_met"] and row["mode"] == "gave up"


def test_answers_that_were_refused_are_no_end() -> None:
    refused = Feedback(False, "bad_answer", "The answer must be a date.")
    *acted, last = steps(*[Done(answer="Some day.")] * 3)
    row = measures([*(replace(step, feedback=refused) for step in acted), last], verdict(False), frozenset(), PHONE)
    assert (row["mode"], row["invalid_bad_answer"], row["action_done"]) == ("budget exhausted", 3, 3)
