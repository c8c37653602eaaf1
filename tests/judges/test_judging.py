"""Judges over the mock servers of their providers: what they are shown, how they are read, and what is filed."""

import asyncio
import json
import os
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.agents.mocked import MOCK, heard, origin, picture, says

from lifeworld.agents.mock.script import Asked, Failure, Turn, faulty, scripted
from lifeworld.agents.mock.server import KEY, MODEL
from lifeworld.cli import group
from lifeworld.core.actions import Done
from lifeworld.core.errors import UserError
from lifeworld.core.observation import Feedback
from lifeworld.core.trajectory import Step, Usage
from lifeworld.core.verdict import Verdict
from lifeworld.judges.judge import Transcript, whole
from lifeworld.judges.mock import mistaken
from lifeworld.judges.model import Conversation, create
from lifeworld.report import agreement
from lifeworld.run.budget import BudgetExceeded
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder
from lifeworld.run.judging import filed, known_outcomes, ratable
from lifeworld.run.labels import OUTCOME
from lifeworld.run.runner import run

__all__ = ["origin"]
AGENTS = ("oracle", "label", "random", "null")
BASES = {"anthropic": "/anthropic", "openai": "/openai/v1", "gemini": "/gemini", "prompt": "/chat/v1"}


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "played"
    apps = ("todo", "calendar", "bank", "mail")
    run(RunConfig(agents=AGENTS, apps=apps, limit=16, max_steps=20, workers=1), path)
    return path


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Folder:
    """The run, whose judgements are this test's own."""
    for one in played.iterdir():
        (tmp_path / one.name).symlink_to(one)
    return Folder.opened(tmp_path)


@pytest.fixture
def few(played: Path, tmp_path: Path) -> Folder:
    """Some episodes of it, of each agent."""
    (tmp_path / "run.json").symlink_to(played / "run.json")
    (tmp_path / "episodes").mkdir()
    kept: dict[str, int] = {}
    for one in Folder.opened(played).episodes():
        agent = one["planned"]["agent"]
        kept[agent] = kept.get(agent, 0) + 1
        if kept[agent] <= 2:
            (tmp_path / "episodes" / one["episode"]).symlink_to(played / "episodes" / one["episode"])
    return Folder.opened(tmp_path)


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lifeworld.run.budget._FIRST", 0.01)
    for name in ("ANTHROPIC", "OPENAI", "GEMINI", "MOCK"):
        monkeypatch.setenv(f"{name}_API_KEY", KEY)


def name(origin: str, more: str = "", provider: str = "prompt") -> str:
    return f"{provider}:{MODEL}?base_url={origin}{BASES[provider]}&key_from=MOCK_API_KEY{more}"


def judged(folder: Folder, *arguments: str) -> Result:
    return CliRunner().invoke(group, ["runs", "judge", str(folder.path), *arguments])


def rater(folder: Folder) -> agreement.Rater:
    (found,) = agreement.judges(filed(folder))
    return found


def rows(folder: Folder) -> dict[str, agreement.Agreed]:
    return {one.what: one for one in agreement.against(agreement.truth(folder), rater(folder))}


# ---- the truth is found again


@pytest.mark.long
def test_a_judge_without_errors_agrees_throughout(folder: Folder, origin: str) -> None:
    says(mistaken(known_outcomes(folder), 0, 0))
    done = judged(folder, "--judge", name(origin))
    assert done.exit_code == 0, done.output
    assert not MOCK.wrong
    for what in ("outcomes", "items"):
        row = rows(folder)[what]
        assert row.n and row.kappa and row.kappa.value == 1
        assert (row.too_kind, row.too_strict, row.direction) == (0, 0, "none")


@pytest.mark.parametrize(("false_positives", "false_negatives"), [(0.3, 0.1), (0.05, 0.35)])
def test_known_errors_are_found_within_their_intervals(
    folder: Folder, origin: str, false_positives: float, false_negatives: float
) -> None:
    says(mistaken(known_outcomes(folder), false_positives, false_negatives, seed=3))
    assert judged(folder, "--judge", name(origin)).exit_code == 0
    items = rows(folder)["items"]
    assert items.false_positives and items.false_positives.covers(false_positives)
    assert items.false_negatives and items.false_negatives.covers(false_negatives)
    assert 0 < items.false_positives.width < 0.5
    truth = agreement.truth(folder)
    wrong = [place for place, said in rater(folder).of(False).items() if said != truth.met[place]]
    assert len(wrong) == items.too_kind + items.too_strict > 0
    by_kind = [row for what, row in rows(folder).items() if what.startswith("items: ")]
    assert sum(row.n for row in by_kind) == items.n


