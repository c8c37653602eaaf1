"""One conversation, turn by turn, in the voices of those who take part."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random

from lifeworld.life.diary import Diary
from lifeworld.life.events import Messaged
from lifeworld.life.grammar import Memory, Slots, fill
from lifeworld.life.models import Person
from lifeworld.life.presence import Presence
from lifeworld.life.voices import speak
from lifeworld.life.words.talk import PAUSES, Topic
from lifeworld.life.words.vocabulary import in_month, voices

Lines = tuple[tuple[str, str, str], ...]  # speaker, strand, template
_TRIES = 14
_REACTIONS = {"terse": ("👍",), "warm": ("❤️", "🙏", "😊"), "chaotic": ("😂", "💀", "🔥"), "formal": ("👍", "🙂")}


@dataclass(frozen=True)
class Conversation:
    """What is to be talked about, where, from when, by whom (keys in the order of the script's letters)."""

    topic: Topic
    chat: str
    start: datetime
    cast: tuple[str, ...]
    facts: Mapping[str, str]


class Speaker(dict[str, str]):
    """The conversation's slots as one speaker fills them: parts of speech follow the temper."""

    def __init__(self, slots: Slots, person: Person, other: Person, rng: Random) -> None:
        super().__init__(other=other.first, self=person.first)
        self._slots, self._temper, self._rng = slots, person.temper, rng

    def __missing__(self, key: str) -> str:
        ways = voices().parts.get(key)
        if ways is None:
            return self._slots[key]
        part = self._rng.choice(ways[self._temper])
        loose = self._temper == "chaotic" and part and part[-1] not in ".!?,:"
        return part + self._rng.choice((",", "!", " –", "...")) if loose else part


def converse(diary: Diary, plan: Conversation, presence: Presence, memory: Memory, rng: Random) -> Iterator[Messaged]:
    """Yield what is said, ending at the diary's now."""
    words = {**in_month(plan.start.month), **absent(diary, plan.cast)}
    known = {"cafe": diary.business(diary.bio.tastes.cafe).name, "month": f"{plan.start:%B}"}
    facts = {**known, **plan.facts}
    slots = Slots(facts, words, rng)
    at = plan.start.replace(second=rng.randint(1, 59))
    said: list[Messaged] = []
    strand = ""
    for turn in plan.topic.turns:
        if turn.maybe and rng.random() < 0.5:
            continue
        at = presence.all_awake(plan.cast, _after(at, turn.pause, rng), rng) if said else at
        if at >= diary.now - timedelta(minutes=2):
            return
        lines = tuple(line for line in turn.lines if not strand or line[1] in ("", strand))
        lines = _least_used(lines, memory, often=bool(plan.facts))
        message, followed = _say(diary, plan, lines, (slots, memory, rng), at)
        strand = strand or followed
        if message is not None:
            said.append(message)
            yield _with_reaction(diary, plan, message, said, rng)
        elif not (said and turn.maybe):
            return


def _least_used(lines: Lines, memory: Memory, often: bool) -> Lines:
    """Return the lines that have been said the fewest times in this life; none said before, if not `often`."""
    fewest = min((memory.lines[text] for _, _, text in lines), default=0)
    return tuple(line for line in lines if memory.lines[line[2]] == fewest) if often or not fewest else ()


def absent(diary: Diary, cast: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return whom one may talk about: people whom the owner knows and who are not taking part."""
    names = tuple(person.first for key, person in diary.people.items() if key != "me" and key not in cast)
    return {"person": names[::2], "person2": names[1::2]}


def _say(
    diary: Diary, plan: Conversation, lines: Lines, means: tuple[Slots, Memory, Random], at: datetime
) -> tuple[Messaged | None, str]:
    """Return one of the lines in words that are new enough, and its strand; None where nothing new can be said."""
    slots, memory, rng = means
    for _ in range(_TRIES if lines else 0):
        letter, strand, template = rng.choice(lines)
        speaker, other = _who(diary, plan, letter)
        if speaker is None:
            return None, ""
        text = in_voice(fill(template, Speaker(slots, speaker, other, rng), rng), speaker, rng)
        if text and memory.fresh(text):
            memory.keep(text)
            memory.lines[template] += 1
            return Messaged(at=at, chat=plan.chat, sender_id=speaker.id, text=text), strand
    return None, ""


def _who(diary: Diary, plan: Conversation, letter: str) -> tuple[Person | None, Person]:
    index = "abcd".index(letter)
    first = diary.people[plan.cast[0]]
    if index >= len(plan.cast):
        return None, first
    other = plan.cast[1] if index == 0 else plan.cast[0]
    return diary.people[plan.cast[index]], diary.people[other]


def in_voice(text: str, speaker: Person, rng: Random, grave: bool = False) -> str:
    """Return a text as somebody types it, without a smile if it is grave."""
    text = speak(text, speaker.temper, rng, grave)
    keeps = speaker.temper in ("chaotic", "terse") or not text[:1].islower()
    return text if keeps else text[0].upper() + text[1:]


def _after(at: datetime, pause: str, rng: Random) -> datetime:
    """Return when the next turn comes."""
    low, high = PAUSES[pause]
    return at + timedelta(minutes=rng.randint(low, high), seconds=rng.randint(3, 59))


def _with_reaction(diary: Diary, plan: Conversation, message: Messaged, said: list[Messaged], rng: Random) -> Messaged:
    """Return the message with what others put on it, and with what it quotes, if anything."""
    roll = rng.random()
    if roll < 0.09:
        others = [diary.people[key] for key in plan.cast if diary.people[key].id != message.sender_id]
        return reacted(message, rng.choice(others), rng)
    if roll > 0.965 and len(said) > 2:
        return Messaged(**{**message.__dict__, "answers": said[-3].at})
    return message


def reacted(message: Messaged, fan: Person, rng: Random) -> Messaged:
    """Return the message with what somebody puts on it."""
    return replace(message, reactions=((fan.id, rng.choice(_REACTIONS[fan.temper])),))


def unread(diary: Diary, said: list[Messaged], rng: Random) -> list[Messaged]:
    """Leave what others wrote last unread, if it was within the last hours."""
    mine = [message.at for message in said if message.sender_id == diary.me.id]
    since = max(*mine, diary.now - timedelta(hours=60), diary.start)
    if not said or said[-1].at < since or rng.random() < 0.1:
        return said
    return [message if message.at <= since else replace(message, read=False) for message in said]
