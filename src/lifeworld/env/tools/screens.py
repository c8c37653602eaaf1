"""The apps' own screens as text, for what is nobody's column: balances, totals, a whole conversation."""

import re
from functools import lru_cache
from urllib.parse import urlencode

from lifeworld.core.observation import Node, View
from lifeworld.env.atlas import FOUND, Seen, place_of
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.drivers.driver import Stage
from lifeworld.env.survey import atlas
from lifeworld.env.tools.naming import kind_name
from lifeworld.store import Row
from lifeworld.web import App

_START = "start"
_WORD, _WORD_HERE = re.compile(r"\{(\w+):word\}"), re.compile(r"\{\w+\}")


@lru_cache(maxsize=256)
def screens(app: App) -> dict[str, str]:
    """Return the addresses of the screens that need no row, by what they are called: `start`, `spending`."""
    paths = [one.path for one in app.pages.routes if one.view and not one.command and "{" not in one.path]
    names = {path: path.removeprefix(app.pages.prefix).strip("/").replace("/", " ") for path in paths}
    return {name or _START: path for path, name in names.items()}


def own_screen(app: App, model: type[Row]) -> str:
    """Return the address of a row's own screen, with “{}” for its id; "" where there is none."""
    place = {kind_name(app, model), model.__name__.lower()}
    found = [one.path for one in app.pages.routes if one.view and one.path.count("{") == 1]
    own = [path for path in found if path.endswith("}") and _argument(path).removesuffix("_id") in place]
    return min(own, key=len).partition("{")[0] + "{}" if own else ""


@lru_cache(maxsize=256)
def listing_screen(app: App, model: type[Row], searched: bool) -> str:
    """Return the address of the screen that leads to most rows of a kind; the app's first where none does."""
    own, pages = own_screen(app, model), atlas(app, wide=False).leads
    there = place_of(app, own.format(1))[0]
    named = {path: pages.get(path + FOUND * searched, {}).get(there, Seen()).most for path in screens(app).values()}
    return max((path for path in named if there and named[path]), key=named.__getitem__, default=app.href)


def more_screens(app: App, model: type[Row]) -> dict[str, str]:
    """Return the addresses of a row's other screens by what they are called: `details`, `statement {month}`."""
    first = own_screen(app, model)
    own = [one.path for one in app.pages.routes if one.view and not one.command and first]
    start = f"{first.removesuffix('{}')}{{"
    paths = [path for path in own if path.startswith(start) and not path.endswith(f"{_argument(path)}}}")]
    rests = {path: path.partition("}/")[2] for path in paths}
    return {_WORD.sub(r"{\1}", rest).replace("/", " "): first + "/" + rest for rest in rests.values() if rest}


def address_of(app: App, row: Row, screen: str) -> str:
    """Return the address of one of a row's screens; "" where there is none of this name."""
    known = {"": own_screen(app, type(row)), **more_screens(app, type(row))}
    for name, address in known.items():
        found = re.fullmatch(_WORD_HERE.sub(r"([\\w.-]{1,40})", name), screen)
        if found:
            return _WORD.sub(found[1] if found.groups() else "", address).format(row.id)
    return ""


def looked_at(world: Stage, address: str, **query: object) -> View:
    """Return a screen as one who opens it sees it; what looking leaves behind, this does too."""
    asked = urlencode({name: value for name, value in query.items() if value not in ("", None)})
    return Dom().open_now(world, f"{address}?{asked}" if asked else address)


def words(view: View) -> str:
    """Return the text of a screen, without the frame that all screens have."""
    main: Node = view.tree.find("main") or view.tree
    inside = list(main.all("complementary"))
    beside = (one for one in view.tree.all("complementary") if one not in inside)  # as the guests, on a wide screen
    return "\n".join(one.text for one in (main, *beside))


def _argument(path: str) -> str:
    return path.partition("{")[2].partition("}")[0]
