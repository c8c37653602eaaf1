"""Drafts of one task, the likeliest first: each a whole file."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module

from lifeworld.proof.draft.binding import Binding, Unbound, bound
from lifeworld.proof.draft.offers import Offer, Press, Search, offers, results
from lifeworld.proof.draft.words import said, value
from lifeworld.store import Command
from lifeworld.web import App
from lifeworld.web.look import FORMS, Look
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

MOST = 60  # forms of one world that are looked at
MORE, FARTHEST = "Show more", 9  # the link to the rest of a list, and how often it is pressed at most
_SHOWN = re.compile(r"self\.([\w.]+)")  # what of a row the name of a control shows


@dataclass(frozen=True)
class Draft:
    """A task's file, and what its author has still to fill in."""

    text: str
    lacks: str = ""


@dataclass(frozen=True)
class Way:
    """How a solution comes to the form and sends it, as code; `via` is what its second line presses where need be."""

    lines: tuple[str, ...]
    needs: frozenset[str]
    binding: Binding
    via: tuple[str, ...] = ()

    @property
    def bare(self) -> tuple[str, ...]:
        """The lines without what the second one presses where need be."""
        return (self.lines[0], self.lines[1].partition(", via=[")[0], *self.lines[2:])

    def joined(self, other: "Way") -> "Way":
        """Return the way that presses what either does: screens of one form name what leads on otherwise."""
        via = tuple(dict.fromkeys([*self.via, *other.via]))
        second = f"{self.bare[1]}, via=[{', '.join(via)}])"
        return Way((self.lines[0], second, *self.lines[2:]), self.needs | other.needs, self.binding, via)


def drafts(app: App, command: type[Command], name: str) -> Iterator[Draft]:
    """Yield drafts of a task in which the command is done; where no screen is found, one without a way."""
    found, lacks = _ways(app, command)
    for way in found:
        yield Draft(_text(app, command, name, way))
    if not found:
        yield Draft(_text(app, command, name, _lost(app, command)), lacks or f"the way to {command.__name__}")


def _ways(app: App, command: type[Command]) -> tuple[list[Way], str]:
    """Return the ways that lead to the command for any row, those of most people and the shortest first."""
    found: dict[tuple[str, ...], Way] = {}
    people: dict[tuple[str, ...], set[tuple[str, str]]] = {}
    lacks = ""
    for profile in NAMES:
        for device in FORMS:
            world = World(load(profile).data, Look("light", FORMS[device])).start()
            try:
                met = list(offers(world, app, command))
                for way in _of(world, app, command, met):
                    found.setdefault(way.lines, way)
                    people.setdefault(way.lines, set()).add((profile, device))
            except Unbound as problem:
                lacks = str(problem)
            finally:
                world.close()
    order = sorted(found, key=lambda lines: (-len(people[lines]), len(lines), lines))
    ways = [found[lines] for lines in order]
    return [*ways, *_joined(ways)], lacks


def _joined(ways: Sequence[Way]) -> Iterator[Way]:
    """Yield the likeliest two ways to each form as one, where they differ only in what leads there."""
    alike: dict[tuple[str, ...], list[Way]] = {}
    for way in ways:
        if way.via:
            alike.setdefault(way.bare, []).append(way)
    yield from (first.joined(second) for first, second, *_ in (some for some in alike.values() if len(some) > 1))


def _of(world: World, app: App, command: type[Command], met: Sequence[Offer | Search]) -> Iterator[Way]:
    """Yield the ways of one world."""
    searches = list({one.address: one for one in reversed(met) if isinstance(one, Search)}.values())  # each the nearest
    told: Unbound | None = None
    made = False
    for offer in [one for one in met if isinstance(one, Offer)][:MOST]:
        try:
            binding = bound(command, offer, world.store)
        except Unbound as problem:
            told = problem
            continue
        made = True
        yield _way(app, binding, offer.way, offer.submit)
        if len(offer.way) > 1:
            yield _way(app, binding, offer.way, offer.submit, folded=2)
        if offer.way and not binding.presses:
            yield _way(app, binding, offer.way, offer.submit, folded=1)
        yield from _searched(world, app, binding, offer, searches)
    if told and not made:
        raise told


def _way(app: App, binding: Binding, presses: Sequence[Press], submit: Press, folded: int = 0) -> Way:
    """Return a way as code; of its last presses, the folded, the first presses what leads there only where need be."""
    whole = [*presses, submit]
    cut = len(whole) - folded if folded else 0
    via = _via(whole[cut], binding, whole[:cut])
    steps = [
        _pressed(whole[cut], binding, via),
        *(_pressed(one, binding, _via(one, binding)) for one in whole[cut + 1 :]),
    ]
    lines = [f'user.open("{app.name}")', *steps[:-1], *binding.presses, steps[-1]]
    needs = frozenset({*binding.needs, *(press.role for press in presses), "button"})
    return Way(tuple(lines), needs, binding, via if folded else ())


