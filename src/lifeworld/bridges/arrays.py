"""What is seen as numpy arrays, and what is done as one number: the moment of a policy without words of its own.

An observation is a dict of arrays (`Sizes.layout`), an action an index below `Sizes.actions`, in this order:

| action | how many | what it does |
|---|---|---|
| each of `COMMANDS` | 6 | says that it is done or can't be done, goes home or back, waits, turns to the next elements |
| tap i | elements | taps the i-th element |
| say i | elements | says that it is done, the answer being what the i-th element says |
| fill i with k | elements × mentions | sets the i-th field to the k-th thing that the goal names |

What a goal names are its quoted strings, then its names, sums, days, times and numbers, as `agents/goal` reads them: of
goals in English. `bridges/screen` fills the arrays of one world and knows what an index stands for there.
"""

import io
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from lifeworld.core.errors import UserError
from lifeworld.core.observation import Node, Observation
from lifeworld.env.walker import made_of
from lifeworld.env.walker.tags import CHILDLESS, INTERACTIVE, NAMED_BY_CONTENT
from lifeworld.web.look import DEVICES

Arrays = dict[str, NDArray[Any]]

COMMANDS = ("done", "infeasible", "home", "back", "wait", "more")
STATES = ("checked", "selected", "expanded", "disabled", "required", "invalid", "current", "pressed", "focused")
ROLES = ("", "other", "text", *sorted(INTERACTIVE | NAMED_BY_CONTENT | CHILDLESS))
FIELDS = frozenset(("textbox", "searchbox", "spinbutton", "combobox", "slider"))
_ROLE = {name: number for number, name in enumerate(ROLES)}
_STATE = {name: number for number, name in enumerate(STATES)}
_WORD = re.compile(r"\w+")
_TAPPED = np.array([name in INTERACTIVE for name in ROLES])
_FILLED = np.array([name in FIELDS for name in ROLES])


@dataclass(frozen=True)
class Sizes:
    """How much of a moment the arrays hold; what is beyond is cut off, or comes with `more`.

    Attributes:
        elements: of a page at once.
        mentions: things that the goal names.
        words: of a name, a value, a mention.
        goal: words of the goal, and of what the person says.
        vocabulary: how many different words there are; others share a number.
    """

    elements: int = 128
    mentions: int = 8
    words: int = 8
    goal: int = 64
    vocabulary: int = 2**15

    @property
    def actions(self) -> int:
        return len(COMMANDS) + self.elements * (2 + self.mentions)

    def tap(self, element: int) -> int:
        return len(COMMANDS) + element

    def say(self, element: int) -> int:
        return len(COMMANDS) + self.elements + element

    def fill(self, element: int, mention: int) -> int:
        return len(COMMANDS) + 2 * self.elements + element * self.mentions + mention

    def layout(self, picture: tuple[int, int] | None = None) -> dict[str, tuple[tuple[int, ...], type, int]]:
        """Return each array's shape, type and largest value; the least is 0.

        Words are numbers from 1 on, 0 where there is none. `asked` says whether an answer is wanted, `refused` whether
        the last action could not be done, `mask` which actions can.

        Args:
            picture: height and width in pixels, where there are pictures.
        """
        elements, words, most = self.elements, self.words, self.vocabulary - 1
        found: dict[str, tuple[tuple[int, ...], type, int]] = {
            "goal": ((self.goal,), np.int32, most),
            "mentions": ((self.mentions, words), np.int32, most),
            "reply": ((self.goal,), np.int32, most),
            "asked": ((1,), np.int8, 1),
            "refused": ((1,), np.int8, 1),
            "roles": ((elements,), np.int8, len(ROLES) - 1),
            "states": ((elements, len(STATES)), np.int8, 1),
            "names": ((elements, words), np.int32, most),
            "contents": ((elements, words), np.int32, most),
            "mask": ((self.actions,), np.int8, 1),
        }
        if picture:
            found["boxes"] = ((elements, 4), np.float32, 1)
            found["picture"] = ((*picture, 3), np.uint8, 255)
        return found

    def empty(self, worlds: int, picture: tuple[int, int] | None = None) -> Arrays:
        """Return the arrays of so many worlds, a row each, all 0."""
        layout = self.layout(picture)
        return {name: np.zeros((worlds, *shape), kind) for name, (shape, kind, _) in layout.items()}


