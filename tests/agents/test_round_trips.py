"""What the mock server writes in a model's own words, a reader reads as that, up to one unit of the model's measure.

That each row of a vocabulary does so by itself is in `test_codecs`.
"""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests import rotation
from tests.agents.test_grammars import read
from tests.agents.vocabularies import SIZE, actions, as_played, near, unit, written

from lifeworld.agents.codecs.action_spaces import GRAMMARS
from lifeworld.agents.mock.chat import ChatWire, OpenWire
from lifeworld.agents.mock.script import Asked, Turn
from lifeworld.core.actions import Click, Done, Key, Point, dump_action


@pytest.mark.parametrize("model", [name for name, grammar in GRAMMARS.items() if grammar.aside])
@pytest.mark.parametrize("answer", [12, ["a", "b"]])
def test_an_answer_beside_its_call_comes_back(model: str, answer: Any) -> None:
    done = Done(answer=answer)
    (found,) = read(model, GRAMMARS[model].write([done], SIZE))
    assert as_played(found, done) == as_played(done, done)


@pytest.mark.parametrize("model", [name for name in GRAMMARS if name.startswith(("qwen", "uitars", "opencua", "kimi"))])
@settings(
    max_examples=100 if rotation.whole else 50,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
@given(data=st.data())
def test_several_actions_of_an_answer_come_back_in_turn(model: str, data: st.DataObject) -> None:
    any_row = st.one_of([actions(row) for row in GRAMMARS[model].codec.rows if not row.decode])
    one, other = data.draw(any_row), data.draw(any_row)
    found = read(model, written(lambda: GRAMMARS[model].write([one, other], SIZE)))
    assert [action.type for action in found] == [one.type, other.type]


MIDDLE = Point(x=0.5, y=0.5)
TAPS = [*(Click(target=MIDDLE, count=count) for count in (1, 2, 3)), Click(target=MIDDLE, hold_ms=1000)]


@pytest.mark.parametrize("model", GRAMMARS)
@pytest.mark.parametrize("tap", TAPS)
def test_a_stand_in_says_no_tap_that_its_model_has_no_word_for(model: str, tap: Click) -> None:
    wire = OpenWire(model)
    ((said,),) = wire._parts([tap], SIZE)
    if isinstance(said, Done):
        assert said.status == "infeasible" and said.note == "this vocabulary has no word for click like that"
        return
    text = wire.written(Turn((said,)), Asked("", 0, SIZE, tree=False))
    (found,) = read(model, text)
    assert near(dump_action(found), dump_action(tap), unit(model)), text


def test_a_plain_prompts_stand_in_says_an_action_an_answer() -> None:
    body = {"messages": [{"role": "user", "content": "Do it."}]}
    assert ChatWire().asked(body, {}).answers((Click(), Key(chord=("Enter",)))) == [
        (Click(),),
        (Key(chord=("Enter",)),),
    ]
