"""Base class of agents that ask a model: it executes the calls of an answer in order and sends their results next.

An adapter is one file: its settings, what it sends (`tell`), one exchange (`ask`), and how the provider's calls read as
actions. It raises `ProviderFault` and nothing else; what it can't understand becomes `Invalid`.
"""

from abc import abstractmethod
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from lifeworld.agents.agent import Agent
from lifeworld.agents.arguments import Frame, Named
from lifeworld.agents.briefing import ending
from lifeworld.agents.call_decoding import Answer, Call, Result, pointed
from lifeworld.agents.calling import plain, texts_in
from lifeworld.agents.codecs.rows import Codec
from lifeworld.agents.endpoint import TOO_DEEP, Unacceptable
from lifeworld.agents.history import History, Weight, longest_answer, weighed
from lifeworld.agents.offered import DONE, Function, action_of, is_offered, unknown
from lifeworld.agents.picture import Picture, SizeRule, alike, sent
from lifeworld.agents.prices import Taken
from lifeworld.agents.provider import Provider
from lifeworld.agents.settings import Settings
from lifeworld.agents.wire import believed
from lifeworld.core.actions import Action, Invalid, Observe
from lifeworld.core.choices import Channel
from lifeworld.core.errors import AgentFailed, ProviderFault
from lifeworld.core.observation import Observation
from lifeworld.core.trajectory import Usage

_LONGEST, _SIGNS = 100_000, 16  # signs of an answer: in any case, and for each token
_MORE = 4  # times `max_tokens`, that an answer may take which was cut off there
_PAUSES = 8  # of one answer
_ROOM = 4  # times the longest answer so far, that a request with a budget allows
_longest: dict[Settings, int] = {}  # tokens that an answer took so far


