"""What a life's talk and plans are made of, and whether something is in the calendar when texts by hand name a day."""

import re
from calendar import day_name
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from lifeworld.life.audit import talk, times, with_causes
from lifeworld.life.audit.agreed import kept
from lifeworld.life.audit.texts import LONG, dates
from lifeworld.life.events import Mailed, Messaged, Noted, Planned
from lifeworld.life.lived import Life
from lifeworld.store import Event

_WORD = re.compile(r"\w[\w-]*")
_OPEN = re.compile(r"\$?[\d,.:]*\d|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b")
Moment = tuple[date, int, int]  # a day, an hour of its half, a minute
_TIMED = re.compile(rf"\b({'|'.join(day_name)})\b[^.?!\d]{{0,30}}\b([01]?\d|2[0-3])[:.]([0-5]\d)\b")
_AHEAD = timedelta(days=200)  # from now on, for which the calendar is looked at
_HALF = 12  # hours: who writes 7:30 may mean the evening


def measures(life: Life) -> dict[str, str]:
    """Return what a life's talk and plans are made of, by name, in the order of a table."""
    said = talk(life)
    kinds = Counter("event" if cause.startswith("plans: ") else cause.removeprefix("chats: ") for _, cause in said)
    texts = [message.text for message, _ in said]
    long = [*_skeletons(life, (text for text in texts if len(text.split()) >= LONG))]
    shared = sum(count for count in Counter(long).values() if count > 1)
    lengths = sorted(map(len, _conversations(said)))
    people = [event for event in life.events if isinstance(event, Mailed) and event.person_id]
    begun = {letter.thread: letter.person_id for letter in reversed(people)}
    plans, hands = kept(life), named(life)
    return {
        "messages": f"{len(said):,}",
        "… born of something that happened": _share(kinds["event"], len(said)),
        "… written by hand": _share(kinds["by hand"], len(said)),
        "… of five words or more with a shared skeleton": _share(shared, len(long)),
        "… of more than twenty words": f"{sum(len(text.split()) > 20 for text in texts)}",
        "conversations": f"{len(lengths):,}",
        "… of more than six messages": f"{sum(length > 6 for length in lengths)}",
        "letters' threads with people": f"{len(begun)}",
        "… begun by the owner": f"{sum(who == life.me.id for who in begun.values())}",
        "plans in the calendar": f"{sum(isinstance(event, Planned) for event in life.events)}",
        "plans kept": f"{len(plans)}",
        "… with a trace": _share(sum(plans.values()), len(plans)),
        "days and times that hands wrote": f"{len(hands)}",
        "… at which something is": _share(sum(one.kept for one in hands), len(hands)),
    }


def _conversations(said: Iterable[tuple[Messaged, str]]) -> list[list[Messaged]]:
    """Return the messages of each conversation: what is said of one thing in one chat without a day's silence."""
    found: dict[tuple[str, str], list[list[Messaged]]] = defaultdict(list)
    for message, cause in said:
        held = found[message.chat, cause.partition("/")[0]]
        if held and message.at - held[-1][-1].at < timedelta(days=1):
            held[-1].append(message)
        else:
            held.append([message])
    return [one for several in found.values() for one in several]


def _skeletons(life: Life, texts: Iterable[str]) -> Iterator[str]:
    """Yield messages without what differs from one use of a line to the next: names, figures, days."""
    firsts = {one.first for one in life.people}
    longest_first = sorted((one.name for one in life.businesses), key=len, reverse=True)
    houses = re.compile("|".join(map(re.escape, longest_first)))
    for text in texts:
        bare = _WORD.sub(lambda word: "…" if word[0] in firsts else word[0], houses.sub("…", text))
        yield _OPEN.sub("…", bare).casefold()


def _share(part: int, whole: int) -> str:
    return f"{part:,} ({part / whole:.0%})" if whole else "0"


@dataclass(frozen=True)
class Named:
    """A day or a moment that a text by hand names: when the text was written, the words, whether anything is then."""

    at: datetime
    words: str
    kept: bool


def named(life: Life) -> list[Named]:
    """Return the days to come that letters and messages by hand name with a date, and the moments with a weekday.

    Of a day it counts what is there once, in the calendar or to be done; at a moment also what comes back.
    """
    every = (*life.events, *life.ahead)
    planned = [one for one in every if isinstance(one, Planned)]
    spans = [span for one in planned for span in times(one, life.now + _AHEAD)]
    once = [(one.start.date(), (one.end - one.start).days) for one in planned if not one.repeats]
    days = {first + timedelta(days=day) for first, length in once for day in range(length + 1)}
    days |= {one.due for one in every if isinstance(one, Noted) and one.due}
    every_time = (*(start for start, _ in spans), *(event.at for event in life.events))
    moments = {(at.date(), at.hour % _HALF, at.minute) for at in every_time}
    found = []
    for event, text in _by_hand(life):
        on = event.at.date()
        found += [Named(event.at, words, day in days) for words, day in dates(text, on) if day and day > on]
        found += [Named(event.at, words, bool(meant & moments)) for words, meant in _timed(text, on)]
    return found


def _by_hand(life: Life) -> Iterator[tuple[Event, str]]:
    for event, cause in with_causes(life):
        if isinstance(event, Messaged) and cause.endswith("by hand"):
            yield event, event.text
        elif isinstance(event, Mailed) and event.thread.startswith("own-"):
            yield event, event.body


def _timed(text: str, on: date) -> Iterator[tuple[str, set[Moment]]]:
    """Yield each weekday with a clock, and the moments of a week before or after that it can be."""
    for found in _TIMED.finditer(text):
        near = (on + timedelta(days=days) for days in range(-7, 8))
        clock = int(found[2]) % _HALF, int(found[3])
        yield found[0], {(day, *clock) for day in near if day_name[day.weekday()] == found[1]}
