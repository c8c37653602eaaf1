"""What an arena publishes: its votes, its labels, and where the trajectories lie."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from lifeworld.arena import stored
from lifeworld.arena.exchange import Dataset
from lifeworld.arena.quality import sift
from lifeworld.arena.tables import Side


def dataset(session: Session, texts: bool = False) -> Dataset:
    """Return the public dataset, with why votes don't count on the board that visitors see.

    Args:
        session: that reads.
        texts: with the words of voters who have agreed to it.
    """
    sifted = sift(stored.votes(session), known=stored.known(session))
    numbers = sifted.votes["vote"].to_pylist()
    folders = select(Side.battle, Side.side, Side.folder).where(Side.folder != "")
    return Dataset(
        stored.votes(session, public=True),
        stored.labels(session),
        folders={(battle, side): f"battles/{folder}" for battle, side, folder in session.execute(folders)},
        reasons={number: why for number, why in zip(numbers, sifted.reason, strict=True) if why},
        texts=stored.texts(session) if texts else None,
    )
