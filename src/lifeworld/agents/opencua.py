"""OpenCUA: sections of an observation, a thought and an action, then pyautogui code, read and never run."""

import re
from dataclasses import replace

from lifeworld.agents.model import Call
from lifeworld.agents.pyautogui import VERBS, statements
from lifeworld.agents.reading import Seen, understood
from lifeworld.agents.toolcall import spoken

_FENCE = re.compile(r"```(?:code|python|py)?[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL | re.IGNORECASE)


def read(text: str, seen: Seen) -> tuple[Call, ...]:
    """Return the calls of an answer: its last block of code, or a bare WAIT, DONE or FAIL."""
    said = spoken(text)
    blocks = [block for block in _FENCE.findall(said) if block.strip()]
    bare = said.strip()
    code = blocks[-1] if blocks else bare if bare in VERBS else ""
    words = said.partition("```")[0].strip() if blocks else bare
    return understood(statements(code) if code else [], VERBS, replace(seen, words=words))
