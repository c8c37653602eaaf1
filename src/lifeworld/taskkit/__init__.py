"""What agents are asked to do: one file or folder an app, `cross/` for several apps, `memory/` for patterns."""

from lifeworld.core.answers import Code, Days, Percent, Texts
from lifeworld.core.money import Money
from lifeworld.core.own import own_folders
from lifeworld.store import Store
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.kit import Task, chosen, judged, observed, way
from lifeworld.taskkit.parameters import clock, day, derived, money, nth, number, phrase, pick
from lifeworld.taskkit.prose import anything, containing
from lifeworld.taskkit.reading import Line, Page, amounts, clocks, day_told, days, numbers, span
from lifeworld.taskkit.user import User, box, button, field, link, option, show_all
from lifeworld.world.moments import when

__path__.extend(own_folders("tasks"))

__all__ = [
    "Code",
    "Configuration",
    "Days",
    "Line",
    "Money",
    "Page",
    "Percent",
    "Store",
    "Task",
    "Texts",
    "User",
    "amounts",
    "anything",
    "box",
    "button",
    "chosen",
    "clock",
    "clocks",
    "containing",
    "day",
    "day_told",
    "days",
    "derived",
    "field",
    "judged",
    "link",
    "money",
    "nth",
    "number",
    "numbers",
    "observed",
    "option",
    "phrase",
    "pick",
    "show_all",
    "span",
    "way",
    "when",
]
