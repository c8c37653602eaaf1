"""One episode as it goes: how it begins, what the agent did, what the person said, how it ended."""

from dataclasses import dataclass, replace
from typing import Any

from lifeworld.core.actions import Action, Click, Done, Invalid, Key, Message, Observe, Ref, SetValue, Text, Wait
from lifeworld.core.answers import Stated, answered
from lifeworld.core.errors import WorldFault
from lifeworld.core.observation import Feedback, View
from lifeworld.core.verdict import Verdict
from lifeworld.env.drivers.driver import Driver, invalid
from lifeworld.env.solution_driver import found_in
from lifeworld.store import Changes
from lifeworld.taskkit.configuration import Configuration, state_of
from lifeworld.taskkit.draw import Instance
from lifeworld.taskkit.person import Person
from lifeworld.taskkit.reference_run import reference_run
from lifeworld.taskkit.start import initial
from lifeworld.taskkit.user import Control, button, field
from lifeworld.verify.answers import rights
from lifeworld.verify.expectation import Expectation
from lifeworld.verify.happened import Asked, Happened, Seen, deeds_of
from lifeworld.verify.judge import QUOTED, answer_context, judge
from lifeworld.verify.words import Labels
from lifeworld.web import App
from lifeworld.web.answer_forms import described, schema
from lifeworld.web.answers import NotOfFormError
from lifeworld.web.language import HERE, _, speaking
from lifeworld.web.shell.commands import Lock
from lifeworld.web.states import State
from lifeworld.world import World
from lifeworld.world.chosen import chosen
from lifeworld.world.headlines import telling
from lifeworld.world.tables import by_name

TYPING = (SetValue, Text, Key)
BAD_ANSWERS = 3  # refused answers that end an episode


@dataclass(frozen=True)
class Reaction:
    """What came of an action that no driver need see, and whether the page must be shown anew."""

    feedback: Feedback
    reply: str = ""
    stale: bool = False


class Episode:
    """The world of one configuration, and all that a verdict will need."""

    def __init__(self, configuration: Configuration, instance: Instance, token: str) -> None:
        self.configuration, self.instance = configuration, instance
        self.goal = instance.goal(configuration)
        self.world = initial(instance.task, instance.profile, configuration.look, token)
        if gate := instance.shut_gate(configuration):
            self.world.beforehand(gate.signs_out())
        interrupt(self.world, configuration)
        self.person = Person(instance.task.knowledge(configuration.goal_language, configuration.screens))
        self.done: Done | None = None
        self.bad_answers: list[str] = []  # that were refused, since they were not of the form
        self.acts: list[tuple[str, ...]] = []
        self.seen: list[Seen] = []
        self.address, self.title = "/", ""
        self.asked: list[Asked] = []
        # What the person is still going to say.
        self._mind = instance.task.changed(configuration.phrasing, configuration.goal_language)

    @property
    def answer_schema(self) -> dict[str, Any] | None:
        """The JSON schema of the answer that the goal asks for; None where it asks for none."""
        return schema([(one.part, one.form) for one in self._stated], self.configuration.goal_language)

    @property
    def unanswered(self) -> str:
        """Why no more answers are taken; "" as long as they are."""
        if len(self.bad_answers) < BAD_ANSWERS:
            return ""
        asked = schema([(one.part, one.form) for one in self._stated], "en")
        assert asked
        last = f"“{self.bad_answers[-1]}”, not {described(asked)}"
        return f"{BAD_ANSWERS} answers that are not of the form asked for: {last}"

    @property
    def _stated(self) -> tuple[Stated, ...]:
        return self.instance.expectation.targets[0].stated

    def react(self, action: Action) -> Reaction | None:
        """Take in an action that concerns the person or the clock; return None if it is the driver's."""
        match action:
            case Invalid():
                return Reaction(invalid(action.code, action.detail))
            case Done():
                return Reaction(self._ended(action))
            case Message():
                return self._said(action)
            case Wait():
                return Reaction(Feedback(), stale=self.world.advance(action.seconds))
            case Observe():
                return Reaction(Feedback())
        return None

    def word(self) -> str:
        """Return what the person says now of their own accord; "" mostly, and after the agent has ended it."""
        moment = self.instance.task.trigger
        if not (self._mind and moment and self.world.past(moment)) or self.done:
            return ""
        said, self._mind = self._mind, ""
        return said

    def stepped(self, view: View, before: int, asked: bool) -> None:
        """File what a step did and showed."""
        self.acts.append((*(("ask",) if asked else ()), *self.world.acts[before:]))
        self.saw(view)

    def saw(self, view: View) -> None:
        self.address, self.title = view.url, view.title
        self.seen.append(Seen(view.url.partition("?")[0], view.tree.text))

    def happened(self) -> Happened:
        """Return all that the verdict depends on."""
        return Happened(
            changes=self.world.changes(),
            today=self.world.store.now.date(),
            answer=self.done.answer if self.done else None,
            status=self.done.status if self.done else "",
            note=self.done.note if self.done else "",
            address=self.address,
            title=self.title,
            seen=tuple(self.seen),
            acts=tuple(self.acts),
            deeds=deeds_of(self.world.done, Labels(by_name(), Changes(), self.world.store.stored)),
            asked=tuple(self.asked),
            goal=self.goal,
            came=tuple(telling(event, self.world.store) for event in self.world.came),
            unsaid=self._mind,
            languages=self.configuration.spoken,
        )

    def verdict(self) -> Verdict:
        """Judge the episode as it stands."""
        return self.judged(self.world.changes())

    def judged(self, changes: Changes) -> Verdict:
        """Judge the episode as if these were its changes."""
        return self.judge(replace(self.happened(), changes=changes))

    def judge(self, happened: Happened) -> Verdict:
        """Judge what happened, or would have."""
        return judged(happened, self.instance, self.configuration.content, self.world)

    def _ended(self, done: Done) -> Feedback:
        """End the episode, unless an answer is asked for and what is given is not of its form."""
        asked = self.answer_schema
        if asked and done.status == "success":
            try:
                rights(done.answer, self._stated, answer_context(self.happened()))
            except NotOfFormError as wrong:
                self.bad_answers.append(answered(done.answer)[:QUOTED])
                return invalid("bad_answer", f"The answer must be {described(asked)}. It was refused: {wrong}.")
        self.done = done
        return Feedback()

    def _said(self, message: Message) -> Reaction:
        if not message.expects_reply:
            return Reaction(Feedback())
        reply = self.person.reply(message.text)
        self.asked.append(Asked(message.text, reply.text, reply.fits, self.world.changes()))
        return Reaction(Feedback(), reply.text)


