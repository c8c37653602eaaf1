"""One world's moment for a policy of numbers: what it sees as a row of arrays, and which action an index stands for."""

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifeworld.agents.candidate_actions import written
from lifeworld.agents.goal import Goal, Mention, plain
from lifeworld.bridges.arrays import COMMANDS, FIELDS, Arrays, Page, Sizes, page_of, pixels, word_numbers
from lifeworld.core.actions import Action, Click, Done, Invalid, Ref, Scroll, SetValue, System, Wait
from lifeworld.core.observation import Node, Observation

_LONGEST = 300  # seconds of one wait
_DOING: dict[str, Action] = {
    "done": Done(),
    "infeasible": Done(status="infeasible"),
    "home": System(name="home"),
    "back": System(name="back"),
    "wait": Wait(seconds=_LONGEST),
    "more": Scroll(dy=1, unit="viewport"),
}
_MORE = COMMANDS.index("more")


class Screen:
    """One world's moment: keeps a row of arrays as the world is, and knows what an index stands for there.

    Args:
        sizes: how much the arrays hold.
        rows: of all worlds; their `mask` is left to `arrays.mask`, which does all rows at once.
        row: this world's.
    """

    now: Observation
    _page: Page
    _start = 0  # the first element in the arrays

    def __init__(self, sizes: Sizes, rows: Arrays, row: int = 0) -> None:
        self.sizes = sizes
        self._row = {name: array[row] for name, array in rows.items()}  # views

    def begin(self, observation: Observation) -> None:
        """Take in the first observation of an episode."""
        goal = Goal.read(observation.goal)
        self._mentions = sorted(goal.mentions, key=lambda one: one.kind != "text")[: self.sizes.mentions]
        self._named = [_exactly(one, goal) for one in self._mentions]
        self._row["mentions"][:] = 0
        for number, text in enumerate(self._named):
            self._row["mentions"][number] = self._numbers(text, self.sizes.words)
        self._row["goal"][:] = self._numbers(observation.goal, self.sizes.goal)
        self._row["asked"][:] = observation.answer_schema is not None
        self._page, self._start = page_of(observation.tree, self.sizes), 0
        self._take(observation)
        self._lay()

    def show(self, observation: Observation, last: int) -> None:
        """Take in what came of an action: `more` turns over, another page begins at its first element."""
        before, page = (self._page, self._start), page_of(observation.tree, self.sizes)
        if observation.url != self.now.url:
            self._start = 0
        elif last == _MORE:
            self._start += self.sizes.elements
        if self._start >= len(page.nodes):
            self._start = 0
        self._page = page
        self._take(observation)
        if before[0] is not page or before[1] != self._start:
            self._lay()

    def _take(self, observation: Observation) -> None:
        """Note what is no part of the page."""
        self.now, row = observation, self._row
        row["refused"][0] = not observation.feedback.ok
        row["reply"][:] = self._numbers(observation.reply, self.sizes.goal) if observation.reply else 0
        if "picture" in row:
            row["picture"][:] = pixels(observation)

    def _lay(self) -> None:
        """Put the page's elements into the arrays."""
        till = self._start + self.sizes.elements
        shown = len(self._page.nodes[self._start : till])
        for name, array in self._page.arrays.items():
            if name in self._row:
                self._row[name][:shown] = array[self._start : till]
                self._row[name][shown:] = 0
        if "boxes" in self._row:
            np.clip(self._row["boxes"] / (*self.now.size, *self.now.size), 0, 1, out=self._row["boxes"])

    def _numbers(self, text: str, most: int) -> NDArray[np.int32]:
        return np.frombuffer(word_numbers(text, most, self.sizes.vocabulary), np.int32)

    def action(self, index: int) -> Action:
        """Return the action that an index stands for; `Invalid` where it is masked, or out of bounds."""
        if 0 <= index < len(COMMANDS):
            return _DOING[COMMANDS[index]]
        kind, place = divmod(index - len(COMMANDS), self.sizes.elements)
        element, mention = divmod(index - self.sizes.fill(0, 0), self.sizes.mentions) if kind > 1 else (place, 0)
        nodes = self._page.nodes[self._start : self._start + self.sizes.elements]
        if not 0 <= element < len(nodes) or mention >= max(1, len(self._named)):
            return Invalid(code="out_of_bounds", detail=f"Action {index} stands for nothing here; see the mask.")
        node = nodes[element]
        if kind == 0:
            return Click(target=Ref(id=node.ref))
        if kind == 1:
            return Done(answer=_says(node))
        return SetValue(target=Ref(id=node.ref), value=self._value(mention, node))

    def index(self, action: Action) -> int | None:
        """Return the index that stands for an action, if there is one; that of `more` where its element comes later."""
        match action:
            case Done(answer=None, status="success" | "infeasible"):
                return COMMANDS.index("done" if action.status == "success" else "infeasible")
            case Done(answer=answer, status="success"):
                said = (n for n, node in enumerate(self._page.nodes) if plain(_says(node)) == plain(str(answer)))
                return self._placed(next(said, None), self.sizes.say(0))
            case Click(target=Ref(id=ref)) if action == Click(target=action.target):
                return self._placed(self._at(ref), self.sizes.tap(0))
            case SetValue(target=Ref(id=ref)):
                return self._set(ref, action.value)
            case Wait():
                return COMMANDS.index("wait")
            case System(name="home" | "back"):
                return COMMANDS.index(action.name)
        return None

    def _set(self, ref: str, value: Any) -> int | None:
        """Return the index that sets a field: a tap for what is on or off and for an option, else one of a mention."""
        field = self.now.tree.by_ref(ref)
        if field is None or isinstance(value, tuple):
            return None
        if isinstance(value, bool):
            return self._placed(self._at(ref), self.sizes.tap(0)) if value != ("checked" in field.states) else None
        if option := next((one for one in field.all("option") if one.name == str(value)), None):
            return self._placed(self._at(option.ref), self.sizes.tap(0))
        for number in range(len(self._named)):
            if _alike(self._value(number, field), str(value)):
                return self._placed(self._at(ref), self.sizes.fill(0, number), self.sizes.mentions)
        return None

    def _value(self, mention: int, node: Node) -> str:
        one = self._mentions[mention]
        return self._named[mention] if one.kind == "text" else written(one, node.value, self.now.now)

    def _at(self, ref: str) -> int | None:
        return next((n for n, node in enumerate(self._page.nodes) if node.ref == ref and node.role != "text"), None)

    def _placed(self, place: int | None, first: int, apart: int = 1) -> int | None:
        """Return the index of an action on the element at a place of the page.

        Args:
            place: the element's, None where it is not there.
            first: the action's index for the first element.
            apart: how far the indices of two elements are from each other.
        """
        if place is None:
            return None
        element = place - self._start
        return first + element * apart if 0 <= element < self.sizes.elements else _MORE


def _exactly(mention: Mention, goal: Goal) -> str:
    """Return what a goal names; of a quoted string every sign."""
    if mention.kind != "text":
        return mention.text
    found = re.compile(r"[“\"]([^”\"]+)").match(goal.text, mention.at)
    return found[1] if found else mention.text


def _says(node: Node) -> str:
    return node.value if node.role in FIELDS else node.name


def _alike(one: str, other: str) -> bool:
    """Return whether a field reads two texts as the same: a sum with its currency, too."""
    return one.removeprefix("$").strip() == other.removeprefix("$").strip()