def test_two_judges_are_held_against_each_other(folder: Folder, origin: str) -> None:
    says(mistaken(known_outcomes(folder), 0, 0))
    assert judged(folder, "--judge", name(origin)).exit_code == 0
    says(mistaken(known_outcomes(folder), 1, 1))
    done = judged(folder, "--judge", name(origin, "&temperature=1"), "--json")
    found = json.loads(done.stdout)
    assert found["between"][0]["items"]["value"] < 0  # one says the opposite of the other
    assert [one["agreement"][0]["accuracy"]["value"] for one in found["judges"]] == [1, 0]


def test_a_judge_that_favours_its_own_family_is_seen() -> None:
    places = [(f"{number}", OUTCOME) for number in range(40)]
    own = {episode: "anthropic" if int(episode) % 2 else "openai" for episode, _ in places}
    kinds, categories = dict.fromkeys(places, "outcome"), dict.fromkeys(own, "single")
    truth = agreement.Truth(dict.fromkeys(places, False), kinds, categories, own)
    said = {place: own[place[0]] == "anthropic" for place in places}
    judge = agreement.Rater("a judge", agreement.family("anthropic:MODEL?temperature=0"), said)
    favoured, others = agreement.families(truth, judge)
    assert favoured.direction == "too kind" and favoured.false_positives and favoured.false_positives.value == 1
    assert others.direction == "none" and others.false_positives and others.false_positives.value == 0
    assert agreement.families(truth, replace(judge, family=agreement.family("gemini:MODEL"))) == []
    assert agreement.family("qwen:M?temperature=1") == agreement.family("prompt:M") == "M"


@pytest.mark.long
def test_the_stand_in_is_served_and_judged_by_from_the_command_line(few: Folder) -> None:
    serve = [sys.executable, "-m", "lifeworld", "agents", "mock-judge", str(few.path), "--errors", "false_positives=1"]
    with subprocess.Popen(
        serve, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    ) as server:
        assert server.stdout
        key, _, command = server.stdout.readline().strip().partition(" ")
        try:
            arguments = shlex.split(command)[1:]
            done = CliRunner().invoke(group, [*arguments, "--json"], env=dict([key.split("=")]))
        finally:
            server.terminate()
    assert done.exit_code == 0, done.output
    (found,) = json.loads(done.stdout)["judges"]
    assert found["judge"] == f"prompt:{MODEL}"
    assert found["agreement"][0]["false_positives"]["value"] == 1


# ---- what a judge is shown


def test_a_judge_sees_neither_verdict_nor_agent(few: Folder) -> None:
    for episode in few.episodes():
        verdict, steps = episode["verdict"], few.steps(episode["episode"])
        items = [{**item, "met": not item["met"], "kind": "report", "found": "no"} for item in verdict["items"]]
        other = {"outcome": "unscored", "reasons": ["no"], "items": items, "side_effects": ["no"]}
        planned = {**episode["planned"], "agent": "somebody"}
        told = {**episode, "verdict": other, "planned": planned, "privileged": True}
        mute = [replace(step, native="I am Claude", usage=Usage(7, 7, 7)) for step in steps]
        assert Transcript.of(told, mute, few.image) == Transcript.of(episode, steps, few.image)


def test_a_judge_is_told_the_answer_its_note_and_that_it_was_refused() -> None:
    said = Step(number=0, action=Done(answer="About 12.", note="I added it up."), url="/", title="Home")
    refused = replace(said, number=1, feedback=Feedback(False, "bad_answer", "The answer must be a date."))
    for steps, ending in (((said,), "."), ((said, refused), ", which was refused; then it was stopped.")):
        shown = Transcript.of({"goal": "When?", "verdict": Verdict("failure").to_json()}, steps, Path)
        assert shown.ending == f"Said that it was done: “About 12.”, and noted: “I added it up.”{ending}"
    assert shown.views[-1].done.endswith("It was told: The answer must be a date.")