def _via(press: Press, binding: Binding, before: Sequence[Press] = ()) -> tuple[str, ...]:
    """Return what leads to a control: presses before it, the rest of a list, the menu that it is kept in."""
    via = [_control(one, binding) for one in before if one.name != MORE]
    via += [f'*[link("{MORE}")] * {FARTHEST}'] if any(one.name == MORE for one in before) else []
    return (*via, *([f"button({said(press.behind, binding.rows)})"] if press.behind else []))


def _pressed(press: Press, binding: Binding, via: Sequence[str]) -> str:
    more = f", via=[{', '.join(via)}]" if via else ""
    return f"user.click({_control(press, binding)}{more})"


def _control(press: Press, binding: Binding) -> str:
    name = said(press.name, binding.rows, exact=press.role == "button")
    return f"{press.role}({name})"


def _searched(world: World, app: App, binding: Binding, offer: Offer, searches: Sequence[Search]) -> Iterator[Way]:
    """Yield the ways that find a row on the way by searching for what it is called."""
    for number, press in enumerate(offer.way):
        shown = _SHOWN.search(said(press.name, binding.rows))
        if shown:
            words = value(shown[1], binding.rows[shown[1].split(".")[0]])
            for search in searches:
                hit = next((one for one in results(world, search, words) if _page(one) == _page(press)), None)
                if hit and search.button:
                    yield _found(app, binding, offer, search, (shown[1], (hit, *offer.way[number + 1 :])))


def _page(press: Press) -> str:
    return press.href.partition("?")[0]


def _found(app: App, binding: Binding, offer: Offer, search: Search, then: tuple[str, tuple[Press, ...]]) -> Way:
    place, rest = then
    to_it = [_pressed(press, binding, _via(press, binding)) for press in search.way]
    searching = [f'user.fill(field("{search.label}"), self.{place})', f'user.click(button("{search.button}"))']
    way = _way(app, binding, rest, offer.submit)
    return Way((way.lines[0], *to_it, *searching, *way.lines[1:]), way.needs | {"field", "link"}, binding)


def _lost(app: App, command: type[Command]) -> Way:
    told = f'raise NotImplementedError("press what does {command.__name__}, and fill in what it needs")'
    return Way((f'user.open("{app.name}")', told), frozenset(), Binding())


# ---- the file


def _text(app: App, command: type[Command], name: str, way: Way) -> str:
    doc = " ".join((command.__doc__ or name).split("\n\n")[0].split())
    body = [
        f"class {name}(Task):",
        f'    """{doc}"""',
        "",
        *_goals(app, doc, way.binding),
        *_parameters(way.binding),
    ]
    body += ["", *_effects(app, command, way.binding), "", "    def solution(self, user):"]
    body += [f"        {line}" for line in way.lines]
    return "\n".join([f'"""{doc}"""', "", *_imports(app, command, way), "", "", *body, ""])


def _goals(app: App, doc: str, binding: Binding) -> list[str]:
    told = [
        *(_named(parameter, binding) for parameter in binding.rows),
        *(f"{label.lower()} {words}".strip() for label, words in binding.told if words),
    ]
    rest = f": {', '.join(told)}" if told else ""
    said_plainly = doc.rstrip(".")
    lower = said_plainly[:1].lower() + said_plainly[1:]
    goals = [f"{said_plainly}{rest}.", f"In {app.name}, {lower}{rest}.", f"Please {lower} in {app.name}{rest}."]
    return ["    goals = [", *(f"        {_quoted(goal)}," for goal in goals), "    ]"]


def _named(parameter: str, binding: Binding) -> str:
    return ", ".join(f"“{{{place}}}”" for place in binding.named[parameter]) or f"{{{parameter}.id}}"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _parameters(binding: Binding) -> list[str]:
    return [f"    {name}: {kind} = {how}" for name, (kind, how) in binding.parameters.items()]


def _effects(app: App, command: type[Command], binding: Binding) -> list[str]:
    arguments = ", ".join(f"{name}={code}" for name, code in binding.arguments.items())
    head = "    def effects(self, store):" if binding.stored else "    def effects(self):"
    return [head, f"        yield {app.id}.{command.__name__}({arguments})"]


def _imports(app: App, command: type[Command], way: Way) -> list[str]:
    package = f"lifeworld.apps.{app.id}"
    commands = import_module(f"{package}.commands")
    kit = ", ".join(sorted({"Task", *way.needs, *(("pick",) if way.binding.rows else ())}, key=_order))
    models: dict[str, set[str]] = {}
    for model in way.binding.models:
        models.setdefault(model.__module__, set()).add(model.__name__)
    known = sorted({kind for kind, _ in way.binding.parameters.values()} & {"date", "time"})
    lines = [f"from datetime import {', '.join(known)}", ""] if known else []
    assert hasattr(commands, command.__name__), command
    lines.append(f"from {package} import commands as {app.id}")
    lines += [f"from {module} import {', '.join(sorted(names))}" for module, names in sorted(models.items())]
    if any(kind == "Money" for kind, _ in way.binding.parameters.values()):
        lines.append("from lifeworld.core.money import Money")
    return [*lines, f"from lifeworld.taskkit import {kit}"]


def _order(name: str) -> tuple[bool, str]:
    return (not re.match("[A-Z]", name), name)
