"""Has models judge a run's trajectories, and files each judgement: DIR/judgements/<judge>.jsonl, a line each."""

import asyncio
import hashlib
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from lifeworld.agents.settings import without_keys
from lifeworld.core.errors import AgentFailed, ProviderFault, UserError
from lifeworld.core.jsontext import json_text
from lifeworld.core.trajectory import Usage
from lifeworld.core.verdict import Verdict
from lifeworld.judges.judge import Transcript, by_steps, whole
from lifeworld.judges.mock import Known
from lifeworld.judges.model import Conversation, JudgeModel, create
from lifeworld.judges.opinion import Opinion, Unreadable
from lifeworld.run.budget import CHECK_RETRIES, Backoff, Budget
from lifeworld.run.folder import Folder
from lifeworld.run.storage import append_json_line, read_json_lines

PLACE = "judgements"
Left: TypeAlias = Sequence[tuple[str, Transcript]]
Mode = Literal["trajectory", "steps"]


class Judgement(BaseModel):
    """One judge's judgement of one episode.

    Attributes:
        judge: its name, with its settings.
        mode: about the whole trajectory, or step by step.
        shown: the digest of what it was shown; if that changes, the episode is judged again.
        opinion: None where it failed.
        reason: why it is unscored; "" otherwise.
        asked: requests that were answered.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    judge: str
    mode: Mode
    episode: str
    shown: str
    opinion: Opinion | None
    reason: str = ""
    asked: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0


@dataclass(frozen=True)
class Effort:
    """Settings of judging.

    Attributes:
        mode: about the whole trajectory, or step by step.
        budget: the limits of all judges together.
        at_once: how many episodes are judged at the same time.
        retries: how often a provider that does not answer is asked again.
    """

    mode: Mode = "trajectory"
    budget: Budget = field(default_factory=Budget)
    at_once: int = 4
    retries: int = 6


def place(folder: Folder, judge: str, mode: Mode) -> Path:
    """Return the file of a judge's opinions."""
    known = hashlib.blake2b(f"{judge} {mode}".encode(), digest_size=4).hexdigest()
    plain = re.sub(r"[^\w.-]+", "-", judge.partition("?")[0])[:80]
    return folder.path / PLACE / f"{plain}-{mode}-{known}.jsonl"


def filed(folder: Folder) -> list[Judgement]:
    """Return each judge's last judgement of each episode, if it is about what the run shows now."""
    return list({(one.judge, one.mode, one.episode): one for one in said_of_now(folder, PLACE, Judgement)}.values())


def said_of_now(folder: Folder, place: str, kind: type[Any]) -> Iterator[Any]:
    """Yield all that a folder's files say of an `episode`, if it was `shown` as the run shows it now."""
    now = {episode: digest(transcript) for episode, transcript in ratable(folder)}
    for path in sorted((folder.path / place).glob("*.jsonl")):
        yield from (one for one in read_json_lines(path, kind) if now.get(one.episode) == one.shown)


def ratable(folder: Folder) -> Iterator[tuple[str, Transcript]]:
    """Yield the episodes that can be judged, by id: those with a verdict, steps and items."""
    for episode in folder.episodes():
        transcript = Transcript.of(episode, folder.steps(episode["episode"]), folder.image)
        if episode["verdict"]["outcome"] != "unscored" and transcript.views and transcript.items:
            yield episode["episode"], transcript


def judge_all(folder: Folder, names: Sequence[str], effort: Effort, told: Callable[[Judgement], None]) -> None:
    """Have judges judge, one after the other, what each has not judged yet; failed requests are repeated.

    Args:
        folder: the run's.
        names: the judges', as agents are named.
        effort: how they are asked.
        told: is called with each judgement once it is filed.

    Raises:
        UserError: there is no such judge, it can't be asked, or what it costs is not known though there is a budget.
        BudgetExceeded: the next answer might cost more than is left; what was judged is kept.
    """
    left = {name: list(_left(folder, name, effort.mode)) for name in names}
    asyncio.run(_could_judge([name for name in names if left[name]], effort))
    for name in names:
        asyncio.run(_judge_all(folder, name, left[name], effort, told))


