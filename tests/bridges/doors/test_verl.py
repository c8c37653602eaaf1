"""verl's own worker plays a batch of our rows on this machine's processor, with replies that are written beforehand."""

import asyncio
import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pytest
from hydra import compose, initialize_config_module
from tests.bridges.broken import broken
from tests.bridges.called import goal, solution
from tests.bridges.documented import example
from tests.bridges.tokens import tokenizer
from transformers import PreTrainedTokenizerFast, Qwen3Config
from verl import DataProto
from verl.experimental.agent_loop.agent_loop import AgentLoopWorker, _agent_loop_registry
from verl.workers.rollout.replica import TokenOutput

from lifeworld.agents.call_text import as_tool_call
from lifeworld.bridges.verl import rows
from lifeworld.core.errors import Fault, UserError
from lifeworld.env.session import Session
from lifeworld.taskkit.configuration import Configuration

SUITE: dict[str, Any] = {"tasks": "todo.CompleteTask", "profiles": "nora", "devices": "phone", "channels": "tree"}
TEMPLATE = """\
{%- if tools %}<|im_start|>system
{% for tool in tools %}{{ tool | tojson }}
{% endfor %}<|im_end|>
{% endif %}
{%- for one in messages %}<|im_start|>{{ one.role }}
{{ one.content }}<|im_end|>
{% endfor %}
{%- if add_generation_prompt %}<|im_start|>assistant
{% endif %}"""


def model(place: Path) -> PreTrainedTokenizerFast:
    """Write what verl reads of a model, its shape and its tokens, and return the tokens."""
    words = tokenizer([Path("docs/actions.md").read_text()], TEMPLATE)
    words.save_pretrained(place)
    shape = Qwen3Config(vocab_size=len(words), hidden_size=16, num_hidden_layers=1, num_attention_heads=2)
    (place / "config.json").write_text(json.dumps({**shape.to_dict(), "architectures": ["Qwen3ForCausalLM"]}))
    return words


class Replies:
    """Stands where verl's inference server stands: answers by the configuration whose goal the prompt tells."""

    def __init__(self, words: PreTrainedTokenizerFast, texts: dict[str, list[str]]) -> None:
        self.words, self.texts, self.prompts = words, texts, dict[str, str]()
        self.turns: dict[str, int] = {}

    async def generate(self, *, request_id: str, prompt_ids: list[int], sampling_params: Any) -> TokenOutput:
        heard = self.words.decode(prompt_ids)
        self.prompts[request_id] = heard
        texts = next(one for goal, one in self.texts.items() if goal in heard)
        turn = self.turns[request_id] = self.turns.get(request_id, -1) + 1
        ids = self.words.encode(texts[turn] + "<|im_end|>", add_special_tokens=False)
        return TokenOutput(token_ids=ids, log_probs=[-0.5] * len(ids), stop_reason="completed")


def played(place: Path, batch: list[dict[str, Any]], texts: list[list[str]], length: int = 60_000) -> Any:
    """Play rows by verl's worker; return what it made of them, and the server."""
    words = model(place)
    _agent_loop_registry.clear()  # so that the file alone names the loop
    (place / "loops.yaml").write_text(example("verl", "yaml"))
    with initialize_config_module("verl.trainer.config", version_base=None):
        config = compose(
            "ppo_trainer",
            [
                f"actor_rollout_ref.model.path={place}",
                f"actor_rollout_ref.rollout.agent.agent_loop_config_path={place}/loops.yaml",
                "actor_rollout_ref.rollout.name=vllm",
                "actor_rollout_ref.rollout.prompt_length=40000",
                f"actor_rollout_ref.rollout.response_length={length}",
                "actor_rollout_ref.rollout.calculate_log_probs=True",
            ],
        )
    goals = [goal(Configuration.parse(one["extra_info"]["configuration"])) for one in batch]
    server = Replies(words, dict(zip(goals, texts, strict=True)))

    async def run() -> Any:
        worker = AgentLoopWorker(config, server)
        rows = {name: _column([one[name] for one in batch]) for name in ("agent_name", "extra_info")}
        rows["raw_prompt"] = _column([one["prompt"] for one in batch])
        return await worker.generate_sequences(DataProto.from_dict(non_tensors=rows))

    return asyncio.run(run()), server


def _column(values: list[Any]) -> Any:
    column = np.empty(len(values), dtype=object)
    column[:] = values
    return column


def texts(row: dict[str, Any]) -> list[str]:
    calls = solution(Configuration.parse(row["extra_info"]["configuration"]), **SUITE)
    return [as_tool_call(*one) for one in calls]


def test_its_worker_plays_rows_and_trains_on_the_models_words_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite = ", ".join(f"{name}={value!r}" for name, value in SUITE.items())
    changed = {"1000": "2", 'apps="todo,bank", split="train"': suite}
    code = example("verl", **changed)
    with monkeypatch.context() as patched:
        patched.chdir(tmp_path)
        exec(code, {})
    batch = pandas.read_parquet(tmp_path / "train.parquet").to_dict("records")
    assert [one["extra_info"]["configuration"] for one in batch] == [
        one["extra_info"]["configuration"] for one in rows(2, **SUITE)
    ]
    wanted = [texts(batch[0]), ["I give up."]]
    output, server = played(tmp_path / "model", batch, wanted)
    scores = output.batch["rm_scores"].sum(dim=1).tolist()
    assert scores == [1, 0] and output.non_tensor_batch["__num_turns__"][1] == 2
    words = model(tmp_path / "model")
    for row, said in enumerate(wanted):
        trained = output.batch["responses"][row][output.batch["response_mask"][row].bool()]
        assert words.decode(trained.tolist()) == "".join(f"{one}<|im_end|>" for one in said)
    assert all('"tap_element"' in one for one in server.prompts.values())
    assert any("<|im_start|>tool" in one for one in server.prompts.values())


def test_a_full_response_is_judged_as_it_stands(tmp_path: Path) -> None:
    (row,) = rows(1, **SUITE)
    output, server = played(tmp_path, [row], [texts(row)], length=200)
    assert output.batch["rm_scores"].sum() == 0 and list(server.turns.values()) == [0]


def test_a_fault_of_ours_ends_the_batch_and_is_no_reward(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    (row,) = rows(1, **SUITE)
    replies = texts(row)
    whole = Session.reset

    def breaking(self: Session, *given: Any, **more: Any) -> Any:
        begun = whole(self, *given, **more)
        self._environment.step = broken  # type: ignore[method-assign]
        return begun

    monkeypatch.setattr(Session, "reset", breaking)
    with pytest.raises(Fault, match="the disk is full"):
        played(tmp_path, [row], [replies])


def test_pictures_and_rows_of_somebody_else_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="channels is tree, tools or tree"):
        rows(1, driver="chromium", channels="pixels")
    with pytest.raises(UserError, match="no key appz"):
        rows(1, appz="todo")
