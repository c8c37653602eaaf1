"""Flaws of plans, read from what was said of them: kept or called off, paid, rung, whose turn it is, who may know."""

import re
from calendar import day_name, month_name
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cached_property
from itertools import pairwise

from lifeworld.life.audit import Flaw, talk, times, told
from lifeworld.life.biographies import biography
from lifeworld.life.events import CardPayment, GroupMade, Messaged, PeerPayment, Planned, Rang
from lifeworld.life.lived import Life
from lifeworld.life.models import businesses
from lifeworld.life.words.kinds import START, Kind, Step, pays, rings
from lifeworld.life.words.plans import plans

_GROWN = 16
_TOLD = 4  # letters of a fact that is put into words: “yes” is none
_SETTLED = timedelta(days=3)  # after which everything has been said
_WEEK = timedelta(days=7)  # within which a weekday without a date is the next one
_ORDINAL, _MONTH = r"the \d+(?:st|nd|rd|th)", rf"(?:{'|'.join(month_name[1:])}) \d+"
_YEAR = timedelta(days=365)  # of which a life tells
_DAY = re.compile(rf"\b(?:{'|'.join(day_name)}|{_MONTH}|{_ORDINAL})\b", re.IGNORECASE)
_NO_CLOCK = re.compile(rf"\$[\d.,]+|{_MONTH}|{_ORDINAL}|\d+ and \d+", re.IGNORECASE)  # “seats 11 and 12”
_PARTS = re.compile(r"[\[\]|]|\{\w+\}|[^\[\]|{]+")  # of a template
_CLOCK, _SUM = re.compile(r"\b\d{1,2}(?::\d\d)?\b"), re.compile(r"\$[\d,]+(?:\.\d\d)?")


@dataclass(frozen=True)
class Plan:
    """A plan by what was said of it: of each message the name of its step, the step, and the message."""

    key: str
    kind: Kind
    said: list[tuple[str, Step, Messaged]]
    entry: Planned | None

    @cached_property
    def who(self) -> dict[str, int]:
        """Who speaks, by letter of the cast: whoever did first."""
        return {step.by: message.sender_id for _, step, message in reversed(self.said)}

    def flaw(self, kind: str, message: Messaged) -> Flaw:
        return Flaw(kind, message.at, f"{self.key}: {told(message)}")


class Beside:
    """What there is beside what was said of plans: people, groups, payments, calls, and what nobody has told."""

    def __init__(self, life: Life) -> None:
        self.me, self.born = life.me.id, {one.id: one.birthday for one in life.people}
        self.members = {f"direct:{one.id}": {one.id} for one in life.people}
        self.members |= {one.key: {*one.members} for one in life.events if isinstance(one, GroupMade)}
        self.paid = [one for one in life.events if isinstance(one, PeerPayment)]
        rang = (one for one in life.events if isinstance(one, Rang))
        self.rang = {(one.person_id, one.at.date(), one.outgoing, one.missed) for one in rang}
        self.secrets = [one for one in life.facts if not one.owner and one.of != self.me and len(one.value) >= _TOLD]


def disagreements(life: Life) -> Iterator[Flaw]:
    """Yield what was said of plans and isn't so, what nobody could say, calls that nobody made, and plots unbegun."""
    beside, said = Beside(life), agreed(life)
    for plan in said:
        for law in (_otherwise, _unpaid, _unrung, _unsayable):
            yield from law(plan, beside)
    yield from _unrung_weekly(life, beside)
    yield from _unlike_its_sheet(life)
    yield from _never_begun(life, {plan.key for plan in said})


def agreed(life: Life) -> list[Plan]:
    """Return all plans of which something was said."""
    entries = {one.key: one for one in (*life.events, *life.ahead) if isinstance(one, Planned)}
    said: dict[str, list[tuple[str, Step, Messaged]]] = defaultdict(list)
    for message, cause in talk(life):
        if cause.startswith("plans: "):
            key, _, step = cause.removeprefix("plans: ").partition("/")
            said[key].append((step, _kind(key).steps[step], message))
    return [Plan(key, _kind(key), words, entries.get(f"plan-{key}")) for key, words in said.items()]


def _kind(key: str) -> Kind:
    return plans()[key.rpartition("-")[0]]


