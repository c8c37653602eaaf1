"""What `lifeworld play` says to what can't be."""

import socket
from pathlib import Path

import pytest
from tests.commands import command

from lifeworld.core.errors import UserError
from lifeworld.play import session
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--task", "todo.CompletTask"], "did you mean todo.CompleteTask"),
        (["--profile", "norah"], "no profile “norah”; did you mean nora"),
        (["--task", "todo.CompleteTask", "--axis", "phrasing=9"], "phrasings 0 to 6, not 9"),
        (["--axis", "device=watch"], "no device “watch”; there are phone"),
    ],
)
def test_wrong_names(args: list[str], told: str) -> None:
    said = command("play", "--no-open", *args, code=2)
    assert told in said and "Traceback" not in said


def test_a_port_in_use() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = command("play", "--no-open", "--port", port, code=2)
    assert f"port {port} can't be used" in said and "--port" in said


def test_the_folder_of_another_run(tmp_path: Path) -> None:
    Folder.begun(tmp_path / "run", RunConfig())
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("mine")
    for name, told in (("run", "holds a run of agents"), ("notes", "is not empty")):
        with pytest.raises(UserError, match=f"{told}.*--record"):
            session.open_folder(tmp_path / name)
    session.open_folder(tmp_path / "mine")
    assert session.open_folder(tmp_path / "mine").path == tmp_path / "mine"
