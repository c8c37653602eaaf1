"""Lists the actions that a page offers: how much of the goal each would be, and what to fill in for it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime

from lifeworld.agents.goal import Goal, Mention, day_of, words
from lifeworld.agents.screens import Placed, Screen, Screens, is_opener
from lifeworld.core.observation import Node

FIELDS = frozenset(("textbox", "combobox", "checkbox", "switch", "radio", "spinbutton", "listbox"))
GOES = words("save confirm continue review apply place submit next ok okay yes")
_NEVER = words("undo") | frozenset("cancel close back search".split())
_OFF = re.compile(r"\b(off|hide|no|not|don't|stop|without|shouldn't|forget|disable)\b", re.IGNORECASE)
_ISO = re.compile(r"\d{4}-\d\d-\d\d")
_TIME = re.compile(r"\d{1,2}:\d\d( [AP]M)?")
_DAYS, _TIMES, _SUMS = words("date due day"), words("time hour starts ends"), words("amount price income limit")

Value = str | bool


@dataclass(frozen=True)
class Fill:
    """A field, what to put into it, and the mention that it says."""

    node: Node
    value: Value
    mention: Mention | None = None


@dataclass(frozen=True)
class CandidateAction:
    """A button with the fields that belong to it.

    Attributes:
        said: the goal's mentions that the candidate takes up, by how surely.
        worth: from 0 to about 1, how much of the goal it is.
    """

    screen: Screen
    button: Placed
    fills: tuple[Fill, ...] = ()
    said: dict[Mention, float] = field(default_factory=dict)
    worth: float = 0.0

    @property
    def mark(self) -> tuple[str, str, str]:
        return self.screen.url, self.button.node.name, self.button.row[:80]


def candidate_actions(
    screen: Screen, screens: Screens, now: datetime, done: frozenset[Mention] = frozenset()
) -> list[CandidateAction]:
    """Return what a page lets one do, each candidate weighed against what of the goal is still to be done."""
    return [_weighed(screen, button, fields, screens, now, done) for button, fields in grouped(screen)]


def grouped(screen: Screen) -> Iterator[tuple[Placed, list[Placed]]]:
    """Yield each button that may do something, with the fields since the button before it."""
    fields: list[Placed] = []
    for placed in screen.placed:
        node = placed.node
        if node.role in FIELDS and "disabled" not in node.states:
            fields.append(placed)
        elif node.role == "button" and not placed.around and not is_opener(placed):
            if not words(node.name) & _NEVER and "disabled" not in node.states:
                yield placed, fields
            fields = []


def _weighed(
    screen: Screen, button: Placed, fields: list[Placed], screens: Screens, now: datetime, done: frozenset[Mention]
) -> CandidateAction:
    goal = screens.goal
    fills = tuple(filled(fields, goal, now))
    near, about = f"{button.node.name}\n{button.row}", screen.headings
    said: dict[Mention, float] = {}
    for mention in goal.mentions:
        said[mention] = _how_surely(mention, fills, near, about, screen)
        if mention.kind == "text" and said[mention] == 1.0 and not mention.is_in(near) and screens.knows(mention):
            said[mention] = 0.5  # what is there already is rarely to be written down anew
    left = [mention for mention in goal.mentions if mention not in done and mention.kind != "number"]
    taken = sum(said[one] for one in left) / len(left) if left else 0.0
    name = goal.unnamed(button.node.name)
    context = words(f"{button.node.name}\n{about}\n" + "\n".join(fill.node.name for fill in fills))
    all_words = sum(map(screens.weight, goal.words)) or 1.0
    shared = sum(map(screens.weight, context & goal.words)) / all_words
    strange = len(name - goal.verbs - GOES) / max(1, len(name))
    fits = 0.3 if name & goal.verbs else 0.2 if name & GOES and fills and words(about) & goal.verbs else -0.3
    fits += _numbers(button.node.name, goal)
    return CandidateAction(screen, button, fills, said, 0.5 * taken + 0.4 * shared + fits - 0.3 * strange)


def _numbers(name: str, goal: Goal) -> float:
    """Return whether a name has the goal's number in it, or another."""
    found = re.findall(r"(?<!\S)\d+(?!\S)", name)
    wanted = {mention.text for mention in goal.of("number")}
    return 0.0 if not found or not wanted else 0.3 if set(found) & wanted else -0.5


def _how_surely(mention: Mention, fills: tuple[Fill, ...], near: str, about: str, screen: Screen) -> float:
    if any(fill.mention is mention for fill in fills):
        return 1.0
    if mention.is_in(near):
        return 1.0
    if mention.is_in(about):
        return 0.9
    return 0.3 if mention.is_in(screen.text) else 0.0


