"""What a proof of a configuration rests on, as one digest: while that is the same, nothing need be proved again."""

import hashlib
import inspect
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import lifeworld
from lifeworld import apps
from lifeworld.core.own import own_folders
from lifeworld.taskkit.catalogue import find, tasks
from lifeworld.world import load

_ROOT = Path(lifeworld.__file__).parent
_KINDS = ("*.py", "*.html", "*.toml")  # a style sheet or a picture changes nothing that a verdict reads
_FLOORS = ("core", "store", "life", "world", "verify", "env", "web")
_PROVING = "answers.py check.py honest.py likeness.py singly.py spelling.py sufficient.py tamper.py".split()


@lru_cache(maxsize=65536)
def rests_on(task: str, profile: str, content: str, touched: tuple[str, ...]) -> str:
    """Return the digest of all that a proof of this task rests on.

    That is the task's file; what tasks are made of; the apps that it touches; the bytes of the person's
    year with this content; and all below: store, life, verifier, screens, drivers, the proof itself.
    """
    own = _digest([Path(inspect.getfile(find(task)))])
    parts = (own, _shared(), *(_of_app(name) for name in touched), load(profile, content).digest)
    return hashlib.blake2b(" ".join(parts).encode(), digest_size=8).hexdigest()


@lru_cache(maxsize=1)
def _shared() -> str:
    """Return the digest of what all proofs rest on: every floor's code, and what no task stands in."""
    own = {Path(inspect.getfile(one)) for one in tasks()}
    kit = [path for path in _sources(_ROOT / "tasks") if path not in own]
    floors = [path for floor in _FLOORS for path in _sources(_ROOT / floor)]
    variants = [path for folder in own_folders("variants") for path in _sources(Path(folder))]
    return _digest([*kit, *floors, *variants, *(_ROOT / "proof" / name for name in _PROVING)])


@lru_cache(maxsize=64)
def _of_app(name: str) -> str:
    return _digest(_sources(apps.by_id()[name].folder))


def _sources(folder: Path) -> Sequence[Path]:
    found = (path for kind in _KINDS for path in folder.rglob(kind))
    return sorted(path for path in found if "vendor" not in path.parts)


def _digest(paths: Iterable[Path]) -> str:
    found = hashlib.blake2b(digest_size=8)
    for path in paths:
        text = path.read_bytes()
        found.update(f"{path.name} {len(text)} ".encode() + text)
    return found.hexdigest()
