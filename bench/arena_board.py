"""A leaderboard of many agents and votes, served: how soon a vote is on it, and whether voters wait for it.

    python -m bench.arena_board [--agents 200] [--votes 2000000] [--voters 200000] [--battles 20000] [--json]

The votes are put into a database of the arena's, the site is started on it, and some visitors come who vote as those of
`bench.arena_load` do, without live battles. "counted" is the time from a vote to the page that says where it moved the
ranking, which asks every 0.7 seconds.
"""

import argparse
import secrets
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any

import numpy as np
import uvloop
from bench.arena_load import Site, served, shipped, show, told, visited
from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from lifeworld.arena import filling, hosting
from lifeworld.arena.database import Database
from lifeworld.arena.tables import CHOICES, Agent, Battle, Side, Vote, Voter, now

_AT_ONCE = 50_000  # rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("agents", 200), ("votes", 2_000_000), ("voters", 200_000), ("battles", 20_000)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--visitors", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--think", type=float, default=5, help="seconds before a vote, on average")
    parser.add_argument("--database", help="postgresql://…; SQLite otherwise")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    asked.live = 0
    show(measured(asked), asked.json)


def measured(asked: argparse.Namespace) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as passing:
        home = Path(passing)
        with hosting.open_or_create(home, asked.database) as database:
            before = filled(database, home, asked)
            began = time.monotonic()
            with served(home, asked.database) as site:
                starting, used = time.monotonic() - began, site.used()
                tally = uvloop.run(visited(site.address, [], asked))
                found = told(tally, database, asked, site.used() - used, before)
                return {"votes before": before, "start of the site, s": round(starting, 1)} | found | memory(site)


def memory(site: Site) -> dict[str, Any]:
    lines = Path(f"/proc/{site.process}/status").read_text().splitlines()
    most = next(line.split()[1] for line in lines if line.startswith("VmHWM"))
    return {"most memory of the site, MB": round(int(most) / 1024)}


def filled(database: Database, home: Path, asked: argparse.Namespace) -> int:
    """Put agents, battles and votes there; how many votes."""
    rng = np.random.default_rng(0)
    with database.writing() as session:
        filling.fill(session, home, [shipped(home / "shipped")])
        patterns = session.scalars(select(Battle)).all()
        agents = [Agent(name=f"agent {number:03}", spec="null", created=now()) for number in range(asked.agents)]
        session.add_all(agents)
        session.flush()
        left = rng.integers(asked.agents, size=asked.battles)
        right = (left + 1 + rng.integers(asked.agents - 1, size=asked.battles)) % asked.agents
        pairs = [(agents[one].id, agents[other].id) for one, other in zip(left, right, strict=True)]
        battles = fought(session, patterns, pairs, rng)
        voters = [uuid.UUID(bytes=rng.bytes(16)) for _ in range(asked.voters)]
        some = {"created": now(), "last_seen": now(), "role": "visitor", "group": "public"}
        rows = [{"id": one, "address_hash": f"h{number}", **some} for number, one in enumerate(voters)]
        session.execute(insert(Voter), rows)
        cast(session, rng, battles, voters, (left, right, asked))
        return session.scalar(select(func.count(Vote.id))) or 0


def fought(session: Session, patterns: Any, pairs: list[tuple[int, int]], rng: np.random.Generator) -> list[str]:
    """Add a battle of each pair that looks like one of the patterns; their ids."""
    columns = [column.key for column in Battle.__table__.columns]
    names, battles, sides = [secrets.token_urlsafe(16) for _ in pairs], [], []
    for number, (name, agents) in enumerate(zip(names, pairs, strict=True)):
        pattern = patterns[number % len(patterns)]
        battles.append({key: getattr(pattern, key) for key in columns} | {"id": name})
        for side, agent in zip(pattern.sides, agents, strict=True):
            values = {key.key: getattr(side, key.key) for key in Side.__table__.columns if key.key != "id"}
            sides.append(values | {"battle": name, "agent": agent, "verdict": ("success", "failure")[rng.integers(2)]})
    session.execute(insert(Battle), battles)
    session.execute(insert(Side), sides)
    return names


def cast(session: Session, rng: np.random.Generator, battles: list[str], voters: list[uuid.UUID], given: Any) -> None:
    """Add votes, of each voter one at most on a battle, by strengths that spread by 115 Elo."""
    left, right, asked = given
    drawn = np.unique(rng.integers(len(battles) * len(voters), size=asked.votes))
    rng.shuffle(drawn)
    battle, voter = np.divmod(drawn, len(voters))
    beta = rng.normal(0, 115 / 173.7, asked.agents)
    lost = rng.random(drawn.size) > 1 / (1 + np.exp(beta[right[battle]] - beta[left[battle]]))
    choice = np.where(rng.random(drawn.size) < 0.2, rng.integers(2, 4, size=drawn.size), lost)
    some = {"seconds": 9.0, "created": now(), "text": ""}
    for start in range(0, drawn.size, _AT_ONCE):
        part = zip(*(column[start : start + _AT_ONCE].tolist() for column in (battle, voter, choice)), strict=True)
        rows = [{"battle": battles[one], "voter": voters[who], "choice": CHOICES[how]} | some for one, who, how in part]
        session.execute(insert(Vote), rows)


if __name__ == "__main__":
    main()
