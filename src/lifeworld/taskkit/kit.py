"""What a task says: goals, open parameters, what should come of it, and how a person would do it."""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, get_type_hints

from lifeworld.core.answers import Form, Value, forms_of
from lifeworld.core.errors import TaskError
from lifeworld.core.typed import remembered
from lifeworld.core.verdict import ItemKind
from lifeworld.store import Command, Event, Store
from lifeworld.taskkit.declarations import first_mistake
from lifeworld.taskkit.parameters import Parameter, Pick, arguments
from lifeworld.taskkit.person import Knowledge
from lifeworld.taskkit.phrasings import phrased, texts
from lifeworld.taskkit.touching import touched
from lifeworld.taskkit.user import User
from lifeworld.taskkit.wording import ENGLISH, IN_ENGLISH, filled, folder_of, gap, places, said, shown
from lifeworld.verify.expectation import Judged, Observed
from lifeworld.world.moments import Moment

PROSE = "prose"  # the tag of tasks that ask for a free text
MEMORY = "memory"  # the tag of tasks of one's own that rest on patterns in the person's past
HARD = "hard"  # the tag of tasks that take a person 20 to 60 actions
OVER = {"cross": "cross", "hard": "cross", "memory": "memory"}  # by folder over several apps: the stratum of its tasks
Effects = Generator[Command, Any, None]  # of which `row = yield …` gives the row made
Commands = Effects | Iterable[Command]
Events = Iterable[Event]
Setup = Iterable[Command | Event]
Outcomes = Sequence[Commands]
Items = Iterable[Observed | Judged]


def observed(text: str, *, at: str = "", showing: str = "", kind: ItemKind = "open") -> Observed:
    """Return an item that is met on a page whose path is `at`, or on one of an app's that shows the words `showing`."""
    return Observed(text, at, showing, kind)


def judged(text: str) -> Judged:
    """Return an item for a judge."""
    return Judged(text)


