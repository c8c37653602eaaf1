"""NeMo-Gym's own simple agent and rollout collection, with their servers, play our rows against a scripted model."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI
from nemo_gym.base_resources_server import BaseResourcesServerConfig
from nemo_gym.config_types import BaseServerConfig, ModelServerRef, ResourcesServerRef
from nemo_gym.rollout_collection import RolloutCollectionConfig, RolloutCollectionHelper
from nemo_gym.server_utils import ServerClient
from omegaconf import OmegaConf
from responses_api_agents.simple_agent.app import SimpleAgent, SimpleAgentConfig
from tests.bridges.broken import broken
from tests.bridges.called import solution
from tests.bridges.documented import example

from lifeworld.bridges.guard import listening
from lifeworld.bridges.nemo_gym import Worlds, rows
from lifeworld.core.errors import UserError
from lifeworld.taskkit.configuration import Configuration

SUITE: dict[str, Any] = {"tasks": "todo.CompleteTask", "profiles": "nora", "devices": "phone", "channels": "tree"}
KINDS = {"worlds": "resources_servers", "agent": "responses_api_agents", "policy": "responses_api_models"}
Calls = list[tuple[str, dict[str, Any]]]


class Gym:
    """Our server, their agent, a model that plays what is written for it, and the head that says where they are."""

    def __init__(self, written: dict[str, Calls]) -> None:
        self.written, self.sockets = written, {name: listening("127.0.0.1", 0) for name in ("head", *KINDS)}
        at = {name: {"host": "127.0.0.1", "port": one.getsockname()[1]} for name, one in self.sockets.items()}
        told = {name: {kind: {name: {"entrypoint": "app.py", **at[name]}}} for name, kind in KINDS.items()}
        self.told = {"head_server": at["head"], **told}
        self.head = BaseServerConfig(**at["head"])
        self.client = ServerClient(head_server_config=self.head, global_config_dict=OmegaConf.create(self.told))

        def about(name: str) -> dict[str, Any]:
            return {"name": name, "entrypoint": "app.py", **at[name]}

        self.worlds = Worlds(
            config=BaseResourcesServerConfig(**about("worlds"), domain="agent"), server_client=self.client
        )
        refers = {
            "resources_server": ResourcesServerRef(type="resources_servers", name="worlds"),
            "model_server": ModelServerRef(type="responses_api_models", name="policy"),
        }
        self.agent = SimpleAgent(config=SimpleAgentConfig(**about("agent"), **refers), server_client=self.client)

    def apps(self) -> dict[str, FastAPI]:
        head, policy = FastAPI(), FastAPI()
        head.get("/global_config_dict_yaml")(lambda: self.told)
        policy.post("/v1/responses")(self.reply)
        made = {"worlds": self.worlds.setup_webserver(), "agent": self.agent.setup_webserver()}
        return {**made, "head": head, "policy": policy}

    async def reply(self, asked: dict[str, Any]) -> dict[str, Any]:
        calls = next(one for goal, one in self.written.items() if goal in asked["input"][0]["content"])
        turn = sum(one.get("type") == "function_call" for one in asked["input"])
        if turn < len(calls):
            name, arguments = calls[turn]
            assert name in {one["name"] for one in asked["tools"]}
            said = {"type": "function_call", "name": name, "arguments": json.dumps(arguments), "call_id": f"c{turn}"}
        else:
            words = {"type": "output_text", "text": "Good.", "annotations": []}
            said = {"type": "message", "role": "assistant", "id": "m", "status": "completed", "content": [words]}
        about = {"id": "r", "created_at": 1, "model": "scripted", "object": "response", "tools": [], "output": [said]}
        return {**about, "parallel_tool_calls": False, "tool_choice": "auto"}


def collected(gym: Gym, place: Path, file: Path) -> tuple[list[Any], list[Any], Any]:
    """Collect a rollout of each row; return those that it keeps, its failures, and the metrics."""
    config = RolloutCollectionConfig(
        agent_name="agent",
        input_jsonl_fpath=str(file),
        output_jsonl_fpath=str(place / "out.jsonl"),
        upload_rollouts_to_wandb=False,
    )

    class Helper(RolloutCollectionHelper):
        def setup_server_client(self, head_server_config: BaseServerConfig | None = None) -> ServerClient:
            return super().setup_server_client(gym.head)

    async def run() -> None:
        """Serve and collect in one loop, that of NeMo-Gym's only client; the head, asked without await, in a thread."""
        running = {name: uvicorn.Server(uvicorn.Config(app, log_level="warning")) for name, app in gym.apps().items()}
        head = asyncio.to_thread(running["head"].run, [gym.sockets["head"]])
        rest = [one.serve([gym.sockets[name]]) for name, one in running.items() if name != "head"]
        serving = [asyncio.create_task(one) for one in (head, *rest)]
        try:
            await asyncio.sleep(0)  # the head's thread begins
            await Helper().run_from_config(config)
        finally:
            for one in running.values():
                one.should_exit = True
            await asyncio.gather(*serving)

    asyncio.run(run())
    kept, failed = (
        [json.loads(line) for line in (place / f"{name}.jsonl").read_text().splitlines()]
        for name in ("out", "out_failures")
    )
    (metrics,) = json.loads((place / "out_aggregate_metrics.json").read_text())
    return kept, failed, metrics


def test_it_collects_rollouts_with_their_rewards_and_leaves_a_fault_of_ours_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    suite = ", ".join(f"{name}={value!r}" for name, value in SUITE.items())
    exec(example("NeMo-Gym", **{"1000": "3", 'apps="todo,bank", split="train"': suite}), {})
    told = [json.loads(line) for line in Path("train.jsonl").read_text().splitlines()]
    solved, idle, faulty = (one["responses_create_params"]["input"][0]["content"].split("\n\n")[0] for one in told)
    calls = solution(Configuration.parse(told[0]["configuration"]), **SUITE)
    whole = Worlds._begin

    def begun(self: Worlds, session: str, row: Any) -> None:
        whole(self, session, row)
        if row.configuration == told[2]["configuration"]:
            self._playing[session][0].session._environment.step = broken  # type: ignore[method-assign]

    monkeypatch.setattr(Worlds, "_begin", begun)
    gym = Gym({solved: calls, idle: [], faulty: calls})
    kept, failed, metrics = collected(gym, tmp_path, tmp_path / "train.jsonl")
    assert not gym.worlds._playing
    assert sorted((one["configuration"], one["reward"]) for one in kept) == sorted(
        [(told[0]["configuration"], 1.0), (told[1]["configuration"], 0.0)]
    )
    assert [(one["configuration"], one["mask_sample"]) for one in failed] == [(told[2]["configuration"], True)]
    assert "the disk is full" in failed[0]["reasons"][0]
    assert metrics["agent_metrics"]["mean/reward"] == 0.5  # of two: the third is no zero


def test_pictures_and_wrong_settings_are_refused() -> None:
    with pytest.raises(UserError, match="channels is tree, tools or tree"):
        list(rows(1, driver="chromium", channels="pixels"))
    with pytest.raises(UserError, match="no key appz"):
        list(rows(1, appz="todo"))
