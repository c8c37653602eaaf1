"""Judges by name: the same names as of agents whose model they ask."""

from lifeworld.agents.roster import imported
from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint
from lifeworld.judges.model import JudgeModel

MODELS = {
    "anthropic": "lifeworld.judges.anthropic:AnthropicJudge",
    "gemini": "lifeworld.judges.gemini:GeminiJudge",
    "openai": "lifeworld.judges.openai:OpenAIJudge",
    "prompt": "lifeworld.judges.chat:ChatJudge",
}


def create(name: str) -> JudgeModel:
    """Return the model of a judge, `anthropic:MODEL?temperature=0`.

    Raises:
        UserError: there is none of this name, or what it needs is missing.
    """
    first, _, rest = name.partition(":")
    if first not in MODELS:
        raise UserError(f"no judge “{first}”; {hint(first, MODELS)} (each with :MODEL)")
    module, _, wanted = MODELS[first].partition(":")
    found: JudgeModel = getattr(imported(first, module), wanted)(rest)
    return found
