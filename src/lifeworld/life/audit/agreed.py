"""Flaws of plans, read from what was said of them: kept or called off, paid, rung, whose turn it is, who may know."""

import re
from calendar import day_name, month_name
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from itertools import pairwise

from lifeworld.life.audit import Flaw, talk, times, told
from lifeworld.life.biographies import biography
from lifeworld.life.events import CardPayment, GroupMade, Messaged, PeerPayment, Planned, Rang
from lifeworld.life.lived import Life
from lifeworld.life.words.kinds import Kind, pays, rings
from lifeworld.life.words.plans import plans

_GROWN = 16
_TOLD = 4  # letters of a fact that is put into words: “yes” is none
_SETTLED = timedelta(days=3)  # after which everything has been said
_WEEK = timedelta(days=7)  # within which a weekday without a date is the next one
_ORDINAL, _MONTH = r"the \d+(?:st|nd|rd|th)", rf"(?:{'|'.join(month_name[1:])}) \d+"
_YEAR = timedelta(days=365)  # of which a life tells
_DAY = re.compile(rf"\b(?:{'|'.join(day_name)}|{_MONTH}|{_ORDINAL})\b", re.IGNORECASE)
_NO_CLOCK = re.compile(rf"\$[\d.,]+|{_MONTH}|{_ORDINAL}|\d+ and \d+", re.IGNORECASE)  # “seats 11 and 12”
_CLOCK, _SUM = re.compile(r"\b\d{1,2}(?::\d\d)?\b"), re.compile(r"\$[\d,]+(?:\.\d\d)?")
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
    """Yield plans that are in the calendar though nobody said yes, or are not though somebody did."""
    there = {event.key for event in (*life.events, *life.ahead) if isinstance(event, Planned)}
    for key, kind, said in _plans(life):
        standing = [deed for step, _ in said for deed in kind.steps[step].does if deed in ("entry", "drop")]
        if kind.entry and bool(standing and standing[-1] == "entry") is not (f"plan-{key}" in there):
            yield Flaw("calendar and talk differ", said[-1][1].at, f"{key}: {told(said[-1][1])}")


def otherwise(life: Life) -> Iterator[Flaw]:
    """Yield entries on another day, at another hour or with others than was said last."""
    there = {event.key: event for event in (*life.events, *life.ahead) if isinstance(event, Planned)}
    members = {event.key: {*event.members} for event in life.events if isinstance(event, GroupMade)}
    members |= {f"direct:{one.id}": {one.id} for one in life.people}
    for key, kind, said in _plans(life):
        entry = there.get(f"plan-{key}")
        settled = [at for at, (step, _) in enumerate(said) if {"entry", "move"} & {*kind.steps[step].does}]
        if entry and settled and kind.entry:
            words = [message for _, message in said[: settled[-1] + 1]]
            spoke = {message.sender_id for _, message in said} - {life.me.id}
            guests = {person for person, _ in entry.guests}
            right = not guests if kind.entry.alone else spoke <= guests <= members.get(words[0].chat, spoke)
            if not (right and _names_day(words, entry.start) and _names_clock(words, entry.start)):
                what = f"“{entry.title}”, {entry.start:%A %B %-d, %H:%M}"
                yield Flaw("another time or people than said", entry.at, what)


def _names_day(words: list[Messaged], start: datetime) -> bool:
    """Return whether the last that name a day name this one, if any do: by its weekday alone, the next such."""
    named = next((one for one in reversed(words) if _DAY.search(one.text)), None)
    here = rf"{start:%B} {start.day}|the {start.day}(?:st|nd|rd|th)"
    if named and named.at.date() < start.date() < named.at.date() + _WEEK:
        here += f"|{start:%A}"
    return named is None or bool(re.search(rf"\b(?:{here})\b", named.text, re.IGNORECASE))


def _names_clock(words: list[Messaged], start: datetime) -> bool:
    """Return whether the last that name an hour name this one, if any do."""
    clocks = [found for one in words if (found := _CLOCK.findall(_NO_CLOCK.sub("", one.text)))]
    return not clocks or f"{start.hour % 12 or 12}" + (f":{start:%M}" if start.minute else "") in clocks[-1]


def unpaid(life: Life) -> Iterator[Flaw]:
    """Yield what is said to be paid and is not: by whom, to whom and as much as was named last."""
    paid = [event for event in life.events if isinstance(event, PeerPayment)]
    for key, kind, said in _plans(life):
        who, named = {kind.steps[step].by: message.sender_id for step, message in said}, set[str]()
        for step, message in said:
            named = {*_SUM.findall(message.text)} or named
            early, late = message.at - timedelta(minutes=10), message.at + timedelta(minutes=1)
            for source, target in filter(None, map(pays, kind.steps[step].does)):
                ours = life.me.id in (who.get(source), who.get(target))
                outgoing = who.get(source) == life.me.id
                other = who.get(target if outgoing else source)
                if ours and not any(
                    early < one.at < late
                    and one.outgoing is outgoing
                    and one.person_id == (other or one.person_id)
                    and str(one.amount) in (named or {str(one.amount)})
                    for one in paid
                ):
                    yield Flaw("not paid", message.at, f"{key}: {told(message)}")


def unrung(life: Life) -> Iterator[Flaw]:
    """Yield calls that are not in the log, with that person on that day: spoken of as over, or of every week."""
    log = [event for event in life.events if isinstance(event, Rang)]
    held = {(one.person_id, one.at.date(), one.outgoing, one.missed) for one in log}
    starts = {event.key: event.start for event in life.events if isinstance(event, Planned)}
    for key, kind, said in _plans(life):
        who = {kind.steps[step].by: message.sender_id for step, message in said}
        for (earlier, before), (step, message) in pairwise(said):
            start = starts.get(f"plan-{key}", before.at)
            day = max(before.at, start if start < message.at else before.at).date()
            done = kind.steps[step].does if step != earlier else ()
            for caller, how, other in filter(None, map(rings, done)):
                outgoing = who.get(caller) == life.me.id
                if (who.get(other if outgoing else caller), day, outgoing, how == "rings") not in held:
                    yield Flaw("nobody rang", message.at, f"{key}: {told(message)}")
    yield from _unrung_weekly(life, {(person, day) for person, day, *_ in held})


def _unrung_weekly(life: Life, held: set[tuple[int, date]]) -> Iterator[Flaw]:
    """Yield the dates of what stands in the calendar as a call, without one with whom it is."""
    bio, ids = biography(life.name), {one.name: one.id for one in life.people}
    names = {who.key: who.name for who in bio.cast}
    on = {f"{one.key}-": ids[names[one.phone]] for one in bio.standing if one.phone and life.causes}
    for event in (one for one in life.events if isinstance(one, Planned) and one.repeats):
        whom = on.get(event.key.removesuffix(f"{event.start:%F}"))
        for start, end in times(event, life.now) if whom else ():
            if life.now - _YEAR <= start < end < life.now and (whom, start.date()) not in held:
                yield Flaw("nobody rang", start, f"“{event.title}”")


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
