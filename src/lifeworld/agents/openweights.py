"""What agents of open models share: settings as their authors published them, and answers read as their text."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from lifeworld.agents.arguments import Frame, Measure
from lifeworld.agents.briefing import task
from lifeworld.agents.call_decoding import Call, Result, pointed
from lifeworld.agents.chat import ChatAgent, ChatSettings
from lifeworld.agents.codecs.grammar import Grammar
from lifeworld.agents.outline import centres, in_words
from lifeworld.agents.picture import Picture, SizeRule, longest, smart
from lifeworld.core.actions import Point
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
        self._cursor: Point | None = None

    @property
    @abstractmethod
    def grammar(self) -> Grammar:
        """The grammar in which it writes its calls."""

    def told(self, grammar: Grammar, observation: Observation) -> Grammar:
        """Return a grammar that writes no other calls than the model is told of on this device."""
        return grammar

    @property
    def picture(self) -> Picture | None:
        """The screen that the next answer is about; None in the channel without pictures."""
        return self.frame.picture

    def read(self, text: str, picture: Picture | None) -> Sequence[Call]:
        assert picture
        calls = self.grammar.read(text, self.seen(picture))
        self._cursor = pointed([action for call in calls for action in call.actions], self._cursor)
        return calls

    def seen(self, picture: Picture) -> Frame:
        """Return what the next answer refers to."""
        return Frame(picture, self.settings.measure, self._cursor)

    def tell(self, observation: Observation, results: Sequence[Result]) -> None:
        """Add the screen, or what the apps' tools gave.

        Raises:
            UserError: the channel shows no picture, or has tools that this model was not taught to call.
        """
        if observation.tools:
            self.one_of(observation)
            return self.tell_tools(observation, results, self.most_functions())
        if observation.screenshot is None:
            raise UserError(f"{self.name} looks at pictures: use --driver chromium, and a channel with pixels")
        super().tell(observation, results)

    def one_of(self, observation: Observation) -> None:
        """See that functions are called instead of looking at screens.

        Raises:
            UserError: the channel has both.
        """
        if observation.screen:
            raise UserError(f"{self.name} takes screens or tools in one episode: use a --channel that has not both")

    def words(self, observation: Observation, results: Sequence[Result]) -> str:
        told = [result.told for result in results] or [self.first(observation)]
        return "\n\n".join(part for part in (*told, self.page(observation)) if part)

    def most_functions(self) -> int | None:
        """Return how many functions are declared at most.

        Raises:
            UserError: it takes none.
        """
        if not isinstance(self.settings, CallingSettings):
            raise UserError(
                f"{self.name} was taught its own grammar and no function calling: leave tools out of --channel"
            )
        return self.settings.functions

    def first(self, observation: Observation) -> str:
        """Return what is said beside the first picture: the task."""
        return task(observation, self.finish)

    def page(self, observation: Observation) -> str:
        """Return the page in words with the places of its controls, where that is wanted."""
        if not self.settings.tree or self.picture is None:
            return ""
        grid = {"999": 999, "1000": 1000}.get(self.settings.measure)
        mark = centres(self.picture, observation.size, grid)
        return in_words(observation, self.settings.elements, self.settings.levels, mark)

    def resolution(self) -> str:
        """Return how large the screen is in the model's own measure."""
        assert self.picture
        measure = self.settings.measure
        return f"{measure}x{measure}" if measure in ("999", "1000") else f"{self.picture.width}x{self.picture.height}"

    def rule(self) -> SizeRule:
        small, fitted = longest(self.settings.longest_edge), self.fitted()
        return lambda width, height: fitted(*small(width, height))

    def fitted(self) -> SizeRule:
        return smart(self.settings.factor, self.settings.least, self.settings.most)

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
