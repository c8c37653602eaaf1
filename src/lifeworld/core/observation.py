"""What an agent is shown: the tree of a page, its picture, and what came of the last action."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

CONTROLS = frozenset(
    "button checkbox combobox link menuitem option radio searchbox slider spinbutton switch tab textbox".split()
)
"""The roles of what can be pressed or filled in."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in CSS pixels of the screen; what is scrolled away lies outside of it."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Node:
    """One thing on a page, as assistive technology would tell of it.

    Attributes:
        role: an ARIA role, or "text" for words that are nobody's name, or "document" for the root.
        name: the accessible name; the words themselves in a "text".
        value: what a field holds, a combobox's chosen label, a heading's level.
        states: those that hold: checked selected expanded disabled required invalid current pressed focused.
        ref: short and the same in every driver: "e" and the element's place in the document.
        box: where it is drawn; None where nothing is drawn.
        href: the address of a link, as a path where it is the world's own.
    """

    role: str
    name: str = ""
    value: str = ""
    states: frozenset[str] = frozenset()
    ref: str = ""
    box: Box | None = None
    children: tuple["Node", ...] = ()
    href: str = ""

    def walk(self) -> Iterator["Node"]:
        """Yield this node and all below it in document order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            if node.children:
                waiting += node.children[::-1]

    def all(self, role: str, name: str | None = None) -> Iterator["Node"]:
        """Yield the nodes of that role, and of exactly that name where one is given."""
        return (node for node in self.walk() if node.role == role and name in (None, node.name))

    def find(self, role: str, name: str | None = None) -> "Node | None":
        """Return the first node of that role (and name), if there is one."""
        return next(self.all(role, name), None)

    def by_ref(self, ref: str) -> "Node | None":
        """Return the first node that `ref` names, if it is shown; a text has the reference of what it stands in."""
        return next((node for node in self.walk() if node.ref == ref), None)

    @property
    def text(self) -> str:
        """All words from here down: names, texts and values, one a line."""
        found: list[str] = []
        for node in self.walk():
            if node.name:
                found.append(node.name)
            if node.value:
                found.append(node.value)
        return "\n".join(found)


@dataclass(frozen=True, slots=True)
class Feedback:
    """What came of an action.

    Attributes:
        ok: False where the action was invalid: it is then the agent's error, and nothing has happened.
        code: the reason, one of `Invalid.code`; “refused” where an app refused what a tool was to do, which is not
            invalid: on a screen it would be a message beside the form.
        text: what the agent is told.
    """

    ok: bool = True
    code: str = ""
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class View:
    """What a driver sees of the world at one moment.

    Attributes:
        url: path and query, never the host.
        screenshot: PNG, or None from a driver that draws nothing.
        size: the screen's width and height in CSS pixels, the unit of boxes.
    """

    url: str
    title: str
    tree: Node
    size: tuple[int, int]
    screenshot: bytes | None = None


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A function that an agent may call.

    Attributes:
        parameters: the JSON schema of its arguments.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Observation(View):
    """A view with all else that an agent gets to know.

    Attributes:
        goal: what is asked for.
        now: the world's clock.
        answer_schema: the JSON schema of the answer, described in the goal's language; None where none is asked for.
        feedback: what came of the last action.
        reply: what the person said: to the last question, or of their own accord.
        tools: what the agent may call, in channels with `tools`; in that of tools alone it sees no screen.
        result: what the last call gave, as JSON.
    """

    goal: str
    now: datetime
    answer_schema: Mapping[str, Any] | None = None
    feedback: Feedback = Feedback()
    reply: str = ""
    tools: tuple[ToolSpec, ...] = ()
    result: str = ""

    @property
    def screen(self) -> bool:
        """Whether there is a screen to look at, and not the apps' tools alone."""
        return self.screenshot is not None or bool(self.tree.children)

    @classmethod
    def of(cls, view: View, **known: Any) -> Self:
        """Return the observation that a driver's view becomes in the environment."""
        return cls(
            url=view.url,
            title=view.title,
            tree=view.tree,
            size=view.size,
            screenshot=view.screenshot,
            **known,
        )
