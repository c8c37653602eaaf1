"""Sees pixels alone: reads the words on the picture, taps and types at their places, answers from what it has read.

No model that plans and no knowledge of any app: what it does follows from words that goal and screen share. It reads by
an OCR library whose package brings its models: nothing is downloaded.
"""

import math
import threading
from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from lifeworld.agents.agent import Agent
from lifeworld.agents.answering import Line, answer
from lifeworld.agents.candidate_actions import GOES, written
from lifeworld.agents.goal import Goal, Mention, words
from lifeworld.agents.screens import rarity
from lifeworld.core.actions import Action, Click, Done, Key, Point, Scroll, System, Text
from lifeworld.core.errors import UserError
from lifeworld.core.observation import Observation

_STEPS = 22  # then it stops
_WORTH = 0.6  # the least that a tap must be worth
_SCROLLS = 1  # at most so many on one screen
_APPS = 8  # that it looks into where the goal names none
_LABELS = {  # what the labels of fields say that hold a kind of thing
    "money": words("amount sum price"),
    "day": words("date day due on"),
    "time": words("time starts ends from to"),
    "text": words("title name text message note subject description write"),
}
_SHORT = 3  # words that a label of a field has at most
_END = 0.94  # where at the end of a field its button mostly stands
_BAR = 0.92  # below this part of the picture apps have their places
_COARSE = 4  # letters: shorter readings name nothing
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


