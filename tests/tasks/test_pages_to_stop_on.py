"""Where a task ends on a page, the same page with something left out is another: who asked for all of it sees less."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from lifeworld.core.actions import Navigate
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.interpreter import driver_for
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.taskkit import Configuration, show_all
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.draw import instance_of
from lifeworld.verify.judge import stopped_on

SCROLLED = ("before", "after", "at")  # another part of a chat, which is scrolled through


def played(environment: SyncEnvironment, configuration: Configuration) -> SolutionDriver:
    """Play the solution, and return the hands on the page where it stops."""
    hands = driver_for(environment.step, environment.reset(configuration), configuration)
    hands.solve(instance_of(configuration))
    return hands


def offered(hands: SolutionDriver) -> list[str]:
    """Return the addresses of the page itself that it offers with something else asked for, one for each such thing."""
    path, found = urlsplit(hands.now.url).path, dict[tuple[str, str], str]()
    asked = parse_qsl(urlsplit(hands.now.url).query)
    for node in hands.now.tree.walk():
        href = urlsplit(node.href)
        if href.path == path and href.query and not {name for name, _ in parse_qsl(href.query)} & {*SCROLLED}:
            found.update({pair: node.href for pair in parse_qsl(href.query) if pair not in asked})
    return list(found.values())


def shown(hands: SolutionDriver) -> set[str]:
    """Return what the lists of a page hold, to their ends."""
    return {line.names[0] for line in show_all(hands) if line.names}


@pytest.mark.parametrize("task", [task.id for task in tasks() if task.says("reached")])
def test_a_page_that_shows_less_is_no_page_to_stop_on(task: str, environment: SyncEnvironment) -> None:
    """Each filter, order and length that the page offers: where something is missing from it, it is another."""
    for person in ("nora", "wilma"):
        configuration = Configuration(task, person, device="desktop")
        hands = played(environment, configuration)
        pages = instance_of(configuration).expectation.reached
        assert stopped_on(hands.now.url, pages)
        others, whole = offered(hands), shown(hands)
        for address in others:
            hands.act(Navigate(url=address))
            assert whole <= shown(hands) or not stopped_on(address, pages), address


@pytest.mark.parametrize(
    ("address", "page", "passes"),
    [
        ("/mail/sent?conversations=40&select=all", "/mail/sent", True),
        ("/mail/sent?show=files", "/mail/sent", False),
        ("/mail/search?q=label:Bills&conversations=40", "/mail/search?q=label%3ABills", True),
        ("/mail/search?q=label:Bills&show=unread", "/mail/search?q=label%3ABills", False),
        ("/mail/thread/8?box=search&q=invoice", "/mail/thread/8", True),
        ("/shop/search?department=2&sort=price&show=40", "/shop/search?department=2", True),
        ("/shop/search?department=2&q=&low=&rating=0", "/shop/search?department=2", True),
        ("/shop/search?department=2&q=zzz", "/shop/search?department=2", False),
        ("/shop/search?department=2&low=50", "/shop/search?department=2", False),
        ("/shop/search?department=3", "/shop/search?department=2", False),
        ("/bank/account/2?show=40", "/bank/account/2", True),
        ("/bank/account/2?q=zzz", "/bank/account/2", False),
        ("/todo/list/4?done=1", "/todo/list/4", True),
        ("/messenger/chat/12?list=40&before=657", "/messenger/chat/12", True),
    ],
)
def test_filters_make_another_page_and_orders_do_not(address: str, page: str, passes: bool) -> None:
    assert stopped_on(address, (page,)) is passes
