"""New databases on the PostgreSQL that the tests start."""

import itertools

from sqlalchemy import create_engine, text

_numbers = itertools.count()


def fresh(postgres: str) -> str:
    """Return the URL of a new, empty database."""
    name = f"arena{next(_numbers)}"
    engine = create_engine(postgres, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return postgres.replace("/postgres?", f"/{name}?")
