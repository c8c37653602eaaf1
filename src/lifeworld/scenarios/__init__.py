"""What agents are asked to do: one file or folder an app, `cross/` for several apps, `memory/` for patterns."""

from lifeworld.scenarios.configuration import Configuration
from lifeworld.scenarios.kit import Scenario, chosen, judged, observed
from lifeworld.scenarios.parameters import clock, day, derived, money, number, phrase, pick
from lifeworld.scenarios.prose import anything, containing
from lifeworld.scenarios.user import User, box, button, field, link, option

__all__ = [
    "Configuration",
    "Scenario",
    "User",
    "anything",
    "box",
    "button",
    "chosen",
    "clock",
    "containing",
    "day",
    "derived",
    "field",
    "judged",
    "link",
    "money",
    "number",
    "observed",
    "option",
    "phrase",
    "pick",
]
