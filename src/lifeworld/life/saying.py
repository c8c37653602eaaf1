"""Saying: which lines may still be said in a step of a plan, and how somebody puts one."""

from dataclasses import replace
from datetime import datetime, timedelta

from lifeworld.life.deeds import Plan
from lifeworld.life.diary import Diary
from lifeworld.life.events import Messaged
from lifeworld.life.facts import Facts
from lifeworld.life.grammar import Slots, fill
from lifeworld.life.voices import Speaker, reacted, speak
from lifeworld.life.words.kinds import Step

HELD = timedelta(days=1)  # in which nothing new is begun in a chat in which something is under way


class Saying:
    """Each line once in a life, in the speaker's own hand."""

    def __init__(self, diary: Diary, facts: Facts) -> None:
        self._diary, self._facts = diary, facts
        self.quiet: dict[str, tuple[str, datetime]] = {}  # by chat: the last plan that was talked about, and when
        senders = (diary.bio.me, *diary.bio.cast)
        self._hands = {who.key: tuple(one.text for one in diary.bio.talk if one.sender == who.key) for who in senders}

    def say(self, plan: Plan, name: str, lines: list[str], at: datetime) -> datetime:
        """Say one of the lines, in one or more messages; with none left, react; return when that was done."""
        step = plan.kind.steps[name]
        speaker = plan.people[step.by]
        person = self._diary.people[speaker]
        other = self._diary.people[next(key for key in plan.people.values() if key != speaker)]
        names = other.named(person), person.named(other)
        for number, line in enumerate(lines, 1):
            plan.names_day(line, at)
            words = Speaker(self._with_facts(plan, line, speaker), person.temper, names, plan.rng)
            grave = step.grave or plan.kind.grave
            hand = self._hands.get(speaker, ())
            texts = [
                speak(fill(part, words, plan.rng), person, plan.rng, grave, hand, part) for part in line.split(" / ")
            ]
            if all(map(self._diary.memory.fresh, texts)) or (step.does and number == len(lines)):
                plan.told += [name] * len(texts)
                at = self._written(plan, line, texts, speaker, at)
                plan.said[-len(texts)] = replace(plan.said[-len(texts)], photo=step.photo)
                return at
        if plan.said and step.lines and plan.said[-1].sender_id != person.id:
            plan.said[-1] = reacted(plan.said[-1], person, plan.rng)
        return at

    def lines(self, plan: Plan, step: Step, speaker: str, at: datetime) -> list[str]:
        """Return what may still be said, a life's own first: lines that nobody has said, whose facts are known."""
        turned = step.turned(self._diary.bio.name)
        fitting = (line for line in turned if plan.timely(line, at, "move" in step.does))
        unsaid = [line for line in fitting if line not in self._diary.memory.lines]
        told = ((line, plan.facts_of(line).values()) for line in unsaid)
        return [line for line, facts in told if all(self._facts.value(*fact, speaker) for fact in facts)]

    def _written(self, plan: Plan, line: str, texts: list[str], speaker: str, at: datetime) -> datetime:
        self._diary.memory.lines[line] += 1
        person, (other, _) = self._diary.people[speaker], self.quiet.get(plan.chat, (plan.key, at))
        for number, text in enumerate(texts):
            at += timedelta(seconds=plan.rng.randint(4, 38)) if number else timedelta()
            self._diary.memory.keep(text)
            heard = plan.said[-1] if plan.said and plan.said[-1].sender_id != person.id else None
            if heard and not number and plan.rng.random() < self._diary.bio.signs:
                plan.said[-1] = reacted(heard, person, plan.rng)
            often = self._diary.bio.quotes
            lately = heard and other != plan.key and at < heard.at + HELD  # and something else was talked about since
            quoted = heard.at if heard and (lately or (often and plan.rng.random() < often)) else None
            plan.said.append(Messaged(at=at, chat=plan.chat, sender_id=person.id, text=text, answers=quoted))
        self.quiet[plan.chat] = plan.key, at
        return at

    def _with_facts(self, plan: Plan, line: str, speaker: str) -> Slots:
        for slot, (who, relation) in plan.facts_of(line).items():
            value = self._facts.value(who, relation, speaker) or ""
            plan.words[slot] = value[:1].upper() + value[1:] if slot.endswith("_c") else value
        return plan.words
