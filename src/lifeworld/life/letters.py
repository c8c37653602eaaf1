"""Letters: from people who know the owner, and from businesses the owner deals with."""

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, time, timedelta
from itertools import chain, repeat
from random import Random

from lifeworld.life.almanac import almanac
from lifeworld.life.company import absent
from lifeworld.life.diary import GROWN, Diary, is_holiday
from lifeworld.life.events import Attachment, BillIssued, CardPayment, Mailed, Purchase
from lifeworld.life.grammar import Memory, Slots, fill, put
from lifeworld.life.models import Person
from lifeworld.life.presence import Presence
from lifeworld.life.voices import whole
from lifeworld.life.words.letters import EMPLOYER, Answer, Script, from_businesses, from_owner, from_people, newsletters
from lifeworld.life.words.vocabulary import names, not_today, of_letters, voices

_BEGINS = 0.7  # the share of the kinds of letters that an owner comes to write in a year
_REST = timedelta(days=7)  # within which the owner begins no other letter to the same person
_TRIES = 30
_EVERYONES = ("council", "harbour", "gazette", "museum", "nightclass")  # businesses that write to all


def write(diary: Diary) -> None:
    """Write the year's letters, then decide which of them still lie in the inbox."""
    from_people = round(diary.bio.letters * diary.bio.from_people)
    memory = Memory(longest=1, limit=12)
    written = [*_from_people(diary, from_people, memory)]
    written += _from_businesses(diary, diary.bio.letters - from_people, memory)
    written += _newsletters(diary, memory)
    written += _codes(diary)
    written += _own(diary)
    presence = Presence(diary)
    diary.events.extend(_filed(diary, _sent(diary, written, presence), "filing"))
    diary.events.extend(_filed(diary, _sent(diary, _begun(diary, memory), presence), "filing what the owner began"))


def _sent(diary: Diary, letters: Iterable[Mailed], presence: Presence) -> list[Mailed]:
    """Return the letters of the year by time; nobody answers one asleep."""
    rng, keys = diary.rng("letters by day"), {person.id: key for key, person in diary.people.items()}
    found = []
    for one in letters:
        answers = one.person_id if one.subject.startswith("Re: ") else None
        found.append(replace(one, at=presence.when_awake(keys[answers], one.at, rng)) if answers else one)
    return sorted((one for one in found if diary.start < one.at < diary.now), key=lambda one: one.at)


# ---- from people


def _from_people(diary: Diary, count: int, memory: Memory) -> Iterator[Mailed]:
    rng = diary.rng("letters from people")
    scripts = from_people()
    writers = _writers(diary)
    near = {who.key for who in diary.bio.cast}
    weights = [6 if key in near else 1 for key in writers]
    left, had = count, set[tuple[str, str]]()
    for _ in range(count * _TRIES):
        if left <= 0:
            return
        key, at = rng.choices([*writers], weights)[0], _moment(diary, rng)
        writer, known = writers[key], diary.met.get(key, at) <= at
        known = known and not (writer.relation == "colleague" and is_holiday(at.date()))
        fits = (kind for kind, one in scripts.items() if one.fits(writer.relation, diary.bio.me.facts, writer, at))
        fitting = [kind for kind in fits if known and (kind, key) not in had]
        kind = rng.choice(fitting) if fitting else ""
        thread = _thread(diary, kind, writer, at, (memory, rng)) if kind else []
        had |= {(kind, key) for _ in thread}
        yield from thread
        left -= sum(letter.person_id != diary.me.id for letter in thread)


def _begun(diary: Diary, memory: Memory) -> Iterator[Mailed]:
    """Yield what the owner writes to those who are near, each kind of letter once, and what they answer."""
    rng, near = diary.rng("letters of the owner's"), {who.key for who in diary.bio.cast}
    writers = {key: who for key, who in _writers(diary).items() if key in near}
    wrote = list[tuple[str, datetime]]()
    for kind, script in from_owner().items():
        at = _moment(diary, rng)
        lately = {key for key, then in wrote if abs(at - then) < _REST}
        known = ((key, who) for key, who in writers.items() if key not in lately and diary.met.get(key, at) <= at)
        fitting = [(key, who) for key, who in known if script.fits(who.relation, diary.bio.me.facts, diary.me, at)]
        if fitting and rng.random() < _BEGINS:
            key, other = rng.choice(fitting)
            wrote.append((key, at))
            yield from _thread(diary, kind, other, at, (memory, rng))


def _writers(diary: Diary) -> dict[str, Person]:
    """Return by key who writes letters to the owner: grown ones in reach, not of the home, in this language."""
    grown = diary.start.date() - GROWN
    apart = {key: who for key, who in diary.people.items() if who.address != diary.me.address}
    absent = {*diary.foreign, *diary.gone}
    return {key: who for key, who in apart.items() if who.birthday <= grown and key not in absent}