class Task:
    """A task template. Subclass it, annotate its parameters, and say what should come of it.

    Class attributes:
        goals: at least three phrasings, as people speak; `{source.name}` shows a parameter.
        tags: words by which suites are selected; a task has none of a task that it builds on.
        apps: the ids of the apps that it touches, where it touches more than its folder's; `check` proves them.
        optional_apps: those of them that can stay closed on some way; opening them earns nothing.
        hidden_info: what only the person knows and tells when asked. Makes the kind `clarify`.
        confirmation: what the person replies when asked to agree, by the method that then says what should come of it:
            `{"effects": "Yes, delete it.", "nothing": "No, better not."}`. Instances and people get each reply in
            turn. Makes the kind `confirm`: the agent must ask before it acts.
        question_topics: with `confirmation`, what is at stake as screens call it (`["{list.name}"]`): a question must
            name one of them to be understood.
        trigger: the moment at which something happens while the agent works: `when(minutes=5)`,
            `when(opened="bank")`, `when(done=Pay)`. What happens is in `scheduled_events` or `goal_update`.
        distractor: what happens then does not concern the task.
        goal_update: what the person then adds, takes back or corrects of their own accord, in one phrasing or several;
            `effects` and the rest say what is right after it.
        too_late: by then it is done and can't be undone; the right end is to say so.
        parts: of a composed task, the tasks that it is made of, in order (`taskkit.compose`).
        step_budgets: how many times a run's budget it gets; 2 where the solution takes over half of its steps.
    """

    goals: ClassVar[Sequence[str]] = ()
    tags: ClassVar[Sequence[str]] = ()
    hidden_info: ClassVar[str] = ""
    confirmation: ClassVar[Mapping[str, str]] = {}
    question_topics: ClassVar[Sequence[str]] = ()
    apps: ClassVar[Sequence[str]] = ()
    optional_apps: ClassVar[Sequence[str]] = ()
    parts: ClassVar[tuple[type["Task"], ...]] = ()
    trigger: ClassVar[Moment | None] = None
    distractor: ClassVar[bool] = False
    goal_update: ClassVar[Sequence[str]] = ()
    too_late: ClassVar[bool] = False
    step_budgets: ClassVar[int] = 1

    id: ClassVar[str]
    parameters: ClassVar[Mapping[str, Parameter]]

    # ---- what can be said

    def setup(self, *args: Any, **kwargs: Any) -> Setup:
        """Say what comes before the start; may take `store` as an argument, or none."""
        return ()

    def scheduled_events(self, *args: Any, **kwargs: Any) -> Events:
        """Say what comes at the moment that `trigger` names; may take `store`. Its `at` becomes that moment."""
        return ()

    def superseded_effects(self, *args: Any, **kwargs: Any) -> Commands:
        """Say what it would have been right to do had nothing come, so that a verdict can tell who did."""
        return ()

    def effects(self, *args: Any, **kwargs: Any) -> Commands:
        """Say which commands should have been done; may take `store`, or none; `row = yield …` gives the row made."""
        return ()

    def nothing(self) -> Commands:
        """Say that nothing should come of it: what follows where the person does not agree."""
        return ()

    def outcomes(self) -> Outcomes:
        """Say several acceptable lists of commands, instead of `effects`."""
        return ()

    def answer(self, *args: Any, **kwargs: Any) -> Value | None:
        """Say what should be answered, on the world as it is after the effects; the solution reads it off screens.

        The type that it is noted to return is the form that the agent is asked for: Money, int, float, Percent, Days,
        Minutes, date, datetime, time, timedelta, bool, str (a name or text on a screen), Code, FullName (a person's,
        for which no first name stands), Texts, FullNames.
        """
        return None

    def reached(self) -> str | tuple[str, ...]:
        """Say the path of the page that the agent should stop on; of several where others show the same.

        What a query says decides where it is given: “/mail/search?q=label:Bills”, with or without quotation marks.
        """
        return ()

    def impossible(self) -> Commands:
        """Say the commands that it would take and that are refused: the task is to say so and change nothing."""
        return ()

    def items(self) -> Items:
        """Say what else earns partial credit: pages to be seen, things to be judged."""
        return ()

    def solution(self, user: User) -> None:
        """Do it, as a person would; where a task writes nothing here, by a form for each of its commands."""
        user.follow(self)

    # ---- what follows

    def __init_subclass__(cls, *, written: bool = True) -> None:
        if not written:  # put together from others, which have been seen to, or in a person's own words
            return
        home = cls.__module__.removeprefix("lifeworld.tasks.").split(".")[0]
        cls.id = f"{home}.{cls.__name__}"  # so that a file may be cut in two without renaming tasks
        found = {name: value for name, value in _annotated(cls) if isinstance(value, Parameter)}
        cls.parameters = found
        tagged = (one for one in cls.__mro__ if "tags" in vars(one) and (one is cls or not issubclass(one, Task)))
        cls.tags = next((vars(one)["tags"] for one in tagged), ())
        if told := first_mistake(cls, Task):
            raise TaskError(told)

    def __init__(self, bound: Mapping[str, Any]) -> None:
        for name, value in bound.items():
            setattr(self, name, value)
        self.bound = dict(bound)
        self.agreed = next(iter(self.confirmation), "effects")  # the method that says what should come of it
        self.suffix = ""  # what is added to the goal, whatever kind of task it is

    def goal(self, phrasing: int, language: str = ENGLISH, told: str = "") -> str:
        """Return the goal in one of its phrasings, with what the person tells besides."""
        asked = self.asked(phrasing, language)
        added = (said(self.suffix, language), told, "" if language == ENGLISH else said(IN_ENGLISH, language))
        return ("\n" if "\n" in asked else gap(language)).join([asked, *filter(None, added)])

    def asked(self, phrasing: int, language: str = ENGLISH) -> str:
        """Return what the goal asks for, without what is added to goals of any kind."""
        return filled(self.phrasings(language)[phrasing], self.bound, language)

    @classmethod
    @remembered(4096)
    def texts(cls) -> tuple[str, ...]:
        """Return the goals that are written by hand: `goals`, and the indirect one where there is one."""
        return texts(cls)

    @classmethod
    def phrasings(cls, language: str = ENGLISH) -> tuple[str, ...]:
        """Return the goals by number: those written, one in each of `STYLES`, the indirect one; joined as they are.

        Raises:
            UserError: nobody has written them in this language.
        """
        return phrased(cls, language)

    def changed(self, phrasing: int, language: str = ENGLISH) -> str:
        """Return what the person says of their own accord, in one of its phrasings; "" where they don't."""
        return (
            self._translated(self.goal_update[phrasing % len(self.goal_update)], language) if self.goal_update else ""
        )

    def _translated(self, text: str, language: str) -> str:
        return filled(said(text, language, folder_of(type(self))), self.bound, language)

    @property
    def members(self) -> "tuple[Task, ...]":
        """The parts with their parameters bound, in order; of a task that is none composed, itself."""
        return (self,)

    def with_member(self, place: int, member: "Task") -> "Task":
        """Return the task with another in place of one of its members."""
        return member

    @property
    def told(self) -> str:
        """What the person says when asked."""
        return self._told_in(ENGLISH)

    def _told_in(self, language: str) -> str:
        return self._translated(self.hidden_info or self.confirmation.get(self.agreed, ""), language)

    def knowledge(self, language: str = ENGLISH, screens: Sequence[str] = (ENGLISH,)) -> Knowledge:
        """Return what the person can tell in a language, and what a question must name for it: in it, as screens do."""
        told, names = self._told_in(language), [shown(one, self.bound) for one in self.question_topics]
        names = [
            self._translated(one, spoken) for spoken in (language, *screens) for one in self.question_topics
        ] + names
        if self.confirmation:
            told = f"{names[0]}? {told}"
        return Knowledge(told, tuple(names), tuple(self._named_alike()) if self.confirmation else (), language)

    def _named_alike(self) -> Iterator[str]:
        """Yield what else one might take for what consent is asked for is called, on screens."""
        for place in (place for entry in self.question_topics for place in places(entry)):
            row, _, column = place.partition(".")
            parameter = self.parameters[row]
            if column and isinstance(parameter, Pick):
                yield from parameter.named_alike(row, column, self.bound)

    @classmethod
    def must_ask(cls) -> bool:
        """Return whether the person has to be asked before anything is done."""
        return bool(cls.hidden_info or cls.confirmation)

    @classmethod
    def says(cls, method: str) -> bool:
        """Return whether the task says something of its own under this name."""
        return getattr(cls, method) is not getattr(Task, method)

    @classmethod
    def answer_forms(cls) -> tuple[Form, ...]:
        """Return the forms that an answer may have, of several the one that the question asks for; none where none is.

        Raises:
            TypeError: `answer` is not noted to return a type that answers have.
        """
        return forms_of(get_type_hints(cls.answer, include_extras=True).get("return")) if cls.says("answer") else ()

    @classmethod
    def ways(cls) -> tuple[str, ...]:
        """Return the names of the other honest ways that the task names."""
        return tuple(name for name in dir(cls) if getattr(getattr(cls, name), "honest_way", False))

    @classmethod
    def kind(cls) -> str:
        """Return what kind of task it is: clarify, infeasible, confirm, question, modify, navigate."""
        if cls.hidden_info:
            return "clarify"
        if cls.says("impossible"):
            return "infeasible"
        if cls.confirmation:
            return "confirm"
        if cls.says("effects") or cls.says("outcomes"):
            return "modify"
        return "question" if cls.says("answer") else "navigate"

    @classmethod
    def category(cls) -> str:
        """Return prose or memory, where it is tagged so; else what its folder says, or single or cross by its apps."""
        tagged = next((name for name in (PROSE, MEMORY) if name in cls.tags), "")
        return tagged or OVER.get(cls.home()) or ("cross" if len(touched(cls)) > 1 else "single")

    @classmethod
    def budgets(cls) -> int:
        """Return how many times a run's budget it gets: as many as its parts, two or more where it is hard."""
        return sum(part.budgets() for part in cls.parts) or max(cls.step_budgets, 2 if HARD in cls.tags else 1)

    @classmethod
    def home(cls) -> str:
        """Return the name of the folder, or the app, that the task belongs to."""
        return cls.id.split(".")[0]


def way(method: Any) -> Any:
    """Mark another honest way to do the task, beside the solution; the verdict must accept it, too."""
    method.honest_way = True
    return method


def _annotated(cls: type[Task]) -> Iterator[tuple[str, Any]]:
    for name in dict.fromkeys(name for base in reversed(cls.__mro__) for name in vars(base).get("__annotations__", ())):
        if hasattr(cls, name):
            yield name, getattr(cls, name)


def called(method: Any, store: Store) -> Any:
    """Call one of a task's methods, with the store if it asks for it."""
    return method(store) if "store" in arguments(getattr(method, "__func__", method)) else method()