def kept(life: Life) -> dict[str, bool]:
    """Return, by key, the plans that were kept, and whether anything shows it: words afterwards, a payment there."""
    names = {one.id: one.name for one in life.businesses}
    spent = {(names[one.business_id], one.at.date()) for one in life.events if isinstance(one, CardPayment)}
    found = {}
    for plan in agreed(life):
        if plan.entry and plan.entry.end < life.now - _SETTLED:
            words = any(message.at >= plan.entry.start for *_, message in plan.said)
            found[plan.key] = words or (plan.entry.place, plan.entry.start.date()) in spent
    return found


def _otherwise(plan: Plan, beside: Beside) -> Iterator[Flaw]:
    """Yield what is in the calendar though nobody said yes, or isn't though somebody did, or is otherwise than said."""
    entry, rules = plan.entry, plan.kind.entry
    done = [(number, deed) for number, (_, step, _) in enumerate(plan.said, 1) for deed in step.does]
    standing = [deed for _, deed in done if deed in ("entry", "drop")]
    settled = [number for number, deed in done if deed in ("entry", "move")]
    if rules and (standing[-1:] == ["entry"]) is not bool(entry):
        yield plan.flaw("calendar and talk differ", plan.said[-1][2])
    if rules and entry and settled:
        words = [message for *_, message in plan.said[: settled[-1]]]
        guests, spoke = {person for person, _ in entry.guests}, {*plan.who.values()} - {beside.me}
        right = not guests if rules.alone else spoke <= guests <= beside.members.get(words[0].chat, spoke)
        right = right and _names_day(words, entry.start) and _names_clock(words, entry.start, plan.kind)
        right = right and entry.end - entry.start == timedelta(minutes=rules.minutes) and _titled(entry, rules.title)
        if not (right and _names_house(words, entry.place, plan.kind)):
            what = f"“{entry.title}”, {entry.start:%A %B %-d, %H:%M}"
            yield Flaw("another time, place or people than said", entry.at, what)


def _titled(entry: Planned, template: str) -> bool:
    """Return whether an entry is called as its kind of plan calls such."""
    slots = {"{at}": re.escape(entry.place), "[": "(?:", "]": ")", "|": "|"}
    parts = (slots.get(part) or (".+" if part[0] == "{" else re.escape(part)) for part in _PARTS.findall(template))
    return bool(re.fullmatch("".join(parts), entry.title))


def _names_day(words: list[Messaged], start: datetime) -> bool:
    """Return whether the last that name a day name this one, if any do: by its weekday alone, the next such."""
    named = next((one for one in reversed(words) if _DAY.search(one.text)), None)
    here = rf"{start:%B} {start.day}|the {start.day}(?:st|nd|rd|th)"
    if named and named.at.date() < start.date() < named.at.date() + _WEEK:
        here += f"|{start:%A}"
    return named is None or bool(re.search(rf"\b(?:{here})\b", named.text, re.IGNORECASE))


def _names_clock(words: list[Messaged], start: datetime, kind: Kind) -> bool:
    """Return whether the last that name an hour name this one, if any do, in the half of the day of such plans."""
    clocks = [found for one in words if (found := _CLOCK.findall(_NO_CLOCK.sub("", one.text)))]
    usual = START in kind.given or (kind.entry and f"{start:%H:%M}" in kind.entry.clocks)
    said = f"{start.hour % 12 or 12}" + f":{start:%M}" * bool(start.minute)
    return bool(usual) and (not clocks or said in clocks[-1])


def _names_house(words: list[Messaged], place: str, kind: Kind) -> bool:
    """Return whether it is at the house that was named last; where none was, at any of such plans, or at none."""
    houses = [businesses()[key].name for key in kind.at] or [""]
    named = [house for one in words for house in houses if house and house.casefold() in one.text.casefold()]
    return place in (named[-1:] or houses)


