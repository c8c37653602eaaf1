"""Writes the list of easy tasks from a run of the oracle: `python scripts/easy.py runs/oracle`.

The run is `lifeworld eval --agent oracle --crossed profile,device --out runs/oracle`. `lifeworld.run.plan` says what
easy means: of one app, of certain kinds, and done in few actions for every person, on a phone and a desktop.
"""

import sys
from pathlib import Path

import pyarrow.parquet as pq

from lifeworld.run.plan import EASY_KINDS, EASY_LIST, EASY_MOST
from lifeworld.taskkit.catalogue import tasks

HEAD = """\
# Tasks of one app that want no answer and whose solution takes at most {most} actions, the last “done” included, for
# each person on phone and desktop. Made by scripts/easy.py from a run of the oracle; tests/run/test_easy.py plays them.
"""


def main() -> None:
    """Write the list."""
    rows = pq.read_table(Path(sys.argv[1]) / "results.parquet", columns=["task", "agent", "steps", "success"])
    longest: dict[str, int] = {}
    for row in rows.to_pylist():
        if row["agent"] != "oracle" or not row["success"]:
            sys.exit(f"{sys.argv[1]} is no run of the oracle alone in which every episode succeeds")
        longest[row["task"]] = max(longest.get(row["task"], 0), row["steps"])
    found = (
        one for one in tasks() if one.category() == "single" and one.kind() in EASY_KINDS and not one.says("answer")
    )
    easy = sorted(one.id for one in found if longest.get(one.id, EASY_MOST + 1) <= EASY_MOST)
    EASY_LIST.write_text(HEAD.format(most=EASY_MOST) + "".join(f"{task}\n" for task in easy))
    print(f"{len(easy)} of {len(longest)} tasks are easy")


if __name__ == "__main__":
    main()
