"""Learns the map of an app from the screens of one person's world, once a version of the code; the cache keeps it."""

import hashlib
import json
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import lifeworld
from lifeworld.core.jsontext import json_text
from lifeworld.core.writing import cache, keep
from lifeworld.env.atlas import FOUND, WORDS, Atlas, Seen, kind_at, kinds, place_of
from lifeworld.env.drivers.tab import Tab
from lifeworld.env.sheet import Offer, sheet
from lifeworld.env.walker import Element, fields
from lifeworld.web import App
from lifeworld.web.look import DESKTOP, PHONE, Look
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

ALIKE, MOST = 2, 170  # pages of one kind by the page before it; pages in all
PROBES = ("a", "in")  # what is searched for, to see which kinds of page a search leads to
_DECIDES = ("env", "web")  # the floors whose code decides a map, beside the app's own and the world


@lru_cache(maxsize=32)
def atlas(app: App, wide: bool) -> Atlas:
    """Return the map of an app on a narrow or a wide screen, from the cache where it was made before."""
    kept = cache() / f"map-{app.id}-{'wide' if wide else 'narrow'}-{_digest(app)}.json"
    if not kept.exists():
        found = _Surveyor(app, wide).survey()
        keep(kept, json_text(found).encode())
        return _read(app, found)
    return _read(app, json.loads(kept.read_text()))


def _digest(app: App) -> str:
    return hashlib.blake2b(_of_all_apps() + _of_folder(app.folder), digest_size=8).hexdigest()


@lru_cache(maxsize=1)
def _of_all_apps() -> bytes:
    """Return a digest of what decides every app's map, read once a process: the world, and the floors' code."""
    root = Path(lifeworld.__file__).parent
    return load(NAMES[0]).digest.encode() + b"".join(_of_folder(root / floor) for floor in _DECIDES)


def _of_folder(folder: Path) -> bytes:
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".html")):
        digest.update(path.read_bytes())
    return digest.digest()


def _read(app: App, found: Mapping[str, Any]) -> Atlas:
    def seen(part: str) -> dict[str, dict[str, Seen]]:
        return {here: {there: Seen(*one) for there, one in those.items()} for here, those in found[part].items()}

    return Atlas(
        app,
        {kind: Seen(*one) for kind, one in found["looked"].items()},
        seen("leads"),
        seen("offers"),
        {here: {there: frozenset(names) for there, names in those.items()} for here, those in found["fills"].items()},
        frozenset(found["searches"]),
        found["counts"],
    )


