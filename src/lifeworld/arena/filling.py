"""Adds battles that nobody has to wait for: from the episodes of finished runs, or played ahead for the first page."""

import random
import secrets
import shutil
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from importlib.resources import as_file, files
from itertools import combinations
from pathlib import Path
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from lifeworld.arena import agents, battles
from lifeworld.arena.tables import SIDES, Agent, Battle, Pair, Setting, Side, SideOutcome, now
from lifeworld.run.folder import Folder
from lifeworld.run.judging import PLACE
from lifeworld.run.merging import link
from lifeworld.run.plan import Planned
from lifeworld.taskkit.configuration import Configuration
from lifeworld.world.profiles import NAMES

_FIRST_TASKS = (  # short tasks that are understood at once
    "todo.AddTaskWithDate",
    "bank.FreezeCard",
    "calendar.AnswerInvitation",
    "messenger.ArchiveChat",
    "shop.DeliveredWhen",
    "todo.CompleteTask",
)


@dataclass(frozen=True)
class RunEpisode:
    """An episode of a run that can be a side of a battle."""

    folder: Folder
    summary: dict[str, Any]
    planned: Planned

    @property
    def spec(self) -> str:
        return self.folder.config().agent(self.planned.agent)

    @property
    def key(self) -> tuple[Any, ...]:
        """The values that both sides of a battle must share."""
        return (self.planned.configuration, self.planned.repeat, self.summary["fingerprint"]["digest"])


@dataclass
class FillCounts:
    """The numbers of new and existing battles, and of episodes left out: unscored, without pictures, unmatched."""

    made: int = 0
    existing: int = 0
    unscored: int = 0
    without_pictures: int = 0
    unmatched: int = 0


def fill(session: Session, home: Path, runs: Iterable[Path], most: int | None = None) -> FillCounts:
    """Make battles of the episodes of finished runs, for two agents on the same configuration, each only once.

    Episodes are copied into the arena's folder; of more than `most` battles so many are drawn at random.

    Raises:
        UserError: a folder holds no run, or an agent's name is taken.
    """
    filled, chance = FillCounts(), random.Random(secrets.randbits(64))
    found = list(_pairs(_usable_episodes(runs, filled), filled))
    chance.shuffle(found)
    for pair in found:
        if most is not None and filled.made >= most:
            break
        sides = chance.sample(pair, 2)
        if _add_battle(session, home, sides):
            filled.made += 1
        else:
            filled.existing += 1
    return filled


def add_shipped_battles(session: Session, home: Path) -> int:
    """Add the battles that ship, so that the first page has one at once; return the number of new ones."""
    with tempfile.TemporaryDirectory() as folder, as_file(files("lifeworld.arena").joinpath("prepared.zip")) as packed:
        with zipfile.ZipFile(packed) as archive:
            archive.extractall(folder)
        return fill(session, home, [Path(folder)]).made


def queue_first_battles(session: Session, count: int) -> int:
    """Queue battles of the registered agents if none is ready or queued; return their number."""
    shown = Battle.status.in_(("ready", "queued", "running"))
    if session.scalar(select(func.count()).select_from(Battle).where(shown)):
        return 0
    names = [one.name for one in agents.active(session)]
    chance = random.Random("ahead 0")
    pairs = list(combinations(names, 2))
    chance.shuffle(pairs)
    for number in range(count if pairs else 0):
        left, right = chance.sample(pairs[number % len(pairs)], 2)
        battles.new_battle(session, _configuration(number, chance), Pair(left, right), "ahead")
    return count if pairs else 0


def _configuration(number: int, chance: random.Random) -> Configuration:
    return Configuration(
        _FIRST_TASKS[number % len(_FIRST_TASKS)],
        chance.choice(NAMES),
        instance=chance.randrange(1000),
        device=("phone", "desktop")[number % 2],
    )


def _usable_episodes(runs: Iterable[Path], filled: FillCounts) -> Iterator[RunEpisode]:
    for path in runs:
        folder = Folder.opened(path)
        for summary in folder.episodes():
            one = RunEpisode(folder, summary, Planned.from_json(summary["planned"]))
            if summary["verdict"]["outcome"] == "unscored":
                filled.unscored += 1
            elif not all(step.image for step in folder.steps(summary["episode"])):
                filled.without_pictures += 1
            else:
                yield one


def _pairs(taken: Iterable[RunEpisode], filled: FillCounts) -> Iterator[tuple[RunEpisode, RunEpisode]]:
    together: dict[Any, list[RunEpisode]] = defaultdict(list)
    for one in taken:
        together[one.key].append(one)
    for group in together.values():
        found = [(one, other) for one, other in combinations(group, 2) if one.spec != other.spec]
        filled.unmatched += not found and len(group)
        yield from found


def _add_battle(session: Session, home: Path, sides: list[RunEpisode]) -> bool:
    """Make a battle of two episodes, unless it exists; return whether it is new."""
    marks = sorted(_episode_digest(one) for one in sides)
    key = f"filled {blake2b(' '.join(marks).encode(), digest_size=20).hexdigest()}"
    if session.get(Setting, key):
        return False
    contenders = [_contender(session, one) for one in sides]
    first, moment = sides[0], now()
    battle = battles.of(
        first.planned.configuration,
        first.summary["goal"],
        fingerprint=first.summary["fingerprint"]["digest"],
        made="ahead",
        status="ready",
        created=moment,
        started=moment,
        finished=moment,
    )
    session.add(battle)
    session.flush()
    for side, one, contender in zip(SIDES, sides, contenders, strict=True):
        found = Side(battle=battle.id, side=side, agent=contender.id, folder=_copy_episode(one, home), status="done")
        found.outcome = SideOutcome.of(one.summary["verdict"], one.summary["counts"])
        session.add(found)
    session.add(Setting(key=key, value={"battle": battle.id}))
    session.flush()
    return True


def _episode_digest(one: RunEpisode) -> str:
    """Return a digest of an episode's steps and agent, which does not depend on where its run lies."""
    steps = (one.folder.path / "episodes" / one.summary["episode"] / "steps.jsonl").read_bytes()
    return blake2b(steps, digest_size=20, key=blake2b(one.spec.encode()).digest()).hexdigest()


def _contender(session: Session, one: RunEpisode) -> Agent:
    known = session.scalar(select(Agent).where(Agent.spec == one.spec).order_by(Agent.id))
    return known or agents.register(session, _agent_name(one.planned.agent), one.spec)


def _agent_name(name: str) -> str:
    """Return a name that fits into the register; a long one, such as a spec with settings, ends in a digest."""
    return name if len(name) <= 80 else f"{name[:71]} {blake2b(name.encode(), digest_size=4).hexdigest()}"


def _copy_episode(one: RunEpisode, home: Path) -> str:
    """Copy an episode into a folder of its own and return its name; pictures are hard-linked where possible."""
    name = secrets.token_urlsafe(16)
    source, target, episode = one.folder.path, home / "battles" / name, one.summary["episode"]
    shutil.copytree(source / "episodes" / episode, target / "episodes" / episode)
    shutil.copy(source / "run.json", target / "run.json")
    if (source / PLACE).is_dir():
        shutil.copytree(source / PLACE, target / PLACE)
    for image in {name for step in one.folder.steps(episode) for name in (step.image, step.reached) if name}:
        place = Folder(target).image(image)
        place.parent.mkdir(parents=True, exist_ok=True)
        link(one.folder.image(image), place)
    return name
