"""Actions that a vocabulary's rows stand for, drawn at random, and when two of them are alike."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from hypothesis import assume
from hypothesis import strategies as st
from tests.agents.test_grammars import PICTURE

from lifeworld.agents.briefing import settled
from lifeworld.agents.call_text import strict_json
from lifeworld.agents.codecs.rows import Inexpressible, Row
from lifeworld.core.actions import Action, Done, Move, Point, Ref, SetValue, System, dump_action

T = TypeVar("T")
SIZE = (PICTURE.width, PICTURE.height)
PLACE = st.builds(Point, x=st.floats(0, 1), y=st.floats(0, 1))
SIGNS = st.characters(exclude_categories=["Cs"], exclude_characters="<>◁▷\r")
WORDS = st.text(SIGNS, min_size=1).filter(lambda text: text.strip() == text and not text.endswith("\\n"))
NUMBERS = st.integers(0, 9999)
ANSWERS = WORDS | NUMBERS | st.booleans() | st.lists(WORDS, max_size=2) | st.dictionaries(st.sampled_from("12"), WORDS)
CHORDS = [
    ("Control", "c"),
    ("Enter",),
    ("Alt", "Tab"),
    ("Meta",),
    ("Shift", "ArrowUp"),
    ("Escape",),
    ("a",),
    ("PageDown",),
]
LENGTHS = st.sampled_from([0.0, 1.0, 120.0, -240.0, 600.0, -600.0, 0.4, -0.4, 0.5, -0.8, 0.8, 0.9, 250.0])
FIELDS: Mapping[str, st.SearchStrategy[Any]] = {
    "target": st.none() | PLACE | st.just(Ref(id="e7")),
    "path": st.lists(PLACE, min_size=2, max_size=3).map(tuple),
    "text": WORDS,
    "clear": st.booleans(),
    "submit": st.booleans(),
    "chord": st.sampled_from(CHORDS),
    "modifiers": st.sampled_from([(), ("Control",), ("Control", "Shift")]),
    "button": st.sampled_from(["left", "right", "middle"]),
    "count": st.integers(1, 3),
    "repeat": st.integers(1, 9),
    "hold_ms": st.sampled_from([0, 500, 1000, 2000]),
    "dx": LENGTHS,
    "dy": LENGTHS,
    "name": WORDS,
    "url": WORDS,
    "seconds": st.integers(0, 300),
    "value": WORDS,
    "region": st.just((0.25, 0.25, 0.75, 0.75)),
    "status": st.sampled_from(["success", "infeasible"]),
    "answer": st.none() | ANSWERS,
    "note": st.just(""),
}
SYSTEM = st.sampled_from(["home", "back", "menu", "enter", "app_switcher", "reload"])


def actions(row: Row) -> st.SearchStrategy[Action]:
    """Return actions of the kind that a row stands for: what it fixes, and anything in the fields that it fills."""
    filled = sorted({field for part in row.parts for field in part.fields} - row.fixed.keys())
    needed = {"target": PLACE | st.just(Ref(id="e7"))} if row.action in (Move, SetValue) else {}
    values = {
        field: SYSTEM if (row.action, field) == (System, "name") else {**FIELDS, **needed}[field] for field in filled
    }
    return st.fixed_dictionaries(values).map(lambda fields: row.action(**row.fixed, **fields))


def as_played(found: Action, wanted: Action) -> dict[str, Any]:
    """Return an action as data; an end without an answer has none, whatever its call says instead."""
    if isinstance(found, Done) and isinstance(wanted, Done) and wanted.answer is None:
        return {"status": found.status}
    return plain(found)


def written(write: Callable[[], T]) -> T:
    """Return what a vocabulary writes; leave the example out where it has no call for it."""
    try:
        return write()
    except Inexpressible:
        assume(False)
        raise


def plain(action: Action) -> dict[str, Any]:
    """Return an action as data: an end without the words beside it, and with its answer as an environment reads it."""
    if not isinstance(action, Done):
        return dump_action(action)
    said = settled(action, asked=True)
    value = strict_json(said.answer) if isinstance(said.answer, str) else None
    return {"status": said.status, "answer": said.answer if value is None else value}


def unit(model: str) -> float:
    """Return how far apart two values of the model's measure are, at most."""
    return 1 / 999 if model not in ("qwen-2.5", "uitars-1.5", "opencua-qwen25", "holo", "fara-7B") else 1 / min(SIZE)


def near(one: Any, other: Any, most: float) -> bool:
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(near(one[key], other[key], most) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(near, one, other, [most] * len(one)))
    return bool(one == other) or (isinstance(one, float) and abs(one - other) <= most)
