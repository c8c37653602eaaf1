"""The agents that every other should beat: one does nothing, one acts at random, one goes by the words of the goal.

They have no model and know no app.
"""

import math
import random
import re
from collections import Counter

from lifeworld.agents.agent import Agent, need_screen
from lifeworld.agents.answering import first
from lifeworld.core.actions import Action, Click, Done, Point, Ref, SetValue, System
from lifeworld.core.observation import Node, Observation

_COMMON = frozenset(
    "a an and are at by do for from give have in into is it its me my of off on or out please so some "
    "that the their them then there this to up want what when which with you your i".split()
)
_GOES = frozenset("save send done add confirm continue review apply place pay submit next finish transfer post".split())
_FIELDS = {"textbox", "searchbox"}
_FILLED = _FIELDS | {"combobox"}
_TAPPED = {"link", "button", "checkbox", "radio"}
_ENOUGH = 20  # steps after which an agent stops
_WORTH = 0.5  # the least interest that a tap is worth


class NullAgent(Agent):
    """Does nothing and says that it is done: whatever it succeeds at is no task."""

    def act(self, observation: Observation) -> Action:
        return Done()


class RandomAgent(Agent):
    """Taps and types at random among what can be touched: how far chance gets.

    It chooses uniformly among the page's controls; without a tree, among places of the picture.
    """

    def begin(self, goal: str, seed: int) -> None:
        self._rng = random.Random(seed)
        self._words = goal.split()
        self._steps = 0

    def act(self, observation: Observation) -> Action:
        need_screen("random", observation)
        self._steps += 1
        if self._steps > _ENOUGH:
            return self._end(observation)
        controls = [node for node in observation.tree.walk() if node.role in _TAPPED | _FIELDS | {"switch"}]
        if not controls:
            return self._anywhere(observation)
        node = self._rng.choice(controls)
        if node.role in _FIELDS:
            return SetValue(target=Ref(id=node.ref), value=self._rng.choice(self._words))
        return Click(target=Ref(id=node.ref))

    def _end(self, observation: Observation) -> Action:
        lines, asked = observation.tree.text.splitlines(), observation.answer_schema
        self._rng.shuffle(lines)
        return Done(answer=first(asked, lines)) if asked else Done()

    def _anywhere(self, observation: Observation) -> Action:
        if observation.screenshot is None or self._rng.random() < 0.1:
            return System(name="back")
        return Click(target=Point(x=self._rng.random(), y=self._rng.random()))


class LabelAgent(Agent):
    """A small honest agent: it acts on words that the goal shares with what can be touched.

    It taps what shares most words, fills fields with the goal's values, else explores: a floor above chance that every
    real agent should clear.
    """

    def begin(self, goal: str, seed: int) -> None:
        self._wanted = words(goal)
        self._values = values(goal)
        self._touched: Counter[tuple[str, str]] = Counter()
        self._filled: set[tuple[str, str]] = set()
        self._steps = 0
        self._acted = False

    def act(self, observation: Observation) -> Action:
        need_screen("label", observation)
        self._steps += 1
        if self._steps > _ENOUGH:
            return self._stop(observation)
        return self._fill(observation) or self._tap(observation) or self._stop(observation)

    def _fill(self, observation: Observation) -> Action | None:
        for node in observation.tree.walk():
            mark = (observation.title, node.name)
            value = self._value_for(node) if node.role in _FILLED and mark not in self._filled else ""
            if value:
                self._filled.add(mark)
                return SetValue(target=Ref(id=node.ref), value=value)
        return None

    def _value_for(self, node: Node) -> str:
        if node.role == "combobox":
            names = [child.name for child in node.walk() if child.role == "option"]
            best = max(names, key=self._shared, default="")
            return best if self._shared(best) else ""
        label = words(node.name)
        kind = "money" if "amount" in label else "day" if label & {"date", "due", "day"} else "text"
        waiting = self._values[kind]
        return waiting.pop(0) if waiting and node.role != "searchbox" else ""

    def _tap(self, observation: Observation) -> Action | None:
        found = [n for n in observation.tree.walk() if n.role in _TAPPED and n.name and "disabled" not in n.states]
        best = max(found, key=self._interest, default=None)
        if best is None:
            return None
        if self._interest(best) < _WORTH:
            best = None if self._acted else self._unknown(found)
        elif best.role != "link":
            self._acted = self._acted or self._shared(best.name) > 1 or bool(words(best.name) & _GOES)
        if best is None:
            return None
        self._touched[best.role, best.name] += 1
        return Click(target=Ref(id=best.ref))

    def _unknown(self, found: list[Node]) -> Node | None:
        """Explore: the first link that was never followed."""
        return next((n for n in found if n.role == "link" and not self._touched[n.role, n.name]), None)

    def _interest(self, node: Node) -> float:
        own = words(node.name)
        fits = self._shared(node.name) / math.sqrt(max(1, len(own)))
        goes = 0.6 if own & _GOES and node.role == "button" and self._filled else 0.0
        return fits + goes - self._touched[node.role, node.name]

    def _shared(self, name: str) -> int:
        return len(words(name) & self._wanted)

    def _stop(self, observation: Observation) -> Action:
        asked, lines = observation.answer_schema, observation.tree.text.splitlines()
        return Done(answer=first(asked, sorted(lines, key=self._shared, reverse=True))) if asked else Done()


def words(text: str) -> frozenset[str]:
    """Return the telling words of a text, in lower case and without plural endings."""
    found = re.findall(r"[a-z0-9']+", text.lower())
    return frozenset(word.rstrip("s") for word in found if word not in _COMMON)


def values(goal: str) -> dict[str, list[str]]:
    """Return what a goal gives to type: amounts, days, and quoted texts."""
    months = "January|February|March|April|May|June|July|August|September|October|November|December"
    return {
        "money": re.findall(r"\$[\d,]+(?:\.\d\d)?", goal),
        "day": re.findall(rf"(?:{months}) \d{{1,2}}", goal),
        "text": re.findall(r"[“\"]([^”\"]+)[”\"]", goal),
    }
