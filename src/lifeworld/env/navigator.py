"""Does a command of an app through its screens, as a person would who knows the app.

From the page that is shown it takes the link, form or search that leads nearest to a form of the command; which one
that is follows from the map of the app (`atlas`) and from the rows that the command names and those they point at.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

from lifeworld import apps
from lifeworld.core.actions import Click, Ref, SetValue
from lifeworld.core.errors import Lost
from lifeworld.core.observation import Node
from lifeworld.env.atlas import FOUND, atlas, search_field
from lifeworld.env.filling import Clock, Entry, changes, entries
from lifeworld.env.going import Going, going
from lifeworld.env.sheet import Offer, Sheet, sheet
from lifeworld.env.walker import Element, fields
from lifeworld.store import Command, hints

if TYPE_CHECKING:
    from lifeworld.env.hands import Hands

_STEPS = 40  # that a way may take
_MORE, _OTHER = 0.6, 1.6  # what the rest of a list costs beside the page itself, and another of its views
_UNFOLD = 0.4


@dataclass(frozen=True)
class Step:
    """Something on a page that leads on, and how far it is from there."""

    far: float
    press: Element
    address: str
    fill: tuple[Entry, ...] = ()


class Errand:
    """One command on its way."""

    def __init__(self, hands: "Hands", command: Command) -> None:
        self.hands, self.command = hands, command
        self.app = next(app for app in apps.installed() if type(command) in app.commands)
        self.atlas = atlas(self.app)
        self.going: Going = going(command, self.app)
        self.been: set[str] = set()
        self.turns: dict[str, int] = {}

    def run(self) -> None:
        """Do the command.

        Raises:
            Lost: no form is found that does it.
            Lost: what was to be done is refused.
        """
        if not self.hands.now.url.startswith(self.app.href) or not self._on(self.hands.now.tree):
            self.hands.open(self.app.name)
        restarted = False
        for _ in range(_STEPS):
            page = sheet(self.hands.now.document)
            self.been.add(self.hands.now.url)
            if found := self._form(page):
                self._send(*found)
                return
            step = min(self._steps(page), key=lambda step: step.far, default=None)
            if step is None and restarted:
                break
            if step is None:
                restarted = True
                self.hands.open(self.app.name)
                continue
            self._take(step)
        raise Lost(f"no form of {type(self.command).__name__} is found from {self.hands.now.url}")

    @property
    def clock(self) -> Clock:
        return Clock(self.hands.now.now)

    # ---- the form itself

    def _form(self, page: Sheet) -> tuple[Offer, list[Entry]] | None:
        """Return the button on the page that does the command with the least to be filled in."""
        found = []
        for offer in page.offers:
            filled = entries(offer, self.command, self.app, self.clock) if offer.method == "post" else None
            if filled is not None and self._within_reach(offer.button):
                found.append((offer, filled))
        return min(found, key=lambda one: (len(one[1]), not self._shown(one[0].button)), default=None)

    def _send(self, offer: Offer, filled: list[Entry]) -> None:
        self._fill(filled)
        self._press(offer.button)
        if self.hands.now.url.partition("?")[0] == offer.path and (told := self.hands.now.tree.find("alert")):
            raise Lost(f"{type(self.command).__name__} was refused: {told.text}")

    # ---- what leads on

    def _steps(self, page: Sheet) -> Iterator[Step]:
        here = self.hands.now.url
        for element, address in page.links:
            if address not in self.been and self._within_reach(element):
                far = self._distance(here, address)
                if far is not None:
                    yield Step(far + (0 if self._shown(element) else _UNFOLD), element, address)
        for offer in page.offers:
            if offer.method == "get" and self._within_reach(offer.button):
                yield from self._forms(offer)

    def _distance(self, here: str, address: str) -> float | None:
        """Return how far it is from a link's page to the form; None where the link leads nowhere."""
        kind, numbers = self.atlas.at(address)
        if not kind or not self.going.fits(kind, numbers):
            return None
        own = address.partition("?")[0] == here.partition("?")[0]
        far = self.going.far(self.atlas.kind_at(address))
        if far is None:
            return None
        if own:
            turn = self.turns.get(address.partition("?")[0], 0)
            return far + (_MORE + 0.3 * turn if _longer(here, address) else _OTHER + 1.5 * turn)
        return 1 + far + self._strangeness(address)

    def _strangeness(self, address: str) -> float:
        """Return what it costs that an address holds other values than the command."""
        known = hints(type(self.command))
        cost = 0.0
        for name, text in parse_qsl(urlsplit(address).query):
            if name in known:
                right = str(getattr(getattr(self.command, name), "id", getattr(self.command, name)))
                cost += -0.2 if text == right else 0.2
        return cost

    def _forms(self, offer: Offer) -> Iterator[Step]:
        kind, numbers = self.atlas.at(offer.path)
        if not kind or not self.going.fits(kind, numbers):
            return
        if field := search_field(offer):
            far = self.going.far(kind + FOUND)
            for words in self.going.words if far is not None else ():
                address = f"{offer.path}?q={words}"
                if address not in self.been:
                    assert far is not None
                    fill = () if fields.typed(field) == words else (Entry(field, words),)
                    yield Step(far + 2, offer.button, address, fill)
                    return
            return
        far, filled = self.going.far(kind), self._asked(offer)
        address = f"{offer.path}?{[(one.element.ref, one.value) for one in filled or ()]}"
        if far is not None and filled is not None and address not in self.been:
            yield Step(far + 1 + 0.1 * len(filled), offer.button, address, tuple(filled))

    def _asked(self, offer: Offer) -> list[Entry] | None:
        """Return what of the command a form on the way asks for; None where it asks for nothing of it."""
        found: list[Entry] = []
        mine = [name for name in hints(type(self.command)) if name in offer.asked or f"{name}_date" in offer.asked]
        for name in mine:
            changed = changes(offer, type(self.command), name, getattr(self.command, name), self.clock)
            if changed is None:
                return None
            found += changed
        return found if mine else None

    # ---- acting

    def _take(self, step: Step) -> None:
        self.been.add(step.address)
        path = step.address.partition("?")[0]
        self.turns[path] = self.turns.get(path, 0) + 1
        self._fill(step.fill)
        self._press(step.press)

    def _fill(self, filled: list[Entry] | tuple[Entry, ...]) -> None:
        for entry in filled:
            self._reveal(entry.element)
            self.hands.act(SetValue(target=Ref(id=entry.element.ref), value=entry.value))

    def _press(self, element: Element) -> None:
        self._reveal(element)
        self.hands.act(Click(target=Ref(id=element.ref)))

    def _reveal(self, element: Element) -> None:
        """Unfold what an element is kept behind."""
        if self._shown(element):
            return
        for summary in reversed(list(_folds(element))):
            if self._shown(summary) and not self._shown(element):
                self.hands.act(Click(target=Ref(id=summary.ref)))
        if not self._shown(element) and (aside := self.hands.aside()):
            self.hands.act(Click(target=Ref(id=aside.ref)))

    def _shown(self, element: Element) -> bool:
        return element.ref in self.hands.refs

    def _on(self, tree: Node) -> bool:
        """Return whether nothing stands over the page."""
        return tree.find("main") is not None

    def _within_reach(self, element: Element) -> bool:
        if self._shown(element):
            return True
        folds = list(_folds(element))
        return (bool(folds) and self._shown(folds[-1])) or (not folds and self.hands.aside() is not None)


def _folds(element: Element) -> Iterator[Element]:
    """Yield what unfolds an element, from the inside out."""
    for above in element.ancestors():
        if above.tag == "details" and "open" not in above.attributes:
            summary = next((one for one in above.children if not isinstance(one, str) and one.tag == "summary"), None)
            if summary is not None and summary is not element:
                yield summary


def _longer(here: str, address: str) -> bool:
    """Return whether an address shows the same list with more of it."""
    own, other = (dict(parse_qsl(urlsplit(one).query)) for one in (here, address))
    return (
        any(
            re.fullmatch(r"\d+", value)
            and int(value) > int(own.get(name, "0") if own.get(name, "0").isdecimal() else 0)
            for name, value in other.items()
            if value != own.get(name)
        )
        and own.keys() <= other.keys()
    )
