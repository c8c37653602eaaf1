"""A small honest agent: it acts on words that the goal shares with what can be touched.

No model, no knowledge of any app: a floor above chance that every real agent should clear.
"""

import re
from collections import Counter

from lifeworld.agents.agent import Agent
from lifeworld.core.actions import Action, Click, Done, Message, Ref, SetValue
from lifeworld.core.observation import Node, Observation

_COMMON = frozenset(
    "a an and are at by do for from give have in into is it its me my of off on or out please so some "
    "that the their them then there this to up want what when which with you your i".split()
)
_GOES = frozenset("save send done add confirm continue review apply place pay submit next finish transfer post".split())
_TAPPED = {"link", "button", "checkbox", "radio"}
_FILLED = {"textbox", "searchbox", "combobox"}
_ENOUGH = 25  # steps after which it stops


class LabelAgent(Agent):
    """Taps the control whose name shares most words with the goal and fills fields with the goal's values."""

    def begin(self, goal: str, seed: int) -> None:
        self._goal = goal
        self._wanted = words(goal)
        self._values = values(goal)
        self._touched: Counter[tuple[str, str, str]] = Counter()
        self._steps = 0

    def act(self, observation: Observation) -> Action:
        self._steps += 1
        if self._steps > _ENOUGH:
            return self._stop(observation)
        if self._goal.endswith("?") and observation.reply == "" and self._steps == 1 and "ask me" in self._goal.lower():
            return Message(text="What should I know?", expects_reply=True)
        return self._fill(observation) or self._tap(observation) or self._stop(observation)

    def _fill(self, observation: Observation) -> Action | None:
        for node in observation.tree.walk():
            if node.role in _FILLED and not self._touched[self._mark(node, observation)]:
                value = self._value_for(node)
                if value and value != node.value:
                    self._touched[self._mark(node, observation)] += 1
                    return SetValue(target=Ref(id=node.ref), value=value)
        return None

    def _value_for(self, node: Node) -> str:
        if node.role == "combobox":
            names = [child.name for child in node.walk() if child.role == "option"]
            return max(names, key=lambda name: self._shared(name), default="") if any(map(self._shared, names)) else ""
        label = node.name.lower()
        kind = "money" if "amount" in label else "day" if "date" in label or "due" in label else "text"
        return next(iter(self._values.get(kind, ())), "")

    def _tap(self, observation: Observation) -> Action | None:
        found = [n for n in observation.tree.walk() if n.role in _TAPPED and "disabled" not in n.states]
        ranked = sorted(found, key=lambda node: -self._interest(node, observation))
        if not ranked or self._interest(ranked[0], observation) <= 0:
            return None
        self._touched[self._mark(ranked[0], observation)] += 1
        return Click(target=Ref(id=ranked[0].ref))

    def _interest(self, node: Node, observation: Observation) -> float:
        own = words(node.name)
        goes = 0.5 if own & _GOES and node.role == "button" else 0.0
        shared = self._shared(node.name) / (1 + 0.2 * len(own))
        return (shared + goes) - 0.8 * self._touched[self._mark(node, observation)]

    def _shared(self, name: str) -> int:
        return len(words(name) & self._wanted)

    def _mark(self, node: Node, observation: Observation) -> tuple[str, str, str]:
        return observation.url.partition("?")[0], node.role, node.name

    def _stop(self, observation: Observation) -> Action:
        if not self._goal.endswith("?"):
            return Done()
        lines = [line for line in observation.tree.text.splitlines() if words(line) & self._wanted]
        best = max(lines, key=lambda line: len(words(line) & self._wanted), default="")
        return Done(answer=best[:200])


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
