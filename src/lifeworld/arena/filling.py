"""Battles that nobody has to wait for: of the episodes of finished runs, or played ahead for the first page."""

import os
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
from lifeworld.arena.battles import Chosen
from lifeworld.arena.tables import SIDES, Agent, Battle, Setting, Side, now
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned
from lifeworld.taskkit.catalogue import find
from lifeworld.taskkit.configuration import Configuration
from lifeworld.world.profiles import NAMES

_AHEAD = (  # short tasks of each app that a stranger understands at once
    "todo.AddTaskWithDate",
    "bank.FreezeCard",
    "calendar.AnswerInvitation",
    "messenger.ArchiveChat",
    "shop.DeliveredWhen",
    "todo.CompleteTask",
)


@dataclass(frozen=True)
class Taken:
    """An episode of a run that may be a side of a battle."""

    folder: Folder
    summary: dict[str, Any]
    planned: Planned

    @property
    def spec(self) -> str:
        return self.folder.config().agent(self.planned.agent)

    @property
    def key(self) -> tuple[Any, ...]:
        """What both sides of a battle have in common."""
        return (self.planned.configuration, self.planned.repeat, self.summary["fingerprint"]["digest"])


@dataclass
class Filled:
    """Battles made, those made before, and episodes left out: unscored, without pictures, alone."""

    made: int = 0
    known: int = 0
    unscored: int = 0
    unseen: int = 0
    alone: int = 0


def fill(session: Session, home: Path, runs: Iterable[Path], most: int | None = None) -> Filled:
    """Make battles of the episodes of finished runs: two agents on the same configuration; the same ones once only.

    Args:
        session: that writes.
        home: the arena's folder, which gets copies.
        runs: folders of runs with pictures.
        most: battles to make at most, drawn at random; None for all.

    Raises:
        UserError: a folder holds no run, or a name is another agent's.
    """
    filled, chance = Filled(), random.Random(secrets.randbits(64))
    found = list(_pairs(_taken(runs, filled), filled))
    chance.shuffle(found)
    for pair in found:
        if most is not None and filled.made >= most:
            break
        sides = chance.sample(pair, 2)
        if _make(session, home, sides):
            filled.made += 1
        else:
            filled.known += 1
    return filled


def unpack(session: Session, home: Path) -> int:
    """Make the battles that ship, so that the first page has one at once; return how many are new."""
    with tempfile.TemporaryDirectory() as folder, as_file(files("lifeworld.arena").joinpath("prepared.zip")) as packed:
        with zipfile.ZipFile(packed) as archive:
            archive.extractall(folder)
        return fill(session, home, [Path(folder)]).made


def prepare(session: Session, count: int, seed: int = 0) -> int:
    """Queue battles of the contenders that ship, if there is none to show yet; return how many were queued."""
    shown = Battle.status.in_(("ready", "queued", "running"))
    if session.scalar(select(func.count()).select_from(Battle).where(shown)):
        return 0
    names = [one.name for one in agents.active(session)]
    chance = random.Random(f"ahead {seed}")
    pairs = list(combinations(names, 2))
    chance.shuffle(pairs)
    for number in range(count if pairs else 0):
        left, right = chance.sample(pairs[number % len(pairs)], 2)
        battles.new_battle(session, _configuration(number, chance), Chosen(left, right), "ahead")
    return count if pairs else 0


def _configuration(number: int, chance: random.Random) -> Configuration:
    return Configuration(
        _AHEAD[number % len(_AHEAD)],
        chance.choice(NAMES),
        instance=chance.randrange(1000),
        device=("phone", "desktop")[number % 2],
    )


def _taken(runs: Iterable[Path], filled: Filled) -> Iterator[Taken]:
    for path in runs:
        folder = Folder.opened(path)
        for summary in folder.episodes():
            one = Taken(folder, summary, Planned.from_json(summary["planned"]))
            if summary["verdict"]["outcome"] == "unscored":
                filled.unscored += 1
            elif not all(step.image for step in folder.steps(summary["episode"])):
                filled.unseen += 1
            else:
                yield one


def _pairs(taken: Iterable[Taken], filled: Filled) -> Iterator[tuple[Taken, Taken]]:
    together: dict[Any, list[Taken]] = defaultdict(list)
    for one in taken:
        together[one.key].append(one)
    for group in together.values():
        found = [(one, other) for one, other in combinations(group, 2) if one.spec != other.spec]
        filled.alone += not found and len(group)
        yield from found


def _make(session: Session, home: Path, sides: list[Taken]) -> bool:
    """Make a battle of two episodes, unless there is one."""
    marks = sorted(_mark(one) for one in sides)
    key = f"filled {blake2b(' '.join(marks).encode(), digest_size=20).hexdigest()}"
    if session.get(Setting, key):
        return False
    contenders = [_contender(session, one) for one in sides]
    battle = _battle(sides[0])
    session.add(battle)
    session.flush()
    for side, one, contender in zip(SIDES, sides, contenders, strict=True):
        session.add(_side(battle.id, one, contender, _copied(one, home), side))
    session.add(Setting(key=key, value={"battle": battle.id}))
    session.flush()
    return True


def _mark(one: Taken) -> str:
    """Return what is an episode's own, wherever its run lies: all that was done in it, and by whom."""
    steps = (one.folder.path / "episodes" / one.summary["episode"] / "steps.jsonl").read_bytes()
    return blake2b(steps, digest_size=20, key=blake2b(one.spec.encode()).digest()).hexdigest()


def _contender(session: Session, one: Taken) -> Agent:
    known = session.scalar(select(Agent).where(Agent.spec == one.spec).order_by(Agent.id))
    return known or agents.register(session, one.planned.agent, one.spec)


def _battle(one: Taken) -> Battle:
    configuration, moment = one.planned.configuration, now()
    return Battle(
        id=secrets.token_urlsafe(16),
        configuration=configuration.to_json(),
        device=configuration.device,
        category=find(configuration.task).category(),
        goal=one.summary["goal"],
        fingerprint=one.summary["fingerprint"]["digest"],
        made="ahead",
        status="ready",
        created=moment,
        started=moment,
        finished=moment,
    )


def _side(battle: str, one: Taken, contender: Agent, folder: str, side: Any) -> Side:
    verdict, counts = one.summary["verdict"], one.summary["counts"]
    return Side(
        battle=battle,
        side=side,
        agent=contender.id,
        folder=folder,
        status="done",
        verdict=verdict["outcome"],
        reason="; ".join(verdict["reasons"]),
        steps=counts["steps"],
        seconds=counts["seconds"],
        questions=counts["questions"],
        side_effects=len(verdict["side_effects"]),
    )


def _copied(one: Taken, home: Path) -> str:
    """Copy an episode and its pictures into a folder of its own; pictures are linked where the disk allows it."""
    name = secrets.token_urlsafe(16)
    source, target, episode = one.folder.path, home / "battles" / name, one.summary["episode"]
    shutil.copytree(source / "episodes" / episode, target / "episodes" / episode)
    shutil.copy(source / "run.json", target / "run.json")
    for image in {step.image for step in one.folder.steps(episode)}:
        _linked(one.folder.image(image), Folder(target).image(image))
    return name


def _linked(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(source, target)
    except OSError:
        shutil.copy(source, target)
