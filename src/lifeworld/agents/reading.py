"""What all readers of a model's text share: from calls with arguments to actions, and never an exception.

A model's vocabulary is a table from the names of its calls to functions of their arguments. Whatever a function can't
make sense of becomes `Invalid`, with what was wrong in words that the model is told.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal, TypeAlias

from pydantic import ValidationError

from lifeworld.agents.arguments import Arguments, Misread, Named, Seen, whole
from lifeworld.agents.briefing import ending, is_marked
from lifeworld.agents.model import Call
from lifeworld.core.actions import Action, Click, Done, Drag, Invalid, Message, Move, Point, Scroll, Text
from lifeworld.core.answers import answered
from lifeworld.core.nearest import hint

Unit = Literal["px", "viewport"]

Verb: TypeAlias = Callable[[Arguments], Action | tuple[Action, ...]]


def understood(calls: Iterable[Named | Invalid], verbs: Mapping[str, Verb], seen: Seen) -> tuple[Call, ...]:
    """Return an answer's calls as actions; an answer without a call as what its words say."""
    seen, found = replace(seen, words=whole(seen.words)), list[Call]()
    for call in calls:
        actions = (_kept(call),) if isinstance(call, Invalid) else _actions(call, verbs, seen)
        seen = replace(seen, cursor=pointed(actions, seen.cursor))
        found.append(Call(actions, name=whole(getattr(call, "name", "")), native=_native(call)))
    return tuple(found) or (Call((wordless(seen.words),), native=seen.words),)


def wordless(words: str) -> Action:
    """Return what an answer without any call means: a question, not feasible, or a mistake."""
    action = ending(words)
    if isinstance(action, Done) and action.status == "success":
        return Invalid(code="parse_error", detail="The answer has no action in the form that was asked for.")
    return action


def guarded(make: Callable[[], Action | tuple[Action, ...]], native: Any = None) -> tuple[Action, ...]:
    """Return the actions that `make` returns, or the `Invalid` that what it raises comes to."""
    try:
        made = make()
        return made if isinstance(made, tuple) else (made,)
    except Misread as error:
        return (Invalid(code=error.code, detail=error.detail, native=native),)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        detail = f"{'.'.join(map(str, first['loc']))}: {first['msg'].removeprefix('Value error, ')}"
        return (Invalid(code="bad_argument", detail=detail, native=native),)
    except ValueError as error:  # numbers that JSON has not
        return (Invalid(code="bad_argument", detail=str(error), native=native),)
    except RecursionError:
        return (Invalid(code="parse_error", detail="It is nested too deeply."),)


def pointed(actions: Iterable[Action], before: Point | None = None) -> Point | None:
    """Return where the pointer is after these actions."""
    for action in actions:
        if isinstance(action, Drag):
            place: Any = action.path[-1]
        else:
            place = getattr(action, "target", None) if isinstance(action, Click | Move | Scroll | Text) else None
        before = place if isinstance(place, Point) else before
    return before


def finished(answer: Any, words: str) -> Done:
    """Return the end of an episode; an answer that stands only in the words, in lines “Answer: …”, is one."""
    if answer is None and is_marked(words):
        return Done(answer=words)
    return Done(answer=answer, note=words)


def stopped(status: str, answer: Any, words: str) -> Done:
    """Return the end that a model with two words for it means; its failure says that the task can't be done.

    That is how the benchmark which these vocabularies come from grades it; none of them has a word for giving up.
    """
    if status == "success":
        return finished(answer, words)
    return Done(status="infeasible", note="\n".join(filter(None, (words, answered(answer)))))


def asked(text: str, words: str) -> Message:
    """Return a question to the person; without a text of its own, it is what the model said."""
    return Message(text=text.strip() or words.strip() or "I need your help.", expects_reply=True)


def scrolled(direction: tuple[int, int], amount: float, target: Point | None = None, unit: Unit = "px") -> Scroll:
    """Return a scroll by an amount towards what lies in that direction."""
    dx, dy = (sign * amount + 0.0 for sign in direction)  # no -0.0
    return Scroll(target=target, dx=dx, dy=dy, unit=unit)


def _actions(call: Named, verbs: Mapping[str, Verb], seen: Seen) -> tuple[Action, ...]:
    verb = verbs.get(call.name)
    if verb is None:
        detail = f"There is no action {call.name!r}; {hint(call.name, verbs)}"
        return (Invalid(code="unknown_action", detail=detail, native=_native(call)),)
    return guarded(lambda: verb(Arguments(call.arguments, seen)), _native(call))


def _kept(call: Invalid) -> Invalid:
    return call.model_copy(update={"native": whole(call.native)})


def _native(call: Named | Invalid) -> Any:
    """Return a call as plain data."""
    if isinstance(call, Invalid):
        return whole(call.native)
    return {
        "name": whole(call.name),
        "arguments": {whole(name): whole(value) for name, value in call.arguments.items()},
    }
