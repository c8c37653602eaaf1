"""Episodes as conversations to train on: a goal and screens from the user, reasoning and actions from the assistant.

OUT/train.jsonl            one file a split that has any episode; an episode a line
OUT/images/<hash>.png      the screens, each once

Messages are as chat templates take them, and begin as the model's adapter begins on that device, with its `tools`
beside them; actions are in one provider's action space, calls as `tool_calls`, grammars as text. An invalid action is
left out of a conversation; an episode with an action that the space has no call for is left out whole.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, TextIO

from PIL import Image

from lifeworld.agents.codecs.rows import Inexpressible, tapped
from lifeworld.bridges.action_space import Offer, Said, offer
from lifeworld.bridges.records import Record
from lifeworld.core.actions import Action, Done
from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text
from lifeworld.core.observation import Node, Observation, View
from lifeworld.core.trajectory import Step
from lifeworld.world import World, load

# Where the words of a model that writes its calls as text end, and its calls begin.
_CALLS = re.compile(
    r"<(?:seed:)?tool_call>|<function=|<answer>|<\|begin_of_box\|>|```|^(?:## )?(?:Action|Code):|\{\"", re.M
)
_MARKS = re.compile(r"</?\w*think\w*>|^Thought:\s*", re.M)


@dataclass
class Written:
    """What came of an export: episodes by split, and why others were left out."""

    counts: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)


def write(found: Iterable[Record], out: Path, name: str) -> Written:
    """Write episodes in an action space, as they come.

    Raises:
        UserError: none of them can be written in it.
    """
    made = Written()
    (out / "images").mkdir()
    with ExitStack() as open_files:
        files: dict[str, TextIO] = {}
        for record in found:
            try:
                said = _said(record, name)
            except Inexpressible as why:
                made.left_out[str(why)] += 1
                continue
            if record.split not in files:
                place = out / f"{record.split}.jsonl"
                files[record.split] = open_files.enter_context(place.open("w", encoding="utf-8", errors="replace"))
            files[record.split].write(json_text({**_about(record, name), **said}) + "\n")
            _keep_images(record, out)
            made.counts[record.split] += 1
    if not made.counts:
        raise UserError(f"no episode can be written in the action space {name}: {made.left_out.most_common(1)[0][0]}")
    return made


def _about(record: Record, name: str) -> dict[str, Any]:
    told = ("agent", "task", "app", "profile", "device", "theme", "success", "score")
    row = record.row
    about = {"episode": record.id, "split": record.split, "action_space": name, "answer_schema": record.answer_schema}
    return {**about, **{key: row[key] for key in told}}


def _said(record: Record, name: str) -> dict[str, Any]:
    """Return an episode's messages, and the tools that go with them."""
    acted = [step for step in record.acted if step.feedback.ok]
    if not acted:
        raise Inexpressible("an episode in which nothing was done")
    if not all(step.image for step in acted):
        raise Inexpressible("an episode without screens; --draw draws them")
    offered = offer(name, _first(record, acted[0]))
    return {"tools": offered.tools, "messages": list(_messages(record, acted, offered))}


def _first(record: Record, step: Step) -> Observation:
    """Return what an adapter is told first."""
    tree, size = Node("document"), _size(record, step)
    view = View(url=step.url, title=step.title, tree=tree, size=size, screenshot=record.picture(step))
    now = _began(record.row["profile"])
    return Observation.of(view, goal=record.goal, now=now, answer_schema=record.answer_schema)


@lru_cache(maxsize=32)
def _began(profile: str) -> datetime:
    """Return the time at which a person's episodes begin."""
    world = World(load(profile).data).start()
    try:
        return world.store.now
    finally:
        world.close()


def _messages(record: Record, acted: Sequence[Step], offered: Offer) -> Iterator[dict[str, Any]]:
    if offered.system:
        yield {"role": "system", "content": [{"type": "text", "text": offered.system}]}
    told: list[tuple[str, str]] = [("", offered.task)]  # by the call that it answers
    for step in acted:
        yield from _user(told, step)
        words = reasoning(record, step)
        said = offered.write(_done(record, step, bool(words)), _size(record, step), words)
        yield _assistant(said, step)
        told = _came(step, said)


def _done(record: Record, step: Step, spoken: bool) -> tuple[Action, ...]:
    """Return what a step comes to by points; a phone has no Control+A, so that a field is cleared by a triple tap.

    Where a model's words are said beside it, the note of an end, which is these words, is left out.
    """
    assert step.action
    if isinstance(step.action, Done) and spoken:
        return (step.action.model_copy(update={"note": ""}),)
    found = step.by_points or (step.action,)
    if record.row["device"] != "phone":
        return found
    return tuple(part for action in found for part in tapped(action))


def _user(told: list[tuple[str, str]], step: Step) -> Iterator[dict[str, Any]]:
    """Yield what came of each call, or what the user says; the last with the screen."""
    for place, (call, text) in enumerate(told, 1):
        shown = [{"type": "image", "image": f"images/{step.image}.png"}] if place == len(told) else []
        content = [*([{"type": "text", "text": text}] if text else []), *shown]
        yield (
            {"role": "tool", "tool_call_id": call, "content": content} if call else {"role": "user", "content": content}
        )


def _assistant(said: Said, step: Step) -> dict[str, Any]:
    content = [{"type": "text", "text": said.text}] if said.text else []
    calls = [
        {"id": _id(step, n), "type": "function", "function": {"name": name, "arguments": arguments}}
        for n, (name, arguments) in enumerate(said.calls)
    ]
    return {"role": "assistant", "content": content, **({"tool_calls": calls} if calls else {})}


def _came(step: Step, said: Said) -> list[tuple[str, str]]:
    """Return what is told of a step: to its last call where it has any."""
    text = step.came
    ids = [_id(step, n) for n in range(len(said.calls))]
    return [*((each, "Done.") for each in ids[:-1]), (ids[-1], text or "Done.")] if ids else [("", text)]


def _id(step: Step, number: int) -> str:
    return f"call_{step.number}_{number}"


def reasoning(record: Record, step: Step) -> str:
    """Return what a model said before its calls; nothing of one whose words can't be told from them."""
    provider = record.folder.config().agent(record.row["agent"]).partition(":")[0]
    if provider in ("anthropic", "openai", "gemini"):
        return "" if _ends(step) else step.said.strip()
    return _MARKS.sub("", _CALLS.split(step.said)[0]).strip()


def _ends(step: Step) -> bool:
    """Say whether a step's words are its action: they are written again in the action space's way."""
    return not step.native["calls"] if step.native else False


def _size(record: Record, step: Step) -> tuple[int, int]:
    with Image.open(record.folder.image(step.image)) as image:
        return image.size


def _keep_images(record: Record, out: Path) -> None:
    for step in record.acted:
        place = out / "images" / f"{step.image}.png"
        if not place.exists() and (png := record.picture(step)):
            place.write_bytes(png)
