"""BrowserGym: a registered id for each task, `browsergym/lifeworld.TASK`, and `browsergym/lifeworld.suite`.

```python
import gymnasium
import lifeworld.bridges.browsergym  # registers the ids

env = gymnasium.make("browsergym/lifeworld.todo.CompleteTask")
observation, info = env.reset(seed=3)
observation, reward, terminated, truncated, info = env.step('click("12")')
```

The world is served to BrowserGym's own browser. What the agent says in the chat ends the task, or asks the person.
"""

import threading
from contextlib import suppress
from functools import lru_cache
from importlib.resources import files
from typing import Any
from urllib.parse import urlencode

from browsergym.core.registration import register_task
from browsergym.core.task import AbstractBrowserTask
from playwright.sync_api import Page, TimeoutError

from lifeworld.agents.briefing import ending, settled, task
from lifeworld.agents.oracle import oracle
from lifeworld.bridges.suite import Suite
from lifeworld.core.actions import Action, Done, Navigate
from lifeworld.core.errors import Fault, UserError
from lifeworld.core.observation import Observation
from lifeworld.env.drivers.dom_input import FILES, NO_FILES
from lifeworld.env.drivers.driver import Stage
from lifeworld.env.drivers.server import Server, new_host
from lifeworld.env.session import Moved, Reward
from lifeworld.taskkit.catalogue import tasks
from lifeworld.web.request import Request, Response

Chat = list[dict[str, Any]]
_LISTS = f"[...document.querySelectorAll('[{FILES}]')].map((one) => new URL(one.formAction ?? one.href).pathname)"
_FINISH = "When you have finished, send a message to the user: the answer where one is asked for."


class _Shared:
    """A world whose screens the browser's server and the judge look at in turn."""

    def __init__(self, world: Stage) -> None:
        self.look, self.token, self.apps = world.look, world.token, world.site.apps
        self.lock, self._world = threading.RLock(), world

    @property
    def site(self) -> "_Shared":
        return self

    @property
    def fault(self) -> Any:
        return self._world.site.fault

    def handle(self, request: Request) -> Response:
        with self.lock:
            return self._world.site.handle(request)


class LifeworldTask(AbstractBrowserTask):
    """The configuration of a seed. The reward comes with the end: 1 for a success, or the share of items met.

    Args:
        seed: chooses the configuration; without one, chance does.
        reward: success or items.
        settings: of the suite, as in a run's file; the driver and the channel are BrowserGym's own.

    Raises:
        UserError: a setting is unknown or has no such value.
    """

    def __init__(self, seed: int | None, reward: Reward = "success", **settings: Any) -> None:
        super().__init__(seed)
        if idle := {"driver", "channels"} & settings.keys():
            raise UserError(f"{idle.pop()} has no effect in BrowserGym: its own browser shows the screens")
        frozen = {name: tuple(value) if isinstance(value, list) else value for name, value in settings.items()}
        suite = _suite(tuple(sorted(frozen.items())))
        self.configuration = suite.configuration(int(self.random.randint(2**31)) if seed is None else seed)
        device = self.configuration.look.device
        self.viewport, self.slow_mo = {"width": device.width, "height": device.height}, 0
        self._session = suite.session(reward=reward)
        self._host, self._heard, self._at = "", 0, ""  # where it is served, messages heard, the page looked at last
        self._end: Done | None = None  # what the solution ends with, typed as a message can't be

    @classmethod
    def get_task_id(cls) -> str:
        return "lifeworld"

    def setup(self, page: Page) -> tuple[str, dict[str, Any]]:
        """Begin the episode, show its first screen and return the task in words."""
        now, info = self._session.reset(self.configuration)
        self._now, self._stage, served = now, _Shared(self._session.stage), _server()
        self._host = served.mount(self._stage, f"{new_host()}:{served.port}")
        page.context.add_init_script(files("lifeworld.web").joinpath("static/settle.js").read_text("utf-8"))
        page.context.on("page", _chooses_here)
        _chooses_here(page)
        page.goto(self._address(now))
        return task(now, _FINISH), {"configuration": info["configuration"]}

    def validate(self, page: Page, chat_messages: Chat) -> tuple[float, bool, str, dict[str, Any]]:
        """Take in what the agent did, and judge it where it has ended the task or used up its steps.

        Raises:
            Fault: the world broke. Leave the episode out.
        """
        _settle(page)
        said, self._heard = self._new(chat_messages), len(chat_messages)
        looked = [Navigate(url=_path(page.url))] if not said or page.url != self._at else []
        self._session.shown(_path(page.url))  # a redirect or a form has led there: no link of a page did
        self._at, replies = page.url, []
        for action in (*looked, *map(self._meant, said)):
            moved = self._step(action)
            replies += [_reply(moved.observation, not isinstance(action, Navigate))]
            if moved.info["over"]:
                break
        assert moved.reward is not None
        told = {name: value for name, value in moved.info.items() if name != "feedback"}
        return moved.reward, moved.info["over"], "\n".join(filter(None, replies)), told

    def cheat(self, page: Page, chat_messages: Chat) -> None:
        """Do the task by its own solution, on the same world, up to the message that ends it."""
        with oracle(self.configuration, self._now.goal) as agent:
            while not isinstance(action := agent.act(self._now), Done):
                self._step(action)
        page.goto(self._address(self._now))
        self._end = action
        chat_messages.append({"role": "assistant", "timestamp": 0, "message": _words(action)})

    def teardown(self) -> None:
        if self._host:
            _server().unmount(self._host)
        self._session.close()

    def _step(self, action: Action) -> Moved:
        with self._stage.lock:
            moved = self._session.step(action)
        self._now = moved.observation
        if moved.reward is None:
            raise Fault(moved.info["fault"])
        return moved

    def _new(self, chat: Chat) -> Chat:
        """Return what the agent has said since the last step; BrowserGym's own greeting stands before the task."""
        since = self._heard or next(number for number, one in enumerate(chat) if one["role"] == "user")
        return [one for one in chat[since:] if one["role"] in ("assistant", "infeasible")]

    def _meant(self, message: dict[str, Any]) -> Action:
        if self._end and message["message"] == _words(self._end):
            return self._end
        if message["role"] == "infeasible":
            return Done(status="infeasible", note=message["message"])
        action = ending(message["message"])
        return settled(action, bool(self._now.answer_schema)) if isinstance(action, Done) else action

    def _address(self, now: Observation) -> str:
        return f"http://{self._host}{now.url}"


