"""What a life's talk and plans are made of."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import timedelta

from lifeworld.life.audit.agreed import kept
from lifeworld.life.audit.flaw import talk
from lifeworld.life.audit.hands import named
from lifeworld.life.audit.texts import LONG
from lifeworld.life.events import Mailed, Messaged, Noted, Planned
from lifeworld.life.lived import Life

_WORD = re.compile(r"\w[\w-]*")
_OPEN = re.compile(r"\$?[\d,.:]*\d|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b")


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
    night = [message for message, _ in said if message.at.hour < 6]
    return {
        "messages": f"{len(said):,}",
        "… born of something that happened": _share(kinds["event"], len(said)),
        "… written by hand": _share(kinds["by hand"], len(said)),
        "… of five words or more with a shared skeleton": _share(shared, len(long)),
        "… between midnight and six": f"{len(night)}",
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
        "tasks noted between midnight and six": f"{sum(isinstance(e, Noted) and e.at.hour < 6 for e in life.events)}",
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
