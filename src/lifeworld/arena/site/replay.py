"""A finished battle as the player shows it: two sides along one time line, and nothing that identifies the agents."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from lifeworld.arena.site.rendering import part
from lifeworld.arena.site.visitors import Signer
from lifeworld.arena.tables import SIDES, SideName
from lifeworld.arena.wording import by_hand, deed, frame_around, mark_of, names_controls
from lifeworld.core.actions import Done, Message
from lifeworld.core.trajectory import Step

ACTING = 1.0  # seconds that are shown for each action, besides the agent's own time
REDACTED = "▇▇▇"
# Names of models and their makers, whatever the agents are called here.
MODEL_NAMES = """
anthropic claude sonnet haiku openai chatgpt gpt gemini gemma deepmind qwen alibaba uitars ui-tars
bytedance doubao opencua kimi moonshot glm zhipu autoglm chatglm holo1 hcompany fara llama mistral
grok xai deepseek coact
""".split()
_STOPPED = "It was stopped before it finished"
_SHORTEST = 3  # letters; shorter parts of a name are not redacted


def redacted(text: str, names: Iterable[str]) -> str:
    """Return a text without what identifies its author: agents' names and specs, names of models and makers."""
    return _pattern(frozenset(names)).sub(REDACTED, text)


@lru_cache(maxsize=512)
def _pattern(names: frozenset[str]) -> re.Pattern[str]:
    known = {name.strip() for name in (*names, *MODEL_NAMES) if len(name.strip()) >= _SHORTEST}
    longest_first = sorted(known, key=len, reverse=True)
    return re.compile(
        rf"(?<![^\W_])(?:{'|'.join(map(re.escape, longest_first))})(?:[-. ]?\d[\w.-]*)?(?![^\W_])", re.IGNORECASE
    )


@dataclass(frozen=True)
class Recording:
    """The steps of one side as they were filed, and the paths of their pictures."""

    filed: Sequence[Step]
    image: Callable[[str], Path]

    @cached_property
    def steps(self) -> list[Step]:
        """The steps as they are shown."""
        return by_hand(self.filed)

    @cached_property
    def starts(self) -> list[float]:
        """The seconds from the start at which each step begins."""
        times = accumulate((step.seconds + ACTING for step in self.steps), initial=0.0)
        return [round(at, 2) for at, _ in zip(times, self.steps, strict=False)]

    @cached_property
    def ending(self) -> str:
        """A description of how it ended."""
        ends = [step for step in self.steps if isinstance(step.action, Done)]
        return _description(ends[-1], True) if ends else _STOPPED

    def reached(self, at: float) -> int:
        """Return the step that is shown after so many seconds."""
        return max((number for number, start in enumerate(self.starts) if start <= at), default=0)


def _description(step: Step, named: bool) -> str:
    """Describe an action, and whether it had no effect."""
    if step.action is None:
        return "Here it ended"
    failed = "was refused" if isinstance(step.action, Done) else "did nothing"
    return deed(step, named) if step.feedback.ok else f"{deed(step, named)}, which {failed}"


@dataclass(frozen=True)
class ShownStep:
    """One step of a side.

    Attributes:
        number: of the filed step that it belongs to.
        picture: its address; "" where the side was played without pictures.
        aim: x, y, width, height and corner radius of the frame around what was hit, in pixels of the screen.
        ended: how it ended, in the last step.
    """

    number: int
    picture: str
    alt: str
    words: str
    done: str
    said: str
    replied: str
    aim: tuple[float, ...] | None
    ended: str

    def to_json(self) -> dict[str, Any]:
        names = ("picture", "alt", "words", "aim", "ended")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True)
class Moment:
    """The steps of both sides after some seconds."""

    at: float
    left: int
    right: int

    def of(self, side: SideName) -> int:
        return self.left if side == "left" else self.right


class Replay:
    """The content of the player for a battle; all agents' names are redacted, the screens' size is in CSS pixels."""

    def __init__(
        self,
        battle: str,
        size: tuple[int, int],
        recordings: Mapping[SideName, Recording],
        names: Iterable[str],
        signer: Signer,
    ) -> None:
        self._battle, self._signer, self._names = battle, signer, frozenset(names)
        self.size, self._recordings = size, recordings
        self._named = names_controls(step for one in recordings.values() for step in one.steps)
        self._drawn: dict[tuple[Any, ...], Markup] = {}
        self._pictures: dict[str, Path] = {}
        self.sides = {side: self._shown(side) for side in SIDES}
        left, right = (recordings[side] for side in SIDES)
        times = sorted({0.0, *left.starts, *right.starts})
        self.moments = [Moment(at, left.reached(at), right.reached(at)) for at in times]

    def picture(self, token: str) -> Path | None:
        return self._pictures.get(token)

    def at(self, number: int) -> Moment:
        return self.moments[max(0, min(len(self.moments) - 1, number))]

    def player(self, number: int, device: str, autoplay: bool) -> Markup:
        """Render both screens and the time line at a moment; the first one, where most start, is cached."""
        number = min(number, len(self.moments) - 1)
        given = (number, self._battle, device, autoplay)
        return self.part("line", *given) if number == 0 else part("player.html", "line", self, *given)

    def part(self, macro: str, *given: Any) -> Markup:
        """Render a macro of the player, cached for all visitors."""
        key = (macro, *given)
        if key not in self._drawn:
            self._drawn[key] = part("player.html", macro, self, *given)
        return self._drawn[key]

    def marks(self, side: SideName) -> list[float]:
        """Return the positions of a side's actions on the time line, in fractions."""
        last = max(1, len(self.moments) - 1)
        firsts = {moment.of(side): at for at, moment in reversed(list(enumerate(self.moments)))}
        return [firsts[step] / last for step in sorted(firsts)]

    @cached_property
    def json(self) -> Markup:
        """The data of the player's script, escaped for a page."""
        moments = [self._told(moment) for moment in self.moments]
        return htmlsafe_json_dumps(
            {"moments": moments, **{side: [one.to_json() for one in shown] for side, shown in self.sides.items()}}
        )

    def _told(self, moment: Moment) -> dict[str, Any]:
        steps = [f"{side} step {moment.of(side) + 1} of {len(self.sides[side])}" for side in SIDES]
        return {"at": moment.at, "left": moment.left, "right": moment.right, "told": ", ".join(steps)}

    def _shown(self, side: SideName) -> list[ShownStep]:
        recording = self._recordings[side]
        return [self._one(side, number, step) for number, step in enumerate(recording.steps)]

    def _one(self, side: SideName, number: int, step: Step) -> ShownStep:
        recording, done = self._recordings[side], _description(step, self._named)
        if isinstance(step.action, Message | Done):  # it quotes the agent
            done = redacted(done, self._names)
        return ShownStep(
            number=step.number,
            picture=self._address(side, number, recording.image(step.image)) if step.image else "",
            alt=f"The {side} one’s screen before step {number + 1}: {done}",
            words="" if step.image else step.words,
            done=done,
            said=redacted(step.said, self._names),
            replied=step.reply,
            aim=frame_around(mark_of(step, self._named), self.size),
            ended=redacted(recording.ending, self._names) if step is recording.steps[-1] else "",
        )

    def _address(self, side: SideName, number: int, picture: Path) -> str:
        """Return the address of a picture, by a token from which it is found again."""
        token = self._signer.name("picture", self._battle, side, number)
        self._pictures[token] = picture
        return f"/battle/{self._battle}/picture/{token}"
