"""What an arena publishes: its votes, its labels, and where the trajectories lie."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from lifeworld.arena import stored
from lifeworld.arena.exchange import Dataset
from lifeworld.arena.tables import Drop, Side


def dataset(session: Session, texts: bool = False) -> Dataset:
    """Return the public dataset; with texts only those whose voters have agreed to it."""
    folders = select(Side.battle, Side.side, Side.folder).where(Side.folder != "")
    return Dataset(
        stored.votes(session, public=True),
        stored.labels(session),
        folders={(battle, side): f"battles/{folder}" for battle, side, folder in session.execute(folders)},
        reasons={drop.vote: drop.filter for drop in session.scalars(select(Drop).order_by(Drop.filter))},
        texts=stored.texts(session) if texts else None,
    )
