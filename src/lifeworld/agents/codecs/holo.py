"""Holo's vocabulary: one JSON object with a note, a thought and an action."""

import json
from collections.abc import Sequence

from lifeworld.agents.arguments import Named
from lifeworld.agents.call_text import objects, spoken
from lifeworld.agents.codecs.grammar import Grammar, Parsed, by_action, named, result
from lifeworld.agents.codecs.parts import number, spelled, target, text, toward, x_y
from lifeworld.agents.codecs.rows import Codec, Inexpressible, read_only, row
from lifeworld.core.actions import Click, Done, Navigate, Scroll, System, Text, Wait

_THERE, _IT = target(x_y(), needed=True), spelled(element="it")
_CODEC = Codec(
    (
        row("click_element,click_absolute", Click, _IT, _THERE),
        row("write_element_abs", Text, _IT, text("text", "content"), _THERE, submit=True),
        row("scroll", Scroll, toward(0.5), unit="viewport"),
        row("go_back", System, name="back"),
        row("refresh", System, name="reload"),
        row("goto", Navigate, text("url", "url")),
        row("wait", Wait, number("seconds", "seconds", default=1)),
        read_only("restart", lambda _: Navigate(url="/")),
        row("answer", Done, result("content", blank="It is done.")),
    )
)


def _parsed(answer: str) -> Parsed:
    said = spoken(answer)
    found = list(objects(said))
    words = "\n".join(str(one["thought"]) for one in found if one.get("thought")) or said.partition("{")[0]
    return map(named, found[:1]), words if found else said


def _noted(calls: Sequence[Named], words: str) -> str:
    if len(calls) != 1:
        raise Inexpressible("an answer has one action")
    return json.dumps({"note": "", "thought": words, "action": by_action(calls[0])}, allow_nan=False)


HOLO = Grammar(_CODEC, "pixels", _parsed, _noted)