class ModelAgent(Provider, Agent):
    """An agent whose decisions are a model's. `act` may be called again after a `ProviderFault`: it asks the same.

    Attributes:
        settings: with the model's name and what its answers may take.
        frame: what the places of the next answer are on: the last picture, if it was not of a part looked at closely.
        functions: that the next request declares.
    """

    answers_or_faults: ClassVar[bool] = True
    settings: Settings
    _history: History  # of an adapter that sends all of it each time

    def __init__(self, written: str = "") -> None:
        super().__init__(written)
        self.frame = Frame()
        self.functions: tuple[Function, ...] = ()
        self._limit: int | None = None  # tokens of the answer, where it is not `max_tokens`
        self._pauses = 0  # of this answer
        self._weight: Weight | None = None  # of the request, where there is a budget
        self._last: tuple[Weight, Usage] | None = None  # of the last one, with the same functions
        self._results: list[Result] = []  # of the calls of the last answer
        self._waiting: deque[tuple[Result, Action]] = deque()  # actions that are still to be played
        self._played: Result | None = None  # whose action the next observation answers
        self._told = False  # the next request is ready
        self._asks = False  # an answer is asked for

    @abstractmethod
    def tell(self, observation: Observation, results: Sequence[Result]) -> None:
        """Add to what is sent: at first the goal, later the result of each call of the last answer; and the screen."""

    @abstractmethod
    async def ask(self) -> Answer:
        """Send what was told so far, count what that `took`, and return the answer, kept for the next request.

        Raises:
            ProviderFault: there is none; so is whatever else `STRANGE` names.
        """

    def took(self, taken: Taken) -> None:
        """Count what an answer took, before anything else of it is read: it is paid for, whatever it holds.

        Raises:
            ProviderFault: it can't be true.
        """
        try:
            self.usage += believed(taken.usage(self.settings))
        except ValueError as error:
            raise ProviderFault(f"{self.settings.model}: its {error}", charged=True) from None

    def show(self, observation: Observation, rule: SizeRule) -> Picture | None:
        """Return the picture to send."""
        if observation.screenshot is None:
            return None
        whole = self.frame.picture
        if whole and self._looked_closely():
            return sent(observation.screenshot, alike(rule, whole))
        picture = sent(observation.screenshot, rule)
        self.frame = replace(self.frame, picture=picture, ratio=observation.size[0] / picture.width)
        return picture

    def decode(self, name: str, arguments: Any, codec: Codec | None = None) -> tuple[Action, ...]:
        """Return the actions that a call stands for, and note where the pointer is after them.

        Args:
            name: of a function, or of a call in the vocabulary.
            arguments: as the call has them.
            codec: the vocabulary of the provider's own tool; None where it is not that which is called.
        """
        if is_offered(name, self.functions):
            return (action_of(name, arguments, self.functions),)
        if codec is None or name not in codec.names:
            shown = codec.names if codec and self.frame.picture else ()  # without one, no tool for pixels is declared
            return (unknown(name, [*(one.name for one in self.functions), *shown]),)
        if not isinstance(arguments, Mapping):
            return (Invalid(code="bad_argument", detail=f"{name} takes an object of arguments"),)
        actions = codec.read(Named(name, arguments), self.frame)
        self.frame = replace(self.frame, cursor=pointed(actions, self.frame.cursor))
        return actions

    def sent(self) -> list[dict[str, Any]]:
        """Return what was told so far, as plain data, as the next request sends it."""
        return self._history.messages

    @property
    def limit(self) -> int:
        """The most tokens that the next answer may take."""
        return self._limit or self.settings.max_tokens

    @property
    def scale(self) -> int:  # type: ignore[override]
        """Device pixels for a pixel of the page in its pictures."""
        return self.settings.scale

    def needs(self) -> Mapping[str, Channel]:
        given = self.settings.model_fields_set
        return {name: needs for name, needs in self.settings.needs.items() if name in given}

    def most(self, observation: Observation) -> Usage:
        """Return the most that the next answer can take; nothing where none is asked for.

        It is allowed no more tokens than answers of this model seem to need; one that is cut off gets more.
        """
        known = self.functions
        self._prepare(observation)
        if self._waiting:
            return Usage()
        if self._limit is None and (longest := _longest.get(self.settings)):
            self._limit = min(self.settings.max_tokens, max(self.settings.floor, _ROOM * longest))
        self._weight = weighed([self.sent(), [[one.name, one.about, dict(one.schema)] for one in self.functions]])
        before = self._last if self.functions == known else None
        return longest_answer(self._weight, self.frame.picture, self.limit, before).usage(self.settings)

    async def act(self, observation: Observation) -> Action:
        """Return the next action of the last answer, or else of a new one."""
        self._prepare(observation)
        self.native = None
        if not self._waiting:
            await self._ask()
        self._played, action = self._waiting.popleft()
        return action

    def _prepare(self, observation: Observation) -> None:
        """Take in an observation, once however often it comes."""
        self._note(observation)
        self._asks = observation.answer_schema is not None
        if not (self._waiting or self._told):
            self.tell(observation, self._results)
            self._told = True

    def _looked_closely(self) -> bool:
        last = next((one for one in reversed(self._results) if one.feedback), None)
        action = last.call.actions[len(last.feedback) - 1] if last else None
        return isinstance(action, Observe) and action.what == "zoom" and not (last and last.error)

    def _note(self, observation: Observation) -> None:
        """Keep what came of the action before; after an invalid one, nothing more of its answer is played."""
        done, self._played = self._played, None
        if done is None:
            return
        done.feedback.append(observation.feedback)
        done.reply = observation.reply or done.reply
        done.result = observation.result or done.result
        if not observation.feedback.ok:
            self._waiting.clear()

    async def _ask(self) -> None:
        before = self.usage
        answer = await self._more() if self.limit > self.settings.max_tokens else await self._answered()
        took = self.usage - before
        _longest[self.settings] = max(_longest.get(self.settings, 1), took.tokens_out)
        self._last = (self._weight, took) if self._weight else None
        if answer.lacks:
            self._ask_on(answer.lacks)
        self._told, self._limit, self._pauses = False, None, 0
        self.native = {"words": answer.words, "calls": [call.native for call in answer.calls]}
        calls = [self._settled(call, answer) for call in answer.calls or (Call((ending(answer.words),)),)]
        self.safety_checks += sum(call.checks for call in calls)
        self._results = [Result(call) for call in calls]
        self._waiting.extend((result, action) for result in self._results for action in result.call.actions)

    async def _more(self) -> Answer:
        """Return an answer that was cut off before.

        Raises:
            ProviderFault, AgentFailed: there is none; for good where the model takes no such limit.
        """
        try:
            return await self._answered()
        except (ProviderFault, AgentFailed) as failed:
            if getattr(failed, "again", False):
                raise
            said = f"the model's answer was cut off, and {self.limit:,} tokens could not be asked for: {failed}"
            raise AgentFailed(plain(said)) from None

    def _ask_on(self, lacks: str) -> None:
        """See that an answer which is not whole is asked for again, with more room.

        Raises:
            ProviderFault: it is to be asked for again.
            AgentFailed: it has had all the room there is.
        """
        limit, allowed = self.limit, self.settings.max_tokens
        if lacks == "full":
            raise AgentFailed("the model's context is full: its answer reached the end of it")
        self.cut_off += 1
        self._pauses += lacks == "paused"
        if self._pauses > _PAUSES:
            raise AgentFailed(f"the model's answer was cut off: its provider paused it {self._pauses} times")
        if lacks == "cut" and limit >= _MORE * allowed:
            raise AgentFailed(f"the model's answer was cut off at {limit:,} tokens")
        if lacks == "cut":
            self._limit = allowed if limit < allowed else min(2 * limit, _MORE * allowed)
        how = "paused by its provider" if lacks == "paused" else f"cut off at {limit:,} tokens"
        raise ProviderFault.midway(f"{self.settings.model}: its answer was {how}")

    def _settled(self, call: Call, answer: Answer) -> Call:
        declared = call.name == DONE and any(one.name == DONE for one in self.functions)
        return call.settled(self._asks, answer.words if declared else "")

    async def _answered(self) -> Answer:
        """Return the whole answer in time, with no key in it.

        Raises:
            ProviderFault: there is none.
            AgentFailed: there will be none to what the conversation has become.
        """
        try:
            return await self.in_time(self._plain_answer())
        except Unacceptable as refused:
            if not self._results:  # nothing of the request is the model's yet
                raise
            await self.ready()  # who refuses this as well does not mind what the model has made of the conversation
            said = f"the model's context is full, or holds what its provider does not take: {refused}"
            raise AgentFailed(plain(said)) from None

    async def _plain_answer(self) -> Answer:
        """Return an answer of the length that was allowed, with no key in it."""
        try:
            answer = await self.ask()
            self.see_length(*(part for call in answer.calls for part in texts_in(call.native)), answer.words)
            return answer.without_keys()
        except RecursionError:
            raise AgentFailed(TOO_DEEP) from None

    def see_length(self, *said: str) -> None:
        """See that an answer is no longer than the model was allowed; reading and recording it would take all day.

        Raises:
            ProviderFault: it is.
        """
        most = _LONGEST + _SIGNS * self.limit
        if max(map(len, said), default=0) > most:
            words = f"{self.settings.model}: its answer is longer than {self.limit} tokens can be"
            raise ProviderFault(words, again=True, charged=True)
