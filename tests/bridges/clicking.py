"""An agent for BrowserGym and AgentLab, which acts on what they show of a page."""

import re
from typing import Any


def found(observation: dict[str, Any], name: str) -> str:
    """Return the bid of what is called so in BrowserGym's tree; "" where there is none."""
    nodes = [one for one in observation["axtree_object"]["nodes"] if one.get("browsergym_id")]
    return next((one["browsergym_id"] for one in nodes if one.get("name", {}).get("value") == name), "")


def decided(observation: dict[str, Any]) -> str:
    """Return the next action of an agent that ticks off the task quoted in the goal; it can be undone afterwards."""
    if found(observation, "Undo"):
        return "send_msg_to_user('Done.')"
    task = re.findall("“(.+?)”", observation["goal"])[0]
    for name in (f"Complete {task}", "Upcoming", "Ticked"):
        if bid := found(observation, name):
            return f"click('{bid}')"
    raise AssertionError(f"nothing to click on {observation['url']}")
