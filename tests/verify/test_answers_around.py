"""What stands around a true value, whatever its type: a hedge makes it no answer, a wrapper leaves it one."""

import re
import time
import tomllib
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from datetime import time as clock
from pathlib import Path
from typing import Any

import pytest
from tests.rotation import some_names
from tests.verify.test_answers import CASES, Case

from lifeworld.core.money import Money
from lifeworld.proof.answers import honest
from lifeworld.verify.answers import Known, right
from lifeworld.verify.answers.scan import MOST

AROUND = tomllib.loads((Path(__file__).parent / "around.toml").read_text(encoding="utf-8"))
TRUE: dict[str, Any] = {
    "money": Money(100), "date": date(2026, 3, 14), "moment": datetime(2026, 3, 14, 14, 30), "time": clock(14, 30),
    "duration": timedelta(minutes=90), "count": 5, "yes": True, "name": "Ann Lee", "list": ["Ann Lee", "Tom Reyes"],
    "code": "MC-10482", "phone": "(360) 555-0146",
}  # fmt: skip
UNITS = (
    "$1", "$1 ", "1,", "1.", "5 or ", "March 14 ", "Mar 1-", "14:30 ", "90 min ", "1h", "1 h ", "yes ", "no ",
    "Ann Lee ", "Ann, ", "A b ", "3/", "- ", "MC-10482 ", "360-555-0146 ", "a@b.example ", "an hour and ", "not ",
    "roughly ", "x@", "noon ", "answer: ", "<answer>", "2 o'clock or ", "$5 or 6 ", "tomorrow ", "one ", "twenty-",
    "half ", "maybe ",
)  # fmt: skip
KNOWN = Known(date(2026, 3, 12), "How many on March 2, $30 and 5, for Tom Reyes?", frozenset({"Ann Lee", "Tom Reyes"}))


def bare() -> Iterator[Case]:
    """Yield for each question of the corpus its true value as it is; what is asked for, like “%”, is no hedge."""
    asked = re.compile("percent|rounded|on average")
    plain = [case for case in CASES if case.true != [] and not asked.search(case.known.goal)]
    for case in {(case.type, str(case.true)): case for case in plain}.values():
        yield case._replace(text=next(honest(case.true, case.known)), counts=True)


BARE = tuple(bare())


def accepted(hedges: list[str], *types: str) -> Iterator[str]:
    for case in (case for case in BARE if case.type in types):
        for hedge in hedges:
            if right(hedge.format(case.text), case.true, case.known):
                yield f"{hedge.format(case.text)!r} for {case.true!r}"


TYPES = ("code", "count", "date", "duration", "list", "moment", "money", "name", "time", "yes")


@pytest.mark.long
@pytest.mark.parametrize("type", TYPES)
def test_no_hedge_is_an_answer(type: str) -> None:
    hedges = AROUND["every"] + (AROUND["not_of_yes"] if type != "yes" else [])
    hedges += AROUND["not_of_moments"] if type not in ("date", "time", "moment", "yes") else []
    hedges += AROUND["of_measures"] if type in ("count", "duration") else []
    hedges += AROUND["of_names"] if type in ("name", "list", "code") else []
    assert not list(accepted(hedges, type))


@pytest.mark.parametrize("type", TYPES)
def test_what_is_put_around_an_answer_changes_nothing(type: str) -> None:
    refused = [
        f"{wrapper.format(case.text)!r} for {case.true!r}"
        for case in BARE
        for wrapper in AROUND["wrappers"]
        if case.type == type and not right(wrapper.format(case.text), case.true, case.known)
    ]
    assert not refused


@pytest.mark.parametrize("unit", some_names("growth", UNITS, 12))
def test_the_work_grows_with_the_length_of_an_answer_and_no_faster(unit: str) -> None:
    """Four times the length may take sixteen times as long at most, or next to nothing."""
    for true in TRUE.values():
        short, long = (spent(unit * (size // len(unit)), true) for size in (990, 3960))
        assert long < max(16 * short, 1.0), f"{unit!r} for {true!r}: {short:.2f} s, {long:.2f} s"


def spent(text: str, true: Any) -> float:
    began = time.process_time()
    right(text, true, KNOWN)
    return time.process_time() - began


@pytest.mark.parametrize("type", ["money", "date", "time", "moment", "duration", "count", "name", "code", "phone"])
def test_more_values_than_anybody_would_write_are_no_answer(type: str) -> None:
    said = {"money": "$1", "date": "March 14", "time": "14:30", "moment": "March 14, 14:30", "duration": "90 min"}
    said |= {"count": "5", "name": "Ann Lee", "code": "MC-10482", "phone": "(360) 555-0146"}
    text = said[type]
    assert right(text, TRUE[type], Known(KNOWN.today))
    assert not right(f"{text}\n" * (MOST + 1), TRUE[type], Known(KNOWN.today))
