"""Reset, step, close: an observation out, an action in."""

import asyncio
import secrets
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from lifeworld.core.actions import Action, Done, Invalid, Message, Observe, Point, Ref, System, Tool, Wait
from lifeworld.core.choices import Channel, shown
from lifeworld.core.errors import Fault, UserError
from lifeworld.core.observation import Feedback, Node, Observation, View
from lifeworld.core.verdict import Verdict
from lifeworld.env.channels import check_channel, needs_screens
from lifeworld.env.drivers.by_points import refers
from lifeworld.env.drivers.driver import Driver, invalid, raise_fault
from lifeworld.env.episode import TYPING, Episode, Reaction, begun, joined
from lifeworld.env.tools import Called, Toolbox
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import Instance, instance_of

T = TypeVar("T")
WHOLE = (0.0, 0.0, 1.0, 1.0)
BY_TOOLS = ("content", "theme", "device")  # axes that may differ where there are no screens
_BY_TOOLS = (Tool, Message, Wait, Done, Invalid)
_ONLY_TOOLS = invalid("unsupported_on_target", "This channel has no screen: call one of the tools instead.")


class Environment:
    """One device that episodes are run on, one after the other.

    Args:
        driver: `dom` or `chromium`, opened by `env.drivers`.
        channel: what the agent may see and use; it locks both sides.
    """

    def __init__(self, driver: Driver, channel: Channel | None = None) -> None:
        self.driver = driver
        self.channel: Channel = channel or ("tree" if driver.name == "dom" else "pixels+tree")
        check_channel(driver.name, self.channel)
        self.episode: Episode | None = None
        self.view: View | None = None  # all that there is to see, whatever the channel lets through
        self.reached: View | None = None  # what was on the screen once the last action's target was scrolled into it
        self.truncated = ""  # which budget ended the episode, where one did
        self.waited = 0.0  # seconds of the last step that went on a person, which count against nobody
        self._typing = False  # something is typed on this page, which would be lost if it were shown anew

    async def reset(self, configuration: Configuration) -> Observation:
        """Open the world of a configuration and show its home screen.

        Raises:
            UserError: there is no such task, profile or device.
            Fault: the world or the driver broke.
        """
        instance = self.drawn(configuration)
        if not self._screens and (why := needs_screens(type(instance.task))):
            raise UserError(f"{configuration.task} {why}, and the channel “tools” has none")
        if not self._screens and (away := set(configuration.varied) - set(BY_TOOLS)):
            raise UserError(f"the channel “tools” has no screens, so that {', '.join(sorted(away))} can't differ there")
        before, self.episode = self.episode, Episode(configuration, instance, secrets.token_urlsafe(18))
        self.truncated, self._typing = "", False
        self.view = await begun(self.driver, self.episode.world, configuration.state)
        if before:
            before.world.close()  # which the driver has let go of now
        self._check_world()
        if not self._screens:
            self.view = replace(self.view, title="", tree=Node("document"), screenshot=None)
        self.episode.saw(self.view)
        return self._observation(Feedback(), "")

    def drawn(self, configuration: Configuration) -> Instance:
        """Return the task of a configuration."""
        return instance_of(configuration)

    async def step(self, action: Action) -> Observation:
        """Do one action and show what is there then; what the agent got wrong is in the feedback.

        Raises:
            UserError: the episode has ended.
            Fault: the world or the driver broke; never the agent's failure.
        """
        episode = self._current()
        if self.terminated or self.truncated:
            raise UserError("the episode has ended; call reset")
        if not self._screens:
            return self._by_tools(episode, action)
        before, self.reached = len(episode.world.acts), None
        feedback, reply, result = await self._act(episode, action)
        reply = joined(reply, episode.word())
        was, self.view = self.view, await self.driver.view()
        moved = len(episode.world.acts) > before or (was is not None and was.url != self.view.url)
        self._typing = self._typing and not moved
        self._check_world()
        episode.stepped(self.view, before, isinstance(action, Message) and action.expects_reply)
        now = self._observation(feedback, reply, result)
        if isinstance(action, Observe) and action.what == "zoom" and feedback.ok:
            return replace(now, screenshot=await self.driver.zoom(action.region or WHOLE))
        return now

    @property
    def _screens(self) -> bool:
        return self.channel != "tools"

    @property
    def terminated(self) -> bool:
        """Whether the agent has ended the episode."""
        return self.episode is not None and self.episode.done is not None

    def truncate(self, reason: str) -> None:
        """End the episode because a budget is used up, unless the agent has ended it itself."""
        if not self.terminated:
            self.truncated = reason

    def verdict(self) -> Verdict:
        """Judge the episode as it stands now."""
        return self._current().verdict()

    async def close(self) -> None:
        await self.driver.close()
        if self.episode:
            self.episode.world.close()
        self.episode = self.view = None

    async def _act(self, episode: Episode, action: Action) -> tuple[Feedback, str, str]:
        """Do an action where there are screens; return what came of it, the person's reply and a call's result."""
        if locked := self._locked(action):
            return locked, "", ""
        if isinstance(action, Tool) and "tools" in shown(self.channel):
            before = episode.world.written
            called, view = self._called(episode, action)
            episode.saw(view)
            await self._renew(episode.world.written > before)
            return called.feedback, "", called.result
        reaction = self._reaction(episode, action)
        if reaction is None:
            self._typing = self._typing or isinstance(action, TYPING)
            self.reached = await self._reach(action) if refers(action) else None
            return await self.driver.act(action), "", ""
        await self._renew(reaction.stale)
        return reaction.feedback, reaction.reply, ""

    async def _reach(self, action: Action) -> View | None:
        """Bring what an action refers to into the picture; return what is there then, None where it was."""
        return await self.driver.reach(action)

    async def _renew(self, stale: bool) -> None:
        """Show the page as it is by now, unless something is typed there that would be lost."""
        if stale and not self._typing:
            await self.driver.act(System(name="reload"))

    def _reaction(self, episode: Episode, action: Action) -> Reaction | None:
        """Let the person and the clock react, and end an episode in which answers are refused again and again."""
        reaction = episode.react(action)
        if episode.unanswered:
            self.truncate(episode.unanswered)
        return reaction

    def _by_tools(self, episode: Episode, action: Action) -> Observation:
        """Do an action where there are no screens: what a call told is what the agent has seen."""
        assert self.view
        before, result = len(episode.world.acts), ""
        if isinstance(action, Tool):
            called, self.view = self._called(episode, action)
            feedback, reply, result = called.feedback, "", called.result
        else:
            reaction = self._reaction(episode, action) if isinstance(action, _BY_TOOLS) else None
            feedback, reply = (reaction.feedback, reaction.reply) if reaction else (_ONLY_TOOLS, "")
        reply = joined(reply, episode.word())
        self._check_world()
        episode.stepped(self.view, before, isinstance(action, Message) and action.expects_reply)
        return self._observation(feedback, reply, result)

    def _called(self, episode: Episode, action: Tool) -> tuple[Called, View]:
        """Call one of the apps' tools; what it told is a view: the agent has seen that."""
        assert self.view
        called = Toolbox(episode.world).call(action.name, action.arguments)
        told = Node("document", action.name, children=(Node("text", called.text or called.result),))
        return called, replace(self.view, url=called.path, title=action.name, tree=told)

    def _locked(self, action: Action) -> Feedback | None:
        """Refuse what the channel does not offer: points and zoom without a picture, references without a tree."""
        targets = [getattr(action, "target", None), *getattr(action, "path", ())]
        if "tree" not in self.channel and any(isinstance(target, Ref) for target in targets):
            return invalid("unsupported_on_target", "This channel has no tree: point at the picture instead.")
        if isinstance(action, Observe) and action.what == "zoom":
            return self._unfit(action)
        if "pixels" not in self.channel and any(isinstance(target, Point) for target in targets):
            return invalid("unsupported_on_target", "This channel has no picture: name a node of the tree instead.")
        return None

    def _unfit(self, zoom: Observe) -> Feedback | None:
        left, top, right, bottom = zoom.region or WHOLE
        if "pixels" not in self.channel:
            return invalid("unsupported_on_target", "This channel has no picture to zoom into.")
        if not (left < right and top < bottom):
            return invalid("bad_argument", "A region is left, top, right, bottom, with left < right and top < bottom.")
        return None

    def _observation(self, feedback: Feedback, reply: str, result: str = "") -> Observation:
        assert self.view
        episode = self._current()
        now = Observation.of(
            self.view,
            goal=episode.goal,
            now=episode.world.store.now,
            answer_schema=episode.answer_schema,
            feedback=feedback,
            reply=reply,
        )
        seen = shown(self.channel)
        if "tools" in seen:
            now = replace(now, tools=Toolbox(episode.world).specs, result=result)
        if not self._screens:
            return replace(now, url="", title="", tree=Node("document"))
        hidden: dict[str, Any] = {} if "tree" in seen else {"tree": Node("document")}
        hidden |= {} if "pixels" in seen else {"screenshot": None}
        return replace(now, **hidden) if hidden else now

    def _check_world(self) -> None:
        raise_fault(self._current().world)

    def _current(self) -> Episode:
        if self.episode is None:
            raise UserError("call reset before step")
        return self.episode


