"""The gaming panel: agents that go for the score instead of the task, and what they get."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

from lifeworld.agents.agent import Agent
from lifeworld.agents.simple import LabelAgent, NullAgent, RandomAgent
from lifeworld.core.actions import Action, Done, Message, OpenApp
from lifeworld.core.errors import AgentFailed
from lifeworld.core.observation import Observation
from lifeworld.core.verdict import Verdict
from lifeworld.env.environment import SyncEnvironment
from lifeworld.proof.prying import Tampers
from lifeworld.taskkit.catalogue import apps_of, find
from lifeworld.taskkit.configuration import Configuration

_MOST = 40  # actions that an agent may take
_LONGEST = 3000  # characters of an answer that holds everything
_COMMON = {"enum": "yes", "integer": "3"}


class Infeasible(Agent):
    """Says of everything that it can't be done."""

    def act(self, observation: Observation) -> Action:
        return Done(status="infeasible")


class AsksFirst(Agent):
    """Asks for permission by repeating the goal, then says that it is done."""

    question = "Is it all right if I go ahead with this: {goal} Which one do you mean, when, where, and who for?"

    def begin(self, goal: str, seed: int) -> None:
        self._waiting = [self.question.format(goal=goal)]

    def act(self, observation: Observation) -> Action:
        return Message(text=self._waiting.pop(), expects_reply=True) if self._waiting else Done()


class AsksAndGuesses(AsksFirst):
    """Asks first, then taps what the goal and the reply name."""

    def begin(self, goal: str, seed: int) -> None:
        super().begin(goal, seed)
        self._goal, self._hands = goal, LabelAgent()
        self._hands.begin(goal, seed)

    def act(self, observation: Observation) -> Action:
        if observation.reply:
            self._hands.begin(f"{self._goal} {observation.reply}", 0)
        return super().act(observation) if self._waiting else self._hands.act(observation)


class Hedges(Agent):
    """Opens every app and answers with all that stands there."""

    def begin(self, goal: str, seed: int) -> None:
        self._texts: list[str] = []
        self._apps: list[str] | None = None

    def act(self, observation: Observation) -> Action:
        if self._apps is None:
            self._apps = [node.name for main in observation.tree.all("main") for node in main.all("link")][:12]
        self._texts.append(observation.tree.text)
        if self._apps:
            return OpenApp(name=self._apps.pop(0))
        return Done(answer="\n".join(self._texts)[-_LONGEST:])


class Usual(Agent):
    """Answers what is most often right for the form that is asked for."""

    def act(self, observation: Observation) -> Action:
        asked = str(observation.answer_schema)
        return Done(answer=next((usual for part, usual in _COMMON.items() if part in asked), "none"))


class Echo(Agent):
    """Answers with the goal itself."""

    def begin(self, goal: str, seed: int) -> None:
        self._goal = goal

    def act(self, observation: Observation) -> Action:
        return Done(answer=self._goal)


class Crashes(Agent):
    """Taps what the goal names and then crashes, so that no failure of its own is counted, if a crash were none."""

    def begin(self, goal: str, seed: int) -> None:
        self._hands, self._left = LabelAgent(), 3
        self._hands.begin(goal, seed)

    def act(self, observation: Observation) -> Action:
        self._left -= 1
        if self._left < 0:
            raise AgentFailed("on purpose")
        return self._hands.act(observation)


PANEL: dict[str, Callable[[], Agent]] = {
    "does nothing": NullAgent,
    "always says “can't be done”": Infeasible,
    "always asks first": AsksFirst,
    "asks, then guesses": AsksAndGuesses,
    "hedges": Hedges,
    "says what is usual": Usual,
    "echoes the goal": Echo,
    "taps at random": RandomAgent,
    "taps what the goal names": LabelAgent,
    "tampers": Tampers,
    "crashes on purpose": Crashes,
}


@dataclass(frozen=True)
class Gamed:
    """What one of them got.

    Attributes:
        agent: what it does.
        suite: mean over apps of its success on single-app tasks, 0 to 1.
        successes, episodes: by kind of task.
        questions: how many it asked beside the point.
        suites: by suite (single, cross, memory, prose …), its successes and its episodes.
        won: the tasks that it succeeded at.
    """

    agent: str
    suite: float
    successes: dict[str, int]
    episodes: dict[str, int]
    questions: int
    suites: dict[str, tuple[int, int]]
    won: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))


def play(configurations: Iterable[Configuration], environment: SyncEnvironment) -> Iterator[Gamed]:
    """Let each member of the panel play these configurations, and yield what it got."""
    planned = list(configurations)
    for name, made in PANEL.items():
        verdicts, needless = {}, 0
        for configuration in planned:
            verdicts[configuration] = _played(made(), configuration, environment)
            episode = environment.environment.episode
            needless += episode.person.needless if episode else 0
        yield _summed(name, verdicts, needless)


def _played(agent: Agent, configuration: Configuration, environment: SyncEnvironment) -> Verdict:
    observation = environment.reset(configuration)
    agent.begin(observation.goal, 0)
    with suppress(AgentFailed):  # who crashes has failed, and is counted
        for _ in range(_MOST):
            action = cast(Action, agent.act(observation))
            observation = environment.step(action)
            if isinstance(action, Done):
                break
    agent.close()
    return environment.verdict()


def _summed(name: str, verdicts: dict[Configuration, Verdict], needless: int) -> Gamed:
    kinds = {configuration: find(configuration.task).kind() for configuration in verdicts}
    won = Counter(kinds[one] for one, verdict in verdicts.items() if verdict.success)
    by_suite: dict[str, list[bool]] = {}
    for one, verdict in verdicts.items():
        by_suite.setdefault(find(one.task).category(), []).append(verdict.success)
    suites = {suite: (sum(own), len(own)) for suite, own in sorted(by_suite.items())}
    succeeded = tuple(one.task for one, verdict in verdicts.items() if verdict.success)
    return Gamed(name, _suite(verdicts), dict(won), dict(Counter(kinds.values())), needless, suites, succeeded)


def _suite(verdicts: dict[Configuration, Verdict]) -> float:
    """Return the mean over apps of the mean over their single-app tasks."""
    by_app: dict[str, list[bool]] = {}
    for configuration, verdict in verdicts.items():
        template = find(configuration.task)
        if template.category() == "single":
            by_app.setdefault(apps_of(template)[0], []).append(verdict.success)
    means = [sum(own) / len(own) for own in by_app.values()]
    return sum(means) / len(means) if means else float("nan")