async def _could_judge(names: Sequence[str], effort: Effort) -> None:
    """Check that each judge can be asked.

    Raises:
        UserError: some can't; a line for each names the reason.
    """
    wrong: list[str] = []
    for name in names:
        try:
            await _could_be_asked(name, effort)
        except (UserError, ProviderFault, AgentFailed) as error:
            wrong.append(str(error))
    if wrong:
        raise UserError("\n".join(dict.fromkeys(wrong)))


async def _could_be_asked(name: str, effort: Effort) -> None:
    model = create(name)
    try:
        if not model.priced and effort.budget.dollars is not None:
            raise UserError(f"{name}: its price is not known, so --max-cost can't hold; give price_in and price_out")
        await Backoff(min(effort.retries, CHECK_RETRIES), random.Random(name)).retry(model.ready)
    finally:
        await model.close()


async def _judge_all(folder: Folder, name: str, left: Left, effort: Effort, told: Callable[[Judgement], None]) -> None:
    model, path, waiting = create(name), place(folder, name, effort.mode), iter(left)

    async def work() -> None:
        for episode, transcript in waiting:
            one = await _judged(name, model, effort, episode, transcript)
            append_json_line(path, one.model_dump(mode="json"))
            told(one)

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(effort.at_once):
                group.create_task(work())
    except* UserError as several:
        raise several.exceptions[0] from None
    finally:
        await model.close()


def _left(folder: Folder, name: str, mode: Mode) -> Iterator[tuple[str, Transcript]]:
    filed_before = read_json_lines(place(folder, name, mode), Judgement)
    done = {(one.episode, one.shown) for one in filed_before if one.opinion is not None}
    for episode, transcript in ratable(folder):
        if (episode, digest(transcript)) not in done:
            yield episode, transcript


def digest(transcript: Transcript) -> str:
    """Return the digest of a transcript."""
    views = [[one.done, one.title, one.words, one.picture.name if one.picture else ""] for one in transcript.views]
    told = json_text([transcript.goal, transcript.items, views, transcript.ending])
    return hashlib.blake2b(told.encode(errors="replace"), digest_size=12).hexdigest()


async def _judged(name: str, model: JudgeModel, effort: Effort, episode: str, transcript: Transcript) -> Judgement:
    """Return a judgement; if the judge fails, it has no opinion, which is not a zero."""
    asking = _Asking(model, effort, episode)
    opinion, reason = None, ""
    try:
        if effort.mode == "steps":
            opinion = await by_steps(asking.ask, transcript)
        else:
            opinion = await whole(asking.ask, transcript, model.settings.pictures)
    except Unreadable as wrong:
        reason = f"its answer can't be read: {wrong}"
    except (ProviderFault, AgentFailed, OSError) as fault:
        reason = str(fault)
    return Judgement(
        judge=name,
        mode=effort.mode,
        episode=episode,
        shown=digest(transcript),
        opinion=opinion,
        reason=reason,
        asked=asking.asked,
        tokens_in=asking.used.tokens_in,
        tokens_out=asking.used.tokens_out,
        cost=asking.used.cost,
    )


class _Asking:
    """Asks a model about one episode, within the budget and the retries of its provider."""

    def __init__(self, model: JudgeModel, effort: Effort, episode: str) -> None:
        self._model, self._effort, self._chance = model, effort, random.Random(episode)
        self.used, self.asked = Usage(), 0

    async def ask(self, conversation: Conversation) -> str:
        return await Backoff(self._effort.retries, self._chance).retry(lambda: self._paid(conversation))

    async def _paid(self, conversation: Conversation) -> str:
        budget = self._effort.budget
        most = self._model.most(conversation) if budget.limited else Usage()
        async with budget.reserved(most) as book:
            try:
                reply = await self._model.answer(conversation)
            except ProviderFault as fault:  # which may charge for a lost answer
                book(most if fault.charged else Usage())
                raise
            book(reply.usage)
        self.used, self.asked = self.used + reply.usage, self.asked + 1
        return str(without_keys(reply.text))


def known_outcomes(folder: Folder) -> list[Known]:
    """Return the transcripts of a run with the verifier's outcomes, for a mock judge whose error rates are known."""
    verdicts = {one["episode"]: Verdict.from_json(one["verdict"]) for one in folder.episodes()}
    return [
        Known(shown, tuple(item.met for item in verdicts[episode].items), verdicts[episode].success)
        for episode, shown in ratable(folder)
    ]