class OcrAgent(Agent):
    """Opens the app that fits, searches, fills in the fields it finds by their labels, taps what shares most words."""

    def __init__(self) -> None:
        check()

    def begin(self, goal: str, seed: int) -> None:
        self._goal = Goal.read(goal)
        self._touched: Counter[str] = Counter()
        self._given: set[Mention] = set()
        self._searched: set[Mention] = set()
        self._scrolled: Counter[str] = Counter()
        self._read: dict[str, Line] = {}
        self._common: Counter[str] = Counter()
        self._acted = False
        self._sent = 0
        self._steps = 0
        self._plan: Iterator[Action] | None = None

    def act(self, observation: Observation) -> Action:
        if observation.screenshot is None:
            raise UserError("the agent ocr needs pictures: use --driver chromium --channel pixels")
        self._now = observation
        self._see(read(observation.screenshot))
        self._steps += 1
        if self._steps > _STEPS:
            return self._end()
        if self._plan is None:
            self._plan = self._planned()
        return next(self._plan, None) or self._end()

    def _see(self, seen: tuple[Word, ...]) -> None:
        self._words = seen
        about = "\n".join(word.text for word in seen if word.top < 0.2)
        for word in seen:
            self._common.update(words(word.text) if word.text not in self._read else ())
            near = "\n".join(other.text for other in seen if other.is_beside(word))
            self._read.setdefault(word.text, Line(word.text, near, about))

    # The plan

    def _planned(self) -> Iterator[Action]:
        yield from self._to_app()
        while not self._is_done():
            action = self._search() or self._fill() or self._tap() or self._send() or self._look_further()
            if action is None:
                return
            yield action

    def _is_done(self) -> bool:
        """Return whether a button was pressed that does what the goal says, and nothing is left to fill in."""
        to_give = [one for one in self._goal.mentions if one.is_given or one.kind in ("money", "day", "time")]
        return self._acted and not self._now.answer_schema and all(one in self._given for one in to_give)

    def _end(self) -> Action:
        if asked := self._now.answer_schema:
            return Done(answer=answer(self._goal, asked, self._read.values(), self._weight))
        return Done() if self._acted or self._goal.is_to_show else Done(status="infeasible")

    def _weight(self, word: str) -> float:
        return 1 / (1 + 0.35 * math.log1p(self._common[word]))

    # Finding the app

    def _to_app(self) -> Iterator[Action]:
        """Tap the app that the goal names, else look into each and take the one whose screen shares most with it."""
        home = self._words
        named = [word for word in home if len(word.text) >= _COARSE and word.text.lower() in self._goal.text.lower()]
        if not named:
            named = yield from self._fitting(home)
        for word in named[:1]:
            self._touched[word.text] += 1
            self._goal = self._goal.less([word.text])
            yield Click(target=_at(word))

    def _fitting(self, home: tuple[Word, ...]) -> Generator[Action, None, list[Word]]:
        apps = [word for word in home if len(word.text) >= _COARSE and word.top > 0.15 and _is_name(word.text)][:_APPS]
        found: dict[Word, frozenset[str]] = {}
        for word in apps:
            yield Click(target=_at(word))
            if self._words != home:
                found[word] = words("\n".join(one.text for one in self._words))
                yield System(name="home")
        return sorted(found, key=lambda word: rarity(found[word] & self._goal.verbs, found.values()), reverse=True)

    # Searching, filling in, tapping, scrolling

    def _search(self) -> Action | None:
        """Search for what the goal names where there is a field for it."""
        field = next((word for word in self._words if word.text.lower().startswith("search")), None)
        things = [one for one in self._goal.of("text", "code", "name") if not one.is_given and len(one.text) > 2]
        sought = next((one for one in things if one not in self._searched), None)
        if field is None or sought is None or self._is_seen(sought) or len(self._searched) > 1:
            return None
        self._searched.add(sought)
        return Text(text=sought.text, target=_at(field), clear=True, submit=True)

    def _is_seen(self, mention: Mention) -> bool:
        return any(mention.is_in(word.text) for word in self._words)

    def _fill(self) -> Action | None:
        """Type what the goal gives at the label that fits it best."""
        pairs = [
            (fit, -place, word, mention)
            for place, word in enumerate(self._words)
            for mention in self._goal.of("text", "money", "day", "time")
            if mention not in self._given and not self._touched[f"field {word.text}"]
            if (fit := self._label_fit(word, mention)) > 0 and not self._is_seen(mention)
        ]
        if not pairs:
            return None
        _, _, word, mention = max(pairs, key=lambda pair: pair[:2])
        self._given.add(mention)
        self._touched[f"field {word.text}"] += 1
        return Text(text=written(mention, "", self._now.now), target=_at(word), clear=True)

    def _label_fit(self, word: Word, mention: Mention) -> float:
        """Return how well a short reading labels a field for something that the goal gives."""
        label = words(word.text)
        if not label or len(word.text.split()) > _SHORT or word.top < 0.1:
            return 0
        cue = 2.0 * len(label & mention.before) + len(label & mention.after)
        return cue + 1 if label & _LABELS[mention.kind] else 0

    def _tap(self) -> Action | None:
        best = max(self._words, key=self._interest, default=None)
        if best is None or self._interest(best) < _WORTH:
            return None
        self._touched[best.text] += 1
        first = words(best.text.partition(" ")[0])
        self._acted = self._acted or bool(first & self._goal.orders) or bool(first & GOES and self._given)
        return Click(target=_at(best))

    def _interest(self, word: Word) -> float:
        """Return what a tap promises: things named, verbs of it, and going on once something is filled in."""
        own = self._goal.unnamed(word.text)
        typed = self._given | (self._searched if word.top < 0.15 else set())
        if any(one.is_in(word.text) for one in typed):
            return 0.0  # what was typed itself
        named = sum(one.is_in(word.text) for one in self._goal.mentions if one.kind != "number")
        verbs = sum(self._weight(one) for one in own & self._goal.verbs) / math.sqrt(max(1, len(own)))
        goes = 0.8 if words(word.text) & GOES and self._given and len(own) < 3 else 0.0
        return named + 1.2 * verbs + goes - 0.9 * self._touched[word.text]

    def _send(self) -> Action | None:
        """Where something was typed and no button for it was read: tap the end of its row, then press Enter."""
        typed = next((word for word in self._words if any(one.is_in(word.text) for one in self._given)), None)
        self._sent += 1
        if self._acted or typed is None:
            return None
        self._acted = self._sent > 1
        return Key(chord=("Enter",)) if self._acted else Click(target=Point(x=_END, y=typed.centre[1]))

    def _look_further(self) -> Action | None:
        """Scroll; where that was done, go to a part of the app that was not looked into."""
        place = "\n".join(word.text for word in self._words[:3])
        self._scrolled[place] += 1
        if self._scrolled[place] <= _SCROLLS:
            return Scroll(target=Point(x=0.5, y=0.5), dy=0.8, unit="viewport")
        places = [word for word in self._words if word.top > _BAR and len(word.text) >= _COARSE]
        new = next((word for word in places if not self._touched[word.text]), None)
        if new is None:
            return None
        self._touched[new.text] += 1
        return Click(target=_at(new))


def _is_name(text: str) -> bool:
    return bool(words(text)) and not text.lower().startswith("search") and not any(map(str.isdigit, text))


def _at(word: Word) -> Point:
    across, down = word.centre
    return Point(x=across, y=down)