class _FileChooser:
    """Stands in for a browser's dialog for files, so that BrowserGym's `upload_file` takes files of the world by name.

    Pressing a control for files leads to the world's own list of them; that list takes the names.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._lists: list[str] = page.evaluate(_LISTS)

    def __enter__(self) -> "_FileChooser":
        return self

    def __exit__(self, *failed: object) -> None:
        """There is no dialog to wait for."""

    @property
    def value(self) -> "_FileChooser":
        return self

    def set_files(self, names: str | list[str]) -> None:
        """Choose files.

        Raises:
            ValueError: what was pressed takes no files.
        """
        _settle(self._page)
        if self._page.evaluate("location.pathname") not in self._lists:
            raise ValueError(NO_FILES)
        chosen = urlencode([("file", name) for name in ([names] if isinstance(names, str) else names)])
        self._page.goto(f"{self._page.url}{'&' if '?' in self._page.url else '?'}{chosen}")


def _settle(page: Page) -> None:
    """Wait until nothing more comes, five seconds at most: a press has the next page put in this one's place."""
    with suppress(TimeoutError):
        page.wait_for_function("!globalThis.lifeworldSettled?.busy()", timeout=5000)


def _chooses_here(page: Page) -> None:
    page.expect_file_chooser = lambda *_, **__: _FileChooser(page)  # type: ignore[assignment, method-assign]


def _reply(now: Observation, spoken: bool) -> str:
    """Return what the person says, and what was wrong with an answer."""
    wrong = now.feedback.text if spoken and not now.feedback.ok else ""
    return "\n".join(filter(None, (wrong, now.reply)))


def _words(done: Done) -> str:
    return f"Done: {done.answer}" if done.answer is not None else "Done."


def _path(url: str) -> str:
    """Return an address without its origin."""
    return "/" + url.partition("://")[2].partition("/")[2]


@lru_cache(maxsize=8)
def _suite(settings: tuple[tuple[str, Any], ...]) -> Suite:
    """Return a suite, the same for all episodes of these settings."""
    return Suite(**dict(settings))


@lru_cache(maxsize=1)
def _server() -> Server:
    """Return the server of all worlds of this process."""
    served = Server()
    served.start()
    return served


def register() -> None:
    """Register the ids: lifeworld.TASK of all tasks, and lifeworld.suite."""
    register_task("lifeworld.suite", LifeworldTask, nondeterministic=False)
    for one in tasks():
        register_task(f"lifeworld.{one.id}", LifeworldTask, {"tasks": one.id}, nondeterministic=False)


register()