def interrupt(world: World, configuration: Configuration) -> None:
    """Let pop-ups come where the configuration has them."""
    seed = f"{configuration.task} {configuration.profile} {configuration.instance}"
    world.site.interruptions = chosen(configuration.content).interruptions(seed)


def joined(reply: str, word: str) -> str:
    """Return what the person says: the reply to a question, then what they say of their own accord."""
    return "\n".join(filter(None, (reply, word)))


def judged(happened: Happened, instance: Instance, content: str, world: World) -> Verdict:
    """Return the verdict on what happened in an episode of this instance; `world` names rows that did not change."""
    verdict = judge(happened, expected(instance, happened), by_name(), world.store.stored)
    return replace(verdict, obeyed=chosen(content).obeyed(happened.changes))


def expected(instance: Instance, happened: Happened) -> Expectation:
    """Return what is expected, a free choice bound to the rows that the agent chose."""
    if instance.expectation.chooses:
        return reference_run(instance.task, instance.world, happened.changes)
    return instance.expectation


# ---- how it begins: the screen that its owner left, with what was typed there


async def begun(driver: Driver, world: World, state: str) -> View:
    """Open a world on the screen of a state, and return what is there.

    Raises:
        Fault: the state does not exist in this world, or the driver broke.
    """
    place = state_of(state)
    app = state.partition(".")[0] if "." in state else ""
    if place.locked:
        world.beforehand(Lock())
    view = await driver.open(world, (f"/{app}" if app else "") + _path(place, world, state))
    own = next((one for one in world.apps if one.id == app), None)
    if own and own.is_shut(world.store) and not place.signed_out:
        return view  # a task about signing in has signed its owner out
    for label, text in place.typed.items():
        control = field(_said(label, own, world))
        view = await _done(driver, SetValue(target=_found(view, control), value=text))
    if place.opened:
        view = await _done(driver, Click(target=_found(view, button(_said(place.opened, own, world)))))
    return view


def _said(label: str, app: App | None, world: World) -> str:
    """Return what a control is called in the language of the world; a state names it in English."""
    with speaking(world.look.of(app.id if app else "").language, app.folder if app else HERE):
        return _(label)


def _path(place: State, world: World, state: str) -> str:
    try:
        return place.path(world.store)
    except LookupError as error:
        raise WorldFault(f"the state {state} is not in this world: {error}") from error


def _found(view: View, control: Control) -> Ref:
    found = found_in(view.tree, control)
    if len(found) != 1:
        raise WorldFault(f"{'no' if not found else len(found)} {control} on {view.url}, where a state begins")
    return Ref(id=found[0].ref)


async def _done(driver: Driver, action: Action) -> View:
    feedback = await driver.act(action)
    if not feedback.ok:
        raise WorldFault(f"a state can't begin with {action.type}: {feedback.text}")
    return await driver.view()
