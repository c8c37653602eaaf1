"""Laws over the ways that tasks know."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from selectolax.lexbor import LexborHTMLParser

from lifeworld import apps
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.environment import Environment, SyncEnvironment
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.proof.blanks import route_of
from lifeworld.proof.crawl import Visited, crawl, kind_of
from lifeworld.store import Command
from lifeworld.taskkit import Configuration
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.draw import drawn
from lifeworld.web.look import FORMS, Look
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

pytestmark = pytest.mark.slow

Screens = dict[type[Command], set[str]]  # by command, the kinds of pages


def test_every_verb_that_two_screens_offer_is_done_from_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """A form that no solution and no named way has ever sent could do anything, or nothing."""
    offers, done = offered(), used(monkeypatch)
    wide = {command for app in apps.installed() for command in app.commands if len(offers[command]) > 1}
    assert len(wide) >= 15, "the crawl has seen too little"
    missed = [f"{one.__module__} {one.__name__}: only from {sorted(done[one])}" for one in wide if len(done[one]) < 2]
    assert not missed, "\n".join(sorted(missed))


def offered() -> Screens:
    """Return from where each command can be sent, on the phone or on the desktop."""
    found: Screens = defaultdict(set)
    for device in FORMS.values():
        world = World(load(NAMES[0]).data, Look("light", device)).start()
        for page in crawl(world):
            for address in posts(page):
                route = route_of(world, "POST", urlsplit(address).path)
                if route and route.command:
                    found[route.command].add(page.route)
        world.close()
    return found


def posts(page: Visited) -> Iterator[str]:
    """Yield where a page's forms and their buttons lead, if they change something and no sheet lies over them."""
    tree = LexborHTMLParser(page.response.body.decode())
    for covered in tree.css("[inert]"):
        covered.decompose()
    for form in tree.css("form[method=post]"):
        yield form.attributes["action"] or page.address
        yield from (button.attributes["formaction"] or "" for button in form.css("[formaction]"))


def used(monkeypatch: pytest.MonkeyPatch) -> Screens:
    """Return from where each command is sent by the solutions, on the phone, and by the other ways, on the desktop."""
    found: Screens = defaultdict(set)
    environment = SyncEnvironment(Environment(Dom()))
    do = World.do

    def noted(world: World, command: Command) -> Any:
        result = do(world, command)
        stage = environment.environment
        if stage.view and stage.episode and stage.episode.world is world:  # and no world that a draw is tried on
            found[type(command)].add(kind_of(world, stage.view.url)[0])
        return result

    monkeypatch.setattr(World, "do", noted)
    for number, template in enumerate(tasks()):
        for way in ("solution", *template.ways()):
            device = "phone" if way == "solution" else "desktop"
            play(environment, Configuration(template.id, NAMES[number % 3], device=device), way)
    environment.close()
    return found


def play(environment: SyncEnvironment, configuration: Configuration, way: str) -> None:
    first = environment.reset(configuration)
    instance, hands = (
        drawn(configuration.task, configuration.profile, configuration.instance),
        SolutionDriver(environment.step, first),
    )
    hands.instance = instance
    getattr(instance.task, way)(hands)
