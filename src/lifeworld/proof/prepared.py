"""Forms filled in as examples do their commands: for each command one that is done, in a world made ready for it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from lifeworld.apps import app_of
from lifeworld.proof.blanks import Blank, Field
from lifeworld.proof.examples import outcome, plain_ones
from lifeworld.store import Command, hints
from lifeworld.web import App
from lifeworld.web.form import shown
from lifeworld.web.pages import Route
from lifeworld.web.request import Request
from lifeworld.world import World

_PLACE = re.compile(r"\{(\w+)(?::word)?\}")  # in a route's path


def prepared(world: World, apps: Sequence[str] = ()) -> Iterator[Blank]:
    """Yield for each command of these apps, or of all, the forms with which an example does it.

    `readied` names the command where the world as it is would refuse it, and has to be made ready.
    """
    for app in world.apps:
        for command in _done(world, app) if not apps or app.id in apps else ():
            for route in app.pages.routes:
                if route.command is type(command):
                    blank = _filled_in(route, command)
                    yield blank if _does(world, blank) else replace(blank, readied=type(command))


def make_ready(world: World, kind: type[Command]) -> None:
    """Bring a world into the state in which its app's examples do a command."""
    for example in app_of(kind).examples(world.store):
        if type(example.command) is kind and not example.refusal:
            return


def _done(world: World, app: App) -> list[Command]:
    """Return a command of each kind that is done: as the app has it, else with plain values after all of these."""
    found: dict[type[Command], Command] = {}
    with world.store.tentatively():
        for example in app.examples(world.store):
            if not example.refusal:
                found.setdefault(type(example.command), example.command)
        left = [kind for kind in app.commands if kind not in found]
        return [*found.values(), *(command for kind in left for command in islice(_plainly(kind, world), 1))]


def _plainly(kind: type[Command], world: World) -> Iterator[Command]:
    """Yield commands of a kind that are done as the world is, with plain values in their fields."""
    return (command for command in plain_ones(kind, world) if not outcome(command, world))


def _filled_in(route: Route, command: Command) -> Blank:
    """Return a route's form with a command's values in its address and in its fields."""
    kinds = hints(type(command))
    texts = {name: tuple(shown(getattr(command, name))) for name in kinds}
    address = _PLACE.sub(lambda place: texts[place[1]][0], route.path)
    rest = kinds.keys() - set(route.pattern.groupindex)
    fields = (Field(name, texts[name], written=kinds[name] is str) for name in kinds if name in rest)
    return Blank("", "POST", address, tuple(fields))


def _does(world: World, blank: Blank) -> bool:
    """Return whether a form, sent as it stands, does a command in the world as it is."""
    before = len(world.acts)
    pairs = [(field.name, text) for field in blank.fields for text in field.texts]
    with world.store.tentatively():
        world.site.handle(Request("POST", blank.address, (), (*pairs, ("token", world.token))))
    return len(world.acts) > before
