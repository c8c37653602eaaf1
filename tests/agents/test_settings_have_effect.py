"""A setting is refused exactly where it changes nothing that a model is sent; the environment reaches nobody else."""

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.agents.mocked import PIXELS, acts
from tests.agents.test_hostile_endpoints import JSON, SERVER, origin

from lifeworld.agents.agent_handle import InProcess
from lifeworld.agents.roster import create
from lifeworld.core.choices import Channel, shown
from lifeworld.core.errors import UserError
from lifeworld.core.observation import Observation
from lifeworld.env.opening import opened
from lifeworld.run.config import RunConfig
from lifeworld.run.runner import run
from lifeworld.taskkit import Configuration

__all__ = ["origin"]
pytestmark = pytest.mark.usefixtures("keys")

AGENTS = {
    "anthropic": "anthropic:m?base_url={}",
    "openai": "openai:m?base_url={}/v1",
    "gemini": "gemini:m?base_url={}",
    "prompt": "prompt:m?base_url={}/v1",
    "prompt, native": "prompt:m?calling=native&base_url={}/v1",
    "qwen": "qwen:qwen3?base_url={}/v1",
    "kimi": "kimi:m?base_url={}/v1",
    "glm": "glm:m?base_url={}/v1",
}
EMPTY: dict[str, Any] = {
    "anthropic": {"content": [], "stop_reason": "end_turn", "usage": {"input_tokens": 1, "output_tokens": 1}},
    "openai": {"id": "r", "output": [], "status": "completed"},
    "gemini": {"candidates": [{"content": {"role": "model", "parts": []}, "finishReason": "STOP", "index": 0}]},
}
_CHAT = {"choices": [{"index": 0, "message": {"role": "assistant", "content": ""}, "finish_reason": "stop"}]}
UNSENT = {"model", "form", "base_url", "key_from", "timeout", "price_in", "price_cached", "price_out"}
READ = {"scale", "measure", "screen"}  # where there are pixels: by the driver, or by what reads answers
VALUES: dict[str, tuple[str, ...]] = {
    **{"temperature": ("0.5",), "top_p": ("0.5",), "frequency_penalty": ("0.5",), "max_tokens": ("5000",)},
    **{"effort": ("low",), "thinking": ("2048", "false"), "history": ("sent", "0"), "thought": ("false",)},
    **{"thoughts": ("l3", "l1"), "scale": ("2",), "measure": ("fractions",), "screen": ("desktop",)},
    **{"longest_edge": ("300",), "tiles": ("50",), "screenshots": ("1", "3"), "factor": ("100",), "least": ("500000",)},
    **{"most": ("5000",), "tool": ("computer_20241022", "computer_use_preview"), "elements": ("3",), "levels": ("2",)},
    **{"environment": ("mobile",), "functions": ("20", "1000"), "picture": ("false",), "tree": ("true", "false")},
    **{"marks": ("true",), "calling": ("native", "words")},
}


@pytest.fixture(scope="module")
def screens() -> dict[str, Observation]:
    found = {"pixels": PIXELS}
    channels: tuple[Channel, ...] = ("tree", "tools")
    for channel in channels:
        with opened("dom", channel) as environment:
            found[channel] = environment.reset(Configuration("todo.CompleteTask", "nora"))
    return found


def asked(full: str, screen: Observation) -> list[Any]:
    """Return what four requests hold; each answer is empty."""
    name = full.partition(":")[0]
    SERVER.bodies.clear()
    SERVER.answers[:] = [(200, JSON, json.dumps(EMPTY.get(name, _CHAT)).encode())] * 4
    acts(create(full), *[screen] * 4)
    return [{**json.loads(body), "prompt_cache_key": ""} for body in SERVER.bodies]


def changed(full: str, name: str) -> list[str]:
    """Return an agent with this setting, in each way that it takes; none where the other settings forbid it."""
    found = []
    for value in VALUES[name]:
        with suppress(UserError):
            create(f"{full}&{name}={value}")
            found.append(f"{full}&{name}={value}")
    return found


def changes(full: str, screen: Observation, plain: list[Any]) -> bool:
    """Return whether this agent's requests differ; who can't be shown this screen sends none."""
    try:
        return asked(full, screen) != plain
    except UserError:
        return False


