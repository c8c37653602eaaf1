"""The size in which open models get a picture: sides that their patches divide, within a budget of pixels."""

import math
from collections.abc import Callable

from lifeworld.agents.picture import SizeRule


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
