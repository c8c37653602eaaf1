"""The action space of the model behind each adapter, in each of its forms: what its codec can write, it can do.

`GRAMMARS` has the forms of models that write their calls as text, by the names that exports and the mock server use.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Literal

from lifeworld.agents.arguments import NOTCH, Frame, Measure
from lifeworld.agents.codecs import anthropic, gemini, openai
from lifeworld.agents.codecs.glm import AUTOGLM, GLM
from lifeworld.agents.codecs.grammar import Grammar
from lifeworld.agents.codecs.holo import HOLO
from lifeworld.agents.codecs.prompt import PROMPT
from lifeworld.agents.codecs.pyautogui import OPENCUA, OPENCUA_QWEN25
from lifeworld.agents.codecs.qwen import FARA, QWEN
from lifeworld.agents.codecs.rows import Codec
from lifeworld.agents.codecs.uitars import UITARS
from lifeworld.core.actions import Action, Click, Drag, Key, Move, Observe, Point, Scroll, Text, Wait

GRAMMARS: Mapping[str, Grammar] = MappingProxyType(
    {
        **{f"qwen-{form}": one for form, one in QWEN.items()},
        **{f"uitars-{form}": one for form, one in UITARS.items()},
        "opencua": OPENCUA,
        "opencua-qwen25": OPENCUA_QWEN25,
        "kimi": OPENCUA,
        "glm": GLM,
        "autoglm": AUTOGLM,
        "holo": HOLO,
        **{f"fara-{form}": one for form, one in FARA.items()},
        "prompt": PROMPT,
    }
)
_GRIDS: Mapping[Measure, float] = MappingProxyType({"999": 999, "1000": 1000, "fractions": 10_000})
_HERE = Point(x=0.5, y=0.5)
_SAMPLES: Mapping[str, Action] = MappingProxyType(  # one action of each capability beside tapping and typing
    {
        "double tap": Click(target=_HERE, count=2),
        "triple tap": Click(target=_HERE, count=3),
        "right button": Click(target=_HERE, button="right"),
        "middle button": Click(target=_HERE, button="middle"),
        "held keys": Click(target=_HERE, modifiers=("Control",)),
        "long press": Click(target=_HERE, hold_ms=1000),
        "hover": Move(target=_HERE),
        "drag": Drag(path=(_HERE, _HERE)),
        "swipe": Drag(path=(_HERE, _HERE), pointer="touch"),
        "keys": Key(chord=("Enter",)),
        "chords": Key(chord=("Control", "b")),
        "zoom": Observe(what="zoom", region=(0, 0, 1, 1)),
    }
)
_SECONDS = (2, 5, 1)  # to wait, the first of which that can be written
_LENGTHS: tuple[tuple[float, Literal["px", "viewport"]], ...] = (
    (3 * NOTCH, "px"),
    (5 * NOTCH, "px"),
    (0.4, "viewport"),
    (0.5, "viewport"),
)


@dataclass(frozen=True)
class Wheel:
    """How a model scrolls.

    Attributes:
        amount: how far, in the unit.
        placed: its call has a place.
        across: it can scroll to the sides as well.
    """

    amount: float
    unit: Literal["px", "viewport"]
    placed: bool
    across: bool


@dataclass(frozen=True)
class Typing:
    """How a model types: at a place of the same call, or where it tapped before; over what was there; with Enter."""

    placed: bool = False
    clear: bool = False
    submit: bool = False

    def action(self, text: str, place: Point) -> Text:
        return Text(text=text, target=place if self.placed else None, clear=self.clear, submit=self.submit)


_TYPINGS = (Typing(), Typing(clear=True), Typing(placed=True), Typing(placed=True, submit=True))


@dataclass(frozen=True)
class ActionSpace:
    """One adapter in one of its forms.

    Attributes:
        agent: the adapter's name in the roster.
        settings: which choose the form.
        base: where the mock server's route for it begins.
        codec: of its calls.
        measure: what its coordinates count.
        grammar: of the mock server behind a chat endpoint; "" for a provider's own calls.
    """

    agent: str
    settings: str
    base: str
    codec: Codec
    measure: Measure = "pixels"
    grammar: str = ""

    @property
    def grid(self) -> float | None:
        """Into how many units its places divide each side; None for pixels of the picture."""
        return _GRIDS.get(self.measure)

    @cached_property
    def offers(self) -> frozenset[str]:
        """The capabilities that it has a call for, beside tapping, typing and an answer at the end."""
        return frozenset(name for name, sample in _SAMPLES.items() if self._has(sample))

    @cached_property
    def pause(self) -> float:
        """Seconds that it can wait; 0 where it has no call for that."""
        return next((one for one in _SECONDS if self._has(Wait(seconds=one))), 0)

    @cached_property
    def typing(self) -> Typing:
        return next(one for one in _TYPINGS if self._has(one.action("milk", _HERE)))

    @cached_property
    def wheel(self) -> Wheel | None:
        """How it scrolls; None where it has no call for that."""
        ways = ((length, unit, place) for place in (_HERE, None) for length, unit in _LENGTHS)
        found = (one for one in ways if self._has(Scroll(target=one[2], dy=one[0], unit=one[1])))
        length, unit, place = next(found, (0.0, "px", None))
        across = self._has(Scroll(target=place, dx=length, unit=unit))
        return Wheel(length, unit, place is not None, across) if length else None

    def _has(self, action: Action) -> bool:
        return self.codec.can_write(action, Frame.of((1000, 1000), self.measure))


def _native(
    agent: str, setting: str, base: str, forms: Mapping[str, Codec], measure: Measure = "pixels", **names: str
) -> Iterable[tuple[str, ActionSpace]]:
    """Yield a provider's forms by name; each is chosen by one setting."""
    for form, name in names.items():
        yield f"{agent}{name}", ActionSpace(agent, f"{setting}={form}", base, forms[form], measure)


