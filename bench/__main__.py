"""All figures of docs/benchmarks.md.

    python -m bench [worlds|profiles|dom|chromium] [--json] [--write] [--no-beside]
    python -m bench --beside REV [--json] [--write] [--sample N] [--rounds R] [--only SUBJECT]

`--write` puts them into docs/benchmarks.md, with the machine. Wants a quiet machine; takes some three minutes. The
second runs an older commit and this checkout in turn and gives both and the ratio; its times are of processors unless
it says by the clock.
"""

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from bench import revisions
from bench.beside import beside
from bench.document import document, measured, put
from bench.printing import show, written
from bench.speed import SUBJECTS, machine

from lifeworld.core.errors import UserError

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("subject", nargs="?", choices=list(SUBJECTS), help="only these figures, printed")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--write", action="store_true", help=f"write docs/{PAGE.name}")
    parser.add_argument("--no-beside", action="store_true", help="leave BrowserGym out")
    parser.add_argument("--beside", metavar="REV", help="compare this checkout with an older commit")
    parser.add_argument("--sample", type=int, default=revisions.SAMPLE, help="with --beside: tasks played")
    parser.add_argument("--rounds", type=int, default=revisions.ROUNDS, help="with --beside: rounds in turn")
    parser.add_argument("--only", action="append", choices=revisions.SUBJECTS, help="with --beside: these figures")
    arguments = parser.parse_args()
    if arguments.beside:
        return compare(arguments)
    if arguments.subject and arguments.write:
        parser.error("--write wants all figures; leave the subject out")
    only = [arguments.subject] if arguments.subject else list(SUBJECTS)
    figures = [figure for name in only for figure in SUBJECTS[name]()]
    other = None if arguments.no_beside or arguments.subject else beside()
    found = {**written(figures), "beside": asdict(other) if other else None}
    if arguments.write:
        PAGE.write_text(document(PAGE.read_text(encoding="utf-8"), found), encoding="utf-8")
    if arguments.json:
        print(json.dumps(found, indent=1, ensure_ascii=False))
        return
    show(figures)
    if other:
        print(other.told)


def compare(arguments: argparse.Namespace) -> None:
    """Print an older commit's figures beside ours."""
    only = arguments.only or revisions.SUBJECTS
    try:
        found = revisions.compared(arguments.beside, arguments.sample, arguments.rounds, only)
    except UserError as problem:
        raise SystemExit(str(problem)) from None
    table = revisions.table(arguments.beside, found)
    if arguments.write:
        lines = [*table, "", measured(machine())]
        PAGE.write_text(put(PAGE.read_text(encoding="utf-8"), f"Beside {arguments.beside}", lines), encoding="utf-8")
    if arguments.json:
        print(json.dumps([{**asdict(one), "gain": one.gain} for one in found], indent=1, ensure_ascii=False))
    else:
        print("\n".join(table))


if __name__ == "__main__":
    main()
