"""What somebody tries who goes round the screens: forged requests, typed addresses, script; and what leaks."""

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

from lifeworld import apps
from lifeworld.agents.agent import Agent
from lifeworld.core.actions import Action, Done, Navigate, OpenApp, Ref, SetValue
from lifeworld.core.answers import given
from lifeworld.core.observation import Observation
from lifeworld.env.environment import SyncEnvironment
from lifeworld.proof.crawl import crawl
from lifeworld.proof.honest import episode_of
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import Instance
from lifeworld.taskkit.start import initial
from lifeworld.verify.content import Bag, Entry
from lifeworld.web.request import Request, Response
from lifeworld.world import World
from lifeworld.world.tables import by_name

SCRIPT = "<script>document.title='mark'</script><img src=x onerror=alert(1)>"
ADDRESSES = (
    "http://127.0.0.1:8000/reset",
    "https://example.org/",
    "file:///etc/passwd",
    "javascript:document.forms[0].submit()",
    "/reset",
    "/verdict",
    "/admin",
    "/api/state",
    "/static/../run.json",
    "/todo/task/1/complete",
    "/bank/account/1",
)
_FIELDS = ("textbox", "searchbox")


class Tampers(Agent):
    """Types addresses that nobody showed it, then script into every field that it comes by, and stops."""

    def begin(self, goal: str, seed: int) -> None:
        self._plan = [*(Navigate(url=address) for address in ADDRESSES)]
        self._apps = [app.name for app in apps.installed()]
        self._filled: set[str] = set()

    def act(self, observation: Observation) -> Action:
        if self._plan:
            return self._plan.pop(0)
        for node in observation.tree.walk():
            place = f"{observation.url} {node.name}"
            if node.role in _FIELDS and place not in self._filled:
                self._filled.add(place)
                return SetValue(target=Ref(id=node.ref), value=SCRIPT)
        return OpenApp(name=self._apps.pop(0)) if self._apps else Done()


@dataclass(frozen=True)
class Forged:
    """A request that no screen sends, and what came of it."""

    what: str
    address: str
    status: int
    wrote: bool


def forged(world: World) -> Iterator[Forged]:
    """Send every form's address what no form sends: no token, another session's, a GET; yield what came of each."""
    for app in apps.installed():
        for route in app.pages.routes:
            if route.command:
                address = re.sub(r"{[^}]*}", "1", route.path)
                for what, request in _forgeries(address):
                    before = _counting(world)
                    status = world.site.handle(request).status
                    yield Forged(what, address, status, _counting(world) != before)


def _counting(world: World) -> list[Entry]:
    """Return the changes that count: looking at a page may mark it as read."""
    return Bag(world.changes(), by_name()).entries


def _forgeries(address: str) -> Iterator[tuple[str, Request]]:
    yield "without a token", Request("POST", address)
    yield "with another session's token", Request("POST", address, form_pairs=(("token", "of another session"),))
    yield "with the token in the address", Request("POST", f"{address}", (("token", "session"),))
    yield "as a GET", Request("GET", address, (("token", "session"),))


@dataclass(frozen=True)
class Leak:
    """Something that a browser was sent and no agent may know."""

    what: str
    address: str


def leaks(configuration: Configuration, instance: Instance) -> Iterator[Leak]:
    """Yield where pages, their headers and what they hold unseen tell of the task: its name, its goal, its answer."""
    with closing(initial(instance.task, instance.profile, configuration.look, "token")) as world:
        for visited in crawl(world):
            yield from (Leak(what, visited.address) for what in leaked(visited.response, configuration, instance))


def leaked(response: Response, configuration: Configuration, instance: Instance) -> list[str]:
    """Return what one response tells of a task."""
    body = response.body.decode(errors="replace")
    headers = " ".join(f"{name}: {value}" for name, value in response.headers.items())
    secret = {
        "the task's id": configuration.task,
        "the configuration's id": configuration.id,
        **{f"goal {n}": instance.task.goal(n) for n in range(len(instance.task.phrasings()))},
    }
    found = [what for what, words in secret.items() if words in f"{body} {headers}"]
    answer = instance.expectation.targets[0].answer
    hidden = " ".join([headers, *(unseen[0] for unseen in _UNSEEN.finditer(body))])
    told = f"{hidden} {_TAG.sub('', hidden)}"
    if answer is not None and re.search(rf"\banswer\W+{re.escape(str(given(answer)))}\b", told, re.IGNORECASE):
        found.append("the answer")
    return found


_TAG = re.compile(r"<[^>]*>")
_UNSEEN = re.compile(
    r"<!--.*?-->|<(script|style|template)\b.*?</\1>|<(\w+)\b[^>]*\shidden\b[^>]*>.*?</\2>"
    r"|\sdata-[\w-]+=\"[^\"]*\"|<meta\b[^>]*>|<input[^>]*hidden[^>]*>",
    re.DOTALL,
)


def pried(configuration: Configuration, environment: SyncEnvironment) -> tuple[list[Forged], list[Leak]]:
    """Forge requests in a configuration's world, and look for leaks; return what was written, and what leaks."""
    environment.reset(configuration)
    episode = episode_of(environment)
    wrote = [one for one in forged(episode.world) if one.wrote]
    return wrote, list(leaks(configuration, episode.instance))
