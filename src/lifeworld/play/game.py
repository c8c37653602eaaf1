"""One game: the world in which a person plays, their recorded actions, and the verdict."""

import secrets
import time
from dataclasses import replace
from functools import cached_property
from typing import Any

from lifeworld.core.actions import Done, Message, SetValue, Wait
from lifeworld.core.errors import Fault
from lifeworld.core.observation import Feedback
from lifeworld.core.trajectory import Step
from lifeworld.core.verdict import Verdict
from lifeworld.env.episode import Episode, interrupt, joined
from lifeworld.life.models import Person
from lifeworld.play.inferred_actions import InferredAction, ServedPage, infer_actions, parts
from lifeworld.run.played_episode import ended_by
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import instance_of
from lifeworld.verify.content import Bag
from lifeworld.verify.words import described
from lifeworld.web import Request, Response
from lifeworld.world import World, load
from lifeworld.world.tables import by_name

_LONGEST_WAIT = 300  # seconds of one wait action


class Game:
    """Opens the world of a configuration and records the actions in it; without a task it can be explored freely.

    Raises:
        UserError: there is no such task or profile, or the task can't be instantiated for it.
    """

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        token = secrets.token_urlsafe(18)
        self.episode: Episode | None = None
        life = load(configuration.profile, configuration.content)  # a file's, as it is now
        if configuration.task:
            self.episode = Episode(configuration, instance_of(configuration), token)
            self.world = self.episode.world
        else:
            self.world = World(life.data, configuration.look, token).start()
            interrupt(self.world, configuration)
        self.steps: list[Step] = []
        self.conversation: list[tuple[str, str]] = []  # question ("" if unprompted), reply
        self.final: Verdict | None = None  # at the end; before it, it would tell what the goal leaves open
        self.refused = ""  # why an answer was refused
        self.given: Any = None  # the refused answer
        self._pages: dict[str, ServedPage] = {}
        self._now: ServedPage | None = None
        self._leads_to = ""
        self._typing = False
        self._since = time.monotonic()

    # ---- the server of the world

    def serve(self, request: Request, came_from: str = "") -> Response:
        """Answer a request of the person's browser from the page at `came_from`, and record the action behind it."""
        if request.path.startswith("/static/") or self._is_foreign(request):
            return self.world.site.handle(request)
        before = len(self.world.acts)
        response = self.world.site.handle(request)
        if self.final is None and not self._is_automatic(request):
            self._record(self._pages.get(came_from, self._now), request, tuple(self.world.acts[before:]))
        self._typing = request.typed
        self._record_message()
        self._leads_to = response.headers.get("location", "")
        if response.body and response.headers.get("content-type", "").startswith("text/html"):
            self._record_page(ServedPage.of(request.address, response.body.decode(), self.world.look.device))
        return response

    @property
    def address(self) -> str:
        """The address of the current page."""
        return self._now.view.url if self._now else "/"

    def _is_foreign(self, request: Request) -> bool:
        """Return whether a form is of another game; the world refuses it."""
        return request.method == "POST" and dict(request.form_pairs).get("token") != self.world.token

    def _is_automatic(self, request: Request) -> bool:
        """Return whether a request is automatic: for the first page, a reload, or a redirect."""
        asked = parts(request.address)
        if request.method != "GET" or self._now is None or asked == parts(self._leads_to):
            return request.method == "GET"
        asks = self._typing and not request.typed  # for what it has found while one typed
        return not asks and asked == parts(self._now.view.url)

    def _record(self, page: ServedPage | None, request: Request, acts: tuple[str, ...]) -> None:
        *before, last = infer_actions(page, request)
        if request.typed and not before and self._goes_on(last):
            return
        for action in before:
            self._add_step(action, page)
        self._add_step(last, page, acts)

    def _goes_on(self, typed: InferredAction) -> bool:
        """Take what is typed letter by letter into a search for one action, on the page where it began."""
        began = self.steps[-1] if self.steps else None
        if not began or not isinstance(began.action, SetValue) or not isinstance(typed.action, SetValue):
            return False
        if began.on == typed.on:
            self.steps[-1] = replace(began, action=began.action.model_copy(update={"value": typed.action.value}))
        return began.on == typed.on

    def _record_page(self, page: ServedPage) -> None:
        self._pages[page.view.url] = self._now = page
        if self.episode and self.final is None:
            self.episode.saw(page.view)

    def _add_step(
        self, inferred: InferredAction, page: ServedPage | None, acts: tuple[str, ...] = (), **more: Any
    ) -> None:
        now = time.monotonic()
        seconds, self._since = round(now - self._since, 3), now
        step = self._step(page)
        self.steps.append(replace(step, action=inferred.action, on=inferred.on, acts=acts, seconds=seconds, **more))
        if self.episode:
            self.episode.acts.append(acts)

    # ---- the panel

    def ask(self, question: str) -> None:
        """Ask the owner of the device a question."""
        message = Message(text=question, expects_reply=True)
        reaction = self.episode.react(message) if self.episode and self.final is None else None
        if reaction:
            self._add_step(InferredAction(message), self._now, ("ask",), reply=reaction.reply)
            self.conversation.append((question, reaction.reply))
            self._record_message()

    def _record_message(self) -> None:
        """Record an unprompted message of the owner."""
        word = self.episode.word() if self.episode and self.final is None else ""
        if word:
            self.conversation.append(("", word))
            self.steps[-1:] = [replace(step, reply=joined(step.reply, word)) for step in self.steps[-1:]]

    def wait(self, seconds: int) -> None:
        """Advance the world's clock."""
        for part in range(0, seconds, _LONGEST_WAIT):
            length = min(_LONGEST_WAIT, seconds - part)
            self.world.advance(length)
            if self.final is None:
                self._add_step(InferredAction(Wait(seconds=length)), self._now)
                self._record_message()

    @property
    def answer_schema(self) -> dict[str, Any] | None:
        """The JSON schema of the answer that the task asks for; None if it asks for none."""
        return self.episode.answer_schema if self.episode else None

    def finish(self, done: Done) -> Verdict | None:
        """End the episode and return its verdict.

        It returns None without a task, if the episode has ended before, or if the answer is refused (see `refused`).
        """
        if self.episode is None or self.final is not None:
            return None
        reaction = self.episode.react(done)
        feedback = reaction.feedback if reaction else Feedback()
        self._add_step(InferredAction(done), self._now, feedback=feedback)
        if not feedback.ok and not self.episode.unanswered:
            self.refused, self.given = feedback.text, done.answer
            return None
        self.steps.append(self._step(self._now))  # the final page, as in runs
        fault, stopped = self.fault, self.episode.unanswered
        verdict = ended_by(self.episode.verdict(), stopped)
        self.final = Verdict.unscored(f"{fault.reason}: {fault}") if fault else verdict
        return self.final

    def changed(self) -> list[str]:
        """Return descriptions of the changes since the start."""
        changes = self.world.changes()
        return described(Bag(changes, by_name()).entries, by_name(), changes, self.world.store.stored)

    @property
    def fault(self) -> Fault | None:
        """The infrastructure error in the world, if there was one."""
        return self.world.site.fault

    @cached_property
    def owner(self) -> str:
        """The first name of the person whose device it is."""
        return self.world.store.get(Person, 1).first

    def close(self) -> None:
        self.world.close()

    def _step(self, page: ServedPage | None) -> Step:
        """Return a step without an action that shows a page."""
        number = len(self.steps)
        if page is None:
            return Step(number=number, action=None, url="/", title="")
        view = page.view
        return Step(number=number, action=None, url=view.url, title=view.title, words=view.tree.text)
