"""`lifeworld view`: what its server answers."""

import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from lifeworld.core.actions import Done
from lifeworld.play.session import PlaySession, open_folder
from lifeworld.taskkit.configuration import Configuration


@pytest.mark.long
def test_a_path_that_no_file_can_have_is_not_found(tmp_path: Path) -> None:
    played = PlaySession(Configuration("todo.CompleteTask", "nora"), open_folder(tmp_path / "run"))
    played.finish(Done())
    played.close()
    command = [sys.executable, "-m", "lifeworld", "view", str(tmp_path / "run"), "--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout and process.stderr
            place = urlsplit(process.stdout.readline().split()[0]).netloc
            for path, status in (("/%00", 404), (f"/{'a' * 9000}", 404), ("/report.html", 200)):
                connection = HTTPConnection(place, timeout=20)
                connection.request("GET", path)
                assert connection.getresponse().status == status, path
                connection.close()
        finally:
            process.kill()
        assert process.stderr.read() == ""
