"""The pages of an episode that was played without pictures, as files that a browser shows.

It is replayed without a browser. Each page is kept as it stood before the step, without its scripts, and with the
control marked that was acted on. RUN/pages holds each page once, RUN/look/static the style sheets and pictures of all.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

from lifeworld.agents.replay import labelled
from lifeworld.core.actions import Action, Ref
from lifeworld.core.errors import Fault, UserError
from lifeworld.core.jsontext import json_text
from lifeworld.core.observation import Node, Observation
from lifeworld.core.trajectory import Step
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.drivers.tab import Tab
from lifeworld.env.environment import Environment, SyncEnvironment
from lifeworld.env.walker.document import Document, Element
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned
from lifeworld.web.request import Request

PAGES = "episodes/{}/pages.json"  # the names of an episode's pages, in its steps' order
MOST = 60  # episodes whose pages a report keeps at once; the viewer keeps those of others when they are opened
_LOOK = "look/static"
_STATIC = re.compile(r"/static/([\w./@-]+)(?:\?v=\w+)?")
_STYLE = """<style>* { animation: none !important; caret-color: transparent !important; }
html { scrollbar-width: none; } :where(#aim) { border-radius: 8px; }
#aim { outline: 5px solid #e0115f !important; box-shadow: 0 0 0 7px #fff !important; scroll-margin: 40vh 0; }</style>"""


def keep(folder: Folder, episode: dict[str, Any]) -> bool:
    """Replay an episode that has no pictures and keep its pages; return whether all were those that were recorded.

    Raises:
        UserError: they can't be written.
    """
    planned = Planned.from_json(episode["planned"])
    if planned.channel == "tools" or planned.driver != "dom" or kept(folder, episode["episode"]):
        return False
    steps = folder.steps(episode["episode"])
    environment = SyncEnvironment(Environment(driver := Dom()))
    try:
        now = environment.reset(planned.configuration)
        made = list(_pages(environment, driver, now, steps))
        names = [_stored(folder, page, environment) for page in made] if len(made) == len(steps) else []
    except (UserError, Fault):  # another version's world: its words are all that there is
        return False
    finally:
        environment.close()
    if names:
        folder.write(PAGES.format(episode["episode"]), json_text(names).encode())
    return bool(names)


def kept(folder: Folder, episode: str) -> list[str]:
    """Return the names of an episode's pages, where all of them are there: merged runs leave them behind."""
    place = folder.path / PAGES.format(episode)
    names = json.loads(place.read_text()) if place.exists() else []
    return names if all((folder.path / _page(name)).exists() for name in names) else []


def aimed(step: Step, tree: Node) -> Action:
    """Return a step's action, aimed at the control of the same role and name."""
    assert step.action is not None
    node = labelled(tree, step) if step.role else None
    return step.action.model_copy(update={"target": Ref(id=node.ref)}) if node else step.action


def _pages(environment: SyncEnvironment, driver: Dom, now: Observation, steps: list[Step]) -> Iterator[str]:
    """Yield the page of each step, as long as it says what was recorded."""
    for step in steps:
        if (now.url, now.title, now.tree.text) != (step.url, step.title, step.words):
            return
        if step.action is None:
            yield written(driver.tab)
            continue
        action = aimed(step, now.tree)
        target = getattr(action, "target", None)
        yield written(driver.tab, driver.element(target.id) if isinstance(target, Ref) else None)
        now = environment.step(action)


def written(tab: Tab, target: Element | None = None) -> str:
    """Return the open page with what has been typed and chosen on it, and with its target marked."""
    parser = LexborHTMLParser(tab.page.drawn.html.decode())
    for node in parser.css("script, [autofocus]"):
        if node.tag == "script":
            node.decompose()
        else:
            del node.attrs["autofocus"]
    for element in tab.document.elements:
        if element is target or vars(element) or element.attributes is not element.kind.attributes:
            _live(_node(parser, tab.document, element), element, element is target)
    for link in parser.css("a[href]"):
        link.attrs["href"] = "#aim"  # which leads nowhere else
    return (parser.html or "").replace("</head>", f"{_STYLE}</head>")


def _node(parser: LexborHTMLParser, document: Document, element: Element) -> LexborNode | None:
    """Return the page's node of an element: the one in as many places among those with its tag and attributes."""
    kind = element.kind
    alike = [one for one in document.elements if (one.tag, one.kind.attributes) == (kind.name, kind.attributes)]
    wanted = {name: text for name, text in kind.attributes.items() if name != "autofocus"}
    nodes = [
        one for one in parser.css(kind.name) if {name: text or "" for name, text in one.attributes.items()} == wanted
    ]
    return nodes[at] if (at := alike.index(element)) < len(nodes) else None


def _live(node: LexborNode | None, element: Element, target: bool) -> None:
    """Write an element's state into the page's node."""
    if node is None:
        return
    if target:
        node.attrs["id"], node.attrs["inert"] = "aim", ""  # so that going to it leaves the focus where it is
    if element.value is not None and element.tag == "textarea":
        for child in list(node.iter(include_text=True)):
            child.remove()
        node.insert_child(element.value)
    elif element.value is not None:
        node.attrs["value"] = element.value
    for name, on in (
        ("selected" if element.tag == "option" else "checked", element.checked),
        ("open", "open" in element.attributes if element.attributes is not element.kind.attributes else None),
    ):
        if on:
            node.attrs[name] = ""
        elif on is not None and name in node.attributes:
            del node.attrs[name]


def _page(name: str) -> str:
    return f"pages/{name[:2]}/{name}.html"


def _stored(folder: Folder, page: str, environment: SyncEnvironment) -> str:
    """Store a page under its content's name, with all that it shows, and return that name."""
    html = _STATIC.sub(lambda found: f"../../{_LOOK}/{found[1]}", page).encode()
    name = hashlib.blake2b(html, digest_size=12).hexdigest()
    place = _page(name)
    if not (folder.path / place).exists():
        for path in {*_STATIC.findall(page)}:
            _file(folder, path, environment)
        folder.write(place, html)
    return name


def _file(folder: Folder, path: str, environment: SyncEnvironment) -> None:
    """Store a static file, and what a style sheet names."""
    place = f"{_LOOK}/{path}"
    episode = environment.environment.episode
    if (folder.path / place).exists() or episode is None:
        return
    content = episode.world.site.handle(Request("GET", f"/static/{path}")).body
    if path.endswith(".css"):
        sheet = content.decode()
        content = _STATIC.sub(lambda found: "../" * path.count("/") + found[1], sheet).encode()
        for other in {*_STATIC.findall(sheet)}:
            _file(folder, other, environment)
    folder.write(place, content)