def test_every_screen_is_shown_in_parts(few: Folder, origin: str) -> None:
    says(mistaken(known_outcomes(few), 0, 0))
    judged(few, "--judge", name(origin, "&pictures=3"))
    assert rows(few)["items"].kappa.value == 1  # type: ignore[union-attr]
    _, shown = max(ratable(few), key=lambda one: len(one[1].views))
    texts = [_words(one.body) for one in MOCK.heard if f"The goal: {shown.goal}\n" in _words(one.body)]
    for view in shown.views:
        screen = f"Step {view.number} of {len(shown.views)}, on the page “{view.title}”:\n{view.words}"
        assert sum(screen in text for text in texts) >= 1, screen
    assert max(text.count(", on the page “") for text in texts) <= 3


def _words(body: dict[str, Any]) -> str:
    said = body["messages"][0]["content"]
    return said if said == "Hello" else "\n".join(part["text"] for part in said if part["type"] == "text")


@pytest.mark.parametrize("provider", BASES)
def test_each_provider_gets_pictures_and_its_answer_is_read(
    few: Folder, origin: str, provider: str, tmp_path: Path
) -> None:
    place = tmp_path / "picture.png"
    place.write_bytes(picture())
    _, shown = next(ratable(few))
    lone = replace(shown, views=tuple(replace(view, picture=place) for view in shown.views[:2]))
    says(scripted(Turn(words=opinion(len(shown.items)))))
    reply = asked(name(origin, "&price_in=1&price_out=2", provider), lone)
    assert not MOCK.wrong
    assert reply.success and heard().count("iVBORw0KGgo") == len(lone.views)


def opinion(items: int, **other: Any) -> str:
    whole = [{"item": number, "met": "yes", "why": "seen"} for number in range(1, items + 1)]
    return json.dumps({"items": whole, "success": True, "why": "seen", "failures": [], **other})


def asked(judge: str, shown: Any) -> Any:
    async def work() -> Any:
        model = create(judge)

        async def ask(conversation: Conversation) -> str:
            reply = await model.answer(conversation)
            assert reply.usage.cost == pytest.approx((1000 + 2 * 50) / 1e6)
            assert model.most(conversation).cost > reply.usage.cost
            return reply.text

        try:
            return await whole(ask, shown, 12)
        finally:
            await model.close()

    return asyncio.run(work())


# ---- how an answer is read


