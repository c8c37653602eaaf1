"""What agents of open models share: settings as their authors published them, and answers read as their text."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from lifeworld.agents.arguments import Frame, Measure
from lifeworld.agents.briefing import task
from lifeworld.agents.call_decoding import Call, Result, pointed
from lifeworld.agents.chat import ChatAgent, ChatSettings
from lifeworld.agents.codecs.grammar import Grammar
from lifeworld.agents.outline import centres, in_words
from lifeworld.agents.picture import SizeRule, longest, smart
from lifeworld.core.errors import UserError
from lifeworld.core.observation import Observation

Screen = Literal["auto", "mobile", "desktop"]


class OpenSettings(ChatSettings):
    """What an open model's agent can be set to; the defaults of each are those that its authors published.

    Attributes:
        measure: what the model's coordinates count: pixels of the picture sent, a grid of 999 or 1000, or fractions.
        factor: the sides of the picture are multiples of it.
        least, most: pixels of the picture, after `longest_edge`.
        top_p: None for the endpoint's default.
        frequency_penalty: against repetition; 0 for none.
        tree: whether the page is told in words, too, where the channel shows it.
    """

    needs = ChatSettings.needs | {
        **dict.fromkeys(("measure", "factor", "least", "most"), "pixels"),
        "tree": "tree",
    }
    measure: Measure = "pixels"
    longest_edge: int = Field(8192, ge=64)
    factor: int = Field(1, ge=1, le=512)
    least: int = Field(1, ge=1)
    most: int = Field(16384 * 28 * 28, ge=64 * 64)
    temperature: float | None = Field(0, ge=0, le=2)
    top_p: float | None = Field(None, gt=0, le=1)
    frequency_penalty: float = Field(0, ge=-2, le=2)
    tree: bool = False

    @model_validator(mode="after")
    def _counts(self) -> Self:
        idle = sorted({"elements", "levels"} & self.model_fields_set)
        if idle and not self.tree:
            raise ValueError(f"{idle[0]} counts only with tree=true")
        return self


class CallingSettings(OpenSettings):
    """What models can be set to that think if they are told to, and were taught function calling: the apps' tools.

    Attributes:
        thinking: whether the model thinks before it answers; None where that is the endpoint's business.
        functions: how many are declared at most, None for any number; where there are more tools, each app is one.
    """

    needs = OpenSettings.needs | {"functions": "tools"}
    thinking: bool | None = None
    functions: int | None = Field(None, ge=1)


class OpenAgent(ChatAgent):
    """A model that is shown a picture and writes what to do next in its own grammar.

    Attributes:
        finish: how the end of a task is told, in the model's own vocabulary.
    """

    kind: ClassVar[type[ChatSettings]] = OpenSettings
    finish: ClassVar[str]
    settings: OpenSettings

    def __init__(self, written: str = "") -> None:
        super().__init__(written)
        self.frame = Frame(measure=self.settings.measure)

    @property
    @abstractmethod
    def grammar(self) -> Grammar:
        """The grammar in which it writes its calls."""

    def told(self, grammar: Grammar, observation: Observation) -> Grammar:
        """Return a grammar that writes no other calls than the model is told of on this device."""
        return grammar

    def read(self, text: str) -> Sequence[Call]:
        calls = self.grammar.read(text, self.seen())
        cursor = pointed([action for call in calls for action in call.actions], self.frame.cursor)
        self.frame = replace(self.frame, cursor=cursor)
        return calls

    def seen(self) -> Frame:
        """Return what the next answer refers to."""
        return self.frame

    def tell(self, observation: Observation, results: Sequence[Result]) -> None:
        """Add the screen, or what the apps' tools gave.

        Raises:
            UserError: the channel shows no picture, or has tools that this model was not taught to call.
        """
        if observation.tools:
            if not isinstance(self.settings, CallingSettings):
                said = f"{self.name} was taught its own grammar and no function calling"
                raise UserError(f"{said}: leave tools out of --channel")
            return self.tell_tools(observation, results, self.settings.functions)
        if observation.screenshot is None:
            raise UserError(f"{self.name} looks at pictures: use --driver chromium, and a channel with pixels")
        super().tell(observation, results)

    def first(self, observation: Observation) -> str:
        return task(observation, self.finish)

    def page(self, observation: Observation) -> str:
        """Return the page in words with the places of its controls, where that is wanted."""
        if not self.settings.tree or self.frame.picture is None:
            return ""
        grid = {"999": 999, "1000": 1000}.get(self.settings.measure)
        mark = centres(self.frame.picture, observation.size, grid)
        return in_words(observation, self.settings.elements, self.settings.levels, mark)

    def resolution(self) -> str:
        """Return how large the screen is in the model's own measure."""
        measure, picture = self.settings.measure, self.frame.picture
        assert picture
        return f"{measure}x{measure}" if measure in ("999", "1000") else f"{picture.width}x{picture.height}"

    def rule(self) -> SizeRule:
        small = longest(self.settings.longest_edge)
        fitted = smart(self.settings.factor, self.settings.least, self.settings.most)
        return lambda width, height: fitted(*small(width, height))

    def options(self) -> dict[str, Any]:
        top, penalty = self.settings.top_p, self.settings.frequency_penalty
        thinking = self.settings.thinking if isinstance(self.settings, CallingSettings) else None
        return {
            **super().options(),
            **({"top_p": top} if top is not None else {}),
            **({"frequency_penalty": penalty} if penalty else {}),
            **(self.thinks(thinking) if thinking is not None else {}),
        }

    def thinks(self, wanted: bool) -> Mapping[str, Any]:
        """Return how a request switches thinking on or off: as the model's chat template wants it, by vLLM's way."""
        return {"chat_template_kwargs": {"enable_thinking": wanted}}


def is_mobile(screen: Screen, observation: Observation) -> bool:
    """Return whether the model is told that it holds a phone; by default, where the screen stands upright."""
    width, height = observation.size
    return screen == "mobile" or (screen == "auto" and width < height)
