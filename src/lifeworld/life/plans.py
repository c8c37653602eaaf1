"""Plans: what people arrange, lend, promise and call off, each a small state machine, all on one clock."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from heapq import heappop, heappush
from itertools import count
from random import Random

from lifeworld.life import deeds
from lifeworld.life.company import absent, begins, company
from lifeworld.life.deeds import Plan
from lifeworld.life.diary import BED, Begin, Diary, is_holiday
from lifeworld.life.events import Messaged
from lifeworld.life.facts import Fact, Facts
from lifeworld.life.grammar import Slots, fill
from lifeworld.life.meetings import Meetings
from lifeworld.life.presence import Presence
from lifeworld.life.saying import HELD, Saying
from lifeworld.life.words.kinds import Kind, Step, gone, tells
from lifeworld.life.words.plans import plans
from lifeworld.life.words.vocabulary import in_month, not_today, vocabulary

_TALKING = timedelta(hours=1)  # after what was said, in which one answers at any hour
_DAY = range(8, 22)  # hours at which one writes to somebody who isn't waiting for it
_QUIET = timedelta(minutes=40)  # between what is said of one plan and of another in the same chat
_LULL = timedelta(hours=5)  # before what nobody is waiting for
_READ = timedelta(hours=60)  # after which nothing is left unread
_WEEK = 7  # days
_NEW = 4  # times as likely as others is somebody to whom nobody has written yet
_WORD = re.compile(r"\w+")


def write(diary: Diary) -> None:
    """Carry out the plans of a year, step by step in the order of time, up to now."""
    _Year(diary).live()


class _Year:
    """One clock for all plans of a life."""

    def __init__(self, diary: Diary) -> None:
        self.diary, self.presence, self.meetings = diary, Presence(diary), Meetings(diary)
        characters = {who.key: who for who in (diary.bio.me, *diary.bio.cast)}
        self.facts = Facts(diary.start, characters, diary.people)
        for key, since in diary.met.items():
            self.facts.add(Fact(key, "met", diary.people[key].relation, since))
        self.saying = Saying(diary, self.facts)
        self.under_way: dict[str, dict[str, str]] = defaultdict(dict)  # kinds by chat and key of the plan
        self.had: dict[str, set[str]] = defaultdict(set)  # kinds, by chat, that a year has brought
        self.used: set[str] = set()  # words that are drawn once in a life
        self.names = {part for who in diary.people.values() for part in _WORD.findall(who.name)}  # of nobody else
        self.begun: dict[tuple[str, str], list[datetime]] = defaultdict(list)  # by kind and whom it happens to
        self.left: dict[str, str] = {}  # who is out of town, by the plan that tells so
        self._heap: list[tuple[datetime, int, Callable[[datetime], None]]] = []
        self._number = count()

    def live(self) -> None:
        for begin in begins(self.diary):
            self.used.update(begin.words.values())
            self._when(begin.at, partial(self._begin, begin))
            for other in {*begin.people.values()} - {"me"}:
                self.had[self.diary.direct(other)].add(begin.plan)
            if begin.people:
                self.begun[begin.plan, begin.people.get(plans()[begin.plan].whom, "me")].append(begin.at)
        while self._heap:
            at, _, happens = heappop(self._heap)
            happens(at)
        self.diary.facts = self.facts.known({key: person.id for key, person in self.diary.people.items()})

    def _when(self, at: datetime, happens: Callable[[datetime], None]) -> None:
        heappush(self._heap, (at, next(self._number), happens))

    def _due(self, at: datetime, plan: Plan, name: str) -> None:
        """Let a step be taken then, or on the next day that suits it, if that is before now."""
        days = plan.kind.steps[name].weekdays
        while at.weekday() not in days or (len(days) < _WEEK and is_holiday(at.date())):
            at += HELD
        if at < self.diary.now - timedelta(minutes=5):
            self._when(at, partial(self._step, plan, name))
        else:
            self._end(plan)

    # ---- how a plan begins

    def _begin(self, begin: Begin, at: datetime) -> None:
        """Let a plan begin, or wait for a day on which nothing else is under way in its chat."""
        kind = plans()[begin.plan]
        rng = self.diary.rng(f"plan {begin.plan} {at.isoformat()}")
        chat, people = company(self.diary, kind, begin, (at, rng, partial(self._suit, begin, at)))
        if begin.drawn and (((kind.met or kind.bed) and not chat) or self._waits(kind, chat, at)):
            if (at + HELD).month in kind.months and at + HELD < self.diary.now:
                self._when(at + HELD, partial(self._begin, begin))
            return
        there = begin.sure or self.left.keys().isdisjoint(begin.people.values())
        free = chat and there and begin.plan not in self.under_way[chat].values()
        plan = self._begun(begin, (chat, people), at, rng) if free else None
        if plan is not None:
            self.under_way[chat][plan.key] = begin.plan
            self.had[chat].add(begin.plan)
            self.begun[begin.plan, people[kind.whom]].append(at)
            self._due(at, plan, kind.begin)

    def _waits(self, kind: Kind, chat: str, at: datetime) -> bool:
        other, last = self.saying.quiet.get(chat, ("", at))
        talking = other in self.under_way[chat] and at < last + HELD
        away = not all(self.diary.at_home(at.date() + timedelta(days=day)) for day in range(kind.days))
        fits = at.weekday() in kind.weekdays and kind.under(at.date()) and not self.diary.hushed(at.date())
        return (
            talking or away or not fits or is_holiday(at.date()) or not self.meetings.allow(kind.steps[kind.begin], at)
        )

    def _begun(self, begin: Begin, where: tuple[str, Mapping[str, str]], at: datetime, rng: Random) -> Plan | None:
        """Return a plan with its time and its words; None where it finds no time or no words."""
        kind, (chat, people) = plans()[begin.plan], where
        drawn = self._words(kind, rng, dict(begin.words))
        if drawn is None:
            return None
        named = {letter: self.diary.people[who].first for letter, who in people.items()}
        named |= drawn | {slot: slot.replace("_", " ") for slot in vocabulary().clock}
        words = Slots(named, {**not_today(in_month(at.month), at), **absent(self.diary, people.values())}, rng)
        taken = {one.key for one in self.meetings.arranged}  # in the same minute, by others
        keys = (f"{begin.plan}-{at + timedelta(minutes=later):%y%m%d%H%M}" for later in count())
        plan = Plan(next(key for key in keys if key not in taken), kind, chat, people, words, rng, begin.way)
        words["them"] = " and ".join(self.diary.people[who].first for who in plan.others())
        for title in (part.title for part in (kind.entry, kind.note) if part):
            for slot, (who, relation) in plan.facts_of(title).items():
                words[slot] = self.facts.value(who, relation, who) or ""
        words["cafe"] = self.diary.business(self.diary.bio.tastes.cafe).name
        if kind.at:
            plan.at = rng.choice(kind.at)
            words["at"] = plan.place = self.diary.business(plan.at).name
        if begin.start:
            plan.begins(begin.start)
        self.meetings.arranged.append(plan)
        return plan if not kind.entry or deeds.timed(self.diary, plan, at, begin.days) else None

    def _suit(self, begin: Begin, at: datetime, people: Mapping[str, str]) -> float:
        """Return how well a plan suits people: not at all, twice in a year, or best who have no chat yet."""
        kind = plans()[begin.plan]
        rest = timedelta(days=kind.rest) if begin.drawn else timedelta()
        lately = any(abs(at - other) < rest for other in self.begun[begin.plan, people[kind.whom]])
        if lately or not self._suits(people, kind) or not self.left.keys().isdisjoint(people.values()):
            return 0
        others, (ago, since) = {*people.values()} - {"me"}, kind.met or (timedelta(), timedelta())
        if kind.met and not self.meetings.part(others, at - since, at - ago, late=not kind.group):
            return 0
        ill = people[kind.whom] if kind.bed else ""  # who has something on falls ill another day
        if ill == "me" or (ill and self.meetings.part(others, at, at + BED + HELD, late=False)):
            return 0
        off = people.get(kind.traveller, "me")  # whom the owner meets in those days isn't away
        if off != "me" and self.meetings.part({off}, at, at + timedelta(days=kind.days), late=False):
            return 0
        if kind.group or not begin.drawn:
            return 1
        other = next(who for who in people.values() if who != "me")
        chat = self.diary.direct(other)
        asked_for = any(not need.startswith("not ") for need in kind.needs)  # who else could it be?
        written = chat in self.saying.quiet
        known = written or self.diary.near[other] > 0
        again = (kind.first and known) or (begin.plan in self.had[chat] and not asked_for)
        return 0 if again else 1 if written else _NEW

    def _words(self, kind: Kind, rng: Random, given: dict[str, str]) -> dict[str, str] | None:
        """Return what is drawn for this plan alone; None where nothing is left that has not been used."""
        for slot, among in kind.words.items():
            left = [word for word in among if word not in self.used and self.names.isdisjoint(_WORD.findall(word))]
            if slot not in given:
                if not left:
                    return None
                given[slot] = rng.choice(left)
        self.used.update(given[slot] for slot in kind.words)
        return given

    def _step(self, plan: Plan, name: str, at: datetime) -> None:
        """Let somebody act as soon as they are there, say it, and set when it goes on."""
        step = plan.kind.steps[name]
        speaker = plan.people[step.by]
        when = self._there(plan, step, speaker, at)
        lines = self.saying.lines(plan, step, speaker, at) if when == at else []
        if when > at:
            self._due(when, plan, name)
        elif not self._possible(plan, step, lines, at):
            self._go(plan, plan.ways, at)
        else:
            for deed in step.does:
                self._do(plan, deed, speaker, at)
            last = self.saying.say(plan, name, lines, at)
            for place, value in step.facts.items():
                letter, relation = place.split(".")
                who, knows = plan.people[letter], frozenset(plan.people.values())
                if so := fill(value, plan.words, plan.rng):
                    self.facts.add(Fact(who, relation, so, at, known_by=knows))
                else:
                    self.facts.end(who, relation, at)
            self._go(plan, step.next, last)

    def _possible(self, plan: Plan, step: Step, lines: list[str], at: datetime) -> bool:
        """Return whether it isn't too late, there are words to begin or to agree with, and another time if it moves."""
        late = plan.start and at >= plan.start and plan.must_precede(step)
        unsaid = step.lines and not lines and (step.does or not plan.said)
        so = self._suits(plan.people, step)  # still, as it may have been said meanwhile
        return so and not (late or unsaid) and ("move" not in step.does or deeds.timed(self.diary, plan, at))

    def _there(self, plan: Plan, step: Step, speaker: str, at: datetime) -> datetime:
        """Return the moment, or a later one: with the speaker awake, both apart, and the chat about nothing else."""
        other, last = self.saying.quiet.get(plan.chat, (plan.key, self.diary.start))
        asked = bool(plan.said) and at - plan.said[-1].at < _LULL
        apart = _QUIET if asked or step.around or plan.kind.given else _LULL
        if other != plan.key and at < last + apart:
            at = last + apart + timedelta(minutes=plan.rng.randint(0, 30))
        if (over := self.meetings.over(plan, at, speaker, around=bool(step.around))) > at:
            if not plan.said and over - at > HELD:  # it is said by mouth
                return self.diary.now
            at = over + timedelta(minutes=plan.rng.randint(12, 80))
        if at - last > _TALKING and at.hour not in _DAY and speaker not in self.presence.rota:
            at = (at + timedelta(hours=24 - _DAY.stop)).replace(hour=_DAY.start, minute=0)
            at += timedelta(minutes=plan.rng.randint(0, 150))
        return self.presence.when_awake(speaker, at, plan.rng)

    def _go(self, plan: Plan, ways: Mapping[str, float], at: datetime) -> None:
        """Go one of the ways that suit, and keep the others for when it turns out to be none."""
        steps = plan.kind.steps
        suit = (name for name in ways if self._suits(plan.people, steps[name]))
        plan.ways = {name: ways[name] for name in suit if self.meetings.allow(steps[name], at)}
        if not plan.ways:
            _take_back(plan)
            return self._end(plan)
        name = next((name for name in plan.ways if name in plan.way), "") or _one(plan.ways, plan.rng)
        spoken = {name: weight for name, weight in plan.ways.items() if not steps[name].mute}
        if plan.asked() and steps[name].mute and spoken:
            name = _one(spoken, plan.rng)
        del plan.ways[name]
        due = self._following(plan, steps[name], at)
        if steps[name].around and (due <= at or plan.people[steps[name].by] in plan.missing):  # too late, or not there
            self._go(plan, steps[name].next, max(due, at))
        else:
            self._due(max(due.replace(microsecond=0), at + timedelta(seconds=9)), plan, name)

    def _following(self, plan: Plan, step: Step, at: datetime) -> datetime:
        """Return when a step is taken that follows what was said then: an answer while there is time for it."""
        (low, high), share = step.around or step.after, plan.rng.random()
        since = (step.around and plan.start) or at
        due = since + low + (high - low) * share
        if step.around and due <= at < since + high and plan.asked():
            return at + (since + high - at) * share
        if plan.start and at < plan.start <= due and plan.must_precede(step):
            return at + (plan.start - at) * share
        return due

    def _suits(self, people: Mapping[str, str], part: Kind | Step) -> bool:
        return all(self._so(people, need) for need in part.needs)

    def _so(self, people: Mapping[str, str], need: str) -> bool:
        letter, relation = need.removeprefix("not ").split(".")
        return (self.facts.value(people[letter], relation, people[letter]) is None) is need.startswith("not ")

    def _end(self, plan: Plan) -> None:
        self.left = {key: other for key, other in self.left.items() if other != plan.key}
        self.under_way[plan.chat].pop(plan.key, None)
        said = self._unread(plan)
        self.diary.events.extend(said)
        for step, message in zip(plan.told, said, strict=True):
            self.diary.because(f"plans: {plan.key}/{step}", [message])

    def _unread(self, plan: Plan) -> list[Messaged]:
        """Return what was said, and leave what others wrote last unread, if it was within the last hours."""
        mine = [message.at for message in plan.said if message.sender_id == self.diary.me.id]
        since = max(*mine, self.diary.now - _READ, self.diary.start)
        if not plan.said or plan.said[-1].at < since or plan.rng.random() < 0.1:
            return plan.said
        return [message if message.at <= since else replace(message, read=False) for message in plan.said]

    def _do(self, plan: Plan, deed: str, speaker: str, at: datetime) -> None:
        if told := tells(deed):
            for hearer in plan.people.values():
                self.facts.tell(plan.people[told[0]], told[1], hearer)
        elif deed == "bed":  # the owner's days in bed are known before
            self.left |= {} if speaker == "me" else {speaker: plan.key}
        elif (found := gone(deed)) and found[1] == "leaves":
            self.left[plan.people[found[0]]] = plan.key
        else:
            deeds.do(self.diary, plan, deed, speaker, at)


def _take_back(plan: Plan) -> None:
    """Leave out questions that nobody will answer, and with which nothing else has come."""
    while plan.asked() and (step := plan.kind.steps[plan.told[-1]]).next and not (step.does or step.facts):
        name = plan.told[-1]
        while plan.told and plan.told[-1] == name:
            plan.told.pop()
            plan.said.pop()


def _one(ways: Mapping[str, float], rng: Random) -> str:
    return rng.choices([*ways], [*ways.values()])[0]