class Runner(Protocol):
    """Runs a coroutine to its end and returns what it returns."""

    def __call__(self, work: Coroutine[Any, Any, T], /) -> T: ...


def at_once(work: Coroutine[Any, Any, T], /) -> T:
    """Run a coroutine that never waits, without an event loop.

    Raises:
        Fault: it waited after all.
    """
    try:
        work.send(None)
    except StopIteration as stop:
        result: T = stop.value
        return result
    work.close()
    raise Fault("a driver that should never wait has waited")


@contextmanager
def run_in_thread() -> Iterator[Runner]:
    """Keep an event loop in a thread of its own, and run coroutines on it from here."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="lifeworld-environment", daemon=True)
    thread.start()

    def run(work: Coroutine[Any, Any, T], /) -> T:
        return asyncio.run_coroutine_threadsafe(work, loop).result()

    try:
        yield run
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


class SyncEnvironment:
    """The same without async: `dom` runs at once, a browser on the event loop that `run` leads to."""

    def __init__(self, environment: Environment, run: Runner = at_once) -> None:
        self.environment = environment
        self._run = run

    def reset(self, configuration: Configuration) -> Observation:
        """Open the world of a configuration and show its home screen."""
        return self._run(self.environment.reset(configuration))

    def step(self, action: Action) -> Observation:
        """Do one action and show what is there then."""
        return self._run(self.environment.step(action))

    def verdict(self) -> Verdict:
        """Judge the episode as it stands now."""
        return self.environment.verdict()

    def close(self) -> None:
        self._run(self.environment.close())
