"""All figures of docs/benchmarks.md.

    python -m bench [--json] [--write] [--no-beside]

`--write` puts them into docs/benchmarks.md, with the machine. Wants a quiet machine; takes some three minutes.
"""

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from bench.beside import beside
from bench.document import document

from lifeworld.cli.bench import show, written
from lifeworld.proof.speed import SUBJECTS

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--write", action="store_true", help=f"write docs/{PAGE.name}")
    parser.add_argument("--no-beside", action="store_true", help="leave BrowserGym out")
    arguments = parser.parse_args()
    figures = [figure for measure in SUBJECTS.values() for figure in measure()]
    other = None if arguments.no_beside else beside()
    found = {**written(figures), "beside": asdict(other) if other else None}
    if arguments.write:
        PAGE.write_text(document(found), encoding="utf-8")
    if arguments.json:
        print(json.dumps(found, indent=1, ensure_ascii=False))
        return
    show(figures)
    if other:
        print(other.told)


if __name__ == "__main__":
    main()