def mask(rows: Arrays, sizes: Sizes) -> None:
    """Say in each row which actions can be done."""
    count, size, out = len(rows["roles"]), sizes.elements, rows["mask"]
    able = rows["states"][:, :, _STATE["disabled"]] == 0
    out[:, : sizes.tap(0)] = 1
    out[:, sizes.tap(0) : sizes.say(0)] = _TAPPED[rows["roles"]] & able
    out[:, sizes.say(0) : sizes.fill(0, 0)] = (rows["roles"] > 0) & (rows["asked"] > 0)
    fields = (_FILLED[rows["roles"]] & able)[:, :, None] & (rows["mentions"][:, :, 0] > 0)[:, None, :]
    out[:, sizes.fill(0, 0) :] = fields.reshape(count, size * sizes.mentions)


# ---- a page


@dataclass(frozen=True)
class Page:
    """A page's elements that say something or can be touched, in document order."""

    nodes: tuple[Node, ...]
    arrays: Arrays  # of all its elements


def page_of(tree: Node, sizes: Sizes) -> Page:
    """Return a page as arrays, read once for all worlds that are shown it."""
    return made_of(tree, ("arrays", sizes), lambda one: _read(one, sizes))


def _read(tree: Node, sizes: Sizes) -> Page:
    found = [one for one in tree.walk() if one.ref and (one.name or one.value or one.role in INTERACTIVE)]
    nodes = found[1:] if found and found[0] is tree else found
    words, vocabulary, none = sizes.words, sizes.vocabulary, bytes(4 * sizes.words)
    states = np.zeros((len(nodes), len(STATES)), np.int8)
    for number, node in enumerate(nodes):
        for state in node.states:
            states[number, _STATE[state]] = 1
    arrays: Arrays = {
        "roles": np.frombuffer(bytes([_ROLE.get(node.role, 1) for node in nodes]), np.int8),
        "states": states,
        "names": _table([word_numbers(node.name, words, vocabulary) for node in nodes], words),
        "contents": _table([word_numbers(one.value, words, vocabulary) if one.value else none for one in nodes], words),
    }
    if any(node.box for node in nodes):
        arrays["boxes"] = np.array([_corners(node) for node in nodes], np.float32)
    return Page(tuple(nodes), arrays)


def _table(rows: list[bytes], words: int) -> NDArray[np.int32]:
    return np.frombuffer(b"".join(rows), np.int32).reshape(len(rows), words)


def _corners(node: Node) -> tuple[float, float, float, float]:
    box = node.box
    return (box.x, box.y, box.x + box.width, box.y + box.height) if box else (0, 0, 0, 0)


@lru_cache(maxsize=2**16)
def word_numbers(text: str, most: int, vocabulary: int) -> bytes:
    """Return the numbers of a text's first words, as int32; the same in every process."""
    found = [_number(word, vocabulary) for word in _WORD.findall(text.casefold())[:most]]
    return b"".join(found).ljust(4 * most, b"\0")


@lru_cache(maxsize=2**16)
def _number(word: str, vocabulary: int) -> bytes:
    return (1 + crc32(word.encode()) % (vocabulary - 1)).to_bytes(4, sys.byteorder)


def picture_size(devices: Sequence[str]) -> tuple[int, int]:
    """Return the height and width of the pictures of devices.

    Raises:
        UserError: they differ.
    """
    sizes = {(DEVICES[one].height, DEVICES[one].width) for one in devices}
    if len(sizes) > 1:
        raise UserError(f'pictures are of one size: name one device, like devices="{devices[0]}"')
    return sizes.pop()


def pixels(observation: Observation) -> NDArray[np.uint8]:
    """Return the picture, (height, width, 3)."""
    from PIL import Image  # which no world without pictures needs

    assert observation.screenshot
    with Image.open(io.BytesIO(observation.screenshot)) as picture:
        return np.asarray(picture.convert("RGB"))
