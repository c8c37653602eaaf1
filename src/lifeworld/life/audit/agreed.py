"""Flaws of plans, read from what was said of them: kept or called off, paid, whose turn it is, who may know."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, time, timedelta

from lifeworld.life.audit import Flaw, talk, told
from lifeworld.life.biographies import biography
from lifeworld.life.events import CardPayment, Messaged, PeerPayment, Planned
from lifeworld.life.lived import Life
from lifeworld.life.words.kinds import Kind, pays
from lifeworld.life.words.plans import plans

_GROWN = 16
_TOLD = 4  # letters of a fact that is put into words: “yes” is none
_SETTLED = timedelta(days=3)  # after which everything has been said
Said = list[tuple[str, Messaged]]


def kept(life: Life) -> dict[str, bool]:
    """Return, by key, the plans that were kept, and whether anything shows it: words afterwards, a payment there."""
    entries = {event.key: event for event in life.events if isinstance(event, Planned)}
    names = {one.id: one.name for one in life.businesses}
    spent = {(names[one.business_id], one.at.date()) for one in life.events if isinstance(one, CardPayment)}
    found = {}
    for key, _, said in _plans(life):
        entry = entries.get(f"plan-{key}")
        if entry and entry.end < life.now - _SETTLED:
            words = any(message.at >= entry.start for _, message in said)
            found[key] = words or (entry.place, entry.start.date()) in spent
    return found


def _plans(life: Life) -> Iterator[tuple[str, Kind, Said]]:
    """Yield of each plan its key, its kind, and what was said of it by step."""
    said: dict[str, Said] = defaultdict(list)
    for message, cause in talk(life):
        if cause.startswith("plans: "):
            key, _, step = cause.removeprefix("plans: ").partition("/")
            said[key].append((step, message))
    for key, words in said.items():
        yield key, plans()[key.rpartition("-")[0]], words


def not_kept(life: Life) -> Iterator[Flaw]:
    """Yield plans that are in the calendar though nobody said yes, or are not though somebody did, and unpaid ones."""
    there = {event.key for event in (*life.events, *life.ahead) if isinstance(event, Planned)}
    paid = sorted((event.at, event.person_id) for event in life.events if isinstance(event, PeerPayment))
    for key, kind, said in _plans(life):
        deeds = [(deed, message) for step, message in said for deed in kind.steps[step].does]
        standing = [deed for deed, _ in deeds if deed in ("entry", "drop")]
        if kind.entry and bool(standing and standing[-1] == "entry") is not (f"plan-{key}" in there):
            yield Flaw("calendar and talk differ", said[-1][1].at, f"{key}: {told(said[-1][1])}")
        for deed, message in deeds:
            span = message.at - timedelta(minutes=10), message.at + timedelta(minutes=1)
            if pays(deed) and not any(span[0] < at < span[1] for at, _ in paid):
                yield Flaw("not paid", message.at, f"{key}: {told(message)}")


def out_of_turn(life: Life) -> Iterator[Flaw]:
    """Yield what is no reply to what was said before, and what is said by somebody whose turn it is not."""
    for key, kind, said in _plans(life):
        before, speakers = "", dict[str, int]()
        for step, message in said:
            speaker = speakers.setdefault(kind.steps[step].by, message.sender_id)
            follows = step in ({before} | kind.reached(kind.steps[before].next) if before else kind.steps)
            if not follows or speaker != message.sender_id or len({*speakers.values()}) < len(speakers):
                yield Flaw("no reply", message.at, f"{key}: {told(message)}")
            before = step


def too_young(life: Life) -> Iterator[Flaw]:
    born = {one.id: one.birthday for one in life.people}
    for key, kind, said in _plans(life):
        for _, message in said:
            if not kind.child and (message.at.date() - born[message.sender_id]).days < _GROWN * 365.25:
                yield Flaw("too young for it", message.at, f"{key}: {told(message)}")


def untold(life: Life) -> Iterator[Flaw]:
    """Yield what the owner says to somebody about them that nobody but they can know, as they have never said it."""
    of_plans = [message for message, cause in talk(life) if cause.startswith("plans: ")]
    for fact in life.facts:
        if not fact.owner and fact.of != life.me.id and len(fact.value) >= _TOLD:
            early = (one for one in of_plans if one.chat == f"direct:{fact.of}" and one.at >= fact.since)
            yield from (Flaw("nobody has told it", one.at, told(one)) for one in early if fact.value in one.text)


def never_begun(life: Life) -> Iterator[Flaw]:
    """Yield the plans of a biography's plot of which nobody has said anything."""
    begun = {cause.removeprefix("plans: ").partition("/")[0] for _, cause in talk(life)}
    for seed in biography(life.name).plot if life.causes else ():
        at = datetime.combine(life.now + timedelta(days=seed.day), time.fromisoformat(seed.clock))
        if f"{seed.plan}-{at:%y%m%d%H%M}" not in begun:
            yield Flaw("never begun", at, f"plot, {seed.plan}: no time, people or words for it; choose another `day`")
