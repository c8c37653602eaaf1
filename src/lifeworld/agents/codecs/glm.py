"""Zhipu's vocabularies: GLM-4.5V's calls between box marks, and AutoGLM-Phone's `do(action="Tap", …)`."""

import re
from collections.abc import Sequence

from lifeworld.agents.arguments import Arguments, Frame, Named
from lifeworld.agents.call_text import as_function, functions, spoken
from lifeworld.agents.codecs.grammar import Grammar, Parsed, named, over, question, result
from lifeworld.agents.codecs.parts import at, chord, path, short_keys, spelled, target, text, wheel
from lifeworld.agents.codecs.rows import Codec, Fields, Part, row
from lifeworld.core.actions import (
    Click,
    Done,
    Drag,
    Invalid,
    Key,
    Message,
    Move,
    OpenApp,
    Scroll,
    System,
    Text,
    Wait,
)

_PARAMETERS = ("start_box", "end_box", "element_info", "direction", "step", "keys", "content")
_BOX = re.compile(r"<\|begin_of_box\|>(.*?)(?:<\|end_of_box\|>|\Z)", re.DOTALL)
_START, _END = (at(name, spell="[{},{}]".format) for name in ("start_box", "end_box"))
_THERE, _IT = target(_START, needed=True), spelled(element_info="it")
_GLM = Codec(
    (
        row("left_click", Click, _THERE, _IT),
        row("right_click", Click, _THERE, _IT, button="right"),
        row("middle_click", Click, _THERE, _IT, button="middle"),
        row("left_double_click", Click, _THERE, _IT, count=2),
        row("hover", Move, _THERE),
        row("left_drag", Drag, path(_START, _END)),
        row("key", Key, chord("keys", spell=lambda keys: "+".join(short_keys(keys)))),
        row("type", Text, text("text", "content")),
        row("scroll", Scroll, target(_START), wheel("direction", "step", default=5)),
        row("WAIT", Wait, seconds=5),
        row("DONE", Done, over("success")),
        row("FAIL", Done, over("failure")),
    )
)
_BARE = re.compile(rf"\b(?:{'|'.join(_GLM.names)})\(.*\)")  # where the endpoint cut the marks out


def _boxed(answer: str) -> Parsed:
    """Return the call of an answer: between its marks, or else what looks like one."""
    said = re.split(r"^\W*Memory:", spoken(answer), maxsplit=1, flags=re.MULTILINE)[0]
    boxes = _BOX.findall(said)
    calls = boxes or _BARE.findall(said)
    words = _BOX.sub("", said) if boxes else _BARE.sub("", said)
    return _called(calls[0]) if calls else [], words


def _called(source: str) -> list[Named | Invalid]:
    bare = source.strip()
    return [Named(bare, {})] if bare in _GLM.names else functions(bare, _PARAMETERS)[:1]


def _in_a_box(calls: Sequence[Named], words: str) -> str:
    lines = "\n".join(as_function(one.name, one.arguments) for one in calls)
    return f"{words} <|begin_of_box|>{lines}<|end_of_box|>\nMemory: []".lstrip()


GLM = Grammar(_GLM, "1000", _boxed, _in_a_box, aside=True)

_PHONE = ("action", "element", "start", "end", "text", "app", "message", "instruction", "duration")
_SECONDS = re.compile(r"\d+(?:\.\d+)?")
_BEGIN = re.compile(r"\b(?:do\s*\(\s*action\s*=|finish\s*\(\s*message\s*=|finish\s*\(\s*\))")
_ELEMENT = target(at("element"), needed=True)


def _duration() -> Part:
    def read(given: Arguments) -> Fields:
        found = _SECONDS.search(given.text("duration", default="1"))
        return {"seconds": float(found[0]) if found else 1}

    return Part(("seconds",), read, lambda action, _: {"duration": f"{action.seconds:g} seconds"})


def _note() -> Part:
    def read(given: Arguments) -> Fields:
        return {"text": given.text("message", "instruction", default="") or given.frame.words}

    def write(action: Message, _: Frame) -> Fields:
        return {"message": action.text}

    return Part(("text",), read, write)


_AUTOGLM = Codec(
    (
        row("Launch", OpenApp, text("name", "app")),
        row("Tap", Click, _ELEMENT),
        row("Double Tap", Click, _ELEMENT, count=2),
        row("Long Press", Click, _ELEMENT, hold_ms=1000),
        row("Swipe", Drag, path(at("start"), at("end")), pointer="touch"),
        row("Type,Type_Name", Text, text("text", "text"), clear=True),
        row("Back", System, name="back"),
        row("Home", System, name="home"),
        row("Wait", Wait, _duration()),
        row("Note,Call_API", Message, _note()),
        row("Take_over,Interact", Message, question("message"), expects_reply=True),
        row("finish", Done, result("message", blank="It is done.")),
    )
)


def _answered(answer: str) -> Parsed:
    """Return the call of an answer: what `<answer>` holds, or else what begins like a call."""
    said = spoken(answer)
    thought, marked, rest = said.partition("<answer>")
    source = rest.partition("</answer>")[0] if marked else said
    begin = _BEGIN.search(source)
    calls = functions(source[begin.start() :], _PHONE)[:1] if begin else []
    words = re.sub(r"</?\w+>", "", thought if marked else source[: begin.start()] if begin else said)
    return [named(one.arguments) if isinstance(one, Named) and one.name == "do" else one for one in calls], words


def _as_answer(calls: Sequence[Named], words: str) -> str:
    lines = (
        as_function("finish", one.arguments)
        if one.name == "finish"
        else as_function("do", {"action": one.name, **one.arguments})
        for one in calls
    )
    return f"<think>{words}</think>\n<answer>{chr(10).join(lines)}</answer>"


AUTOGLM = Grammar(_AUTOGLM, "1000", _answered, _as_answer)
