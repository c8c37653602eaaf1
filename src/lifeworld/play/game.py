"""One go at a task: the world a person plays in, what they did there, and what came of it."""

import secrets
import time
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from lifeworld.core.actions import Done, Message, Wait
from lifeworld.core.errors import Fault
from lifeworld.core.observation import Feedback
from lifeworld.core.trajectory import Step
from lifeworld.core.verdict import Verdict
from lifeworld.env.episode import Episode, interrupt, joined
from lifeworld.play.doings import Doing, Shown, doings, parts
from lifeworld.run.episode import ended_by
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import drawn
from lifeworld.verify.content import Bag
from lifeworld.verify.words import described
from lifeworld.web import Look, Request, Response
from lifeworld.world import World, load
from lifeworld.world.world import by_name

_LONGEST_WAIT = 300  # seconds that one action may wait


@dataclass(frozen=True)
class Choice:
    """What a person wants to play; without a task, a device to look around in."""

    task: str = ""
    profile: str = "nora"
    instance: int = 0
    phrasing: int = 0
    device: str = "phone"
    theme: str = "light"
    layout: str = "usual"
    language: str = "en"
    goal_language: str = "en"
    content: str = "plain"

    @property
    def look(self) -> Look:
        return self.configuration.look

    @property
    def configuration(self) -> Configuration:
        """What its episode starts from; without a task only the look of it counts.

        Raises:
            UserError: an axis has no such value.
        """
        given = {name: value for name, value in vars(self).items() if name != "task"}
        return Configuration(self.task, **given)


class Game:
    """Opens the world of a choice and keeps account of what is done in it.

    Raises:
        UserError: there is no such task or profile, or no fair draw of the task.
    """

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        token = secrets.token_urlsafe(18)
        self.episode: Episode | None = None
        if choice.task:
            configuration = choice.configuration
            instance = drawn(choice.task, choice.profile, choice.instance, choice.content)
            self.episode = Episode(configuration, instance, token)
            self.world = self.episode.world
        else:
            self.world = World(load(choice.profile, choice.content).data, choice.look, token).start()
            interrupt(self.world, choice.configuration)
        self.steps: list[Step] = []
        self.said: list[tuple[str, str]] = []  # questions, and replies; "" before what is said unasked
        self.final: Verdict | None = None
        self.refused = ""  # what the person is told of an answer that was not of its form
        self.given: Any = None  # that answer
        self._pages: dict[str, Shown] = {}
        self._now: Shown | None = None
        self._leads_to = ""
        self._since = time.monotonic()

    # ---- the world's side

    def serve(self, request: Request, came_from: str = "") -> Response:
        """Answer the person's browser, and note what they did to ask for it.

        Args:
            request: what the browser asks for.
            came_from: the address of the page that it was on, where the browser tells.
        """
        if request.path.startswith("/static/"):
            return self.world.site.handle(request)
        before = len(self.world.acts)
        response = self.world.site.handle(request)
        if self.final is None and not self._led(request):
            self._note(self._pages.get(came_from, self._now), request, tuple(self.world.acts[before:]))
        self._hear()
        self._leads_to = response.headers.get("location", "")
        if response.body and response.headers.get("content-type", "").startswith("text/html"):
            self._shown(Shown.of(request.address, response.body.decode(), self.world.look.device))
        return response

    @property
    def address(self) -> str:
        """The page that the person is on."""
        return self._now.view.url if self._now else "/"

    def _led(self, request: Request) -> bool:
        """Return whether the browser asks by itself: for the first page, the same page again, or where it was sent."""
        asked = parts(request.address)
        return request.method == "GET" and (
            self._now is None or asked in (parts(self._now.view.url), parts(self._leads_to))
        )

    def _note(self, page: Shown | None, request: Request, acts: tuple[str, ...]) -> None:
        *before, last = doings(page, request)
        for doing in before:
            self._file(doing, page)
        self._file(last, page, acts)

    def _shown(self, page: Shown) -> None:
        self._pages[page.view.url] = self._now = page
        if self.episode and self.final is None:
            self.episode.saw(page.view)

    def _file(self, doing: Doing, page: Shown | None, acts: tuple[str, ...] = (), **came: Any) -> None:
        now = time.monotonic()
        seconds, self._since = round(now - self._since, 3), now
        step = self._step(page)
        self.steps.append(replace(step, action=doing.action, on=doing.on, acts=acts, seconds=seconds, **came))
        if self.episode:
            self.episode.acts.append(acts)

    # ---- the panel's side

    def ask(self, question: str) -> None:
        """Ask the person whose device it is."""
        message = Message(text=question, expects_reply=True)
        reaction = self.episode.react(message) if self.episode and self.final is None else None
        if reaction:
            self._file(Doing(message), self._now, ("ask",), reply=reaction.reply)
            self.said.append((question, reaction.reply))
            self._hear()

    def _hear(self) -> None:
        """Note what the person says of their own accord."""
        word = self.episode.word() if self.episode and self.final is None else ""
        if word:
            self.said.append(("", word))
            self.steps[-1:] = [replace(step, reply=joined(step.reply, word)) for step in self.steps[-1:]]

    def wait(self, seconds: int) -> None:
        """Let the world's clock run."""
        for part in range(0, seconds, _LONGEST_WAIT):
            length = min(_LONGEST_WAIT, seconds - part)
            self.world.advance(length)
            if self.final is None:
                self._file(Doing(Wait(seconds=length)), self._now)
                self._hear()

    @property
    def answer_schema(self) -> dict[str, Any] | None:
        """The JSON schema of the answer that the task asks for; None where it asks for none."""
        return self.episode.answer_schema if self.episode else None

    def finish(self, done: Done) -> Verdict | None:
        """End the episode and return its verdict.

        None in a world without a task, where it has ended before, or where the answer is refused, which is told then.
        """
        if self.episode is None or self.final is not None:
            return None
        reaction = self.episode.react(done)
        feedback = reaction.feedback if reaction else Feedback()
        self._file(Doing(done), self._now, feedback=feedback)
        if not feedback.ok and not self.episode.unanswered:
            self.refused, self.given = feedback.text, done.answer
            return None
        self.steps.append(self._step(self._now))  # where it ended, as runs file it
        fault, stopped = self.fault, self.episode.unanswered
        verdict = ended_by(self.episode.verdict(), stopped)
        self.final = Verdict.unscored(f"{fault.reason}: {fault}") if fault else verdict
        return self.final

    def verdict(self) -> Verdict | None:
        """Return the verdict, or what it would be if the person said now that it is done."""
        if self.episode is None or self.final is not None:
            return self.final
        return self.episode.judge(replace(self.episode.happened(), status="success"))

    def changed(self) -> list[str]:
        """Return what has changed since the start, in plain words."""
        changes = self.world.changes()
        return described(Bag(changes, by_name()).entries, by_name(), changes, self.world.store.stored)

    @property
    def fault(self) -> Fault | None:
        """What broke in the world, if something of ours did."""
        return self.world.site.fault

    @cached_property
    def owner(self) -> str:
        """The first name of the person whose device it is."""
        return self.world.site.me.first

    def close(self) -> None:
        self.world.close()

    def _step(self, page: Shown | None) -> Step:
        """Return the next step as one that only shows a page."""
        number = len(self.steps)
        if page is None:
            return Step(number=number, action=None, url="/", title="")
        view = page.view
        return Step(number=number, action=None, url=view.url, title=view.title, words=view.tree.text)
