"""What `lifeworld play` says to what can't be."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from lifeworld.core.errors import UserError
from lifeworld.play import session
from lifeworld.play.game import Choice
from lifeworld.play.hosting import play_servers
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder


def played(*args: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "lifeworld", "play", "--no-open", *args], capture_output=True, text=True, timeout=60
    )
    return done.returncode, done.stderr


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
    code, said = played(*args)
    assert code == 2
    assert told in said
    assert "Traceback" not in said


def test_a_port_in_use() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, said = played("--port", str(port))
    assert code == 2
    assert f"port {port} can't be used" in said and "--port" in said


def test_the_folder_of_another_run(tmp_path: Path) -> None:
    Folder.begun(tmp_path / "run", RunConfig())
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("mine")
    for name, told in (("run", "holds a run of agents"), ("notes", "is not empty")):
        with pytest.raises(UserError, match=told) as caught, play_servers(Choice(), folder=tmp_path / name):
            pass
        assert "--record" in str(caught.value)
    session.open_folder(tmp_path / "mine")
    assert session.open_folder(tmp_path / "mine").path == tmp_path / "mine"
