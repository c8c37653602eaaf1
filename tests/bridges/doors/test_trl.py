"""TRL's GRPOTrainer takes steps: a tiny model made on the spot learns from rewards of rollouts written for it."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from tests.bridges.broken import broken
from tests.bridges.called import solution
from tests.bridges.documented import example
from tests.bridges.tokens import tokenizer
from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM
from transformers.utils import get_json_schema
from trl import GRPOConfig, GRPOTrainer
from trl.chat_template_utils import qwen3_chat_template

from lifeworld.bridges.trl import dataset, environment
from lifeworld.core.errors import UserError
from lifeworld.taskkit.configuration import Configuration

SUITE: dict[str, Any] = {"tasks": "todo.CompleteTask", "profiles": "nora", "devices": "phone", "themes": "light"}


class Written(Qwen3ForCausalLM):
    """A model whose replies are written for it, so many a rollout; what it learns from them is its own."""

    def prepared(self, words: PreTrainedTokenizerFast, rollouts: list[list[tuple[str, dict[str, Any]]]]) -> "Written":
        self.words, self.rollouts, self.turn = words, rollouts, 0
        return self

    def generate(self, input_ids: torch.Tensor, **settings: Any) -> torch.Tensor:
        said = [self.reply(rollout) for rollout in self.rollouts]
        assert len(said) == len(input_ids)
        self.turn = 0 if self.turn == max(map(len, self.rollouts)) else self.turn + 1
        found = self.words(said, return_tensors="pt", padding=True, padding_side="right", add_special_tokens=False)
        return torch.cat([input_ids, found["input_ids"]], dim=1)

    def reply(self, rollout: list[tuple[str, dict[str, Any]]]) -> str:
        if self.turn >= len(rollout):
            return "Good.<|im_end|>"
        name, arguments = rollout[self.turn]
        call = json.dumps({"name": name, "arguments": arguments})
        return f"<think>\n\n</think>\n\n<tool_call>\n{call}\n</tool_call><|im_end|>"


def small() -> tuple[PreTrainedTokenizerFast, Qwen3Config]:
    words = tokenizer([Path(name).read_text() for name in ("README.md", "docs/actions.md")], qwen3_chat_template)
    shape = Qwen3Config(
        vocab_size=len(words), hidden_size=16, intermediate_size=32, num_hidden_layers=1, num_attention_heads=2,
        num_key_value_heads=1, head_dim=8, max_position_embeddings=65_536, eos_token_id=words.eos_token_id,
        pad_token_id=words.pad_token_id,
    )  # fmt: skip
    return words, shape


def trainer(place: Path, factory: Any, rollouts: list[list[tuple[str, dict[str, Any]]]], **more: Any) -> GRPOTrainer:
    words, shape = small()
    settings = GRPOConfig(
        output_dir=str(place), max_steps=2, num_generations=len(rollouts), per_device_train_batch_size=len(rollouts),
        max_completion_length=60_000, learning_rate=1e-2, use_cpu=True, report_to=[], logging_steps=1, bf16=False,
        shuffle_dataset=False, save_strategy="no",
    )  # fmt: skip
    return GRPOTrainer(
        Written(shape).prepared(words, rollouts),
        args=settings,
        processing_class=words,
        environment_factory=factory,
        **more,
    )


def test_two_steps_are_learnt_from_rewards_and_a_fault_is_left_out(tmp_path: Path) -> None:
    rows = dataset(2, **SUITE)
    played = solution(Configuration.parse(rows[0]["configuration"]))
    idle = [*[("go", {"to": "home"})] * (len(played) - 1), ("done", {})]
    made: list[Any] = []

    def factory() -> Any:
        made.append(kind())
        if len(made) == 3:  # the third of a group breaks at its first step
            made[-1]._calls.session._environment.step = broken
        return made[-1]

    kind = environment(**SUITE)
    learning = trainer(tmp_path, factory, [played, idle, idle], train_dataset=rows.select([0, 0, 0]))
    before = {name: one.clone() for name, one in learning.model.state_dict().items()}
    learning.train()
    first, second, *_ = [one for one in learning.state.log_history if "reward" in one]
    for one in (first, second):
        assert one["rewards/Lifeworld/mean"] == one["reward"] == 0.5  # of 1 and 0: the third is no zero
        assert one["tools/failure_frequency"] == 0 and one["tools/call_frequency"] == len(played)
    assert len(made) == 3 and [env.get_reward() for env in made] == [1, 0, None]
    assert any(not torch.equal(one, before[name]) for name, one in learning.model.state_dict().items())


@pytest.mark.parametrize("channel", ["tree", "tools"])
def test_trl_reads_each_method_as_the_function_that_it_is(channel: str) -> None:
    kind = environment(channels=channel, **SUITE)
    env = kind()
    env.reset(configuration="todo.CompleteTask:nora:3.0")
    for one in env._calls.functions:
        told = get_json_schema(getattr(env, one.name))["function"]
        assert told["name"] == one.name and told["description"] == " ".join(one.about.split())
        assert told["parameters"].get("required", []) == list(one.schema.get("required", []))
        for name, wanted in one.schema["properties"].items():
            found = told["parameters"]["properties"][name]
            assert found.get("enum") == wanted.get("enum")
            assert "anyOf" in wanted or found["type"] == wanted["type"]


def test_the_example_runs(tmp_path: Path) -> None:
    words, shape = small()
    words.save_pretrained(tmp_path / "model")
    Qwen3ForCausalLM(shape).save_pretrained(tmp_path / "model")
    changed = {"Qwen/Qwen3-0.6B": str(tmp_path / "model"), "runs/grpo": str(tmp_path / "out"), "16_384": "32"}
    code = example("TRL", **changed, max_steps="bf16=False, max_steps", **{"=100": "=1", "(1000": "(8"})
    told: dict[str, Any] = {}
    exec(code, told)
    assert told["trainer"].state.global_step == 1


def test_a_row_is_an_episode_of_its_split() -> None:
    rows = dataset(5, apps="todo,bank", split="validation")
    assert rows.column_names == ["prompt", "configuration"] and len(set(rows["configuration"])) == 5
    env = environment(apps="todo,bank")()
    first = env.reset(**rows[0])
    assert first == env.reset(**rows[0]) and "Call done at the end" in first and "The page" in first
    with pytest.raises(UserError, match="build the rows with"):
        env.reset(prompt=rows[0]["prompt"])


def test_a_world_that_does_not_open_is_left_out_too() -> None:
    env = environment(**SUITE)()
    env._calls.session._environment.reset = broken
    assert "broke" in env.reset(configuration="todo.CompleteTask:nora:3.0") and env.get_reward() is None


def test_pictures_go_with_what_is_told() -> None:
    kind = environment(driver="chromium", channels="pixels", **SUITE)
    env = kind()
    picture, words = env.reset(configuration="todo.CompleteTask:nora:3.0")
    assert picture["image"].size == (390, 844) and "Call done" in words["text"]
    after, _ = env.tap_point(x=383, y=411)
    assert after["image"].tobytes() != picture["image"].tobytes()
    env._calls.session.close()
