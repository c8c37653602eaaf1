"""What is filed is there whole, whoever files it at the same time."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.commands import command
from tests.run.test_engines import left

from lifeworld.core.writing import write_file
from lifeworld.run.folder import Folder
from lifeworld.run.storage import read_table

EVAL = ["eval", "--agent", "oracle,null", "--app", "todo", "--limit", "4", "--out"]


def test_of_an_episode_that_several_file_one_stays_whole(tmp_path: Path) -> None:
    def file(writer: int) -> None:
        for n in range(200):
            said = b"%d %d" % (writer, n)
            Folder(tmp_path).file("one", {"steps.jsonl": said, "changes.json": said, "episode.json": said})

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(file, range(4)))
    assert len({path.read_bytes() for path in tmp_path.glob("episodes/one/*")}) == 1
    assert [path.name for path in tmp_path.rglob("*") if path.is_dir()] == ["episodes", "one"]


def test_a_table_is_read_whole_while_another_takes_its_place(tmp_path: Path) -> None:
    place = tmp_path / "results.parquet"
    tables = [pa.table({"agent": ["oracle" * (n + 1)] * 500 * (n + 1)}) for n in range(2)]
    files = [pa.BufferOutputStream() for _ in tables]
    for table, file in zip(tables, files, strict=True):
        pq.write_table(table, file, compression="none", use_dictionary=False)
    contents = [file.getvalue() for file in files]
    write_file(place, contents[0])
    with ThreadPoolExecutor(1) as pool:
        replaced = pool.submit(lambda: [write_file(place, contents[n % 2]) for n in range(2000)])
        while not replaced.done():
            assert read_table(place) in tables
        replaced.result()


@pytest.mark.long
def test_two_runs_in_one_folder_end_in_the_same(tmp_path: Path) -> None:
    command(*EVAL, tmp_path / "alone")
    lifeworld = [sys.executable, "-m", "lifeworld", *EVAL, str(tmp_path / "shared")]
    both = [subprocess.Popen(lifeworld, stdout=subprocess.DEVNULL) for _ in range(2)]
    assert [one.wait() for one in both] == [0, 0]
    shared = Folder(tmp_path / "shared")
    assert left(shared) == left(Folder(tmp_path / "alone"))
    assert not shared.damaged and not list(shared.path.glob(".*"))
