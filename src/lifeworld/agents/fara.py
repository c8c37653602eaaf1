"""Fara: a browser's `computer_use` in a `<tool_call>`, in the forms of Fara-7B and Fara-1.5."""

from dataclasses import replace

from lifeworld.agents.model import Call
from lifeworld.agents.qwen import COMPUTER, by_action, terminated
from lifeworld.agents.reading import Arguments, Seen, Verb, asked, scrolled, understood
from lifeworld.agents.toolcall import besides, spoken, tool_calls
from lifeworld.core.actions import Action, Done, Invalid, Message, Navigate, Observe, System, Text, Wait

_GRID = 1000


def _typed(submits: bool) -> Verb:
    def verb(given: Arguments) -> Action:
        return Text(
            text=given.text("text", "text_value"),
            target=given.point_if_any("coordinate"),
            clear=given.flag("delete_existing_text", default=False),
            submit=given.flag("press_enter", default=submits),
        )

    return verb


def _by_grid(x: int, y: int) -> Verb:
    """Return what a turn of the wheel comes to, in parts of the screen: Fara-1.5 counts it on its grid."""
    return lambda given: scrolled((x, y), given.number("pixels") / _GRID, unit="viewport")


def _searched(given: Arguments) -> Action:
    return Invalid(code="blocked", detail=f"There is no search engine to ask for “{given.text('query')}”.")


def _ended(given: Arguments) -> Action:
    if given.has("status"):
        return terminated(given)
    return Done(answer=given.text("answer", default="") or None)


_WEB: dict[str, Verb] = {
    "visit_url": lambda given: Navigate(url=given.text("url")),
    "web_search": _searched,
    "history_back": lambda given: System(name="back"),
    "refresh": lambda given: System(name="reload"),
    "pause_and_memorize_fact": lambda given: Message(text=given.text("fact")),
    "read_page_answer_question": lambda given: Observe(what="text"),
    "ask_user_question": lambda given: asked(given.text("question", default=""), given.seen.words),
    "wait": lambda given: Wait(seconds=given.number("time", "duration", default=3)),
    "terminate": _ended,
}
VERBS: dict[str, dict[str, Verb]] = {
    "7B": {**COMPUTER, **_WEB, "type": _typed(submits=True)},
    "1.5": {**COMPUTER, **_WEB, "type": _typed(submits=False), "scroll": _by_grid(0, -1), "hscroll": _by_grid(1, 0)},
}


def read(text: str, seen: Seen, form: str = "7B") -> tuple[Call, ...]:
    """Return the calls of an answer of this form: the two differ in what scrolls count and whether Enter follows."""
    calls = (one if isinstance(one, Invalid) else by_action(one) for one in tool_calls(spoken(text)))
    return understood(calls, VERBS[form], replace(seen, words=besides(text)))
