"""The engine behind tasks, and what their authors import: it knows no app and no task."""

from lifeworld.core.answers import Code, Days, FullName, FullNames, Minutes, Percent, Texts
from lifeworld.core.money import Money
from lifeworld.core.typed import sure
from lifeworld.store import Store
from lifeworld.taskkit.choices import chosen
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.kit import Commands, Effects, Events, Items, Outcomes, Setup, Task, judged, observed, way
from lifeworld.taskkit.parameters import clock, day, derived, money, nth, number, phrase, pick
from lifeworld.taskkit.prose import anything, containing
from lifeworld.taskkit.user import (
    Line,
    Page,
    User,
    amounts,
    box,
    button,
    clocks,
    day_told,
    days,
    field,
    link,
    numbers,
    option,
    show_all,
    span,
)
from lifeworld.world.moments import when

__all__ = [
    "Code",
    "Commands",
    "Configuration",
    "Days",
    "Effects",
    "Events",
    "FullName",
    "FullNames",
    "Items",
    "Line",
    "Minutes",
    "Money",
    "Outcomes",
    "Page",
    "Percent",
    "Setup",
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
    "sure",
    "way",
    "when",
]
