"""verl: an agent loop that plays a row's episode, and rows of data.

```python
import pandas
from lifeworld.bridges.verl import rows

pandas.DataFrame(rows(1000, apps="todo,bank", split="train")).to_parquet("train.parquet")
```

A row names a configuration and the loop `lifeworld`, which verl finds in the file that
`actor_rollout_ref.rollout.agent.agent_loop_config_path` names. Functions are declared by the model's chat template.
"""

from typing import Any
from uuid import uuid4

from verl.experimental.agent_loop.agent_loop import AgentLoopBase, AgentLoopOutput, register

from lifeworld.bridges.calls import Calls, Came, in_turn
from lifeworld.bridges.suite import Suite
from lifeworld.core.errors import UserError
from lifeworld.env.session import Reward

NAME = "lifeworld"


def rows(limit: int, *, reward: Reward = "success", most: int | None = None, **settings: Any) -> list[dict[str, Any]]:
    """Return so many different configurations of a suite as rows of verl's data.

    Args:
        limit: how many rows.
        reward: success or items.
        most: functions that may be declared; where there are more, each app is one function.
        settings: of the suite, as in a run's file; `split` is train, validation or test.

    Raises:
        UserError: a setting is unknown or has no such value, or shows pictures.
    """
    suite = Suite(**settings).in_words("this loop shows no pictures")
    told = {"data_source": NAME, "agent_name": NAME, "prompt": [{"role": "user", "content": NAME}]}
    return [
        {**told, "extra_info": {"index": number, **row}} for number, row in enumerate(suite.rows(limit, reward, most))
    ]


@register(NAME)
class Episode(AgentLoopBase):
    """Plays one episode: what the model says is a turn, whose calls are done one after the other."""

    async def run(self, sampling_params: dict[str, Any], **row: Any) -> AgentLoopOutput:
        """Play until the end, until an answer calls nothing, or until the response is full.

        Raises:
            UserError: the row is none of ours.
            Fault: the world or the browser broke, which is no reward.
        """
        asked = row.get("extra_info") or {}
        if "configuration" not in asked:
            raise UserError("a row has no configuration; build the rows with lifeworld.bridges.verl.rows")
        calls = Calls.of(asked)
        with calls.session:
            first = await in_turn(calls.begun)
            played = await self._played(calls, first, sampling_params)
            played.reward_score = await in_turn(calls.worth)
            return played

    async def _played(self, calls: Calls, first: Came, sampling_params: dict[str, Any]) -> AgentLoopOutput:
        tools = [{"type": "function", "function": one.to_json()} for one in calls.functions]
        messages: list[dict[str, Any]] = [{"role": "user", "content": first.text}]
        request, most = uuid4().hex, self.rollout_config.response_length
        ids = prompt = await self.ct_build_initial_tokens(messages, tools=tools)
        mask: list[int] = []
        logs: list[float] | None = None
        while True:
            said = await self.server_manager.generate(
                request_id=request, prompt_ids=ids, sampling_params=sampling_params
            )
            merged, mask, logs = await self.ct_merge_assistant_token(
                ids, said.token_ids, mask, logs or ([] if said.log_probs else None), said.log_probs
            )
            ids, text = merged.token_ids, self.tokenizer.decode(said.token_ids, skip_special_tokens=True)
            came = await in_turn(calls.heard, text)
            if calls.over or not came or len(mask) >= most:
                break
            before = [*messages, {"role": "assistant", "content": text}]
            messages = [*before, *({"role": "tool", "content": one.text} for one in came)]
            merged, mask, logs = await self.ct_merge_context_msg(before, messages, ids, mask, logs, tools)
            ids = merged.token_ids
            if len(mask) >= most:
                break
        return AgentLoopOutput(
            prompt_ids=prompt,
            response_ids=ids[len(ids) - len(mask) :][:most],
            response_mask=mask[:most],
            response_logprobs=logs[:most] if logs else None,
            num_turns=len(messages) + 1,
            metrics={},
            extra_fields={"turn_scores": [], "tool_rewards": []},
        )