def filled(fields: list[Placed], goal: Goal, now: datetime) -> Iterator[Fill]:
    """Yield what of the goal goes into which field: the best pairs of field and mention first, each once."""
    used: set[Mention] = set()
    typed = [one for one in fields if one.node.role in ("textbox", "spinbutton")]
    pairs = [
        (fit, -place, -goal.mentions.index(mention), one, mention)
        for place, one in enumerate(typed)
        for mention in goal.mentions
        if (fit := _fit(one.node, mention)) > 0
    ]
    full: set[str] = set()
    for _, _, _, one, mention in sorted(pairs, key=lambda pair: pair[:3], reverse=True):
        if mention not in used and one.node.ref not in full:
            used.add(mention)
            full.add(one.node.ref)
            value = written(mention, one.node.value, now)
            if value != one.node.value:
                yield Fill(one.node, value, mention)
    yield from _chosen(fields, goal)


def _fit(node: Node, mention: Mention) -> float:
    """Return how well a mention goes into a field: the kind must do, the words before it and the label should agree."""
    label = words(node.name)
    cue = 2.0 * len(label & mention.before) + 1.0 * len(label & mention.after)
    kind = kind_of(node)
    if kind != "text":
        return 1 + cue if mention.kind == kind else 0
    if mention.kind == "text":
        return 1 + cue
    return 2.0 * len(label & mention.before) if mention.kind in ("name", "code", "number", "money") else 0


def kind_of(node: Node) -> str:
    """Return what a field holds, going by its label and what stands in it."""
    label = words(node.name)
    if (label & _TIMES and not label & words("date day")) or _TIME.fullmatch(node.value):
        return "time"
    if label & _DAYS or _ISO.fullmatch(node.value):
        return "day"
    if label & _SUMS or node.value.startswith("$"):
        return "money"
    return "number" if node.role == "spinbutton" else "text"


def written(mention: Mention, before: str, now: datetime) -> str:
    """Return a mention as it goes into a field: days in the field's own way."""
    day: date | None = day_of(mention.text, now) if mention.kind == "day" else None
    if day is None:
        return mention.text
    return day.isoformat() if _ISO.fullmatch(before) else f"{day:%B} {day.day}, {day.year}"


def _chosen(fields: list[Placed], goal: Goal) -> Iterator[Fill]:
    """Yield the choices that the goal names: options, radio buttons, and what is to be on or off."""
    taken: set[int] = set()
    for one in fields:
        node = one.node
        if node.role in ("combobox", "listbox"):
            names = [child.name for child in node.walk() if child.role == "option"]
            if (found := _option(node.name, names, goal, taken)) is not None:
                taken.add(found[1])
                if found[0] != node.value:
                    yield Fill(node, found[0], _mention_at(goal, found[1]))
        elif node.role in ("checkbox", "switch"):
            wanted = switched(node.name, goal)
            if wanted is not None and wanted != ("checked" in node.states):
                yield Fill(node, wanted)
    yield from _radios(fields, goal)


def _radios(fields: list[Placed], goal: Goal) -> Iterator[Fill]:
    radios = [one.node for one in fields if one.node.role == "radio"]
    names = [node.name for node in radios]
    found = _option("", names, goal, set()) if radios else None
    if found is not None:
        node = radios[names.index(found[0])]
        if "checked" not in node.states:
            yield Fill(node, True, _mention_at(goal, found[1]))


def _option(label: str, names: list[str], goal: Goal, taken: set[int]) -> tuple[str, int] | None:
    """Return the option that the goal names for a field of this label, and where it does so."""
    best: tuple[float, str, int] | None = None
    text, own = goal.text.casefold(), words(label)
    spelled = own | frozenset(label.lower().split())
    for name in names:
        told = bare(name).casefold()
        for found in re.finditer(rf"(?<!\w){re.escape(told)}(?!\w)", text) if told else ():
            cue = goal.cues(found.start(), 2)
            fit = 2 * len(spelled & cue) + len(told) / 50 + (0 if found.start() in taken else 0.5)
            fit += 0.5 if own & words(text[found.end() : found.end() + 12]) else 0
            if best is None or fit > best[0]:
                best = (fit, name, found.start())
    return (best[1], best[2]) if best else None


def bare(name: str) -> str:
    """Return a choice's name without what stands in brackets after it, and without sums."""
    return re.sub(r"\s*(\(.*|[·–$…].*)$", "", name).strip()


def switched(label: str, goal: Goal) -> bool | None:
    """Return whether the goal wants something of this label on or off, and None where it says neither."""
    own = words(label)
    if not own:
        return None
    for clause in re.split(r"[.;:]| and |, ", goal.text):
        if len(own & words(clause)) / len(own) >= 0.6:
            return not _OFF.search(clause)
    return None


def _mention_at(goal: Goal, at: int) -> Mention | None:
    return next((one for one in goal.mentions if one.at <= at < one.at + len(one.text) + 2), None)