@pytest.mark.parametrize("channel", ["pixels", "tree", "tools"])
@pytest.mark.parametrize("agent", AGENTS)
def test_a_setting_is_refused_exactly_where_it_changes_nothing(
    agent: str, channel: Channel, screens: dict[str, Observation], origin: str
) -> None:
    full = AGENTS[agent].format(origin)
    try:
        plain = asked(full, screens[channel])
    except UserError as told:
        assert "looks at pictures" in str(told)
        return
    given = {part.partition("=")[0] for part in full.partition("?")[2].split("&")}
    for name in sorted(create(full).settings.__class__.model_fields.keys() - UNSENT - given):  # type: ignore[attr-defined]
        each = changed(full, name)
        if not each or (channel == "pixels" and name in READ):
            continue
        needs = create(each[0]).needs().get(name)
        idle = needs is not None and not shown(needs) <= shown(channel)
        assert any(changes(one, screens[channel], plain) for one in each) is not idle, (name, needs)
        if idle:
            with pytest.raises(UserError, match=rf"{name} has an effect in channels with .*, and not in {channel};"):
                effective(each[0], channel)


def effective(full: str, *channels: Channel) -> None:
    handle = InProcess(full)
    asyncio.run(handle.open())
    handle.must_have_effect(channels)


def test_one_of_several_channels_is_enough(origin: str) -> None:
    effective(f"{AGENTS['anthropic'].format(origin)}&longest_edge=500", "tree", "pixels+tree")


def test_a_run_refuses_what_has_no_effect_before_it_asks_anybody(origin: str, tmp_path: Path) -> None:
    SERVER.asked.clear()
    for agent, said in (("gemini", "environment=mobile"), ("prompt", "calling=native"), ("openai", "functions=3")):
        config = RunConfig(agents=(f"{AGENTS[agent].format(origin)}&{said}",), tasks=("todo.CompleteTask",))
        with pytest.raises(UserError, match=f"{said.partition('=')[0]} has an effect in channels with"):
            run(config, tmp_path / "run")
    with pytest.raises(UserError, match="provider_retries is for agents that use a model"):
        run(RunConfig(agents=("null",), tasks=("todo.CompleteTask",), provider_retries=3), tmp_path / "run")
    assert not SERVER.asked and not (tmp_path / "run").exists()


ENVIRONMENT = {
    "GATEWAY_KEY": "sk-of-a-gateway",
    "OPENAI_ORG_ID": "org-secret",
    "OPENAI_PROJECT_ID": "project-secret",
    "OPENAI_ADMIN_KEY": "sk-admin-secret",
    "OPENAI_CUSTOM_HEADERS": "Authorization: Bearer custom-secret\nx-more: custom-secret",
    "ANTHROPIC_AUTH_TOKEN": "token-secret",
    "ANTHROPIC_CUSTOM_HEADERS": "X-Api-Key: custom-secret\nx-more: custom-secret",
    "GOOGLE_API_KEY": "google-secret",
}


@pytest.mark.parametrize("key", ["&key_from=GATEWAY_KEY", ""])
@pytest.mark.parametrize("agent", AGENTS)
def test_nothing_of_the_environment_goes_to_an_address_that_was_given(
    agent: str, key: str, origin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    SERVER.headers.clear()
    asked(AGENTS[agent].format(origin) + key, PIXELS)
    assert "secret" not in str(SERVER.headers)
    assert not key or ENVIRONMENT["GATEWAY_KEY"] in str(SERVER.headers)


@pytest.mark.parametrize("agent", ["anthropic", "openai"])
def test_what_the_environment_says_of_its_own_address_is_heeded(
    agent: str, origin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv(f"{agent.upper()}_BASE_URL", origin)
    SERVER.headers.clear()
    asked(f"{agent}:m", PIXELS)
    assert "custom-secret" in str(SERVER.headers)
    SERVER.headers.clear()
    asked(f"{agent}:m?key_from=GATEWAY_KEY", PIXELS)
    assert "secret" not in str(SERVER.headers) and "sk-of-a-gateway" in str(SERVER.headers)
