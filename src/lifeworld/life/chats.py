"""Conversations: those that something gave rise to, and the many that fill a year."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from functools import cache
from random import Random

from lifeworld.life.biography import Circle
from lifeworld.life.conversation import Conversation, converse, unread
from lifeworld.life.diary import Diary, Scene
from lifeworld.life.events import GroupMade, Messaged
from lifeworld.life.grammar import Memory
from lifeworld.life.presence import Presence
from lifeworld.life.words.talk import Topic, topics

_APART = timedelta(hours=3)  # of talk about nothing from what something gave rise to
_IDLE = 0.4  # of what could be talked about without anything that gives rise to it
_NEAR = timedelta(minutes=45)  # of what is said of plans, in which nothing else is talked about
_WORKING = frozenset({"lunch", "work", "deadline", "colleague", "social"})
_HOURS = (7, 8, 8, 9, 10, 11, 12, 12, 13, 14, 15, 16, 17, 17, 18, 18, 19, 19, 20, 20, 21, 21, 22)


@dataclass
class _Chat:
    """One chat as it fills up.

    Attributes:
        pace: conversations a month that nothing gives rise to, beside those of the other chats.
        planned: when something is said of plans.
        told: the topics that were talked about.
        quiet: since when nobody has said anything; at first, since it was made.
    """

    key: str
    members: tuple[str, ...]
    tags: frozenset[str]
    pace: float
    quiet: datetime
    rng: Random
    planned: tuple[datetime, ...]
    told: set[str] = field(default_factory=set)


def write(diary: Diary) -> None:
    """Write the groups and everything that was said in the year, in the order in which it was begun."""
    planned = _planned(diary)
    chats = {chat.key: chat for chat in (*_groups(diary, planned), *_directs(diary, planned))}
    memory, presence = diary.memory, Presence(diary)
    due: list[tuple[datetime, _Chat, Scene | None]] = [(one.at, chats[one.chat], one) for one in diary.scenes]
    due += [(at, chat, None) for at, chat in _unprompted(diary, chats, presence)]
    for at, chat, scene in sorted(due, key=lambda one: (one[0], one[1].key)):
        _talk(diary, (chat, at, scene), presence, memory)
    by_hand = list(_by_hand(diary))
    diary.events.extend(by_hand)
    diary.because("chats: by hand", by_hand)


def _planned(diary: Diary) -> Mapping[str, list[datetime]]:
    """Return by chat when something is said of plans."""
    found: dict[str, list[datetime]] = defaultdict(list)
    for said in diary.events:
        if isinstance(said, Messaged):
            found[said.chat].append(said.at)
    return found


def _unprompted(diary: Diary, chats: Mapping[str, _Chat], presence: Presence) -> Iterator[tuple[datetime, _Chat]]:
    """Yield when people begin to talk about nothing in particular: less often than there are words for it."""
    held: dict[str, list[datetime]] = {key: list(chat.planned) for key, chat in chats.items()}
    for scene in diary.scenes:
        held[scene.chat].append(scene.at)
    wanted = sum(_most(topic) for topic in topics().values() if any(topic in _suitable(c.tags) for c in chats.values()))
    total = sum(chat.pace for chat in chats.values())
    idle = _IDLE * min(1, diary.bio.plans)
    for chat in chats.values():
        for at in _starts(diary, chat, presence, max(1, round(idle * wanted * chat.pace / total))):
            if all(abs(at - other) > _APART for other in held[chat.key]):
                yield at, chat


def _most(topic: Topic) -> int:
    """Return how often a topic can be talked about without a line said twice."""
    return min(len(turn.lines) for turn in topic.turns if not turn.maybe)


def _by_hand(diary: Diary) -> Iterator[Messaged]:
    """Yield the messages that were written by hand for this life, on the full minute, where no others are."""
    for said in diary.bio.talk:
        chat = diary.direct(said.chat[1:]) if said.chat.startswith("@") else said.chat
        at = diary.moment(said.days, said.clock)
        sender = diary.people[said.sender].id
        yield Messaged(at=at, chat=chat, sender_id=sender, text=said.text, read=said.read)


def _groups(diary: Diary, planned: Mapping[str, list[datetime]]) -> list[_Chat]:
    return [_group(diary, number, circle, planned) for number, circle in enumerate(diary.bio.circles)]


def _group(diary: Diary, number: int, circle: Circle, planned: Mapping[str, list[datetime]]) -> _Chat:
    opened = max(diary.moment(-circle.founded, "18:20"), diary.start) + timedelta(minutes=number * 7)
    members = tuple(diary.people[key].id for key in circle.members)
    diary.events.append(GroupMade(at=opened, key=circle.key, title=circle.title, members=members, emoji=circle.emoji))
    tags = frozenset({*circle.topics, "group"})
    rng = diary.rng(f"chat {circle.key}")
    return _Chat(circle.key, circle.members, tags, circle.pace, opened, rng, tuple(planned[circle.key]))


def _directs(diary: Diary, planned: Mapping[str, list[datetime]]) -> list[_Chat]:
    rng = diary.rng("who writes")
    paces = dict(diary.bio.closeness)
    told = {*planned, *(scene.chat for scene in diary.scenes)}
    others = [key for key in diary.people if key != "me" and key not in paces]
    written = [key for key in others if diary.direct(key) in told]
    rest = [key for key in others if key not in written]
    for key in written + rng.sample(rest, min(len(rest), rng.randint(*diary.bio.acquaintances))):
        paces[key] = rng.uniform(0.1, 0.5)
    found = []
    for key, pace in paces.items():
        person = diary.people[key]
        tags = frozenset({person.relation, f"for-{key}"})
        chat = diary.direct(key)
        found.append(_Chat(chat, (key,), tags, pace, diary.start, diary.rng(f"chat {chat}"), tuple(planned[chat])))
    return found


def _talk(diary: Diary, begun: tuple[_Chat, datetime, Scene | None], presence: Presence, memory: Memory) -> None:
    """Hold one conversation, if it can still be held then and there are words for it."""
    chat, at, given = begun
    rng = chat.rng
    start = max(at, chat.quiet + timedelta(minutes=rng.randint(4, 30) if given else rng.randint(50, 190)))
    scene = given or _scene(chat, start, memory)
    if scene is None:
        return
    topic = topics()[scene.topic]
    start = presence.all_awake(scene.cast, _between(chat, _fitting(topic, start, chat.quiet, rng)), rng)
    if start >= min(scene.before or diary.now, diary.now - timedelta(minutes=20)):
        return
    plan = Conversation(topic, chat.key, start, scene.cast, scene.facts)
    said = unread(diary, list(converse(diary, plan, presence, memory, rng)), rng)
    diary.events.extend(said)
    diary.because(f"chats: {scene.topic}", said)
    chat.quiet = said[-1].at if said else chat.quiet


def _between(chat: _Chat, start: datetime) -> datetime:
    """Return the start, or a later one that is not in the midst of what is said of plans."""
    for said in chat.planned:
        if abs(said - start) < _NEAR:
            start = said + _NEAR
    return start


def _starts(diary: Diary, chat: _Chat, presence: Presence, count: int) -> list[datetime]:
    rng = chat.rng
    span = (diary.now - chat.quiet).days
    working = bool(chat.tags & _WORKING) and "shift" not in chat.tags
    days = [rng.randint(0, span) for _ in range(count)]
    days += [0] if chat.pace > 2 and rng.random() < 0.5 else []
    moments = [diary.moment(-day, f"{rng.choice(_HOURS):02}:{rng.randint(0, 59):02}") for day in days]
    if "shift" in chat.tags:
        moments = [_at_night(at, presence, rng) for at in moments]
    return sorted(_at_work(at, rng) if working else at for at in moments)


def _at_night(at: datetime, presence: Presence, rng: Random) -> datetime:
    """Return the moment, or one of the last night before it that was worked: that is when they have time."""
    worked = [night for night in presence.nights if night <= at.date()]
    if not worked or rng.random() < 0.3:
        return at
    return datetime.combine(max(worked), time(22)) + timedelta(minutes=rng.randint(0, 480))


def _at_work(at: datetime, rng: Random) -> datetime:
    """Return the moment, or one on a working day near it: colleagues write from their desks."""
    at -= timedelta(days=max(0, at.weekday() - 4))
    return at if rng.random() < 0.12 else at.replace(hour=rng.randint(8, 17))


def _scene(chat: _Chat, at: datetime, memory: Memory) -> Scene | None:
    """Choose what is talked about: something that fits, once a year in each chat; None where nothing new is left."""
    rng = chat.rng
    suits = [one for one in _suitable(chat.tags) if one.key not in chat.told and _has_words(one, memory)]
    if not suits:
        return None
    topic = rng.choices(suits, [_weight(one, chat.tags) for one in suits])[0]
    chat.told.add(topic.key)
    cast = rng.sample(chat.members, len(chat.members))
    cast.insert(_place(topic, len(cast), rng), "me")
    return Scene(topic.key, chat.key, at, tuple(cast), {})


def _has_words(topic: Topic, memory: Memory) -> bool:
    """Return whether each turn that must be taken has a line that has not been said."""
    must = (turn for turn in topic.turns if not turn.maybe)
    return all(any(text not in memory.lines for _, _, text in turn.lines) for turn in must)


def _place(topic: Topic, others: int, rng: Random) -> int:
    """Return which of the script's letters the owner speaks."""
    if "me-first" in topic.tags:
        return 0
    if "me-last" in topic.tags:
        return 1
    return rng.randint(0, min(2, others))


def _fitting(topic: Topic, start: datetime, quiet: datetime, rng: Random) -> datetime:
    """Return the start at an hour that suits the topic, if that is still possible on the day."""
    if topic.hours is None:
        return start
    better = start.replace(hour=rng.randint(*topic.hours))
    return better if better > quiet else start


@cache
def _suitable(tags: frozenset[str]) -> tuple[Topic, ...]:
    return tuple(topic for topic in topics().values() if tags & set(topic.tags))


def _weight(topic: Topic, tags: frozenset[str]) -> float:
    """Return how likely a topic is: what is made for one person counts more."""
    special = any(tag.startswith("for-") for tag in tags & set(topic.tags))
    return topic.weight * (3.0 if special else 1.0)
