"""A plain prompt for any chat model: the screen as picture, tree or numbered marks, and one JSON action an answer."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from lifeworld.agents.model import Call
from lifeworld.agents.reading import Arguments, Misread, Named, Seen, Verb, asked, finished, scrolled, understood
from lifeworld.agents.toolcall import objects, spoken
from lifeworld.core.actions import (
    Action,
    Click,
    Done,
    Drag,
    Invalid,
    Key,
    Move,
    Navigate,
    OpenApp,
    Point,
    Ref,
    SetValue,
    System,
    Text,
    Wait,
    parse_action,
)

_BUTTONS = {"left": "left", "right": "right", "middle": "middle"}


def _target(given: Arguments) -> Point | Ref:
    """Return what an action is aimed at: a mark's control, a reference, or a place."""
    if given.has("mark"):
        return Ref(id=_marked(given))
    if given.has("ref", "id"):
        return Ref(id=given.text("ref", "id"))
    return given.point("coordinate", "point") if given.has("coordinate", "point") else given.x_y()


def _marked(given: Arguments) -> str:
    number, marks = given.count("mark"), given.seen.marks
    if not 0 < number <= len(marks):
        raise Misread("stale_ref", f"There is no mark {number}; there are {f'1 to {len(marks)}' if marks else 'none'}.")
    return marks[number - 1]


def _target_if_any(given: Arguments) -> Point | Ref | None:
    return _target(given) if given.has("mark", "ref", "id", "coordinate", "point", "x", "y") else None


def _clicked(count: int = 1, hold: float = 0) -> Verb:
    def verb(given: Arguments) -> Action:
        return Click(
            target=_target_if_any(given),
            button=given.choice(_BUTTONS, "button", default="left"),
            count=given.count("count", default=count),
            hold_ms=round(given.number("hold", default=hold) * 1000),
        )

    return verb


def _typed(given: Arguments) -> Action:
    return Text(
        text=given.text("text"),
        target=_target_if_any(given),
        clear=given.flag("clear", default=False),
        submit=given.flag("submit", default=False),
    )


def _scrolled(given: Arguments) -> Action:
    turned = scrolled(given.direction(), given.number("amount", default=0.5), unit="viewport")
    return turned.model_copy(update={"target": _target_if_any(given)})


def _impossible(given: Arguments) -> Action:
    return Done(status="infeasible", answer=given.text("reason", default="") or None)


VERBS: dict[str, Verb] = {
    "click": _clicked(),
    "double_click": _clicked(2),
    "long_press": _clicked(hold=1),
    "move": lambda given: Move(target=_target(given)),
    "drag": lambda given: Drag(path=(given.point("from", "start"), given.point("to", "end"))),
    "scroll": _scrolled,
    "type": _typed,
    "select": lambda given: SetValue(target=_target(given), value=given.text("value")),
    "key": lambda given: Key(chord=given.keys("keys", "key")),
    "back": lambda given: System(name="back"),
    "home": lambda given: System(name="home"),
    "reload": lambda given: System(name="reload"),
    "open": lambda given: OpenApp(name=given.text("app", "name")),
    "go": lambda given: Navigate(url=given.text("url")),
    "wait": lambda given: Wait(seconds=given.number("seconds", default=1)),
    "ask": lambda given: asked(given.text("question", "text", default=""), given.seen.words),
    "done": lambda given: finished(given.text("answer", default="") or None, given.seen.words),
    "infeasible": _impossible,
}


def read(text: str, seen: Seen) -> tuple[Call, ...]:
    """Return the first action of an answer; Lifeworld's own form of actions is understood, too."""
    said = spoken(text)
    found = [one for one in objects(said) if "action" in one or "type" in one][:1]
    words = said.partition("{")[0].strip() if found else said.strip()
    if found and "action" not in found[0]:
        return (Call((parse_action(found[0]),), native=str(found[0])),)
    return understood(_called(found), VERBS, replace(seen, words=words))


def _called(found: list[dict[str, Any]]) -> Iterator[Named | Invalid]:
    for one in found:
        inner = one["action"]
        call = {**inner, "action": inner.get("action")} if isinstance(inner, dict) else one
        yield Named(str(call["action"]), {name: value for name, value in call.items() if name != "action"})
