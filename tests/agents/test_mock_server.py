"""Adapters against the mock servers of their providers, over the real packages: there and back, and by the rules."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.agents.mocked import MOCK, PIXELS, SEEN, SIZE, acts, picture, says
from tests.agents.vocabularies import actions, near, plain

from lifeworld.agents.arguments import Frame
from lifeworld.agents.codecs.action_spaces import ACTION_SPACES
from lifeworld.agents.mock.script import Failure, Script, Turn, scripted
from lifeworld.agents.mock.server import KEY, MODEL
from lifeworld.agents.model import ModelAgent
from lifeworld.agents.roster import create
from lifeworld.core.actions import (
    Click,
    Done,
    Invalid,
    Key,
    Message,
    Observe,
    OpenApp,
    Point,
    Ref,
    Scroll,
    SetValue,
    System,
    Wait,
)
from lifeworld.core.errors import AgentFailed, ProviderFault
from lifeworld.core.observation import Feedback, Node, Observation

SPACES = {name: one for name, one in ACTION_SPACES.items() if not one.grammar}
SPACES["openai sent"] = replace(SPACES["openai"], settings="history=sent")


TREE = replace(SEEN, tree=Node("document", children=(Node("button", "Go", ref="e1"),)))
BOTH = replace(TREE, screenshot=picture())


pytestmark = pytest.mark.usefixtures("keys")


@pytest.fixture(scope="module", autouse=True)
def served(origin: str) -> None:
    Played.origin = origin


class Played:
    """What an agent does where a script stands in for its model."""

    origin: str

    def __init__(self, name: str, script: Script, *seen: Observation, more: str = "") -> None:
        space = SPACES[name]
        says(script)
        more = more if "timeout=" in more else f"{more}&timeout=2"
        made = create(f"{space.agent}:{MODEL}?base_url={self.origin}{space.base}&{space.settings}{more}")
        assert isinstance(made, ModelAgent)
        self.agent = made
        self.actions = acts(made, *seen)
        assert not MOCK.wrong


@pytest.fixture(params=SPACES)
def name(request: Any) -> Any:
    return request.param


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_actions_come_back_as_they_were_said(name: str, data: st.DataObject) -> None:
    codec, measure = SPACES[name].codec, SPACES[name].measure
    rows = st.one_of([actions(row) for row in codec.rows if not row.decode])
    can = rows.filter(lambda one: codec.can_write(one, Frame.of(SIZE, measure)))
    said = data.draw(st.lists(can, min_size=1, max_size=5))
    played = Played(name, scripted(Turn(tuple(said))), *[PIXELS] * (len(said) + 1))
    for found, meant in zip(played.actions[:-1], said, strict=True):
        most = 0.5 if isinstance(meant, Scroll) and name.startswith("openai") else 1 / SIZE[0] + 1e-9  # whole pixels
        assert near(plain(found), plain(meant), most)


def test_one_result_for_each_call_and_one_picture_for_an_answer(name: str) -> None:
    tap = Click(target=Point(x=0.5, y=0.5))
    played = Played(name, scripted(Turn((tap, tap)), Turn((tap,))), *[PIXELS] * 3)
    assert played.actions == [tap] * 3
    assert str(MOCK.heard[0].body).count("iVBORw0KGgo") == 1
    assert str(MOCK.heard[1].body).count("iVBORw0KGgo") == {"openai": 1}.get(name, 2)


def test_openai_keeps_the_history_and_is_sent_what_is_new_or_is_sent_all_and_keeps_nothing() -> None:
    looks = [Turn((Observe(),))] * 3
    for name, counts, stored in (("openai", [1, 1, 1, 1], True), ("openai sent", [1, 2, 3, 4], False)):
        Played(name, scripted(*looks), *[PIXELS] * 4)
        bodies = [one.body for one in MOCK.heard]
        assert [str(body).count("iVBORw0KGgo") for body in bodies] == counts
        assert [bool(body.get("previous_response_id")) for body in bodies] == [False, *[stored] * 3]
        assert {body.get("store", True) for body in bodies} == {stored}


def test_what_was_invalid_is_told_in_the_providers_own_shape(name: str) -> None:
    refused = replace(PIXELS, feedback=Feedback(False, "out_of_bounds", "It lies outside."))
    played = Played(name, scripted(Turn((Click(target=Point(x=0.5, y=0.5)),))), PIXELS, refused)
    assert played.actions[-1] == Done(note="I have no more to say.")
    told = str(MOCK.heard[-1].body)
    assert "Invalid action (out_of_bounds): It lies outside." in told
    assert "is_error" in told or "'error'" in told or "computer_call_output" in told


def test_a_call_that_cannot_be_read_is_invalid_and_the_model_may_go_on(name: str) -> None:
    played = Played(name, scripted(Failure("malformed"), Turn(words="Sorry.")), PIXELS, PIXELS)
    assert isinstance(played.actions[0], Invalid)
    assert played.actions[1] == Done(note="Sorry.")


@pytest.mark.parametrize(
    ("failure", "again", "after"),
    [
        (Failure("rate-limit", 7), True, 7),
        (Failure("error"), True, None),
        (Failure("cut"), True, None),
        (Failure("silent", 5), True, None),
    ],
)
def test_faults_are_told_and_the_same_request_may_be_sent_again(
    name: str, failure: Failure, again: bool, after: float | None
) -> None:
    with pytest.raises(ProviderFault) as told:
        Played(name, scripted(failure), PIXELS, more="&timeout=0.5")
    assert (told.value.again, told.value.after) == (again, after)
    assert KEY not in str(told.value)


def test_a_full_context_is_the_agents_failure(name: str) -> None:
    with pytest.raises(AgentFailed, match="the model's context is full"):
        Played(name, scripted(Failure("overflow")), PIXELS)


def test_an_answer_that_says_that_there_is_none_is_what_each_provider_means_by_it() -> None:
    empty = Failure("empty")
    with pytest.raises(AgentFailed, match="the model's context is full"):
        Played("anthropic 20251124", scripted(empty), PIXELS)
    with pytest.raises(ProviderFault, match=r"openai: server_error: Something broke\.") as told:
        Played("openai", scripted(empty), PIXELS)
    assert told.value.again
    played = Played("gemini legacy", scripted(empty, Turn(words="Done.")), PIXELS, PIXELS)
    assert isinstance(played.actions[0], Invalid) and played.actions[1] == Done(note="Done.")


def test_a_tree_is_told_in_words_and_touched_by_reference(name: str) -> None:
    turns = [
        Click(target=Ref(id="e1")),
        SetValue(target=Ref(id="e1"), value="milk"),
        System(name="home"),
        OpenApp(name="Ticked"),
        Key(chord=("Enter",)),
        Wait(seconds=3),
    ]
    played = Played(name, scripted(*(Turn((one,)) for one in turns)), *[TREE] * (len(turns) + 1))
    assert played.actions[:-1] == turns
    assert "button “Go” [e1]" in str(MOCK.heard[0].body)
    assert "computer" not in str(MOCK.heard[0].body.get("tools")).lower()


def test_with_both_channels_points_and_references_work_side_by_side(name: str) -> None:
    both = (Click(target=Point(x=0.5, y=0.5)), Click(target=Ref(id="e1")), Click(target=Point(x=0, y=0)))
    assert tuple(Played(name, scripted(Turn(both)), *[BOTH] * 4).actions[:3]) == both


def test_questions_and_answers_are_words(name: str) -> None:
    asks = Message(text="Which one?", expects_reply=True)
    played = Played(name, scripted(Turn((asks,)), Turn(words="Infeasible: no.")), PIXELS, replace(PIXELS, reply="Red."))
    assert played.actions == [asks, Done(status="infeasible", note="no.")]
    assert "The person says: Red." in str(MOCK.heard[-1].body)


def test_older_pictures_leave_the_history() -> None:
    for each in ("anthropic 20251124", "gemini legacy"):
        Played(each, scripted(*[Turn((Observe(),))] * 5), *[PIXELS] * 6, more="&screenshots=2")
        assert str(MOCK.heard[-1].body).count("iVBORw0KGgo") == 2


def test_what_was_looked_at_closely_is_shown_and_places_stay_on_the_whole() -> None:
    zoom, tap = Observe(what="zoom", region=(0, 0, 0.5, 0.5)), Click(target=Point(x=0.25, y=0.25))
    asked = Turn((zoom,))
    close = replace(PIXELS, screenshot=picture((195, 422)))
    name = "anthropic toolset"
    played = Played(name, scripted(asked, Turn((tap,))), PIXELS, close)
    assert played.actions[0] == zoom
    assert played.agent.frame.picture and played.agent.frame.picture.width == SIZE[0]


def test_a_closer_look_has_the_size_that_the_tool_declares_however_it_was_rounded() -> None:
    zoom = Turn((Observe(what="zoom", region=(0.25, 0.25, 0.75, 0.75)),))
    for size, close in (((1640, 2360), (1641, 2359)), ((1920, 1080), (1921, 1081))):
        screens = [replace(PIXELS, screenshot=picture(one)) for one in (size, close, size)]
        played = Played("anthropic 20251124", scripted(zoom, Turn((Observe(),))), *screens)
        assert len(played.actions) == 3 and not MOCK.wrong


def test_a_large_screen_is_scaled_and_its_places_come_back() -> None:
    large = replace(PIXELS, screenshot=picture((1206, 2622)))
    for each in SPACES:
        (action,) = Played(each, scripted(Turn((Click(target=Point(x=0.5, y=0.5)),))), large).actions
        assert isinstance(action, Click) and isinstance(action.target, Point)
        assert (action.target.x, action.target.y) == pytest.approx((0.5, 0.5), abs=1e-3)
