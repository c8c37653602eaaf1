"""Kinds of plans, read from the files in `plans/`, and what is wrong with one beyond its types."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from lifeworld.core.errors import UserError, hint
from lifeworld.core.words import folder, merge, read
from lifeworld.life.models import businesses
from lifeworld.life.words import placeholders
from lifeworld.life.words.kinds import DEEDS, OF_WHOM, OWN, PLACE, START, Kind, Step, gone, pays, rings, tells
from lifeworld.life.words.placeholders import slots
from lifeworld.life.words.vocabulary import NAMED, RELATIONS, fills, voices

_UNSPOKEN = frozenset(("good_at", "expecting", "moving"))  # of which sheets know, and no plan yet speaks
_DONE_BY = {"entry": ("entry",), "money": ("sum", "visit", "treat", "buy"), "note": ("note",)}
_FILLED_BY = {"at": "at", **dict.fromkeys(("day", "date", "clock"), "timed"), "sum": "money"}


@cache
def plans() -> Mapping[str, Kind]:
    """Return all kinds of plans by key.

    Raises:
        UserError: a file is wrong; one line for each fault.
    """
    found: dict[str, Kind] = {}
    for path in sorted((folder(__file__) / "plans").glob("*.toml")):
        written = read(dict[str, Kind], path)
        for key, kind in written.items():
            check(path, key, kind)
        merge(found, written, path)
    return found


@cache
def known_relations() -> frozenset[str]:
    """Return what may be so of somebody: the relations that plans speak of, as `cat` and `allergy`."""
    return _UNSPOKEN.union(*map(relations, plans().values()))


def check(path: Path, key: str, kind: Kind) -> None:
    """Check a kind of plan.

    Raises:
        UserError: a text has a slot that nothing fills, or parts don't go together; one line for each fault.
    """
    texts = {f"{key}.{place}": lines for place, lines in _texts(kind)}
    facts = {slot for lines in texts.values() for line in lines for slot in slots(line) if _of_cast(slot, kind)}
    filled = {slot for slot in OWN if getattr(kind, _FILLED_BY.get(slot, "cast"))}
    placeholders.check(path, texts, fills() | filled | {*kind.words, *kind.given, *kind.cast} | facts)
    if faults := [f"{path}: {key}{fault}" for fault in _faults(kind)]:
        raise UserError("\n".join(faults))


def relations(kind: Kind) -> set[str]:
    """Return of which relations of its people a kind speaks, or which it asks for, tells and changes."""
    said = (slot.removesuffix("_c") for _, lines in _texts(kind) for line in lines for slot in slots(line))
    steps = kind.steps.values()
    named = (place for step in steps for place in (*step.needs, *step.facts))
    return {
        *(slot.partition("_")[2] for slot in said if _of_cast(slot, kind)),
        *(PLACE.fullmatch(place)[3] for place in (*kind.needs, *named)),  # type: ignore[index]  # checked when read
        *(told[1] for step in steps for deed in step.does if (told := tells(deed))),
    }


def _texts(kind: Kind) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, step in kind.steps.items():
        yield f"steps.{name}.says", step.lines
        yield f"steps.{name}.facts", tuple(step.facts.values())
    for part, one in (("entry", kind.entry), ("note", kind.note)):
        yield f"{part}.title", (one.title,) if one else ()
    yield "money.note", (kind.money.note,) if kind.money else ()


def _of_cast(slot: str, kind: Kind) -> bool:
    found = OF_WHOM.fullmatch(slot.removesuffix("_c"))
    return bool(found and found[1] in kind.cast)


def _faults(kind: Kind) -> Iterator[str]:
    yield from _cast_faults(kind)
    if bool(kind.often) == bool(kind.given):
        yield ": it should have either `often` or `given`"
    if kind.given and not kind.steps[kind.begin].lines:
        yield f".steps.{kind.begin}: what is given should begin with words"
    used = {slot.removesuffix("_c") for _, lines in _texts(kind) for line in lines for slot in slots(line)}
    for part, some in (("words", {*kind.words}), ("given", {*kind.given} - {START})):
        for slot in sorted(some & (OWN | NAMED | voices().parts.keys() | kind.cast.keys())):
            yield f".{part}: all talk has a {{{slot}}}; rename it"
        for slot in sorted(some - used):
            yield f".{part}.{slot}: nothing says {{{slot}}}; leave it out"
    deeds = {"money" if pays(deed) else deed for step in kind.steps.values() for deed in step.does}
    for part, by in _DONE_BY.items():
        if getattr(kind, part) and not deeds & {part, *by}:
            yield f".{part}: no step does “{by[0]}”; leave it out"
    for key in sorted({*kind.at} - businesses().keys()):
        yield f".at: no business “{key}”; {hint(key, businesses())}"
    yield from (f".needs{fault}" for fault in _strangers(kind, kind.needs))
    for name, step in kind.steps.items():
        yield from (f".steps.{name}{fault}" for fault in _step_faults(kind, step))
    yield from _way_faults(kind)


def _cast_faults(kind: Kind) -> Iterator[str]:
    if list(kind.cast.values()).count("me") != 1:
        yield ".cast: one of them should be “me”"
    who = {"me", "member"} if kind.group else {"me", *RELATIONS}
    for letter, among in kind.cast.items():
        if wrong := set(among.split()) - who:
            where = "in a group" if kind.group else "between two"
            yield f".cast.{letter}: “{min(wrong)}” should be one of {', '.join(sorted(who))}, {where}"
    if not kind.group and len(kind.cast) != 2:
        yield f".cast: {len(kind.cast)} take part; they should be two, or talk in a [group]"
    if kind.group and kind.swap:
        yield ".swap: in a group nobody is the other one; leave it out"


def _step_faults(kind: Kind, step: Step) -> Iterator[str]:
    if step.by not in kind.cast:
        yield f".by: “{step.by}” is not in the cast"
    for other in sorted(step.next.keys() - kind.steps.keys()):
        yield f".next: there is no step “{other}”; {hint(other, kind.steps)}"
    if step.around and not kind.timed:
        yield ".around: the plan has no entry around which it could be"
    if "move" in step.does and not all("clock" in slots(line) for line in step.lines):
        yield ".says: it moves to another hour: each line should have {clock}"
    yield from (f".needs{fault}" for fault in _strangers(kind, step.needs))
    yield from (f".facts{fault}" for fault in _strangers(kind, step.facts))
    for deed in step.does:
        for part in ("money",) if pays(deed) else DEEDS.get(deed, ()):
            if not getattr(kind, part):
                yield f".does: “{deed}” needs [{part}]"
        named = {*(pays(deed) or ()), *(tells(deed) or gone(deed) or ())[:1], *(rings(deed) or ())[::2]}
        for letter in sorted(named - kind.cast.keys()):
            yield f".does: “{deed}”: “{letter}” is not in the cast"


def _strangers(kind: Kind, places: Iterable[str]) -> Iterator[str]:
    """Yield what is asked for or changed, but is no fact of one of the cast."""
    for place in places:
        found = PLACE.fullmatch(place)
        if not found or found[2] not in kind.cast:
            yield f": “{place}” should be a fact of one of the cast, like {min(kind.cast)}.cat"


def _way_faults(kind: Kind) -> Iterator[str]:
    """Yield steps that nothing leads to, that lead back, and that pay or name what is not settled."""
    for name in sorted(kind.steps.keys() - kind.reached({kind.begin})):
        yield f".steps.{name}: no step leads to it"
    for name, step in kind.steps.items():
        if name in kind.reached(step.next):
            yield f".steps.{name}: its ways lead back to it; a plan should come to an end"
    for name in sorted(kind.reached({kind.begin}, _settles)):
        step = kind.steps[name]
        if not {"sum", "treat", "buy"} & {*step.does} and any(map(pays, step.does)):
            yield f".steps.{name}: it pays before a step has done “sum”"
        elif not _settles(step) and any("sum" in slots(line) for line in step.lines):
            yield f".steps.{name}: it says {{sum}} before a step has done “sum”"


def _settles(step: Step) -> bool:
    return any(deed in ("sum", "treat", "buy") or pays(deed) for deed in step.does)
