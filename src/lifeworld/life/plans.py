"""Plans: what people arrange, lend, promise and call off, each a small state machine, all on one clock."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from heapq import heappop, heappush
from itertools import count
from random import Random

from lifeworld.life import deeds
from lifeworld.life.biography import Seed
from lifeworld.life.company import begins, company
from lifeworld.life.conversation import Speaker, absent, in_voice, reacted, unread
from lifeworld.life.deeds import Plan
from lifeworld.life.diary import Diary
from lifeworld.life.events import Messaged
from lifeworld.life.facts import Fact, Facts
from lifeworld.life.grammar import Slots, fill
from lifeworld.life.presence import Presence
from lifeworld.life.words.kinds import OF_WHOM, Kind, Step, pays, span, tells
from lifeworld.life.words.placeholders import slots
from lifeworld.life.words.plans import plans
from lifeworld.life.words.vocabulary import in_month

_TALKING = timedelta(hours=1)  # after what was said, in which one answers at any hour
_DAY = range(8, 22)  # hours at which one writes to somebody who isn't waiting for it
_QUIET = timedelta(minutes=40)  # between what is said of one plan and of another in the same chat


def write(diary: Diary) -> None:
    """Carry out the plans of a year, step by step in the order of time, up to now."""
    _Year(diary).live()


class _Year:
    """One clock for all plans of a life."""

    def __init__(self, diary: Diary) -> None:
        self.diary, self.presence = diary, Presence(diary)
        characters = {who.key: who for who in (diary.bio.me, *diary.bio.cast)}
        self.facts = Facts(diary.start, characters)
        self.quiet: dict[str, tuple[str, datetime]] = {}  # by chat: the last plan that was talked about, and when
        self.under_way: set[tuple[str, str]] = set()  # kinds of plans, by chat
        self.used: set[str] = set()  # words that are drawn once in a life
        self._heap: list[tuple[datetime, int, Callable[[datetime], None]]] = []
        self._number = count()

    def live(self) -> None:
        for key, at, seed in begins(self.diary):
            self._when(at, partial(self._begin, key, seed))
        while self._heap:
            at, _, happens = heappop(self._heap)
            happens(at)
        self.diary.facts = self.facts.known({key: person.id for key, person in self.diary.people.items()})

    def _when(self, at: datetime, happens: Callable[[datetime], None]) -> None:
        heappush(self._heap, (at, next(self._number), happens))

    def _due(self, at: datetime, plan: Plan, name: str) -> None:
        """Let a step be taken then, if that is before now."""
        if at < self.diary.now - timedelta(minutes=5):
            self._when(at, partial(self._step, plan, name))
        else:
            self._end(plan)

    # ---- how a plan begins

    def _begin(self, key: str, seed: Seed | None, at: datetime) -> None:
        plan = self._begun(key, at, seed)
        if plan is not None:
            self.under_way.add((key, plan.chat))
            self._due(at, plan, plan.kind.begin)

    def _begun(self, key: str, at: datetime, seed: Seed | None) -> Plan | None:
        """Return a plan with its people, its time and its words; None where it finds no one, no time or no words."""
        kind = plans()[key]
        rng = self.diary.rng(f"plan {key} {at.isoformat()}")
        chat, people = company(self.diary, kind, at, seed, (rng, partial(self._suit, kind)))
        if not chat or (key, chat) in self.under_way:
            return None
        drawn = self._words(kind, rng, dict(seed.words) if seed else {})
        if drawn is None:
            return None
        named = {letter: self.diary.people[who].first for letter, who in people.items()}
        words = Slots({**named, **drawn}, {**in_month(at.month), **absent(self.diary, tuple(people.values()))}, rng)
        plan = Plan(f"{key}-{at:%y%m%d%H%M}", kind, chat, people, words, rng, seed.way if seed else ())
        words["them"] = " and ".join(self.diary.people[who].first for who in plan.others())
        for title in (part.title for part in (kind.entry, kind.note) if part):
            for slot, (who, relation) in _facts_of(plan, title).items():
                words[slot] = self.facts.value(who, relation, who) or ""
        words["cafe"] = self.diary.business(self.diary.bio.tastes.cafe).name
        if kind.at:
            plan.at = rng.choice(kind.at)
            words["at"] = self.diary.business(plan.at).name
        return plan if not kind.entry or deeds.timed(self.diary, plan, at, seed.days if seed else None) else None

    def _suit(self, kind: Kind, people: Mapping[str, str]) -> bool:
        return all(self._so(people, need) for need in kind.needs)

    def _words(self, kind: Kind, rng: Random, given: dict[str, str]) -> dict[str, str] | None:
        """Return what is drawn for this plan alone; None where nothing is left that has not been used."""
        for slot, among in kind.words.items():
            left = [word for word in among if word not in self.used]
            if slot not in given:
                if not left:
                    return None
                given[slot] = rng.choice(left)
        self.used.update(given[slot] for slot in kind.words)
        return given

    # ---- a step

    def _step(self, plan: Plan, name: str, at: datetime) -> None:
        """Let somebody act as soon as they are there, say it, and set when it goes on."""
        step = plan.kind.steps[name]
        speaker = plan.people[step.by]
        when = self._there(plan, speaker, at)
        if when > at:
            self._due(when, plan, name)
            return
        if not self._possible(plan, step, speaker, at):
            self._end(plan)
            return
        for deed in step.does:
            self._do(plan, deed, speaker, at)
        last = self._say(plan, name, speaker, at)
        for place, value in step.facts.items():
            self._is_so(plan, place, fill(value, plan.words, plan.rng), at)
        self._go_on(plan, step, last)

    def _possible(self, plan: Plan, step: Step, speaker: str, at: datetime) -> bool:
        """Return whether there are words for what is agreed, and another time where it is moved."""
        unsaid = step.does and step.lines and not self._lines(plan, step, speaker)
        return not unsaid and ("move" not in step.does or deeds.timed(self.diary, plan, at))

    def _is_so(self, plan: Plan, place: str, value: str, at: datetime) -> None:
        letter, relation = place.split(".")
        if value:
            knows = frozenset(plan.people.values())
            self.facts.add(Fact(plan.people[letter], relation, value, at, known_by=knows))
        else:
            self.facts.end(plan.people[letter], relation, at)

    def _there(self, plan: Plan, speaker: str, at: datetime) -> datetime:
        """Return the moment, or a later one at which the speaker is awake and the chat is not about something else."""
        other, last = self.quiet.get(plan.chat, (plan.key, self.diary.start))
        if other != plan.key and at < last + _QUIET:
            at = last + _QUIET + timedelta(minutes=plan.rng.randint(0, 30))
        if at - last > _TALKING and at.hour not in _DAY and speaker not in self.presence.rota:
            at = (at + timedelta(hours=24 - _DAY.stop)).replace(hour=_DAY.start, minute=0)
            at += timedelta(minutes=plan.rng.randint(0, 150))
        return self.presence.all_awake((speaker,), at, plan.rng)

    def _go_on(self, plan: Plan, step: Step, at: datetime) -> None:
        ways = {name: weight for name, weight in step.next.items() if self._open(plan, name)}
        if not ways:
            self._end(plan)
            return
        name = next((name for name in ways if name in plan.way), "") or plan.rng.choices([*ways], [*ways.values()])[0]
        following = plan.kind.steps[name]
        low, high = span(following.around or following.after)
        wait = low + (high - low) * plan.rng.random()
        due = (plan.start or at) + wait if following.around else at + wait
        if following.around and due <= at:  # too late for it
            self._go_on(plan, following, at)
        else:
            self._due(max(due.replace(microsecond=0), at + timedelta(seconds=9)), plan, name)

    def _open(self, plan: Plan, name: str) -> bool:
        return all(self._so(plan.people, need) for need in plan.kind.steps[name].needs)

    def _so(self, people: Mapping[str, str], need: str) -> bool:
        letter, relation = need.removeprefix("not ").split(".")
        there = self.facts.value(people[letter], relation, people[letter]) is not None
        return there is not need.startswith("not ")

    def _end(self, plan: Plan) -> None:
        self.under_way.discard((plan.key.rpartition("-")[0], plan.chat))
        said = unread(self.diary, plan.said, plan.rng)
        self.diary.events.extend(said)
        for step, message in zip(plan.told, said, strict=True):
            self.diary.because(f"plans: {plan.key}/{step}", [message])

    def _do(self, plan: Plan, deed: str, speaker: str, at: datetime) -> None:
        if told := tells(deed):
            for hearer in plan.people.values():
                self.facts.tell(plan.people[told[0]], told[1], hearer)
        elif paying := pays(deed):
            deeds.pays(self.diary, plan, paying, at)
        elif speaker == "me" or deed not in deeds.ONES_OWN:
            deeds.DEEDS[deed](self.diary, plan, at)

    # ---- what is said

    def _say(self, plan: Plan, name: str, speaker: str, at: datetime) -> datetime:
        """Say one of the step's lines, in one or more messages; with none left, react; return when that was done."""
        step = plan.kind.steps[name]
        lines = self._lines(plan, step, speaker)
        person = self.diary.people[speaker]
        other = self.diary.people[next(key for key in plan.people.values() if key != speaker)]
        for number, line in enumerate(lines, 1):
            words = Speaker(self._with_facts(plan, line, speaker), person, other, plan.rng)
            texts = [
                in_voice(fill(part, words, plan.rng), person, plan.rng, grave=plan.kind.grave)
                for part in line.split(" / ")
            ]
            if all(map(self.diary.memory.fresh, texts)) or (step.does and number == len(lines)):
                plan.told += [name] * len(texts)
                return self._written(plan, line, texts, speaker, at)
        if plan.said and step.lines and plan.said[-1].sender_id != person.id:
            plan.said[-1] = reacted(plan.said[-1], person, plan.rng)
        return at

    def _lines(self, plan: Plan, step: Step, speaker: str) -> list[str]:
        """Return what may still be said, in some order: the lines of which none has been, and whose facts are known."""
        unsaid = [line for line in step.lines if line not in self.diary.memory.lines]
        known = [line for line in unsaid if self._known(plan, line, speaker)]
        return plan.rng.sample(known, len(known))

    def _written(self, plan: Plan, line: str, texts: list[str], speaker: str, at: datetime) -> datetime:
        self.diary.memory.lines[line] += 1
        for number, text in enumerate(texts):
            at += timedelta(seconds=plan.rng.randint(4, 38)) if number else timedelta()
            self.diary.memory.keep(text)
            plan.said.append(Messaged(at=at, chat=plan.chat, sender_id=self.diary.people[speaker].id, text=text))
        self.quiet[plan.chat] = plan.key, at
        return at

    def _known(self, plan: Plan, line: str, speaker: str) -> bool:
        """Return whether the speaker knows all the facts that a line tells."""
        return all(self.facts.value(who, relation, speaker) for who, relation in _facts_of(plan, line).values())

    def _with_facts(self, plan: Plan, line: str, speaker: str) -> Slots:
        for slot, (who, relation) in _facts_of(plan, line).items():
            value = self.facts.value(who, relation, speaker) or ""
            plan.words[slot] = value[:1].upper() + value[1:] if slot.endswith("_c") else value
        return plan.words


def _facts_of(plan: Plan, line: str) -> dict[str, tuple[str, str]]:
    """Return by slot whose fact of what relation a line tells."""
    found = {slot: OF_WHOM.fullmatch(slot.removesuffix("_c")) for slot in slots(line)}
    return {slot: (plan.people[m[1]], m[2]) for slot, m in found.items() if m and m[1] in plan.people}
