"""What is sent again with each request: all words, and only the last pictures."""

from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

from lifeworld.agents.picture import Picture
from lifeworld.agents.prices import Taken
from lifeworld.core.trajectory import Usage

_OWN = 6000  # tokens that a provider's own instructions for its tools may take
_PIXELS = 400  # of a picture for a token, at the dearest known rate
_PICTURE = 1000  # tokens of a picture, whatever its size
_ENCODED = ("iVBORw0KGgo", "data:image/")  # how pictures begin in requests


def pruned(data: Any, is_picture: Callable[[Any], bool], instead: Any = None) -> Any:
    """Return plain data, which stays as it is, without its pictures.

    Args:
        data: lists and dicts.
        is_picture: whether a member is one.
        instead: what stands in the place of one; None for nothing.
    """
    if is_picture(data):
        return instead
    if isinstance(data, list):
        return [part for one in data if (part := pruned(one, is_picture, instead)) is not None]
    return {key: pruned(one, is_picture, instead) for key, one in data.items()} if isinstance(data, dict) else data


class History:
    """Messages as requests repeat them: of their pictures only the last, of which each message has one at most.

    What leaves does so once, when a newer picture comes; nothing is walked through again with each request.

    Args:
        keep: how many pictures stay.
        is_picture: whether an object in a message is one.
        instead: what stands in the place of an older one; None for nothing.

    Attributes:
        messages: as they are sent.
    """

    def __init__(self, keep: int, is_picture: Callable[[Any], bool], instead: Any = None) -> None:
        self.messages: list[dict[str, Any]] = []
        self._keep, self._instead = keep, instead
        self._is_picture = lambda one: isinstance(one, dict) and is_picture(one)
        self._pictured: deque[int] = deque()  # places of messages with pictures

    @property
    def full(self) -> bool:
        """Whether the next picture puts the oldest one out."""
        return len(self._pictured) >= self._keep

    def add(self, message: dict[str, Any], pictured: bool = False) -> None:
        if pictured:
            self._pictured.append(len(self.messages))
        self.messages.append(message)
        if len(self._pictured) > self._keep:
            oldest = self._pictured.popleft()
            self.messages[oldest] = pruned(self.messages[oldest], self._is_picture, self._instead)


class Weight(NamedTuple):
    """How many bytes of words and how many pictures a request has."""

    words: int
    pictures: int


def longest_answer(weight: Weight, picture: Picture | None, most: int, before: tuple[Weight, Usage] | None) -> Taken:
    """Return the most that a request can take: a token a byte of words, each picture at the dearest rate.

    Args:
        weight: of what is sent.
        picture: the current one, whose size all have.
        most: tokens that the answer may take.
        before: what the last request weighed and took, which this one repeats with its answer; None if that is not
            known. Only what is new is counted by its weight then.
    """
    each = picture.width * picture.height // _PIXELS + _PICTURE if picture else 0
    read = _OWN + weight.words + weight.pictures * each
    if before and before[1].tokens_in:
        was, took = before
        new = max(0, weight.words - was.words) + max(1, weight.pictures - was.pictures) * each
        read = min(read, took.tokens_in + took.tokens_out + new)
    return Taken(read, most, kept=read)


def weighed(data: Any) -> Weight:
    if isinstance(data, str):
        return Weight(0, 1) if data.startswith(_ENCODED) else Weight(len(data.encode(errors="replace")) + 8, 0)
    if isinstance(data, dict):
        data = [part for pair in data.items() for part in pair]
    if not isinstance(data, list):
        return Weight(8, 0)
    parts = [weighed(part) for part in data]
    return Weight(sum(one.words for one in parts), sum(one.pictures for one in parts))
