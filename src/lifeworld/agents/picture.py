"""The screenshot as a model gets it."""

import base64
import io
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from PIL import Image

_ROUNDING = 2  # pixels, by which two scaled sides of one shape may differ

SizeRule: TypeAlias = Callable[[int, int], tuple[int, int]]
"""From the width and height of a screenshot to those that are sent."""


@dataclass(frozen=True)
class Picture:
    """A screenshot as it is sent; encoded once, however often the history repeats it."""

    data: bytes
    media_type: str
    width: int
    height: int

    @cached_property
    def base64(self) -> str:
        return base64.b64encode(self.data).decode()

    @property
    def url(self) -> str:
        """The picture as a data URL."""
        return f"data:{self.media_type};base64,{self.base64}"


def sent(png: bytes, rule: SizeRule) -> Picture:
    """Return a screenshot in the size that a rule gives; the same bytes where that is its own."""
    with Image.open(io.BytesIO(png)) as image:
        size = rule(*image.size)
        if size == image.size:
            return Picture(png, "image/png", *size)
        small = io.BytesIO()
        image.convert("RGB").resize(size, Image.Resampling.LANCZOS).save(small, "PNG")
    return Picture(small.getvalue(), "image/png", *size)


def longest(edge: int) -> SizeRule:
    """Return the rule that the longer side has at most so many pixels."""

    def size(width: int, height: int) -> tuple[int, int]:
        factor = min(1.0, edge / max(width, height))
        return max(1, round(width * factor)), max(1, round(height * factor))

    return size


def tiled(edge: int, tiles: int) -> SizeRule:
    """Return the rule that at most so many squares of 28 pixels cover the picture, too: the largest that fits both."""

    def covered(width: int, height: int) -> int:
        return math.ceil(width / 28) * math.ceil(height / 28)

    def size(width: int, height: int) -> tuple[int, int]:
        sizes = (longest(most)(width, height) for most in range(min(edge, max(width, height)), 0, -1))
        return next(one for one in sizes if covered(*one) <= tiles or max(one) == 1)

    return size


def smart(factor: int, least: int, most: int) -> SizeRule:
    """Return Qwen's `smart_resize` as a rule.

    Args:
        factor: each side becomes a multiple of it: 28 for models on Qwen2.5-VL, 32 for those on Qwen3-VL.
        least: pixels that the picture has at least, in about the same proportions.
        most: pixels that it has at most.
    """

    def fitted(side: float, whole: Callable[[float], int] = round) -> int:
        return max(factor, whole(side / factor) * factor)

    def size(width: int, height: int) -> tuple[int, int]:
        sides = fitted(width), fitted(height)
        if math.prod(sides) > most:
            scale = math.sqrt(width * height / most)
            return fitted(width / scale, math.floor), fitted(height / scale, math.floor)
        if math.prod(sides) < least:
            scale = math.sqrt(least / (width * height))
            return fitted(width * scale, math.ceil), fitted(height * scale, math.ceil)
        return sides

    return size


def alike(rule: SizeRule, whole: Picture) -> SizeRule:
    """Return the rule for a closer look, which gets the size of the whole picture where only rounding parts the two."""

    def size(width: int, height: int) -> tuple[int, int]:
        found, other = rule(width, height), (whole.width, whole.height)
        near = all(abs(one - another) <= _ROUNDING for one, another in zip(found, other, strict=True))
        return other if near else found

    return size