def _thread(diary: Diary, kind: str, other: Person, at: datetime, means: tuple[Memory, Random]) -> list[Mailed]:
    """Return a letter and what it leads to, or nothing where a paragraph would be one that was written before.

    The one who gets it answers some, and all that ask something; and then sometimes the other.
    """
    memory, rng = means
    own = kind in from_owner()
    script = (from_owner() if own else from_people())[kind]
    moved = script.moving and (at.replace(day=1) + timedelta(days=32)).replace(day=1) < diary.now
    slots = _slots(diary, {}, at, rng, other.address.partition(",")[0].lstrip("0123456789 ") if moved else "")
    subject = _fresh_subject(script, slots, memory, rng)
    key = f"{kind}-{other.id}-{at:%y%m%d%H%M}"
    found: list[Mailed] = []
    for part in (Answer("me" if own else "them", script.body), *script.answers):
        asked = len(found) == 1 and "?" in found[0].subject + found[0].body
        if found and not asked and rng.random() < 0.45:
            break
        chosen = memory.afresh(put(part.body, diary.bio.name), rng)
        if not chosen:
            return [] if asked else found
        if found:
            at += timedelta(hours=rng.randint(2, 40), minutes=rng.randint(0, 59))
        mine = part.by == "me"
        author, reader = (diary.me, other) if mine else (other, diary.me)
        to = (other.id,) if mine else ()
        body = _voiced(chosen, slots, diary, (author, reader), rng)
        about, files = (f"Re: {subject}", ()) if found else (subject, _files(kind, rng))
        found.append(Mailed(at=at, thread=key, person_id=author.id, to=to, subject=about, body=body, attachments=files))
    return found


def _files(kind: str, rng: Random) -> tuple[Attachment, ...]:
    if kind in ("draft", "minutes"):
        return (Attachment(f"{kind}.pdf", rng.randint(80, 900)),)
    return (Attachment("pictures.zip", rng.randint(2400, 9000)),) if kind in ("photos", "my_photos") else ()


def _fresh_subject(script: Script, slots: Mapping[str, str], memory: Memory, rng: Random) -> str:
    for _ in range(_TRIES):
        subject = fill(rng.choice(script.subjects), slots, rng)
        if memory.fresh(subject):
            break
    memory.keep(subject)
    return subject


def _voiced(text: str, slots: Slots, diary: Diary, whose: tuple[Person, Person], rng: Random) -> str:
    author, reader = whose
    kin = author.temper == "formal" and "family" in (author.relation, reader.relation)
    temper = "kin" if kin else author.temper
    parts = {name: rng.choice(by_temper[temper]) for name, by_temper in voices().letter_parts.items()}
    known = {**parts, "other": reader.named(author), "self": author.named(reader)}
    body = _paragraphs(text, ChainMap(known, slots), rng)
    return whole(body) if author.temper == "formal" else body


def _paragraphs(text: str, slots: Mapping[str, str], rng: Random) -> str:
    """Fill paragraph by paragraph, so that the blank lines stay, and write each one's first letter large."""
    filled = ["\n".join(fill(line, slots, rng) for line in part.split("\n")) for part in text.split("\n\n")]
    return "\n\n".join(filled)


# ---- from businesses


def _from_businesses(diary: Diary, count: int, memory: Memory) -> Iterator[Mailed]:
    """Yield what businesses send: what has been written is drawn anew, or something else is sent in its place."""
    rng, anew = diary.rng("letters from businesses"), diary.rng("letters drawn anew")
    paid = {e.business_id for e in diary.events if isinstance(e, (CardPayment, Purchase, BillIssued))}
    known = paid | {diary.business(key).id for key in (*_EVERYONES, diary.bio.me.employer)}
    own = diary.bio.me.facts.keys()
    scripts = {kind: one for kind, one in from_businesses().items() if not one.code and own.isdisjoint(one.unless)}
    choice = [kind for kind, s in scripts.items() if _sender(diary, s) in (paid if s.paid else known)]
    sent: dict[str, list[datetime]] = {kind: [] for kind in choice}
    often = [kind for kind in choice if not scripts[kind].rest and scripts[kind].hours == Script.hours]
    written: set[str] = set()
    for number in range(count * 2):
        if sum(map(len, sent.values())) == count:
            return
        kind = choice[number] if number < len(choice) else rng.choice(choice)
        at = _moment(diary, rng).replace(minute=rng.choice((0, 0, 5, 15, 30)))
        at = at.replace(hour=scripts[kind].hour(at.hour))
        rest = timedelta(days=scripts[kind].rest)
        if not any(abs(at - other) < rest for other in sent[kind]):
            sent[kind].append(at)
            letter = _letter(diary, (kind, scripts[kind]), at, {}, (memory, rng))
            for other in chain(repeat(kind, _TRIES), (anew.choice(often or choice) for _ in range(_TRIES))):
                if written.isdisjoint((letter.body, letter.thread)):
                    break
                letter = _letter(diary, (other, scripts[other]), at, {}, (Memory(), anew))
            written.update((letter.body, letter.thread))
            yield letter


