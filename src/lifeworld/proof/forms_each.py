"""So many inputs to each command's form and to each page that takes a query, shared out to processes."""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field, replace
from random import Random
from urllib.parse import urlsplit

from pydantic import TypeAdapter

from lifeworld.proof.blanks import Blank, route_of
from lifeworld.proof.forms import Desk, Found, world_on
from lifeworld.run.task_queue import Notify, TaskFunction, Watch
from lifeworld.run.worker_pool import Engine
from lifeworld.web.look import FORMS
from lifeworld.world import World

DRAWN = 20  # of so many inputs one has its pages drawn and read, and those after it
_SHARE = 500  # inputs that a process takes at once
_TOLD = 3  # faults of a share that are told
DONE = "done"  # a command was carried out
OUTCOMES = {303: "led on", 200: "shown", 422: "refused", 403: "foreign", 404: "missing", 405: "not allowed"}
_ENDS = (DONE, "led on", "shown")  # of which one is what a target is for


@dataclass(frozen=True)
class Share:
    """Some inputs of one target, which is a command (`todo.AddTask`) or a page that takes a query (`GET /search`).

    Its forms are looked for in `apps`, or in all.
    """

    target: str
    device: str
    first: int
    count: int
    seed: int
    apps: tuple[str, ...] = ()


@dataclass
class Sent:
    """What came of the inputs of a target, by outcome, and the first faults."""

    outcomes: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)

    @property
    def count(self) -> int:
        return self.outcomes.total()

    def reached(self, target: str) -> bool:
        """Return whether some input did what the target is for: carried out its command, or got its page."""
        return any(self.outcomes[end] for end in (_ENDS if target.startswith("GET ") else (DONE,)))

    def add(self, more: "Sent") -> None:
        self.outcomes += more.outcomes
        self.found += more.found


_SHARE_AS, _SENT_AS = TypeAdapter(Share), TypeAdapter(Sent)  # what processes tell one another, as JSON


def shares(times: int, seed: int, apps: Sequence[str] = ()) -> list[Share]:
    """Return what is to be sent: `times` inputs to each target, split among the devices whose screens have it."""
    found = {device: list(Counter(_named(device, apps))) for device in FORMS}
    targets = sorted({target for those in found.values() for target in those})
    every = (share for target in targets for share in _split(target, found, times, seed))
    return [replace(share, apps=tuple(apps)) for share in every]


def _named(device: str, apps: Sequence[str]) -> Iterator[str]:
    with closing(world_on(device)) as world:
        yield from by_target(world, Desk(world, apps).blanks)


def _split(target: str, found: dict[str, list[str]], times: int, seed: int) -> Iterator[Share]:
    on = [device for device in FORMS if target in found[device]]
    for place, device in enumerate(on):
        own = times // len(on) + (place < times % len(on))
        for first in range(0, own, _SHARE):
            yield Share(target, device, first, min(_SHARE, own - first), seed)


def by_target(world: World, blanks: Iterable[Blank]) -> dict[str, list[Blank]]:
    """Return forms by the command that they send or the page whose query they fill in; pages without are left out."""
    found: dict[str, list[Blank]] = {}
    for blank in blanks:
        path = urlsplit(blank.address).path
        route = route_of(world, blank.method, path)
        if route and route.command and blank.method == "POST":
            found.setdefault(f"{path.split('/')[1]}.{route.command.__name__}", []).append(blank)
        elif route and blank.method == "GET" and blank.fields:
            found.setdefault(f"GET {route.path}", []).append(blank)
    return found


def send_each(given: Sequence[Share], engine: Engine, sent: Callable[[Share, Sent], None], watch: Watch) -> None:
    """Send shares, in any order, which decides nothing.

    Args:
        given: the shares.
        engine: what starts the processes that share them.
        sent: told a share and what came of it.
        watch: makes the listener of what is told of each.
    """
    told = watch(lambda place, text: sent(given[place], _read(text)))
    engine.run_tasks((_SHARE_AS.dump_json(one).decode() for one in given), sending, told)


@asynccontextmanager
async def sending() -> AsyncIterator[TaskFunction]:
    """Open what forms are filled in at, and give what makes the text of what came of a share's text."""
    with ExitStack() as open_:
        desks: dict[str, tuple[Desk, dict[str, list[Blank]]]] = {}

        async def do(text: str, _: Notify) -> str:
            share = _SHARE_AS.validate_json(text)
            if share.device not in desks:
                world = open_.enter_context(closing(world_on(share.device)))
                desk = Desk(world, share.apps)
                desks[share.device] = desk, by_target(world, desk.blanks)
            desk, targets = desks[share.device]
            return _SENT_AS.dump_json(sent_all(share, desk, targets[share.target])).decode()

        yield do


def sent_all(share: Share, desk: Desk, blanks: Sequence[Blank]) -> Sent:
    """Send a share's inputs to a target's forms in turn."""
    came = Sent()
    for number in range(share.first, share.first + share.count):
        rng = Random(f"{share.seed}/{share.target}/{share.device}/{number}")
        blank = blanks[number % len(blanks)]
        before = len(desk.world.acts)
        filled, status, faults = desk.send_one(blank, rng, drawn=number // len(blanks) % DRAWN == 0)
        carried_out = len(desk.world.acts) > before
        came.outcomes[DONE if carried_out else OUTCOMES.get(status, str(status))] += 1
        came.found += [str(Found(number, share.seed, share.device, filled, told)) for told in faults]
    return replace(came, found=came.found[:_TOLD])


def _read(text: str | None) -> Sent:
    if text is None:
        return Sent(found=["each process that tried these inputs died"])
    return _SENT_AS.validate_json(text)