class _Surveyor:
    """Looks at some pages of each kind."""

    def __init__(self, app: App, wide: bool) -> None:
        self.app, self.wide = app, wide
        self.waiting: deque[tuple[str, str]] = deque([(app.href, "")])
        self.again: dict[tuple[str, str], deque[str]] = {}  # by the page before and the kind, once one is known
        self.known, self.counts = {app.href}, Counter[tuple[str, str]]()
        self.looked: dict[str, set[str]] = defaultdict(set)
        self.leads: dict[str, dict[str, dict[str, set[int]]]] = defaultdict(lambda: defaultdict(dict))
        self.within: dict[str, set[str]] = defaultdict(set)  # what a kind's own links lead to, not those to places
        self.offers: dict[str, dict[str, dict[str, set[int]]]] = defaultdict(lambda: defaultdict(dict))
        self.fills: dict[str, dict[str, list[str]]] = defaultdict(dict)
        self.searches: set[str] = set()

    def survey(self) -> dict[str, Any]:
        """Return what is found, as plain data."""
        world = World(load(NAMES[0]).data, Look("light", DESKTOP if self.wide else PHONE)).start()
        try:
            self.tab = Tab(world)
            for address in self._chosen():
                self._look(address)
            models = {model for kind in kinds(self.app).values() for model in kind.models if model}
            tables = [model.table().name for model in models | set(self.app.models)]
            counts = {table: world.store.value(f'SELECT count(*) FROM "{table}"') for table in tables}
        finally:
            world.close()
        return {
            "looked": {kind: _seen({one: set() for one in those}) for kind, those in self.looked.items()},
            "leads": _plain(self.leads, self.within),
            "offers": _plain(self.offers),
            "fills": self.fills,
            "searches": sorted(self.searches),
            "counts": counts,
        }

    def _chosen(self) -> Iterator[str]:
        """Yield the addresses to look at: first one of each kind, then others of the same by other pages."""
        for _ in range(MOST):
            while self.waiting:
                address, before = self.waiting.popleft()
                way = before, self._sort(address)
                if not self.counts["", way[1]]:
                    break
                self.again.setdefault(way, deque()).append(address)
            else:
                way = min(self.again, key=lambda one: self.counts[one], default=("", ""))
                if not self.again or self.counts[way] >= ALIKE:
                    return
                address = self.again[way].popleft()
                if not self.again[way]:
                    del self.again[way]
            self.counts["", way[1]] += 1
            self.counts[way] += 1
            yield address

    def _sort(self, address: str) -> str:
        names = sorted({name for name, _ in parse_qsl(urlsplit(address).query)} - {"back"})  # it changes no page
        return "&".join((self._kind(address), *names))

    def _kind(self, address: str) -> str:
        return kind_at(self.app, self.searches, address)

    def _look(self, address: str) -> None:
        self.tab.go(address)
        asked, kind = self._kind(address), self._kind(self.tab.url)
        if not kind:
            return
        if asked != kind:
            self._lead(asked, address, self.tab.url, aside=False)
        self.looked[kind].add(self.tab.url)
        page = sheet(self.tab.page.document)
        for link, to in page.links:
            self._lead(kind, self.tab.url, to, aside=link.around("nav") is not None)
            self._later(to, kind)
        for offer in page.offers:
            take = self._offered if offer.method == "post" else self._ask
            take(kind, offer)

    def _later(self, address: str, before: str) -> None:
        if address not in self.known and place_of(self.app, address)[0]:
            self.known.add(address)
            self.waiting.append((address, before))

    def _lead(self, kind: str, address: str, to: str, *, aside: bool) -> None:
        there, numbers = place_of(self.app, to)
        if there:
            self.leads[kind][self._kind(to)].setdefault(address, set()).update(numbers[-1:])
            if not aside:
                self.within[kind].add(self._kind(to))

    def _offered(self, kind: str, offer: Offer) -> None:
        for route in self.app.pages.routes:
            given = route.match(offer.path) if route.command else None
            if given is not None and route.command:
                rows = {one for one in given.values() if isinstance(one, int)}
                self.offers[kind][route.command.__name__].setdefault(self.tab.url, set()).update(rows)

    def _ask(self, kind: str, offer: Offer) -> None:
        there, _ = place_of(self.app, offer.path)
        if not there:
            return
        if search_field(offer):
            self.searches.add(there)
            self.fills[kind][there + FOUND] = []
            for words in PROBES:
                self._later(f"{offer.path}?{urlencode({**_sent(offer), WORDS: words}, doseq=True)}", kind)
            return
        self.fills[kind][there] = sorted({*offer.asked, *offer.fixed})
        for more in (False, True):
            self._later(f"{offer.path}?{urlencode(_sent(offer, more), doseq=True)}", kind)


def search_field(offer: Offer) -> Element | None:
    """Return the field for the words of a form that searches."""
    found = offer.asked.get(WORDS, ())
    return found[0] if found and fields.takes_text(found[0]) else None


def _sent(offer: Offer, more: bool = False) -> dict[str, Any]:
    """Return what a form sends untouched, or with `more`: something in each empty field, another row in each choice."""
    sent: dict[str, Any] = {name: values[-1] for name, values in offer.fixed.items()}
    for name, (first, *others) in offer.asked.items():
        if first.tag == "select":
            values = [fields.option_value(one) for one in (*fields.chosen(first), *fields.options(first))]
            used = [value for taken in sent.values() for value in (taken if isinstance(taken, list) else [taken])]
            unused = [one for one in values if one and one not in used]
            sent[name] = (unused if more else values)[:1]
        elif fields.kind(first) in ("radio", "checkbox"):
            on = [one for one in (first, *others) if fields.is_checked(one)] or ([first] if more else [])
            sent[name] = [one.attributes.get("value", "on") for one in on]
        else:
            sent[name] = fields.typed(first) or ("1" if more else "")
    return {name: value[0] if isinstance(value, list) and len(value) == 1 else value for name, value in sent.items()}


def _plain(
    found: Mapping[str, Mapping[str, Mapping[str, set[int]]]], within: Mapping[str, set[str]] | None = None
) -> dict[str, dict[str, Seen]]:
    def one(here: str, there: str, seen: Mapping[str, set[int]]) -> Seen:
        return _seen(seen)._replace(aside=within is not None and there not in within[here])

    return {here: {there: one(here, there, seen) for there, seen in those.items()} for here, those in found.items()}


def _seen(found: Mapping[str, set[int]]) -> Seen:
    paths = {address.partition("?")[0] for address in found}
    return Seen(len(found), len(paths), max(map(len, found.values()), default=0))
