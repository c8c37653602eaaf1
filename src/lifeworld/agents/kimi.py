"""Kimi (VL and K2.5): a step in words, then pyautogui code like OpenCUA's, in fractions of the picture."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from lifeworld.agents.arguments import Measure
from lifeworld.agents.opencua import OpencuaAgent, OpencuaSettings, read
from lifeworld.agents.openweights import CallingSettings

__all__ = ["KimiAgent", "KimiSettings", "read"]


class KimiSettings(OpencuaSettings, CallingSettings):
    """Kimi's, as its authors' agent for OSWorld has them; it thinks unless thinking=false."""

    measure: Measure = "fractions"
    factor: int = Field(1, ge=1, le=512)
    least: int = Field(1, ge=1)
    temperature: float | None = Field(1, ge=0, le=2)
    top_p: float | None = Field(0.95, gt=0, le=1)
    max_tokens: int = Field(4096, ge=1)


class KimiAgent(OpencuaAgent):
    """Kimi, whose thoughts come apart from its answer where the endpoint keeps them apart."""

    name = "kimi"
    kind = KimiSettings

    def thinks(self, wanted: bool) -> Mapping[str, Any]:
        return {"chat_template_kwargs": {"thinking": wanted}}
