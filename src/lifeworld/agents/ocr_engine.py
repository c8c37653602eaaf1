"""Text and its places on a picture, by an OCR library whose package brings its models: nothing is downloaded."""

import threading
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from lifeworld.core.errors import UserError

_SURE = 0.6  # below this, what was read is mostly a picture
_LARGEST = 1280  # the longer side in pixels that text is looked for in; smaller pictures stay as they are
_PARAMETERS = {
    "Global.log_level": "error",
    "Global.use_cls": False,  # text on screens stands upright
    "Det.limit_type": "max",
    "Det.limit_side_len": _LARGEST,
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,  # workers share the machine
}
_reading = threading.Lock()


@dataclass(frozen=True)
class Word:
    """A piece of text with its place, as fractions of the picture's width and height."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def is_beside(self, other: "Word") -> bool:
        """Return whether two stand in one row, as the title, the date and the sum of one thing in a list do."""
        height = max(self.bottom - self.top, other.bottom - other.top)
        return abs(self.centre[1] - other.centre[1]) < 1.6 * height


def check() -> None:
    """See that the OCR library is there.

    Raises:
        UserError: it is missing; says what to install.
    """
    try:
        import rapidocr  # noqa: F401
    except ImportError:
        raise UserError("the agent ocr reads pictures with RapidOCR: pip install 'lifeworld[ocr]'") from None


@lru_cache(maxsize=256)
def read(picture: bytes) -> tuple[Word, ...]:
    """Return what stands on a PNG, from top to bottom."""
    with _reading:
        found = _engine()(picture)
    if found.boxes is None:
        return ()
    height, width = found.img.shape[:2]
    words = [
        Word(text.strip(), *_place(box, width, height))
        for box, text, sure in zip(found.boxes, found.txts, found.scores, strict=True)
        if sure >= _SURE and text.strip()
    ]
    return tuple(sorted(words, key=lambda word: (word.top, word.left)))


def _place(box: Any, width: int, height: int) -> tuple[float, float, float, float]:
    across, down = [float(x) / width for x, _ in box], [float(y) / height for _, y in box]
    return _within(min(across)), _within(min(down)), _within(max(across)), _within(max(down))


def _within(fraction: float) -> float:
    return min(1.0, max(0.0, fraction))


@lru_cache(maxsize=1)
def _engine() -> Any:
    from rapidocr import RapidOCR

    return RapidOCR(params=_PARAMETERS)