WRONG = {
    "no JSON": "It went well.",
    "half": '{"items": [',
    "an item twice": '{"items": [{"item": 1, "met": "yes", "why": "a"}, {"item": 1, "met": "no", "why": "a"}], '
    '"success": true, "why": "a", "failures": []}',
    "a word for yes": '{"items": [{"item": 1, "met": true, "why": "a"}], "success": true, "why": "a", "failures": []}',
    "a step that is not": '{"items": [], "success": true, "why": "a", '
    '"failures": [{"step": 900, "what": "a", "controllable": true}]}',
    "more": '{"items": [], "success": true, "why": "a", "failures": [], "score": 7}',
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_can_not_be_read_is_asked_again_with_what_was_wrong(few: Folder, origin: str, wrong: str) -> None:
    right = mistaken(known_outcomes(few), 0, 0)
    says(lambda asked: right(asked) if asked.turn else Turn(words=WRONG[wrong]))
    judged(few, "--judge", name(origin, "&pictures=50"))
    assert all(one.opinion and one.asked == 2 for one in filed(few))
    assert "That can't be read: " in heard()


def test_a_judge_that_fails_is_unscored_and_asked_again_later(few: Folder, origin: str) -> None:
    says(scripted())
    done = judged(few, "--judge", name(origin))
    assert done.exit_code == 0 and "its answer can't be read" in done.output
    first = filed(few)
    assert all(one.opinion is None and one.reason for one in first)
    assert rater(few).said == {} and rows(few)["items"].n == 0  # and not a zero
    says(mistaken(known_outcomes(few), 0, 0))
    judged(few, "--judge", name(origin))
    assert len(filed(few)) == len(first) and all(one.opinion for one in filed(few))
    MOCK.heard.clear()
    judged(few, "--judge", name(origin))
    assert not MOCK.heard  # all are filed


def test_faults_of_the_provider_are_waited_out(few: Folder, origin: str) -> None:
    faults = [Failure("rate-limit", 0.01), Failure("error"), Failure("cut")]
    says(faulty(mistaken(known_outcomes(few), 0, 0), faults, 3))
    judged(few, "--judge", name(origin))
    assert all(one.opinion for one in filed(few))


def test_damaged_lines_are_judged_anew(few: Folder, origin: str) -> None:
    says(mistaken(known_outcomes(few), 0, 0))
    judged(few, "--judge", name(origin, "&pictures=50"))
    (file,) = (few.path / "judgements").glob("*.jsonl")
    whole = file.read_bytes()
    count = len(whole.splitlines())
    file.write_bytes(b'{"judge": 3}\n\xff\n' + whole[: len(whole) - 40])  # the last one was cut off
    MOCK.heard.clear()
    judged(few, "--judge", name(origin, "&pictures=50"))
    assert [_words(one.body) == "Hello" for one in MOCK.heard] == [True, False]  # the dry call, and one episode
    assert len([one for one in filed(few) if one.opinion]) == count


def test_a_budget_ends_the_judging_and_keeps_what_was_judged(few: Folder, origin: str) -> None:
    says(mistaken(known_outcomes(few), 0, 0))
    dear = "&price_in=100&price_out=100&max_tokens=100"
    done = judged(few, "--judge", name(origin, dear), "--max-cost", "5.4", "--set", "at_once=1")
    assert isinstance(done.exception, BudgetExceeded) and "max_cost" in str(done.exception)
    found = filed(few)
    assert 0 < len(found) < len(known_outcomes(few))
    assert sum(one.cost for one in found) <= 5.4


# ---- step by step


def test_steps_are_judged_by_themselves(few: Folder, origin: str) -> None:
    def say(asked: Asked) -> Turn:
        first = "Step 1 of " in asked.task
        failures = [{"step": 1, "what": "slow", "controllable": False}] if first else []
        return Turn(
            words=json.dumps({"met": [{"item": 1, "why": "it is there"}] if first else [], "failures": failures})
        )

    says(say)
    done = judged(few, "--judge", name(origin), "--steps")
    assert done.exit_code == 0, done.output
    steps = {episode: len(shown.views) for episode, shown in ratable(few)}
    for one in filed(few):
        assert one.opinion and one.asked == steps[one.episode]
        assert [item.met for item in one.opinion.items] == ["yes", *["no"] * (len(one.opinion.items) - 1)]
        assert one.opinion.success is (len(one.opinion.items) == 1) and one.opinion.careful
    assert "by steps" in done.output


# ---- what is refused


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--judge", "nobody:x"), "no judge “nobody”"),
        (("--judge", "prompt"), "wants the name of a model"),
        (("--judge", "prompt:x?screenshots=2"), "screenshots has no effect on a judge"),
        (("--judge", "prompt:x?tool=1"), "has no setting tool"),
        (("--judge", "prompt:x", "--max-cost", "1"), "its price is not known"),
        (("--judge", "prompt:x,prompt:x"), "named twice"),
        (("--steps",), "no effect without --judge"),
        ((), "has no judgements yet"),
    ],
)
def test_what_has_no_sense_is_refused(few: Folder, arguments: tuple[str, ...], said: str) -> None:
    done = judged(few, *arguments)
    assert said in str(done.exception)


@pytest.mark.parametrize("provider", BASES)
def test_a_wrong_key_model_or_address_is_told_before_the_first_judgement(
    few: Folder, origin: str, provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    says(mistaken(known_outcomes(few), 0, 0))
    right = f"{provider}:{MODEL}?base_url={origin}{BASES[provider]}&key_from=MOCK_API_KEY"
    wrong_model, away = right.replace(MODEL, "other"), f"{provider}:{MODEL}?base_url=http://127.0.0.1:9"
    monkeypatch.setattr("lifeworld.run.budget._FIRST", 0.001)
    done = judged(few, "--judge", f"{right},{wrong_model},{away}")
    told = str(done.exception).splitlines()
    assert len(told) == 2 and isinstance(done.exception, UserError)
    assert "are the model's name and the address right?" in told[0] and "is http://127.0.0.1:9 right?" in told[1]
    monkeypatch.setenv("MOCK_API_KEY", "sk-of-nobody-else")
    told = str(judged(few, "--judge", right).exception).splitlines()
    assert len(told) == 1 and "is the key in MOCK_API_KEY right?" in told[0] and "sk-of" not in told[0]
    assert not (few.path / "judgements").exists()
    assert all("Hello" in str(one.body) for one in MOCK.heard)