def _open(name: str, grammar: str, settings: str = "") -> tuple[str, ActionSpace]:
    one = GRAMMARS[grammar]
    return name, ActionSpace(name.partition(" ")[0], settings, f"/chat/{grammar}/v1", one.codec, one.measure, grammar)


ACTION_SPACES: Mapping[str, ActionSpace] = MappingProxyType(
    dict(
        (
            *_native(
                "anthropic",
                "tool",
                "/anthropic",
                anthropic.FORMS,
                computer_toolset_20260801=" toolset",
                computer_20251124=" 20251124",
                computer_20250124=" 20250124",
                computer_20241022=" 20241022",
            ),
            *_native("openai", "tool", "/openai/v1", openai.FORMS, computer="", computer_use_preview=" preview"),
            *_native(
                "gemini", "environment", "/gemini", gemini.FORMS, gemini.MEASURE, browser=" legacy", mobile=" modern"
            ),
            _open("qwen 2.5", "qwen-2.5", "form=2.5"),
            _open("qwen 3", "qwen-3", "form=3"),
            _open("qwen 3.5", "qwen-3.5", "form=3.5"),
            _open("uitars 1.5", "uitars-1.5", "form=1.5"),
            _open("uitars 2", "uitars-2", "form=2"),
            _open("opencua", "opencua-qwen25"),
            _open("opencua fractions", "opencua", "measure=fractions&factor=1"),
            _open("kimi", "kimi"),
            _open("glm", "glm"),
            _open("autoglm", "autoglm"),
            _open("holo", "holo"),
            _open("fara 7B", "fara-7B", "form=7B"),
            _open("fara 1.5", "fara-1.5", "form=1.5"),
            _open("prompt", "prompt"),
        )
    )
)


def of(agent: str) -> dict[str, ActionSpace]:
    """Return the action spaces of an adapter of the roster's, by name; none where it asks no model."""
    return {name: one for name, one in ACTION_SPACES.items() if one.agent == agent}
