"""Models that end in a bad way: each provider's stand-in says it, is told what is wanted, and answers again."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.agents.mocked import MOCK, episode, says
from tests.closing import closing

from lifeworld.agents.briefing import settled
from lifeworld.agents.calibration.check import agent_name
from lifeworld.agents.codecs.action_spaces import ACTION_SPACES
from lifeworld.agents.mock.script import Turn, scripted
from lifeworld.agents.roster import create
from lifeworld.core.actions import Action, Done
from lifeworld.core.observation import Feedback
from lifeworld.core.verdict import Verdict
from lifeworld.env.opening import opened
from lifeworld.taskkit import Configuration

pytestmark = pytest.mark.usefixtures("keys")
NAMES = ("anthropic toolset", "openai", "gemini legacy", "prompt")
AGENTS = {ACTION_SPACES[name].agent: ACTION_SPACES[name] for name in NAMES}
MONEY, NAME, LIST = "bank.ClosingBalance", "calendar.WhoseInvitation", "calendar.WhoOwesAnAnswer"
BOTH = "bank.ClosingBalance+shop.DeliveredWhen"
FORMS = {MONEY: "an amount of money, like 12.50", NAME: "a person's full name as a screen shows it, like Ada Park"}


@dataclass(frozen=True)
class Way:
    """How a model ends first.

    Attributes:
        about: as the table of the docs has it.
        said: by task, its words; for the plain prompt they are the argument of the action done.
        why: by task, or for both, what the refusal ends with.
    """

    about: str
    said: Mapping[str, str]
    why: Mapping[str, str]


def _both(why: str) -> dict[str, str]:
    return {MONEY: why, NAME: why}


NO_VALUE = {MONEY: "it stands for no such value", NAME: "no screen that was shown has this text"}
WAYS = (
    Way("a sentence", {MONEY: "It was $2,426.35.", NAME: "Ruben Achebe sent the latest one."}, NO_VALUE),
    Way("two candidates", {MONEY: "Answer: 2426.35 or 3000.00", NAME: "Answer: Ruben Achebe or Tobias Wren"}, NO_VALUE),
    Way("a sentence in German", {MONEY: "Es waren 2.429,69 $.", NAME: "Das war Ruben Achebe."}, NO_VALUE),
    Way("nothing", _both(""), _both("nothing is given")),
)


@dataclass(frozen=True)
class Played:
    """What came of an episode: its end or ends, what came of each, and the verdict."""

    ends: tuple[tuple[Action, Feedback], ...]
    verdict: Verdict
    stopped: str
    heard: str


@pytest.fixture(params=AGENTS)
def name(request: Any) -> Any:
    return request.param


@cache
def solution(task: str) -> tuple[Action, ...]:
    """Return what the oracle does, the answer as the last."""
    with opened("dom") as environment:
        actions = episode(create("oracle"), environment, Configuration(task, "nora"))
    return tuple(action for action, _ in actions)


def played(name: str, origin: str, task: str, *ends: Turn, channel: Any = "tree") -> Played:
    """Return what a model does that works as the oracle does and ends like this."""
    *work, _ = solution(task)
    says(scripted(*(Turn((action,)) for action in work), *ends))
    with opened("dom", channel) as environment:
        made = create(agent_name(name, AGENTS[name], origin))
        acts = episode(made, environment, Configuration(task, "nora"))
        assert not MOCK.wrong
        heard = json.dumps(MOCK.heard[-1].body, ensure_ascii=False)
        return Played(tuple(acts[len(work) :]), environment.verdict(), environment.environment.truncated, heard)


def right(task: str) -> Turn:
    end = solution(task)[-1]
    assert isinstance(end, Done)
    return Turn((end,))


def bad(name: str, task: str, way: Way) -> Turn:
    said = way.said[task]
    return Turn((Done(answer=said or None),)) if name == "prompt" else Turn(words=said)


def is_met(verdict: Verdict) -> bool:
    return next(item for item in verdict.items if item.kind == "report").met is True


def told(name: str, task: str, way: Way) -> str:
    """Return what a model is told of a bad end."""
    if name != "prompt" and not way.said[task]:
        return "Invalid action (parse_error): The answer was empty."
    wanted = f"The answer must be {FORMS[task]}; “none” where there is nothing."
    return f"Invalid action (bad_answer): {wanted} It was refused: {way.why[task]}."


@pytest.mark.parametrize("task", [MONEY, NAME])
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.about)
def test_a_bad_end_is_told_and_the_model_may_answer_again(name: str, origin: str, way: Way, task: str) -> None:
    found = played(name, origin, task, bad(name, task, way), right(task))
    (first, refused), (last, taken) = found.ends
    assert not refused.ok and taken.ok and is_met(found.verdict), found
    assert json.dumps(told(name, task, way), ensure_ascii=False)[1:-1] in found.heard
    assert isinstance(last, Done) and last.answer == solution(task)[-1].answer  # type: ignore[union-attr]
    assert isinstance(first, Done) or not way.said[task]


@pytest.mark.parametrize("task", [MONEY, NAME, LIST])
def test_json_is_taken_at_once(name: str, origin: str, task: str) -> None:
    ((end, feedback),) = played(name, origin, task, right(task)).ends
    assert feedback.ok and isinstance(end, Done) and end.model_copy(update={"note": ""}) == solution(task)[-1]
    declared = json.dumps(MOCK.heard[0].body, ensure_ascii=False)
    described = {**FORMS, LIST: "a list of people's full names as screens show them"}[task]
    assert declared.count(described) == 2  # beside the task, and where it is ended
    assert ('"array"' in declared) == (task == LIST and name != "prompt")


@pytest.mark.parametrize("words", ["Answer: SUM", "I opened it.\n**Final answer:** $SUM", "SUM"])
def test_a_line_is_taken_at_once(origin: str, words: str) -> None:
    for each in ("anthropic", "openai", "gemini"):
        found = played(each, origin, MONEY, Turn(words=words.replace("SUM", closing())))
        assert len(found.ends) == 1 and is_met(found.verdict)


def test_the_third_bad_answer_ends_it(name: str, origin: str) -> None:
    found = played(name, origin, NAME, *[bad(name, NAME, WAYS[0])] * 3)
    assert [feedback.code for _, feedback in found.ends] == ["bad_answer"] * 3
    assert found.stopped.startswith("3 answers that are not of the form asked for: “") and not is_met(found.verdict)


def test_each_part_of_a_composed_task_has_its_value(name: str, origin: str) -> None:
    values = solution(BOTH)[-1].answer  # type: ignore[union-attr]
    half = Turn((Done(answer={"1": values["1"]}),)) if name == "prompt" else Turn(words=f"Answer 1: {values['1']}")
    lines = "\n".join(f"Answer {part}: {value}" for part, value in values.items())
    ends = right(BOTH), Turn((Done(answer=lines),)) if name == "prompt" else Turn(words=f"I looked.\n{lines}")
    for end in ends:
        (first, refused), (_, taken) = played(name, origin, BOTH, half, end).ends
        assert refused.code == "bad_answer" and "nothing is given for part 2" in refused.text and taken.ok
        assert isinstance(first, Done)
    assert '"2"' in json.dumps(MOCK.heard[0].body) or "“Answer 2: …”" in str(MOCK.heard[0].body)


def test_words_beside_an_answer_are_a_note(name: str, origin: str) -> None:
    value = right(MONEY).actions[0]
    found = played(name, origin, MONEY, Turn((value,), "The statement says so."))
    ((end, _),) = found.ends
    assert isinstance(end, Done) and (end.answer, end.note) == (closing(), "The statement says so.")


def test_by_the_apps_tools_it_is_the_same(origin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AGENTS, "qwen", ACTION_SPACES["qwen 3"])
    for each in ("anthropic", "openai", "gemini", "qwen"):
        says(scripted(Turn(words=WAYS[0].said[MONEY]), right(MONEY)))
        with opened("dom", "tools") as environment:
            made = create(agent_name(each, AGENTS[each], origin))
            (_, refused), (_, taken) = episode(made, environment, Configuration(MONEY, "nora"))
            assert refused.code == "bad_answer" and taken.ok and is_met(environment.verdict())


@pytest.mark.parametrize(
    ("given", "asked", "wanted"),
    [
        (Done(answer="It is done."), False, Done(note="It is done.")),
        (Done(answer=["a", 1], note="So."), False, Done(note="So.\na, 1")),
        (Done(answer="none"), False, Done()),
        (Done(status="infeasible", answer="no list"), True, Done(status="infeasible", note="no list")),
        (Done(answer="I looked.\nAnswer: 12"), True, Done(answer="12", note="I looked.")),
        (Done(answer="I looked.\nAntwort: 12"), True, Done(answer="12", note="I looked.")),
        (Done(answer="Answer 1: 12\nAnswer 2: no"), True, Done(answer="Answer 1: 12\nAnswer 2: no")),
        (Done(answer="Answer: 12\n\nGood luck."), True, Done(answer="Answer: 12\n\nGood luck.")),
        (Done(answer=False), True, Done(answer=False)),
        (Done(), True, Done()),
    ],
)
def test_what_is_no_answer_to_anything_is_a_note(given: Done, asked: bool, wanted: Done) -> None:
    assert settled(given, asked) == wanted


@pytest.mark.long
def test_the_table_of_the_docs_is_what_comes_of_it(origin: str) -> None:
    """How often each way is told of, and how often the model, told, answers right."""
    page = (Path(__file__).parents[2] / "docs" / "models.md").read_text()
    rows = [_row(way.about, lambda each, task, way=way: bad(each, task, way), origin) for way in WAYS]
    rows.append(_row("the value, in JSON", lambda each, task: right(task), origin))
    table = re.search(r"^\| the model ends in \|.*\n\|[-|]+\n((?:\|.*\n)+)", page, re.MULTILINE)
    assert table and table[1].splitlines() == rows


def _row(about: str, end: Callable[[str, str], Turn], origin: str) -> str:
    found = [played(each, origin, task, end(each, task), right(task)) for each in AGENTS for task in (MONEY, NAME)]
    told = [one.ends[0][1].text.rpartition("It was refused: ")[2] for one in found if not one.ends[0][1].ok]
    reasons = " / ".join(f"“{reason.removesuffix('.')}”" for reason in sorted(set(told))) or "it is taken"
    return f"| {about} | {reasons} | {len(told)} of {len(found)} | {sum(is_met(one.verdict) for one in found)} |"
