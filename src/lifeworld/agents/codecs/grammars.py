"""The grammars of models that write their calls as text, by the names that exports and the mock server use."""

from collections.abc import Mapping
from types import MappingProxyType

from lifeworld.agents.codecs.glm import AUTOGLM, GLM
from lifeworld.agents.codecs.grammar import Grammar
from lifeworld.agents.codecs.holo import HOLO
from lifeworld.agents.codecs.prompt import PROMPT
from lifeworld.agents.codecs.pyautogui import OPENCUA, OPENCUA_QWEN25
from lifeworld.agents.codecs.qwen import FARA, QWEN
from lifeworld.agents.codecs.uitars import UITARS

GRAMMARS: Mapping[str, Grammar] = MappingProxyType(
    {
        **{f"qwen-{form}": one for form, one in QWEN.items()},
        **{f"uitars-{form}": one for form, one in UITARS.items()},
        "opencua": OPENCUA,
        "opencua-qwen25": OPENCUA_QWEN25,
        "kimi": OPENCUA,
        "glm": GLM,
        "autoglm": AUTOGLM,
        "holo": HOLO,
        **{f"fara-{form}": one for form, one in FARA.items()},
        "prompt": PROMPT,
    }
)
