"""Which part of the world a goal is about, going by the words on the screens of each that were seen."""

from lifeworld.agents.goal import plain, words
from lifeworld.agents.screens import Screens

_TELLING = frozenset(("link", "button", "heading", "searchbox", "list", "text"))
_LONGEST = 40  # letters: longer texts are what people wrote, and say little of what an app is for


def fitting(screens: Screens, areas: list[str]) -> list[str]:
    """Return the first parts of addresses, the one first whose screens share most with the goal.

    A word counts the more the fewer of them have it; so does each thing of a name that the goal mentions.
    """
    own = {area: _vocabulary(screens, area) for area in areas}
    shown = {area: _things(screens, area) for area in areas}

    def worth(area: str) -> float:
        told = sum(1 / sum(word in every for every in own.values()) for word in screens.goal.verbs & own[area])
        return told + sum(plain(one.text) in shown[area] for one in screens.goal.mentions)

    return sorted(areas, key=worth, reverse=True)


def _vocabulary(screens: Screens, area: str) -> frozenset[str]:
    found = [
        node.name
        for url, page in screens.pages.items()
        if url.startswith(area)
        for node in page.tree.walk()
        if node.role in _TELLING and len(node.name) < _LONGEST
    ]
    return words("\n".join(found))


def _things(screens: Screens, area: str) -> frozenset[str]:
    pages = (page for url, page in screens.pages.items() if url.startswith(area))
    return frozenset(plain(name) for page in pages for name in page.things)
