"""Same state, same page: what is shown with pages that are kept is what is shown without."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from bench.speed.dom import fair
from tests.rotation import some_tasks

from lifeworld.core.actions import Action
from lifeworld.core.errors import UserError, WorldFault
from lifeworld.core.observation import Observation
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import drawn
from lifeworld.web import kept as keeping
from lifeworld.web import shell
from lifeworld.web.kept import BLANK, Kept, kept
from lifeworld.web.look import DEVICES, Look
from lifeworld.web.request import Request
from lifeworld.web.site import Site
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

SAMPLE = 22  # tasks that are played in the quick tests


@dataclass(frozen=True)
class Shown:
    """All that a session was shown: responses, observations, and the verdict."""

    pages: tuple[tuple[int, str, bytes], ...]
    seen: tuple[Observation, ...]
    verdict: Any


@pytest.fixture
def nothing_kept() -> Iterator[Kept]:
    """Begin and end with no pages kept."""
    memory = kept()
    most = memory.most
    memory.clear()
    yield memory
    memory.most = most
    memory.clear()


def shown(environment: SyncEnvironment, configuration: Configuration, patch: pytest.MonkeyPatch) -> Shown:
    """Play the solution of a configuration, and return all that it was shown."""
    pages: list[tuple[Site, tuple[int, str, bytes]]] = []  # of any world: solutions look for routes in one of their own
    seen: list[Observation] = []
    handle = Site.handle

    def noted(site: Site, request: Request) -> Any:
        response = handle(site, request)
        assert BLANK.encode() not in response.body
        body = response.body.replace(site.host.token.encode(), b"TOKEN")
        pages.append((site, (response.status, response.headers.get("location", ""), body)))
        return response

    def step(action: Action) -> Observation:
        seen.append(environment.step(action))
        return seen[-1]

    with patch.context() as patched:
        patched.setattr(Site, "handle", noted)
        seen.append(environment.reset(configuration))
        hands = SolutionDriver(step, seen[-1])
        hands.solve(drawn(configuration.task, configuration.profile, configuration.instance))
        hands.finish()
    episode = environment.environment.episode
    own = tuple(page for site, page in pages if episode and site is episode.world.site)
    assert own
    return Shown(own, tuple(seen), environment.verdict())


def differing(
    configurations: list[Configuration], memory: Kept, patch: pytest.MonkeyPatch, again: int = 2
) -> list[Configuration]:
    """Return the configurations that show something else with pages kept: while they fill up, and from then on."""
    most, found = memory.most, []
    with opened("dom") as environment:
        for configuration in configurations:
            memory.most = 0
            fresh = shown(environment, configuration, patch)
            assert memory.size == 0
            memory.most = most
            if any(shown(environment, configuration, patch) != fresh for _ in range(again)):
                found.append(configuration)
    return found


def devices(configurations: Iterator[Configuration]) -> list[Configuration]:
    """Return the configurations on devices and in themes that take turns."""
    turns = itertools.cycle([("phone", "light"), ("desktop", "dark"), ("phone", "dark"), ("desktop", "light")])
    return [
        replace(one, device=device, theme=theme) for one, (device, theme) in zip(configurations, turns, strict=False)
    ]


def test_kept_pages_show_what_fresh_ones_show(nothing_kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = devices(fair(some_tasks("kept", SAMPLE)))
    assert not differing(chosen, nothing_kept, monkeypatch)
    assert nothing_kept.size > 0


@pytest.mark.slow
def test_all_kept_pages_show_what_fresh_ones_show(nothing_kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not differing(devices(fair(tasks())), nothing_kept, monkeypatch)


def test_a_page_of_something_else_than_the_state_is_found(nothing_kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    """The law sees a dependency that the key lacks: here, how often the home screen was drawn in this process."""
    times, tile = itertools.count(), shell._tile
    monkeypatch.setattr(shell, "_tile", lambda app, request: {**tile(app, request), "badge": next(times)})
    chosen = list(itertools.islice(fair(tasks()), 1))
    assert differing(chosen, nothing_kept, monkeypatch) == chosen


def test_a_page_that_is_kept_cannot_see_the_session(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    kept().clear()
    tile = shell._tile
    monkeypatch.setattr(shell, "_tile", lambda app, request: tile(app, request) | {"badge": len(request.host.recent)})
    assert world.site.handle(Request("GET", "/")).status == 500
    assert isinstance(world.site.fault, WorldFault)
    kept().clear()


def test_the_apps_opened_lately_are_those_of_this_session() -> None:
    worlds = [World(load(NAMES[0]).data).start() for _ in range(2)]
    worlds[0].site.handle(Request("GET", "/mail/"))
    first, second = (one.site.handle(Request("GET", "/recent")).body.decode() for one in worlds)
    assert 'href="/mail/"' in first and 'href="/mail/"' not in second


def test_worlds_of_the_same_content_share_pages_but_no_tokens(nothing_kept: Kept) -> None:
    one, other = (World(load(NAMES[0]).data, token=token).start() for token in ("first", "second"))
    pages = [world.site.handle(Request("GET", "/todo/add")) for world in (one, other)]
    assert pages[0].drawn is pages[1].drawn
    assert [b'value="first"' in page.body for page in pages] == [True, False]
    assert pages[0].body.replace(b"first", b"second") == pages[1].body


def test_looking_leaves_its_mark_in_every_world(nothing_kept: Kept) -> None:
    """A page that marks a mail as read does so in each world that shows it, kept or not."""
    worlds = [World(load(NAMES[0]).data).start() for _ in range(3)]
    unread = worlds[0].store.value("SELECT id FROM mail_thread WHERE unread ORDER BY id DESC LIMIT 1")
    pages = [world.site.handle(Request("GET", f"/mail/thread/{unread}")) for world in worlds]
    assert pages[0].drawn is pages[1].drawn is pages[2].drawn
    marks = [world.store.value("SELECT unread FROM mail_thread WHERE id = ?", unread) for world in worlds]
    assert marks == [0, 0, 0]
    assert len({world.store.state for world in worlds}) == 1


def test_another_look_is_another_page(nothing_kept: Kept) -> None:
    looks = [Look(theme, DEVICES[device]) for theme in ("light", "dark") for device in ("phone", "desktop")]
    worlds = [World(load(NAMES[0]).data, look).start() for look in looks]
    assert len({world.site.handle(Request("GET", "/")).body for world in worlds}) == 4


def test_what_is_kept_stays_within_its_budget(nothing_kept: Kept, world: World) -> None:
    nothing_kept.most = 200_000
    for path in ("/", "/mail/", "/shop/", "/calendar/", "/bank/", "/todo/", "/messenger/", "/notifications"):
        world.site.handle(Request("GET", path))
        assert nothing_kept.size <= 200_000
    assert nothing_kept.size > 0


def test_pages_that_come_round_are_found_as_often_as_there_is_room() -> None:
    """What goes by when it was last looked at finds none of them: each has gone just before it comes again."""
    memory, found = Kept(50 * (1000 + 600)), 0
    for turn in range(20):
        for name in range(100):
            found += turn > 0 and memory.find(name) is not None
            memory.keep(name, str(name).encode().ljust(1000), False)
            assert memory.size <= memory.most
    assert found > 0.4 * 19 * 100


def test_a_page_that_is_read_is_packed_and_the_same() -> None:
    memory = Kept(12_000)  # too little with what was read of it
    drawn = memory.keep("key", b"<p>page</p>" * 1000 + BLANK.encode(), False).drawn
    before = drawn.html
    memory.add(drawn, "read", 500)
    assert memory.size == drawn.size < 3000
    assert drawn.html == before and drawn.filled("t") == b"<p>page</p>" * 1000 + b"t"
    memory.clear()
    assert memory.size == 0 and memory.find("key") is None


@pytest.mark.parametrize("named", ["much", "-1", "1.5", ""])
def test_a_budget_that_is_no_number_is_refused(named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(keeping.VARIABLE, named)
    with pytest.raises(UserError, match="whole number of megabytes"):
        keeping.budget()
