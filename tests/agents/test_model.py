"""What all agents that ask a model share."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.agents.mocked import SEEN

from lifeworld.agents.call_decoding import Answer, Call, Result
from lifeworld.agents.model import ModelAgent
from lifeworld.agents.prices import Taken
from lifeworld.agents.settings import Settings, read
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
    ("written", "said"),
    [
        ("", "x wants the name of a model: x:MODEL"),
        ("m?temperatur=0", "did you mean temperature"),
        ("m?temperature=warm", "temperature = 'warm'"),
        ("m?base_url=ftp://host", "http:// or https://"),
        ("m?base_url=https://key@host", "keys belong into the environment"),
        ("m?hot", "key=value"),
        (" ", "x wants the name of a model"),
        ("a\nb", "x wants the name of a model"),
        ("a\udc80", "x wants the name of a model"),
        ("m?base_url=http://host:99999/v1", "base_url: Port out of range"),
        ("m?base_url=http://a%20host/v1", "http:// or https:// and name a host"),
        ("m?base_url=https://host/v1%23sk-key", "keys belong into the environment"),
        ("m?temperature=0&top_p=1&temperature=1", "temperature is given twice"),
        ("m?model=other", "model is given twice"),
    ],
)
def test_settings_that_are_not_right_are_told(written: str, said: str) -> None:
    with pytest.raises(UserError, match=said.replace("?", r"\?")):
        read(Settings, "x", written)
