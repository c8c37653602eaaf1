"""What all agents that ask a model share."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.agents.mocked import SEEN

from lifeworld.agents.call_decoding import Answer, Call, Result
from lifeworld.agents.model import ModelAgent
from lifeworld.agents.prices import Taken
from lifeworld.agents.roster import create
from lifeworld.agents.settings import Settings
from lifeworld.core.actions import Click, Done, Point, Wait
from lifeworld.core.errors import ProviderFault, UserError
from lifeworld.core.observation import Feedback, Observation
from lifeworld.core.trajectory import Usage

TAP = Click(target=Point(x=0.5, y=0.5))


class Scripted(ModelAgent):
    """Gives prepared answers, or raises them."""

    name, kind = "scripted", Settings

    def __init__(self, *answers: Answer | ProviderFault, took: Sequence[Taken] = ()) -> None:
        super().__init__("m?max_tokens=100&price_in=1&price_out=10&timeout=0.2")
        self.answers, self.taken = list(answers), list(took)
        self.told: list[list[Result]] = []

    def connected(self) -> None:
        pass

    async def ready(self) -> None:
        pass

    def tell(self, observation: Observation, results: Sequence[Result]) -> None:
        self.told.append(list(results))

    def sent(self) -> list[str]:
        return ["four"] * 10

    async def ask(self) -> Answer:
        answer = self.answers.pop(0)
        if self.taken:
            self.took(self.taken.pop(0))
        if isinstance(answer, ProviderFault):
            raise answer
        return answer


def test_calls_of_one_answer_are_played_in_turn_and_their_results_told_together() -> None:
    both = Answer((Call((TAP, Wait()), "1"), Call((TAP,), "2")))
    agent = Scripted(both, Answer((), "Done."), took=(Taken(10, 5), Taken(20, 1)))
    played = [asyncio.run(agent.act(SEEN)) for _ in range(4)]
    assert played == [TAP, Wait(), TAP, Done(note="Done.")]
    assert [(one.call.id, one.error, len(one.feedback)) for one in agent.told[1]] == [("1", "", 2), ("2", "", 1)]
    assert agent.usage == Usage(30, 6, pytest.approx((30 * 1 + 6 * 10) / 1e6))


def test_after_an_invalid_action_the_rest_of_the_answer_is_not_played() -> None:
    agent = Scripted(Answer((Call((TAP, Wait()), "1"), Call((TAP,), "2"))), Answer((), "Done."))
    assert asyncio.run(agent.act(SEEN)) == TAP
    refused = replace(SEEN, feedback=Feedback(False, "stale_ref", "It is gone."))
    assert asyncio.run(agent.act(refused)) == Done(note="Done.")
    first, second = agent.told[1]
    assert "stale_ref" in first.error and "It is gone." in first.error
    assert "earlier call" in second.error


def test_a_request_that_failed_is_asked_again_as_it_was() -> None:
    agent = Scripted(ProviderFault("busy", again=True), Answer((Call((TAP,), "1"),)))
    with pytest.raises(ProviderFault):
        asyncio.run(agent.act(SEEN))
    assert asyncio.run(agent.act(SEEN)) == TAP
    assert len(agent.told) == 1


def test_what_the_next_answer_takes_at_most_is_known_before_and_nothing_is_told_twice() -> None:
    agent = Scripted(Answer((Call((TAP, Wait()), "1"),)), Answer((), "Done."), took=[Taken(10, 5)])
    most = agent.most(SEEN)
    assert most.tokens_in >= 40 and most.tokens_out == 100
    assert most.cost == pytest.approx((1.25 * most.tokens_in + 10 * 100) / 1e6)  # all might go to a cache
    assert asyncio.run(agent.act(SEEN)) == TAP and len(agent.told) == 1
    assert agent.most(SEEN) == Usage()  # the second action of the same answer costs nothing
    assert asyncio.run(agent.act(SEEN)) == Wait()


def test_an_answer_that_does_not_end_in_time_is_the_providers_fault() -> None:
    class Drips(Scripted):
        async def ask(self) -> Answer:
            await asyncio.sleep(5)
            raise AssertionError("it was waited for")

    with pytest.raises(ProviderFault, match=r"no whole answer within 0\.2 seconds") as caught:
        asyncio.run(Drips().act(SEEN))
    assert caught.value.again


def test_a_usage_beyond_belief_is_the_providers_fault() -> None:
    agent = Scripted(Answer((Call((TAP,), "1"),)), took=[Taken(-5, 1)])
    with pytest.raises(ProviderFault, match="beyond belief"):
        asyncio.run(agent.act(SEEN))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("openai", "openai wants the name of a model: openai:MODEL"),
        ("openai: ", "openai wants the name of a model"),
        ("openai:a\nb", "openai wants the name of a model"),
        ("openai:a\udc80", "openai wants the name of a model"),
        ("openai:m?temperatur=0", "did you mean temperature"),
        ("openai:m?temperature=warm", "temperature = 'warm'"),
        ("openai:m?base_url=ftp://host", "http:// or https://"),
        ("openai:m?base_url=https://key@host", "keys belong into the environment"),
        ("openai:m?base_url=http://host:99999/v1", "base_url: Port out of range"),
        ("openai:m?base_url=http://a%20host/v1", "http:// or https:// and name a host"),
        ("openai:m?base_url=https://host/v1%23sk-key", "keys belong into the environment"),
        ("openai:m?hot", "key=value"),
        ("openai:m?temperature=0&top_p=1&temperature=1", "temperature is given twice"),
        ("openai:m?model=other", "model is given twice"),
        ("openai:m?thinking=1024", "openai has no setting thinking"),
        ("openai:m?effort=huge", "effort = 'huge'"),
        ("anthropic:m?thinking=4096", "thinking=4096 wants a max_tokens that is more"),
        ("anthropic:m?thinking=adaptive&temperature=0", "temperature has no effect on a model that thinks"),
        ("anthropic:m?scale=4", "scale = '4'"),
        ("gemini:m?thinking=10&effort=low", "leave one out"),
        ("qwen:", "qwen wants the name of a model: qwen:MODEL"),
        ("qwen:my-model", "add form=2.5, 3 or 3.5"),
        ("qwen:Qwen3-VL?form=4", "form = '4'"),
        ("qwen:Qwen3-VL?elements=9", "elements counts only with tree=true"),
        ("qwen:Qwen3-VL?measure=inches", "measure = 'inches'"),
        ("uitars:ui-tars-2?screen=mobile", "form 2 has no setting screen"),
        ("holo:h?thinking=true", "holo has no setting thinking"),
        ("prompt:m?picture=false&tree=false", "nothing to see"),
        ("prompt:m?picture=false&marks=true", "marks are drawn onto the picture"),
        ("prompt:m?functions=20", "functions are declared only with calling=native"),
        ("oracle?slip=2", "less than or equal to 1"),
        ("oracle?slip=often", "slip"),
        ("oracle?skill=1", "oracle has no setting skill; there are slip"),
        ("oracle?slip", "key=value"),
        ("oracl?slip=0.1", "did you mean oracle"),
        ("null?slip=0.1", "NullAgent takes nothing"),
    ],
)
def test_settings_that_are_not_right_or_have_no_effect_are_told(name: str, said: str) -> None:
    with pytest.raises(UserError) as told:
        create(name)
    assert said in str(told.value)
