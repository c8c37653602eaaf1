"""Takes the agents' names out of what a voter reads before the vote."""

import re
from collections.abc import Iterable
from functools import lru_cache

BLANK = "▇▇▇"
# What agents' makers and models call themselves, whatever they are called here.
SELF_NAMES = """
anthropic claude sonnet haiku openai chatgpt gpt gemini gemma deepmind qwen alibaba uitars ui-tars
bytedance doubao opencua kimi moonshot glm zhipu autoglm chatglm holo1 hcompany fara llama mistral
grok xai deepseek coact
""".split()
_SHORTEST = 3  # letters; shorter parts of a name are words like any other


def blinded(text: str, names: Iterable[str]) -> str:
    """Return a text without what tells who speaks: the agents' names and specs, and names of models and makers."""
    return _pattern(frozenset(names)).sub(BLANK, text)


@lru_cache(maxsize=512)
def _pattern(names: frozenset[str]) -> re.Pattern[str]:
    told = {name.strip() for name in (*names, *SELF_NAMES) if len(name.strip()) >= _SHORTEST}
    longest_first = sorted(told, key=len, reverse=True)
    return re.compile(
        rf"(?<![^\W_])(?:{'|'.join(map(re.escape, longest_first))})(?:[-. ]?\d[\w.-]*)?(?![^\W_])", re.IGNORECASE
    )
