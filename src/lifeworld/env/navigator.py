"""Does a command of an app through its screens, as a person would who knows the app.

From the page that is shown it takes the link, form or search that leads nearest to a form of the command; which one
that is follows from the map of the app (`atlas`) and from the rows that the command names and those they point at.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import parse_qsl, urlsplit

from lifeworld.apps import app_of
from lifeworld.core.actions import Action, Click, Ref, SetValue
from lifeworld.core.errors import Lost
from lifeworld.core.observation import Node, Observation
from lifeworld.env.atlas import WORDS
from lifeworld.env.drivers.staying import AS_TYPED
from lifeworld.env.going import PLACE, Going, detours
from lifeworld.env.sheet import Clock, Entry, Offer, Sheet, begins, changes, concerns, entries, not_offered, sheet
from lifeworld.env.survey import atlas, search_field
from lifeworld.env.walker import Element, document_of, fields
from lifeworld.store import Command, Row, Store, hints
from lifeworld.web.request import AT_ONCE

_STEPS, _STEPS_ASIDE = 40, 15  # that the usual way may take, and another one
_WIDE = 700  # pixels, from which on an app has its wide form
_MORE, _OTHER = 0.6, 1.6  # what the rest of a list costs beside the page itself, and another of its views
_PATIENCE = 4  # times that more of a list is shown before a search of it comes first
_UNFOLD = 0.4


@dataclass(frozen=True)
class Step:
    """Something on a page that leads on, and how far it is from there."""

    far: float
    press: Element
    address: str
    fill: tuple[Entry, ...] = ()


class Hands(Protocol):
    """What a command is done with; `SolutionDriver` is it."""

    now: Observation
    store: Store | None
    detour: int
    strayed: bool

    @property
    def refs(self) -> frozenset[str]: ...

    def act(self, action: Action) -> None: ...

    def aside(self) -> Node | None: ...

    def open(self, app: str) -> None: ...


class Errand:
    """One command on its way."""

    def __init__(self, hands: Hands, command: Command) -> None:
        self.hands, self.command = hands, command
        self.app = app_of(type(command))
        self.atlas = atlas(self.app, hands.now.size[0] >= _WIDE)
        self.going = Going(command, self.atlas, hands.store, self._avoided())
        self.been: set[str] = set()
        self.unfit: list[Offer] = []  # met on the way, and no button for this command as it is
        self.left: dict[str, float | None] = {}  # how far the best is that was not taken, by page
        self.lists: set[str] = set()  # paths of pages on which several rows are chosen in turn
        self.turns: dict[tuple[str, str], int] = {}  # by path and list: times it was made longer; "": other views

    def run(self) -> None:
        """Do the command.

        Raises:
            Lost: no form is found that does it.
            Lost: what was to be done is refused.
        """
        if not self._begins_here():
            self.hands.open(self.app.name)
        restarted = False
        for _ in range(_STEPS_ASIDE if self.going.avoided else _STEPS):
            page = self._page()
            self.been.add(self.hands.now.url)
            if found := self._form(page):
                self._send(*found)
                return
            self.going.refute(self.hands.now.url)
            step, *others = sorted(self._steps(page), key=lambda step: step.far) or (None,)
            self.left[self.hands.now.url] = others[0].far if others else None
            if step is None and restarted:
                break
            if step is None:
                restarted = True
                self.hands.open(self.app.name)
            else:
                self._take(step)
        lacking = filter(None, (not_offered(one, self.command, self.app, self.clock) for one in self.unfit))
        why = next((f"; the one that there is does not offer {one}" for one in lacking), "")
        raise Lost(f"no form of {type(self.command).__name__} is found from {self.hands.now.url}{why}")

    def _page(self) -> Sheet:
        document = document_of(self.hands.now.tree)
        if document is None:
            raise Lost(f"no page is seen at {self.hands.now.url}; a navigator needs a channel that shows the tree")
        return sheet(document)

    def _avoided(self) -> frozenset[str]:
        """Return the kinds of pages that are passed by, where another way than the usual one is wanted."""
        others = detours(self.command, self.atlas, self.hands.store) if self.hands.detour else []
        if len(others) < self.hands.detour or not others:
            return frozenset()
        self.hands.strayed = True
        return others[self.hands.detour - 1]

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
            elif filled is None and offer.method == "post":
                self.unfit.append(offer)
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
            if self._within_reach(element):
                far = self._distance(here, address)
                if far is not None:
                    aside = element.around("nav") is not None
                    yield Step(far + (0 if self._shown(element) else _UNFOLD) + aside * PLACE, element, address)
        for offer in page.offers:
            if begins(offer, self.command, self.app, self.clock) and self._within_reach(offer.button):
                yield Step(0, offer.button, f"{here} {offer.fixed}")
            new = search_field(offer) or offer.path != here.partition("?")[0]  # others only narrow what is shown
            if offer.method == "get" and new and self._within_reach(offer.button):
                yield from self._forms(offer, page)

    def _distance(self, here: str, address: str) -> float | None:
        """Return how far it is from a link's page to the form; None where the link leads nowhere."""
        if address in self.been:
            left = self.left.get(address)
            return None if left is None or address == here else left + 1.2
        far, path = self.going.distance(address), address.partition("?")[0]
        if far is None:
            return None
        if path != here.partition("?")[0]:
            return None if self._leads_back(here, path) else 1 + far
        if any(isinstance(getattr(self.command, name, None), Row) for name in dict(parse_qsl(urlsplit(address).query))):
            return far + _MORE  # it chooses a row that the command names
        longer = _longer(here, address)
        if longer and path in self.lists:
            return _MORE
        turn = self.turns.get((path, longer), 0)
        return far + (_MORE + 0.3 * turn if longer else _OTHER + 1.5 * turn)

    def _leads_back(self, here: str, path: str) -> bool:
        """Return whether a page about the same as this one leads on by way of this one."""
        within = path.startswith(f"{here.partition('?')[0].rstrip('/')}/")
        return within and self.going.next.get(self.atlas.kind_at(path)) == self.atlas.kind_at(here)

    def _forms(self, offer: Offer, page: Sheet) -> Iterator[Step]:
        """Yield the search, or the form on the way, that a button sends."""
        if field := search_field(offer):
            found = self.atlas.kind_at(f"{offer.path}?{WORDS}=a")
            far, long = self.going.far(found), max(self._shown_more(offer.path), default=0) >= _PATIENCE
            for words in self.going.words(found) if far is not None else ():
                if (address := f"{offer.path}?{WORDS}={words}") not in self.been:
                    fill = () if fields.typed(field) == words else (Entry(field, words),)
                    yield Step((1 if long else 2) + (far or 0), offer.button, address, fill)
                    return
            return
        far, filled = self.going.distance(offer.path), self._asked(offer)
        own = any(concerns(other, self.command, self.app) for other in page.offers)
        if far and self._comes_back(offer) and not own:
            return  # it chooses for another command's form
        chosen = getattr(self.command, self._listed(offer), ())
        self.lists |= {offer.path} if chosen else set()
        mine = [one for one in offer.fixed.items() if one[0] in hints(type(self.command))]
        said = [self.hands.now.url] if chosen else [*mine, *((one.element.ref, one.value) for one in filled or ())]
        address = f"{offer.path}?{said}"
        if far is not None and filled is not None and address not in self.been:
            yield Step((-3 if chosen else -1.5 if filled else 1) + far, offer.button, address, tuple(filled))

    def _comes_back(self, offer: Offer) -> bool:
        """Return whether the page that a form leads to is given this one as that which it leads back to."""
        here = self.hands.now.url.partition("?")[0]
        return any(text.partition("?")[0] == here for texts in offer.fixed.values() for text in texts)

    def _listed(self, offer: Offer) -> str:
        """Return the field whose rows are chosen one after the other where a button leads; "" where it has none."""
        name = offer.button.attributes.get("name", "")
        return name if isinstance(getattr(self.command, name, None), tuple) else ""

    def _asked(self, offer: Offer) -> list[Entry] | None:
        """Return what of the command a form on the way asks for; None where it asks for nothing of it.

        What its button leads to a choice of is not asked here.
        """
        found: list[Entry] = []
        mine = [name for name in hints(type(self.command)) if name in offer.asked or f"{name}_date" in offer.asked]
        for name in (name for name in mine if name != self._listed(offer)):
            changed = changes(offer, type(self.command), name, getattr(self.command, name), self.clock)
            if changed is None:
                return None
            found += changed
        return found if mine else None

    # ---- acting

    def _take(self, step: Step) -> None:
        self.been.add(step.address)
        here, path = self.hands.now.url, step.address.partition("?")[0]
        if path == here.partition("?")[0]:
            turn = path, _longer(here, step.address)
            self.turns[turn] = self.turns.get(turn, 0) + 1
            if step.fill:  # what is found is another list
                self.turns = {turn: n for turn, n in self.turns.items() if turn[0] != path or not turn[1]}
        self._fill(step.fill)
        if not any(AS_TYPED in entry.element.attributes for entry in step.fill):
            self._press(step.press)

    def _shown_more(self, path: str) -> Iterator[int]:
        return (n for (there, name), n in self.turns.items() if there == path and name)

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

    def _begins_here(self) -> bool:
        """Return whether one is in the app, and what stands over the page, if anything, leads on."""
        over = self.hands.now.tree.find("main") is None
        return self.hands.now.url.startswith(self.app.href) and (not over or any(self._steps(self._page())))

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


def _longer(here: str, address: str) -> str:
    """Return which list of a page an address shows more of, by its name in the query; "" where it shows others."""
    own, other = (dict(parse_qsl(urlsplit(one).query)) for one in (here, address))
    new = {name: value for name, value in other.items() if value != own.get(name)}
    longer = (name for name, value in new.items() if _is_longer(own.get(name, "0"), value))
    return next(longer, "") if own.keys() <= other.keys() else ""


def _is_longer(before: str, after: str) -> bool:
    whole = before.isdecimal() and after.isdecimal()
    return whole and int(after) > max(AT_ONCE, int(before)) and int(after) % AT_ONCE == 0
