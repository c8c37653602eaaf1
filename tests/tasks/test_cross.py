"""Tasks across apps: how many there are, how far they go, and what earns credit in them."""

from typing import Any

from lifeworld.core.actions import Done, System
from lifeworld.env.environment import SyncEnvironment
from lifeworld.taskkit.catalogue import apps_of, tasks
from lifeworld.taskkit.configuration import Configuration
from lifeworld.world.profiles import NAMES

OVER = ("cross", "hard", "memory")  # folders of tasks over several apps, or over a year's habits


def test_tasks_across_apps_are_many_and_go_far() -> None:
    """Composition can't say them, so they are written by hand: the outcome of one part is used in the next."""
    over = [one for one in tasks() if one.home() == "cross"]
    assert len(over) >= 66
    assert sum(len(apps_of(one)) > 2 for one in over) >= 20
    assert sum(one.kind() == "modify" and one.says("answer") for one in over) >= 15


def rubric(environment: Any, configuration: Configuration) -> dict[str, bool | None]:
    environment.reset(configuration)
    return looked_around(environment, "home")


def looked_around(environment: Any, *keys: Any) -> dict[str, bool | None]:
    """Press these keys of the device, end the episode, and return which items are met."""
    for key in keys:
        environment.step(System(name=key))
    environment.step(Done())
    return {item.text: item.met for item in environment.verdict().items}


def test_an_app_that_stood_open_at_the_start_was_not_opened_by_the_agent(environment: SyncEnvironment) -> None:
    items = rubric(environment, Configuration("cross.PayMailedInvoice", "nora", state="mail.letter"))
    assert items["Opened Post"] is False and items["Opened Harbour Bank"] is False


def test_what_the_home_screen_and_the_notifications_show_meets_no_item(environment: SyncEnvironment) -> None:
    over = [one.id for one in tasks() if one.home() in OVER]
    met = []
    for number, name in enumerate(over):
        environment.reset(Configuration(name, NAMES[number % 3]))
        items = looked_around(environment, "home", "notifications", "home")
        met += [(name, text) for text, was in items.items() if was]
    assert not met