def _newsletters(diary: Diary, memory: Memory) -> Iterator[Mailed]:
    """Yield each issue of what the owner has asked for."""
    for kind in diary.bio.newsletters:
        one, rng = newsletters()[kind], diary.rng(f"newsletter {kind}")
        script = Script((one.sender,), (one.subject,), one.body)
        days = (day for day in diary.days() if f"{day:%a}" in one.days and not (one.on_workdays and is_holiday(day)))
        for day, said in zip(days, one.issues(rng), strict=False):
            at = datetime.combine(day, time.fromisoformat(one.clock)) + timedelta(seconds=rng.randint(0, 400))
            yield _letter(diary, (kind, script), at, almanac(day) | said, (memory, rng))


def _letter(
    diary: Diary, of: tuple[str, Script], at: datetime, facts: Mapping[str, str], means: tuple[Memory, Random]
) -> Mailed:
    (kind, script), (memory, rng) = of, means
    known = {person.first for person in diary.people.values()}
    staff = rng.choice([name for name in names().given if name not in known])  # whom the owner doesn't know
    slots = _slots(diary, {**facts, "person": staff}, at, rng)
    return Mailed(
        at=at,
        thread=f"{kind}-{at:%y%m%d%H%M%S}",
        business_id=_sender(diary, script),
        subject=_fresh_subject(script, slots, memory, rng),
        body=_paragraphs(script.body, slots, rng),
    )


def _sender(diary: Diary, script: Script) -> int:
    key = script.senders[0]
    return diary.business(diary.bio.me.employer if key == EMPLOYER else key).id


def _codes(diary: Diary) -> Iterator[Mailed]:
    """Yield security codes: before some orders, and now and then from the bank and the telephone."""
    rng = diary.rng("codes")
    memory = Memory(longest=1)
    for kind, script in ((kind, script) for kind, script in from_businesses().items() if script.code):
        moments = [_moment(diary, rng) for _ in range(4)]
        if kind.startswith("megacart"):
            orders = [event.at for event in diary.events if isinstance(event, Purchase) and event.at < diary.now]
            moments = [at - timedelta(minutes=rng.randint(4, 12)) for at in rng.sample(orders, min(6, len(orders)))]
        for at in moments:
            facts = {"code": f"{rng.randint(100, 999)} {rng.randint(100, 999)}"}
            yield _letter(diary, (kind, script), at, facts, (memory, rng))


def _own(diary: Diary) -> Iterator[Mailed]:
    """Yield the letters that were written by hand for this life."""
    rng = diary.rng("files of letters by hand")
    for own in diary.bio.mail:
        person = diary.people.get(own.sender)
        yield Mailed(
            at=diary.moment(own.days, own.clock),
            thread=f"own-{own.thread}-{own.subject.removeprefix('Re: ')}",  # another subject is another conversation
            person_id=person.id if person else None,
            business_id=None if person else diary.business(own.sender).id,
            to=(diary.people[own.to].id,) if own.to else (),
            subject=own.subject,
            body=own.body,
            label=own.label,
            read=own.read,
            attachments=tuple(Attachment(name, rng.randint(90, 2900)) for name in own.attached),
        )


# ---- what all share


def _slots(diary: Diary, facts: Mapping[str, str], at: datetime, rng: Random, street: str = "") -> Slots:
    words = {**not_today(of_letters(at.month), at), **absent(diary)}
    words |= {"street": (street,) * len(words["street"])} if street else {}
    next_month = (at.replace(day=1) + timedelta(days=32)).strftime("%B")
    own = {"first": diary.me.first, "cafe": diary.business(diary.bio.tastes.cafe).name, "next_month": next_month}
    own |= {"month": at.strftime("%B"), "today": at.strftime("%A")}
    return Slots({**own, **facts}, words, rng)


def _moment(diary: Diary, rng: Random) -> datetime:
    """Return a moment of the year, by day, rather of late than long ago."""
    offset = -int(361 * rng.random() ** 1.35)
    at = diary.moment(offset, f"{rng.randint(6, 21):02}:{rng.randint(0, 59):02}")
    at = at.replace(second=rng.randint(0, 59))
    return at if at < diary.now else at - timedelta(days=1)


def _filed(diary: Diary, letters: list[Mailed], purpose: str) -> Iterator[Mailed]:
    """Yield the letters as they lie: most old ones in the archive, most of these days' unread."""
    rng, relations = diary.rng(purpose), {person.id: person.relation for person in diary.people.values()}
    incoming = [letter for letter in letters if letter.person_id != diary.me.id]
    age = {letter: (diary.now - letter.at).days / 365 + rng.random() * 0.55 for letter in incoming}
    put_away = sorted(incoming, key=lambda letter: -age[letter])[: round(len(incoming) * diary.bio.archived)]
    archived = {letter.thread for letter in put_away}
    for letter in letters:
        fresh = diary.now - letter.at < timedelta(days=diary.bio.kept_days)
        away = letter.thread in archived and not fresh
        if letter.thread.startswith("own-"):
            yield replace(letter, archived=away)
            continue
        unread = letter.person_id != diary.me.id and rng.random() < diary.bio.unread[not fresh]
        label = {"colleague": "Work", "family": "Family"}.get(relations.get(letter.person_id or 0, ""), "")
        labelled = label if rng.random() < 0.4 else ""  # some get one from the owner, by who wrote it
        yield replace(letter, archived=away, read=not unread, label=labelled)
