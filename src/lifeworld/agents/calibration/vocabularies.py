"""What the model behind each adapter can say, and in which form it says it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from lifeworld.agents.meaning import NOTCH

Across = Literal["both", "upright"]


@dataclass(frozen=True)
class Wheel:
    """How a model scrolls.

    Attributes:
        amount: how far, in the unit.
        placed: it says where.
        across: it can scroll to the sides as well.
        by_picture: it counts pixels of the picture that it was sent, not of the screen.
    """

    amount: float
    unit: Literal["px", "viewport"] = "px"
    placed: bool = False
    across: bool = True
    by_picture: bool = False


@dataclass(frozen=True)
class Typing:
    """How a model types: at a place of the same call, or where it tapped before; over what was there; with Enter."""

    placed: bool = False
    clear: bool = False
    submit: bool = False


@dataclass(frozen=True)
class Vocabulary:
    """One adapter in one of its forms.

    Attributes:
        agent: the adapter's name in the roster.
        settings: which choose the form.
        base: where the stand-in's route for it begins.
        grammar: of the stand-in behind a chat endpoint; "" for a provider's own calls.
        grid: into how many units its places divide each side; None for pixels of the picture.
        offers: what it has a word for, beside tapping, typing and an answer at the end.
        pause: seconds that it can wait; 0 where it has no word for that.
    """

    agent: str
    settings: str
    base: str
    offers: frozenset[str]
    grammar: str = ""
    grid: float | None = 1000
    wheel: Wheel | None = None
    typing: Typing = field(default=Typing())
    pause: float = 0


def _one(agent: str, settings: str, base: str, offers: str, **more: object) -> Vocabulary:
    said = frozenset(offer.replace("-", " ") for offer in offers.split())
    return Vocabulary(agent, settings, base, said, **more)  # type: ignore[arg-type]


def _anthropic(tool: str, offers: str, wheel: Wheel | None = None, pause: float = 0) -> Vocabulary:
    return _one("anthropic", f"tool={tool}", "/anthropic", f"answer {offers}", grid=None, wheel=wheel, pause=pause)


def _open(agent: str, grammar: str, settings: str, offers: str, **more: object) -> Vocabulary:
    return _one(agent, settings, "/chat/v1", offers, **{"grammar": grammar, "pause": 2, **more})


_MOUSE = "double-tap right-button middle-button hover drag keys chords"
_NEWER = f"{_MOUSE} triple-tap held-keys"
_NOTCHES = Wheel(3 * NOTCH, placed=True)
_CODE = "double-tap triple-tap right-button middle-button hover drag keys chords answer"
_QWEN = "double-tap triple-tap right-button middle-button hover swipe keys chords answer"
_HERE = Wheel(300)

VOCABULARIES: Mapping[str, Vocabulary] = MappingProxyType(
    {
        "anthropic toolset": _anthropic("computer_toolset_20260801", f"{_NEWER} zoom", _NOTCHES, 2),
        "anthropic 20251124": _anthropic("computer_20251124", f"{_NEWER} zoom", _NOTCHES, 2),
        "anthropic 20250124": _anthropic("computer_20250124", _NEWER, _NOTCHES, 2),
        "anthropic 20241022": _anthropic("computer_20241022", _MOUSE),
        "openai": _one(
            "openai",
            "tool=computer",
            "/openai/v1",
            f"{_MOUSE} held-keys answer",
            grid=None,
            wheel=Wheel(300, placed=True, by_picture=True),
            pause=1,
        ),
        "openai preview": _one(
            "openai",
            "tool=computer_use_preview",
            "/openai/v1",
            f"{_MOUSE} answer",
            grid=None,
            wheel=Wheel(300, placed=True, by_picture=True),
            pause=1,
        ),
        "gemini legacy": _one(
            "gemini",
            "environment=browser",
            "/gemini",
            "hover drag keys chords answer",
            wheel=Wheel(0.4, "viewport", placed=True),
            typing=Typing(placed=True),
            pause=5,
        ),
        "gemini modern": _one(
            "gemini",
            "environment=mobile",
            "/gemini",
            f"{_MOUSE} triple-tap long-press answer",
            wheel=Wheel(300, placed=True),
            pause=2,
        ),
        "qwen 2.5": _open("qwen", "qwen-2.5", "form=2.5", f"{_QWEN} held-keys", grid=None, wheel=_HERE),
        "qwen 3": _open("qwen", "qwen-3", "form=3", f"{_QWEN} long-press", grid=999, wheel=_HERE),
        "qwen 3.5": _open("qwen", "qwen-3.5", "form=3.5", f"{_QWEN} held-keys", wheel=_HERE),
        "uitars 1.5": _open(
            "uitars",
            "uitars-1.5",
            "form=1.5",
            "double-tap right-button long-press hover drag keys chords answer",
            grid=None,
            wheel=Wheel(5 * NOTCH, placed=True),
        ),
        "uitars 2": _open(
            "uitars",
            "uitars-2",
            "form=2",
            "double-tap right-button long-press hover drag keys chords answer",
            wheel=Wheel(5 * NOTCH, placed=True),
        ),
        "opencua": _open("opencua", "opencua-qwen25", "", _CODE, grid=None, wheel=Wheel(3 * NOTCH)),
        "opencua fractions": _open(
            "opencua", "opencua", "measure=fractions&factor=1", _CODE, grid=10000, wheel=Wheel(3 * NOTCH)
        ),
        "kimi": _open("kimi", "kimi", "", _CODE, grid=10000, wheel=Wheel(3 * NOTCH)),
        "glm": _open(
            "glm",
            "glm",
            "",
            "double-tap right-button middle-button hover drag keys chords answer",
            wheel=Wheel(3 * NOTCH, placed=True),
            pause=5,
        ),
        "autoglm": _open("autoglm", "autoglm", "", "double-tap long-press swipe answer", typing=Typing(clear=True)),
        "holo": _open(
            "holo",
            "holo",
            "",
            "answer",
            grid=None,
            wheel=Wheel(0.5, "viewport"),
            typing=Typing(placed=True, submit=True),
        ),
        "fara 7B": _open(
            "fara",
            "fara-7B",
            "form=7B",
            "double-tap triple-tap right-button middle-button hover keys chords answer",
            grid=None,
            wheel=_HERE,
        ),
        "fara 1.5": _open(
            "fara",
            "fara-1.5",
            "form=1.5",
            "double-tap triple-tap right-button middle-button hover keys chords answer",
            wheel=Wheel(0.3, "viewport", across=False),
        ),
        "prompt": _open(
            "prompt",
            "prompt",
            "",
            "double-tap triple-tap right-button middle-button long-press drag keys chords answer",
            wheel=Wheel(0.25, "viewport"),
        ),
    }
)


def of(agent: str) -> dict[str, Vocabulary]:
    """Return the vocabularies of an adapter of the roster's, by name; none where it asks no model."""
    return {name: one for name, one in VOCABULARIES.items() if one.agent == agent}