def _unpaid(plan: Plan, beside: Beside) -> Iterator[Flaw]:
    """Yield what is said to be paid and is not: by whom, to whom and as much as was named last."""
    named = set[str]()
    for _, step, message in plan.said:
        named = {*_SUM.findall(message.text)} or named
        near = (message.at - timedelta(minutes=10), message.at + timedelta(minutes=1))
        for pair in filter(None, map(pays, step.does)):
            payer, payee = map(plan.who.get, pair)
            ours, other = beside.me in (payer, payee), payee if payer == beside.me else payer
            done = (one for one in beside.paid if near[0] < one.at < near[1] and other in (None, one.person_id))
            mine = (one for one in done if one.outgoing is (payer == beside.me))
            if ours and not any(not named or str(one.amount) in named for one in mine):
                yield plan.flaw("not paid", message)


def _unrung(plan: Plan, beside: Beside) -> Iterator[Flaw]:
    """Yield calls that are spoken of as over and are not in the log, with that person on that day."""
    for (earlier, _, before), (name, step, message) in pairwise(plan.said):
        start = plan.entry.start if plan.entry else before.at
        day = max(before.at, start if start < message.at else before.at).date()
        for caller, how, other in filter(None, map(rings, step.does if name != earlier else ())):
            outgoing = plan.who.get(caller) == beside.me
            if (plan.who.get(other if outgoing else caller), day, outgoing, how == "rings") not in beside.rang:
                yield plan.flaw("nobody rang", message)


def _unsayable(plan: Plan, beside: Beside) -> Iterator[Flaw]:
    """Yield what is no reply, not that one's turn, no child's, or what nobody has told the owner of somebody."""
    before = ""
    for name, step, message in plan.said:
        follows = not before or name in {before} | plan.kind.reached(plan.kind.steps[before].next)
        if not follows or [letter for letter, who in plan.who.items() if who == message.sender_id] != [step.by]:
            yield plan.flaw("no reply", message)
        if not plan.kind.child and (message.at.date() - beside.born[message.sender_id]).days < _GROWN * 365.25:
            yield plan.flaw("too young for it", message)
        with_them = (one for one in beside.secrets if message.chat == f"direct:{one.of}" and message.at >= one.since)
        yield from (plan.flaw("nobody has told it", message) for one in with_them if one.value in message.text)
        before = name


def _unrung_weekly(life: Life, beside: Beside) -> Iterator[Flaw]:
    """Yield the dates of what stands in the calendar as a call, without one with whom it is."""
    bio, ids = biography(life.name), {one.name: one.id for one in life.people}
    names, held = {who.key: who.name for who in bio.cast}, {(person, day) for person, day, *_ in beside.rang}
    on = {f"{one.key}-": ids[names[one.phone]] for one in bio.standing if one.phone and life.causes}
    for event in (one for one in life.events if isinstance(one, Planned) and one.repeats):
        whom = on.get(event.key.removesuffix(f"{event.start:%F}"))
        for start, end in times(event, life.now) if whom else ():
            if life.now - _YEAR <= start < end < life.now and (whom, start.date()) not in held:
                yield Flaw("nobody rang", start, f"“{event.title}”")


def _unlike_its_sheet(life: Life) -> Iterator[Flaw]:
    """Yield entries of another title, day or length than the biography says."""
    bio = biography(life.name)
    sheet = {(one.key, one.title): one.minutes for one in bio.standing}
    sheet |= {("once", one.title): one.minutes for one in bio.appointments}
    timed = (one for one in (*life.events, *life.ahead) if isinstance(one, Planned) and not one.all_day)
    for event in (one for one in timed if life.causes and not one.key.startswith(("plan-", "trip-"))):
        key, length = event.key.removesuffix(f"-{event.start:%F}"), event.end - event.start
        met = key == f"once-{event.title}-{event.start:%m%d}"  # those at work and at houses are drawn, too
        minutes = sheet.get(("once" if met else key, event.title))
        if timedelta(minutes=minutes or 0) != length and not (met and minutes is None):
            yield Flaw("otherwise than its sheet", event.start, f"“{event.title}” until {event.end:%H:%M}")


def _never_begun(life: Life, begun: set[str]) -> Iterator[Flaw]:
    """Yield the plans of a biography's plot of which nobody has said anything."""
    for seed in biography(life.name).plot if life.causes else ():
        at = datetime.combine(life.now + timedelta(days=seed.day), time.fromisoformat(seed.clock))
        if f"{seed.plan}-{at:%y%m%d%H%M}" not in begun:
            yield Flaw("never begun", at, f"plot, {seed.plan}: no time, people or words for it; choose another `day`")
